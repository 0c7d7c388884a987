"""A tournament as the bot exports it, read for the command line: a header, then an entry a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.codec import decode
from engine.facts import Entry
from engine.filing import arbiters
from engine.fold import replay
from engine.model import MemberId, Role, Tournament


class BadFile(ValueError):
    """The file holds no tournament, or not the round asked for."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What the file holds: `names` by id, `place` the club, `judges` who has judged."""

    t: Tournament
    names: Mapping[MemberId, str]
    place: str
    judges: tuple[MemberId, ...]


def read(text: str) -> Exported:
    """The tournament with its people and its club. Raises BadFile, or ValueError for what is no JSON."""
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        header = json.loads(lines[0])
        names = {MemberId(each["id"]): str(each["name"]) for each in header["members"]}
        entries = [_entry(json.loads(line)) for line in lines[1:]]
        t = replay(str(header["code"]), entries)
        return Exported(t, names, str(header["club"]["title"]), arbiters(entries))
    except (KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise BadFile(f"not an exported tournament ({type(error).__name__}: {error})") from error


def _entry(raw: Mapping[str, object]) -> Entry:
    return Entry(
        int(str(raw["seq"])), decode(str(raw["kind"]), json.dumps(raw["body"])),
        datetime.fromisoformat(str(raw["at"])), MemberId(int(str(raw["by"]))), Role(int(str(raw["role"]))),
        str(raw["cause"]), int(str(raw["part"])), str(raw["place"]),
    )
