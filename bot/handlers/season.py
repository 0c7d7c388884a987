"""/season: the season's table, in private; and a judge's words that begin or end one.

    /season new best=8 by=place Autumn        from now on; the one before ends
    /season end
"""

from __future__ import annotations

from bot.desk import command
from bot.handlers import ratings
from bot.notices.parts import Line, parts, text
from bot.notices.season import head, line, points, rules
from bot.visit import Visit
from engine.model import MemberId, Refused
from engine.season import WAYS
from storage import Club
from storage.seasons import Seasonal

GAMES = ("chess", "draughts", "other")

MOST = 99
"""Results of which the best can be asked for."""


@command("season")
async def season(v: Visit) -> None:
    """The table; `new` and `end` are a judge's."""
    match v.args:
        case ("new" | "новый", *words):
            await _begin(v, words)
        case ("end" | "конец",):
            await _end(v)
        case _ if v.place == "group":
            await v.answer(v.say("lookup.me_hint", bot=v.office.username), kind="me")
        case _:
            await _show(v)


async def _begin(v: Visit, words: list[str]) -> None:
    club = _judges(v)
    given = {"best": "all", "by": "score", "game": "chess"}
    while words and "=" in words[0]:
        key, _, value = words.pop(0).casefold().partition("=")
        if key not in given:
            raise Refused("season_words", word=key)
        given[key] = value
    best, way, game = given["best"], given["by"], given["game"]
    good = best == "all" or (best.isascii() and best.isdigit() and 1 <= int(best) <= MOST)
    for fits, word in ((good, best), (way in WAYS, way), (game in GAMES, game)):
        if not fits:
            raise Refused("season_words", word=word)
    begun = await v.office.store.seasons.begin(
        club.id, game, v.now, title=" ".join(words)[:64], best=None if best == "all" else int(best), way=way)
    about = Seasonal(begun, (), 0)
    await v.reply(text(v.say("season.begun"), head(v.say, about), rules(v.say, about)))


async def _end(v: Visit) -> None:
    ended = await v.office.store.seasons.end(_judges(v).id, v.now)
    await v.receipt("season.ended" if ended else "season.none")


def _judges(v: Visit) -> Club:
    if v.anonymous:
        raise Refused("anonymous")
    if not v.is_judge:
        raise Refused("not_judge")
    return v.the_club


async def _show(v: Visit) -> None:
    told = False
    for club, member in await ratings.mine(v):
        names = await ratings.names_of(v, club)
        for latest in await v.office.store.seasons.latest(club.id):
            told = True
            found = await v.office.store.seasons.table(latest)
            lines = [line(v.say, it, names.__getitem__) for it in found.lines]
            portions = parts([Line(each) for each in lines])
            for place, portion in enumerate(portions):
                foot = (_own(v, found, member), rules(v.say, found)) if place == len(portions) - 1 else ()
                await v.answer(text(head(v.say, found) if place == 0 else "", *portion, *foot), kind="season")
    if not told:
        await v.answer(v.say("season.none"), kind="season")


def _own(v: Visit, found: Seasonal, member: MemberId) -> str:
    """Which of one's results count, and which do not."""
    mine = next((it for it in found.lines if it.member == member), None)
    if mine is None:
        return ""
    counted, left = (" + ".join(map(points, some)) for some in (mine.counted, mine.left))
    return v.say("season.mine_left" if left else "season.mine", counted=counted, left=left)
