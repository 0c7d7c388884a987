"""Does the bot have all its words, in both languages, fit for where they are shown?"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

import bot
from bot import notices
from bot.menus import ADMINISTRATORS, GROUP, PRIVATE
from bot.notices.view import REASONS
from bot.texts import LANGUAGES, Safe, plain, units, words
from bot.texts.names import alike, graphemes, isolated, short, shorten, whole
from engine import settings
from engine.facts import Fact
from engine.model import MemberId, Result
from engine.tiebreaks import DEFAULTS, FIGURES

HERE = Path(bot.__file__).parent
ROOT = HERE.parent


def catalogue(language: str) -> dict[str, str | tuple[str, ...]]:
    with (HERE / "texts" / f"{language}.po").open("rb") as file:
        return {(m.id if isinstance(m.id, str) else m.id[0]): m.string
                for m in read_po(file, locale=language, abort_invalid=True) if m.id}


CATALOGUES = {language: catalogue(language) for language in LANGUAGES}
KEYS = sorted(CATALOGUES["en"])


def forms(language: str, key: str) -> tuple[str, ...]:
    text = CATALOGUES[language][key]
    return (text,) if isinstance(text, str) else tuple(text)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_no_key_is_there_twice():
    for language in LANGUAGES:
        source = (HERE / "texts" / f"{language}.po").read_text(encoding="utf-8")
        keys = re.findall(r'^msgid "(.+)"$', source, re.MULTILINE)
        assert sorted(keys) == sorted(set(keys)), [key for key in set(keys) if keys.count(key) > 1]


def test_both_languages_have_the_same_keys_and_values():
    assert set(CATALOGUES["en"]) == set(CATALOGUES["ru"])
    for key in KEYS:
        assert len(forms("en", key)) == (1 if len(forms("ru", key)) == 1 else 2), key
        wanted = {frozenset(fields(text) - {"n"}) for text in (*forms("en", key), *forms("ru", key))}
        assert len(wanted) == 1, key
        assert all(text for language in LANGUAGES for text in forms(language, key)), key


def constants(pattern: str) -> set[str]:
    """All texts in the code that could be keys."""
    return {node.value for path in ROOT.glob(pattern)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_key_in_the_code_has_words():
    sections = {key.split(".")[0] for key in KEYS if "." in key}
    used = {text for text in constants("bot/**/*.py") if re.fullmatch(r"[a-z_]+(\.[a-zA-Z_]+)+", text)}
    ours = {text for text in used if text.split(".")[0] in sections and not text.endswith("_")}
    assert len(ours) > 150
    assert ours <= set(KEYS), sorted(ours - set(KEYS))


def test_what_the_rules_call_things_has_words():
    dropped = {node.args[place].value for path in ROOT.glob("engine/fold/*.py")
               for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
               if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
               for name, place in (("drop", 2), ("field_changed", 3))
               if node.func.id == name and isinstance(node.args[place], ast.Constant)}
    assert {"joined", "result", "undo"} <= dropped
    wanted = {f"because.{code}" for code in {*dropped, "rating", "penalty", "left", "swap", "force", "lift"}}
    wanted |= {f"change.{kind}" for kind in ("swap", "force", "lift", "seat")}
    wanted |= {f"how.{how}" for how in ("agreed", "time", "guest", "first", "judge")}
    wanted |= {f"stuck.{code}" for code in ("no_pairing", "no_bye")} | {"limit.colour", "limit.plus"}
    wanted |= {f"warning.{code}" for code in ("few_rounds", "many_rounds", "even_rounds")}
    wanted |= {f"public.{kind}" for kind in ("draft", "stuck", "board", "boards", "held", "few")}
    assert not sorted(wanted - set(KEYS))


def refusals() -> list[tuple[str, str, set[str]]]:
    """Every `Refused(...)` in the code: where, its code, the names of its details."""
    found = []
    for path in [*ROOT.glob("engine/**/*.py"), *ROOT.glob("bot/**/*.py"), *ROOT.glob("storage/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                codes = [part.value for part in ast.walk(node.args[0])
                         if isinstance(part, ast.Constant) and isinstance(part.value, str)]
                named = {word.arg for word in node.keywords if word.arg}
                found += [(f"{path.name}:{node.lineno}", code, named) for code in codes if code.islower()]
    return found


def test_every_refusal_has_words_and_what_they_need():
    known = refusals()
    assert {"not_judge", "stale_draft", "has_bye", "bad_setting"} <= {code for _, code, _ in known}
    missing = sorted({code for _, code, _ in known if f"refused.{code}" not in KEYS})
    assert not missing
    lacking = [(where, code) for where, code, named in known
               if fields(forms("en", f"refused.{code}")[0]) - named]
    assert not lacking


def test_every_fact_command_setting_system_and_criterion_has_words():
    wanted = {f"log.{kind.__name__}" for kind in Fact.__args__}
    wanted |= {f"command.{name}" for name in {*PRIVATE, *GROUP, *ADMINISTRATORS}}
    wanted |= {f"setting.{key}" for key in settings.KEYS}
    for system, (codes, policy) in DEFAULTS.items():
        wanted |= {f"system.{system}", f"line.{system}", f"edition.{system}", f"unplayed.{policy}"}
        wanted |= {f"tiebreak.{code}" for code in codes}
    wanted |= {f"tiebreak.{code}" for code in FIGURES} | {f"reason.{reason}" for reason in REASONS}
    assert not sorted(wanted - set(KEYS))


def test_toasts_and_refusals_fit_and_have_no_html():
    for language in LANGUAGES:
        for key in KEYS:
            for text in forms(language, key):
                if key.startswith(("toast.", "refused.", "button.", "command.", "setting.", "value.")):
                    assert "<" not in text, key
                if key.startswith(("toast.", "refused.")):
                    shown = text.format_map(dict.fromkeys(fields(text), "Константин"))
                    assert len(shown) <= 200, (language, key, len(shown))
                if key.startswith("command."):
                    assert len(text) <= 256, key


BUTTONS = """
New event/Новый турнир|Open entry/Открыть запись|Begin/Начать|Cancel event/Отменить турнир|Join/Участвую
Leave/Выйти|Private messages/Личные сообщения|I'm back/Я вернулся|I won/Я выиграл|Draw/Ничья|I lost/Я проиграл
Not here/Нет соперника|Call judge/Позвать судью|Confirm/Подтвердить|Not so/Не так|Why/Почему|My event/Мой турнир
Approve/Утвердить|Swap/Поменять|Not yet/Пока нет|Draw again/Провести заново|Accept all pending/Принять все
0 and out till back/0 и не ставить|0 only/Только 0|Pair with {name}/Посадить с {name}|Wait/Ждать
Next round/Со следующего тура|Draw game/Ничья|Void/Аннулировать|Finish now/Закончить|Round robin/Круговой
Allow a rematch/Разрешить повтор|Same person/Это он|Somebody else/Другой|I am still playing/Я ещё играю
Later/Позже|Half-point bye/Полочка|Skip this week/Пропустить|Move/Перенести|Back/Назад|Yes/Да|No/Нет
Undo/Вернуть ход|Resume/Продолжить|Show all/Показать всё|Open/Открыть
"""


def test_buttons_say_what_the_product_page_says():
    ours = {(CATALOGUES["en"][key], CATALOGUES["ru"][key]) for key in KEYS if key.startswith("button.")}
    for pair in BUTTONS.replace("\n", "|").strip("|").split("|"):
        assert tuple(pair.split("/")) in ours, pair


@pytest.mark.parametrize(("n", "russian", "english"), [
    (0, "0 игроков", "0 players"), (1, "1 игрок", "1 player"), (2, "2 игрока", "2 players"),
    (5, "5 игроков", "5 players"),
    (11, "11 игроков", "11 players"), (21, "21 игрок", "21 players"), (22, "22 игрока", "22 players"),
    (112, "112 игроков", "112 players")])
def test_plurals(n, russian, english):
    assert words("ru")("players", n=n) == russian
    assert words("en")("players", n=n) == english


def test_values_are_escaped_once_and_only_in_html():
    say = words("en")
    name = "<b>Max & Co"
    inner = say("says", name=name, result=say("result.draw", white=name, black=""))
    assert inner == "&lt;b&gt;Max &amp; Co says: draw (½-½)" and isinstance(inner, Safe)
    assert say("entry.title", title=inner) == f"<b>{inner}</b>"
    assert say.plain("toast.removed", name=name) == "<b>Max & Co is out"
    assert say.plain("toast.removed", name=inner) == "<b>Max & Co says: draw (½-½) is out"
    assert say.names([name, inner]) == f"&lt;b&gt;Max &amp; Co, {inner}"


def test_a_missing_key_or_value_is_an_error():
    with pytest.raises(KeyError):
        words("en")("no.such.key")
    with pytest.raises(KeyError):
        words("en")("toast.joined")
    with pytest.raises(KeyError):
        words("en")("players")
    with pytest.raises(KeyError):
        words("en")("")


def test_languages_of_telegram_find_ours():
    assert words("ru-RU").language == words("ru").language == "ru"
    assert words("de").language == words(None).language == words("").language == "en"


@given(st.text(max_size=60), st.sampled_from(LANGUAGES))
def test_any_text_can_be_a_value(text, language):
    shown = words(language)("table.line", place=1, name=text, points="½")
    assert plain(shown) == f"1. {text} – ½"
    assert units(shown) == len(plain(shown).encode("utf-16-le")) // 2


def test_names_are_told_apart():
    names = ["Anna", "anna", "Anna 2", "Ёлкин", "Елкин"]
    people = {MemberId(n): name for n, name in enumerate(names, 1)}
    shown = whole(people)
    assert shown[MemberId(1)] == "Anna" and shown[MemberId(2)] == "anna 2" and shown[MemberId(5)] == "Елкин 2"
    assert len({alike(name) for name in shown.values()}) == 5


def test_names_made_alike_by_cutting_get_an_initial():
    people = {MemberId(1): "Maximilian Konstantin von Adler", MemberId(2): "Maximilian Konstantin von Bach"}
    shown = short(people)
    assert shown == {1: "Maximilian Konstanti… A.", 2: "Maximilian Konstanti… B."}
    assert max(len(graphemes(name)) for name in shown.values()) <= 24


def test_letters_are_what_readers_see():
    family, flag, accent = "👩‍👩‍👧‍👦", "🇩🇪", "e\u0301"
    assert graphemes(f"{family}{flag}{flag}{accent}x👍🏽") == [family, flag, flag, accent, "x", "👍🏽"]
    assert shorten("x" * 24) == "x" * 24 and shorten("x" * 25) == "x" * 23 + "…"


def test_names_from_right_to_left_are_isolated():
    assert isolated("Anna") == "Anna"
    assert isolated("אנה 2") == "\u2068אנה 2\u2069"


@given(st.dictionaries(st.integers(1, 9), st.text(min_size=1, max_size=70), max_size=9))
def test_any_names_can_be_shown(names):
    people = {MemberId(n): name for n, name in names.items()}
    for shown in (short(people), whole(people)):
        assert len({alike(name.strip("\u2068\u2069")) for name in shown.values()}) == len(people)
    for name in short(people).values():
        assert len(graphemes(name.strip("\u2068\u2069"))) <= 24 and units(name) <= 70


def test_every_result_has_words():
    from bot.notices import view
    assert set(view.OUTCOMES) == set(Result)
    assert callable(notices.wanted)


@pytest.mark.parametrize(("language", "rounds"), [("en", r"\bround"), ("ru", r"\bтур")])
def test_the_line_of_a_system_says_for_whom_and_how_many_rounds(language, rounds):
    words = catalogue(language)
    for system in settings.SYSTEMS:
        line = words[f"line.{system}"]
        assert re.search(rounds, line) and re.search(r"\d", line), system
        assert re.search(r"\bfor\b|fits|для|подходит", line), system
