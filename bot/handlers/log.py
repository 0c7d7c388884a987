"""The log: every fact in words, who, when, from where, old → new, why; of one board or player, or of all."""

from __future__ import annotations

import re

from bot.deed import sight, tongue
from bot.desk import button, command
from bot.notices import logbook
from bot.notices.buttons import button as labelled
from bot.notices.logbook import Line
from bot.notices.notice import Button
from bot.notices.parts import text
from bot.notices.view import View
from bot.parse import press, round_word
from bot.picking import one
from bot.texts import Say, plain, units
from bot.visit import Visit
from engine.model import MemberId, Refused
from engine.rights import allow

MOST, ROOM = 24, 3600
"""Lines on a page, and the letters they may take."""

_FILTER = re.compile(r"b(?P<round>\d+)\.(?P<board>\d+)|p(?P<player>\d+)|all")
_NOISE = {"board", "доска", "доски", "доске"}


@command("log")
async def log(v: Visit) -> None:
    """/log, /log BOARD, /log rN BOARD, /log PLAYER."""
    allow("rule", v.actor)
    view = await sight(v)
    words = [word for word in v.args if word.casefold() not in _NOISE]
    number = round_word(words[0]) if words else None
    if number is not None:
        words.pop(0)
    board = words[0] if len(words) == 1 and words[0].isascii() and words[0].isdigit() else ""
    if board:
        at = number or len(view.t.rounds)
        if not 1 <= at <= len(view.t.rounds) or not 1 <= int(board) <= len(view.t.rounds[at - 1].games):
            raise Refused("bad_board", board=board[:5])
        await _page(v, view, 0, f"b{number or len(view.t.rounds)}.{int(board)}")
    elif words:
        player = await one(v, view, " ".join(words), lambda member: press("log", v.code, 0, f"p{member}"))
        if player is not None:
            await _page(v, view, 0, f"p{player}")
    else:
        await _page(v, view, 0, "all")


@button("log")
async def turned(v: Visit) -> None:
    """Another page; pages count from the newest."""
    allow("rule", v.actor)
    await _page(v, await sight(v), int(v.args[1]), v.args[2] if len(v.args) > 2 else "all")


@button("logfile")
async def as_file(v: Visit) -> None:
    """The whole log as a text file, oldest first."""
    allow("rule", v.actor)
    view, s = await sight(v), tongue(v)
    lines = logbook.read(view, s, await v.office.store.ledger.entries(v.code))
    words = "".join(f"{plain(logbook.shown(view, s, line))}\n" for line in lines)
    await v.file(f"{v.code}-log.txt", words.encode(), s("log.file", title=view.title, n=len(lines)))


async def _page(v: Visit, view: View, page: int, wanted: str) -> None:
    found = _FILTER.fullmatch(wanted)
    if found is None:
        raise Refused("unknown_button")
    s = tongue(v)
    lines = [line for line in logbook.read(view, s, await v.office.store.ledger.entries(v.code))
             if _fits(line, found)]
    pages = _pages(view, s, lines)
    page = min(max(page, 0), len(pages) - 1)
    turns = tuple(labelled(s, word, "log", v.code, to, wanted)
                  for word, to in (("previous", page + 1), ("next", page - 1)) if 0 <= to < len(pages))
    await v.show(text(s("log.page", title=view.title, about=_about(view, s, found)), *pages[page]),
                 (*((turns,) if turns else ()),
                  (labelled(s, "log_file", "logfile", v.code), _back(view, s, found))))


def _back(view: View, s: Say, wanted: re.Match[str]) -> Button:
    """To the menu that leads here: of the player, of the board, or the card of the event."""
    code = view.t.code
    if wanted["player"]:
        return labelled(s, "go_back", "person", code, wanted["player"])
    number, board = int(wanted["round"] or 0), int(wanted["board"] or 0)
    if 1 <= number <= len(view.t.rounds) and 1 <= board <= len(view.t.rounds[number - 1].games):
        return labelled(s, "go_back", "board", code, number, view.t.rounds[number - 1].games[board - 1].white)
    return labelled(s, "go_back", "set", code)


def _fits(line: Line, wanted: re.Match[str]) -> bool:
    if wanted["board"]:
        return (int(wanted["round"]), int(wanted["board"])) in line.boards
    return wanted["player"] is None or MemberId(int(wanted["player"])) in line.people


def _about(view: View, s: Say, wanted: re.Match[str]) -> str:
    if wanted["board"]:
        return s("log.about_board", round=wanted["round"], board=wanted["board"])
    return s.names([view.whole(MemberId(int(wanted["player"])))]) if wanted["player"] else s("log.about_all")


def _pages(view: View, s: Say, lines: list[Line]) -> list[list[str]]:
    """The newest page first; on a page the lines in order."""
    pages: list[list[str]] = [[]]
    used = 0
    for line in reversed(lines):
        words = logbook.shown(view, s, line)
        if len(pages[-1]) == MOST or used + units(words) > ROOM:
            pages.append([])
            used = 0
        pages[-1].insert(0, words)
        used += units(words) + 1
    return pages if lines else [[s("log.empty")]]
