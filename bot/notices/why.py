"""Why in words: one sentence a reason, made from its code, the people in it and the article.

The engine gives data (`engine.pairing.explain`, `engine.places`); which fields are people, points or colours
is known here by their names, so that a new reason needs its words and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any

from bot.notices.parts import text
from bot.notices.view import View
from bot.texts import Safe, Say, units
from engine.history import Kind
from engine.model import Colour, MemberId
from engine.origin import Origin
from engine.pairing.explain import about_board, about_bye, overview
from engine.pairing.machine import MACHINE
from engine.places import Against, Reckoning, Sum, Term
from engine.standings import value_text

ROOM = 3800
"""UTF-16 units of one answer; the rest of a message is for its last line."""

NAMES = 8
"""Names in one sentence; beyond them it says how many more."""

_PLAYER = frozenset({"player", "opponent", "white", "black"})
_PLAYERS = frozenset({"players", "opponents", "came_down", "residents", "moved_down", "refused", "barred"})
_POINTS = frozenset({"points", "from_points", "to_points", "score", "from_score", "to_score", "first", "second"})
_COLOURS = frozenset({"whites", "blacks"})
_KINDS = ("why", "rule", "order", "broken", "how")
_SIGNS = {Colour.WHITE: "why.sign_white", Colour.BLACK: "why.sign_black"}


class Teller:
    """Reasons in words. `order` gives the people their start numbers, `name` says how they are called here."""

    def __init__(self, view: View, say: Say, name: Callable[[MemberId], str],
                 order: Sequence[MemberId] = ()) -> None:
        self.view, self.say, self.name, self.order = view, say, name, order

    def draft(self, made: Origin) -> list[Safe]:
        """What was not plain in a whole draw; boards changed by hand are named first."""
        lines = self._by_hand(made)
        if made.field.round == 1 and made.system != "roundrobin":
            lines.append(self.say("why.first"))
        lines += self._sentences(overview(made.field, made.draw, made.system))
        return lines or [self.say("why.plain")]

    def board(self, made: Origin, white: MemberId, black: MemberId) -> list[Safe]:
        """One board; where it was changed by hand what the law had made, and no reasons for that."""
        number = {player: n for n, player in enumerate(self.order, 1)}
        if (white, black) not in made.boards:
            had = [pair for pair in made.boards if {white, black} & set(pair)]
            lines = [self.say("why.law_had", pairs=self._names(self._pair(*pair) for pair in had))] if had else []
            if made.bye in (white, black):
                lines.append(self.say("why.law_bye", name=self.name(made.bye)))
            return lines
        return self._sentences(about_board(made.field, made.draw, made.system, number[white], number[black]))

    def bye(self, made: Origin) -> list[Safe]:
        """The bye; given by hand it has no reason of the law's."""
        if made.bye != made.fact.pab:
            law = self.name(made.bye) if made.bye is not None else "–"
            return [self.say("why.law_bye", name=law)]
        return self._sentences(about_bye(made.field, made.draw, made.system))

    def place(self, reckoning: Reckoning) -> list[Safe]:
        """Points, every criterion as a sum, and what decides against the neighbours in the table."""
        s = self.say
        points = Fraction(reckoning.row.points)
        lines = [self._sum("why.points", points, reckoning.points, penalty=reckoning.penalty)]
        lines += [self._criterion(one) for one in reckoning.sums]
        terms = [term for one in reckoning.sums for term in one.terms]
        nothing = reckoning.policy == "played" and any(term.kind is not Kind.GAME for term in reckoning.points)
        if any(term.replaced for term in terms) or (terms and nothing):
            lines.append(s("why.unplayed", policy=s(f"unplayed.{reckoning.policy}"),
                           article=_POLICY.get(reckoning.policy, "C.07")))
        if any(term.credited for term in terms):
            lines.append(s(_CREDITED.get(reckoning.policy, "why.adjusted")))
        if reckoning.equal:
            names = self._names(self.name(row.player) for row in reckoning.equal)
            lines.append(s("why.equal", names=names, article="D32" if self.view.t.system in MACHINE else "C.07"))
        lines += [self._neighbour("why.above", each) for each in (reckoning.above,) if each is not None]
        lines += [self._neighbour("why.below", each) for each in (reckoning.below,) if each is not None]
        return lines

    # pieces

    def _by_hand(self, made: Origin) -> list[Safe]:
        lines = []
        if made.by_hand:
            lines.append(self.say("why.by_hand", boards=self.say.names(str(board) for board in made.by_hand)))
        if made.bye != made.fact.pab:
            lines += self.bye(made)
        return lines

    def _sentences(self, reasons: Iterable[object]) -> list[Safe]:
        """Without repeating one, and without those that have no words."""
        return list(dict.fromkeys(words for reason in reasons if (words := self._sentence(reason)) is not None))

    def _sentence(self, reason: Any) -> Safe | None:
        given = {each.name: getattr(reason, each.name) for each in fields(reason)}
        key = next((key for key in _keys(given) if self.say.has(key)), None)
        if key is None:
            return None
        words = self.say(key, **{name: self._value(name, value, given) for name, value in given.items()})
        article = given.get("article")
        return self.say("why.line", what=words, article=article) if article else self.say("why.bare", what=words)

    def _value(self, name: str, value: Any, given: dict[str, Any]) -> object:
        if name in _PLAYER:
            return self._called(value)
        if name in _PLAYERS:
            return self._names(self._in_round(self._called(n), given, place) for place, n in enumerate(value))
        if name == "pairs":
            return self._names(self._in_round(self._pair(self.order[a - 1], self.order[b - 1]), given, place)
                               for place, (a, b) in enumerate(value))
        if name in _POINTS:
            return "–" if value is None else self.view.points(value)
        if name in _COLOURS:
            return " ".join(self.say.plain(_SIGNS[colour]) for colour in value) or "–"
        if name == "missed":
            return self._names(f"{criterion} {self._criterion_name(criterion)}" for criterion, _ in value)
        if name == "broken":
            return f"{value} {self._criterion_name(value)}"
        if name == "order" and self.say.has(f"tiebreak.{value}"):
            return self.say(f"tiebreak.{value}")
        return value

    def _called(self, number: int) -> str:
        return self.name(self.order[number - 1])

    def _pair(self, white: MemberId, black: MemberId) -> str:
        return f"{self.name(white)} – {self.name(black)}"

    def _in_round(self, what: str, given: dict[str, Any], place: int) -> Safe | str:
        rounds = given.get("rounds")
        return self.say("why.in_round", what=what, round=rounds[place]) if rounds else what

    def _names(self, names: Iterable[Safe | str]) -> Safe:
        known = list(names)
        shown = self.say.names(known[:NAMES])
        return self.say("why.more_names", names=shown, n=len(known) - NAMES) if len(known) > NAMES else shown

    def _criterion_name(self, code: str) -> str:
        key = f"why.criterion.{code.split()[0]}"
        return f"({self.say.plain(key)})" if self.say.has(key) else ""

    # sums

    def _criterion(self, one: Sum) -> Safe:
        name = self.say(f"tiebreak.{one.code}") if self.say.has(f"tiebreak.{one.code}") else one.code
        if not one.terms:
            return self.say("why.figure", name=name, value=self._value_of(one.code, one.value))
        key = "why.mean" if one.mean else "why.sum"
        n = sum(1 for term in one.terms if not term.cut)
        return self._sum(key, one.value, one.terms, one.code, name=name, n=n)

    def _sum(self, key: str, value: Fraction | None, terms: Sequence[Term], code: str = "PTS", *, penalty: int = 0,
             **values: object) -> Safe:
        """`9 = 3 (Boris) + 2½ (Clara)`, what is left out at the end."""
        kept = [self._term(term, code) for term in terms if not term.cut]
        cut = [self._term(term, code) for term in terms if term.cut]
        right = kept[0] if kept else self.say("why.nothing")
        for term in kept[1:]:
            right = self.say("why.plus", sum=right, term=term)
        if penalty:
            right = self.say("why.penalty", sum=right, penalty=self.view.points(penalty))
        if cut:
            right = self.say("why.without", sum=right, cut=self.say.names(cut))
        return self.say(key, value=self._value_of(code, value), sum=right, **values)

    def _term(self, term: Term, code: str) -> Safe:
        """A value, and whose it is: the opponent's name, or what the round was instead of a game."""
        s = self.say
        if term.kind is Kind.GAME:
            assert term.opponent is not None, "a game has an opponent"
            return s("why.term_credited" if term.credited else "why.term", value=self._value_of(code, term.value),
                     what=self.name(term.opponent))
        waits = term.kind is Kind.ABSENT and term.opponent is not None
        what = s("why.kind.open" if waits else f"why.kind.{term.kind.name.lower()}")
        return s("why.term_unplayed" if term.replaced else "why.term_round",
                 value=self._value_of(code, term.value), what=what, round=term.round)

    def _neighbour(self, key: str, against: Against) -> Safe:
        name = self.say(f"tiebreak.{against.code}") if self.say.has(f"tiebreak.{against.code}") else against.code
        return self.say(key, name=self.name(against.row.player), place=against.row.place, criterion=name,
                        mine=self._value_of(against.code, against.mine),
                        other=self._value_of(against.code, against.other))

    def _value_of(self, code: str, value: Fraction | None) -> str:
        return self.say.figure(value_text(code, value, self.view.t.settings.scoring))


_POLICY = {"ru_draughts": "5.4.10.11, D19", "ru_draughts_manual": "5.4.10.11", "played": "D30",
           "fide2026": "C.07 16.4", "fide2023": "C.07 16.4", "raw": "C.07 16.6", "none": "C.07 15.2"}
_CREDITED = {"ru_draughts_manual": "why.credited", "virtual": "why.drawn"}
"""Why an opponent counts with other points than he has, where it is not for what he gave up (C.07 16.3)."""


def _keys(given: dict[str, Any]) -> Iterable[str]:
    """From the finest text to the plainest: with people who came down, with the one word, alone."""
    code = given["code"]
    for name in ("leaders", "came_down", "moved_down", "barred", "lifted"):
        if given.get(name):
            yield f"why.{code}.{name}"
    for name in _KINDS:
        if given.get(name):
            yield f"why.{code}.{_word(str(given[name]))}"
    if given.get("article"):
        yield f"why.{code}.{_word(given['article'])}"
    yield f"why.{code}"


def _word(text: str) -> str:
    return text.replace(" ", "_").replace(".", "_")


def fitted(say: Say, head: Sequence[Safe], lines: Sequence[Safe]) -> str:
    """Head and as many lines as one message holds; the last one says how many more there are."""
    shown, used = [], sum(units(line) + 1 for line in head)
    for line in lines:
        used += units(line) + 1
        if used > ROOM:
            break
        shown.append(line)
    left = len(lines) - len(shown)
    return text(*head, *shown, say("why.more", n=left) if left else "")


__all__ = ["Teller", "fitted"]

