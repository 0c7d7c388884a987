"""What people press and type, read into the engine's nouns; and button data written.

Button data are forgeable, so `unpress` believes nothing: a verb it does not know, a missing or
malformed argument, gives None. Typed words are never an error here; what cannot be read is None
or empty, and the desk says what to type instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from engine.model import Claim, Result

LONGEST = 64
"""Bytes of button data, and characters of a start payload, that Telegram takes."""

VERBS: dict[str, str] = {
    # a player's
    "join": "code", "leave": "code how?", "back": "code", "bye": "code number halves?", "mine": "code",
    "late": "code number halves?", "still": "code", "retract": "code number number",
    "res": "code number number claim", "gone": "code number number", "call": "code number number",
    "yes": "code number number", "no": "code number number", "contest": "code number number",
    # a judge's: the draft, the boards, the event
    "approve": "code number", "seats": "code number number number?",
    "swap": "code number number? number? word? sure?", "why": "code number number? number?",
    "order": "code number number? number? number? word?", "place": "code number?",
    "places": "code number", "nudge": "code number",
    "later": "code number", "again": "code number",
    "rule": "code number number result number", "stay": "code number number number",
    "noshow": "code number number how number?", "rounds": "code", "boards": "code number number?",
    "board": "code number number", "put": "code number number result number sure?",
    "flip": "code number number number sure?",
    "closing": "code number number", "shut": "code number number word number",
    "accept": "code number sure?", "seat": "code number number?",
    "pair": "code number number word? number? how?", "ban": "code number number word? word? number?",
    "lift": "code word", "allow": "code number number", "rematch": "code number number",
    "robin": "code", "redraw": "code word? sure?", "hand": "code number?",
    "pick": "code how number number? number?",
    "force": "code word number sure how?", "pots": "code number word? word?", "penal": "code number number? word?",
    "even": "code word word",
    "begin": "code sure?", "cancel": "code sure?", "finish": "code sure?", "hold": "code", "resume": "code",
    "set": "code word? text?", "because": "code word word word", "close": "code number number word number",
    "undo": "code number? sure?", "steps": "code number", "log": "code number word?", "logfile": "code",
    # a judge's: the people
    "people": "code how number?", "person": "code number", "out": "code number how?", "in": "code number",
    "stayout": "code number", "twin": "code number number?", "merge": "code number number sure?",
    "skip": "code number number halves sure?", "rating": "code number", "title": "code number word?",
    "rate": "code number number halves word",
    "rename": "code number",
    "see": "code", "pairs": "code number?", "table": "code number?", "first": "code number",
    # before there is a tournament, and everywhere
    "new": "number?", "chip": "number number word? text?", "open": "number number sure?", "drop": "",
    "lang": "word number?", "named": "number number word", "here": "number", "club": "number", "rules": "word?",
    "guests": "number number?", "offer": "number number how?", "rated": "number how sure?",
    "claim": "word how?", "claimed": "number how sure?",
    "mydata": "word", "wishes": "how? word?", "season": "number how word? word? word? word?",
    "same": "code number number", "other": "code number", "rates": "code sure how",
    "series": "number word? sure?", "weeks": "number", "week": "number word text?", "plan": "number number?",
    "rhythm": "number word? text?", "always": "number number? halves?", "regular": "number halves",
    # files
    "export": "code word", "import": "number word? number? word?",
}
"""verb -> its arguments; "?" marks those that may be missing, `text` takes the rest as it is."""

_KINDS = {
    "code": re.compile(r"[A-Z0-9]{4}"),
    "number": re.compile(r"-?[0-9]{1,15}"), "word": re.compile(r"[\w.+-]{1,32}"),
    "claim": re.compile(r"[wdl]"), "result": re.compile(r"w|d|b|0|wf|bf|nn|c"), "how": re.compile(r"[a-z]{1,8}"),
    "halves": re.compile(r"[012]"), "sure": re.compile(r"[\w,-]{1,40}"), "text": re.compile(r".+", re.DOTALL),
}

CLAIMS = {"w": Claim.WON, "d": Claim.DRAW, "l": Claim.LOST}
RESULTS: dict[str, Result | None] = {
    "w": Result.WHITE_WON, "d": Result.DRAW, "b": Result.BLACK_WON, "0": Result.BOTH_LOST,
    "wf": Result.WHITE_BY_FORFEIT, "bf": Result.BLACK_BY_FORFEIT, "nn": Result.NOBODY_CAME, "c": None,
}
"""How a result is spelled in button data; `c` clears it."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button that was pressed: its verb and its arguments, each of the kind the verb asks for."""

    verb: str
    args: tuple[str, ...] = ()

    def number(self, place: int) -> int:
        """The argument at this place as a number; the verb's kinds say that it is one."""
        return int(self.args[place])


def press(verb: str, *args: object) -> str:
    """Button data. Raises ValueError where `unpress` would not read them back: a mistake of ours."""
    data = ":".join((verb, *(str(arg) for arg in args)))
    if unpress(data) is None:
        raise ValueError(f"no button data: {data!r}")
    return data


def unpress(data: str) -> Press | None:
    """The press behind button data, or None for anything this bot would not have written."""
    verb, *rest = data.split(":")
    if verb not in VERBS or len(data.encode("utf-8", "replace")) > LONGEST:
        return None
    kinds = VERBS[verb].split()
    if kinds and kinds[-1].startswith("text") and len(rest) >= len(kinds):
        rest = [*rest[:len(kinds) - 1], ":".join(rest[len(kinds) - 1:])]
    needed = sum(1 for kind in kinds if not kind.endswith("?"))
    if not needed <= len(rest) <= len(kinds):
        return None
    for kind, word in zip(kinds, rest, strict=False):
        if not _KINDS[kind.rstrip("?")].fullmatch(word):
            return None
    return Press(verb, tuple(rest))


def link(bot: str, verb: str, *args: object) -> str:
    """A link that opens the bot in private with this as payload of /start."""
    return f"https://t.me/{bot}?start={'-'.join((verb, *(str(arg) for arg in args)))}"


def unlink(payload: str) -> Press | None:
    """The press behind the payload of /start, which has "-" where button data have ":"."""
    return unpress(payload.replace("-", ":"))


def spelled(result: Result | None) -> str:
    """A result as in button data."""
    return next(code for code, known in RESULTS.items() if known is result)


_SCORES = {
    "1-0": Result.WHITE_WON, "2-0": Result.WHITE_WON, "0-1": Result.BLACK_WON, "0-2": Result.BLACK_WON,
    "1/2": Result.DRAW, "1/2-1/2": Result.DRAW, "0.5-0.5": Result.DRAW, "0.5": Result.DRAW, "1-1": Result.DRAW,
}
_ONE_SIDED = {"+": Claim.WON, "-": Claim.LOST, "=": Claim.DRAW}
_FORFEITS = {"+/-": Result.WHITE_BY_FORFEIT, "-/+": Result.BLACK_BY_FORFEIT, "-/-": Result.NOBODY_CAME,
             "0-0": Result.BOTH_LOST}


def score(text: str) -> Result | Claim | None:
    """A score as typed after /result: White–Black as on the wall, or `+ - =` of the typist's own game."""
    plain = _plain_score(text)
    return _SCORES.get(plain) or _ONE_SIDED.get(plain)


def ruling(text: str) -> Result | str | None:
    """A judge's word after /rule: a result, `clear` or `swap`; None if it is none of them."""
    plain = _plain_score(text)
    if plain in ("clear", "swap"):
        return plain
    return _SCORES.get(plain) or _FORFEITS.get(plain) or (Result.DRAW if plain == "=" else None)


def _plain_score(text: str) -> str:
    plain = "".join(text.split()).casefold().replace("½", "1/2").replace(":", "-").replace(",", ".")
    return re.sub("[‐‑‒–—−]", "-", plain)


def round_word(text: str) -> int | None:
    """`r3` (or `т3`) as a round."""
    found = re.fullmatch(r"[rт](\d{1,2})", text.casefold(), re.ASCII)
    return int(found[1]) if found else None


def points_word(text: str, unit: int) -> int | None:
    """Points as typed (`1`, `½`, `0.5`, `1½`) in halves; `unit` halves are one point. None if they are none."""
    plain = text.strip().replace("½", ".5").replace("1/2", "0.5").replace(",", ".")
    found = re.fullmatch(r"(\d{0,3})(\.5|\.0)?", plain, re.ASCII)
    if not plain or found is None:
        return None
    twice = 2 * int(found[1] or 0) + (found[2] == ".5")
    return twice * unit // 2 if twice * unit % 2 == 0 else None


def bye_word(text: str, unit: int) -> int | None:
    """What a bye is to give, in halves, as `points_word`; ½ is a half-point bye where a draw is 1 point too."""
    halves = points_word(text, unit)
    return 1 if halves is None and points_word(text, 2) == 1 else halves


_SETTING = re.compile(r"([a-z_]+)=(\S+)")


def new_words(text: str) -> tuple[dict[str, str], str]:
    """The words of /new: settings `key=value`, and whatever is left as the title."""
    chosen: dict[str, str] = {}
    title = []
    for word in text.split():
        found = _SETTING.fullmatch(word)
        if found:
            chosen[found[1]] = found[2]
        else:
            title.append(word)
    return chosen, " ".join(title)


def moment(text: str, now: datetime, zone: str) -> datetime | None:
    """A local time of the club: `19:00` (the next time it is), `3.12. 19:00` or `2026-12-03T19:00`."""
    local = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    found = re.fullmatch(r"(?:(\d{4})-(\d\d?)-(\d\d?)[T _]|(\d\d?)\.(\d\d?)\.?(\d{4})?[ _])?(\d\d?):(\d\d)",
                         text.strip(), re.ASCII)
    if found is None:
        return None
    year, month, day = found[1] or found[6], found[2] or found[5], found[3] or found[4]
    try:
        when = local.replace(hour=int(found[7]), minute=int(found[8]), second=0, microsecond=0)
        if day:
            when = when.replace(year=int(year or local.year), month=int(month), day=int(day))
        if when <= local and not day:
            when += timedelta(days=1)
        elif when <= local and not year:
            when = when.replace(year=local.year + 1)
    except (ValueError, OverflowError):
        return None
    return when.replace(tzinfo=ZoneInfo(zone))
