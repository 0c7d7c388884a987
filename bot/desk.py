"""The desk: who comes, from where, about which tournament; then the handler, then the receipt.

Handlers register themselves with `@command`, `@button` and `@reply`. What a rule refuses is said in
the person's language, here and nowhere else; what goes wrong is logged and said too.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from telegram import CallbackQuery, Message, Update, User
from telegram.constants import ChatType

from bot import logs, meant, membership
from bot.administrators import ANONYMOUS
from bot.home import role_of
from bot.intake import Receipt
from bot.notices.notice import Button
from bot.office import Office
from bot.parse import VERBS, unpress
from bot.refusal import details
from bot.request import Several
from bot.texts import Safe, words
from bot.turnstile import Pass, Turnstile
from bot.visit import Visit
from engine.model import Refused
from storage import Down, Person, TournamentRow

log = logging.getLogger(__name__)

Handler = Callable[[Visit], Awaitable[None]]
_H = TypeVar("_H", bound=Handler)


@dataclass(frozen=True, slots=True)
class _Entry:
    handler: Handler
    rights: bool


COMMANDS: dict[str, _Entry] = {}
BUTTONS: dict[str, _Entry] = {}
REPLIES: dict[str, _Entry] = {}

UNASKED = ""
"""The kind of what somebody types in private whom nobody has asked for it."""

PICK = "do:"
"""Begins the data of the buttons that ask which tournament a command meant."""


def _register(table: dict[str, _Entry], names: tuple[str, ...], rights: bool) -> Callable[[_H], _H]:
    def mark(handler: _H) -> _H:
        for name in names:
            if name in table:
                raise LookupError(f"two handlers for {name}")
            table[name] = _Entry(handler, rights)
        return handler
    return mark


def command(*names: str, rights: bool = True) -> Callable[[_H], _H]:
    """The handler of `/name`. Without `rights` nobody asks whether he is a judge: he comes as a player."""
    return _register(COMMANDS, names, rights)


def button(*verbs: str, rights: bool = True) -> Callable[[_H], _H]:
    """The handler of a verb of `bot.parse.VERBS`. A player's buttons go without `rights`: they must be quick."""
    unknown = set(verbs) - set(VERBS)
    if unknown:
        raise LookupError(f"parse.VERBS does not know {sorted(unknown)}")
    return _register(BUTTONS, verbs, rights)


def reply(*kinds: str, rights: bool = True) -> Callable[[_H], _H]:
    """The handler of what somebody types in private when he was asked with `v.expect(kind)`."""
    return _register(REPLIES, kinds, rights)


class Desk:
    """Takes every update and gives it a receipt."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._turnstile = Turnstile(office.config.person)

    async def handle(self, update: Update, cause: str) -> Receipt:
        """Raises only where the storage failed: then there is no receipt, and the update comes again."""
        try:
            return await self._handle(update, cause)
        except Down:
            raise
        except Exception:
            log.exception("set aside", extra={"values": {"cause": cause}})
            return Receipt.SET_ASIDE

    async def _handle(self, update: Update, cause: str) -> Receipt:
        who = update.effective_user
        if who is not None:
            # all anonymous administrators are one account: there each group counts for itself
            one = update.effective_chat.id if who.is_bot and update.effective_chat is not None else who.id
            passed = self._turnstile.passes(one, self._office.time.monotonic())
            if passed is not Pass.OPEN:
                return self._not_looked_at(update, who, cause, tell=passed is Pass.SHUT)
        if update.callback_query is not None:
            return await self._tap(update.callback_query, cause)
        if update.message is not None:
            return await self._message(update.message, cause)
        change = update.my_chat_member or update.chat_member
        if change is not None:
            await membership.changed(self._office, change, own=update.my_chat_member is not None)
        return Receipt.NOTHING

    def _not_looked_at(self, update: Update, who: User, cause: str, *, tell: bool) -> Receipt:
        """Too much at once: nothing comes of it, also if it is given again after a crash."""
        say, answers = words(who.language_code), self._office.answers
        if tell and update.callback_query is not None:
            self._office.spawn(answers.toast(update.callback_query.id, say.plain("refused.too_fast"), alert=True))
        elif tell and not who.is_bot:
            self._office.spawn(answers.say(who.id, say("refused.too_fast")))
        self._office.store.inbox.note(cause)
        return Receipt.NOTHING

    # what comes in

    async def _message(self, message: Message, cause: str) -> Receipt:
        chat, user = message.chat, message.from_user
        if chat.type not in (ChatType.PRIVATE, ChatType.GROUP, ChatType.SUPERGROUP):
            return Receipt.NOTHING
        if await membership.told(self._office, message):
            return Receipt.NOTHING
        anonymous = message.sender_chat is not None and message.sender_chat.id == chat.id
        if user is None or (message.sender_chat is not None and not anonymous) or (user.is_bot and not anonymous):
            return Receipt.NOTHING
        name, words = self._command(message.text or message.caption or "")
        person = await self._person(user)
        v = Visit(self._office, now=self._office.time.now(), cause=cause, person=person, chat=chat.id,
                  topic=message.message_thread_id if message.is_topic_message else None,
                  message=message.message_id, anonymous=anonymous, text=words)
        v.command = name
        answered = message.reply_to_message
        v.document = message.document or (answered.document if answered is not None else None)
        if name:
            entry = COMMANDS.get(name)
            if entry is None and chat.type != ChatType.PRIVATE:
                return Receipt.NOTHING                    # the command of another bot
        elif chat.type == ChatType.PRIVATE:
            entry = await self._awaited(v)
        else:
            return Receipt.NOTHING
        return await self._serve(v, entry, await self._answered(v, answered) if name and answered else None)

    async def _answered(self, v: Visit, message: Message) -> str | None:
        """A command that answers a post is about its tournament, also one that is over."""
        post = await self._office.store.posts.by_message(v.chat, message.message_id)
        return post.owner if post is not None and ":" not in post.owner else None

    def _command(self, text: str) -> tuple[str, str]:
        """The command and the words behind it; an empty name for other text, and for another bot's command."""
        if not text.startswith("/"):
            return "", text
        head, *rest = text[1:].split(None, 1) if text[1:].strip() else ("",)
        name, _, addressee = head.partition("@")
        if addressee and addressee.casefold() != self._office.username.casefold():
            return "", text
        return name.casefold(), rest[0] if rest else ""

    async def _awaited(self, v: Visit) -> _Entry | None:
        """Who asked for the text this person has typed; nobody: it is told so in one line."""
        dialogue = await self._office.store.dialogues.answered(v.person.id, v.chat, v.cause)
        if dialogue is None or dialogue.kind not in REPLIES:
            return COMMANDS.get("import") if v.document is not None else REPLIES.get(UNASKED)
        v.dialogue, v.asked = dialogue.body, dialogue.at
        return REPLIES[dialogue.kind]

    async def _tap(self, query: CallbackQuery, cause: str) -> Receipt:
        message, data = query.message, query.data or ""
        if message is None or query.from_user.is_bot:
            return Receipt.NOTHING
        press = unpress(data)
        topic = message.message_thread_id if isinstance(message, Message) and message.is_topic_message else None
        v = Visit(self._office, now=self._office.time.now(), cause=cause,
                  person=await self._person(query.from_user), chat=message.chat.id, topic=topic,
                  message=message.message_id, tap=query.id, press=press)
        code = None
        if data.startswith(PICK):
            code, _, typed = data.removeprefix(PICK).partition(":")
            v.command, _, v.text = typed.partition(" ")
            v.args = tuple(v.text.split())
            return await self._serve(v, COMMANDS.get(v.command), code)
        if press is None:
            return await self._serve(v, None, None)
        if VERBS[press.verb].split()[:1] == ["code"]:
            code = press.args[0]
        return await self._serve(v, BUTTONS.get(press.verb), code)

    async def _person(self, user: User) -> Person:
        if user.id == ANONYMOUS or user.is_bot:
            return Person(user.id, "")
        name = user.full_name or ""                       # a deleted account has none
        return await self._office.store.people.seen(user.id, name, user.username, user.language_code)

    # serving

    async def _serve(self, v: Visit, entry: _Entry | None, code: str | None) -> Receipt:
        """Call the handler; whatever happens, a tap gets its answer and nothing is lost in silence."""
        try:
            if v.chat > 0 and not v.person.reachable:     # whoever writes in private can be written to
                await self._reachable(v)
            await meant.find(v, code)
            if entry is None:
                raise Refused("unknown_button" if v.tap else "unknown_command")
            if entry.rights or v.place == "judges":
                await self._authorise(v)
            if v.place == "judges" and not v.is_judge:
                raise Refused("not_judge")                # only judges' taps count there
            await entry.handler(v)
        except Refused as refused:
            if await self._done_before(v):
                await v.receipt("toast.done_before")
            else:
                await refuse(v, refused)
        except Several as several:
            await ask_which(v, several.rows)
        except Down:
            raise
        except Exception:
            log.exception("a handler failed", extra={"values": {
                "cause": v.cause, "on": v.press.verb if v.press else v.command}})
            await v.receipt("toast.failed")
            return Receipt.SET_ASIDE
        await v.toast("")
        if v.committed:
            return Receipt.COMMITTED
        # given again after a crash, a refusal or a question must not turn into the deed itself
        self._office.store.inbox.note(v.cause)
        return Receipt.NOTHING

    async def _done_before(self, v: Visit) -> bool:
        """Whether it comes again after a crash that followed its commit: its own deed may stand in its way now."""
        ledger = self._office.store.ledger
        return not v.committed and any([await ledger.step(row.code, v.cause) for row in v.rows])

    async def _reachable(self, v: Visit) -> None:
        await self._office.store.people.set_reachable(v.person.id, True)
        v.person = replace(v.person, reachable=True)
        await membership.touch_all_of(self._office, v.person.id)

    async def _authorise(self, v: Visit) -> None:
        """As what the person comes."""
        if v.club is None or v.member is None:
            return
        listed = await self._office.administrators.of(v.club)
        v.doubtful = listed is None
        chief = next((m.id for m in (await v.members()).values() if m.chief), None)
        v.role = role_of(v.member, listed is not None and v.person.id in listed, chief)


async def refuse(v: Visit, refused: Refused) -> None:
    """Say in the person's language why a rule said no."""
    doubtful = v.doubtful and refused.code in ("not_judge", "not_chief", "not_allowed")
    logs.say(log, logging.INFO, "refused", cause=v.cause, code=refused.code)
    names = {id: member.name for id, member in (await v.members()).items()} if v.club else {}
    told = Refused("try_again") if doubtful else refused
    await v.receipt(f"refused.{told.code}", **details(told, names, v.say))


async def ask_which(v: Visit, rows: list[TournamentRow]) -> None:
    """Several tournaments: a button for each, which does what was typed there."""
    typed = f"{v.command} {v.text}".strip()
    buttons = tuple((Button(row.title or row.code, f"{PICK}{row.code}:{typed}"),) for row in rows)
    if any(len(one.data.encode()) > 64 for row in buttons for one in row):
        buttons = tuple((Button(one.text, f"{PICK}{one.data[3:7]}:{v.command}"),) for (one,) in buttons)
    text: Safe = v.say("ask.which")
    await v.reply(text, buttons)
