"""Looking up: /start, /help, /pairs, /standings, /me."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bot.desk import BUTTONS, COMMANDS, UNASKED, button, command, reply
from bot.handlers import club, entry, ratings, regulars, rules, wishes
from bot.notices import rounds, tables
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button, Buttons
from bot.notices.parts import Line, parts, text
from bot.notices.view import View, complete, wall
from bot.parse import press, round_word, unlink
from bot.texts import Safe, Say, words
from bot.visit import Visit
from engine import votes
from engine.model import MemberId, Refused, Stage, Standing, Tournament
from engine.published import as_published, corrected
from engine.standings import criteria, standings, value_text

LINKS = frozenset({"mine", "see", "rules", "table", "pairs", "join", "claim"})
"""What a link may do. Nothing else: a link can be laid under anybody's finger."""

FRESH = timedelta(minutes=2)
"""So long a post in the group is pointed to, not repeated."""

_ALWAYS = ("me", "rating", "season", "mydata", "language")
_PLAYER = {"entry": ("join",), "entry_in": ("leave",), "playing": ("join", "back", "pairs", "standings"),
           "playing_in": ("result", "pairs", "standings", "bye", "leave", "back"),
           "finished": ("pairs", "standings")}
_JUDGE = {"none": ("new", "series", "judges", "import"),
          "entry": ("begin", "settings", "guest", "remove", "pair", "forbid", "pots", "judges", "undo", "log",
                    "export", "series"),
          "playing": ("draft", "rule", "swap", "pair", "forbid", "pots", "guest", "remove", "penalty", "hold",
                      "resume", "undo", "log", "settings", "finish", "export", "judges", "series"),
          "finished": ("rule", "undo", "log", "export", "new", "series", "judges")}
"""What can be done at each stage, in the order in which it is wanted."""


class Full(View):
    """Names whole, as they are shown in private."""

    def short(self, member: MemberId) -> str:
        return self.whole(member)


# /start and /help

@command("start")
async def start(v: Visit) -> None:
    """Hello; or what the link says that was pressed."""
    pressed = unlink(v.text.strip()) if v.text.strip() else None
    if v.place != "private":
        await help_(v)
    elif pressed is None or pressed.verb not in LINKS:
        await _hello(v)
    else:
        v.press, v.args = pressed, pressed.args
        if pressed.verb not in ("rules", "claim"):
            await club.visit(v, pressed.args[0])
        if pressed.verb == "mine":
            await v.answer(v.say("greeting.event", title=(await v.tournament()).settings.title))
        await BUTTONS[pressed.verb].handler(v)


async def _hello(v: Visit) -> None:
    """Who I am, which language, and the events that run."""
    known = await v.office.store.clubs.clubs_of(v.person.id)
    mine = tuple((Button(row.title or row.code, press("mine", row.code)),) for row in v.rows)
    languages = (Button("English", press("lang", "en")), Button("Русский", press("lang", "ru")))
    await v.answer(text(v.say("greeting.private", name=v.person.name),
                        "" if known else v.say("greeting.no_club")), (*mine, wishes.opened(v), languages))


@command("help")
async def help_(v: Visit) -> None:
    """What this person can do now: the stage decides. `/help rules`: the rules of the system."""
    if v.args and v.args[0].casefold() in ("rules", "правила"):
        await rules.show(v)
        return
    t = await v.office.store.ledger.tournament(v.rows[0].code) if v.rows else None
    stage = t.stage.value if t and t.stage is not Stage.CANCELLED else "none"
    known = t.players.get(v.member.id) if t and v.member else None
    inside = known is not None and known.standing is Standing.IN
    here = f"{stage}_in" if inside and f"{stage}_in" in _PLAYER else stage
    mine, now = _PLAYER.get(here, ()), "help.entry_in" if here == "entry_in" else f"help.{stage}"
    asked = [v.say("help.vote", round=t.next_round)] if t and votes.vote(t) is not None else []
    lines = [v.say("help.title"), v.say(now), *asked, *_commands(v.say, (*mine, *_ALWAYS))]
    if v.is_judge:
        lines += [v.say("help.judge"), *_commands(v.say, _JUDGE[stage])]
    rows: Buttons = ((labelled(v.say, "mine", "mine", t.code),),) if t and v.place == "private" and v.member else ()
    await v.answer(text(*lines, v.say("help.rules")), rows, kind="help")


@reply(UNASKED, rights=False)
async def unasked(v: Visit) -> None:
    """Words nobody has asked for: one line and My event, not the whole help."""
    mine = tuple((labelled(v.say, "mine", "mine", row.code),) for row in v.rows[:1])
    playing = any(row.stage is Stage.PLAYING for row in v.rows)
    await v.answer(text(v.say("help.unasked"), v.say("help.unasked_result") if playing else ""), mine)


def _commands(say: Say, names: Sequence[str]) -> list[Safe]:
    return [say("help.line", command=name, what=say(f"command.{name}")) for name in names if name in COMMANDS]


# pairings and tables

@command("pairs", rights=False)
@button("pairs", rights=False)
async def pairs(v: Visit) -> None:
    """The boards of a round with their results."""
    t = await v.tournament()
    number = _round(v, t)
    if number is None:
        await v.answer(_say(v)("lookup.pairs_none"), kind="pairs")
        return
    posted = t.rounds[number - 1]
    if await _pointed(v, f"round/{number}.{posted.draft}"):
        return
    view, say = await _seen(v, t), _say(v)
    done = sum(1 for game in posted.games if game.result is not None)
    head = say("round.head", round=number, rounds=t.settings.rounds, title=view.title,
               count=f"{done}/{len(posted.games)}")
    lines = [rounds.board(view, say, game) for game in posted.games]
    await _long(v, head, [*lines, *rounds.byes(view, say, posted.pab, dict(posted.byes), posted.free)], "pairs")


@command("standings", rights=False)
@button("table", rights=False)
async def table(v: Visit) -> None:
    """The table after a round, or as it stands; in private with the figures that decide ties."""
    t = await v.tournament()
    number = _round(v, t)
    if number is None:
        await v.answer(_say(v)("lookup.table_none"), kind="standings")
        return
    last = number == len(t.rounds) and t.stage is Stage.FINISHED
    if await _pointed(v, "final" if last else f"standings/{number}"):
        return
    view, say = await _seen(v, t), _say(v)
    head = (say("final.head", title=view.title) if last
            else say("table.after" if complete(t.rounds[number - 1]) else "table.during", round=number,
                     rounds=t.settings.rounds, title=view.title))
    then = as_published(t.code, await v.office.store.ledger.entries(t.code), number)
    rows: Buttons = ()
    if then is not None and corrected(then, t, number):
        rows = ((labelled(say, "as_published", "first", t.code, number),),)
    if v.place == "private" and number == len(t.rounds):         # how a figure came about
        rows = (*rows, (labelled(say, "why_places", "places", t.code, 0),))
    await _long(v, head, _lines(v, view, number), "standings", rows)


@button("first", rights=False)
async def first(v: Visit) -> None:
    """The table of a round as it was first published, before what was corrected since."""
    t, number = await v.tournament(), int(v.args[1])
    then = as_published(t.code, await v.office.store.ledger.entries(t.code), number)
    if then is None:
        raise Refused("out_of_date")
    view, say = await _seen(v, then), _say(v)
    head = say("table.published", round=number, rounds=then.settings.rounds, title=view.title)
    await _long(v, head, _lines(v, view, number), "standings")


def _lines(v: Visit, view: View, number: int) -> list[Safe]:
    """The lines of a table; in private with the figures that decide ties."""
    say, found = _say(v), standings(view.t, after=number)
    if v.place != "private":
        return [tables.line(view, say, row) for row in found]
    codes, _ = criteria(view.t)
    lines = [say("table.full", place=row.place, name=view.short(row.player), points=view.points(row.points),
                 values=" · ".join(say.figure(value_text(code, value, view.t.settings.scoring))
                                   for code, value in zip(codes, row.values, strict=True)))
             for row in found]
    return [*lines, tables.laws(view, say)]


def _round(v: Visit, t: Tournament) -> int | None:
    """The round that was typed, else the last one posted; None if there is none."""
    words_ = v.args[1:] if v.press is not None else v.args
    if not t.rounds:
        return None
    if not words_:
        return len(t.rounds)
    number = int(words_[0]) if words_[0].isascii() and words_[0].isdigit() else round_word(words_[0])
    if number is None or not 1 <= number <= len(t.rounds):
        raise Refused("bad_round", round=words_[0], among=(1, len(t.rounds)))
    return number


def _say(v: Visit) -> Say:
    """A group is answered in the club's language, a person in his own."""
    return v.say if v.place == "private" or v.tap else v.club_say


async def _seen(v: Visit, t: Tournament) -> View:
    kind = Full if v.place == "private" else View
    return kind(t, await v.home(), v.now, words)


async def _pointed(v: Visit, key: str) -> bool:
    """In the group: whether the post itself is so new that it is enough to point to it."""
    post = (await v.office.store.posts.of(v.code)).get(key)
    if v.place != "group" or v.tap or post is None or post.message is None or v.now - post.claimed_at >= FRESH:
        return False
    chat = str(post.chat)
    if not chat.startswith("-100"):                     # only supergroups have links to messages
        await v.answer(v.club_say("lookup.above"), kind=v.command)
    else:
        url = f"https://t.me/c/{chat.removeprefix('-100')}/{post.message}"
        await v.answer(v.club_say("lookup.pointer", url=url), kind=v.command)
    return True


async def _long(v: Visit, head: Safe, lines: Sequence[Safe], kind: str, rows: Buttons = ()) -> None:
    """In private all of it, in as many messages as it takes; in a group the first, and where the rest is."""
    portions = parts([Line(line) for line in lines])
    if v.place == "private":
        for place, portion in enumerate(portions):
            last = place == len(portions) - 1
            await v.answer(text(head if place == 0 else "", *portion), rows if last else (), kind=kind)
        return
    shown = len(portions[0])
    more = v.club_say("table.more", n=len(lines) - shown) if len(portions) > 1 else ""
    await v.answer(text(head, *portions[0], more), rows, kind=kind)


# /me

@command("me")
async def me(v: Visit) -> None:
    """My event, round by round, what can be done, and how it went before. In a group only a hint."""
    if v.place != "private":
        await v.answer(v.say("lookup.me_hint", bot=v.office.username), kind="me")
        return
    always = await regulars.rows(v)
    if not v.rows and ((record := await ratings.everywhere(v)) or always):
        await v.answer(text(*record) or v.say("me.weekly"), (*always, wishes.opened(v)))
        return
    t = await v.tournament()
    head, rows = await entry.menu(v, t)
    view = Full(t, await v.home(), v.now, words)
    record = await ratings.record(v, v.the_club, v.actor.member)
    await v.show(text(head, *_games(v, view, v.actor.member), *record), (*rows, *always, wishes.opened(v)))


def _games(v: Visit, view: View, player: MemberId) -> list[Safe]:
    """A line for each round one has had a board or a bye in."""
    lines = []
    for posted in view.t.rounds:
        game = posted.game_of(player)
        if game is not None:
            colour = v.say("colour.white" if game.white == player else "colour.black")
            result = wall(game.result) if game.result is not None else v.say("result.none")
            lines.append(v.say("me.round", round=posted.number, colour=colour, result=result,
                               name=view.whole(game.opponent_of(player))))
        elif player == posted.pab or player in posted.byes or player in posted.free:
            halves = view.t.settings.scoring.pab if player == posted.pab else posted.byes.get(player, 0)
            lines.append(v.say("me.round_bye", round=posted.number, points=view.points(halves)))
    return lines
