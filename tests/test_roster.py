"""Are lists of players read as people send them?"""

from __future__ import annotations

import pytest

from engine import pages, roster
from engine.remarks import BadTrf


def people(data: str | bytes) -> list[tuple[str, int | None]]:
    text = pages.decode(data)[0] if isinstance(data, bytes) else data
    return [(each.name, each.rating) for each in roster.read(text)]


@pytest.mark.parametrize("text", [
    "Ann Lee 1800\nBob Ray", "1. Ann Lee 1800\n2) Bob Ray", "Ann Lee, 1800\r\nBob Ray\r\n", "Ann Lee;1800\nBob Ray;\n",
    "Name;Rating\nAnn Lee;1800\nBob Ray;0", "\ufeffNo,Name,Club,Elo\r1,Ann Lee,Sun,1800\r2,Bob Ray,,\r",
    "Ann\tLee\t1800\nBob\tRay\t", "Surname,First name,Rating\nAnn,Lee,1800\nBob,Ray,", '"Ann Lee",1800\n"Bob Ray",',
    "Ann Lee 1800\n\n--\nBob Ray\nann lee 1700",
])
def test_one_list_in_many_shapes(text: str) -> None:
    assert people(text) == [("Ann Lee", 1800), ("Bob Ray", None)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "utf-16"])
def test_code_pages(encoding: str) -> None:
    assert people("Фамилия;Рейтинг\nИльин Лев;1750\n".encode(encoding)) == [("Ильин Лев", 1750)]


def test_a_comma_in_a_name_is_no_column() -> None:
    assert people("Petrov, Ivan 1800\nLee, Ann") == [("Petrov, Ivan", 1800), ("Lee, Ann", None)]
    assert people('"Petrov, Ivan",1800') == [("Petrov, Ivan", 1800)]


def test_a_defused_formula_is_a_name_again() -> None:
    assert people("Name;Rating\n'=Kim;1500") == [("=Kim", 1500)]


@pytest.mark.parametrize(("text", "code", "line"), [
    ("", "nobody", 0), ("123\n--", "nobody", 0), ("\u3164\n\u115f 1500", "nobody", 0), ("Ann;1500\nBob;9000", "rating", 2),
    ("\n".join(f"Player {chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(301)), "too_many", 0),
    ("x" * 200_001, "too_long", 0),
])
def test_what_is_no_list_is_refused(text: str, code: str, line: int) -> None:
    with pytest.raises(BadTrf) as bad:
        roster.read(text)
    assert (bad.value.remark.code, bad.value.line) == (code, line)
