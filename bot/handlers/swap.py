"""Swap: two players of a draft change places. Swap → first → second → why → Yes: five taps, and /swap A B."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from bot.deed import newest, sight, told, tongue
from bot.desk import button, command, reply
from bot.handlers import club, hand
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press
from bot.picking import two
from bot.visit import Visit
from engine import facts as f
from engine import judging
from engine.drafting import exchange, inspect
from engine.facts import Fact
from engine.model import Draft, MemberId, Refused, Stage
from engine.rights import allow
from storage import Recorded

PAGE = 24
"""Boards on one page."""

REASONS = (("mistake", "mistake"), ("regulations", "regulations"), ("other_reason", "other"))


@button("swap")
async def swap(v: Visit) -> None:
    """One step further: the first player, the second, why, and Yes."""
    draft, players, rest = int(v.args[1]), [MemberId(int(arg)) for arg in v.args[2:4]], v.args[4:]
    if len(players) < 2:
        await _seats(v, draft, 0, *players)
    elif len(rest) < 2:
        await _preview(v, draft, players[0], players[1], *rest)
    else:
        await _exchange(v, draft, *players, reason=rest[0])


async def _exchange(v: Visit, draft: int, a: MemberId, b: MemberId, *, reason: str) -> None:
    """Yes: they change places; for a second Yes to the same draft who said it first."""
    def this(fact: Fact) -> bool:
        return isinstance(fact, f.Swapped) and (fact.a, fact.b) == (a, b)

    allow("swap", v.actor)
    await v.expect_nothing()
    before = await newest(v, this)
    if before is not None and before.seq > draft:
        done = Recorded(await v.tournament(), ())
    else:
        done = await v.record(lambda t: judging.swap(t, v.actor, draft, a, b, reason=reason, sure=True))
    view = await sight(v, done.tournament)
    await told(v, done, "toast.swapped", same=this, a=view.short(a), b=view.short(b))


@reply("swap")
async def typed(v: Visit) -> None:
    """A reason of one's own."""
    asked = v.dialogue
    await club.visit(v, str(asked["code"]))
    await _exchange(v, int(asked["draft"]), MemberId(int(asked["a"])), MemberId(int(asked["b"])), reason=v.text)


@button("seats")
async def seats(v: Visit) -> None:
    """Another page of the draft's boards; with the first player if he is chosen."""
    await _seats(v, int(v.args[1]), int(v.args[2]), *(MemberId(int(arg)) for arg in v.args[3:]))


@command("swap")
async def swap_typed(v: Visit) -> None:
    """/swap A B; whoever is not clear is chosen with buttons."""
    allow("swap", v.actor)
    view = await sight(v)
    draft = draft_of(view, None)
    if not v.args:
        return await _seats(v, draft.seq, 0)
    players = await two(v, view, v.args, partial(press, "swap", v.code, draft.seq),
                        partial(press, "swap", v.code, draft.seq))
    if len(players) > 1:
        await _preview(v, draft.seq, players[0], players[1])
    elif players:
        await _seats(v, draft.seq, 0, *players)
    return None


async def _seats(v: Visit, number: int, page: int, first: MemberId | None = None) -> None:
    """The boards as rows of two buttons, White first; the bye is the last row."""
    allow("swap", v.actor)
    view, s = await sight(v), tongue(v)
    draft = draft_of(view, number)
    chosen = () if first is None else (first,)
    rows: list[tuple[MemberId, ...]] = [*draft.pairs, *([] if draft.pab is None else [(draft.pab,)])]
    last = (len(rows) - 1) // PAGE
    page = min(max(page, 0), last)
    buttons = [_row(view, v.code, number, row, chosen) for row in rows[page * PAGE:(page + 1) * PAGE]]
    turns = tuple(labelled(s, word, "seats", v.code, number, to, *chosen)
                  for word, to in (("previous", page - 1), ("next", page + 1)) if 0 <= to <= last)
    back = () if first is None else (labelled(s, "go_back", "swap", v.code, number),)
    words = s("ask.swap_first") if first is None else s("ask.swap_second", name=view.short(first))
    head = s("swap.rows", round=draft.round, number=view.t.drafts[number][1], boards=_boards(page, draft))
    by_hand = hand.row(s, view.t) if first is None else ()
    if by_hand and len(draft.pairs) > 1:
        by_hand = (*by_hand, (labelled(s, "order", "order", v.code, number),))
    await v.show(text(words, head), tuple(row for row in (*buttons, turns, back, *by_hand) if row))


def _row(view: View, code: str, number: int, row: Iterable[MemberId], chosen: tuple[MemberId, ...]
         ) -> tuple[Button, ...]:
    return tuple(Button(view.short(player), press("swap", code, number, *chosen, player))
                 for player in row if player not in chosen)


def _boards(page: int, draft: Draft) -> str:
    return f"{page * PAGE + 1}–{min((page + 1) * PAGE, len(draft.pairs))}"


async def _preview(v: Visit, number: int, a: MemberId, b: MemberId, reason: str = "") -> None:
    """The boards as they would be, what is doubtful about them, and the reasons to choose from."""
    view, s = await sight(v), tongue(v)
    # the rule itself says what is impossible; nothing is written here
    judging.swap(view.t, v.actor, number, a, b, reason=reason or "?", sure=True)
    draft = draft_of(view, number)
    swapped = exchange(draft.pairs, draft.pab, a, b)
    assert swapped is not None, "the rule has allowed it"
    boards, pab = swapped
    changed = [s("draft.board", n=n, white=view.short(white), black=view.short(black),
                 first=view.score(white, draft.round - 1), second=view.score(black, draft.round - 1))
               for n, (white, black) in enumerate(boards, 1) if {a, b} & {white, black}]
    if pab is not None and pab != draft.pab:
        changed.append(s("bye.pab", name=view.short(pab), points=view.points(view.t.settings.scoring.pab)))
    doubts = inspect(view.t, boards, pab, {a, b})
    warnings = [s("swap.fourth", name=view.short(player)) for player in doubts.fourth_colour]
    if doubts.second_bye is not None:
        warnings.append(s("swap.second_bye", name=view.short(doubts.second_bye)))
    why = [s("held.because", reason=view.reason(s, reason)) if reason else s("ask.reason")]
    if v.place == "private" and reason in ("", "other"):
        await v.expect("swap", code=v.code, draft=number, a=a, b=b)
        why.append(s("ask.own_reason"))
    await v.show(text(s("toast.swapped", a=view.short(a), b=view.short(b)), *changed, *warnings, *why),
                 _choices(v, number, a, b, reason))


def _choices(v: Visit, number: int, a: MemberId, b: MemberId, reason: str) -> Buttons:
    s, code = tongue(v), v.code
    back = labelled(s, "go_back", "swap", code, number, a)
    if reason:
        return ((labelled(s, "yes", "swap", code, number, a, b, reason, "yes"), back),)
    return (tuple(labelled(s, word, "swap", code, number, a, b, chosen) for word, chosen in REASONS), (back,))


def draft_of(view: View, number: int | None) -> Draft:
    """The draft that waits, if it is this one."""
    draft = view.t.draft
    if draft is None or number not in (None, draft.seq):
        missing = "not_begun" if view.t.stage is Stage.ENTRY else "no_draft"
        raise Refused(missing if number is None else "stale_draft")
    return draft
