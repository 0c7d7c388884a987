"""/guest: people without account, one a line, each with a rating if it is known.

A name that looks like somebody of the club is asked about, one after the other; another rating for who is
in already is shown first, once the draw has begun. What is still to be asked is kept, so a restart in
between loses nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot import foresight
from bot.deed import mark, sight, told, tongue
from bot.desk import button, command
from bot.handlers import claim
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press
from bot.visit import Visit
from bot.whom import guests
from engine import entry
from engine.facts import Fact, Joined, Rated, Returned
from engine.model import MemberId, Refused, Stage, Tournament
from engine.rights import allow
from storage import Member, names

KIND = "guests"

Wanted = tuple[str, int | None]
Entered = tuple[Member, int | None]


@command("guest")
async def guest(v: Visit) -> None:
    """Enter everybody that is clear in one step, then ask about the others."""
    lines = guests(v.text)
    if not lines:
        return await claim.remembered(v)
    allow("enter", v.actor)
    for _, rating in lines:
        entry.check_rating(rating)
    return await _enter(v, lines)


@button("same")
async def same(v: Visit) -> None:
    """Same person: the one of the club that was shown."""
    _, rating, rest = await _asked(v, int(v.args[1]))
    member = await v.office.store.members.get(MemberId(int(v.args[2])))
    if member is None or member.club != v.the_club.id:
        raise Refused("unknown_player")
    await _go_on(v, [(member, rating)], rest)


@button("other")
async def other(v: Visit) -> None:
    """Somebody else: a new guest of that name."""
    name, rating, rest = await _asked(v, int(v.args[1]))
    guest = await v.office.store.members.guest(v.the_club.id, name, second=v.cause)
    await claim.rule_out(v, guest)
    await _go_on(v, [(guest, rating)], rest)


async def _enter(v: Visit, lines: Iterable[Wanted]) -> None:
    """Those who are nobody known, or exactly a known guest, go in; the others are asked about."""
    store, club = v.office.store.members, v.the_club.id
    clear: list[Entered] = []
    unclear: list[Wanted] = []
    players = (await v.tournament()).players
    for name, rating in lines:
        alike = await store.by_name(club, name)
        exact = [m for m in alike if names.key(m.name) == names.key(name) and not names.cut(name)
                 and (m.guest or (rating is not None and m.id in players))]      # an existing name sets the rating
        if exact or not alike:
            clear.append((exact[0] if exact else await store.guest(club, name), rating))
        else:
            unclear.append((name, rating))
    await _go_on(v, clear, unclear)


@button("rates")
async def rates(v: Visit) -> None:
    """Yes or No to ratings that were shown; then the names that are still to be asked about."""
    body = await _kept(v)
    shown = body.get("rates", [])
    if mark(shown) != v.args[1]:
        raise Refused("out_of_date")
    if v.args[2] == "yes":
        found = await v.members()
        await _record(v, [(found[MemberId(id)], rating) for id, rating in shown])
    else:
        await v.receipt("toast.kept")
        await v.done_with(tongue(v)("toast.kept"))
    await ask(v, _wanted(body))


async def _go_on(v: Visit, people: list[Entered], rest: list[Wanted]) -> None:
    """Enter these as one step; show ratings that would change what was drawn; keep and ask the rest."""
    t = await v.tournament()
    shown = [(member, rating) for member, rating in people if _corrects(t, member, rating)]
    clear = [each for each in people if each not in shown]
    if clear:
        await _record(v, clear)
    if shown:
        await _preview(v, shown, rest)
    else:
        await ask(v, rest)


def _corrects(t: Tournament, member: Member, rating: int | None) -> bool:
    known = t.players.get(member.id)
    return t.stage is not Stage.ENTRY and known is not None and rating is not None and rating != known.rating


async def _record(v: Visit, people: list[Entered]) -> None:
    done = await v.record(lambda t: _facts(v, t, people))
    for member, rating in people:
        if rating is not None and rating != member.rating:
            await v.office.store.members.rate(member.id, rating, member.title, game=done.tournament.settings.game)
    view = await sight(v, done.tournament)
    new = any(isinstance(written.fact, Joined | Returned) for written in done.entries)
    rated = {written.fact.player: written.fact.rating for written in done.entries
             if isinstance(written.fact, Rated)}
    shown = view.club.names(f"{view.whole(member.id)} {rated.get(member.id) or ''}".strip()
                            for member, _ in people)
    key = "guest.in" if new else "guest.rated" if rated else "guest.known"
    await told(v, done, key, names=shown, count=len(done.tournament.entered()))


def _facts(v: Visit, t: Tournament, people: list[Entered]) -> list[Fact]:
    return [fact for member, rating in people
            for fact in entry.enter(t, v.actor, member.id, guest=member.guest, rating=_rating(t, member, rating))]


async def _preview(v: Visit, people: list[Entered], rest: list[Wanted]) -> None:
    """What other ratings would change; Yes sets them."""
    s, now = tongue(v), await sight(v)
    then = await sight(v, foresight.imagined(v, now.t, _facts(v, now.t, people)))
    shown = [[int(member.id), rating] for member, rating in people]
    await _keep(v, rest, rates=shown)
    lines = [line for member, _ in people for line in foresight.strength(s, now, then, member.id)]
    await v.reply(text(foresight.about(s, now), *lines, *foresight.consequences(s, now, then)),
                  ((labelled(s, "yes", "rates", v.code, mark(shown), "yes"),
                    labelled(s, "no", "rates", v.code, mark(shown), "no")),))


def _rating(t: Tournament, member: Member, typed: int | None) -> int | None:
    """What was typed; for a newcomer else what the club remembers."""
    return typed if typed is not None or member.id in t.players else member.rating


async def ask(v: Visit, rest: list[Wanted]) -> None:
    """Is the first of these somebody of the club? If nobody is left to ask about, nothing is open."""
    if not rest:
        await v.office.store.dialogues.drop(v.person.id, _chat(v))
        return
    name, _ = rest[0]
    alike = await v.office.store.members.by_name(v.the_club.id, name)
    view, s = await sight(v), tongue(v)
    number = len(rest)
    rows: list[tuple[Button, ...]] = [
        (Button(s.plain("guest.same", name=_shown(view, member)), press("same", v.code, number, member.id)),)
        for member in alike[:8]]
    rows.append((labelled(s, "other", "other", v.code, number),))
    await _keep(v, rest)
    await v.reply(s("guest.similar", name=name), tuple(rows))


def _shown(view: View, member: Member) -> str:
    return view.home.names.get(member.id, member.name)


def _chat(v: Visit) -> int:
    """Where the questions stand."""
    return v.person.id if v.place == "group" else v.chat


async def _keep(v: Visit, rest: list[Wanted], **shown: object) -> None:
    body: dict[str, Any] = {"code": v.code, "rest": [list(wanted) for wanted in rest], **shown}
    await v.office.store.dialogues.put(v.person.id, _chat(v), KIND, body, v.now)


async def _kept(v: Visit) -> dict[str, Any]:
    allow("enter", v.actor)
    kept = await v.office.store.dialogues.get(v.person.id, v.chat)
    if kept is None or kept.kind != KIND or kept.body["code"] != v.code:
        raise Refused("guest_again")
    return kept.body


def _wanted(body: dict[str, Any]) -> list[Wanted]:
    return [(name, rating) for name, rating in body["rest"]]


async def _asked(v: Visit, number: int) -> tuple[str, int | None, list[Wanted]]:
    """The name the pressed question is about, its rating, and what is to be asked after it."""
    rest = _wanted(await _kept(v))
    if len(rest) != number:
        raise Refused("guest_again")
    (name, rating), *others = rest
    return name, rating, others
