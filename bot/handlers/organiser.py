"""Setting up: the card of a new event (a dialogue of who called it up), Open entry, the card while it runs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot import foresight
from bot.deed import sight, tongue
from bot.desk import button, command, reply
from bot.handlers import chips, club, hand
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.notices.view import REASONS, View
from bot.parse import new_words, press
from bot.texts import Safe, words
from bot.visit import Visit
from engine import judging
from engine import settings as spelling
from engine.model import Refused, Settings, Stage, Tournament


@command("new")
@button("new")
async def new(v: Visit) -> None:
    """The card of a new event: the club's last settings, and what was typed."""
    said = v.text
    if v.press is not None and v.args:
        await club.enter(v, int(v.args[0]))
        asked = await v.office.store.dialogues.get(v.person.id, v.person.id)
        said = str(asked.body["words"]) if asked is not None and asked.kind == "new" else ""
    elif not await club.one(v, "new"):
        await v.expect("new", words=v.text)
        return
    if not v.may_call_up:
        raise Refused("not_judge")
    typed, title = new_words(said)
    here = v.the_club
    settings = chips.restored(replace(spelling.NEW, language=here.language, zone=here.zone), here.defaults)
    settings = chips.read_all(settings, typed | ({"title": title} if title else {}), v.now)
    topic = v.topic if v.place == "group" else here.topic
    for row in await v.office.store.ledger.in_chat(here.chat, topic):
        raise Refused("already_here", tournament=row.code, title=row.title)
    await _keep(v, v.person.id, settings, topic)
    await call_up(v, *_card(v, v.person.id, settings), line="new")


@button("chip")
async def chip(v: Visit) -> None:
    """A chip of the card: its values; a value: chosen."""
    owner, key, choice = int(v.args[1]), *(*v.args[2:], "", "")[:2]
    settings, topic = await _kept(v, owner)
    if choice and key == "title" and choice == "drop":
        await v.office.store.dialogues.drop(owner, v.the_club.chat)
        await v.show(tongue(v)("toast.kept"), here=True)
        return
    if choice:
        settings = chips.read(settings, key, choice, v.now)
        await _keep(v, owner, settings, topic)
    data = partial(press, "chip", v.the_club.id, owner)
    if key == chips.MORE or (choice and key in chips.SECOND):
        page = _more(v, settings, data)
    elif key and not choice:
        page = await _values(v, settings, key, data, 0, club=v.the_club.id, owner=owner)
    else:
        await _typed_no_more(v)
        page = _card(v, owner, settings)
    await v.show(*page, here=True)


@reply("setting")
async def typed(v: Visit) -> None:
    """A title, an hour, a number that no chip has."""
    key = str(v.dialogue["key"])
    if "code" in v.dialogue:
        await club.visit(v, str(v.dialogue["code"]))
        await _change(v, key, v.text)
        await v.show(*await running(v))
        await _answered(v, key, (await v.tournament()).settings)
        return
    await club.enter(v, int(v.dialogue["club"]))
    owner = int(v.dialogue["owner"])
    settings, topic = await _kept(v, owner)
    settings = chips.read(settings, key, v.text, v.now)
    await _keep(v, owner, settings, topic)
    await v.show(*_card(v, owner, settings))
    await _answered(v, key, settings)


async def _answered(v: Visit, key: str, settings: Settings) -> None:
    """What was asked for has been typed: the question becomes the answer, the card comes below it."""
    asked = int(v.dialogue.get("message", 0))
    await v.expect_nothing()
    if asked:
        await v.retire(asked, v.say("chip.button", name=v.say(f"setting.{key}"),
                                    value=chips.value(v.say, settings, key)))


@button("open")
async def open_entry(v: Visit) -> None:
    """Open entry: the tournament is there, its settings are the club's next defaults."""
    owner = int(v.args[1])
    settings, topic = await _kept(v, owner)
    if chips.even(settings) and len(v.args) < 3:
        back = Button(tongue(v).plain("button.go_back"), press("chip", v.the_club.id, owner))
        await v.show(*_even(v, settings, Button(tongue(v).plain("button.yes"),
                                                press("open", v.the_club.id, owner, "yes")), back), here=True)
        return
    if not settings.title:
        settings = chips.read(settings, "title", chips.dated(v.now, settings), v.now)
    clubs, here = v.office.store.clubs, v.the_club
    await _of_club(v, settings)                 # before the first post, which tells the hour
    await v.create(settings, chat=here.chat, topic=topic)
    await clubs.set_defaults(here.id, {key: value for key, value in chips.spelled(settings).items()
                                       if key not in (*chips.ONCE, "language", "zone")})
    await v.office.store.dialogues.drop(owner, here.chat)
    await _typed_no_more(v)
    await v.receipt("toast.opened")
    await v.show(*await running(v), here=True)


def _even(v: Visit, settings: Settings, yes: Button, back: Button) -> tuple[str, Buttons]:
    """An even number of rounds in a simple Swiss is to be confirmed."""
    return tongue(v)("ask.even_rounds", rounds=settings.rounds, n=settings.rounds + 1), ((yes, back),)


async def _keep(v: Visit, owner: int, settings: Settings, topic: int | None) -> None:
    await v.office.store.dialogues.put(owner, v.the_club.chat, "card",
                                       {"settings": chips.spelled(settings), "topic": topic}, v.now)


async def _kept(v: Visit, owner: int) -> tuple[Settings, int | None]:
    """The settings on the card of this owner and the topic it is for; only for judges of its club."""
    if v.press is not None:
        await club.enter(v, int(v.args[0]))
    club.only_judges(v)
    kept = await v.office.store.dialogues.get(owner, v.the_club.chat)
    if kept is None or kept.kind != "card":
        raise Refused("card_gone")
    return chips.restored(Settings(), kept.body["settings"]), kept.body["topic"]


def _card(v: Visit, owner: int, settings: Settings) -> tuple[str, Buttons]:
    here, say = v.the_club, tongue(v)
    data = partial(press, "chip", here.id, owner)
    return (text(say("card.new", title=here.title), chips.lines(say, settings, 0)),
            (*chips.first(say, settings, chips.offered(settings), data),
             (labelled(say, "open_entry", "open", here.id, owner),
              Button(say.plain("button.drop"), data("title", "drop")))))


@command("settings")
async def settings(v: Visit) -> None:
    """The card of the running event."""
    await v.tournament()
    if not v.may_call_up:
        raise Refused("not_judge")
    await call_up(v, *await running(v), line="settings")


@button("set")
async def set_(v: Visit) -> None:
    """A chip of that card. The number of rounds asks for a reason once round 1 is posted."""
    key, choice = (*v.args[1:], "", "")[:2]
    t = await v.tournament()
    if not v.is_judge:
        raise Refused("not_judge")
    data, say = partial(press, "set", t.code), tongue(v)
    if choice and key == "rounds" and t.rounds:
        rows = tuple((Button(say.plain(f"reason.{reason}"), press("because", t.code, key, choice, reason)),)
                     for reason in REASONS[:3])
        page: tuple[str, Buttons] = (
            text(say("chip.button", name=say(f"setting.{key}"), value=choice), *await _rounds(v, t, choice),
                 say("ask.reason")),
            (*rows, (Button(say.plain("button.go_back"), data(key)),)))
    elif choice and key in ("rounds", "system") and chips.even(wanted := _wanted(v, t, key, choice)):
        yes = Button(say.plain("button.yes"), press("even", t.code, key, choice))
        page = _even(v, wanted, yes, Button(say.plain("button.go_back"), data(key)))
    elif key == chips.MORE:
        page = _more(v, t.settings, data, t)
    elif key and not choice:
        page = await _values(v, t.settings, key, data, len(t.entered()), code=t.code)
    else:
        if choice:
            await _change(v, key, choice)
        await _typed_no_more(v)
        page = await running(v)
    await v.show(*page, here=True)


@button("even")
async def even(v: Visit) -> None:
    """An even number of rounds all the same."""
    await _change(v, v.args[1], v.args[2])
    await v.show(*await running(v), here=True)


@button("because")
async def because(v: Visit) -> None:
    """A setting with the reason the players are shown."""
    _, key, choice, reason = v.args
    await _change(v, key, choice, reason)
    await v.show(*await running(v), here=True)


async def _change(v: Visit, key: str, typed: str, reason: str = "") -> None:
    t = await v.tournament()
    wanted = _wanted(v, t, key, typed)
    done = await v.record(lambda t: judging.change(t, v.actor, key, spelling.spell(wanted, key), reason=reason))
    await _of_club(v, done.tournament.settings)
    await v.receipt("toast.set", name=v.say(f"setting.{key}"), value=chips.value(v.say, wanted, key))


async def _rounds(v: Visit, t: Tournament, choice: str) -> list[Safe]:
    """What another number of rounds changes; what is impossible is refused before a reason is asked."""
    then = foresight.imagined(v, t, judging.change(t, v.actor, "rounds", choice, reason="?"))
    return foresight.consequences(tongue(v), await sight(v, t), await sight(v, then))


def _wanted(v: Visit, t: Tournament, key: str, typed: str) -> Settings:
    return chips.read(t.settings, key, typed, v.now)


async def _of_club(v: Visit, settings: Settings) -> None:
    """Language and zone belong to the club: whoever sets them on a card sets them there."""
    clubs, here = v.office.store.clubs, v.the_club
    if settings.language != here.language:
        await clubs.set_language(here.id, settings.language)
        v.office.menu(here.chat, settings.language)
    if settings.zone != here.zone:
        await clubs.set_zone(here.id, settings.zone)


async def running(v: Visit) -> tuple[str, Buttons]:
    """The card of the event as it stands: state, settings, chips of what can still change."""
    t, say = await v.tournament(), tongue(v)
    view = View(t, await v.home(), v.now, words)
    playing = "settings.playing" if t.rounds else "settings.drawing"
    state = {Stage.ENTRY: "settings.entry", Stage.PLAYING: playing, Stage.FINISHED: "settings.finished",
             Stage.CANCELLED: "settings.cancelled"}[t.stage]
    head = say(state, title=view.title, code=t.code, round=len(t.rounds), rounds=t.settings.rounds)
    if t.stage is Stage.CANCELLED:
        return head, ()
    last: list[Button] = []
    if t.stage is Stage.ENTRY:
        last = [labelled(say, "begin", "begin", t.code), labelled(say, "cancel", "cancel", t.code)]
    elif t.stage is Stage.PLAYING:
        last = [labelled(say, "finish", "finish", t.code), labelled(say, "cancel", "cancel", t.code)]
    keys = chips.offered(t.settings, t)
    rows = chips.first(say, t.settings, keys, partial(press, "set", t.code))
    menus = [labelled(say, "players", "people", t.code, "menu"), labelled(say, "log", "log", t.code, 0)]
    if t.rounds:
        menus.insert(1, labelled(say, "results", "rounds", t.code))
    rows = (*rows, tuple(menus), *(hand.menu(say, t) if last else ()))
    rows = (*rows, tuple(last)) if last else rows
    return text(head, chips.lines(say, t.settings, len(t.entered()))), rows


async def call_up(v: Visit, card: str, rows: Buttons, *, line: str) -> None:
    """Show a judges' card: in the judges' chat, else in private, else (no other way) in the group itself."""
    if v.place != "group":
        await v.show(card, rows)
        return
    private = v.person.id if v.person.reachable and not v.anonymous else 0
    where = v.the_club.judges_chat or private
    if where and await v.office.answers.say(where, card, rows):
        place = "in_judges" if v.the_club.judges_chat else "in_private"
        if v.tap:
            await v.receipt(f"card.{place}")
        else:
            name = v.member.name if v.member and not v.anonymous else v.club_say.plain("card.a_judge")
            await v.answer(v.club_say(f"card.{line}_{place}", name=name), kind="card")
        return
    await v.show(card, rows, here=True)


async def _values(v: Visit, settings: Settings, key: str, data: chips.Data, players: int, **about: object
                  ) -> tuple[str, Buttons]:
    """The values of one setting; in private they may be typed as well."""
    private = v.place == "private"
    if key not in chips.offered(settings):
        raise Refused("unknown_button")
    if private and key in chips.TYPED:
        await v.expect("setting", key=key, message=v.message, **about)
    return chips.values(tongue(v), settings, key, data, v.now, players, typed=private)


async def _typed_no_more(v: Visit) -> None:
    """Whoever goes on by pressing is not asked for words any more: what he types next is no title."""
    asked = await v.office.store.dialogues.get(v.person.id, v.person.id)
    if asked is not None and asked.kind == "setting":
        await v.expect_nothing()


def _more(v: Visit, settings: Settings, data: chips.Data, t: Tournament | None = None) -> tuple[str, Buttons]:
    keys = chips.offered(settings, t)
    return tongue(v)("setting.more"), chips.second(tongue(v), settings, keys, data)
