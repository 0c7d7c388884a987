"""The card of the event as it runs: what can still be set, and the ways to everything judges do."""

from __future__ import annotations

from functools import partial

from bot import foresight
from bot.deed import sight, tongue
from bot.desk import button, command
from bot.handlers import chips, hand
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.notices.view import REASONS, View
from bot.parse import press
from bot.texts import Safe, words
from bot.visit import Visit
from engine import judging
from engine import settings as spelling
from engine.model import Refused, Settings, Stage, Tournament


@command("settings")
async def settings(v: Visit) -> None:
    """The card of the running event."""
    await v.tournament()
    if not v.may_call_up:
        raise Refused("not_judge")
    await call_up(v, *await running(v), line="settings")


@button("set")
async def set_(v: Visit) -> None:
    """A chip of that card. The number of rounds asks for a reason once round 1 is posted."""
    key, choice = (*v.args[1:], "", "")[:2]
    t = await v.tournament()
    if not v.is_judge:
        raise Refused("not_judge")
    data, say = partial(press, "set", t.code), tongue(v)
    if choice and key == "rounds" and t.rounds:
        rows = tuple((Button(say.plain(f"reason.{reason}"), press("because", t.code, key, choice, reason)),)
                     for reason in REASONS[:3])
        page: tuple[str, Buttons] = (
            text(say("chip.button", name=say(f"setting.{key}"), value=choice), *await _rounds(v, t, choice),
                 say("ask.reason")),
            (*rows, (Button(say.plain("button.go_back"), data(key)),)))
    elif choice and key in ("rounds", "system") and chips.even(wanted := _wanted(v, t, key, choice)):
        yes = Button(say.plain("button.yes"), press("even", t.code, key, choice))
        page = even(v, wanted, yes, Button(say.plain("button.go_back"), data(key)))
    elif key == chips.MORE:
        page = more(v, t.settings, data, t)
    elif key and not choice and key not in chips.offered(t.settings, t):
        await v.receipt("refused.fixed_setting", key=key)              # an old card: it shows what can still change
        page = await running(v)
    elif key and not choice:
        page = await values(v, t.settings, key, data, len(t.entered()), code=t.code)
    else:
        if choice:
            await change(v, key, choice)
        await typed_no_more(v)
        page = await running(v)
    await v.show(*page, here=True)


@button("even")
async def even_rounds(v: Visit) -> None:
    """An even number of rounds all the same."""
    await change(v, v.args[1], v.args[2])
    await v.show(*await running(v), here=True)


@button("because")
async def because(v: Visit) -> None:
    """A setting with the reason the players are shown."""
    _, key, choice, reason = v.args
    await change(v, key, choice, reason)
    await v.show(*await running(v), here=True)


async def change(v: Visit, key: str, typed: str, reason: str = "") -> None:
    """Change a setting, and say so."""
    t = await v.tournament()
    wanted = _wanted(v, t, key, typed)
    done = await v.record(lambda t: judging.change(t, v.actor, key, spelling.spell(wanted, key), reason=reason))
    await of_club(v, done.tournament.settings)
    await v.receipt("toast.set", name=v.say(f"setting.{key}"), value=chips.value(v.say, wanted, key))


async def _rounds(v: Visit, t: Tournament, choice: str) -> list[Safe]:
    """What another number of rounds changes; what is impossible is refused before a reason is asked."""
    then = foresight.imagined(v, t, judging.change(t, v.actor, "rounds", choice, reason="?"))
    return foresight.consequences(tongue(v), await sight(v, t), await sight(v, then))


def _wanted(v: Visit, t: Tournament, key: str, typed: str) -> Settings:
    return chips.read(t.settings, key, typed, v.now)


async def of_club(v: Visit, settings: Settings) -> None:
    """Language and zone belong to the club: whoever sets them on a card sets them there."""
    clubs, here = v.office.store.clubs, v.the_club
    if settings.language != here.language:
        await clubs.set_language(here.id, settings.language)
        v.office.menu(here.chat, settings.language)
    if settings.zone != here.zone:
        await clubs.set_zone(here.id, settings.zone)


async def running(v: Visit) -> tuple[str, Buttons]:
    """The card of the event as it stands: state, settings, chips of what can still change."""
    t, say = await v.tournament(), tongue(v)
    view = View(t, await v.home(), v.now, words)
    playing = "settings.playing" if t.rounds else "settings.drawing"
    state = {Stage.ENTRY: "settings.entry", Stage.PLAYING: playing, Stage.FINISHED: "settings.finished",
             Stage.CANCELLED: "settings.cancelled"}[t.stage]
    head = say(state, title=view.title, code=t.code, round=len(t.rounds), rounds=t.settings.rounds)
    if t.stage is Stage.CANCELLED:
        return head, ()
    last: list[Button] = []
    if t.stage is Stage.ENTRY:
        last = [labelled(say, "begin", "begin", t.code), labelled(say, "cancel", "cancel", t.code)]
    elif t.stage is Stage.PLAYING:
        last = [labelled(say, "finish", "finish", t.code), labelled(say, "cancel", "cancel", t.code)]
    keys = chips.offered(t.settings, t)
    rows = chips.first(say, t.settings, keys, partial(press, "set", t.code))
    menus = [labelled(say, "players", "people", t.code, "menu"), labelled(say, "log", "log", t.code, 0)]
    if t.rounds:
        menus.insert(1, labelled(say, "results", "rounds", t.code))
    clock = (labelled(say, "resume", "resume", t.code) if t.held else labelled(say, "hold", "hold", t.code),)
    rows = (*rows, tuple(menus), *(hand.menu(say, t) if last else ()),
            (*(clock if last else ()), labelled(say, "undo", "undo", t.code)))
    rows = (*rows, tuple(last)) if last else rows
    return text(head, chips.lines(say, t.settings, len(t.entered()))), rows


def even(v: Visit, settings: Settings, yes: Button, back: Button) -> tuple[str, Buttons]:
    """An even number of rounds in a simple Swiss is to be confirmed."""
    return tongue(v)("ask.even_rounds", rounds=settings.rounds, n=settings.rounds + 1), ((yes, back),)


async def call_up(v: Visit, card: str, rows: Buttons, *, line: str) -> None:
    """Show a judges' card: in the judges' chat, else in private, else (no other way) in the group itself."""
    if v.place != "group":
        await v.show(card, rows)
        return
    private = v.person.id if v.person.reachable and not v.anonymous else 0
    where = v.the_club.judges_chat or private
    if where and await v.sent(where, card, rows):
        place = "in_judges" if v.the_club.judges_chat else "in_private"
        if v.tap:
            await v.receipt(f"card.{place}")
        else:
            name = v.member.name if v.member and not v.anonymous else v.club_say.plain("card.a_judge")
            await v.answer(v.club_say(f"card.{line}_{place}", name=name), kind="card")
        return
    await v.show(card, rows, here=True)


async def values(v: Visit, settings: Settings, key: str, data: chips.Data, players: int, **about: object
                  ) -> tuple[str, Buttons]:
    """The values of one setting; in private they may be typed as well."""
    private = v.place == "private"
    if key not in chips.offered(settings):
        raise Refused("unknown_button")
    if private and key in chips.TYPED:
        await v.expect("setting", key=key, message=v.message, **about)
    return chips.values(tongue(v), settings, key, data, v.now, players, typed=private)


async def typed_no_more(v: Visit) -> None:
    """Whoever goes on by pressing is not asked for words any more: what he types next is no title."""
    asked = await v.office.store.dialogues.get(v.person.id, v.person.id)
    if asked is not None and asked.kind == "setting":
        await v.expect_nothing()


def more(v: Visit, settings: Settings, data: chips.Data, t: Tournament | None = None) -> tuple[str, Buttons]:
    """The settings that are seldom changed."""
    keys = chips.offered(settings, t)
    return tongue(v)("setting.more"), chips.second(tongue(v), settings, keys, data)
