"""The round post: the boards in the system's own order, results as they come, byes and why."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from bot.notices import buttons
from bot.notices.notice import Buttons, Notice
from bot.notices.parts import Line, key_of, parts, text
from bot.notices.view import View, complete, pending, wall
from bot.texts import Safe, Say, units
from engine.model import Game, MemberId, Round, Stage

MENTIONS = 20
"""Mentions in one message: Telegram rings for few only."""

_SPARE = 45
"""Units the longest state of a board has besides names and the line without a result."""


def posts(v: View, posted: Round) -> list[Notice]:
    """The post of a round, in as many parts as it needs; buttons below the last one."""
    s = v.club
    key = f"round/{posted.number}.{posted.draft}"
    portions = parts([*_boards(v, s, posted), *(Line(line) for line in _foot(v, s, posted))])
    calls = _mentions(v, s, posted)
    notices = []
    for place, lines in enumerate(portions):
        head = _head(v, s, posted) if place == 0 else s("round.more", round=posted.number)
        shown = text(head, *lines)
        notices.append(Notice(
            key_of(key, place), v.home.chat, shown, _buttons(v, s, posted) if place == len(portions) - 1 else (),
            v.home.topic, first=text(shown, calls[place]) if place < len(calls) else None, weighty=True))
    notices += _new_pairs(v, s, posted)
    for place, call in enumerate(calls[len(portions):]):          # more people than parts could call (E12)
        notices.append(Notice(key_of(f"call/{posted.number}.{posted.draft}", place), v.home.chat, call,
                              topic=v.home.topic))
    return notices


def board(v: View, s: Say, game: Game) -> Safe:
    """One board with its state, for a group: claims of a conflict are not told there."""
    report = pending(game)
    values: dict[str, object] = {
        "n": game.board, "white": v.short(game.white), "black": v.short(game.black)}
    if game.result is not None:
        key = "board.contested" if game.contested is not None else "board.result"
        return s(key, score=wall(game.result), **values)
    if game.conflict:
        return s("board.conflict", **values)
    if report is not None:
        other = game.opponent_of(report.side)
        key = "board.pending_guest" if v.t.players[other].guest else "board.pending"
        return s(key, score=wall(report.result), who=v.short(other), **values)
    if game.absence is not None:
        until = v.deadline(game.absence.at, v.t.settings.noshow)
        left = v.left(s, until, v.t.settings.noshow)
        key = "board.absent_over" if game.absence.over else "board.absent_held" if v.t.held else "board.absent"
        return s(key, who=v.short(game.absence.missing), time=v.clock(s, until), left=left, **values)
    return s("board.open", **values)


def byes(v: View, s: Say, pab: MemberId | None, missing: dict[MemberId, int], free: Sequence[MemberId] = ()
         ) -> list[Safe]:
    """Who has no board, and why."""
    lines = []
    if free:
        lines.append(s("bye.free", names=s.names(v.short(member) for member in free)))
    if pab is not None:
        lines.append(s("bye.pab", name=v.short(pab), points=v.points(v.t.settings.scoring.pab)))
    for halves in sorted(set(missing.values()), reverse=True):
        names = [v.short(member) for member, granted in missing.items() if granted == halves]
        lines += [s("bye.missing", names=s.names(names[start:start + 25]), points=v.points(halves))
                  for start in range(0, len(names), 25)]
    return lines


def _head(v: View, s: Say, posted: Round) -> Safe:
    done = sum(1 for game in posted.games if game.result is not None)
    return s("round.head", round=posted.number, rounds=v.t.settings.rounds, title=v.title,
             count=f"{done}/{len(posted.games)}")


def _boards(v: View, s: Say, posted: Round) -> Iterable[Line]:
    for game in posted.games:
        line = board(v, s, game)
        bare = units(f"{game.board}. {v.short(game.white)} – {v.short(game.black)}")
        longest = bare + max(units(v.short(player)) for player in game.players) + _SPARE
        yield Line(line, max(longest - units(line), 0))


def _foot(v: View, s: Say, posted: Round) -> list[Safe]:
    call = v.t.calls.get(posted.number)
    lines = [s("round.until", when=s.when(call.until, v.home.zone))] if call is not None else []
    lines += byes(v, s, posted.pab, dict(posted.byes), posted.free)
    lines += [v.change(s, change) for change in posted.changes]
    if posted.number == 1 and v.t.seed is not None:
        lines.append(s("seed.hash", hash=hashlib.sha256(v.t.seed.encode()).hexdigest()))
        if v.t.settings.seed is not None:             # chosen by somebody: said wherever it is shown (D1)
            lines.append(s("seed.chosen"))
    return lines


def _mentions(v: View, s: Say, posted: Round) -> list[str]:
    """Those of the players who are told in the group only, so many as one message may call.

    Nobody is called to a round that is over (complaint E13), should its post be sent again.
    """
    if v.t.stage is not Stage.PLAYING or complete(posted):
        return []
    people = [player for game in posted.games for player in game.players]
    people += [player for player in (posted.pab,) if player is not None]
    people = [player for player in people if v.called(player)]
    return [_call(v, s, people[start:start + MENTIONS]) for start in range(0, len(people), MENTIONS)]


def _call(v: View, s: Say, players: Sequence[MemberId]) -> str:
    """Mentions: of who wishes to be told here, and of who can be told nowhere else."""
    lines = []
    for words, wished in (("round.calls", True), ("round.mentions", False)):
        names = [s("mention", id=v.home.accounts[player], name=v.short(player)) for player in players
                 if (v.wishes(player).way == "group") is wished]
        lines += [s(words, names=s.names(names))] if names else []
    return text(*lines)


def _new_pairs(v: View, s: Say, posted: Round) -> list[Notice]:
    """After a re-draw, a call to those it concerns who are told in the group: an edited post rings for nobody."""
    if v.t.stage is not Stage.PLAYING or complete(posted):
        return []
    calls = []
    for change in posted.changes:
        silent = [s("mention", id=v.home.accounts[player], name=v.short(player)) for player in change.players
                  if change.kind == "redraw" and v.called(player)]
        if silent:
            words = s("redraw.call", round=posted.number, boards=v.boards(s, change.players), names=s.names(silent))
            calls.append(Notice(f"call/{posted.number}.{change.seq}", v.home.chat, words, topic=v.home.topic))
    return calls


def _buttons(v: View, s: Say, posted: Round) -> Buttons:
    if v.t.stage is not Stage.PLAYING or complete(posted):
        return ()
    code, about = v.t.code, (posted.number, posted.draft)
    rows: Buttons = ((buttons.button(s, "gone", "gone", code, *about),
                      buttons.button(s, "call", "call", code, *about)),
                     (buttons.private(v, s),))
    return rows if v.t.settings.confirm == "judge" else (buttons.results(s, code, *about), *rows)
