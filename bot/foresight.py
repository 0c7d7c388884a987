"""What a correction would change, told before it is made: start number, places, the draft."""

from __future__ import annotations

from collections.abc import Sequence

from bot.notices.corrections import rated
from bot.notices.view import View
from bot.texts import Safe, Say
from bot.visit import Visit
from engine import fold
from engine.drafting import start_list
from engine.facts import Entry, Fact
from engine.model import MemberId, Stage, Tournament

MOST = 6
"""Players whose places are told one by one."""


def imagined(v: Visit, t: Tournament, facts: Sequence[Fact]) -> Tournament:
    """The tournament as it would be with these facts; nothing is written."""
    for fact in facts:
        entry = Entry(t.version + 1, fact, v.now, v.actor.member, v.actor.role, v.cause)
        t = fold.evolve(t, entry, t.code)
    return t


def about(s: Say, now: View) -> Safe | str:
    """Which event this is, if it is over: by then another one may run, and the judge look at that."""
    return s("personal.about", title=now.title) if now.t.stage is Stage.FINISHED else ""


def consequences(s: Say, now: View, then: View) -> list[Safe]:
    """What becomes of places, the draft and the rest of the event; played rounds always stay."""
    moved, after = _places(s, now, then), len(now.t.rounds)
    same = _points(now, after) == _points(then, after)
    key = "foresee.places_more" if len(moved) > MOST else "foresee.places"
    lines = [s(key, names=s.names(moved[:MOST]), n=len(moved))] if moved else []
    if after and not moved:
        lines.append(s("foresee.places_stay" if same else "foresee.only_places_stay"))
    draft = now.t.draft
    if draft is not None and then.t.draft is None:
        remade = draft.round <= then.t.settings.rounds
        lines.append(s("rule.redrawn" if remade else "foresee.no_draft", round=draft.round))
    if then.t.settings.rounds == after < now.t.settings.rounds and now.t.stage is Stage.PLAYING:
        lines.append(s("foresee.last", round=after))
    if now.t.stage is Stage.FINISHED and (moved or not same):
        lines.append(s("rule.final"))
    return lines


async def ratings(v: Visit, s: Say, now: View, then: View, players: Sequence[MemberId]) -> list[Safe]:
    """The club's ratings of these players as they would be, if they rest on this tournament."""
    if then.t.stage is not Stage.FINISHED or not then.t.settings.rated:
        return []
    boards = v.office.store.leaderboards
    old, new = await boards.changes(now.t.code), await boards.foreseen(then.t)
    lines = []
    for player in players:
        before, after = old.get(player), new.get(player)
        known = [each for each in (before, after) if each is not None]
        if known and (before is None or after is None or before.after != after.after):
            start = known[0].before                    # without a rated game he keeps what he came with
            lines.append(s("foresee.club_rating", name=now.whole(player), old=before.after if before else start,
                           new=after.after if after else start))
    return lines


def strength(s: Say, now: View, then: View, player: MemberId) -> list[Safe]:
    """A player's rating and title, old → new, and whether his start number stays."""
    return [s("foresee.rating", name=now.whole(player), old=rated(now, player), new=rated(then, player)),
            _numbered(s, now, then, player)]


def _numbered(s: Say, now: View, then: View, player: MemberId) -> Safe:
    old, new = _number(now, player), _number(then, player)
    if old == new:
        return s("foresee.number_stays", name=now.whole(player))
    return s("foresee.number", name=now.whole(player), old=old, new=new)


def _number(view: View, player: MemberId) -> int:
    """The start number with which the next draft counts."""
    keys = {member: name.casefold() for member, name in view.home.names.items()}
    order = start_list(view.t, view.t.seed or "", keys)
    return order.index(player) + 1 if player in order else 0


def _points(view: View, after: int) -> dict[MemberId, int]:
    return {row.player: row.points for row in view.table(after)}


def _places(s: Say, now: View, then: View) -> list[Safe]:
    """Everybody whose place changes, the best first."""
    after = len(now.t.rounds)
    places = {row.player: row.place for row in now.table(after)} if after else {}
    return [s("rule.points", name=now.short(row.player), before=places[row.player], after=row.place)
            for row in (then.table(after) if after else ()) if places[row.player] != row.place]
