"""What judges are asked right now. Derived; the chat shows it, and the clock spreads what nobody answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine import votes
from engine.model import Game, MemberId, Stage, Standing, Tournament
from engine.pairing.handling import HANDLINGS
from engine.settings import FIDE_SYSTEMS


@dataclass(frozen=True, slots=True)
class Card:
    """One question. `name` is its key in the chat; it differs for every new question.

    kind: draft · stuck · conflict · contested · absent (the countdown is over) · left (a player of an
    open board has gone) · called · boards (open boards after the `judges` time) · late (somebody has come
    who could play at once) · objected (somebody taken out says that he is still playing) · overdue (the start
    was missed by hours). `player` is White of the board asked about, or who it is about; `seq` changes when
    what it decides changes.
    """

    name: str
    kind: str
    since: datetime
    round: int
    seq: int
    player: MemberId | None = None


def cards(t: Tournament) -> list[Card]:
    """All open questions, the draw first, then board by board in the order of rounds."""
    found: list[Card] = []
    if t.draft is not None and not t.draft.not_yet:
        found.append(Card(f"draft/{t.draft.round}.{t.draft.seq}", "draft", t.draft.at, t.draft.round, t.draft.seq))
    if t.stuck is not None:
        found.append(Card(f"stuck/{t.stuck.round}.{t.stuck.seq}", "stuck", t.stuck.at, t.stuck.round, t.stuck.seq))
    for posted in t.rounds:
        for game in posted.games:
            kind, since = question(t, game)
            if since is not None:
                found.append(Card(f"{kind}/{posted.number}/{game.white}.{game.moved}", kind, since,
                                  posted.number, game.moved, game.white))
        if posted.asked is not None and any(game.result is None for game in posted.games):
            found.append(Card(f"boards/{posted.number}", "boards", posted.asked, posted.number, posted.drawn))
    found += [Card(f"late/{len(t.rounds)}/{p.id}.{p.queued}", "late", p.late, len(t.rounds), p.queued, p.id)
              for p in t.entered() if p.late is not None and free_for(t, p.id)]
    start = votes.starts(t)
    if t.stage is Stage.ENTRY and start is not None and start in t.missed and not votes.few(t):
        found.append(Card(f"overdue/{int(start.timestamp())}", "overdue", t.missed[start], 1, 0))
    if t.stage in (Stage.ENTRY, Stage.PLAYING):
        found += [Card(f"objected/{p.id}.{int(p.objected.timestamp())}", "objected", p.objected, len(t.rounds),
                       p.queued, p.id) for p in t.players.values() if p.objected is not None and not p.kept_out]
    return found


def free_for(t: Tournament, newcomer: MemberId) -> list[MemberId]:
    """Whom a late arrival could play in the running round: the bye player first, then other newcomers (D2)."""
    posted, here = t.round, t.entered()
    if (posted is None or not may_seat(t) or t.stage is not Stage.PLAYING
            or all(game.result for game in posted.games)
            or not any(p.id == newcomer and p.number is None and posted.game_of(p.id) is None for p in here)):
        return []
    free = [p for p in here if p.id != newcomer and posted.game_of(p.id) is None
            and (p.id == posted.pab or p.number is None)]
    return [p.id for p in sorted(free, key=lambda p: p.id != posted.pab)]


def bye_waits(t: Tournament) -> MemberId | None:
    """The bye player whom a newcomer may still be given, when entry goes as far as the round that runs."""
    posted = t.round
    if (posted is None or posted.pab is None or t.stage is not Stage.PLAYING or t.system == "roundrobin"
            or t.settings.weekly
            or posted.number > t.settings.last_entry or not may_seat(t)
            or t.players[posted.pab].standing is not Standing.IN or all(game.result for game in posted.games)):
        return None
    return posted.pab


def may_seat(t: Tournament) -> bool:
    """Whether a late arrival may come into a published round (D2; C.04.2 4.4, not in its older edition)."""
    return t.system not in FIDE_SYSTEMS or HANDLINGS[t.settings.handling].published_change == "five_cases"


def question(t: Tournament, game: Game) -> tuple[str, datetime | None]:
    """What judges are asked about one board, and since when; (“”, None) if nothing."""
    if game.contested is not None:
        return "contested", game.contested_at
    if game.result is not None:
        return "", None
    if game.conflict:
        return "conflict", game.moved_at
    gone = [player for player in game.players if t.players[player].standing is not Standing.IN]
    if game.absence is not None and game.absence.over is not None and len(gone) < 2:
        return "absent", game.absence.over
    if gone and (not game.reports or len(gone) == 2):
        return "left", game.moved_at or t.rounds[game.round - 1].at
    if game.called is not None:
        return "called", game.called
    return "", None
