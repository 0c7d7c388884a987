"""/mydata: all that is stored about a person, as a file; and to be forgotten, after a question."""

from __future__ import annotations

import json
import logging

from bot import logs
from bot.desk import button, command
from bot.home import CLUB
from bot.notices.buttons import button as labelled
from bot.notices.parts import text
from bot.texts import Safe
from bot.visit import Visit
from engine.model import Refused, Stage
from storage import personal

log = logging.getLogger(__name__)


@command("mydata", rights=False)
async def mydata(v: Visit) -> None:
    """What is kept, and what can be done about it. In a group only a hint."""
    if v.place != "private":
        await v.answer(v.say("lookup.me_hint", bot=v.office.username), kind="me")
        return
    await v.answer(v.say("mydata.about"), ((labelled(v.say, "mydata", "mydata", "file"),),
                                           (labelled(v.say, "erase", "mydata", "erase"),)))


@button("mydata", rights=False)
async def chosen(v: Visit) -> None:
    """The file; the question; the answer to it."""
    if v.place != "private":
        raise Refused("unknown_button")
    match v.args:
        case ("file",):
            await v.at_length(_file(v))
        case ("erase",):
            yes, no = (labelled(v.say, word, "mydata", word) for word in ("yes", "no"))
            await v.show(text(v.say("mydata.sure"), *await _playing(v)), ((yes, no),))
        case ("yes",):
            await v.at_length(_erase(v))
        case ("no",):
            await v.show(v.say("mydata.kept"))
        case _:
            raise Refused("unknown_button")


async def _file(v: Visit) -> None:
    found = await personal.about(v.office.store.database, v.person.id)
    data = json.dumps(found, ensure_ascii=False, indent=1).encode()
    await v.file("my-data.json", data, v.say("mydata.file"))


async def _playing(v: Visit) -> list[Safe]:
    """Where he is in right now: nobody can report for himself who is not known."""
    titles = [row.title or row.code for row in v.rows if row.stage in (Stage.ENTRY, Stage.PLAYING)]
    return [v.say("mydata.playing", titles=v.say.names(titles))] if titles else []


async def _erase(v: Visit) -> None:
    """Forget him, then put right what is shown of the tournaments he was in; never more than what was shown."""
    store, say = v.office.store, v.say
    found = await personal.about(store.database, v.person.id)
    shown = [code for code in found["tournaments"] if await store.posts.reopen(code)]
    for code in shown:
        await store.ledger.set_shown(code, 0)          # killed now, it is put right at the next start
    await store.people.forget(v.person.id)
    logs.say(log, logging.INFO, "somebody was forgotten", tournaments=len(found["tournaments"]))
    for owner in (*shown, *(f"{CLUB}{club['id']}" for club in found["clubs"])):
        v.office.board.touch(owner)
    await v.show(say("mydata.erased"))
    v.office.spawn(v.office.answers.clear())
