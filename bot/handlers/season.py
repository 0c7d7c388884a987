"""/season: the season's table, in private; and a judge's words that begin or end one (his buttons: `new_season`).

    /season new best=8 by=place Autumn        from now on; the one before ends
    /season end
"""

from __future__ import annotations

from bot.desk import command
from bot.handlers import club as clubs
from bot.handlers import new_season, ratings
from bot.notices.notice import Buttons
from bot.notices.parts import Line, parts, text
from bot.notices.season import head, line, points, rules
from bot.texts import Safe
from bot.visit import Visit
from engine.model import MemberId, Refused, Role
from storage.names import clean
from storage.seasons import Seasonal


@command("season")
async def season(v: Visit) -> None:
    """The table; `new` and `end` are a judge's."""
    match v.args:
        case ("new" | "новый", *words):
            await _begin(v, words)
        case ("end" | "конец",):
            clubs.only_judges(v)
            ended = await v.office.store.seasons.end(v.the_club.id, v.now, cause=v.cause)
            await v.receipt("season.ended" if ended else "season.none")
        case _ if v.place == "group":
            await v.answer(v.say("lookup.me_hint", bot=v.office.username), kind="me")
        case _:
            await _show(v)


async def _begin(v: Visit, words: list[str]) -> None:
    clubs.only_judges(v)
    given = {"game": "chess", "by": "score", "best": "all"}
    while words and "=" in words[0]:
        key, _, value = words.pop(0).casefold().partition("=")
        if key not in given:
            raise Refused("season_words", word=key)
        given[key] = value
    game, way, best = new_season.read(*given.values())
    title = clean(" ".join(words))[:new_season.TITLE]
    begun = await v.office.store.seasons.begin(
        v.the_club.id, game, v.now, title=title, best=best, way=way, cause=v.cause)
    await v.reply(new_season.told(v, begun))


async def _show(v: Visit) -> None:
    told = False
    for club, member in await ratings.mine(v):
        names, judges = await ratings.names_of(v, club), await clubs.role_in(v, club) >= Role.JUDGE
        found = await v.office.store.seasons.latest(club.id)
        for latest in found:
            await _table(v, await v.office.store.seasons.table(latest), member, names,
                         new_season.pressed(v, latest) if judges else ())
        if judges and not any(latest.until is None for latest in found):
            await v.answer(v.say("season.none_yet", club=club.title), new_season.offered(v, club), kind="season")
        told = told or judges or bool(found)
    if not told:
        await v.answer(v.say("season.none"), kind="season")


async def _table(v: Visit, found: Seasonal, member: MemberId, names: dict[MemberId, str], rows: Buttons) -> None:
    """All of it, in as many messages as it takes; below it which of one's own results count, and the rules."""
    portions = parts([Line(line(v.say, it, names.__getitem__)) for it in found.lines])
    for place, portion in enumerate(portions):
        last = place == len(portions) - 1
        foot = (_own(v, found, member), rules(v.say, found)) if last else ()
        await v.answer(text(head(v.say, found) if place == 0 else "", *portion, *foot), rows if last else (),
                       kind="season")


def _own(v: Visit, found: Seasonal, member: MemberId) -> Safe | str:
    """Which of one's results count, and which do not."""
    mine = next((it for it in found.lines if it.member == member), None)
    if mine is None:
        return ""
    counted, left = (" + ".join(map(points, some)) for some in (mine.counted, mine.left))
    return v.say("season.mine_left" if left else "season.mine", counted=counted, left=left)
