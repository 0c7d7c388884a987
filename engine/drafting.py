"""From a tournament to the facts of a draft: start list, field, the law's draw, what judges changed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine import facts as f
from engine import scorebook
from engine.facts import Fact
from engine.model import Change, Colour, MemberId, Player, RoundRules, Standing, Tournament
from engine.pairing import Draw, Field, Forced, Limit, NoLegalDraw, pair_field, roundrobin
from engine.pairing.field import pair_set
from engine.pairing.handling import HANDLINGS
from engine.pairing.lots import Entry, start_order
from engine.settings import FIDE_SYSTEMS, MOST_ROUNDS
from engine.ways import ways_out

Boards = tuple[tuple[MemberId, MemberId], ...]
BY_HAND = ("swap", "order")
"""Kinds of changes that are made to a finished draw, one after the other as they were ordered."""

NAMELESS: Mapping[MemberId, str] = {}

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE titles from the highest down (C.04.2 2.2.2)."""


def make_draft(t: Tournament, *, fresh_seed: str, keys: Mapping[MemberId, str]) -> list[Fact]:
    """The facts of a draft of the next round: `Drafted`, or `NoLegalDraw` with who blocks.

    `fresh_seed` (128 random bits) is used once, by the first draft, unless one was given. `keys` are
    casefolded names for FIDE systems, which order equals by name; the draughts systems never look at them.
    """
    seed = t.seed or fresh_seed
    order = start_list(t, seed, keys)
    field, misfits = field_of(t, order, seed)
    length = rounds_of(t, field)
    resized = [] if length == t.settings.rounds else [f.Changed("rounds", str(length))]
    if t.next_round > length:
        return [*resized]
    if len(field.playing) < 2 and t.robin is None and t.system != "roundrobin":
        return [*resized, f.NoLegalDraw(field.round, "too_few")]
    try:
        draw = pair_field(field, t.system)
    except NoLegalDraw as none:
        blocking = tuple(order[n - 1] for n in (*none.crowd, *none.few))
        return [f.NoLegalDraw(field.round, none.code, blocking, ways_out(field, t.system, order))]
    boards: Boards = tuple((order[white - 1], order[black - 1]) for white, black in draw.boards)
    pab = None if draw.bye is None else order[draw.bye - 1]
    for change in _rules(t).changes:
        if change.kind in BY_HAND:
            changed = applied(change, boards, pab)
            if changed is None or (change.kind == "swap" and met_pairs(t, changed[0])):
                misfits.append(change.seq)
            else:
                boards, pab = changed
    forced = tuple(order[pair.white - 1] for pair in field.standing_pairs)
    forced_now = tuple(white for white, black in boards if white in forced or black in forced)
    return [*resized, f.Drafted(field.round, boards, pab, order, tuple(order[n - 1] for n in draw.order),
                                None if t.seed else seed, forced_now, tuple(misfits))]


def rounds_of(t: Tournament, field: Field) -> int:
    """How many rounds the tournament has: as set; of a round robin as many as its players need.

    A table is as long as its field when round 1 is drawn; a stuck Swiss ends when all who are left have met.
    """
    if t.robin is not None:
        left = roundrobin.rest(field)
        whole = t.next_round - 1 + (len(left.rounds) if left.met < t.meetings else 0)
        return min(whole, MOST_ROUNDS if t.meetings == 1 else t.settings.rounds)
    if t.system == "roundrobin" and not t.rounds:
        return min(roundrobin.rounds(len(field.records), t.settings.cycles), MOST_ROUNDS)
    return t.settings.rounds


def start_list(t: Tournament, seed: str, keys: Mapping[MemberId, str] = NAMELESS) -> tuple[MemberId, ...]:
    """Ids in order of start number as the next draft has them (draughts.md section 4, D2; C.04.2 2.2-2.5).

    As long as numbers are made anew, FIDE systems go by rating, title and name, the others by rating and
    lot; afterwards newcomers get the next free ones, by first round and then by first joining.
    """
    newcomers = sorted((p for p in t.entered() if p.number is None), key=lambda p: p.joined)
    due = [p for p in newcomers if p.first_round <= t.next_round]
    if not scorebook.renumbers(t):
        due.sort(key=lambda p: (p.first_round, p.joined))
        return (*scorebook.start_list(t), *(p.id for p in due))
    if t.system in FIDE_SYSTEMS and t.settings.ratings:
        known = [p for p in t.players.values() if p.number is not None]
        return tuple(p.id for p in sorted((*known, *due), key=lambda p: _strength(p, keys)))
    entries = [Entry(n, p.rating, p.first_round) for n, p in enumerate(newcomers, 1)]
    numbered = start_order(entries, seed, t.system, ratings_used=t.settings.ratings)
    return tuple(newcomers[n - 1].id for n in numbered)


def _strength(player: Player, keys: Mapping[MemberId, str]) -> tuple[int, int, str, int]:
    """C.04.2 2.2: rating (none sorts as 0), title, name by code points; at last who joined first."""
    title = TITLES.index(player.title) if player.title in TITLES else len(TITLES)
    return -(player.rating or 0), title, keys.get(player.id, ""), player.joined


def field_of(t: Tournament, order: tuple[MemberId, ...], seed: str) -> tuple[Field, list[int]]:
    """The field of the next round, and the seqs of forced pairs that no longer fit it."""
    number = scorebook.numbers(order)
    rules = _rules(t)
    bans = [ban for ban in t.bans if ban.round in (None, t.next_round) and ban.players <= number.keys()]
    strengths = {kind: pair_set([number[p] for p in ban.players] for ban in bans if ban.strength == kind)
                 for kind in ("never", "avoid")}
    forced: list[Forced] = []
    misfits: list[int] = []
    for change in rules.changes:
        if change.kind == "force":
            if _fits(t, change, number, forced, strengths["never"]):
                white, black = change.players
                forced.append(Forced(number[white], number[black], coloured=change.detail == "given"))
            else:
                misfits.append(change.seq)
    colour = {"white": Colour.WHITE, "black": Colour.BLACK}.get(t.settings.colour)
    field = Field(
        round=t.next_round, records=scorebook.records(t, order), seed=seed, rounds=t.settings.rounds,
        forced=tuple(forced), never=strengths["never"], avoid=strengths["avoid"] - strengths["never"],
        pots=tuple(pot for players in rules.pots if (pot := tuple(number[p] for p in players if p in number))),
        lifted=frozenset(Limit(limit) for limit in rules.lifted), first_colour=colour,
        scoring=t.settings.scoring, handling=HANDLINGS[t.settings.handling],
        cycles=t.settings.cycles, robin=t.robin or 1)
    return field, misfits


def _fits(t: Tournament, change: Change, number: Mapping[MemberId, int], forced: list[Forced],
          never: frozenset[frozenset[int]]) -> bool:
    if any(player not in number or t.players[player].standing is not Standing.IN
           or t.next_round in t.players[player].byes for player in change.players):
        return False
    pair = {number[player] for player in change.players}
    taken = {n for other in forced for n in other.players}
    # two who met before the order were allowed a rematch; two who have met since are not (D24)
    met_since = any(game.result is not None and game.result.played and {*game.players} == {*change.players}
                    for posted in t.rounds if posted.drawn > change.seq for game in posted.games)
    return frozenset(pair) not in never and not pair & taken and not met_since


def _rules(t: Tournament) -> RoundRules:
    return t.rules.get(t.next_round, RoundRules())


def applied(change: Change, boards: Boards, pab: MemberId | None) -> tuple[Boards, MemberId | None] | None:
    """The boards and the bye after one of the changes `BY_HAND`; None if it does not fit them."""
    if change.kind == "swap":
        return exchange(boards, pab, *change.players)
    ordered = arrange(boards, change.players)
    return None if ordered is None else (ordered, pab)


def arrange(boards: Boards, whites: tuple[MemberId, ...]) -> Boards | None:
    """The boards of these Whites first, in this order, then the others; None if one of them has not White."""
    of = {white: (white, black) for white, black in boards}
    if not of.keys() >= {*whites}:
        return None
    return (*(of[white] for white in whites), *(pair for pair in boards if pair[0] not in whites))


def exchange(boards: Boards, pab: MemberId | None, a: MemberId, b: MemberId
             ) -> tuple[Boards, MemberId | None] | None:
    """The boards after two players changed places (with each other as opponents: colours); None if one has none."""
    seated = {player for pair in boards for player in pair} | ({pab} if pab is not None else set())
    if not {a, b} <= seated or a == b:
        return None
    other = {a: b, b: a}
    swapped = tuple((other.get(white, white), other.get(black, black)) for white, black in boards)
    return swapped, pab if pab is None else other.get(pab, pab)


def met_pairs(t: Tournament, boards: Boards) -> list[tuple[MemberId, MemberId]]:
    """The pairs among these that have played a game with each other (D6)."""
    games = {frozenset(game.players) for posted in t.rounds for game in posted.games
             if game.result is not None and game.result.played}
    return [pair for pair in boards if frozenset(pair) in games]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change of the draft would break: `met` and `banned` refuse, the others need confirming."""

    met: tuple[tuple[MemberId, MemberId], ...] = ()
    banned: tuple[tuple[MemberId, MemberId], ...] = ()
    fourth_colour: tuple[MemberId, ...] = ()
    second_bye: MemberId | None = None

    @property
    def doubtful(self) -> bool:
        return bool(self.fourth_colour) or self.second_bye is not None


def inspect(t: Tournament, boards: Boards, pab: MemberId | None, only: set[MemberId],
            later: int | None = None) -> Preview:
    """What section 5 says of these boards, but only those of `only`; in the next round or a `later` one."""
    touched = tuple(pair for pair in boards if only & set(pair))
    rounds = (None, later or t.next_round)
    never = {ban.players for ban in t.bans if ban.strength == "never" and ban.round in rounds}
    order = tuple(dict.fromkeys((*scorebook.start_list(t), *(p for pair in boards for p in pair),
                                 *(() if pab is None else (pab,)))))
    book = scorebook.records(t, order)
    number = scorebook.numbers(order)
    fourth = tuple(player for pair in touched for player, colour in zip(pair, Colour, strict=True)
                   if _too_often(t, book[number[player]].colours, colour))
    again = pab is not None and pab in only and book[number[pab]].won_without_play
    return Preview(tuple(met_pairs(t, touched)), tuple(p for p in touched if frozenset(p) in never), fourth,
                   pab if again else None)


def _too_often(t: Tournament, colours: tuple[Colour, ...], colour: Colour) -> bool:
    """Whether one more game with this colour passes the limit: a fourth running; C.04.1 articles 6 and 7."""
    if t.system not in FIDE_SYSTEMS:
        return colours[-3:] == (colour,) * 3
    return colours[-2:] == (colour,) * 2 or 2 * colours.count(colour) - len(colours) > 1


__all__ = ["BY_HAND", "Draw", "Preview", "applied", "arrange", "exchange",
           "field_of", "inspect", "make_draft", "met_pairs", "start_list"]
