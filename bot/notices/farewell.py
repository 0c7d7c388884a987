"""Last words: what a post says when it is no longer wanted. Who decided, and when; or why it is out of date.

A key is read back into what it was about: `kind/…@chat#part`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.notices import votes
from bot.notices.asks import excused
from bot.notices.corrections import missed, strength
from bot.notices.lines import shown
from bot.notices.notice import Notice
from bot.notices.parts import text
from bot.notices.view import View
from bot.texts import Safe, Say
from engine.cards import question
from engine.model import Game, MemberId, Round, Stage, Standing

_KEY = re.compile(r"(?P<about>[^@#]+)(?:@(?P<chat>-?\d+))?(?:#(?P<part>\d+))?")


def notice(v: View, key: str) -> Notice:
    """The last words of the post with this key, in the language it was written in."""
    found = _KEY.fullmatch(key)
    if found is None:
        return Notice(key, v.home.chat, v.club("gone.old"))
    kind, *rest = found["about"].split("/")
    numbers = [int(number) for number in re.findall(r"\d+", "/".join(rest))]
    chat = int(found["chat"] or v.home.chat)
    s = _language(v, kind, chat, numbers)
    needed, told = _WORDS.get(kind, (0, _old))
    if found["part"] and kind in ("round", "final", "draft"):
        return Notice(key, chat, s("gone.part"))
    words = told(v, s, numbers) if len(numbers) >= needed else s("gone.old")
    return Notice(key, chat, words, unpin=kind == "vote")


def _language(v: View, kind: str, chat: int, numbers: list[int]) -> Say:
    if kind in ("dm", "ask", "missed", "nudge") and len(numbers) >= 3:
        return v.mine(MemberId(numbers[2]))
    if kind in ("removed", "out", "up", "placed", "excused", "penalty", "remind") and numbers:
        return v.mine(MemberId(numbers[-1]))
    owner = next((member for member, account in v.home.accounts.items() if account == chat), None)
    return v.club if owner is None else v.mine(owner)


def _old(v: View, s: Say, numbers: list[int]) -> str:
    return s("gone.old")


def _round(v: View, number: int) -> Round | None:
    return v.t.rounds[number - 1] if 1 <= number <= len(v.t.rounds) else None


def _game(v: View, numbers: list[int]) -> Game | None:
    """The board behind `<round>.<seq>/…`: the one that began with this entry, with this player if it is named."""
    posted = _round(v, numbers[0])
    games = posted.games if posted else ()
    return next((game for game in games if game.seq == numbers[1] and numbers[2] in game.players), None)


def _decided(v: View, s: Say, game: Game) -> Safe:
    """What became of a board: its result, who settled it and when."""
    assert game.result is not None
    result = v.outcome(s, game, game.result)
    who = v.author(game.moved, s) if game.how == "judge" else ""
    when = v.clock(s, game.moved_at or game.settled_at or v.now)
    if who:
        return s("gone.decided_by", result=result, who=who, time=when)
    return s("gone.decided", result=result, time=when)


def _posted(v: View, s: Say, numbers: list[int]) -> str:
    return s("gone.round", round=numbers[0])


def _draft(v: View, s: Say, numbers: list[int]) -> str:
    seq = numbers[1]
    if seq not in v.t.drafts:
        return s("gone.old")
    about = dict(zip(("round", "number"), v.t.drafts[seq], strict=True))
    posted = next((posted for posted in v.t.rounds if posted.draft == seq), None)
    if posted is not None:
        who = v.author(posted.drawn, s)
        when = v.clock(s, posted.at)
        return s("gone.posted_by" if who else "gone.posted", **about, who=who, time=when)
    if v.t.stage in (Stage.FINISHED, Stage.CANCELLED):
        return s("gone.draft_ended", **about)
    if v.t.dropped is not None and v.t.dropped.seq == seq and v.t.because:
        return s("gone.draft_because", **about, why=s(f"because.{v.t.because}"))
    return s("gone.draft", **about)


def _dm(v: View, s: Say, numbers: list[int]) -> str:
    game, posted = _game(v, numbers), _round(v, numbers[0])
    if posted is None:
        return s("gone.round", round=numbers[0])
    if game is None:
        return s("gone.dm", round=numbers[0])
    return shown(v, s, posted, game, MemberId(numbers[2]))


def _ask(v: View, s: Say, numbers: list[int]) -> str:
    game = _game(v, numbers)
    if game is None:
        return s("gone.round", round=numbers[0])
    if game.result is not None:
        return text(_where(s, game), _decided(v, s, game))
    if game.conflict:
        return text(_where(s, game), *(v.says(s, game, report) for report in game.reports), s("gone.conflict"))
    return text(_where(s, game), s("gone.report"))


def _over(v: View, s: Say, numbers: list[int]) -> str:
    """A reminder or a countdown that is over."""
    game = _game(v, numbers)
    if game is None:
        return s("gone.round", round=numbers[0])
    if game.result is not None:
        return text(_where(s, game), _decided(v, s, game))
    return text(_where(s, game), s("gone.reported" if game.reports else "gone.no_more"))


def _needless(v: View, s: Say, numbers: list[int]) -> str:
    return s("gone.no_more")


def _where(s: Say, game: Game) -> Safe:
    return s("gone.board", round=game.round, board=game.board)


def _card(v: View, s: Say, numbers: list[int]) -> str:
    """A card about one board, named by White of then: `conflict/3/17.120`."""
    posted = _round(v, numbers[0])
    game = posted.game_of(MemberId(numbers[1])) if posted else None
    if game is None:
        return s("gone.round", round=numbers[0])
    if question(v.t, game)[0]:
        return text(_where(s, game), s("gone.card_newer"))
    if game.result is not None:
        return text(_where(s, game), _decided(v, s, game))
    return text(_where(s, game), s("gone.no_more"))


def _late(v: View, s: Say, numbers: list[int]) -> str:
    player, posted = MemberId(numbers[1]), _round(v, numbers[0])
    seated = posted is not None and posted.game_of(player) is not None
    known = v.t.players.get(player)
    if known is None or known.standing is not Standing.IN:
        return s("gone.no_more")
    return s("gone.late" if seated else "gone.late_next", name=v.short(player))


def _objected(v: View, s: Say, numbers: list[int]) -> str:
    player = v.t.players.get(MemberId(numbers[0]))
    back = player is not None and player.standing is Standing.IN
    return s("toast.brought_back" if back else "toast.kept_out", name=v.short(MemberId(numbers[0])))


def _boards(v: View, s: Say, numbers: list[int]) -> str:
    return s("gone.round" if _round(v, numbers[0]) is None else "gone.boards", round=numbers[0])


def _stuck(v: View, s: Say, numbers: list[int]) -> str:
    return s("gone.stuck", round=numbers[0])


def _held(v: View, s: Say, numbers: list[int]) -> str:
    end = v.t.holds[numbers[0] - 1][1] if 1 <= numbers[0] <= len(v.t.holds) else None
    if end is None:
        return s("gone.old")
    who = v.author(v.t.resumed, s) if numbers[0] == len(v.t.holds) else ""
    return s("gone.held_by" if who else "gone.held", time=v.clock(s, end), who=who)


def _few(v: View, s: Say, numbers: list[int]) -> str:
    return s({Stage.CANCELLED: "entry.cancelled", Stage.ENTRY: "gone.few"}.get(v.t.stage, "gone.begun"))


def _overdue(v: View, s: Say, numbers: list[int]) -> str:
    return s({Stage.CANCELLED: "entry.cancelled", Stage.ENTRY: "gone.no_more"}.get(v.t.stage, "gone.begun"))


def _vote(v: View, s: Say, numbers: list[int]) -> str:
    """How a vote ended."""
    number = numbers[0]
    return votes.closed(v, s, number) if number in v.t.closed else s("gone.vote", round=number)


def _short(v: View, s: Say, numbers: list[int]) -> str:
    return s("gone.short")


def _table(v: View, s: Say, numbers: list[int]) -> str:
    ended = v.t.stage is Stage.FINISHED and numbers[0] == len(v.t.rounds)
    return s("gone.table_final" if ended else "gone.table", round=numbers[0])


def _place(v: View, s: Say, numbers: list[int]) -> str:
    """Somebody's place in the tournament, once it is as it was."""
    player = v.t.players.get(MemberId(numbers[-1]))
    here = player is not None and player.standing is Standing.IN and v.t.stage is not Stage.FINISHED
    return s("gone.in" if here else "gone.old")


def _here(v: View, s: Say, numbers: list[int]) -> str:
    return s("up.was")


def _undone(v: View, s: Say, numbers: list[int]) -> str:
    return s("gone.undone")


def _corrected(v: View, s: Say, numbers: list[int]) -> str:
    posted = _round(v, numbers[0])
    game = next((game for game in posted.games if game.seq == numbers[1]), None) if posted else None
    if game is None:
        return s("gone.round", round=numbers[0])
    return text(_where(s, game), _decided(v, s, game) if game.result else s("corrected.taken_back"))


def _rated(v: View, s: Say, numbers: list[int]) -> str:
    """A changed rating or title: changed again, taken back by an undo, or as it was told."""
    player = v.t.players.get(MemberId(numbers[0]))
    if player is None or player.rerated > numbers[1]:
        return s("gone.old")
    return strength(v, s, player) if player.rerated == numbers[1] else s("gone.undone")


def _penalty(v: View, s: Say, numbers: list[int]) -> str:
    """Points taken are given back by an undo only: neither by the end nor by taking more."""
    player = v.t.players.get(MemberId(numbers[1]))
    stands = player is not None and sum(halves for _, halves in player.penalties) >= numbers[0]
    if not stands:
        return s("gone.undone")
    return text(s("personal.about", title=v.title), s("personal.penalty", points=v.points(numbers[0])))


def _remind(v: View, s: Say, numbers: list[int]) -> str:
    """Of a start that has come, was moved, or is not his any more."""
    if v.t.stage is Stage.CANCELLED:
        return s("entry.cancelled")
    return s("gone.start" if numbers[0] <= v.now.timestamp() else "gone.old")


def _excused(v: View, s: Say, numbers: list[int]) -> str:
    """A missed round stays one after the end; a judge or the player may have taken the notice back before."""
    number, seq, player = numbers[0], numbers[1], v.t.players.get(MemberId(numbers[2]))
    if player is None or player.excused.get(number) != seq or number not in player.byes:
        return s("gone.no_more")
    if number in player.corrected:
        return missed(number, v, s, player)
    return text(s("personal.about", title=v.title), excused(v, s, player, number))


def _bye(v: View, s: Say, numbers: list[int]) -> str:
    """What a missed round gives: corrected again, taken back by an undo, or as it was told."""
    number, seq, player = numbers[0], numbers[1], v.t.players.get(MemberId(numbers[2]))
    if player is None or player.corrected.get(number, 0) > seq:
        return s("gone.old")
    return missed(number, v, s, player) if player.corrected.get(number) == seq else s("gone.undone")


_WORDS: dict[str, tuple[int, Callable[[View, Say, list[int]], str]]] = {
    "round": (2, _posted), "call": (0, _needless), "draft": (2, _draft), "dm": (3, _dm), "ask": (4, _ask),
    "missed": (3, _over), "nudge": (3, _over),
    "conflict": (2, _card), "contested": (2, _card), "absent": (2, _card), "left": (2, _card),
    "called": (2, _card), "late": (2, _late), "objected": (2, _objected),
    "boards": (1, _boards), "stuck": (1, _stuck),
    "held": (1, _held), "few": (0, _few), "overdue": (0, _overdue),
    "vote": (1, _vote), "short": (1, _short), "here": (1, _here),
    "standings": (1, _table), "removed": (1, _place), "out": (1, _place), "up": (1, _place),
    "placed": (2, _place), "excused": (3, _excused),
    "final": (0, _undone), "season": (0, _undone), "cancelled": (0, _undone), "penalty": (2, _penalty),
    "corrected": (3, _corrected), "rated": (2, _rated), "bye": (3, _bye), "remind": (2, _remind),
}
"""Kind of post -> how many numbers its key holds at least, and its last words."""
