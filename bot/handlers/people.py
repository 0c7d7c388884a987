"""Judges and people: out, back; a player's card; his name."""

from __future__ import annotations

from bot.deed import sight, told, tongue
from bot.desk import button, command, reply
from bot.handlers import club, excused, roll
from bot.handlers import entry as own
from bot.notices.buttons import button as labelled
from bot.notices.buttons import seats
from bot.notices.notice import Button, Buttons
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press
from bot.picking import one
from bot.texts import Say
from bot.visit import Visit
from engine import entry, judging, votes
from engine import facts as f
from engine.model import Game, MemberId, Player, Refused, Stage, Standing
from engine.rights import allow
from storage.names import clean


@command("remove")
async def remove(v: Visit) -> None:
    """/remove PLAYER; without words the list."""
    allow("remove", v.actor)
    if not v.args:
        return await roll.show(v, "out")
    player = await one(v, await sight(v), v.text.strip(), lambda member: press("out", v.code, member))
    if player is not None:
        await _out(v, player, "")
    return None


@command("back")
async def back(v: Visit) -> None:
    """/back of a player for himself; /back PLAYER of a judge; of one who does not play: whom?"""
    if not v.args and v.is_judge and v.actor.member not in (await v.tournament()).players:
        return await roll.show(v, "in")
    if not v.args:
        return await own.back(v)
    allow("bring_back", v.actor)
    player = await one(v, await sight(v), v.text.strip(), lambda member: press("in", v.code, member))
    if player is not None:
        await _in(v, player)
    return None


@button("person")
async def person(v: Visit) -> None:
    """One player's card."""
    await _card(v, MemberId(int(v.args[1])))


@button("out")
async def out(v: Visit) -> None:
    """Take a player out; an open board asks what becomes of it."""
    await _out(v, MemberId(int(v.args[1])), v.args[2] if len(v.args) > 2 else "")


@button("in")
async def bring_back(v: Visit) -> None:
    """Bring a player back."""
    await _in(v, MemberId(int(v.args[1])))


@button("rename")
async def rename(v: Visit) -> None:
    """Ask for a player's name, which is typed."""
    await ask(v, "rename", MemberId(int(v.args[1])))


@reply("rename")
async def renamed(v: Visit) -> None:
    """The name by which a player is shown from now on."""
    await club.visit(v, str(v.dialogue["code"]))
    allow("rate", v.actor)
    player = MemberId(int(v.dialogue["player"]))
    entry.member_of(await v.tournament(), player)
    if not any(letter.isalnum() for letter in clean(v.text)):
        raise Refused("bad_name")
    name = await v.office.store.members.rename(player, v.text)
    await v.expect_nothing()
    v.changed()
    await v.receipt("people.renamed", name=name)


async def _card(v: Visit, player: MemberId) -> None:
    allow("remove", v.actor)
    view, s = await sight(v), tongue(v)
    known = entry.member_of(view.t, player)
    lines: list[str] = [s("people.card", name=roll.named(view, s, known))]
    if known.rating or known.title:
        lines.append(s("people.rating", rating=known.rating or "–", title=known.title,
                       estimated=s("people.estimated") if known.estimated else ""))
    lines += [s("toast.excused", name=view.whole(player), round=number, points=view.points(halves))
              for number, halves in sorted(known.byes.items()) if number >= view.t.next_round]
    taken = sum(halves for _, halves in known.penalties)
    lines += [s("penalty.line", points=view.points(taken))] if taken else []
    await v.show(text(*lines), _acts(v, view, s, known))


def _acts(v: Visit, view: View, s: Say, known: Player) -> Buttons:
    t, code = view.t, v.code
    rows: list[tuple[Button, ...]] = []
    if t.stage in (Stage.ENTRY, Stage.PLAYING):
        if known.standing is Standing.IN:
            rows.append((Button(s.plain("people.take_out"), press("out", code, known.id)),))
        if known.standing is not Standing.IN or any(number >= t.next_round for number in known.byes):
            rows.append((Button(s.plain("people.bring_back"), press("in", code, known.id)),))
        elif votes.vote(t) is not None and votes.said(t, known, t.next_round) == "silent":
            rows.append((Button(s.plain("people.plays", round=t.next_round), press("in", code, known.id)),))
    rows += [*seats(view, s, known.id), *excused.rows(view, s, known)]
    rows.append(tuple(Button(s.plain(f"people.set_{word}"), press(word, code, known.id))
                      for word in ("rating", "title", "rename")))
    if known.guest:
        rows.append((labelled(s, "link", "offer", v.the_club.id, known.id),))
    if known.number is not None:
        rows.append((labelled(s, "why_place", "place", code, known.id),))
    rows.append((labelled(s, "merge", "twin", code, known.id), labelled(s, "penalty", "penal", code, known.id),
                 labelled(s, "log", "log", code, 0, f"p{known.id}"),
                 labelled(s, "go_back", "people", code, "menu")))
    return tuple(rows)


async def _out(v: Visit, player: MemberId, board: str) -> None:
    """Out, with Undo; if his board is open, what becomes of it is asked first (complaint C14)."""
    allow("remove", v.actor)
    view, s = await sight(v), tongue(v)
    game = _open_game(view, player)
    if game is not None and not board:
        words = {"forfeit": "forfeit_opponent", "open": "leave_open"}
        return await v.show(
            s("ask.remove", name=view.whole(player), board=game.board),
            (*((labelled(s, word, "out", v.code, player, how),) for how, word in words.items()),
             (labelled(s, "go_back", "person", v.code, player),)))
    done = await v.record(lambda t: judging.remove(t, v.actor, player, board=board))
    return await told(v, done, "toast.removed", name=view.whole(player), rows=(back_to_list(v, s),),
                      same=lambda fact: isinstance(fact, f.Removed) and fact.player == player)


def _open_game(view: View, player: MemberId) -> Game | None:
    known = entry.member_of(view.t, player)
    game = view.t.round.game_of(player) if view.t.round else None
    return game if game is not None and game.result is None and known.standing is not Standing.REMOVED else None


async def _in(v: Visit, player: MemberId) -> None:
    done = await v.record(lambda t: judging.bring_back(t, v.actor, player))
    view = await sight(v, done.tournament)
    number = done.tournament.next_round
    plays = votes.by_round(view.t) and any(e.fact == f.Present(player, number) for e in done.entries)
    key = "toast.plays" if plays else "toast.brought_back"
    await told(v, done, key, name=view.whole(player), round=number, rows=(back_to_list(v, tongue(v)),),
               same=lambda fact: isinstance(fact, f.Returned) and fact.player == player)


def back_to_list(v: Visit, s: Say) -> tuple[Button, ...]:
    """The way back to all players."""
    return (labelled(s, "go_back", "people", v.code, "menu"),)


async def ask(v: Visit, what: str, player: MemberId) -> None:
    """Ask for a word about a player, which is typed."""
    allow("rate", v.actor)
    view = await sight(v)
    entry.member_of(view.t, player)
    await v.expect(what, code=v.code, player=player)
    await v.reply(v.say(f"people.type_{what}", name=view.whole(player)))
