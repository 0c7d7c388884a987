"""A judge's buttons below /season: a new season by chips, its title, its end after a question.

The card keeps nothing: every chip carries what is chosen. Begin and Yes carry the season that was going
on when they were shown, so that of two judges the second hears that it is another one by now.
"""

from __future__ import annotations

from bot.desk import button, reply
from bot.handlers import club as clubs
from bot.membership import touch_clubs
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.notices.season import head, rules
from bot.parse import press
from bot.texts import Say
from bot.visit import Visit
from engine.model import Refused
from engine.season import WAYS
from storage import Club
from storage.names import clean
from storage.seasons import Season, Seasonal

GAMES = ("chess", "draughts", "other")

MOST = 99
"""Results of which the best can be asked for."""

BEST = ("4", "5", "6", "8", "10", "12", "all")
"""Those that are offered."""

TITLE = 64
"""Letters of a title."""


def read(game: str, way: str, best: str) -> tuple[str, str, int | None]:
    """What a season is made of, from its words. Refused("season_words", word) for one that is none."""
    good = best == "all" or (best.isascii() and best.isdigit() and 1 <= int(best) <= MOST)
    for fits, word in ((good, best), (way in WAYS, way), (game in GAMES, game)):
        if not fits:
            raise Refused("season_words", word=word)
    return game, way, None if best == "all" else int(best)


def told(v: Visit, begun: Season) -> str:
    """That it has begun, and by which rules."""
    about = Seasonal(begun, (), 0)
    return text(v.say("season.begun"), head(v.say, about), rules(v.say, about))


def pressed(v: Visit, latest: Season) -> Buttons:
    """What a judge can do about the newest season of a game."""
    if latest.until is not None:
        return ()
    title = (labelled(v.say, "title", "season", latest.club, "title", latest.game),) if v.place == "private" else ()
    return ((*title, labelled(v.say, "season_end", "season", latest.club, "end", latest.game)),
            (labelled(v.say, "season_new", "season", latest.club, "new"),))


def offered(v: Visit, club: Club) -> Buttons:
    """The way to a first one."""
    return ((labelled(v.say, "season_new", "season", club.id, "new"),),)


@button("season")
async def chosen(v: Visit) -> None:
    """One of the buttons; in the group none of them is shown."""
    club = await clubs.enter(v, int(v.args[0]))
    if v.place == "group":
        raise Refused("unknown_button")
    match v.args[1:]:
        case ("new",):
            game = club.defaults.get("game", "chess")
            await _card(v, club, game if game in GAMES else "other", "score", "all")
        case ("new", game, way, best):
            await _card(v, club, game, way, best)
        case ("begin", game, way, best, mark):
            await _begin(v, club, game, way, best, mark)
        case ("title", game):
            await _ask_title(v, await _going_on(v, club, game))
        case ("end", game):
            await _ask_end(v, await _going_on(v, club, game))
        case ("over", game, mark):
            await _end(v, await _going_on(v, club, game), mark)
        case _:
            raise Refused("unknown_button")


@reply("season_title")
async def titled(v: Visit) -> None:
    """The title that was typed, here and in the posts of the last days."""
    club = await clubs.enter(v, int(v.dialogue["club"]))
    season, title = await _going_on(v, club, str(v.dialogue["game"])), clean(v.text)[:TITLE]
    await v.office.store.seasons.name(season, title)
    await v.expect_nothing()
    v.office.spawn(touch_clubs(v.office, {club.id}))
    await v.receipt("season.titled", title=title or v.say.plain("season.untitled"))


async def _card(v: Visit, club: Club, game: str, way: str, best: str) -> None:
    """Everything at a glance, what it means, and a chip for each other choice."""
    _, _, count = read(game, way, best)
    old = await _latest(v, club, game)
    about = Seasonal(Season(club.id, game, v.now, None, "", count, way), (), 0)
    ends = v.say("season.instead", title=_title(v.say, old)) if old is not None else ""
    games = tuple(_chip(v, v.say.plain(f"game.{it}"), it == game, club, it, way, best) for it in GAMES)
    ways = tuple(_chip(v, v.say.plain(f"button.by_{it}"), it == way, club, game, it, best) for it in WAYS)
    counts = tuple(_chip(v, v.say.plain("button.best_all") if it == "all" else v.say.plain("button.best", count=it),
                         it == best, club, game, way, it) for it in BEST)
    begin = labelled(v.say, "season_begin", "season", club.id, "begin", game, way, best, _mark(old))
    await v.show(text(v.say("season.card", club=club.title, game=v.say(f"game.{game}")), rules(v.say, about), ends),
                 (games, ways, counts[:3], counts[3:6], counts[6:], (begin, labelled(v.say, "go_back", "drop"))))


def _chip(v: Visit, words: str, now: bool, club: Club, *choice: str) -> Button:
    return Button(v.say.plain("value.now", value=words) if now else words, press("season", club.id, "new", *choice))


async def _begin(v: Visit, club: Club, game: str, way: str, best: str, mark: str) -> None:
    _, _, count = read(game, way, best)
    if mark != _mark(await _latest(v, club, game)):
        raise Refused("out_of_date")
    begun = await v.office.store.seasons.begin(
        club.id, game, v.now, title="", best=count, way=way, cause=v.cause)
    await v.show(told(v, begun), pressed(v, begun)[:1])


async def _ask_title(v: Visit, season: Season) -> None:
    if v.place != "private":
        raise Refused("unknown_button")
    await v.expect("season_title", club=season.club, game=season.game)
    await v.reply(v.say("season.type_title"))


async def _ask_end(v: Visit, season: Season) -> None:
    found = await v.office.store.seasons.table(season)
    yes = labelled(v.say, "yes", "season", season.club, "over", season.game, _mark(season))
    await v.show(text(head(v.say, found), v.say("season.end_sure")), ((yes, labelled(v.say, "no", "drop")),))


async def _end(v: Visit, season: Season, mark: str) -> None:
    if mark != _mark(season):
        raise Refused("out_of_date")
    await v.office.store.seasons.end(season.club, v.now, season.game, cause=v.cause)
    await v.show(v.say("season.ended"))


async def _going_on(v: Visit, club: Club, game: str) -> Season:
    """Refused("no_season") where none of that game goes on."""
    found = await _latest(v, club, game)
    if found is None:
        raise Refused("no_season")
    return found


async def _latest(v: Visit, club: Club, game: str) -> Season | None:
    return next((it for it in await v.office.store.seasons.latest(club.id) if it.game == game and it.until is None),
                None)


def _mark(season: Season | None) -> str:
    """A season's name in button data: when it began."""
    return "none" if season is None else f"{int(season.since.timestamp())}"


def _title(say: Say, season: Season) -> str:
    return season.title or say.plain("season.untitled")
