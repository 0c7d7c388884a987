"""A player's rating and title, set by judges; once the draw has begun, what it changes is shown first, then Yes."""

from __future__ import annotations

from bot import foresight
from bot.deed import sight, told, tongue
from bot.desk import button, reply
from bot.handlers import club
from bot.handlers.people import ask, back_to_list
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.parse import press
from bot.visit import Visit
from engine import entry
from engine import facts as f
from engine.facts import Fact
from engine.model import MemberId, Refused, Stage, Tournament
from engine.rights import allow

TITLES = ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
NO_TITLE = "-"


@button("rating")
async def rating(v: Visit) -> None:
    """Ask for a player's rating, which is typed."""
    await ask(v, "rating", MemberId(int(v.args[1])))


@reply("rating")
async def rated(v: Visit) -> None:
    """1850; 1850? for an estimate; 0 for none."""
    await club.visit(v, str(v.dialogue["code"]))
    player, word = MemberId(int(v.dialogue["player"])), v.text.strip()
    estimated, digits = word.endswith("?"), word.removesuffix("?").strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        raise Refused("bad_rating", rating=word[:20], highest=entry.HIGHEST_RATING)
    known = entry.member_of(await v.tournament(), player)
    await _rate(v, player, int(digits) or None, known.title, estimated=estimated)
    await v.expect_nothing()


@button("title")
async def title(v: Visit) -> None:
    """The titles to choose from, then the choice."""
    player = MemberId(int(v.args[1]))
    if len(v.args) > 2:
        known = entry.member_of(await v.tournament(), player)
        return await _rate(v, player, known.rating, _title(v.args[2]), estimated=known.estimated)
    allow("rate", v.actor)
    view, s = await sight(v), tongue(v)
    entry.member_of(view.t, player)
    chips = [Button(word, press("title", v.code, player, word)) for word in TITLES]
    return await v.show(s("people.title", name=view.whole(player)),
                        (tuple(chips[:4]), tuple(chips[4:]),
                         (Button(s.plain("people.no_title"), press("title", v.code, player, NO_TITLE)),
                          labelled(s, "go_back", "person", v.code, player))))


@button("rate")
async def sure(v: Visit) -> None:
    """Yes to what was shown."""
    _, player, points, estimated, word = v.args
    await _rate(v, MemberId(int(player)), int(points) or None, _title(word), estimated=estimated == "1", sure=True)


def _title(word: str) -> str:
    return word if word in TITLES else ""


async def _rate(v: Visit, player: MemberId, rating: int | None, title: str, *, estimated: bool, sure: bool = False
                ) -> None:
    """The tournament's fact, and what the club remembers; where the draw has begun, first what it changes."""
    def act(t: Tournament) -> list[Fact]:
        return entry.rate(t, v.actor, player, rating, title=title, estimated=estimated)

    t = await v.tournament()
    facts = act(t)
    if facts and not sure and t.stage is not Stage.ENTRY:
        yes = press("rate", v.code, player, rating or 0, int(estimated), title or NO_TITLE)
        now, then = await sight(v, t), await sight(v, foresight.imagined(v, t, facts))
        s = tongue(v)
        return await v.show(text(foresight.about(s, now), *foresight.strength(s, now, then, player),
                                 *foresight.consequences(s, now, then)),
                            ((Button(s.plain("button.yes"), yes), labelled(s, "no", "person", v.code, player)),))
    done = await v.record(act)
    known = done.tournament.players[player]
    await v.office.store.members.rate(player, known.rating, known.title, known.estimated,
                                       game=done.tournament.settings.game)
    view = await sight(v, done.tournament)
    return await told(v, done, "people.rated", name=view.whole(player), rating=known.rating or "–",
                      title=known.title, rows=(back_to_list(v, tongue(v)),),
                      same=lambda fact: isinstance(fact, f.Rated) and fact.player == player)
