"""/language: in private the person's own, in a group (for judges) the club's."""

from __future__ import annotations

from bot.desk import button, command
from bot.handlers import club
from bot.notices.notice import Button, Buttons
from bot.parse import press
from bot.texts import LANGUAGES
from bot.visit import Visit
from engine.model import Refused

_NAMES = {"en": "English", "ru": "Русский"}
"""Each language in its own name, for whoever understands nothing else here."""


@command("language")
async def language(v: Visit) -> None:
    """In private the person's; in a group a judge changes the club's: `/language ru`."""
    typed = v.args[0].casefold() if v.args else ""
    if typed and typed not in LANGUAGES:
        raise Refused("bad_setting", key="language", value=typed, allowed=", ".join(LANGUAGES))
    if v.place == "private":
        await (_speak(v, typed) if typed else v.reply(v.say("ask.language"), _languages("lang")))
        return
    club.only_judges(v)
    if typed:
        await _club_speaks(v, typed)
    elif v.person.reachable:
        await v.reply(v.say("ask.language_club", club=v.the_club.title), _languages("lang", v.the_club.id))
    else:
        raise Refused("type_command", command="/language ru, /language en")


@button("lang")
async def lang(v: Visit) -> None:
    """A language was chosen, for oneself or for a club."""
    if v.args[0] not in LANGUAGES:
        raise Refused("unknown_button")
    if len(v.args) == 1:
        await _speak(v, v.args[0])
        return
    await club.enter(v, int(v.args[1]))
    club.only_judges(v)
    await _club_speaks(v, v.args[0])


def _languages(verb: str, *args: object) -> Buttons:
    return (tuple(Button(name, press(verb, chosen, *args)) for chosen, name in _NAMES.items()),)


async def _speak(v: Visit, chosen: str) -> None:
    await v.office.store.people.set_language(v.person.id, chosen)
    person = await v.office.store.people.person(v.person.id)
    assert person is not None, "whoever writes has been seen"
    v.person = person
    for row in v.rows:
        v.changed(row.code)
    await v.receipt("toast.language")


async def _club_speaks(v: Visit, chosen: str) -> None:
    await v.office.store.clubs.set_language(v.the_club.id, chosen)
    v.office.menu(v.the_club.chat, chosen)
    await club.settled(v, "toast.language_club", language=_NAMES[chosen])
