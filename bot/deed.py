"""What a judge has done, told to him by name; with Undo, and to the second of two judges who was first."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from bot.notices.buttons import button
from bot.notices.notice import Button
from bot.notices.view import View
from bot.texts import Say, plain, words
from bot.visit import Visit
from engine import fold
from engine.facts import Entry, Fact
from engine.model import Game, MemberId, Tournament
from engine.play import board_of
from storage import Recorded


async def sight(v: Visit, t: Tournament | None = None) -> View:
    """The tournament that is meant, or `t`, with its home: for words."""
    return View(t or await v.tournament(), await v.home(), v.now, words)


def tongue(v: Visit) -> Say:
    """The words of a card: the judges' chat has the club's, everybody else his own."""
    return v.club_say if v.place == "judges" else v.say


async def told(v: Visit, done: Recorded, key: str, /, *, same: Callable[[Fact], bool] | None = None,
               rows: tuple[tuple[Button, ...], ...] = (), **values: object) -> None:
    """The receipt of a judge's act, with Undo of what was written now or before.

    A tap is answered by a toast, and the menu that was pressed says it too; a card of the notice board
    gets its last words there. When nothing was written because somebody was first, the newest entry
    that fits `same` says who and when.
    """
    words_of_toast, words_of_card = v.say(key, **values), tongue(v)(key, **values)
    entry = done.entries[0] if done.entries else await newest(v, same) if same is not None else None
    if entry is not None:
        who = await signed(v, entry)
        if not done.entries:
            words_of_toast = v.say("did.before", what=words_of_toast, **who)
            words_of_card = tongue(v)("did.before", what=words_of_card, **who)
        elif v.place == "judges":
            words_of_card = tongue(v)("did.signed", what=words_of_card, **who)
        rows = (*rows, (button(tongue(v), "undo", "undo", v.code, entry.seq - entry.part),))
    if v.tap is None:
        await v.reply(words_of_card, rows)
        return
    await v.toast(plain(words_of_toast))
    if await v.office.store.posts.by_message(v.chat, v.message) is None:
        await v.show(words_of_card, rows, here=True)


async def decided(v: Visit, number: int, player: MemberId, done: Recorded, key: str = "toast.ruled") -> None:
    """The receipt of a ruling: board and winner by name. On the judge's own board it says that the log says so."""
    view = await sight(v, done.tournament)
    game = board_of(done.tournament, player, number, over=True)
    if key == "toast.ruled" and game.result is None:
        key = "toast.cleared"
    elif key == "toast.ruled" and done.entries and v.actor.member in game.players:
        key = "toast.own_board"
    result = view.outcome(tongue(v), game, game.result) if game.result else ""
    await told(v, done, key, board=place(done.tournament, game), result=result, name=view.whole(player),
               same=lambda fact: getattr(fact, "round", 0) == number
               and getattr(fact, "player", None) in game.players)


def place(t: Tournament, game: Game) -> str:
    """A board as it is called: its number, before the newest round with that of its round."""
    return str(game.board) if game.round == len(t.rounds) else f"{game.round}/{game.board}"


async def signed(v: Visit, entry: Entry) -> dict[str, object]:
    """`who` and `time` of an entry, for words."""
    view = await sight(v)
    who = view.whole(entry.by) if entry.by else tongue(v).plain("the_clock")
    return {"who": who, "time": view.clock(tongue(v), entry.at)}


async def newest(v: Visit, fits: Callable[[Fact], bool]) -> Entry | None:
    """The last entry that stands and whose fact is like this."""
    entries = await v.office.store.ledger.entries(v.code)
    dead = fold.undone(entries)
    return next((entry for entry in reversed(entries) if entry.seq not in dead and fits(entry.fact)), None)


def mark(*shown: object) -> str:
    """A short name for what a preview showed, so that its Yes can tell whether it would still show that."""
    return f"{zlib.crc32(repr(shown).encode()):x}"
