"""What time alone does: settle, draft, post, remind, spread, begin and finish.

Deadlines are derived from the facts, so a restart loses none and a hold (`/hold`)
shifts all. `tick` gives the facts of one due act; the clock asks again until nothing is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from engine import facts as f
from engine import votes
from engine.cards import cards
from engine.drafting import make_draft
from engine.facts import Fact
from engine.model import Game, MemberId, Round, Stage, Tournament

GUEST_SETTLE = 60
EXPLAIN = 120
"""Seconds after which one report of a board with a guest settles, and an unexplained "Not so" goes to judges."""

NUDGE_BEFORE = timedelta(hours=24)
"""How long before its deadline the silent players of a week's round are reminded, or half of the time it has."""

SPREAD_LEVELS = 2

AT_ONCE = datetime(1970, 1, 1, tzinfo=UTC)
"""Due by the facts alone: the hour of the newest one may be still to come, for clocks are set back."""

Act = tuple[datetime, Callable[[], list[Fact]]]


def tick(t: Tournament, now: datetime, *, fresh_seed: str, keys: Mapping[MemberId, str]) -> list[Fact]:
    """The facts of one act that is due at `now`; [] when nothing is. May pair a round: a large field takes time."""
    for when, act in _agenda(t, fresh_seed, keys):
        if when <= now:
            facts = act()
            if facts:
                return facts
    return []


def due_at(t: Tournament) -> datetime | None:
    """When the next act is due; None if only people can move things on."""
    return min((when for when, _ in _agenda(t, "", {})), default=None)


def not_held(t: Tournament) -> list[Fact]:
    """An evening of a series that nobody has begun is called off: it must not stand in the next one's way."""
    return [f.Cancelled()] if t.stage is Stage.ENTRY else []


def deadline(t: Tournament, base: datetime, seconds: int) -> datetime:
    """`base` + `seconds`, later by all the time the clock was held since `base`. While held: never reached."""
    held = sum(((end - max(start, base)) for start, end in t.holds if end is not None and end > base), timedelta())
    return base + timedelta(seconds=seconds) + held


def _agenda(t: Tournament, fresh_seed: str, keys: Mapping[MemberId, str]) -> Iterator[Act]:
    if t.held:
        return
    if t.stage in (Stage.ENTRY, Stage.PLAYING):
        yield from _vote(t)
    if t.stage is Stage.ENTRY:
        yield from _start(t)
    if t.stage is not Stage.PLAYING:
        return
    for posted in t.rounds:
        for game in posted.games:
            if game.result is None:
                yield from _board(t, game)
    yield from _draw(t, fresh_seed, keys)
    if t.rounds:
        yield from _reminders(t, t.rounds[-1])
    for card in cards(t):
        level = t.spread.get(card.name, 0)
        if t.settings.cards and level < SPREAD_LEVELS:
            when = deadline(t, card.since, t.settings.cards * (level + 1))
            if card.kind == "boards" and card.round not in t.calls:
                # where judges have it from the start it is their way of working; a question it is later
                if not t.settings.judges:
                    continue
                when = max(when, deadline(t, t.rounds[card.round - 1].at,
                                          t.settings.judges + t.settings.cards * (level + 1)))
            yield when, lambda name=card.name, level=level: [f.Spread(name, level + 1)]   # type: ignore[misc]


def _vote(t: Tournament) -> Iterator[Act]:
    """The vote or the entry for the next round ends; before that, once, the group is told that one is missing."""
    number, end = t.next_round, votes.closes(t) or votes.starts(t)
    if number in t.closed or end is None or (t.settings.weekly and votes.call_of(t) is None):
        return
    if votes.closes(t) is not None:
        yield end, lambda: votes.closing(t)
    if t.settings.series and number not in t.short and votes.one_short(t):
        yield end - votes.SHORT_BEFORE, lambda: [f.OneShort(number)]


def _start(t: Tournament) -> Iterator[Act]:
    """Play begins at its hour; if nobody looked for hours, judges are asked first."""
    start = votes.starts(t)
    if start is None or start in t.missed or votes.few(t):
        return
    yield start + votes.TOO_LATE, lambda: [f.StartMissed(start)]
    yield start, lambda: [f.Begun()]


def _board(t: Tournament, game: Game) -> Iterator[Act]:
    """One open board: a lone report settles, a dispute nobody explains and a countdown go to the judges."""
    if game.disputed is not None and not game.escalated and game.disputed_at is not None:
        disputed = game.disputed
        yield deadline(t, game.disputed_at, EXPLAIN), lambda: [f.Escalated(game.round, disputed)]
    elif len(game.reports) == 1 and not game.conflict and t.settings.confirm != "judge":
        report = game.reports[0]
        guest = t.players[game.opponent_of(report.side)].guest
        span = min(GUEST_SETTLE, t.settings.settle) if guest else t.settings.settle
        how = "guest" if guest else "time"
        yield deadline(t, report.at, span), lambda: [f.Settled(game.round, game.white, report.result, how)]
    elif not game.reports and game.absence is not None and game.absence.over is None:
        missing = game.absence.missing
        yield deadline(t, game.absence.at, t.settings.noshow), lambda: [f.CountdownOver(game.round, missing)]


def _draw(t: Tournament, fresh_seed: str, keys: Mapping[MemberId, str]) -> Iterator[Act]:
    """The next draft as soon as no board holds it, its posting by time, or the end after the last round."""
    if t.draft is not None:
        if t.settings.approve is not None and not t.draft.not_yet and not t.open_games():
            draft = t.draft
            yield deadline(t, draft.at, t.settings.approve), lambda: [f.Drawn(draft.round, draft.seq)]
        return
    if t.stuck is not None or t.open_games() or t.begun_at is None:
        return
    if t.next_round > t.settings.rounds:
        yield AT_ONCE, lambda: [f.Finished()]
    elif not t.settings.weekly or t.next_round in t.closed:  # else it is not known yet who is in
        hour = t.closed[t.next_round] if t.settings.weekly else AT_ONCE
        yield max(hour, t.redraft_at or AT_ONCE), lambda: make_draft(t, fresh_seed=fresh_seed, keys=keys)


def _reminders(t: Tournament, posted: Round) -> Iterator[Act]:
    if all(game.result is not None for game in posted.games):
        return
    call = t.calls.get(posted.number)
    if call is not None and posted.nudged is None and posted.at < call.until:
        yield call.until - min(NUDGE_BEFORE, (call.until - posted.at) / 2), lambda: [f.Nudged(posted.number)]
    elif call is None and t.settings.nudge and posted.nudged is None:
        yield deadline(t, posted.at, t.settings.nudge), lambda: [f.Nudged(posted.number)]
    guests = any(game.result is None and all(t.players[p].guest for p in game.players) for game in posted.games)
    judges_enter = t.settings.confirm == "judge" or guests
    if posted.asked is None and (t.settings.judges or call is not None or judges_enter):
        # guests, and boards whose players do not report, are the judges' from the start
        patience = deadline(t, posted.at, t.settings.judges) if call is None else call.until
        yield AT_ONCE if judges_enter else patience, lambda: [f.JudgesAsked(posted.number)]
