"""Are the rules of the house kept? (README, "How the house works")"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from engine import facts
from engine.pairing import SYSTEMS
from engine.rights import RIGHTS
from tests.onfiles import LEFT_OUT

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "storage", "bot")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
ABOVE = {"engine": {"storage", "bot"}, "storage": {"bot"}, "bot": set()}
LONG = {"engine/pairing"}
"""Pairing systems may be longer: they follow the law article by article."""

LONGEST = 300


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_point_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    assert not {module.split(".")[0] for module in imports(path)} & ABOVE[package]


@pytest.mark.parametrize("path", [p for p in MODULES if p.is_relative_to(ROOT / "bot")], ids=name)
def test_nobody_but_the_app_knows_the_handlers(path: Path) -> None:
    if path.parent.name != "handlers" and path != ROOT / "bot" / "app.py":
        assert not [module for module in imports(path) if module.startswith("bot.handlers")]


@pytest.mark.parametrize("path", [p for p in MODULES if p.is_relative_to(ROOT / "engine")], ids=name)
def test_the_engine_does_no_io_and_has_no_clock_and_no_chance(path: Path) -> None:
    forbidden = {"asyncio", "socket", "sqlite3", "random", "secrets", "time", "os", "pathlib", "urllib", "http"}
    told = {"__main__.py": {"pathlib"}, "commands.py": {"pathlib"}, "placing.py": {"pathlib"}, "casework.py": {"pathlib"},
            "generator.py": {"random"}}              # the command line reads files; a generator has a seed
    used = {module.split(".")[0] for module in imports(path)} - told.get(path.name, set())
    assert not used & forbidden
    assert not re.search(r"\b(datetime|date)\.(now|today|utcnow)\(", path.read_text())


@pytest.mark.parametrize("path", [p for p in MODULES if p.parts[-2] != "sandbox"], ids=name)
def test_time_is_asked_for_in_one_place(path: Path) -> None:
    if name(path) in ("bot/timing.py", "storage/__main__.py", "storage/backup.py"):
        return
    assert not re.search(r"\b(datetime\.now|time\.time|asyncio\.sleep)\(", path.read_text())


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_modules_are_of_a_size_to_read(path: Path) -> None:
    if str(path.parent.relative_to(ROOT)) in LONG:
        return
    assert len(path.read_text().splitlines()) <= LONGEST


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_no_module_is_called_by_what_it_is_not(path: Path) -> None:
    assert path.stem not in ("utils", "helpers", "manager", "base", "misc")


def test_every_package_is_listed() -> None:
    listed = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"])
    there = {".".join(p.parent.relative_to(ROOT).parts) for p in MODULES}
    assert there - {"storage.migrations"} <= listed


def test_top_level_holds_no_more_than_agreed() -> None:
    allowed = {"pyproject.toml", "README.md", "LICENSE", "bot", "engine", "storage", "tests", "deploy"}
    there = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert {entry for entry in there if not entry.endswith((".egg-info", ".db"))} - {"__pycache__"} <= allowed


def test_only_the_voice_sends_messages() -> None:
    """The notice board and the answers speak; everybody else goes through them."""
    calls = re.compile(r"\.(send_message|send_document|send_photo|edit_message_text|pin_chat_message)\(")
    speaking = {name(path) for path in MODULES if calls.search(path.read_text()) and "sandbox" not in path.parts}
    assert speaking == {"bot/voice.py"}


@pytest.mark.parametrize("path", [p for p in MODULES if p.is_relative_to(ROOT / "storage")], ids=name)
def test_sql_is_never_made_of_values(path: Path) -> None:
    """What is put into a statement's text is a constant, or a column or condition the module itself wrote."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.JoinedStr) and re.match(r"(SELECT|INSERT|UPDATE|DELETE)\b", _text(node)):
            for value in (part.value for part in node.values if isinstance(part, ast.FormattedValue)):
                if isinstance(value, ast.Call) and ast.unparse(value.func) == "places":
                    continue                          # of values, it only counts them
                put = value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")
                assert put.isupper() or put in ("column", "condition", "what", "role"), ast.unparse(node)


def _text(node: ast.JoinedStr) -> str:
    return "".join(part.value for part in node.values if isinstance(part, ast.Constant))


def test_every_fact_is_documented_and_every_action_has_a_right() -> None:
    assert all(kind.__doc__ for kind in get_args(facts.Fact))
    assert RIGHTS and all(RIGHTS.values())


def test_every_system_can_be_chosen() -> None:
    from engine.settings import SYSTEMS as CHOSEN
    assert set(CHOSEN) <= set(SYSTEMS)


def test_nothing_is_left_undone() -> None:
    words = re.compile(r"\b(TODO|FIXME|XXX)\b|raise NotImplementedError|except[^:]*:\s*pass\b")
    for path in MODULES:
        assert not words.search(path.read_text()), name(path)


@pytest.mark.parametrize("left_out", LEFT_OUT)
def test_what_is_left_out_on_postgresql_is_there(left_out: str) -> None:
    module, _, test = left_out.partition("::")
    written = (ROOT / "tests" / f"{module}.py").read_text()
    assert not test or re.search(rf"^(async )?def {test}\(", written, re.MULTILINE)
