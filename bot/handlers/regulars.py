"""Always in: who needs not answer every week. He says so himself in /me, or a judge does for him."""

from __future__ import annotations

from bot.deed import tongue
from bot.desk import button
from bot.handlers import club
from bot.handlers.series import author, back, coming, owned, title
from bot.notices.notice import Button, Buttons
from bot.parse import press
from bot.picking import PAGE, paged
from bot.visit import Visit
from bot.weekly import regular
from engine import entry, votes
from engine import weeks as rounds
from engine.facts import Fact
from engine.model import Actor, MemberId, Refused, Stage, Tournament
from storage import Member, Series
from storage.diary import Author
from storage.series import Fate


@button("always")
async def always(v: Visit) -> None:
    """A judge's list; one of it is always in from now on, or not."""
    chosen = await owned(v, int(v.args[0]))
    if len(v.args) < 3:
        await _list(v, chosen, int(v.args[1]) if len(v.args) > 1 else 0)
        return
    about, yes = (await v.members()).get(MemberId(int(v.args[1]))), v.args[2] == "1"
    if about is None or not about.name:
        raise Refused("unknown_player")
    await _set(v, chosen, about, yes, author(v))
    await v.receipt("toast.always" if yes else "toast.never", name=about.name)
    await _list(v, chosen, _page_of(await _people(v), about.id))


@button("regular", rights=False)
async def regular_oneself(v: Visit) -> None:
    """One's own button in /me. Refused("no_series") outside one's clubs."""
    series, yes = await v.office.store.series.series(int(v.args[0])), v.args[1] == "1"
    memberships = await v.office.store.members.memberships(v.person.id)
    mine = next((it for it in memberships if series is not None and it.club == series.club), None)
    if series is None or series.ended is not None or mine is None:
        raise Refused("no_series")
    await _set(v, series, mine, yes, Author(mine.id, v.now))
    became = "toast.always_me" if yes else "toast.never_me"
    await v.receipt(became)
    await v.show(v.say(became), await rows(v))


async def rows(v: Visit) -> Buttons:
    """A button for each series of one's clubs: be always in, or answer every week again."""
    found = []
    for member in await v.office.store.members.memberships(v.person.id):
        for series in await v.office.store.series.of_club(member.club):
            if series.since is not None:
                always = member.id in await v.office.store.series.regulars(series.id)
                words = "button.never_in" if always else "button.always_me"
                found.append((Button(v.say.plain(words, title=title(v.say, series)),
                                     press("regular", series.id, 0 if always else 1)),))
    return tuple(found)


async def _set(v: Visit, chosen: Series, member: Member, yes: bool, by: Author | None) -> None:
    """From the next week on; and in the one whose entry is open, if he has said nothing there."""
    await v.office.store.series.set_regular(chosen.id, member.id, yes, by)
    v.club = await v.office.store.clubs.club(chosen.club)
    (week, _), = await coming(v, chosen, 1)
    if not yes or week.fate is not Fate.OPENED or week.tournament is None:
        return
    await club.visit(v, week.tournament)
    t = await v.tournament()
    asked = t.stage is Stage.ENTRY or votes.vote(t) is not None
    unsaid = member.id not in t.players or member.id in votes.answers(t, t.next_round).silent
    if asked and unsaid and not votes.over(t, t.next_round):
        await v.record(lambda t: _enter(t, v.actor, member))


def _enter(t: Tournament, who: Actor, member: Member) -> list[Fact]:
    if who.member == member.id:
        return entry.join(t, who, rating=member.rating, title=member.title, estimated=member.estimated)
    return rounds.bring_regulars(t, who, [regular(member)])


async def _people(v: Visit) -> list[Member]:
    """Who can be always in: members and guests, by name, everybody once."""
    everybody = (await v.members()).values()
    return sorted((it for it in everybody if it.same_as is None and it.name), key=lambda it: it.name.casefold())


def _page_of(people: list[Member], member: MemberId) -> int:
    return next((place for place, it in enumerate(people) if it.id == member), 0) // PAGE


async def _list(v: Visit, chosen: Series, page: int) -> None:
    say, regulars = tongue(v), set(await v.office.store.series.regulars(chosen.id))
    items = [Button(say.plain("series.always" if it.id in regulars else "series.not_always", name=it.name),
                    press("always", chosen.id, it.id, 0 if it.id in regulars else 1)) for it in await _people(v)]
    await v.show(say("series.regulars", title=title(say, chosen)),
                 (*paged(items, page, lambda to: press("always", chosen.id, to)), (back(say, chosen),)), here=True)
