"""Claims of guests: the question to a person, the card to the judges, and what both are told afterwards.

They belong to the club, not to a tournament: whoever is to decide finds them between the evenings too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.notices.buttons import button
from bot.notices.cards import Place
from bot.notices.notice import Button, Buttons, Home, Notice
from bot.notices.parts import text
from bot.notices.season import points
from bot.parse import link
from bot.texts import Safe, Say
from engine.model import MemberId
from storage.claims import Claim, Step
from storage.prospects import Prospect, Shift

SHOWN = 6
"""Names and titles that are told; of the rest the number."""

UNANSWERED = timedelta(minutes=10)
"""After so long without an answer the group is told that a judge is wanted, as of any judges' card."""

PLAYS, BOTH, APART = "plays", "both", "apart"
"""In a tournament that runs: only the guest is in it; both are; both have played."""


@dataclass(frozen=True, slots=True)
class Case:
    """A claim with what its words need. `running` are titles and `PLAYS`, `BOTH` or `APART`.

    `chat` is the person's, None if he cannot be written to, `judge` the name of who has decided. `prospect`
    is None for what has been decided, or can do nothing; `mark` changes with what Yes would do.
    """

    claim: Claim
    guest: str
    who: str
    username: str
    chat: int | None
    language: str
    judge: str = ""
    prospect: Prospect | None = None
    running: tuple[tuple[str, str], ...] = ()
    mark: str = ""

    @property
    def for_judges(self) -> bool:
        """Whether judges are asked: he says so, or both are in one tournament."""
        return self.claim.step is Step.ASKED or any(how != PLAYS for _, how in self.running)

    @property
    def overdue(self) -> datetime | None:
        """When the group is told, if nobody decides before; None if judges are not asked."""
        return self.claim.at + UNANSWERED if self.claim.open and self.for_judges else None

    @property
    def possible(self) -> bool:
        return self.prospect is not None and all(how != APART for _, how in self.running)


def wanted(home: Home, cases: Sequence[Case], now: datetime, say: Callable[[str], Say]) -> Iterator[Notice]:
    """Everything about these claims. Of what has been decided only who was asked is told."""
    for case in cases:
        if case.chat is not None:
            yield from _to_the_person(home, case, case.chat, say(case.language))
        if case.for_judges or not case.claim.open:
            yield from _to_the_judges(home, case, now, say)


def next_moment(cases: Sequence[Case], now: datetime) -> datetime | None:
    """When that changes by time alone."""
    return min((at for case in cases if (at := case.overdue) is not None and at > now), default=None)


def last_words(key: str, s: Say) -> Notice | None:
    """What a question says that is no more: too old, or of somebody who was forgotten. None for other posts."""
    return Notice(key, 0, s("claim.closed")) if key.startswith(("claim/", "wonder/")) else None


def places(home: Home, say: Callable[[str], Say]) -> list[Place]:
    """The judges' chat, else every judge who can be written to, else the group."""
    if home.judges_chat is not None:
        return [Place(home.judges_chat, say(home.language))]
    found = [Place(home.accounts[judge], say(home.languages.get(judge, home.language)))
             for judge in home.judges if judge in home.reachable]
    return found or [Place(home.chat, say(home.language), home.topic, public=True)]


def _to_the_judges(home: Home, case: Case, now: datetime, say: Callable[[str], Say]) -> Iterator[Notice]:
    found = places(home, say)
    for place in found:
        words, rows = _public(home, case, place.say) if place.public else _card(home, case, now, place.say)
        yield Notice(f"claim/{case.claim.id}@{place.chat}", place.chat, words, rows, place.topic,
                     past=not case.claim.open)
    if not any(place.public for place in found):          # told late; where it was told before, it hears the end
        late = case.overdue is not None and case.overdue <= now
        yield Notice(f"claim/{case.claim.id}@{home.chat}", home.chat, *_public(home, case, say(home.language)),
                     home.topic, past=not late)


def _to_the_person(home: Home, case: Case, chat: int, s: Say) -> Iterator[Notice]:
    claim = case.claim
    yield Notice(f"wonder/{claim.id}@{chat}", chat, *_question(home, case, s), past=claim.step is not Step.WONDERED)
    if claim.decided_by is not None:
        yield Notice(f"told/{claim.id}/{claim.step}@{chat}", chat,
                     s(f"claim.told_{claim.step}", guest=case.guest, club=home.title))


def _question(home: Home, case: Case, s: Say) -> tuple[str, Buttons]:
    step = case.claim.step
    if step is Step.WONDERED:
        return s("claim.is_it_you", guest=case.guest, club=home.title), answers(s, case.claim)
    return s("claim.not_you" if step is Step.REFUSED else "claim.asked", guest=case.guest, club=home.title), ()


def answers(s: Say, claim: Claim) -> Buttons:
    """Yes and No of the person himself."""
    return (tuple(button(s, word, "claim", claim.token, word) for word in ("yes", "no")),)


def _public(home: Home, case: Case, s: Say) -> tuple[str, Buttons]:
    if case.claim.open:
        return s("claim.public"), ((Button(s.plain("button.private"), url=link(home.bot, "hello")),),)
    return s("claim.public_done"), ()


def _card(home: Home, case: Case, now: datetime, s: Say) -> tuple[str, Buttons]:
    claim = case.claim
    head = s("claim.head", who=case.who, account=f" (@{case.username})" if case.username else "", guest=case.guest)
    if not claim.open:
        when = (s.clock if claim.decided_at and claim.decided_at.date() == now.date() else s.when)(
            claim.decided_at or now, home.zone)
        words = s(f"claim.{claim.step}" if case.judge else "claim.denied", who=case.who, guest=case.guest,
                  judge=case.judge, time=when)
        undo = ((button(s, "undo", "claimed", claim.id, "undo"),),) if claim.step is Step.CONFIRMED else ()
        return text(head, words), undo
    lines = [head, s("claim.says" if claim.step is Step.ASKED else "claim.alike", who=case.who),
             *_prospect(home, case, s)]
    no = button(s, "no", "claimed", claim.id, "no")
    if not case.possible:
        return text(*lines), ((no,),)
    return text(*lines, s("claim.sure")), ((button(s, "yes", "claimed", claim.id, "yes", case.mark), no),)


def _prospect(home: Home, case: Case, s: Say) -> Iterator[Safe]:
    """What Yes would do: the past that goes over, ratings, season, and the places in what runs."""
    found = case.prospect
    if found is None:
        yield s("claim.too_late", guest=case.guest)
        return
    if found.events:
        won, drawn, lost = found.score
        titles = [*found.events[-SHOWN:]][::-1]
        more = ["…"] if len(found.events) > SHOWN else []
        yield s("claim.past", n=len(found.events), won=won, drawn=drawn, lost=lost, guest=case.guest,
                titles=s.names([*titles, *more]))
        if not found.guests_rated:
            yield s("claim.unrated", guest=case.guest, title=found.events[0])
    else:
        yield s("claim.no_past", guest=case.guest)
    mine = [shift for shift in found.shifts if shift.member == found.member]
    others = [shift for shift in found.shifts if shift.member != found.member]
    yield from (s("claim.rating", game=s(f"game.{shift.game}"), before=_shown(shift)[0], after=_shown(shift)[1])
                for shift in mine)
    if others:
        yield s("claim.others", n=len(others), names=shifted(home.names, s, others))
    elif mine:
        yield s("claim.nobody_else")
    for season, before, after in found.seasons:
        old, new = ((str(line.place), points(line.total)) if line else ("–", "–") for line in (before, after))
        yield s("claim.season", title=season.title or s.plain("season.untitled"),
                old_place=old[0], new_place=new[0], old=old[1], new=new[1])
    yield from (s(f"claim.{how}", title=title, who=case.who, guest=case.guest) for title, how in case.running)


def shifted(names: Mapping[MemberId, str], s: Say, shifts: Sequence[Shift]) -> Safe:
    """Whose ratings change, and how."""
    told = [s("claim.other", name=names.get(shift.member, "—"), before=_shown(shift)[0], after=_shown(shift)[1])
            for shift in shifts[:SHOWN]]
    return s.names([*told, *(["…"] if len(shifts) > SHOWN else [])])


def _shown(shift: Shift) -> tuple[str, str]:
    return str(shift.before or "–"), str(shift.after or "–")

