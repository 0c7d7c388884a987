"""Board order of a draft: Swap → Board order → the board → its new place → why: five taps."""

from __future__ import annotations

from bot.deed import newest, sight, told, tongue
from bot.desk import button, reply
from bot.handlers import club
from bot.handlers.swap import PAGE, REASONS, draft_of
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press
from bot.picking import paged
from bot.visit import Visit
from engine import facts as f
from engine import judging
from engine.facts import Fact
from engine.judging.draws import by_hand
from engine.model import Draft, MemberId, Refused
from engine.rights import allow
from storage import Recorded

ROW, MOST = 8, 64
"""Numbers in a row of places, and places on a page."""


@button("order")
async def order(v: Visit) -> None:
    """One step further: the board, the place it goes to, why."""
    number, page, *rest = (int(arg) for arg in (*v.args[1:5], *("0",) * (len(v.args) == 2)))
    reason = v.args[5] if len(v.args) > 5 else ""
    if reason:
        return await _move(v, number, MemberId(rest[0]), rest[1], reason)
    allow("reorder", v.actor)
    view = await sight(v)
    draft = draft_of(view, number)
    by_hand(view.t)
    if not rest:
        return await _boards(v, view, draft, page)
    white = MemberId(rest[0])
    if len(rest) == 1:
        return await _places(v, view, draft, page, white)
    return await _why(v, view, draft, white, rest[1])


async def _boards(v: Visit, view: View, draft: Draft, page: int) -> None:
    s = tongue(v)
    items = [Button(s.plain("order.board", n=n, white=view.short(white), black=view.short(black)),
                    press("order", v.code, draft.seq, 0, white)) for n, (white, black) in enumerate(draft.pairs, 1)]
    rows = paged(items, page, lambda to: press("order", v.code, draft.seq, max(to, 0)), size=PAGE)
    await v.show(s("ask.order_board", round=draft.round, number=view.t.drafts[draft.seq][1]),
                 (*rows, (labelled(s, "go_back", "swap", v.code, draft.seq),)))


async def _places(v: Visit, view: View, draft: Draft, page: int, white: MemberId) -> None:
    s, at = tongue(v), _at(draft, white)
    last = (len(draft.pairs) - 1) // MOST
    page = min(max(page, 0), last)
    places = range(1, len(draft.pairs) + 1)[page * MOST:(page + 1) * MOST]
    numbers = [Button(str(place), press("order", v.code, draft.seq, 0, white, place)) for place in places
               if place != at]
    rows: Buttons = tuple(tuple(numbers[start:start + ROW]) for start in range(0, len(numbers), ROW))
    turns = tuple(Button(sign, press("order", v.code, draft.seq, to, white))
                  for sign, to in (("◀", page - 1), ("▶", page + 1)) if 0 <= to <= last)
    pair = draft.pairs[at - 1]
    await v.show(s("ask.order_place", n=at, white=view.short(pair[0]), black=view.short(pair[1])),
                 tuple(row for row in (*rows, turns, (labelled(s, "go_back", "order", v.code, draft.seq),)) if row))


async def _why(v: Visit, view: View, draft: Draft, white: MemberId, place: int) -> None:
    s, at = tongue(v), _at(draft, white)
    # the rule itself says what is impossible; nothing is written here
    judging.reorder(view.t, v.actor, draft.seq, _moved(draft, white, place), reason="?")
    own = ""
    if v.place == "private":
        await v.expect("order", code=v.code, draft=draft.seq, white=white, place=place)
        own = s("ask.own_reason")
    pair = draft.pairs[at - 1]
    chips = tuple(labelled(s, word, "order", v.code, draft.seq, 0, white, place, chosen)
                  for word, chosen in REASONS)
    await v.show(text(s("order.preview", white=view.short(pair[0]), black=view.short(pair[1]), old=at, new=place),
                      s("ask.reason"), own),
                 (chips, (labelled(s, "go_back", "order", v.code, draft.seq, 0, white),)))


@reply("order")
async def typed(v: Visit) -> None:
    """A reason of one's own."""
    asked = v.dialogue
    await club.visit(v, str(asked["code"]))
    await _move(v, int(asked["draft"]), MemberId(int(asked["white"])), int(asked["place"]), v.text)


async def _move(v: Visit, number: int, white: MemberId, place: int, reason: str) -> None:
    """The board goes there; for a second tap on the same draft who said it first."""
    def this(fact: Fact) -> bool:
        return isinstance(fact, f.Reordered) and fact.boards[place - 1:place] == (white,)

    allow("reorder", v.actor)
    await v.expect_nothing()
    before = await newest(v, this)
    if before is not None and before.seq > number:
        done = Recorded(await v.tournament(), ())
    else:
        boards = _moved(draft_of(await sight(v), number), white, place)
        done = await v.record(lambda t: judging.reorder(t, v.actor, number, boards, reason=reason))
    view = await sight(v, done.tournament)
    await told(v, done, "toast.reordered", same=this, name=view.short(white), n=place)


def _at(draft: Draft, white: MemberId) -> int:
    """The board at which this player has White."""
    found = next((n for n, pair in enumerate(draft.pairs, 1) if pair[0] == white), None)
    if found is None:
        raise Refused("not_in_draft")
    return found


def _moved(draft: Draft, white: MemberId, place: int) -> tuple[MemberId, ...]:
    """The Whites from board 1 on, as far as their boards move, with this one at its new place."""
    at = _at(draft, white)
    others = [pair[0] for pair in draft.pairs if pair[0] != white]
    return (*others[:place - 1], white, *others[place - 1:])[:max(at, place)]
