"""How settings are spelled: the keys of `/new`, the values they take, and back to text.

`parse` and `spell` are each other's inverse for every key of `KEYS` (tested). Spans are typed in
minutes (`10`), or with a unit (`90s`, `24h`), and kept in whole seconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from engine.letters import seen
from engine.model import Refused, Scoring, Settings
from engine.pairing.handling import HANDLINGS
from engine.tiebreaks import POLICIES, BadCode
from engine.tiebreaks import parse as tiebreak

SYSTEMS = ("dutch", "individual", "solkoff", "buchholz", "blind", "simple", "roundrobin")
FIDE_SYSTEMS = ("dutch", "dubov", "burstein")
SCORINGS = {
    "1-½-0": Scoring(),
    "2-1-0": Scoring(unit=1),
    "3-1-0": Scoring(win=3, draw=1, pab=3, unit=1),
}
MOST_ROUNDS, MOST_PLAYERS, LONGEST = 20, 300, 64
FOR_ROBIN = range(3, 7)
"""So many players are better off with a round robin."""

NONE_WORDS = ("none", "no", "off", "-", "нет")


class _Bad(ValueError):
    """The text is no value of this key; carries what would be."""


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise _Bad(f"{least}–{most}")
        return int(text)
    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.casefold() not in words:
            raise _Bad(", ".join(words))
        return text.casefold()
    return read


def _optional(read: Callable[[str], Any], *words: str) -> Callable[[str], Any]:
    def maybe(text: str) -> Any:
        return None if text.casefold() in (*words, *NONE_WORDS) else read(text)
    return maybe


def _span(text: str) -> int:
    found = re.fullmatch(r"(\d{1,4})\s*(s|m|min|h|)", text.casefold(), re.ASCII)
    if found is None:
        raise _Bad("10, 90s, 24h")
    return int(found[1]) * {"s": 1, "h": 3600}.get(found[2], 60)


def _spell_span(seconds: int) -> str:
    if seconds % 60:
        return f"{seconds}s"
    return f"{seconds // 3600}h" if seconds and seconds % 3600 == 0 else str(seconds // 60)


def _auto(text: str) -> int | None:
    if text.casefold() == "judge":
        return None
    found = re.fullmatch(r"auto=?(.*)", text.casefold())
    if found is None:
        raise _Bad("judge, auto=10")
    return _span(found[1] or "10")


def _scoring(text: str) -> Scoring:
    plain = text.replace("0.5", "½").replace("1/2", "½")
    if plain not in SCORINGS:
        raise _Bad(", ".join(SCORINGS))
    return SCORINGS[plain]


def _flag(yes: str, no: str) -> Callable[[str], bool]:
    def read(text: str) -> bool:
        if text.casefold() not in (yes, no, "yes", "no"):
            raise _Bad(f"{yes}, {no}")
        return text.casefold() in (yes, "yes")
    return read


def _zone(text: str) -> str:
    try:
        return ZoneInfo(text).key
    except (KeyError, ValueError, OSError):
        raise _Bad("Europe/Berlin, Europe/Moscow, UTC") from None


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise _Bad("19:00, 2026-12-03T19:00") from None
    if moment.tzinfo is None:
        raise _Bad("19:00, 2026-12-03T19:00")
    return moment


def _title(text: str) -> str:
    if len(text) > LONGEST:
        raise _Bad(f"≤ {LONGEST}")
    return text


def _line(text: str) -> str:
    return "" if text.casefold() in NONE_WORDS else _title(seen(text))


def _codes(text: str) -> tuple[str, ...]:
    if text.casefold() == "law":
        return ()
    try:
        return tuple(str(tiebreak(code)) for code in text.replace(" ", "").split(",") if code)
    except BadCode:
        raise _Bad("BH, BH/C1, SB, DE, WIN") from None


def _policy(text: str) -> str:
    if text.casefold() == "law":
        return ""
    return _one_of(*POLICIES)(text)


_Key = tuple[Callable[[str], Any], Callable[[Any], str]]

KEYS: dict[str, _Key] = {
    "title": (_title, str),
    "game": (_one_of("chess", "draughts", "other"), str),
    "system": (_one_of(*SYSTEMS), str),
    "rounds": (_whole(1, MOST_ROUNDS), str),
    "points": (_scoring, lambda v: next((k for k, s in SCORINGS.items() if s == v), "")),
    "tiebreaks": (_codes, lambda v: ",".join(v) or "law"),
    "unplayed": (_policy, lambda v: v or "law"),
    "limit": (_optional(_whole(2, MOST_PLAYERS)), lambda v: "none" if v is None else str(v)),
    "start": (_optional(_moment), lambda v: "none" if v is None else v.isoformat()),
    "closes": (_optional(_moment), lambda v: "none" if v is None else v.isoformat()),
    "approve": (_auto, lambda v: "judge" if v is None else f"auto={_spell_span(v)}"),
    "confirm": (_one_of("opponent", "none", "judge"), str),
    "settle": (_span, _spell_span),
    "nudge": (_span, _spell_span),
    "judges": (_span, _spell_span),
    "cards": (_span, _spell_span),
    "noshow": (_span, _spell_span),
    "late": (_optional(_whole(0, MOST_ROUNDS), "default"), lambda v: "default" if v is None else str(v)),
    "byes": (_whole(0, MOST_ROUNDS), str),
    "cycles": (_whole(1, 2), str),
    "ratings": (_flag("used", "unused"), lambda v: "used" if v else "unused"),
    "handling": (_one_of(*HANDLINGS), str),
    "colour": (_one_of("lot", "white", "black"), str),
    "seed": (_optional(str), lambda v: "none" if v is None else v),
    "noshow_policy": (_one_of("pause", "withdraw", "keep"), str),
    "contest": (_span, _spell_span),
    "rated": (_flag("yes", "no"), lambda v: "yes" if v else "no"),
    "language": (_one_of("en", "ru"), str),
    "zone": (_zone, str),
    "tempo": (_line, lambda v: v or "none"),
    "federation": (_line, lambda v: v or "none"),
    "pace": (_one_of("evening", "weekly"), str),
}
"""key of /new -> (text to value, value to text)."""

FIELDS = {"points": "scoring"}
"""Where a key is not the name of the field."""

NEW = Settings(system="dutch")
"""What a club's first event begins with. The defaults of `Settings` are those on disk."""

_ABSENCE = {"arbiter_asks": "pause", "withdraw": "withdraw"}

BRINGS: dict[str, dict[str, dict[str, str]]] = {
    "game": {
        "chess": {"points": "1-½-0", "system": "dutch"},
        "draughts": {"points": "2-1-0", "system": "individual"},
        "other": {"points": "1-½-0", "system": "individual"},
    },
    "handling": {name: {"noshow_policy": _ABSENCE[rules.no_show]} for name, rules in HANDLINGS.items()},
}
"""key -> value -> what is usual with it: a change of the value brings it along where the usual was set before."""


def parse(settings: Settings, key: str, text: str) -> Settings:
    """The settings with `key` set from its text; `Refused("bad_setting" | "unknown_setting")` if it is none.

    A change of `game` or `handling` brings along what is usual with it (`BRINGS`), because a club says
    "draughts" and means 2-1-0. The warning that matters: what may still change in a running event is
    `judging.event.change`'s business, not asked here.
    """
    if key not in KEYS:
        raise Refused("unknown_setting", key=key, allowed=", ".join(KEYS))
    if key == "system" and text.casefold() == "chess":
        text = "simple"                                      # its name in draughts.md
    if key == "late" and text.casefold() in NONE_WORDS:
        text = "0"
    try:
        value = KEYS[key][0](text.strip())
    except _Bad as bad:
        raise Refused("bad_setting", key=key, value=text, allowed=str(bad)) from None
    changed = replace(settings, **{FIELDS.get(key, key): value})
    if key in BRINGS:
        before = BRINGS[key][spell(settings, key)]
        for other, usual in BRINGS[key][value].items():
            if spell(settings, other) == before[other] != usual:
                changed = parse(changed, other, usual)
    return changed


def spell(settings: Settings, key: str) -> str:
    """The text of one setting, as `parse` takes it."""
    return KEYS[key][1](getattr(settings, FIELDS.get(key, key)))


def fewest_rounds(players: int) -> int:
    """The smallest number of rounds that can leave one player alone at the top: 2^rounds ≥ players."""
    return max(players - 1, 1).bit_length()


def warnings(settings: Settings, players: int) -> list[tuple[str, int]]:
    """What the event card warns of, as (code, number).

    `few_rounds`, `many_rounds`, `even_rounds`; `robin`: a round robin is better for so few players;
    `robin_long`: it would need more rounds than a tournament may have.
    """
    found = []
    if settings.system == "roundrobin":
        needed = max(players + players % 2 - 1, 0) * settings.cycles
        return [("robin_long", needed)] if needed > MOST_ROUNDS else []
    if players > 1 and settings.rounds < fewest_rounds(players):
        found.append(("few_rounds", fewest_rounds(players)))
    if players > 2 and settings.rounds >= players - 1:
        found.append(("many_rounds", players))
    if settings.system == "simple" and settings.rounds % 2 == 0:
        found.append(("even_rounds", settings.rounds + 1))
    if players in FOR_ROBIN:
        found.append(("robin", players))
    return found
