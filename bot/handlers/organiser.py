"""Setting up: the card of a new event, which is a dialogue of who called it up, and Open entry."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot import template
from bot.deed import tongue
from bot.desk import button, command, reply
from bot.handlers import chips, club, event
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.parse import new_words, press
from bot.visit import Visit
from engine import settings as spelling
from engine.model import Refused, Settings


@command("new")
@button("new")
async def new(v: Visit) -> None:
    """The card of a new event: the club's last settings, and what was typed."""
    said = v.text
    if v.press is not None and v.args:
        await club.enter(v, int(v.args[0]))
        asked = await v.office.store.dialogues.get(v.person.id, v.person.id)
        said = str(asked.body["words"]) if asked is not None and asked.kind == "new" else ""
    elif not await club.one(v, "new"):
        await v.expect("new", words=v.text)
        return
    if not v.may_call_up:
        raise Refused("not_judge")
    typed, title = new_words(said)
    here = v.the_club
    settings = template.restored(replace(spelling.NEW, language=here.language, zone=here.zone), here.defaults)
    settings = chips.read_all(settings, typed | ({"title": title} if title else {}), v.now)
    topic = v.topic if v.place == "group" else here.topic
    for row in await v.office.store.ledger.in_chat(here.chat, topic):
        raise Refused("already_here", tournament=row.code, title=row.title)
    await _keep(v, v.person.id, settings, topic)
    await event.call_up(v, *_card(v, v.person.id, settings), line="new")


@button("chip")
async def chip(v: Visit) -> None:
    """A chip of the card: its values; a value: chosen."""
    owner, key, choice = int(v.args[1]), *(*v.args[2:], "", "")[:2]
    settings, topic = await _kept(v, owner)
    if choice and key == "title" and choice == "drop":
        await v.office.store.dialogues.drop(owner, v.the_club.chat)
        await v.show(tongue(v)("toast.kept"), here=True)
        return
    if choice:
        settings = chips.read(settings, key, choice, v.now)
        await _keep(v, owner, settings, topic)
    data = partial(press, "chip", v.the_club.id, owner)
    if key == chips.MORE or (choice and key in chips.SECOND):
        page = event.more(v, settings, data)
    elif key and not choice:
        page = await event.values(v, settings, key, data, 0, club=v.the_club.id, owner=owner)
    else:
        await event.typed_no_more(v)
        page = _card(v, owner, settings)
    await v.show(*page, here=True)


@reply("setting")
async def typed(v: Visit) -> None:
    """A title, an hour, a number that no chip has."""
    key = str(v.dialogue["key"])
    if "code" in v.dialogue:
        await club.visit(v, str(v.dialogue["code"]))
        await event.change(v, key, v.text)
        await v.show(*await event.running(v))
        await _answered(v, key, (await v.tournament()).settings)
        return
    await club.enter(v, int(v.dialogue["club"]))
    owner = int(v.dialogue["owner"])
    settings, topic = await _kept(v, owner)
    settings = chips.read(settings, key, v.text, v.now)
    await _keep(v, owner, settings, topic)
    await v.show(*_card(v, owner, settings))
    await _answered(v, key, settings)


async def _answered(v: Visit, key: str, settings: Settings) -> None:
    """What was asked for has been typed: the question becomes the answer, the card comes below it."""
    asked = int(v.dialogue.get("message", 0))
    await v.expect_nothing()
    if asked:
        await v.retire(asked, v.say("chip.button", name=v.say(f"setting.{key}"),
                                    value=chips.value(v.say, settings, key)))


@button("open")
async def open_entry(v: Visit) -> None:
    """Open entry: the tournament is there, its settings are the club's next defaults."""
    owner = int(v.args[1])
    settings, topic = await _kept(v, owner)
    if chips.even(settings) and len(v.args) < 3:
        back = Button(tongue(v).plain("button.go_back"), press("chip", v.the_club.id, owner))
        await v.show(*event.even(v, settings, Button(tongue(v).plain("button.yes"),
                                                press("open", v.the_club.id, owner, "yes")), back), here=True)
        return
    if not settings.title:
        settings = chips.read(settings, "title", template.dated(v.now, settings), v.now)
    clubs, here = v.office.store.clubs, v.the_club
    await event.of_club(v, settings)                 # before the first post, which tells the hour
    await v.create(settings, chat=here.chat, topic=topic)
    await clubs.set_defaults(here.id, {key: value for key, value in template.spelled(settings).items()
                                       if key not in (*chips.ONCE, "language", "zone")})
    if topic != here.topic:
        await clubs.set_topic(here.id, topic)        # where what is asked for in private will be
    await event.typed_no_more(v)
    await v.receipt("toast.opened")
    await v.show(*await event.running(v), here=True)
    await v.office.store.dialogues.drop(owner, here.chat)      # till then Open may come again


async def _keep(v: Visit, owner: int, settings: Settings, topic: int | None) -> None:
    await v.office.store.dialogues.put(owner, v.the_club.chat, "card",
                                       {"settings": template.spelled(settings), "topic": topic}, v.now)


async def _kept(v: Visit, owner: int) -> tuple[Settings, int | None]:
    """The settings on the card of this owner and the topic it is for; only for judges of its club."""
    if v.press is not None:
        await club.enter(v, int(v.args[0]))
    club.only_judges(v)
    kept = await v.office.store.dialogues.get(owner, v.the_club.chat)
    if kept is None or kept.kind != "card":
        raise Refused("card_gone")
    return template.restored(Settings(), kept.body["settings"]), kept.body["topic"]


def _card(v: Visit, owner: int, settings: Settings) -> tuple[str, Buttons]:
    here, say = v.the_club, tongue(v)
    data = partial(press, "chip", here.id, owner)
    return (text(say("card.new", title=here.title), chips.lines(say, settings, 0)),
            (*chips.first(say, settings, chips.offered(settings), data),
             (labelled(say, "open_entry", "open", here.id, owner),
              Button(say.plain("button.drop"), data("title", "drop")))))
