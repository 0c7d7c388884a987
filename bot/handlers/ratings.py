"""/rating: the club's ratings, and how one's own came about; for judges, whether guests are rated. In private."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.deed import mark, tongue
from bot.desk import button, command
from bot.handlers import club as clubs
from bot.membership import touch_clubs
from bot.notices.buttons import button as labelled
from bot.notices.claims import shifted
from bot.notices.notice import Button, Buttons
from bot.notices.parts import Line, parts, text
from bot.parse import press
from bot.texts import Safe
from bot.texts.names import whole
from bot.visit import Visit
from engine.model import MemberId, Refused, Role, Scoring
from engine.ratings import Change, Rating
from engine.standings import points_text
from engine.tiebreaks.ratings import rounded
from storage import Club, prospects
from storage.leaderboards import Rated

RECENT, RIVALS = 5, 8
"""Events of one's history, and opponents, that are told."""


@command("rating", rights=False)
async def rating(v: Visit) -> None:
    """Everybody's rating in one's clubs, and one's own history. In a group only a hint."""
    if v.place != "private":
        await v.answer(v.say("lookup.me_hint", bot=v.office.username), kind="me")
        return
    told = False
    for club, member in await mine(v):
        names = await names_of(v, club)
        judges = await clubs.role_in(v, club) >= Role.JUDGE
        history = await v.office.store.leaderboards.history(club.id, member)
        for game, ratings in (await v.office.store.leaderboards.ratings(club.id)).items():
            told = True
            for portion in parts([Line(line) for line in _list(v, club, game, ratings, member, names)], most=60):
                await v.answer(text(*portion), kind="rating")
            await v.answer(text(*_own(v, game, history), v.say("rating.note"), _unrated(v, club)),
                           kind="rating")
        if judges:
            await v.answer(v.say("rating.judges", club=club.title), _chip(v, club), kind="rating")
    if not told:
        await v.answer(v.say("rating.none"), kind="rating")


@button("rated")
async def rate_guests(v: Visit) -> None:
    """Whether the club rates guests: what would change, then Yes (ratings.md 3.7)."""
    club = await clubs.enter(v, int(v.args[0]))
    clubs.only_judges(v)
    if v.args[1] not in ("yes", "no"):
        raise Refused("unknown_button")
    store, rated, s = v.office.store, v.args[1] == "yes", tongue(v)
    if rated is club.guests_rated:
        await v.show(s(f"rating.guests_are_{_word(club)}"), _chip(v, club))
        return
    shifts = await prospects.of_rating_guests(store.database, club.id, rated)
    if v.args[2:] == (mark(shifts),):
        await store.clubs.rate_guests(club.id, rated)
        await clubs.settled(v, f"rating.guests_are_{v.args[1]}")
        v.office.spawn(touch_clubs(v.office, {club.id}))
        await v.show(s(f"rating.guests_are_{v.args[1]}"), _chip(v, v.the_club))
        return
    changes = (s("rating.guests_change", n=len(shifts), names=shifted(await names_of(v, club), s, shifts))
               if shifts else s("rating.guests_nothing"))
    await v.show(text(s(f"rating.guests_to_{v.args[1]}"), changes),
                 ((labelled(s, "yes", "rated", club.id, v.args[1], mark(shifts)),
                   labelled(s, "no", "rated", club.id, _word(club))),))


def _chip(v: Visit, club: Club) -> Buttons:
    """The setting as it is; a tap leads to the other one."""
    other = "no" if club.guests_rated else "yes"
    return ((Button(tongue(v).plain(f"rating.guests_{_word(club)}"), press("rated", club.id, other)),),)


def _word(club: Club) -> str:
    return "yes" if club.guests_rated else "no"


def _unrated(v: Visit, club: Club) -> Safe | str:
    return "" if club.guests_rated else v.say("rating.guests_are_no")


async def everywhere(v: Visit) -> list[Safe]:
    """One's record in all one's clubs."""
    return [line for club, member in await mine(v) for line in await record(v, club, member)]


async def record(v: Visit, club: Club, member: MemberId) -> list[Safe]:
    """One's ratings in a club, the last events, and how it stands against whom one has met most."""
    boards, names = v.office.store.leaderboards, await names_of(v, club)
    lines: list[Safe] = []
    history = await boards.history(club.id, member)
    for game in await boards.ratings(club.id):
        lines += _own(v, game, history)
        rivals = sorted((await boards.rivals(member, game)).items(), key=lambda it: (-sum(it[1]), names[it[0]]))
        if rivals:
            lines.append(v.say("rating.rivals", game=v.say(f"game.{game}")))
        lines += [v.say("rating.rival", name=names[rival], won=won, drawn=drawn, lost=lost)
                  for rival, (won, drawn, lost) in rivals[:RIVALS]]
    return lines


async def mine(v: Visit) -> list[tuple[Club, MemberId]]:
    """One's clubs, and who one is there."""
    store = v.office.store
    found = [(await store.clubs.club(member.club), member.id)
             for member in await store.members.memberships(v.person.id)]
    return [(club, member) for club, member in found if club is not None]


async def names_of(v: Visit, club: Club) -> dict[MemberId, str]:
    """The names of a club's members, told apart; of who was forgotten, that he was a member."""
    members = await v.office.store.members.members(club.id)
    return whole({id: member.name or v.say.plain("former") for id, member in members.items()
                  if member.same_as is None})


def _list(v: Visit, club: Club, game: str, now: Mapping[MemberId, Rating], member: MemberId,
          names: dict[MemberId, str]) -> list[Safe]:
    """Everybody by rating; equals share a place."""
    ranked = sorted(now, key=lambda id: (-now[id].tenths, names[id]))
    lines = [v.say("rating.head", game=v.say(f"game.{game}"), club=club.title)]
    for id in ranked:
        place = 1 + sum(1 for other in ranked if now[other].tenths > now[id].tenths)
        lines.append(v.say("rating.mine" if id == member else "rating.line", place=place, name=names[id],
                           rating=now[id]))
    return lines


def _own(v: Visit, game: str, history: Sequence[Rated]) -> list[Safe]:
    """One's rating, and how the last events made it; nothing for who has none."""
    mine = [it for it in history if it.game == game]
    if not mine:
        return []
    head = v.say("rating.history", game=v.say(f"game.{game}"), rating=mine[-1].change.after)
    return [head, *(_told(v, it.title, it.change) for it in reversed(mine[-RECENT:]))]


def _told(v: Visit, title: str, change: Change) -> Safe:
    return v.say("rating.remade" if change.remade else "rating.change", title=title or change.code,
                 before=change.before, after=change.after, scored=points_text(change.scored, Scoring()),
                 games=change.games, expected=v.say.tenths(rounded(10 * change.expected)), k=change.k,
                 performance=change.performance)
