"""Facts about the draw: settings it rests on, drafts, postings, what judges ordered, late seats."""

from __future__ import annotations

from dataclasses import replace

from engine import facts as f
from engine import settings as spelling
from engine.facts import Entry
from engine.fold.common import drop, in_round
from engine.model import (
    Ban,
    Change,
    Draft,
    Game,
    MemberId,
    Refused,
    Round,
    RoundRules,
    Stage,
    Standing,
    Tournament,
)

_DRAW_SETTINGS = frozenset({
    "system", "rounds", "points", "ratings", "colour", "late", "byes", "limit", "seed",
})


def setting(t: Tournament, e: Entry, key: str, value: str) -> Tournament:
    try:
        settings = spelling.parse(t.settings, key, value)
    except Refused:                       # a spelling of an older release: it changes nothing any more
        return t
    seed = settings.seed if key == "seed" else t.seed
    changed = replace(t, settings=settings, seed=seed)
    return drop(changed, e, "settings") if key in _DRAW_SETTINGS else changed


def drafted(t: Tournament, e: Entry, fact: f.Drafted) -> Tournament:
    if t.stage is not Stage.PLAYING or fact.round != t.next_round:
        return t
    rules = t.rules.get(fact.round, RoundRules())
    changes = tuple(replace(change, fits=change.seq not in fact.misfits) for change in rules.changes)
    draft = Draft(e.seq, fact.round, e.at, fact.pairs, fact.pab, fact.start_list, fact.order, fact.forced,
                  changes=changes, because=t.because)
    return replace(t, draft=draft, stuck=None, seed=fact.seed or t.seed, redraft_at=None)


def about_draft(t: Tournament, e: Entry, draft: int) -> Tournament:
    if t.draft is None or t.draft.seq != draft:
        return t
    if isinstance(e.fact, f.PutOff):
        return replace(t, draft=replace(t.draft, not_yet=True))
    return drop(t, e, "again")


def drawn(t: Tournament, e: Entry, fact: f.Drawn) -> Tournament:
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


def ordered(t: Tournament, e: Entry, fact: f.Lifted | f.Swapped | f.Forced | f.Forbidden) -> Tournament:
    """A judge's order for the next round: kept by every remake until the round is posted."""
    match fact:
        case f.Forbidden(a, b, strength, number, reason):
            pair = frozenset({a, b})
            bans = tuple(ban for ban in t.bans if (ban.players, ban.round) != (pair, number))
            if strength:
                bans = (*bans, Ban(pair, strength, number))
            return drop(replace(t, bans=bans), e, "forbid")
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
    return drop(replace(t, rules=rules), e, change.kind)


def seated(t: Tournament, e: Entry, number: int, white: MemberId, black: MemberId) -> Tournament:
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
    return drop(in_round(replace(t, players=players), number, games=(*posted.games, game), pab=pab,
                        changes=(*posted.changes, change)), e, "joined")
