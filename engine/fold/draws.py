"""Facts about the draw: settings it rests on, drafts, postings, what judges ordered, late seats."""

from __future__ import annotations

from collections.abc import Iterable
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
    Player,
    Refused,
    Round,
    RoundRules,
    Stage,
    Standing,
    Tournament,
)

_DRAW_SETTINGS = frozenset({
    "game", "system", "rounds", "points", "ratings", "colour", "late", "byes", "limit", "seed", "cycles",
    "handling",
})


def setting(t: Tournament, e: Entry, key: str, value: str, reason: str = "") -> Tournament:
    try:
        settings = spelling.parse(t.settings, key, value)
    except Refused:                       # a spelling of an older release: it changes nothing any more
        return t
    seed = settings.seed if key == "seed" else t.seed
    changed = replace(t, settings=settings, seed=seed)
    if key == "closes" and t.stage is Stage.ENTRY and not t.settings.weekly:
        changed = replace(changed, closed={})                # entry for round 1 may be open again
    if key == "rounds" and t.rounds and reason:              # decided after round 1: the players read why
        change = Change("rounds", (), e.by, reason, value, e.seq)
        changed = in_round(changed, len(t.rounds), changes=(*t.rounds[-1].changes, change))
    return drop(changed, e, "settings") if key in _DRAW_SETTINGS else changed


def drafted(t: Tournament, e: Entry, fact: f.Drafted) -> Tournament:
    if t.stage is not Stage.PLAYING or fact.round != t.next_round or not t.players.keys() >= {*fact.start_list}:
        return t                                  # the entry of one of its players was taken back
    if t.settings.weekly and fact.round not in t.closed:
        return t                                  # its vote is open again
    rules = t.rules.get(fact.round, RoundRules())
    changes = tuple(replace(change, fits=change.seq not in fact.misfits) for change in rules.changes)
    draft = Draft(e.seq, fact.round, e.at, fact.pairs, fact.pab, fact.start_list, fact.order, fact.forced,
                  changes=changes, because=t.because)
    return replace(t, draft=draft, stuck=None, seed=fact.seed or t.seed, redraft_at=None)


def numbered(t: Tournament, e: Entry) -> Tournament:
    """The tournament that has counted this entry's draft, if it made one.

    A draft that was taken back is counted all the same: its number stands on cards and is not used again.
    """
    if not isinstance(e.fact, f.Drafted):
        return t
    number = 1 + sum(round == e.fact.round for round, _ in t.drafts.values())
    return replace(t, drafts={**t.drafts, e.seq: (e.fact.round, number)})


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
    seated = {draft.pab, *(player for pair in draft.pairs for player in pair)}
    # who has a board misses nothing, though what was taken back since may say so
    byes = {p.id: p.byes[draft.round] for p in t.entered() if draft.round in p.byes and p.id not in seated}
    free = tuple(player for player in draft.order
                 if player not in seated and t.players[player].standing is Standing.IN)
    posted = Round(draft.round, draft.seq, e.seq, e.at, games, draft.pab, draft.order, byes,
                   tuple(change for change in draft.changes if change.fits), free, pab_since=e.seq,
                   elsewhere=fact.elsewhere, day=fact.day)
    numbers = {player: number for number, player in enumerate(draft.start_list, 1)}
    players = {}
    for p in t.players.values():
        if p.id in numbers:
            players[p.id] = replace(p, number=numbers[p.id])
        else:                                     # on the waiting list, or gone: a late entry if he comes
            players[p.id] = replace(p, first_round=max(p.first_round, draft.round + 1))
    return replace(t, rounds=(*t.rounds, posted), players=players, draft=None, dropped=None, because="")


def ordered(t: Tournament, e: Entry,
            fact: f.Lifted | f.Swapped | f.Reordered | f.Forced | f.Forbidden | f.Potted) -> Tournament:
    """A judge's order for this round or a later one: kept by every remake until the round is posted."""
    pots: tuple[tuple[MemberId, ...], ...] | None = None
    match fact:
        case f.Forbidden(a, b, strength, number, reason):
            return _forbidden(t, e, frozenset({a, b}), strength, number,
                              Change("forbid", (a, b), e.by, reason, strength, e.seq))
        case f.Swapped(number, a, b, reason):
            change = Change("swap", (a, b), e.by, reason, seq=e.seq)
        case f.Reordered(number, boards, reason):
            change = Change("order", boards, e.by, reason, seq=e.seq)
        case f.Forced(number, white, black, given, reason):
            change = Change("force", (white, black), e.by, reason, "given" if given else "", e.seq)
        case f.Lifted(number, limit, reason):
            change = Change("lift", (), e.by, reason, limit, e.seq)
        case f.Potted(number, pots, reason):
            change = Change("pots", (), e.by, reason, "" if pots else "off", e.seq)
    if number < t.next_round or any(player not in t.players for player in change.players):
        return t
    if number > t.next_round and change.kind not in ("force", "pots"):
        return t
    old = t.rules.get(number, RoundRules())
    changes = tuple(each for each in old.changes if pots is None or each.kind != "pots")
    lifted = old.lifted | {change.detail} if change.kind == "lift" else old.lifted
    rules = {**t.rules, number: RoundRules((*changes, change), lifted, old.pots if pots is None else pots)}
    changed = replace(t, rules=rules)
    return drop(changed, e, change.kind) if number == t.next_round else changed


def _forbidden(t: Tournament, e: Entry, pair: frozenset[MemberId], strength: str, number: int | None,
               change: Change) -> Tournament:
    """The ban, and for the players the line that tells it: in the next round that is posted (5.4.10.12)."""
    bans = tuple(ban for ban in t.bans if (ban.players, ban.round) != (pair, number))
    if strength:
        bans = (*bans, Ban(pair, strength, number))
    shown = max(t.next_round, number or 0)
    old = t.rules.get(shown, RoundRules())
    told = tuple(each for each in old.changes if each.kind != "forbid" or frozenset(each.players) != pair)
    if strength or len(told) == len(old.changes):        # a ban that nobody has seen yet goes without a word
        told = (*told, change)
    rules = {**t.rules, shown: replace(old, changes=told)}
    return drop(replace(t, bans=bans, rules=rules), e, "forbid")


def robin(t: Tournament, e: Entry, fact: f.RoundRobin) -> Tournament:
    """The rest is a round robin: from this round on, in so many rounds."""
    if fact.round != t.next_round or t.stage is not Stage.PLAYING:
        return t
    old = t.rules.get(fact.round, RoundRules())
    rules = {**t.rules, fact.round: replace(old, changes=(
        *old.changes, Change("robin", (), e.by, fact.reason, seq=e.seq)))}
    settings = replace(t.settings, rounds=fact.rounds)
    return drop(replace(t, settings=settings, rules=rules, robin=fact.round, meetings=fact.meetings), e, "robin")


def redrawn(t: Tournament, e: Entry, fact: f.Redrawn) -> Tournament:
    """Section 12: boards that are kept stay as they are; a new pair is a new board, and tells so.

    Nothing, if it would take away a board that has a result meanwhile.
    """
    seated = {player for pair in fact.pairs for player in pair} | ({fact.pab} if fact.pab is not None else set())
    if fact.round != len(t.rounds) or not seated <= t.players.keys():
        return t
    posted = t.rounds[-1]
    old = {game.players: game for game in posted.games}
    if any(game.result is not None and game.players not in fact.pairs for game in posted.games):
        return t
    games = tuple(
        replace(old[pair], board=board) if pair in old
        else Game(fact.round, board, *pair, seq=e.seq, moved=e.seq, moved_at=e.at)
        for board, pair in enumerate(fact.pairs, 1))
    new = tuple(player for pair in fact.pairs if pair not in old for player in pair)
    same = fact.pab == posted.pab
    told = (*new, *(() if same or fact.pab is None else (fact.pab,)))
    excused = {p.id for p in t.entered()} | {*posted.byes}
    byes = {p.id: p.byes[fact.round] for p in t.players.values()
            if fact.round in p.byes and p.id in excused - seated}
    change = Change("redraw", told, e.by, fact.reason, seq=e.seq)
    changed = in_round(replace(t, players=_numbered(t, seated, fact.round)), fact.round, games=games,
                       pab=fact.pab, pab_since=posted.pab_since if same else e.seq, byes=byes,
                       changes=(*posted.changes, change))
    return drop(changed, e, "redraw")


def _numbered(t: Tournament, seated: Iterable[MemberId], number: int) -> dict[MemberId, Player]:
    """The players; those who come to a board without a start number get the next free ones (D2)."""
    taken = max((p.number or 0 for p in t.players.values()), default=0)
    players = dict(t.players)
    new = [players[player] for player in seated if players[player].number is None]
    for place, player in enumerate(sorted(new, key=lambda p: p.joined), 1):
        byes = {missed: halves for missed, halves in player.byes.items() if missed != number}
        players[player.id] = replace(player, number=taken + place, first_round=number, byes=byes)
    return players


def seated(t: Tournament, e: Entry, number: int, white: MemberId, black: MemberId) -> Tournament:
    """Section 4 (D2): a forced pair after the draw; the board is added after the others, the bye goes."""
    if number != len(t.rounds) or not {white, black} <= t.players.keys():
        return t
    posted = t.rounds[-1]
    if any(posted.game_of(player) for player in (white, black)):
        return t
    players = _numbered(t, (white, black), number)
    game = Game(number, len(posted.games) + 1, white, black, seq=e.seq, forced=True, moved=e.seq, moved_at=e.at)
    change = Change("seat", (white, black), e.by, seq=e.seq)
    pab = None if posted.pab in (white, black) else posted.pab
    return drop(in_round(replace(t, players=players), number, games=(*posted.games, game), pab=pab,
                        changes=(*posted.changes, change)), e, "joined")
