"""Whom typed words mean: a player, two of them, a pasted list of pairs, pots or guests.

What cannot be read is empty, or the line as it is; the handlers say what to type instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.texts.names import alike
from engine.model import MemberId, Refused
from storage.names import clean


@dataclass(frozen=True, slots=True)
class Known:
    """A person a PLAYER word can mean."""

    member: MemberId
    name: str
    number: int | None = None
    username: str = ""


def find(text: str, known: Iterable[Known]) -> tuple[MemberId, ...]:
    """Whom `#12`, `@name` or the beginning of a name means: nobody, one, or several to choose from."""
    people, word = list(known), text.strip()
    if word.startswith("#") and word[1:].isascii() and word[1:].isdigit():
        return tuple(p.member for p in people if p.number == int(word[1:]))
    if word.startswith("@"):
        return tuple(p.member for p in people if p.username and p.username.casefold() == word[1:].casefold())
    wanted = alike(word)
    if not wanted:
        return ()
    exact = tuple(p.member for p in people if alike(p.name) == wanted)
    return exact or tuple(p.member for p in people if alike(p.name).startswith(wanted)) or tuple(
        p.member for p in people if any(alike(part).startswith(wanted) for part in p.name.split()[1:]))


def one_player(words: Sequence[str], known: Iterable[Known]) -> tuple[tuple[MemberId, ...], Sequence[str]]:
    """The player at the head of these words, by the longest beginning that means anybody; and the rest."""
    people = list(known)
    for length in range(len(words), 0, -1):
        found = find(" ".join(words[:length]), people)
        if found:
            return found, words[length:]
    return (), words


def two_players(words: Sequence[str], known: Iterable[Known]
                ) -> tuple[tuple[MemberId, ...], tuple[MemberId, ...]]:
    """Two players in a row; of all ways to part the words, the one that leaves least to choose."""
    people = list(known)
    ways = [(find(" ".join(words[:cut]), people), find(" ".join(words[cut:]), people))
            for cut in range(1, len(words))]
    both = [way for way in ways if way[0] and way[1]]
    return min(both, key=lambda way: len(way[0]) * len(way[1])) if both else ((), ())


_BETWEEN = re.compile(r"\s+[-‐‑‒–—−:]\s+|\t+|\s*;\s*")
_LISTED = re.compile(r"^\s*(?:\d{1,3}[.)]\s+|[•*]\s+)?")


def pair_lines(text: str) -> list[tuple[str, str]] | str:
    """A pasted list of pairs, one a line, White first: "Anna - Boris". The first line that is none, as it is."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        sides = _BETWEEN.split(_LISTED.sub("", line))
        if len(sides) != 2 or not all(sides):
            return line
        found.append((sides[0], sides[1]))
    return found


def pot_lines(text: str) -> list[list[str]]:
    """A pasted list of pots, one a line, names with commas; a "Pot 1:" before them is dropped."""
    lines = [_LISTED.sub("", line).rpartition(": ")[2] for line in text.splitlines()]
    return [names for line in lines if (names := [name for part in line.split(",") if (name := part.strip())])]


_GUEST = re.compile(r"(?:\d{1,3}[.)]\s+)?(?P<name>.*?)(?:[\s,;]+\(?(?P<rating>\d{3,6})\)?)?", re.DOTALL)


_ESTIMATE = re.compile(r".*[\s,;]\(?\d{3,4}\?\)?", re.DOTALL)


def guests(text: str) -> list[tuple[str, int | None]]:
    """Names of guests, one a line, each with a rating behind it if there is one; list numbers are dropped,
    and names of which nothing can be seen.

    Raises Refused("guest_estimate") for a rating with a question mark, which would become part of the name.
    """
    found = []
    for line in text.splitlines():
        if _ESTIMATE.fullmatch(line.strip()):
            raise Refused("guest_estimate", text=line.strip()[:40])
        match = _GUEST.fullmatch(line.strip())
        if match and clean(name := match["name"].strip(" ,;")):
            found.append((name, int(match["rating"]) if match["rating"] else None))
    return found
