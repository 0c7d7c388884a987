"""What players do at the tables: report, confirm, say "Not so", miss an opponent, call a judge."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine import facts as f
from engine.entry import member_of, still_open
from engine.facts import Fact
from engine.model import Actor, Claim, Game, MemberId, Refused, Result, Role, Stage, Standing, Tournament
from engine.rights import action


@action
def report(t: Tournament, who: Actor, claim: Claim | Result, *, round: int | None = None,
           side: MemberId | None = None) -> list[Fact]:
    """Say how one's board ended. The first report waits for the other side, the same from both settles it.

    `side` is whose claim it is when somebody speaks for a guest: a helper, or the guest's opponent
    through his own board. A `Result` is White–Black as on the wall; forfeits are for judges.
    """
    speaker = who.member if side is None else side
    if side is not None and side != who.member and who.role not in (Role.HELPER, Role.JUDGE, Role.CHIEF):
        raise Refused("not_your_board")
    game = board_of(t, speaker, round)
    result = claim.as_result(game.colour_of(speaker)) if isinstance(claim, Claim) else claim
    if not result.played or result is Result.BOTH_LOST:
        raise Refused("only_judges_forfeit")
    if t.settings.confirm == "judge" and not who.is_judge:
        raise Refused("judge_enters")
    if game.result is not None:
        if game.result is result:
            return []
        raise _settled(game)
    mine, other = game.report_of(speaker), game.report_of(game.opponent_of(speaker))
    reported = f.Reported(game.round, speaker, result)
    if other is not None and other.result is result:
        return [reported, f.Settled(game.round, game.white, result, "agreed")]
    if mine is not None and mine.result is result and not game.disputed:
        return []
    if other is None and (t.settings.confirm == "none" or t.settings.settle == 0):
        return [reported, f.Settled(game.round, game.white, result, "first")]
    return [reported]


@action
def confirm(t: Tournament, who: Actor, round: int, seq: int) -> list[Fact]:
    """Agree with the opponent's report whose entry is `seq`; an older report is out of date."""
    game = board_of(t, who.member, round)
    other = game.report_of(game.opponent_of(who.member))
    if game.result is not None:
        mine = game.report_of(who.member)
        if mine is not None and mine.result is game.result:
            return []
        raise _settled(game)
    if other is None or other.seq != seq:
        raise Refused("report_changed")
    facts: list[Fact] = report(t, who, other.result, round=round)
    return facts


@action
def not_so(t: Tournament, who: Actor, round: int, *, now: datetime) -> list[Fact]:
    """Dispute a pending report; or contest a settled result, once per person and board, in the contest time."""
    game = board_of(t, who.member, round, over=True)
    if game.result is None:
        if game.report_of(game.opponent_of(who.member)) is None:
            raise Refused("nothing_to_dispute")
        if game.disputed == who.member or game.conflict:
            return []
        return [f.Disputed(game.round, who.member)]
    if game.contested is not None:
        return []
    if who.member in game.contested_by:
        raise Refused("contested_before")
    if t.ended_at is not None and now > t.ended_at + timedelta(seconds=t.settings.contest):
        raise Refused("contest_over")
    return [f.Contested(game.round, who.member)]


@action
def retract(t: Tournament, who: Actor, round: int) -> list[Fact]:
    """Take back one's own report while it is pending."""
    game = board_of(t, who.member, round)
    if game.result is not None:
        raise _settled(game)
    return [f.Retracted(game.round, who.member)] if game.report_of(who.member) else []


@action
def missing(t: Tournament, who: Actor, round: int | None = None) -> list[Fact]:
    """Say that the opponent is not here; a countdown runs, then judges decide. A guest counts alike."""
    game = board_of(t, who.member, round)
    if game.result is not None:
        raise _settled(game)
    if game.reports:
        raise Refused("already_reported")
    if game.absence is None and t.players[game.opponent_of(who.member)].standing is not Standing.IN:
        raise Refused("opponent_left", player=game.opponent_of(who.member))      # judges have been asked already
    return [] if game.absence else [f.Missed(game.round, game.opponent_of(who.member))]


@action
def call_judge(t: Tournament, who: Actor, round: int | None = None) -> list[Fact]:
    """Call a judge to one's board; nothing if one has been called already."""
    game = board_of(t, who.member, round)
    return [] if game.called else [f.JudgeCalled(game.round, who.member)]


@action
def object_to(t: Tournament, who: Actor) -> list[Fact]:
    """"I am still playing": a removed player asks the judges to look again, once each time he is taken out."""
    still_open(t)
    known = member_of(t, who.member)
    if known.kept_out:
        raise Refused("kept_out")
    return [f.Objected(who.member)] if known.standing is Standing.REMOVED and known.objected is None else []


def _settled(game: Game) -> Refused:
    """No more reports: the result as it stands, with who sat there, so that the refusal can name the winner."""
    return Refused("already_settled", round=game.round, board=game.board, result=game.result,
                   white=game.white, black=game.black)


def board_of(t: Tournament, player: MemberId, number: int | None = None, *, over: bool = False) -> Game:
    """The player's board in that round (None: the last posted); `over` allows a finished tournament.

    Refuses with the reason: nothing posted, not playing, a bye, no such round.
    """
    if not over:
        still_open(t)
    if t.stage is Stage.CANCELLED:
        raise Refused("cancelled")
    if not t.rounds:
        raise Refused("no_round_yet")
    number = len(t.rounds) if number is None else number
    if not 1 <= number <= len(t.rounds):
        raise Refused("bad_round", round=number, among=(1, len(t.rounds)))
    posted = t.rounds[number - 1]
    game = posted.game_of(player)
    if game is not None:
        return game
    if player not in t.players:
        raise Refused("not_playing")
    raise Refused("has_bye" if posted.pab == player else "no_board", round=number)
