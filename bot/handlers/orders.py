"""Judges order a draw: pairs by hand, one or a pasted list, and two who are not to meet (5.3, 5.4.10.9).

    /pair [rN] WHITE BLACK · /pair [rN] and below it one pair a line, "Anna - Boris" · /forbid A B [word]

What is ordered is shown first, with the reasons to choose from; the reason orders it. In private a reason
of one's own may be typed instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.deed import mark, sight, told, tongue
from bot.desk import button, command, reply
from bot.handlers import club, hand
from bot.handlers.swap import REASONS
from bot.kept import keep, kept
from bot.notices.buttons import button as labelled
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press, round_word
from bot.picking import known, two
from bot.visit import Visit
from bot.whom import Known, find, pair_lines
from engine import facts as f
from engine import judging
from engine.drafting import inspect
from engine.model import MemberId, Refused, Tournament
from engine.rights import allow

STRENGTHS = {"never": "never", "avoid": "avoid", "off": ""}
"""A word behind /forbid -> the ban's strength; `off` strikes it off."""

OPEN, LAW = "-", "law"
"""In button data: no reason chosen yet; the law allots the colours."""

Pair = tuple[MemberId, MemberId]


@command("pair")
async def pair(v: Visit) -> None:
    """For the next round, or round N; the reason is chosen with a button, which orders it."""
    allow("force", v.actor)
    view, words = await sight(v), v.text
    number = round_word(v.args[0]) if v.args else None
    if number is not None:
        words = words.split(None, 1)[1] if len(v.args) > 1 else ""
    if not words.strip():
        return await hand.pick(v, "pair", number or view.t.next_round)
    pairs = await _named(v, view, words, number or view.t.next_round)
    if pairs:
        await _preview(v, view, pairs, number or view.t.next_round, given=True)
    return None


async def _named(v: Visit, view: View, words: str, number: int) -> list[Pair]:
    """The pairs that were typed or pasted; of one that is not clear the players are asked for."""
    listed = pair_lines(words)
    if isinstance(listed, str) and len(words.split("\n")) == 1:
        players = await two(v, view, words.split(), lambda a, b: press("pair", v.code, a, b, OPEN, number),
                            partial(press, "pick", v.code, "pair", number, 0))
        if len(players) == 1:
            await hand.pick(v, "pair", number, 0, *players)
        return [(players[0], players[1])] if len(players) > 1 else []
    if isinstance(listed, str):
        raise Refused("bad_pair_line", text=listed[:40])
    people = await known(v, view)
    return [(_one(view, white, people), _one(view, black, people)) for white, black in listed]


async def _preview(v: Visit, view: View, pairs: Sequence[Pair], number: int, *, given: bool) -> None:
    """The pairs as they are ordered, what is doubtful about them, the reasons, and the colours to choose."""
    s = tongue(v)
    # the rule itself says what is impossible; nothing is written here
    judging.force_all(view.t, v.actor, pairs, round=number, given=given, reason="?", sure=True)
    lines = [s("force.pair" if given else "force.pair_law", white=view.short(white), black=view.short(black))
             for white, black in pairs]
    doubts = inspect(view.t, tuple(pairs), None, {player for pair in pairs for player in pair}, number)
    fourth = doubts.fourth_colour if given and number == view.t.next_round else ()
    warnings = [s("swap.fourth", name=view.short(player)) for player in fourth]
    listed = [[*map(int, pair)] for pair in pairs]
    if len(pairs) > 1:
        await keep(v, _name(v, mark(listed, number)), listed)
    if v.place != "judges":
        await v.expect("pairs", code=v.code, pairs=listed, round=number, given=given)
    own = s("force.type") if v.place != "judges" else ""
    await v.show(text(s("force.preview", round=number), *lines, *warnings, s("ask.reason"), own),
                 (tuple(Button(s.plain(f"button.{word}"), _data(v, pairs, reason, number, given=given))
                        for word, reason in REASONS),
                  (Button(s.plain("button.law_colours" if given else "button.given_colours"),
                          _data(v, pairs, OPEN, number, given=not given)), labelled(s, "no", "drop"))))


def _data(v: Visit, pairs: Sequence[Pair], reason: str, number: int, *, given: bool) -> str:
    """A lone pair fits into button data; a list is kept."""
    colours = () if given else (LAW,)
    if len(pairs) == 1:
        return press("pair", v.code, *pairs[0], reason, number, *colours)
    return press("force", v.code, reason, number, mark([[*map(int, pair)] for pair in pairs], number), *colours)


@button("pair")
async def paired(v: Visit) -> None:
    """A lone pair: ordered for this reason, or shown with the other colours."""
    white, black = MemberId(int(v.args[1])), MemberId(int(v.args[2]))
    reason, number, colours = (*v.args[3:], *("", "", "")[len(v.args) - 3:])
    view = await sight(v)
    await _chosen(v, [(white, black)], int(number or view.t.next_round), reason or OPEN, given=colours != LAW)


@button("force")
async def forced(v: Visit) -> None:
    """The list that is kept: the same."""
    allow("force", v.actor)
    _, reason, number, list_, *colours = v.args
    await _chosen(v, _pairs(await kept(v, _name(v, list_))), int(number), reason, given=colours != [LAW])


@reply("pairs")
async def typed(v: Visit) -> None:
    """A reason of one's own."""
    await club.visit(v, str(v.dialogue["code"]))
    await _chosen(v, _pairs(v.dialogue["pairs"]), int(v.dialogue["round"]), v.text, given=bool(v.dialogue["given"]))


def _name(v: Visit, list_: str) -> str:
    """Under which this list of pairs is kept."""
    return f"force:{v.code}:{list_}"


def _pairs(listed: Sequence[Sequence[int]]) -> list[Pair]:
    return [(MemberId(white), MemberId(black)) for white, black in listed]


async def _chosen(v: Visit, pairs: Sequence[Pair], number: int, reason: str, *, given: bool) -> None:
    if reason == OPEN:
        allow("force", v.actor)
        return await _preview(v, await sight(v), pairs, number, given=given)

    def act(t: Tournament) -> list[f.Fact]:
        return judging.force_all(t, v.actor, pairs, round=number, given=given, reason=reason, sure=True)

    done = await v.record(act)
    await v.expect_nothing()
    view = await sight(v, done.tournament)
    if len(pairs) > 1:
        return await told(v, done, "toast.forced_all", n=len(pairs), round=number, same=lambda fact: isinstance(
            fact, f.Forced) and fact.round == number and (fact.white, fact.black) in pairs)
    a, b = pairs[0]
    return await told(v, done, "toast.forced", a=view.short(a), b=view.short(b), same=lambda fact: isinstance(
        fact, f.Forced) and (fact.white, fact.black) == (a, b))


@command("forbid")
async def forbid(v: Visit) -> None:
    """/forbid A B [never|avoid|off [rN] [reason]]; what is missing is asked."""
    allow("forbid", v.actor)
    view = await sight(v)
    if not v.args:
        return await hand.pick(v, "ban", view.t.next_round)
    at = next((place for place, word in enumerate(v.args) if word.casefold() in STRENGTHS), len(v.args))
    word, *rest = (*v.args[at:], "")[:1] + v.args[at + 1:]
    number = round_word(rest[0]) if rest else None
    reason = " ".join(rest if number is None else rest[1:])
    strength = (word.casefold(),) if word else ()
    players = await two(v, view, v.args[:at], lambda a, b: press("ban", v.code, a, b, *strength),
                        partial(press, "pick", v.code, "ban", view.t.next_round, 0))
    if len(players) > 1:
        await ask_ban(v, players[0], players[1], word.casefold(), reason, number or 0)
    elif players:
        await hand.pick(v, "ban", view.t.next_round, 0, *players)
    return None


@button("ban")
async def ban(v: Visit) -> None:
    """Never, if possible not, or struck off; then why."""
    word, reason, number = (*v.args[3:], *("", "", "")[len(v.args) - 3:])
    await ask_ban(v, MemberId(int(v.args[1])), MemberId(int(v.args[2])), word, reason, int(number or 0))


async def ask_ban(v: Visit, a: MemberId, b: MemberId, word: str, reason: str, number: int) -> None:
    """How strictly, then (once round 1 is posted) why; with both it is ordered. Round 0: all rounds."""
    allow("forbid", v.actor)
    view, s = await sight(v), tongue(v)
    first, second = view.short(a), view.short(b)
    if word not in STRENGTHS:
        chips = [labelled(s, word, "ban", v.code, a, b, word) for word in ("never", "avoid")]
        if any(ban.players == {a, b} for ban in view.t.bans):
            chips.append(Button(s.plain("button.strike_ban", a=first, b=second), press("ban", v.code, a, b, "off")))
        return await v.show(s("ask.forbid", a=first, b=second), (tuple(chips), (labelled(s, "no", "drop"),)))
    keys = {"never": "toast.forbidden", "avoid": "toast.avoided", "off": "toast.unforbidden"}
    if view.t.rounds and not reason:
        return await v.show(text(s(keys[word], a=first, b=second), s("ask.reason")), (
            tuple(labelled(s, chip, "ban", v.code, a, b, word, given, number) for chip, given in REASONS),
            (labelled(s, "no", "drop"),)))
    done = await v.record(lambda t: judging.forbid(t, v.actor, a, b, STRENGTHS[word], round=number or None,
                                                   reason=reason))
    return await told(v, done, keys[word], a=first, b=second, same=lambda fact: isinstance(fact, f.Forbidden)
                      and {fact.a, fact.b} == {a, b})


def _one(view: View, name: str, people: Sequence[Known]) -> MemberId:
    """The player of a pasted list: there is no room for questions in it."""
    found = find(name, people)
    if not found:
        raise Refused("unknown_player", text=name)
    if len(found) > 1:
        raise Refused("ambiguous_player", names=", ".join(view.whole(each) for each in found[:6]))
    return found[0]
