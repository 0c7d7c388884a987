"""Does the Dutch engine pair like an arbiter who writes every candidate down in the order of article 4?

The slow engine below takes C.04.3 literally: it generates the candidates of a bracket one after another
(4.4, 4.2, 4.3), gives each its list of failures criterion by criterion, and keeps the first best one.
It shares nothing with the engine but the records.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations, permutations

import pytest

from engine.history import Kind, Past, Record
from engine.model import Colour
from engine.pairing import Field, NoLegalDraw, pair_field, pair_set

SEED = os.environ.get("CASES_SEED", date.today().isoformat())
ROUNDS = int(os.environ.get("DUTCH_ROUNDS", "400"))

Pairs = list[tuple[int, int]]


class Nothing(Exception):
    """No complete pairing exists."""


class Slow:
    """One round. Players are known by start number."""

    def __init__(self, field: Field, avoid: bool) -> None:
        self.field, self.avoid = field, avoid
        self.past = {n: field.records[n].past for n in field.records}
        counted = [
            n for n in sorted(field.records)
            if field.takes_part(n) or any(
                p.kind in (Kind.GAME, Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.BYE) for p in self.past[n]
            )
        ]
        self.tpn = {n: counted.index(n) + 1 for n in counted}
        self.order = sorted(field.playing, key=lambda n: (-self.score(n), self.tpn[n]))
        self.known: dict[tuple[frozenset[int], int | None], bool] = {}

    # ---- article 1

    def score(self, n: int, rounds: int | None = None) -> int:
        after = self.field.round - 1 if rounds is None else rounds
        virtual = self.field.virtual.get(n, ())
        return self.field.records[n].score(after) + (virtual[after] if len(virtual) > after else 0)

    def colours(self, n: int) -> list[Colour]:
        return [p.colour for p in self.past[n] if p.kind is Kind.GAME and p.colour]

    def surplus(self, n: int) -> int:
        games = self.colours(n)
        return games.count(Colour.WHITE) - games.count(Colour.BLACK)

    def due(self, n: int) -> tuple[Colour | None, str]:
        games, surplus = self.colours(n), self.surplus(n)
        if not games:
            return None, "none"
        if surplus > 1 or surplus < -1:
            return (Colour.BLACK if surplus > 0 else Colour.WHITE), "absolute"
        if games[-2:] in ([Colour.WHITE] * 2, [Colour.BLACK] * 2):
            return games[-1].other, "absolute"
        if surplus:
            return (Colour.BLACK if surplus > 0 else Colour.WHITE), "strong"
        return games[-1].other, "mild"

    def float(self, n: int, back: int) -> str:
        if back >= self.field.round:
            return ""
        past = self.past[n][-back]
        if past.kind is not Kind.GAME:
            return "down" if past.kind is Kind.BYE or past.points > 0 else ""
        before = self.field.round - 1 - back
        assert past.opponent is not None
        mine, his = self.score(n, before), self.score(past.opponent, before)
        return "down" if mine > his else "up" if mine < his else ""

    def topscorer(self, n: int) -> bool:
        return self.field.round == self.field.rounds and self.score(n) > self.field.round - 1

    # ---- 2.1 to 2.3

    def may_meet(self, a: int, b: int) -> bool:
        if any(p.kind is Kind.GAME and p.opponent == b for p in self.past[a]):
            return False
        if {a, b} in self.field.never or (self.avoid and {a, b} in self.field.avoid):
            return False
        (mine, how), (his, like) = self.due(a), self.due(b)
        if mine is his and how == like == "absolute":
            return self.topscorer(a) or self.topscorer(b)
        return True

    def bye_possible(self, n: int) -> bool:
        return not any(p.kind is Kind.BYE or (p.kind is not Kind.GAME and p.points >= 2) for p in self.past[n])

    def complete(self, players: frozenset[int], worst: int | None) -> bool:
        """Whether all can be paired, one bye for a player with at most so many points if their number is odd."""
        if not players:
            return True
        key = players, worst
        if key not in self.known:
            a = min(players, key=self.order.index)
            self.known[key] = (
                len(players) % 2 == 1 and worst is not None and self.score(a) <= worst and self.bye_possible(a)
                and self.complete(players - {a}, None)
            ) or any(
                self.may_meet(a, b) and self.complete(players - {a, b}, worst) for b in players - {a}
            )
        return self.known[key]

    # ---- article 5

    def white(self, a: int, b: int) -> int:
        hi, lo = sorted((a, b), key=self.order.index)
        (mine, how), (his, like) = self.due(hi), self.due(lo)
        if mine is None and his is None:
            assert self.field.first_colour is not None
            odd = self.tpn[hi] % 2 == 1
            return hi if odd == (self.field.first_colour is Colour.WHITE) else lo
        if mine is None or his is None or mine is not his:
            return hi if Colour.WHITE in (mine, his and his.other) else lo
        strength = ["mild", "strong", "absolute"]
        grant = None
        if how != like:
            grant = hi if strength.index(how) > strength.index(like) else lo
        elif how == "absolute" and abs(self.surplus(hi)) != abs(self.surplus(lo)):
            grant = max(hi, lo, key=lambda n: abs(self.surplus(n)))
        if grant is None:
            for one, two in zip(self.colours(hi)[::-1], self.colours(lo)[::-1], strict=False):
                if one is not two:
                    return hi if two is Colour.WHITE else lo
            grant = hi
        return grant if mine is Colour.WHITE else lo if grant == hi else hi

    # ---- 2.4

    def failures(
        self, moved: list[int], residents: list[int], below: list[int], following: list[int], pairs: Pairs,
        worst: int | None,
    ) -> list[object]:
        left = [n for n in moved + residents if n not in {m for pair in pairs for m in pair}]
        down = sorted((self.score(n) for n in left), reverse=True)
        level = self.score(residents[0])
        vector: list[object] = [len(down), down, self.next_bracket(left, following, below, worst)]     # C6, C7, C8
        alone = 0
        if worst is not None and worst >= level and len(left) == 1:                                    # C9
            alone = sum(p.kind is not Kind.GAME for p in self.past[left[0]])
        vector.append(alone)
        wide = third = refused = strong = 0
        for a, b in pairs:
            (mine, how), (his, like) = self.due(a), self.due(b)
            if mine is None or mine is not his:
                continue
            refused += 1
            both = how == like == "absolute"
            wide += both and abs(self.surplus(a)) > 1 and abs(self.surplus(b)) > 1
            if both:
                white = self.white(a, b)
                for n in (a, b):
                    third += self.colours(n)[-2:] == [Colour.WHITE if n == white else Colour.BLACK] * 2
            strong += not both and "mild" not in (how, like)
        vector += [wide, third, refused, strong]                                                       # C10 to C13
        crossing = [(a, b) for a, b in pairs if a in moved]
        for back in (1, 2):
            vector.append(sum(n in residents and self.float(n, back) == "down" for n in left))         # C14, C16
            vector.append(sum(self.float(b, back) == "up" for _, b in crossing))                       # C15, C17
        for back in (1, 2):
            partner = dict(crossing)
            vector.append(sorted((                                                                     # C18, C20
                1000 + self.score(m) if m not in partner else self.score(m) - level
                for m in moved if self.float(m, back) == "down"
            ), reverse=True))
            vector.append(sorted(                                                                      # C19, C21
                (self.score(a) - level for a, b in crossing if self.float(b, back) == "up"), reverse=True
            ))
        return vector

    def next_bracket(
        self, left: list[int], following: list[int], below: list[int], worst: int | None
    ) -> tuple[int, list[int]]:
        if not following:
            return 0, []
        rest = [n for n in below if n not in following]
        best: tuple[int, list[int]] | None = None

        def walk(waiting: list[int], alone: list[int]) -> None:
            nonlocal best
            if best is not None and len(alone) > best[0]:
                return
            if not waiting:
                value = len(alone), sorted((self.score(n) for n in alone), reverse=True)
                if (best is None or value < best) and self.complete(frozenset(alone + rest), worst):
                    best = value
                return
            a, *others = waiting
            for b in others:
                if not (a in left and b in left) and self.may_meet(a, b):
                    walk([n for n in others if n != b], alone)
            walk(others, [*alone, a])

        walk(left + following, [])
        assert best is not None
        return best

    # ---- articles 3 and 4

    def candidates(self, moved: list[int], residents: list[int], count: int) -> Iterator[Pairs]:
        """All candidates with so many pairs, in the order of article 4."""
        for m1 in range(min(len(moved), count), -1, -1):
            for chosen in combinations(moved, m1):                                                     # 4.4
                for opponents in permutations(residents, m1):                                          # 4.2
                    crossing = list(zip(chosen, opponents, strict=True))
                    if all(self.may_meet(a, b) for a, b in crossing):
                        rest = [n for n in residents if n not in opponents]
                        for inner in self.homogeneous(rest, count - m1):
                            yield crossing + inner

    def homogeneous(self, members: list[int], count: int) -> Iterator[Pairs]:
        if 2 * count > len(members):
            return
        one, two = list(range(count)), list(range(count, len(members)))
        exchanges = [
            (size, sum(into) - sum(out), [-x for x in sorted(out, reverse=True)], sorted(into))        # 4.3.2
            for size in range(min(len(one), len(two)) + 1)
            for out in combinations(one, size) for into in combinations(two, size)
        ]
        for _, _, gone, into in sorted(exchanges):
            out = [-x for x in gone]
            first = sorted([x for x in one if x not in out] + into)
            second = sorted([x for x in two if x not in into] + out)
            for chosen in permutations(second, count):
                pairs = [(members[a], members[b]) for a, b in zip(first, chosen, strict=True)]
                if all(self.may_meet(a, b) for a, b in pairs):
                    yield pairs

    def bracket(
        self, moved: list[int], residents: list[int], below: list[int], following: list[int], worst: int | None
    ) -> Pairs:
        members = moved + residents
        for count in range(len(members) // 2, -1, -1):                                                 # C6
            best: tuple[list[object], Pairs] | None = None
            seen: set[frozenset[tuple[int, int]]] = set()
            for pairs in self.candidates(moved, residents, count):
                same = frozenset((min(pair), max(pair)) for pair in pairs)
                if same in seen:
                    continue
                seen.add(same)
                left = frozenset(members) - {n for pair in pairs for n in pair}
                if not self.complete(left | set(below), worst):                                        # C4, C5
                    continue
                vector = self.failures(moved, residents, below, following, pairs, worst)
                if best is None or vector < best[0]:                                                   # 3.8.1
                    best = vector, pairs
            if best is not None:
                return best[1]
        raise AssertionError("the round was completable")

    def pair(self) -> tuple[set[tuple[int, int]], int | None]:
        everybody = frozenset(self.order)
        worst = None
        if len(everybody) % 2:                                                                         # C5
            scores = sorted({self.score(n) for n in everybody})
            worst = next((score for score in scores if self.complete(everybody, score)), None)
            if worst is None:
                raise Nothing
        elif not self.complete(everybody, None):
            raise Nothing
        scores = sorted({self.score(n) for n in everybody}, reverse=True)
        made: Pairs = []
        moved: list[int] = []
        for place, score in enumerate(scores):
            residents = [n for n in self.order if self.score(n) == score]
            below = [n for n in self.order if self.score(n) < score]
            following = [n for n in below if self.score(n) == scores[place + 1]]
            made += self.bracket(moved, residents, below, following, worst)
            moved = [n for n in moved + residents if n not in {m for pair in made for m in pair}]
        boards = {(a, b) if self.white(a, b) == a else (b, a) for a, b in made}
        return boards, moved[0] if moved else None


# ---- random rounds


def some_field(chance: random.Random, most: int) -> Field:
    """A round after rounds paired anyhow, the colours mostly as they are due."""
    size = chance.randint(2, most)
    rounds = chance.randint(0, min(7, size))
    past: dict[int, list[Past]] = {n: [] for n in range(1, size + 1)}
    met: set[frozenset[int]] = set()
    lone = chance.choice((0.02, 0.15))
    spread = chance.choice((0, 1, 4))
    for _ in range(rounds):
        numbers = list(past)
        chance.shuffle(numbers)
        numbers.sort(key=lambda n: -sum(p.points for p in past[n]) * bool(spread) + chance.random() * spread)
        while numbers:
            a = numbers.pop()
            b = next((n for n in numbers[::-1] if frozenset({a, n}) not in met), None)
            if b is None or chance.random() < lone:
                past[a].append(chance.choice((
                    Past(Kind.BYE, 2), Past(Kind.ABSENT), Past(Kind.HALF_BYE, 1), Past(Kind.FULL_BYE, 2),
                )))
                continue
            numbers.remove(b)
            if chance.random() < 0.07:
                past[a].append(Past(Kind.FORFEIT_WIN, 2, b, Colour.WHITE))
                past[b].append(Past(Kind.FORFEIT_LOSS, 0, a, Colour.BLACK))
                continue
            met.add(frozenset((a, b)))

            def whites(n: int) -> float:
                games = [p.colour for p in past[n] if p.kind is Kind.GAME]
                last = games[-1] is Colour.WHITE if games else 0.5
                whim = chance.random() * chance.choice((0.2, 0.2, 3))
                return 2 * games.count(Colour.WHITE) - len(games) + last + whim

            white, black = sorted((a, b), key=whites)
            points = chance.choice((0, 1, 2, 2))
            past[white].append(Past(Kind.GAME, points, black, Colour.WHITE))
            past[black].append(Past(Kind.GAME, 2 - points, white, Colour.BLACK))

    def pairs(many: int) -> frozenset[frozenset[int]]:
        return pair_set(chance.sample(range(1, size + 1), 2) for _ in range(chance.randint(0, many)))

    records = {
        n: Record(n, tuple(items), present=chance.random() > 0.06, withdrawn=chance.random() < 0.03)
        for n, items in past.items()
    }
    virtual = dict.fromkeys(range(1, size // 2 + 1), (2, 2, 2, 1, 1)) if chance.random() < 0.1 else {}
    return Field(
        rounds + 1, records, rounds=rounds + chance.choice((1, 1, 2, 3)), first_colour=chance.choice(list(Colour)),
        never=pairs(size // 2) if chance.random() < 0.15 else frozenset(),
        avoid=pairs(size) if chance.random() < 0.15 else frozenset(), virtual=virtual,
    )


def slow(field: Field) -> tuple[set[tuple[int, int]], int | None]:
    try:
        return Slow(field, True).pair()
    except Nothing:
        return Slow(field, False).pair()


def same_answer(field: Field) -> str:
    try:
        boards, bye = slow(field)
    except Nothing:
        with pytest.raises(NoLegalDraw):
            pair_field(field, "dutch")
        return "none"
    draw = pair_field(field, "dutch")
    assert (set(draw.boards), draw.bye) == (boards, bye)
    return "last" if field.round == field.rounds else "bye" if bye is not None else "drawn"


def test_the_engine_pairs_as_the_handbook_reads() -> None:
    print(f"seed {SEED}")
    chance = random.Random(f"{SEED} dutch")
    answers = [same_answer(some_field(chance, 9)) for _ in range(ROUNDS)]
    for answer in ("drawn", "bye", "last", "none"):
        assert answers.count(answer) > ROUNDS // 100


def test_the_order_of_candidates_is_that_of_article_4() -> None:
    """The check lists of the specification, 4 to 6 players."""
    slow = Slow(Field(1, {n: Record(n) for n in range(1, 7)}), False)

    def told(members: Sequence[int], count: int) -> list[str]:
        seen: dict[frozenset[frozenset[int]], str] = {}
        for pairs in slow.homogeneous(list(members), count):
            seen.setdefault(frozenset(map(frozenset, pairs)), " ".join(f"{min(p)}{max(p)}" for p in pairs))
        return list(seen.values())

    assert told(range(1, 5), 2) == ["13 24", "14 23", "12 34"]
    assert told(range(1, 6), 2) == [
        "13 24", "13 25", "14 23", "14 25", "15 23", "15 24", "12 34", "12 35", "14 35", "15 34", "12 45", "13 45",
        "24 35", "25 34", "23 45",
    ]
    assert told(range(1, 7), 3) == [
        "14 25 36", "14 26 35", "15 24 36", "15 26 34", "16 24 35", "16 25 34", "13 25 46", "13 26 45", "15 23 46",
        "16 23 45", "13 24 56", "14 23 56", "12 35 46", "12 36 45", "12 34 56",
    ]
