"""Whom a judge means: by words, or by buttons to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.deed import tongue
from bot.notices.notice import Button, Buttons
from bot.notices.view import View
from bot.visit import Visit
from bot.whom import Known, find, two_players
from engine.model import MemberId, Refused

PAGE = 16
"""Big buttons, one below the other, that a phone shows without losing the judge's place (complaint C21)."""


async def known(v: Visit, view: View, members: Iterable[MemberId] | None = None) -> list[Known]:
    """The players as PLAYER words can mean them: start number, account name, name as shown."""
    chosen = list(view.t.players if members is None else members)
    accounts = {member: view.home.accounts[member] for member in chosen if member in view.home.accounts}
    persons = await v.office.store.people.persons(sorted(accounts.values()))
    usernames = {member: persons[account].username or "" for member, account in accounts.items()
                 if account in persons}
    return [Known(member, view.whole(member), view.t.players[member].number, usernames.get(member, ""))
            for member in chosen]


async def one(v: Visit, view: View, text: str, choose: Callable[[MemberId], str]) -> MemberId | None:
    """The player these words mean. None if several are meant: then buttons with `choose` data were shown.

    Raises Refused("unknown_player").
    """
    found = find(text, await known(v, view))
    if not found:
        raise Refused("unknown_player", text=text)
    if len(found) == 1:
        return found[0]
    await v.show(tongue(v)("ask.which_player"),
                 tuple((Button(view.whole(member), choose(member)),) for member in found[:PAGE]))
    return None


async def two(v: Visit, view: View, words: Sequence[str], both: Callable[[MemberId, MemberId], str],
              first: Callable[[MemberId], str]) -> tuple[MemberId, ...]:
    """The two players these words mean, or the one of them who was named.

    Nobody if more than that may be meant: then buttons with the data of `both`, or of `first` where the
    second is not named, were shown. Raises Refused("unknown_player").
    """
    people = await known(v, view)
    some, others = two_players(words, people)
    if some and others:
        pairs = [(a, b) for a in some for b in others if a != b]
        if len(pairs) == 1:
            return pairs[0]
        rows = [(Button(f"{view.short(a)} – {view.short(b)}", both(a, b)),) for a, b in pairs[:PAGE]]
    else:
        alone = find(" ".join(words), people)
        if len(alone) == 1:
            return alone
        rows = [(Button(view.whole(a), first(a)),) for a in alone[:PAGE]]
    if not rows:
        raise Refused("same_player" if some and others else "unknown_player", text=" ".join(words))
    await v.show(tongue(v)("ask.which_player"), tuple(rows))
    return ()


def paged(items: Sequence[Button], page: int, turn: Callable[[int], str], *, size: int = PAGE,
          earlier: str = "◀", later: str = "▶") -> Buttons:
    """One big button a row, so many a page, with ◀ ▶ below; pages count from 0 and stay within bounds."""
    last = max((len(items) - 1) // size, 0)
    page = min(max(page, 0), last)
    rows = tuple((item,) for item in items[page * size:(page + 1) * size])
    signs = ((earlier, page - 1), (later, page + 1))
    around = tuple(Button(sign, turn(to)) for sign, to in signs if 0 <= to <= last)
    return (*rows, around) if around else rows

