"""What people do about taking part: join, leave, come back, miss a round; and judges for them."""

from __future__ import annotations

from engine import facts as f
from engine import settings as spelling
from engine import votes
from engine.cards import bye_waits
from engine.facts import Fact
from engine.model import Actor, MemberId, Player, Refused, Settings, Stage, Standing, Tournament
from engine.rights import action

HIGHEST_RATING = 3500


def open_entry(settings: Settings) -> list[Fact]:
    """The first fact of a tournament; the ledger gives it its code."""
    return [f.Opened(settings)]


@action
def join(t: Tournament, who: Actor, *, rating: int | None = None, title: str = "", estimated: bool = False
         ) -> list[Fact]:
    """Enter oneself; nothing if already in. A judge's removal is for judges to take back.

    Rating and title are what the club remembers of a person, never what he says himself.
    """
    entered = _enter(t, who.member, guest=False, rating=rating, title=title, by_judge=False)
    if estimated and rating is not None and who.member not in t.players and entered:
        entered.append(f.Rated(who.member, rating, title, estimated=True))
    return entered


@action
def enter(t: Tournament, who: Actor, player: MemberId, *, guest: bool = False, rating: int | None = None
          ) -> list[Fact]:
    """A judge enters a player, with or without account. An existing one has his rating set instead."""
    check_rating(rating)
    known = t.players.get(player)
    entered = _enter(t, player, guest=guest, rating=rating, by_judge=True)
    if known is not None and rating is not None and rating != known.rating:
        entered.append(f.Rated(player, rating, known.title))
    return entered


def _enter(t: Tournament, player: MemberId, *, guest: bool, rating: int | None, by_judge: bool, title: str = ""
           ) -> list[Fact]:
    still_open(t)
    known = t.players.get(player)
    if known is not None and known.standing is Standing.IN:
        return _answer(t, player, by_judge)
    if known is not None and known.number is not None:
        return [*_return(known, by_judge), *_answer(t, player, by_judge)]
    if known is not None and known.standing is Standing.REMOVED and not by_judge:
        raise Refused("removed_by_judge")
    if not welcome(t):
        raise Refused("entry_closed", round=t.settings.last_entry)
    if not has_line(t):
        raise Refused("robin_full")
    if len(t.players) >= 2 * spelling.MOST_PLAYERS:
        raise Refused("full")
    if not by_judge and votes.over(t, t.next_round) and not comes_later(t):
        raise Refused("entry_over")
    entered: list[Fact] = [f.Joined(player, guest, rating, title)]
    if t.rounds and votes.halves_left(t, known, 1):
        entered.append(f.Away(player, 1, 1))                 # C.04.2 3.3: one of his half-point byes
    return [*entered, *_answer(t, player, by_judge)]


def _answer(t: Tournament, player: MemberId, by_judge: bool) -> list[Fact]:
    """What coming means for the next round: in, where that is asked about; or, too late for it, away.

    Judges may still put somebody into a round whose vote is over.
    """
    number, known = t.next_round, t.players.get(player)
    said = known.byes.get(number) if known is not None else None
    if t.settings.system == "roundrobin":
        return []                                            # the table gives the pairs
    if votes.over(t, number) and not by_judge:
        if known is None or known.standing is not Standing.IN:
            return [] if said == 0 else [f.Away(player, number, 0)]
        if said is not None:
            raise Refused("round_closed", round=number)
        return []
    if t.settings.weekly:
        asked = votes.vote(t) is not None or votes.over(t, number) or said is not None
        return [f.Present(player, number)] if asked and (known is None or number not in known.present) else []
    return [f.Present(player, number)] if t.stage is Stage.ENTRY and said is not None else []


def comes_later(t: Tournament) -> bool:
    """Whether who comes after the entry for the next round has closed can come in a later one."""
    number = t.next_round
    return number < min(t.settings.rounds, t.settings.last_entry) and t.settings.system != "roundrobin"


def welcome(t: Tournament) -> bool:
    """Whether newcomers may come: until the last round for it is posted; then while its bye player waits.

    Whether that board is played is for judges to say; they are asked as about every late arrival.
    """
    return t.stage is Stage.ENTRY or t.next_round <= t.settings.last_entry or bye_waits(t) is not None


def has_line(t: Tournament) -> bool:
    """Whether a newcomer finds a place to play from: in a round robin only the free line of an odd table."""
    if t.system != "roundrobin" or not t.rounds:
        return True
    on_line = sum(1 for p in t.players.values() if p.number is not None or p.standing is Standing.IN)
    return t.robin is None and on_line % 2 == 1


def _return(known: Player, by_judge: bool) -> list[Fact]:
    if known.standing is Standing.REMOVED and not by_judge:
        raise Refused("removed_by_judge")
    return [f.Returned(known.id)]


@action
def leave(t: Tournament, who: Actor) -> list[Fact]:
    """Withdraw for good (undone by joining or coming back); an open board stays open."""
    still_open(t)
    known = t.players.get(who.member)
    if known is None or known.standing in (Standing.LEFT, Standing.REMOVED):
        raise Refused("not_in")
    return [f.Left(who.member)]


@action
def back(t: Tournament, who: Actor) -> list[Fact]:
    """Be back after leaving or not coming; or take back the notice for the next round."""
    still_open(t)
    known = t.players.get(who.member)
    if known is None:
        raise Refused("not_in")
    if known.standing is not Standing.IN:
        return _enter(t, who.member, guest=False, rating=None, by_judge=False)
    return present_again(t, known, by_judge=False)


def present_again(t: Tournament, known: Player, *, by_judge: bool) -> list[Fact]:
    """The notices for rounds to come are taken back; where each round is asked about, this is an answer too."""
    later = [f.Present(known.id, number) for number in known.byes if number > t.next_round]
    if t.settings.weekly or votes.over(t, t.next_round):
        return [*_answer(t, known.id, by_judge), *later]
    return [f.Present(known.id, number) for number in known.byes if number >= t.next_round]


@action
def bye(t: Tournament, who: Actor, *, round: int | None = None, halves: int = 0) -> list[Fact]:
    """Miss a round by notice: 0 points (5.4.10.2), or half a point where the system and settings allow it."""
    return _miss(t, who.member, t.next_round if round is None else round, halves, by_judge=False)


@action
def excuse(t: Tournament, who: Actor, player: MemberId, *, round: int | None = None, halves: int = 0
           ) -> list[Fact]:
    """A judge notes that a player misses a round; of a posted one that he has missed, what it gives him."""
    number = t.next_round if round is None else round
    if 1 <= number < t.next_round:
        return _correct(t, player, number, halves)
    return _miss(t, player, number, halves, by_judge=True)


def _correct(t: Tournament, player: MemberId, number: int, halves: int) -> list[Fact]:
    if t.stage is Stage.CANCELLED:
        raise Refused("cancelled")
    given = missed(t, member_of(t, player), number)
    if given is None:
        raise Refused("not_missed", player=player, round=number)
    if halves:
        check_half(t, t.players[player], number, by_judge=True)
    return [f.Away(player, number, halves)] if given != halves else []


def missed(t: Tournament, known: Player, number: int) -> int | None:
    """The halves a posted round without a board gave somebody who missed it; None for who did not."""
    posted = t.rounds[number - 1]
    if posted.game_of(known.id) is not None or posted.pab == known.id or known.id in posted.free:
        return None
    return known.byes.get(number, 0) if known.first_round > number else posted.byes.get(known.id, 0)


def _miss(t: Tournament, player: MemberId, number: int, halves: int, *, by_judge: bool) -> list[Fact]:
    still_open(t)
    if not by_judge and player not in t.players:
        raise Refused("not_playing")
    known = member_of(t, player)
    if known.standing is not Standing.IN:
        raise Refused("player_not_in", player=player) if by_judge else Refused("not_in")
    if not t.next_round <= number <= t.settings.rounds:
        raise Refused("bad_round", round=number, among=(t.next_round, t.settings.rounds))
    if t.system == "roundrobin" and t.robin is None:
        raise Refused("robin_table")
    if halves:
        check_half(t, known, number, by_judge=by_judge)
    if known.byes.get(number) == halves:
        return []
    return [f.Away(player, number, halves)]


def check_half(t: Tournament, known: Player | None, number: int, *, by_judge: bool = False) -> None:
    """Refuse a half-point bye the system or the settings do not give for this round; judges may pass the limit."""
    if t.settings.system not in spelling.FIDE_SYSTEMS:
        raise Refused("half_bye_system")
    if number >= t.settings.rounds:
        raise Refused("half_bye_last")
    if by_judge:
        return
    if votes.over(t, number):
        raise Refused("round_closed", round=number)
    if not votes.halves_left(t, known, number):
        raise Refused("half_bye_limit", limit=t.settings.byes)


@action
def rate(t: Tournament, who: Actor, player: MemberId, rating: int | None, *, title: str | None = None,
         estimated: bool = False) -> list[Fact]:
    """Set or estimate a rating (0–3500) and title. When start numbers are final, it changes none."""
    check_rating(rating)
    known = member_of(t, player)
    title = known.title if title is None else title
    if (rating, title, estimated) == (known.rating, known.title, known.estimated):
        return []
    return [f.Rated(player, rating, title, estimated)]


def check_rating(rating: int | None) -> None:
    """`Refused("bad_rating")` for one no list of ratings has (complaint E08)."""
    if rating is not None and not 0 <= rating <= HIGHEST_RATING:
        raise Refused("bad_rating", rating=rating, highest=HIGHEST_RATING)


def member_of(t: Tournament, player: MemberId) -> Player:
    """The player, or `Refused("unknown_player")`."""
    known = t.players.get(player)
    if known is None:
        raise Refused("unknown_player")
    return known


def still_open(t: Tournament) -> None:
    """`Refused("finished" | "cancelled")` once the tournament is over."""
    if t.stage is Stage.FINISHED:
        raise Refused("finished")
    if t.stage is Stage.CANCELLED:
        raise Refused("cancelled")
