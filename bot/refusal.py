"""The details of a refusal, fit for words: a rule knows only ids, people want names."""

from __future__ import annotations

from collections.abc import Mapping

from bot.notices.view import OUTCOMES
from bot.texts import Say
from engine.model import MemberId, Refused, Result

_PEOPLE = ("player", "opponent", "white", "black")


def details(refused: Refused, names: Mapping[MemberId, str], say: Say) -> dict[str, object]:
    """As they are shown: `pair` holds members too, `boards` pairs of round and board.

    `among` is the first and the last round that can be chosen.
    A result comes with `white` and `black`: its words name the winner.
    """
    shown: dict[str, object] = {}
    for key, value in refused.details.items():
        if key in _PEOPLE:
            shown[key] = names.get(value, "—")           # type: ignore[call-overload]
        elif key == "pair":
            shown[key] = " – ".join(names.get(one, "—") for one in value)       # type: ignore[attr-defined]
        elif key == "boards":
            shown[key] = _boards(value)                  # type: ignore[arg-type]
        elif key == "among":
            shown[key] = _among(*value, say=say)             # type: ignore[misc]
        elif isinstance(value, Result):
            white, black = (names.get(refused.details[side], "—") for side in ("white", "black"))   # type: ignore[call-overload]
            shown[key] = say(OUTCOMES[value], white=white, black=black)
        else:
            shown[key] = value
    return shown


def _boards(boards: tuple[tuple[int, int], ...]) -> str:
    """Boards of the newest round by number alone; those of earlier rounds as round/board."""
    newest = max((round for round, _ in boards), default=0)
    return ", ".join(str(board) if round == newest else f"{round}/{board}" for round, board in boards)


def _among(first: int, last: int, *, say: Say) -> str:
    if first == last:
        return say.plain("among.one", first=first)
    return say.plain("among.some", first=first, last=last) if first < last else say.plain("among.none")
