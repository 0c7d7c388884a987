"""The details of a refusal, fit for words: a rule knows only ids, people want names."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model import MemberId, Refused, Result


def details(refused: Refused, names: Mapping[MemberId, str]) -> dict[str, object]:
    """As they are shown: `player` and `pair` hold members, `boards` pairs of round and board."""
    shown: dict[str, object] = {}
    for key, value in refused.details.items():
        if key in ("player", "opponent"):
            shown[key] = names.get(value, "—")           # type: ignore[call-overload]
        elif key == "pair":
            shown[key] = " – ".join(names.get(one, "—") for one in value)       # type: ignore[attr-defined]
        elif key == "boards":
            shown[key] = _boards(value)                  # type: ignore[arg-type]
        elif isinstance(value, Result):
            shown[key] = "½-½" if value is Result.DRAW else value.value
        else:
            shown[key] = value
    return shown


def _boards(boards: tuple[tuple[int, int], ...]) -> str:
    """Boards of the newest round by number alone; those of earlier rounds as round/board."""
    newest = max((round for round, _ in boards), default=0)
    return ", ".join(str(board) if round == newest else f"{round}/{board}" for round, board in boards)
