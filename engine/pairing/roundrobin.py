"""Round robin: everybody meets everybody, once or twice (FIDE Handbook C.05 Annex 1, Berger tables).

A player's start number is his line of the table and stays it: whoever withdraws keeps his boards, which
his opponents win by forfeit when a judge says so. In an odd field one line is free; who meets it has a
free round worth nothing. A round robin that begins later than round 1 completes a Swiss that was stuck:
those who are there meet whom they have not met, in the fewest rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, count

from engine.model import Colour
from engine.pairing.classification import classify
from engine.pairing.draughts import arrange
from engine.pairing.field import Draw, Field, Forced, NoLegalDraw, Pair
from engine.pairing.reasons import Paired
from engine.pairing.simple import SIMPLE

LAW = "C.05 Annex 1"

MOST_LEFT = 8
"""More players than these cannot turn a Swiss into a round robin: it would take too many rounds."""


def lines(players: int) -> int:
    """Lines of the table: an odd field has a free one."""
    return players + players % 2


def rounds(players: int, cycles: int = 1) -> int:
    """How many rounds everybody needs to meet everybody so often."""
    return max(lines(players) - 1, 1) * cycles


def berger(size: int) -> tuple[tuple[Pair, ...], ...]:
    """The Berger table for an even number of lines: by round the boards, (White, Black).

    In round r the last line plays x, where 2x ≡ r + 1 modulo size - 1, and has White in even rounds;
    the other boards are those whose numbers add up to 2x, in steps away from x.
    """
    ring = size - 1

    def line(number: int) -> int:
        return (number - 1) % ring + 1

    table = []
    for r in range(1, size):
        x = (r + 1) // 2 if r % 2 else (size + r) // 2
        first = (x, size) if r % 2 else (size, x)
        table.append((first, *((line(x + step), line(x - step)) for step in range(1, size // 2))))
    return tuple(table)


def draw(field: Field) -> Draw:
    """The round of the table, or of what is left of one. Raises NoLegalDraw when nobody is left to meet."""
    return _of_table(field) if field.robin == 1 else _of_rest(field)


def _of_table(field: Field) -> Draw:
    """Cycles alternate colours; before a second one the last two rounds of the first change places.

    So nobody has one colour three times running where the cycles meet (Annex 1).
    """
    size = lines(len(field.records))
    cycle, row = divmod(field.round - 1, size - 1)
    if field.cycles > 1 and cycle == 0 and 0 <= size - 3 <= row:
        row = 2 * size - 5 - row
    pairs = [pair for pair in berger(size)[row] if max(pair) in field.records]
    boards = tuple((black, white) if cycle % 2 else (white, black) for white, black in pairs)
    order = tuple(sorted(field.records))
    told = tuple(Paired(white, black, "table", article=LAW) for white, black in boards)
    return Draw(boards, None, order, {n: field.records[n].score() for n in order}, {}, told)


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left to play: everybody has met `met` times already, and these rounds make it once more."""

    met: int
    rounds: tuple[tuple[Pair, ...], ...]


def rest(field: Field) -> Rest:
    """Who is still to meet among those taking part, in the fewest rounds; pairs forbidden `never` are not.

    A forfeit before the round robin is no meeting (D6); in it the game is done with.
    """
    met: Counter[Pair] = Counter({
        pair: 0 for pair in combinations(field.playing, 2) if frozenset(pair) not in field.never})
    for a, b in met:
        met[a, b] = sum(1 for number, past in enumerate(field.records[a].past, 1)
                        if past.opponent == b and (past.played or number >= field.robin))
    least = min(met.values(), default=0)
    return Rest(least, _fewest(frozenset(pair for pair, times in met.items() if times == least)))


def can_follow(field: Field) -> bool:
    """Whether the rounds from this one on can be a round robin of those taking part, instead of a Swiss."""
    return (field.robin == 1 < field.round and len(field.playing) <= MOST_LEFT
            and bool(rest(replace(field, robin=field.round)).rounds))


def _of_rest(field: Field) -> Draw:
    left = rest(field).rounds
    if not left:
        raise NoLegalDraw("no_pairing", field.playing)
    ranked = classify(field, SIMPLE)
    boards, coloured = arrange(field, SIMPLE, ranked, [_again(field, pair) for pair in left[0]])
    told = tuple(Paired(white, black, "rest", article=LAW) for white, black in boards)
    return Draw(boards, None, ranked.order, ranked.points, {}, (*told, *coloured))


def _again(field: Field, pair: Pair) -> Forced:
    """Colours by balance (section 14); two who have met change those of their last game."""
    a, b = pair
    last = next((past.colour for past in reversed(field.records[a].past)
                 if past.opponent == b and past.played), None)
    return Forced(*((a, b) if last is Colour.BLACK else (b, a)), coloured=last is not None)


def _fewest(pairs: frozenset[Pair]) -> tuple[tuple[Pair, ...], ...]:
    """All pairs in the fewest rounds, by trying; meant for few players."""
    if not pairs:
        return ()
    return next(found for rounds in count(1) if (found := _within(pairs, rounds)) is not None)


def _within(pairs: frozenset[Pair], rounds: int) -> tuple[tuple[Pair, ...], ...] | None:
    if not pairs:
        return ()
    games = Counter(number for pair in pairs for number in pair)
    others = len(games) - 1                              # without the one who has the fewest games
    if (max(games.values()) > rounds or len(pairs) > len(games) // 2 * rounds
            or len(pairs) - min(games.values()) > others // 2 * rounds):
        return None
    urgent = {number for number, left in games.items() if left == rounds}
    for chosen in _rounds(sorted(pairs)):
        if urgent <= {number for pair in chosen for number in pair}:
            further = _within(pairs - set(chosen), rounds - 1)
            if further is not None:
                return chosen, *further
    return None


def _rounds(pairs: list[Pair]) -> Iterator[tuple[Pair, ...]]:
    """All ways to choose boards for one round, those with the first player at a board first."""
    if not pairs:
        yield ()
        return
    one = pairs[0][0]
    for pair in (pair for pair in pairs if one in pair):
        for others in _rounds([other for other in pairs if not {*other} & {*pair}]):
            yield (pair, *others)
    yield from _rounds([pair for pair in pairs if one not in pair])
