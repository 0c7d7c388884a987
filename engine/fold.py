"""What the tournament is now: facts in, `Tournament` out. Nothing here refuses; what is written has happened.

A fact that finds nothing to stand on (its board was taken back, its player never joined) leaves the
tournament as it was. `judging.undoing` uses just this to see what goes along with an undone step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any, assert_never

from engine import facts as f
from engine import settings as spelling
from engine.facts import Entry
from engine.model import (
    Absence,
    Ban,
    Change,
    Draft,
    Game,
    MemberId,
    NoDraw,
    Player,
    Refused,
    Report,
    Result,
    Round,
    RoundRules,
    Stage,
    Standing,
    Tournament,
)

BUNCH = timedelta(seconds=10)
"""Joins and departures within this time make one new draft, not many."""

_DRAW_SETTINGS = frozenset({"system", "rounds", "points", "ratings", "colour", "late", "byes", "limit", "seed"})


def replay(code: str, entries: Iterable[Entry]) -> Tournament:
    """The tournament after these entries, in order, without the steps that an `Undone` names.

    Raises ValueError when there is no `Opened` among them.
    """
    known = list(entries)
    dead = undone(known)
    t: Tournament | None = None
    for entry in known:
        t = replace(t, version=entry.seq) if t and entry.seq in dead else evolve(t, entry, code)
    if t is None:
        raise ValueError(f"{code}: no entries")
    return t


def undone(entries: Iterable[Entry]) -> frozenset[int]:
    """The seqs of all entries of undone steps. An undone `Undone` undoes nothing."""
    known = list(entries)
    cause_of = {entry.seq: entry.cause for entry in known}
    dead_causes: set[str] = set()
    for entry in reversed(known):                # an Undone names only steps before it
        if isinstance(entry.fact, f.Undone) and entry.cause not in dead_causes:
            dead_causes |= {cause_of[seq] for seq in entry.fact.steps if seq in cause_of}
    return frozenset(entry.seq for entry in known if entry.cause in dead_causes)


def evolve(t: Tournament | None, e: Entry, code: str) -> Tournament:
    """The tournament after one more entry. The warning that matters: an `Undone` needs a `replay` of all."""
    if t is None:
        if not isinstance(e.fact, f.Opened):
            raise ValueError(f"{code}: the first fact must be Opened, not {type(e.fact).__name__}")
        return Tournament(code, e.fact.settings, opened_at=e.at, opened_by=e.by, version=e.seq,
                          seed=e.fact.settings.seed)
    return replace(apply(t, e), version=e.seq)


def apply(t: Tournament, e: Entry) -> Tournament:
    """`t` with the fact, or `t` itself when the fact finds nothing to stand on. `version` is not touched."""
    match e.fact:
        case f.Opened():
            return t
        case f.Changed(key, value):
            return _changed(t, e, key, value)
        case f.Joined():
            return _joined(t, e, e.fact)
        case f.Left(player):
            return _standing(t, e, player, Standing.LEFT)
        case f.Removed(player):
            return _standing(t, e, player, Standing.REMOVED)
        case f.StoodOut(player):
            return _standing(t, e, player, Standing.OUT)
        case f.Returned(player):
            return _standing(t, e, player, Standing.IN)
        case f.Away(player, number, halves):
            return _away(t, e, player, number, halves)
        case f.Present(player, number):
            return _away(t, e, player, number, None)
        case f.Rated(player, rating, title, estimated):
            return _player(t, e, player, rating=rating, title=title, estimated=estimated)
        case f.Penalised(player, halves):
            known = t.players.get(player)
            return _player(t, e, player, penalties=(*known.penalties, (t.next_round, halves))) if known else t
        case f.Begun():
            if t.stage is not Stage.ENTRY:
                return t
            return replace(t, stage=Stage.PLAYING, begun_at=e.at, touched=e.at)
        case f.Drafted():
            return _drafted(t, e, e.fact)
        case f.Redrafted(draft) | f.PutOff(draft):
            return _about_draft(t, e, draft)
        case f.Drawn():
            return _drawn(t, e, e.fact)
        case f.NoLegalDraw(number, reason, players):
            if number != t.next_round or t.stage is not Stage.PLAYING:
                return t
            return replace(t, draft=None, stuck=NoDraw(e.seq, number, reason, players, e.at))
        case f.Lifted() | f.Swapped() | f.Forced() | f.Forbidden():
            return _ordered(t, e, e.fact)
        case f.Seated(number, white, black):
            return _seated(t, e, number, white, black)
        case f.Reported(number, side, result):
            return _reported(t, e, number, side, result)
        case f.Retracted(number, side):
            return _board(t, e, number, side, _retract)
        case f.Settled(number, player, result, how):
            return _settled(t, e, number, player, result, how)
        case f.Disputed(number, player):
            return _board(t, e, number, player, lambda g: None if g.result or g.disputed else replace(
                g, disputed=player, disputed_at=e.at, absence=None))
        case f.Escalated(number, player):
            return _board(t, e, number, player, lambda g: replace(g, escalated=True) if g.disputed else None)
        case f.Contested(number, player):
            return _drop(_board(t, e, number, player, lambda g: _contest(g, e, player)), e, "contested", unless=t)
        case f.Upheld(number, player):
            return _board(t, e, number, player, lambda g: replace(g, contested=None) if g.contested else None)
        case f.Ruled(number, player, result):
            return _ruled(t, e, number, player, result)
        case f.ColoursSwapped(number, player):
            return _drop(_board(t, e, number, player, _swap_colours), e, "result", unless=t)
        case f.Missed(number, missing):
            return _board(t, e, number, missing, lambda g: None if g.result or g.absence else replace(
                g, absence=Absence(missing, e.by, e.at)))
        case f.CountdownOver(number, missing):
            return _board(t, e, number, missing, lambda g: replace(
                g, absence=replace(g.absence, over=e.at)) if g.absence else None)
        case f.JudgeCalled(number, player):
            return _board(t, e, number, player, lambda g: replace(g, called=e.at, called_by=player))
        case f.Nudged(number):
            return _round(t, number, nudged=e.at)
        case f.JudgesAsked(number):
            return _round(t, number, asked=e.at)
        case f.Spread(card, level):
            return replace(t, spread={**t.spread, card: level})
        case f.Held(reason):
            return t if t.held else replace(t, holds=(*t.holds, (e.at, None)), hold_reason=reason)
        case f.Resumed():
            return replace(t, holds=(*t.holds[:-1], (t.holds[-1][0], e.at)), hold_reason="") if t.held else t
        case f.Finished():
            if t.stage is not Stage.PLAYING:
                return t
            return replace(t, stage=Stage.FINISHED, ended_at=e.at, draft=None, stuck=None)
        case f.Cancelled():
            if t.stage in (Stage.FINISHED, Stage.CANCELLED):
                return t
            return replace(t, stage=Stage.CANCELLED, ended_at=e.at, draft=None, stuck=None)
        case f.Undone():
            # its steps were skipped by replay; a draft made before it may rest on them
            return _drop(replace(t, touched=e.at), e, "undo")
        case _:
            assert_never(e.fact)


def _drop(t: Tournament, e: Entry, because: str, *, unless: Tournament | None = None, bunch: bool = False
          ) -> Tournament:
    """Take away a draft, or the answer that there is none, because the facts under it have changed."""
    if t is unless:
        return t
    if t.draft is None and t.stuck is None:
        return t
    return replace(t, draft=None, stuck=None, dropped=t.draft or t.dropped, because=because, drop_at=e.at,
                   redraft_at=e.at + BUNCH if bunch else None)


def _field(t: Tournament) -> set[MemberId]:
    return {p.id for p in t.entered() if p.first_round <= t.next_round and t.next_round not in p.byes}


def _people(before: Tournament, after: Tournament, e: Entry, because: str) -> Tournament:
    """The tournament after a change of people, without the draft if the field has changed."""
    if _field(before) == _field(after):
        return after
    return _drop(after, e, because, bunch=True)


def _changed(t: Tournament, e: Entry, key: str, value: str) -> Tournament:
    try:
        settings = spelling.parse(t.settings, key, value)
    except Refused:                       # a spelling of an older release: it changes nothing any more
        return t
    seed = settings.seed if key == "seed" else t.seed
    changed = replace(t, settings=settings, seed=seed)
    return _drop(changed, e, "settings") if key in _DRAW_SETTINGS else changed


def _joined(t: Tournament, e: Entry, fact: f.Joined) -> Tournament:
    known = t.players.get(fact.player)
    if known is not None and known.standing is Standing.IN:
        return t
    first = 1 if t.stage is Stage.ENTRY or not t.rounds else t.next_round
    if known is not None and known.number is None:
        known = replace(known, first_round=first)
    player = (replace(known, standing=Standing.IN, queued=e.seq) if known else
              Player(fact.player, joined=e.seq, queued=e.seq, guest=fact.guest, rating=fact.rating,
                     title=fact.title, first_round=first))
    return _people(t, replace(t, players={**t.players, fact.player: player}), e, "joined")


def _player(t: Tournament, e: Entry, player: MemberId, **changes: Any) -> Tournament:
    known = t.players.get(player)
    if known is None:
        return t
    changed = replace(t, players={**t.players, player: replace(known, **changes)})
    # a rating never changes start numbers once round 1 is posted (draughts.md section 12, D33)
    if "penalties" not in changes and t.rounds:
        return changed
    return _drop(changed, e, "penalty" if "penalties" in changes else "rating")


def _standing(t: Tournament, e: Entry, player: MemberId, standing: Standing) -> Tournament:
    known = t.players.get(player)
    if known is None or known.standing is standing:
        return t
    back = standing is Standing.IN
    moved = replace(known, standing=standing, queued=e.seq if back and known.number is None else known.queued)
    because = "joined" if back else "left"
    return _people(t, replace(t, players={**t.players, player: moved}), e, because)


def _away(t: Tournament, e: Entry, player: MemberId, number: int, halves: int | None) -> Tournament:
    known = t.players.get(player)
    if known is None or known.byes.get(number) == halves:
        return t
    byes = {r: h for r, h in known.byes.items() if r != number}
    if halves is not None:
        byes[number] = halves
    return _people(t, replace(t, players={**t.players, player: replace(known, byes=byes)}), e, "bye")


def _drafted(t: Tournament, e: Entry, fact: f.Drafted) -> Tournament:
    if t.stage is not Stage.PLAYING or fact.round != t.next_round:
        return t
    rules = t.rules.get(fact.round, RoundRules())
    changes = tuple(replace(change, fits=change.seq not in fact.misfits) for change in rules.changes)
    draft = Draft(e.seq, fact.round, e.at, fact.pairs, fact.pab, fact.start_list, fact.order, fact.forced,
                  changes=changes, because=t.because)
    return replace(t, draft=draft, stuck=None, seed=fact.seed or t.seed, redraft_at=None)


def _about_draft(t: Tournament, e: Entry, draft: int) -> Tournament:
    if t.draft is None or t.draft.seq != draft:
        return t
    if isinstance(e.fact, f.PutOff):
        return replace(t, draft=replace(t.draft, not_yet=True))
    return _drop(t, e, "again")


def _drawn(t: Tournament, e: Entry, fact: f.Drawn) -> Tournament:
    draft = t.draft
    if draft is None or draft.seq != fact.draft:
        return t
    games = tuple(Game(draft.round, board, white, black, seq=e.seq, forced=white in draft.forced, moved=e.seq)
                  for board, (white, black) in enumerate(draft.pairs, 1))
    byes = {p.id: p.byes[draft.round] for p in t.players.values()
            if draft.round in p.byes and p.standing is Standing.IN}
    posted = Round(draft.round, draft.seq, e.seq, e.at, games, draft.pab, draft.order, byes,
                   tuple(change for change in draft.changes if change.fits))
    numbers = {player: number for number, player in enumerate(draft.start_list, 1)}
    players = {}
    for p in t.players.values():
        if p.number is not None or p.id in numbers:
            players[p.id] = replace(p, number=numbers[p.id] if p.number is None else p.number)
        else:                                     # on the waiting list, or gone: a late entry if he comes
            players[p.id] = replace(p, first_round=max(p.first_round, draft.round + 1))
    return replace(t, rounds=(*t.rounds, posted), players=players, draft=None, dropped=None, because="",
                   touched=e.at)


def _ordered(t: Tournament, e: Entry, fact: f.Lifted | f.Swapped | f.Forced | f.Forbidden) -> Tournament:
    """A judge's order for the next round: kept by every remake until the round is posted."""
    match fact:
        case f.Forbidden(a, b, strength, number, reason):
            pair = frozenset({a, b})
            bans = tuple(ban for ban in t.bans if (ban.players, ban.round) != (pair, number))
            if strength:
                bans = (*bans, Ban(pair, strength, number))
            return _drop(replace(t, bans=bans), e, "forbid")
        case f.Swapped(number, a, b, reason):
            change = Change("swap", (a, b), e.by, reason, seq=e.seq)
        case f.Forced(number, white, black, given, reason):
            change = Change("force", (white, black), e.by, reason, "given" if given else "", e.seq)
        case f.Lifted(number, limit, reason):
            change = Change("lift", (), e.by, reason, limit, e.seq)
    if number != t.next_round or any(player not in t.players for player in change.players):
        return t
    old = t.rules.get(number, RoundRules())
    lifted = old.lifted | {change.detail} if change.kind == "lift" else old.lifted
    rules = {**t.rules, number: RoundRules((*old.changes, change), lifted)}
    return _drop(replace(t, rules=rules), e, change.kind)


def _round(t: Tournament, number: int, **changes: Any) -> Tournament:
    if not 1 <= number <= len(t.rounds):
        return t
    posted = replace(t.rounds[number - 1], **changes)
    return replace(t, rounds=(*t.rounds[:number - 1], posted, *t.rounds[number:]))


def _board(t: Tournament, e: Entry, number: int, player: MemberId, change: Any) -> Tournament:
    """`t` with one board changed; `t` itself if there is no such board or `change` gives None."""
    if not 1 <= number <= len(t.rounds):
        return t
    posted = t.rounds[number - 1]
    game = posted.game_of(player)
    changed = change(game) if game else None
    if game is None or changed is None:
        return t
    changed = replace(changed, moved=e.seq, moved_at=e.at)
    return _round(t, number, games=tuple(changed if old is game else old for old in posted.games))


def _seated(t: Tournament, e: Entry, number: int, white: MemberId, black: MemberId) -> Tournament:
    """Section 4 (D2): a forced pair after the draw; the board is added after the others, the bye goes."""
    if number != len(t.rounds) or not {white, black} <= t.players.keys():
        return t
    posted = t.rounds[-1]
    if any(posted.game_of(player) for player in (white, black)):
        return t
    next_number = max((p.number or 0 for p in t.players.values()), default=0) + 1
    players = dict(t.players)
    for player in (white, black):
        known = players[player]
        if known.number is None:
            players[player] = replace(known, number=next_number, first_round=number)
            next_number += 1
    game = Game(number, len(posted.games) + 1, white, black, seq=e.seq, forced=True, moved=e.seq, moved_at=e.at)
    change = Change("seat", (white, black), e.by, seq=e.seq)
    pab = None if posted.pab in (white, black) else posted.pab
    return _drop(_round(replace(t, players=players), number, games=(*posted.games, game), pab=pab,
                        changes=(*posted.changes, change)), e, "joined")


def _reported(t: Tournament, e: Entry, number: int, side: MemberId, result: Result) -> Tournament:
    def change(game: Game) -> Game | None:
        if game.result is not None:
            return None
        report = Report(side, e.by, result, e.at, e.seq)
        others = tuple(old for old in game.reports if old.side != side)
        # a new claim explains the dispute; and who reports is here
        return replace(game, reports=(*others, report), disputed=None, disputed_at=None, escalated=False,
                       absence=None)
    return _board(t, e, number, side, change)


def _retract(game: Game) -> Game | None:
    return replace(game, reports=()) if game.result is None and game.reports else None


def _settled(t: Tournament, e: Entry, number: int, player: MemberId, result: Result, how: str) -> Tournament:
    def change(game: Game) -> Game | None:
        claims = [report.result for report in game.reports]
        if game.result is not None or result not in claims or (how == "agreed" and len(claims) < 2):
            return None
        return replace(game, result=result, how=how, settled_at=e.at, absence=None, called=None)
    settled = _board(t, e, number, player, change)
    return t if settled is t else _drop(replace(settled, touched=e.at), e, "result")


def _contest(game: Game, e: Entry, player: MemberId) -> Game | None:
    if game.result is None or game.contested is not None:
        return None
    return replace(game, contested=player, contested_at=e.at, contested_by=game.contested_by | {player})


def _ruled(t: Tournament, e: Entry, number: int, player: MemberId, result: Result | None) -> Tournament:
    def change(game: Game) -> Game:
        return replace(game, result=result, how="judge" if result else "",
                       settled_at=e.at if result else None,
                       reports=game.reports if result else (), disputed=None, disputed_at=None,
                       escalated=False, contested=None, absence=None, called=None)
    ruled = _board(t, e, number, player, change)
    return t if ruled is t else _drop(replace(ruled, touched=e.at), e, "result")


def _swap_colours(game: Game) -> Game:
    reports = tuple(replace(report, result=report.result.flipped) for report in game.reports)
    return replace(game, white=game.black, black=game.white, reports=reports,
                   result=game.result.flipped if game.result else None)
