"""The FIDE Dutch system, edition 2026: C.04.3, applied from 1 February 2026.

The text in order: article 1 (players, floats, preferences) is `dutch_players`, articles 2.2 to 4 for one
bracket are `dutch_bracket`, article 5 is `dutch_colours`; this module goes down the brackets (1.9).
Forced pairs are taken out before everything; pairs to avoid are forbidden first and allowed only if
the round cannot be paired otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.pairing.completion import Completion
from engine.pairing.dutch_bracket import Bracket, Candidate, best
from engine.pairing.dutch_colours import allocate
from engine.pairing.dutch_direct import direct
from engine.pairing.dutch_players import Players
from engine.pairing.field import Draw, Field, Limit, NoLegalDraw, Pair
from engine.pairing.fide import Entrant, entrants, initial_colour, publication
from engine.pairing.fide_reasons import Allotted, Bye, ByeScore, Downfloat, FideReason, Given, Scoregroup
from engine.pairing.bits import bits
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
    try:
        made = _Round(field, free, avoid=True)
    except NoLegalDraw:
        if not any(pair <= set(free) for pair in field.avoid - field.never):
            raise
        made = _Round(field, free, avoid=False)
        reasons.append(AvoidedAnyway())
    reasons += made.reasons

    initial = initial_colour(field)
    boards: list[tuple[Entrant, Entrant]] = []
    for pair in forced:
        if pair.coloured:
            reasons.append(Given(pair.white, pair.black))
            boards.append((entrant[pair.white], entrant[pair.black]))
    uncoloured = [(pair.white, pair.black) for pair in forced if not pair.coloured]
    for pair in (*uncoloured, *made.pairs):
        hi, lo = sorted((entrant[number] for number in pair), key=lambda each: (-each.score, each.tpn))
        allotted = allocate(hi, lo, initial)
        reasons.append(allotted)
        boards.append((entrant[allotted.white], entrant[allotted.black]))
    return Draw(
        tuple((white.number, black.number) for white, black in publication(field, boards)), made.bye,
        tuple(each.number for each in ranked), {each.number: each.score for each in ranked}, {}, tuple(reasons),
    )


class _Round:
    """One way down the brackets with fixed legality (1.9.2)."""

    def __init__(self, field: Field, numbers: Sequence[int], *, avoid: bool) -> None:
        self.players = players = Players(field, numbers, avoid=avoid)
        self.reasons: list[FideReason] = []
        self.legal = list(players.legal)
        self.bye_score: int | None = None
        if players.size % 2:
            self._find_bye_score()
        self.completion = Completion(self.legal)
        if not self.completion.perfect((1 << len(self.legal)) - 1):
            raise self._impossible("no_pairing", self.completion)
        pairs, left = self._brackets()
        self.pairs: list[Pair] = [
            (players.entrants[a].number, players.entrants[b].number) for a, b in pairs
        ]
        self.bye = players.entrants[next(bits(left))].number if left else None

    def _impossible(self, code: str, completion: Completion) -> NoLegalDraw:
        return NoLegalDraw(code, *(self.players.names(mask) for mask in completion.blocked))

    def _find_bye_score(self) -> None:
        """2.3.1 C5: the lowest score at which the bye leaves a complete pairing; the bye becomes a vertex."""
        players = self.players
        everybody = (1 << players.size + 1) - 1
        candidates = 0
        self.legal.append(0)
        completion = Completion(self.legal)
        for score, members in reversed(players.groups):
            fresh = members & players.may_have_bye                                           # 2.1.2  C2
            candidates |= fresh
            self.legal[-1] = candidates
            for i in bits(fresh):
                self.legal[i] |= 1 << players.size
            if fresh and completion.perfect(everybody):
                self.bye_score = score
                return
        everyone = [mask | 1 << players.size for mask in players.legal] + [everybody >> 1]
        anybody = Completion(everyone)
        raise self._impossible("no_bye" if anybody.perfect(everybody) else "no_pairing", anybody)

    def _brackets(self) -> tuple[list[tuple[int, int]], int]:
        """1.9.2: from the top scoregroup down; who is left over by the last bracket has the bye."""
        players = self.players
        pairs: list[tuple[int, int]] = []
        moved = 0
        below = (1 << len(self.legal)) - 1
        for place, (score, residents) in enumerate(players.groups):
            below ^= residents
            following = players.groups[place + 1][1] if place + 1 < len(players.groups) else 0
            bracket = Bracket(
                moved, residents, following, below ^ following,
                self.bye_score is not None and self.bye_score >= score,
            )
            candidate = self._bracket(bracket)
            pairs += candidate.pairs
            moved = candidate.leaving
        return pairs, moved

    def _bracket(self, bracket: Bracket) -> Candidate:
        return direct(self.players, self.completion, bracket) or best(self.players, self.completion, bracket)
