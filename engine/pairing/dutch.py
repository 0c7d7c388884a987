"""The FIDE Dutch system, edition 2026: C.04.3, applied from 1 February 2026.

The text in order: article 1 (players, floats, preferences) is `dutch_players`, articles 2.2 to 4 for one
bracket are `dutch_bracket`, article 5 is `dutch_colours`; this module goes down the brackets (1.9).
Forced pairs are taken out before everything; pairs to avoid are forbidden first and allowed only if
the round cannot be paired otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.pairing.bits import bits
from engine.pairing.completion import Completion
from engine.pairing.dutch_bracket import best
from engine.pairing.dutch_colours import allocate
from engine.pairing.dutch_costs import Bracket, Candidate
from engine.pairing.dutch_direct import direct
from engine.pairing.dutch_players import Players
from engine.pairing.fide import Entrant, entrants, initial_colour, publication
from engine.pairing.fide_reasons import Bye, ByeScore, Downfloat, FideReason, Given, Scoregroup
from engine.pairing.field import Draw, Field, NoLegalDraw, Pair
from engine.pairing.reasons import AvoidedAnyway

LAW = "FIDE C.04.3 (2026)"


def draw(field: Field) -> Draw:
    """Pair the round. Raises NoLegalDraw if no complete pairing exists (1.9.3); gives up no rule itself."""
    ranked = entrants(field, field.playing)
    entrant = {each.number: each for each in ranked}
    forced = field.standing_pairs
    taken = {number for pair in forced for number in pair.players}
    free = [each.number for each in ranked if each.number not in taken]
    reasons: list[FideReason | AvoidedAnyway] = []
    made, avoided = descend(field, free)
    if not avoided:
        reasons.append(AvoidedAnyway())
    reasons += made.reasons

    initial = initial_colour(field)
    boards: list[tuple[Entrant, Entrant]] = []
    for pair in forced:
        if pair.coloured:
            reasons.append(Given(pair.white, pair.black))
            boards.append((entrant[pair.white], entrant[pair.black]))
    uncoloured = [(pair.white, pair.black) for pair in forced if not pair.coloured]
    for both in (*uncoloured, *made.pairs):
        hi, lo = sorted((entrant[number] for number in both), key=lambda each: (-each.score, each.tpn))
        allotted = allocate(hi, lo, initial)
        reasons.append(allotted)
        boards.append((entrant[allotted.white], entrant[allotted.black]))
    return Draw(
        tuple((white.number, black.number) for white, black in publication(field, boards)), made.bye,
        tuple(each.number for each in ranked), {each.number: each.score for each in ranked}, {}, tuple(reasons),
    )


def descend(field: Field, numbers: Sequence[int], no_bye: frozenset[int] = frozenset()) -> tuple[Descent, bool]:
    """The round of these players, and whether with all pairs to avoid forbidden (draughts.md 5.3).

    Raises NoLegalDraw if it cannot be paired even without that.
    """
    try:
        return Descent(field, numbers, avoid=True, no_bye=no_bye), True
    except NoLegalDraw:
        if not any(pair <= set(numbers) for pair in field.avoid - field.never):
            raise
    return Descent(field, numbers, avoid=False, no_bye=no_bye), False


class Descent:
    """One way down the brackets with fixed legality (1.9.2).

    `steps` are the brackets with what was made of them; `pairs` and `bye` are start numbers. `no_bye`
    are players who are not to have the bye whatever the law says (to see what would happen then).
    Raises NoLegalDraw.
    """

    def __init__(
        self, field: Field, numbers: Sequence[int], *, avoid: bool, no_bye: frozenset[int] = frozenset()
    ) -> None:
        self.players = players = Players(field, numbers, avoid=avoid, no_bye=no_bye)
        self.reasons: list[FideReason] = []
        self.bye_score: int | None = None
        legal = list(players.legal)
        if players.size % 2:
            self._find_bye_score(legal)
        self.completion = Completion(legal)
        if not self.completion.perfect((1 << len(legal)) - 1):
            raise self._impossible("no_pairing", self.completion)
        self.steps: list[tuple[Bracket, Candidate]] = []
        left = self._brackets()
        self.pairs: list[Pair] = [self._names(pair) for _, made in self.steps for pair in made.pairs]
        self.bye = players.entrants[next(bits(left))].number if left else None
        if self.bye is not None:
            place = players.place[self.bye]
            self.reasons.append(Bye(self.bye, players.scores[place], players.unplayed[place]))

    def _names(self, pair: tuple[int, int]) -> Pair:
        return self.players.entrants[pair[0]].number, self.players.entrants[pair[1]].number

    def _impossible(self, code: str, completion: Completion) -> NoLegalDraw:
        return NoLegalDraw(code, *(self.players.names(mask) for mask in completion.blocked))

    def _find_bye_score(self, legal: list[int]) -> None:
        """2.3.1 C5: the lowest score at which a bye leaves a complete pairing; the bye becomes a vertex."""
        players = self.players
        everybody = (1 << players.size + 1) - 1
        barred = 0
        legal.append(0)
        completion = Completion(legal)
        for score, members in reversed(players.groups):
            able = members & players.may_have_bye                                            # 2.1.2  C2
            barred |= members ^ able
            legal[-1] |= able
            for i in bits(able):
                legal[i] |= 1 << players.size
            if able and completion.perfect(everybody):
                self.bye_score = score
                self.reasons.append(ByeScore(score, players.names(barred)))
                return
        anybody = Completion([mask | 1 << players.size for mask in players.legal] + [everybody >> 1])
        raise self._impossible("no_bye" if anybody.perfect(everybody) else "no_pairing", anybody)

    def _brackets(self) -> int:
        """1.9.2: from the top scoregroup down; who is left over by the last bracket has the bye."""
        groups = self.players.groups
        moved = 0
        below = (1 << len(self.completion.legal)) - 1
        for place, (score, residents) in enumerate(groups):
            below ^= residents
            next_score, following = groups[place + 1] if place + 1 < len(groups) else (score, 0)
            bracket = Bracket(
                moved, residents, following, below ^ following,
                self.bye_score is not None and self.bye_score >= score,
            )
            made = direct(self.players, self.completion, bracket) or best(self.players, self.completion, bracket)
            self.steps.append((bracket, made))
            self._tell(bracket, made, score, next_score)
            moved = made.leaving
        return moved

    def _tell(self, bracket: Bracket, made: Candidate, score: int, next_score: int) -> None:
        players = self.players
        self.reasons.append(Scoregroup(
            score, players.names(bracket.residents), players.names(bracket.moved),
            tuple(self._names(pair) for pair in made.pairs),
        ))
        for u in bits(made.leaving if bracket.following else 0):
            others = bracket.residents if bracket.moved >> u & 1 else bracket.inside
            why = "odd" if made.leaving == 1 << u else "rest"
            if not players.legal[u] & others:
                why = "no opponent"
            self.reasons.append(Downfloat(players.entrants[u].number, score, next_score, why))
