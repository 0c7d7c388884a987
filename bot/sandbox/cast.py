"""The people of the demo: a judge, twelve players, and the group of their club."""

from __future__ import annotations

from dataclasses import dataclass

from .groups import Group
from .people import Person
from .sandbox import Sandbox

LANGUAGES = ("en", "ru")

_BOT = {"en": "Swiss evening", "ru": "Турнирный вечер"}
_CLUB = {"en": "Thursday chess club", "ru": "Шахматы по четвергам"}
_JUDGE = {"en": "Olga Peters", "ru": "Ольга Петрова"}
_PLAYERS = {
    "en": (
        "Anna Berg", "Boris Klein", "Clara Novak", "David Stone", "Emma Lind", "Felix Moore",
        "Greta Holm", "Henry Wood", "Irene Costa", "Jonas Reed", "Laura West", "Martin Fox",
    ),
    "ru": (
        "Анна Белова", "Борис Крылов", "Вера Соколова", "Глеб Морозов", "Дарья Зимина", "Егор Лапин",
        "Жанна Орлова", "Захар Волков", "Ирина Котова", "Кирилл Громов", "Лев Щукин", "Мария Ежова",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody of one demo. The judge owns the group and does not play unless he joins himself."""

    sandbox: Sandbox
    language: str
    judge: Person
    players: tuple[Person, ...]
    group: Group


def gather(sandbox: Sandbox, language: str) -> Cast:
    """Invites everybody into a fresh sandbox; the bot is not in the group yet. Raises `KeyError` for a
    language that is none of `LANGUAGES`."""
    sandbox.bot.first_name = _BOT[language]
    judge = sandbox.person(_JUDGE[language], username="olga", language=language)
    players = tuple(sandbox.person(name, language=language) for name in _PLAYERS[language])
    group = sandbox.group(_CLUB[language], creator=judge, members=players, type="supergroup")
    return Cast(sandbox, language, judge, players, group)
