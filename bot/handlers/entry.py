"""Taking part: Join, Leave, I'm back, Bye, My event, I am still playing."""

from __future__ import annotations

from bot.desk import button, command
from bot.handlers import claim
from bot.notices import lines
from bot.notices.asks import taken_out
from bot.notices.buttons import button as labelled
from bot.notices.notice import Buttons
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import bye_word, round_word
from bot.texts import Safe, words
from bot.visit import Visit
from engine import entry, play, votes, weeks
from engine.model import Player, Refused, Stage, Standing, Tournament
from storage import Recorded


@command("join", rights=False)
@button("join", rights=False)
async def join(v: Visit) -> None:
    """Join; who is in already hears so, who is behind the limit his place."""
    actor, known = v.actor, v.member
    assert known is not None, "an actor is a member"
    done = await v.record(lambda t: entry.join(t, actor, rating=known.rating, title=known.title,
                                               estimated=known.estimated))
    await _told(v, done)
    await claim.wonder(v, done)


@button("late", rights=False)
async def late(v: Visit) -> None:
    """Late, or Half-point bye: in, but not in this round."""
    actor, known, number, halves = v.actor, v.member, int(v.args[1]), int(v.args[2]) if len(v.args) > 2 else 0
    assert known is not None, "an actor is a member"
    done = await v.record(lambda t: weeks.late(t, actor, round=number, halves=halves, rating=known.rating,
                                               title=known.title, estimated=known.estimated))
    waiting = [player.id for player in done.tournament.waiting()]
    if actor.member in waiting:
        await _settled(v, "toast.waiting", place=waiting.index(actor.member) + 1)
    else:
        await _settled(v, "toast.half" if halves else "toast.later", round=number, next=number + 1)
    await claim.wonder(v, done)


@command("leave", rights=False)
@button("leave", rights=False)
async def leave(v: Visit) -> None:
    """Leave. Before play at once; while playing it is asked: for the next round only, or for good."""
    t = await v.tournament()
    how = v.args[-1] if v.args and v.args[-1] in ("good", "next") else ""
    known = t.players.get(v.actor.member)
    playing = t.stage is Stage.PLAYING and known is not None and known.standing in (Standing.IN, Standing.OUT)
    if known is not None and playing and not how:
        if v.place == "group" and not v.person.reachable:
            raise Refused("type_command", command="/leave good, /leave next")
        await v.show(v.say("ask.leave"), (*_leave(v, t, known), (labelled(v.say, "go_back", "mine", t.code),)))
        return
    if how == "next":
        await _miss(v, t.next_round, 0)
        return
    await v.record(lambda t: entry.leave(t, v.actor))
    game = t.round.game_of(v.actor.member) if t.round else None
    board = "toast.left_board" if game is not None and game.result is None else "toast.left_playing"
    await _settled(v, board if playing else "toast.left")


async def back(v: Visit) -> None:
    """I'm back, and "I play the next round after all". The command is shared with the judges' /back PLAYER."""
    known = (await v.tournament()).players.get(v.actor.member)
    done = await v.record(lambda t: entry.back(t, v.actor))
    if known is not None and known.standing is Standing.IN and known.byes and done.entries:
        await _settled(v, "toast.bye_undone", round=done.tournament.next_round)
    elif known is not None and known.number is not None and done.entries:
        await _settled(v, "toast.back")
    else:
        await _told(v, done)


async def bye(v: Visit) -> None:
    """/bye [round] [½]: miss a round by notice. The command is shared with the judges' /bye PLAYER."""
    t = await v.tournament()
    number, halves = t.next_round, 0
    for word in v.args:
        found = int(word) if word.isascii() and word.isdigit() else round_word(word)
        asked = bye_word(word, t.settings.scoring.unit)
        if found is not None:
            number = found
        elif asked is not None:
            halves = asked
        else:
            raise Refused("bad_bye", text=word[:20])
    await _miss(v, number, halves)


@button("back", rights=False)
async def back_pressed(v: Visit) -> None:
    """I'm back."""
    await back(v)


@button("bye", rights=False)
async def bye_pressed(v: Visit) -> None:
    """Bye, from My event: a round, and how many halves of a point."""
    await _miss(v, int(v.args[1]), int(v.args[2]) if len(v.args) > 2 else 0)


@button("still", rights=False)
async def still(v: Visit) -> None:
    """I am still playing: a removed player calls the judges."""
    await v.record(lambda t: play.object_to(t, v.actor))
    await v.receipt("toast.still")


@button("mine", rights=False)
async def mine(v: Visit) -> None:
    """My event: how one stands in it, and what can be done about it."""
    t = await v.tournament()
    await v.show(*await menu(v, t))


async def menu(v: Visit, t: Tournament) -> tuple[str, Buttons]:
    """The private menu of one person in one tournament."""
    view = View(t, await v.home(), v.now, words)
    known = t.players.get(v.actor.member)
    place: Buttons = ()
    if known is not None and known.number is not None:      # he has a line in the table
        place = ((labelled(v.say, "why_place", "place", t.code),),)
    board, rows = ("", ()) if known is None else _board(v, view, known)
    return (text(v.say("personal.about", title=view.title), state(v, view, known), _said(v, t, known), board),
            (*rows, *_pressed(v, t, known), *place))


def _board(v: Visit, view: View, known: Player) -> tuple[str, Buttons]:
    """The board of the newest round and what can be done at it, for who wishes no line in private."""
    posted = view.t.round
    game = posted.game_of(known.id) if posted is not None else None
    if posted is None or game is None or view.told(known.id):
        return "", ()
    return lines.shown(view, v.say, posted, game, known.id), lines.pressed(view, v.say, posted, game, known.id)


def state(v: Visit, view: View, known: Player | None) -> Safe:
    """Whether one is in, and where: one line."""
    t = view.t
    if t.stage is Stage.CANCELLED:
        return v.say("cancelled")
    if known is None:
        return v.say("me.out")
    if known.standing is not Standing.IN:
        words = {Standing.LEFT: "me.left", Standing.OUT: "personal.out"}
        return v.say(words.get(known.standing) or taken_out(known))
    if known in t.waiting():
        return v.say("me.waiting", place=t.waiting().index(known) + 1)
    row = view.row(known.id, len(t.rounds)) if t.rounds else None
    if row is None:
        return (v.say("me.entry", count=counted(t)) if t.settings.limit
                else v.say("me.entry_so_far", n=len(t.entered())))
    return v.say("me.in", number=row.number, points=view.points(row.points), place=row.place)


def _said(v: Visit, t: Tournament, known: Player | None) -> Safe | str:
    """What one has answered about the round that is asked about."""
    number = votes.vote(t)
    if number is None or known is None or known.standing is not Standing.IN:
        return ""
    return v.say(f"me.vote_{votes.said(t, known, number)}", round=number)


def counted(t: Tournament) -> str:
    """How many are in: "9/24", or "9" without a limit."""
    inside = len(t.entered())
    return f"{inside}/{t.settings.limit}" if t.settings.limit else str(inside)


def _pressed(v: Visit, t: Tournament, known: Player | None) -> Buttons:
    if t.stage not in (Stage.ENTRY, Stage.PLAYING):
        return ()
    if known is None:
        return ((labelled(v.say, "join", "join", t.code),),) if entry.welcome(t) else ()
    if known.standing is Standing.REMOVED:
        return ((labelled(v.say, "still", "still", t.code),),) if known.objected is None else ()
    if known.standing is not Standing.IN:
        word = "back" if known.number is not None else "join"
        return ((labelled(v.say, word, word, t.code),),)
    over = votes.over(t, t.next_round)
    rows = _leave(v, t, known)
    if t.next_round in known.byes:
        return rows if over else ((labelled(v.say, "play_after_all", "back", t.code),), *rows)
    if votes.vote(t) is not None and t.next_round not in known.present:
        rows = ((labelled(v.say, "join", "join", t.code),), *rows)
    elif t.stage is Stage.ENTRY:
        return rows
    if votes.halves_left(t, known, t.next_round) and not over:
        rows = ((labelled(v.say, "half_bye", "bye", t.code, t.next_round, 1),), *rows)
    if t.next_round <= t.settings.rounds:
        rows = ((labelled(v.say, "bye", "bye", t.code, t.next_round, 0),), *rows)
    return rows


def _leave(v: Visit, t: Tournament, known: Player) -> Buttons:
    """Leave; while playing for the next round only, if there is one he has not left out already, or for good."""
    if t.stage is Stage.ENTRY:
        return ((labelled(v.say, "leave", "leave", t.code),),)
    good = labelled(v.say, "leave_good", "leave", t.code, "good")
    if t.next_round > t.settings.rounds or t.next_round in known.byes:
        return ((good,),)
    return ((labelled(v.say, "leave_next", "leave", t.code, "next"), good),)


async def _miss(v: Visit, number: int, halves: int) -> None:
    done = await v.record(lambda t: entry.bye(t, v.actor, round=number, halves=halves))
    view = View(done.tournament, await v.home(), v.now, words)
    await _settled(v, "toast.bye", round=number, points=view.points(halves))


async def _told(v: Visit, done: Recorded) -> None:
    """The player's own state is the receipt."""
    t = done.tournament
    known, waiting, count = t.players[v.actor.member], t.waiting(), counted(t)
    if known in waiting:
        await _settled(v, "toast.waiting", place=waiting.index(known) + 1)
    elif votes.by_round(t) and votes.vote(t) is not None:
        number = t.next_round
        await _settled(v, "toast.in_round", round=number, count=len(votes.answers(t, number).present))
    elif not done.entries:
        await _settled(v, "toast.already_in", count=count)
    elif t.stage is Stage.PLAYING or t.next_round in known.byes:
        first = max(known.first_round, t.next_round)
        await _settled(v, "toast.joined_late", round=first + (first in known.byes), count=count)
    else:
        await _settled(v, "toast.joined", count=count)


async def _settled(v: Visit, key: str, **values: object) -> None:
    """The receipt; and the menu it was pressed on shows how things are now."""
    await v.receipt(key, **values)
    menu_pressed = await v.office.store.posts.by_message(v.chat, v.message) is None
    if v.tap is not None and v.place == "private" and menu_pressed:
        await v.show(*await menu(v, await v.tournament()))
