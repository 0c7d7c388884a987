"""Writing a report file: exact columns, CRLF line ends, UTF-8 without byte-order mark (trf.md 7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.report import Cell, Player
from engine.trf_fields import points_in


def write(players: Iterable[Player], records: Sequence[tuple[str, str]] = ()) -> str:
    """A file with these records first, then the players. A record without code is a line as it stands.

    What `trf.read` gives is written so that it reads the same again. Names are cut to 33 letters.
    """
    lines = [f"{code} {body}".rstrip() if code else body for code, body in records]
    return "".join(f"{line}\r\n" for line in (*lines, *map(_player_line, players)))


def encode(text: str) -> bytes:
    """The bytes of a file. Raises nothing: half a character, which no name should hold, becomes `?`."""
    return text.encode("utf-8", errors="replace")


def _player_line(player: Player) -> str:
    points = player.odd_points if player.points is None else points_in(player.points)
    rank = "" if player.rank is None else player.rank
    fixed = (
        f"001 {player.number:>4} {player.sex:1.1}{player.title:>3.3} {player.name:33.33} {player.rating or '':>4}"
        f"{f'{player.federation:3}':>4.4} {player.fide_id:>11.11} {player.birth:10.10} {points:>4} {rank:>4}"
    )
    return (fixed + "".join(map(_cell_text, player.cells))).rstrip()


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return " " * 10
    opponent = "0000" if cell.opponent is None else f"{cell.opponent:>4}"
    return f"  {opponent} {cell.colour or '-'} {cell.code or ' '}"
