"""Two entries of one person become one: his games, colours and byes go over to the entry that is kept."""

from __future__ import annotations

from dataclasses import replace

from engine.facts import Entry
from engine.fold.common import drop
from engine.model import Absence, Change, Game, MemberId, Player, Report, Round, RoundRules, Tournament


def merged(t: Tournament, e: Entry, gone: MemberId, kept: MemberId) -> Tournament:
    """`t` in which `gone` has always been `kept`; `t` itself if one of them is not there, or both have played."""
    if gone == kept or not {gone, kept} <= t.players.keys():
        return t
    one, other = sorted((t.players[gone], t.players[kept]), key=lambda p: (p.number is None, p.queued))
    if other.number is not None:
        return t
    players = {id: player for id, player in t.players.items() if id != other.id}
    return _renamed(replace(t, players=players), e, gone, _player(one, other, t.players[kept]), "merged")


def claimed(t: Tournament, e: Entry, guest: MemberId, member: MemberId) -> Tournament:
    """`t` in which the guest has always been the member; two entries are made one."""
    if member in t.players:
        return merged(t, e, guest, member)
    if guest not in t.players:
        return t
    known = replace(t.players[guest], id=member, guest=False, rerated=0, corrected={})   # told of the guest
    return _renamed(t, e, guest, known, "claimed")


def _renamed(t: Tournament, e: Entry, gone: MemberId, player: Player, because: str) -> Tournament:
    """`t` in which this player stands wherever `gone` did."""
    swap = _Swap(gone, player.id)
    players = {swap.name(id): known for id, known in t.players.items()} | {player.id: player}
    changed = replace(
        t, players=players, rounds=tuple(swap.round(posted) for posted in t.rounds), dropped=None,
        rules={number: swap.rules(rules) for number, rules in t.rules.items()},
        bans=tuple(replace(ban, players=pair) for ban in t.bans if len(pair := swap.names(ban.players)) == 2))
    return drop(changed, e, because)


def _player(one: Player, other: Player, kept: Player) -> Player:
    """The place and number of the one who has it, else of who came first; rating and account of the one kept."""
    rated = kept if kept.rating is not None else one
    byes = {number: halves for number, halves in other.byes.items() if number not in one.present} | {**one.byes}
    return replace(one, id=kept.id, guest=kept.guest, joined=min(one.joined, other.joined), rating=rated.rating,
                   estimated=rated.estimated, title=kept.title or one.title, byes=byes,
                   present=one.present | (other.present - byes.keys()),
                   penalties=(*one.penalties, *other.penalties), rerated=kept.rerated,
                   corrected=kept.corrected, objected=None, kept_out=False)


class _Swap:
    """Puts `kept` wherever `gone` stands."""

    def __init__(self, gone: MemberId, kept: MemberId) -> None:
        self._gone, self._kept = gone, kept

    def name(self, player: MemberId) -> MemberId:
        return self._kept if player == self._gone else player

    def maybe(self, player: MemberId | None) -> MemberId | None:
        return None if player is None else self.name(player)

    def names(self, players: frozenset[MemberId]) -> frozenset[MemberId]:
        return frozenset(self.name(player) for player in players)

    def row(self, players: tuple[MemberId, ...]) -> tuple[MemberId, ...]:
        return tuple(dict.fromkeys(self.name(player) for player in players))

    def round(self, posted: Round) -> Round:
        return replace(
            posted, games=tuple(self.game(game) for game in posted.games), pab=self.maybe(posted.pab),
            order=self.row(posted.order), byes={self.name(p): halves for p, halves in posted.byes.items()},
            changes=tuple(self.change(change) for change in posted.changes), free=self.row(posted.free))

    def game(self, game: Game) -> Game:
        if self._gone not in game.players:
            return game
        return replace(
            game, white=self.name(game.white), black=self.name(game.black),
            reports=tuple(self.report(report) for report in game.reports), disputed=self.maybe(game.disputed),
            contested=self.maybe(game.contested), contested_by=self.names(game.contested_by),
            absence=self.absence(game.absence), called_by=self.maybe(game.called_by))

    def report(self, report: Report) -> Report:
        return replace(report, side=self.name(report.side), by=self.name(report.by))

    def absence(self, absence: Absence | None) -> Absence | None:
        if absence is None:
            return None
        return replace(absence, missing=self.name(absence.missing), by=self.name(absence.by))

    def change(self, change: Change) -> Change:
        return replace(change, players=tuple(self.name(player) for player in change.players))

    def rules(self, rules: RoundRules) -> RoundRules:
        """Without an order that would now name one person twice."""
        changes = [self.change(change) for change in rules.changes]
        return replace(rules, changes=tuple(change for change in changes
                                            if len(set(change.players)) == len(change.players)),
                       pots=tuple(self.row(pot) for pot in rules.pots))
