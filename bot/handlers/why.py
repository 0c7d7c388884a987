"""Why: this draw, this board, this bye, this place. Judges ask about all, a player about what is his.

Reasons are not kept: the draw is made again from the facts as they were before the draft (`engine.origin`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.deed import sight, tongue
from bot.desk import button
from bot.notices import tables
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.view import View
from bot.notices.why import Teller, fitted
from bot.parse import press
from bot.picking import paged
from bot.texts import Safe, Say, plain
from bot.visit import Visit
from engine.model import Change, Draft, MemberId, Refused, Round
from engine.origin import Origin, origin
from engine.places import reckon
from engine.rights import allow

PAGE = 8
"""Boards or players on one page, below an answer that is read first."""

ALL = MemberId(0)
"""In a button's place of a player: the whole draw."""


@button("why")
async def why(v: Visit) -> None:
    """Of a draft to judges; of a posted round also to a player about his own board.

    why:CODE:DRAFT[:PLAYER[:PAGE]]: without PLAYER his own board, and for who has none the whole draw.
    """
    seq = int(v.args[1])
    view, me = await sight(v), v.actor.member
    draft = view.t.draft if view.t.draft is not None and view.t.draft.seq == seq else None
    posted = next((posted for posted in view.t.rounds if posted.draft == seq), None)
    made = draft or posted
    if made is None:
        raise Refused("out_of_date", round=view.t.next_round, board=0)
    own = posted is not None and (posted.game_of(me) is not None or posted.pab == me)
    about = MemberId(int(v.args[2])) if len(v.args) > 2 else me if own else ALL
    if not own or about != me:
        allow("approve", v.actor)
    if about not in (ALL, made.pab, *(player for _, pair in _boards(made) for player in pair)):
        raise Refused("out_of_date", round=view.t.next_round, board=0)
    await v.at_length(_explain(v, view, made, about, int(v.args[3]) if len(v.args) > 3 else 0))


async def _explain(v: Visit, view: View, made: Draft | Round, about: MemberId, page: int) -> None:
    s, seq = tongue(v), int(v.args[1])
    entries = await v.office.store.ledger.entries(v.code)
    found = await asyncio.to_thread(origin, v.code, entries, seq)
    teller = Teller(view, s, _names(v, view), found.fact.start_list if found else ())
    number = made.round if isinstance(made, Draft) else made.number
    if about == ALL:
        changes = [view.change(s, change) for change in made.changes if change.fits]
        told = [s("why.differs")] if found is None else await asyncio.to_thread(teller.draft, found)
        shown = fitted(s, [s("why.head", round=number)], [*changes, *told])
        rows = _choices(view, s, seq, made, page)
        return await v.show(shown, (*rows, _places(v, s)) if view.t.rounds else rows)
    board = next((board for board in _boards(made) if about in board[1]), None)
    players = board[1] if board else (about,)
    concern = _about(made, players)
    later = "why.redrawn" if any(change.kind == "redraw" for change in concern) else "why.later"
    changes = [view.change(s, change) for change in concern]
    told = [s("why.differs")] if found is None else await asyncio.to_thread(_told, teller, found, players, later)
    return await v.show(fitted(s, _head(view, s, found, number, board), [*changes, *told]),
                        _below(v, s, seq, about, posted=bool(view.t.rounds)))


def _told(teller: Teller, found: Origin, players: tuple[MemberId, ...], later: str) -> list[Safe]:
    """A board (two players) or the bye (one) as drawn, colours apart; `later` is said of one made since."""
    if len(players) == 1:
        return teller.bye(found) if players == (found.fact.pab,) else [teller.say(later)]
    drawn = next((pair for pair in found.fact.pairs if set(pair) == set(players)), None)
    if drawn is None:
        return [teller.say(later)]
    turned = [teller.say("why.turned")] if drawn != players else []
    return [*turned, *teller.board(found, *drawn)]


def _boards(made: Draft | Round) -> list[tuple[int, tuple[MemberId, MemberId]]]:
    """Number and players of every board."""
    if isinstance(made, Draft):
        return list(enumerate(made.pairs, 1))
    return [(game.board, game.players) for game in made.games]


def _about(made: Draft | Round, players: tuple[MemberId, ...]) -> list[Change]:
    """The changes by hand that concern these players, or all."""
    return [change for change in made.changes
            if change.fits and (not change.players or set(change.players) & set(players))]


def _head(view: View, s: Say, found: Origin | None, number: int,
          board: tuple[int, tuple[MemberId, MemberId]] | None) -> list[Safe]:
    """What is asked about, with the points the draw knew of."""
    if board is None:
        return [s("why.head_bye", round=number)]
    at, (white, black) = board
    known = {player: view.points(found.draw.points[n]) for n, player in enumerate(found.fact.start_list, 1)
             if n in found.draw.points} if found else {}
    first, second = (known.get(player) or view.score(player, number - 1) for player in (white, black))
    return [s("why.head_board", round=number, board=at),
            s("why.pair", white=view.short(white), black=view.short(black), first=first, second=second)]


def _names(v: Visit, view: View) -> Callable[[MemberId], str]:
    """Names are whole in private, short elsewhere."""
    return view.whole if v.place == "private" else view.short


# what can be asked next

def _choices(view: View, s: Say, seq: int, made: Draft | Round, page: int) -> Buttons:
    """A button a board, and the bye."""
    code = view.t.code
    items = [Button(f"{at}. {view.short(white)} – {view.short(black)}", press("why", code, seq, white))
             for at, (white, black) in _boards(made)]
    if made.pab is not None:
        bye = s.plain("why.button_bye", name=view.short(made.pab))
        items.append(Button(bye, press("why", code, seq, made.pab)))
    return paged(items, page, lambda to: press("why", code, seq, ALL, max(to, 0)), size=PAGE)


def _below(v: Visit, s: Say, seq: int, about: MemberId, *, posted: bool) -> Buttons:
    """The place in the table, once there is one; back to the whole draw for judges."""
    rows: Buttons = ((labelled(s, "why_place", "place", v.code, about),),) if posted else ()
    return (*rows, (labelled(s, "go_back", "why", v.code, seq, ALL),)) if v.is_judge else rows


def _places(v: Visit, s: Say) -> tuple[Button, ...]:
    return (labelled(s, "why_places", "places", v.code, 0),)


# a place in the table

@button("places")
async def places(v: Visit) -> None:
    """Whose place? The table as buttons."""
    view, s = await sight(v), tongue(v)
    rounds = _rounds(view)
    items = [Button(plain(tables.line(view, s, row)), press("place", v.code, row.player))
             for row in view.table(rounds)]
    rows = paged(items, int(v.args[1]), lambda to: press("places", v.code, max(to, 0)))
    await v.show(s("why.which_place", round=rounds), rows)


@button("place")
async def place(v: Visit) -> None:
    """Why this place: place:CODE[:PLAYER], without PLAYER his own."""
    view, s = await sight(v), tongue(v)
    player = MemberId(int(v.args[1])) if len(v.args) > 1 else v.actor.member
    rounds = _rounds(view)
    row = view.row(player, rounds)
    if row is None:
        raise Refused("not_playing")
    teller = Teller(view, s, _names(v, view))
    head = s("why.head_place", name=teller.name(player), place=row.place, round=rounds)
    await v.show(fitted(s, [head], teller.place(reckon(view.t, player, after=rounds))),
                 (_places(v, s),) if v.is_judge else ())


def _rounds(view: View) -> int:
    """The table is that after the last round, open boards with nothing yet."""
    if not view.t.rounds:
        raise Refused("no_round_yet")
    return len(view.t.rounds)
