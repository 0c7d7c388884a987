"""What happened, in words: one line for every fact, for /log and /undo.

Facts hold no old values; a line tells them all the same, because the log is read from the start and
knows the tournament as it was before each fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.notices.view import View, wall
from bot.texts import Safe, Say
from engine import facts as f
from engine import fold
from engine import settings as spelling
from engine.facts import Entry, Fact
from engine.model import Game, MemberId, Refused, Stage, Tournament

_PEOPLE = ("player", "side", "missing", "a", "b", "white", "black", "gone", "kept", "guest", "member")
_PLACES = ("group", "private", "judges")
_OF_BOARDS = (f.Reported, f.Retracted, f.Settled, f.Disputed, f.Escalated, f.Contested, f.Upheld, f.Ruled,
              f.ColoursSwapped, f.Missed, f.CountdownOver, f.JudgeCalled, f.Seated)

Board = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """An entry in words (`what`), with the boards (round, number) and people it is about."""

    entry: Entry
    what: Safe
    boards: frozenset[Board] = frozenset()
    people: frozenset[MemberId] = frozenset()
    undone: bool = False


def read(v: View, s: Say, entries: Sequence[Entry]) -> list[Line]:
    """The whole log, oldest first. Lines of undone steps stay and are marked; undoing is a line of its own."""
    return list(_lines(v, s, entries))


def shown(v: View, s: Say, line: Line) -> Safe:
    """A line with number, time, who and from where; marked if it was taken back."""
    text = signed(v, s, line.entry, line.what)
    return s("log.undone", line=text) if line.undone else text


def signed(v: View, s: Say, entry: Entry, what: Safe) -> Safe:
    """What was done by this entry, or by the step it begins, with number, time, who and from where."""
    who: Safe | str = v.whole(entry.by) if entry.by else s.plain("the_clock")
    if entry.by and entry.place in _PLACES:
        who = s("log.who", who=who, place=s(f"place.{entry.place}"))
    return s("log.line", seq=entry.seq, time=v.clock(s, entry.at), who=who, what=what)


def _lines(v: View, s: Say, entries: Sequence[Entry]) -> Iterator[Line]:
    dead = fold.undone(entries)
    steps: dict[str, list[Line]] = {}
    names: dict[int, str] = {}
    before: Tournament | None = None
    for place, entry in enumerate(entries):
        names.setdefault(entry.seq, entry.cause)
        undoes = isinstance(entry.fact, f.Undone)
        after = (fold.replay(v.t.code, entries[:place + 1]) if undoes
                 else fold.evolve(before, entry, v.t.code))
        line = replace(_line(v, s, entry, before or after, after), undone=entry.seq in dead)
        if isinstance(entry.fact, f.Undone):
            taken = [old for seq in entry.fact.steps for old in steps[names[seq]]]
            line = replace(line, what=s("log.Undone", steps=several(s, [old.what for old in taken])),
                           boards=frozenset().union(*(old.boards for old in taken)),
                           people=frozenset().union(*(old.people for old in taken)))
        steps.setdefault(entry.cause, []).append(line)
        before = after
        yield line


def several(s: Say, whats: list[Safe], most: int = 3) -> Safe:
    """A step of several facts in words."""
    named = s.names(whats[:most])
    return s("and_more", names=named, n=len(whats) - most) if len(whats) > most else named


def _line(v: View, s: Say, entry: Entry, before: Tournament, after: Tournament) -> Line:
    game = _game(before, entry.fact) or _game(after, entry.fact)
    what = told(v, s, entry, before, after)
    if reason := getattr(entry.fact, "reason", ""):
        what = s("log.with_reason", what=what, reason=v.reason(s, reason))
    if game is not None and isinstance(entry.fact, f.Ruled | f.ColoursSwapped) and entry.by in game.players:
        what = s("log.own_board", what=what)
    people = frozenset(getattr(entry.fact, name) for name in _PEOPLE if hasattr(entry.fact, name))
    boards: frozenset[Board] = frozenset()
    if game is not None:
        boards, people = frozenset({(game.round, game.board)}), people | frozenset(game.players)
    return Line(entry, what, boards, people)


def _game(t: Tournament, fact: Fact) -> Game | None:
    """The board a fact is about."""
    if not isinstance(fact, _OF_BOARDS):
        return None
    player = next(getattr(fact, name) for name in ("player", "side", "missing", "white") if hasattr(fact, name))
    posted = t.rounds[fact.round - 1] if 1 <= fact.round <= len(t.rounds) else None
    return posted.game_of(player) if posted else None


def told(v: View, s: Say, entry: Entry, t: Tournament, after: Tournament) -> Safe:
    """A fact in words, old → new where there was something in `t`, the tournament before it."""
    fact = entry.fact
    game = _game(t, fact)
    values: dict[str, object] = {}
    for name in fact.__slots__:
        value = getattr(fact, name)
        values[name] = v.whole(value) if name in _PEOPLE else value
    if game is not None:
        values |= {"board": s("log.board", board=game.board, white=v.whole(game.white), black=v.whole(game.black)),
                   "old": wall(game.result) if game.result else s("result.none")}
    else:
        values |= {"board": "—", "old": s("result.none")}
    match fact:
        case f.Changed(key, value):
            values |= {"setting": s.plain(f"setting.{key}"), "old": _setting(t, key), "value": value or "—"}
            if key == "seed" and v.t.stage is not Stage.FINISHED:
                values |= {"old": "…", "value": "…"}           # the law hides it until the end
        case f.Away(_, _, halves) | f.Penalised(_, halves):
            values["points"] = v.points(halves)
        case f.Present(player, number):
            known = t.players.get(player)
            if known is None or number not in known.byes:
                return s("log.In", **values)                   # an answer to a vote, nothing taken back
        case f.Rated(player, rating):
            known = t.players.get(player)
            values |= {"old": (known.rating if known else None) or "—", "rating": rating or "—"}
        case f.Drafted():
            values["number"] = after.drafts[entry.seq][1]
        case f.Drawn(_, draft) | f.Redrafted(draft) | f.PutOff(draft):
            values["round"], values["number"] = t.drafts.get(draft, ("?", "?"))     # an imported file may name any
        case f.Lifted(_, limit):
            values["limit"] = s(f"limit.{limit}")
        case f.Forced(_, white, black) | f.Seated(_, white, black):
            values |= {"a": v.whole(white), "b": v.whole(black)}
        case f.Forbidden(_, _, strength):
            if not strength:
                return s("log.Unforbidden", **values)
            values["strength"] = s(f"strength.{strength}")
        case f.Potted(_, pots):
            if not pots:
                return s("log.Unpotted", **values)
            values["pots"] = " / ".join(", ".join(v.whole(player) for player in pot) for pot in pots)
        case f.Reordered(_, whites):
            values["boards"] = ", ".join(v.whole(white) for white in whites)
        case f.Redrawn(number, pairs, pab):
            old, new = _boards_of(t, number), [*pairs, *([] if pab is None else [(pab,)])]
            values |= {"old": _several(v, s, [board for board in old if board not in new]),
                       "new": _several(v, s, [board for board in new if board not in old])}
        case f.Reported(_, side, result):
            values |= {"player": v.whole(side), "score": wall(result)}
        case f.Retracted(_, side):
            values["player"] = v.whole(side)
        case f.Settled(_, _, result, how):
            values |= {"score": wall(result), "how": s(f"settled.{how}")}
        case f.Ruled(_, _, result):
            values["score"] = wall(result) if result else s("result.none")
        case f.Missed(_, missing) | f.CountdownOver(_, missing):
            values["player"] = v.whole(missing)
        case f.Called(_, closes, starts, until):
            values |= {"closes": v.clock(s, closes), "starts": v.clock(s, starts), "until": v.clock(s, until)}
        case f.StartMissed(start):
            values["start"] = v.clock(s, start)
        case f.Undone(steps):
            values["steps"] = ", ".join(map(str, steps))
        case _:
            pass
    return s(f"log.{type(fact).__name__}", **values)


def _boards_of(t: Tournament, number: int) -> list[tuple[MemberId, ...]]:
    """The boards of a round, and the bye alone at the end."""
    if not 1 <= number <= len(t.rounds):
        return []
    posted = t.rounds[number - 1]
    return [*(game.players for game in posted.games), *([] if posted.pab is None else [(posted.pab,)])]


def _several(v: View, s: Say, boards: Sequence[tuple[MemberId, ...]]) -> Safe:
    return v.boards(s, [player for board in boards for player in board])


def _setting(t: Tournament, key: str) -> str:
    try:
        return spelling.spell(t.settings, key) or "—"
    except (KeyError, Refused):           # a setting of an older release
        return "—"
