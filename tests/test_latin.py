"""Are names in Latin letters those of a passport, in every kind of file that offers it?"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import trf
from engine.__main__ import main
from engine.latin import in_latin, latin
from tests.evening import Evening
from tests.test_files_chat import chosen
from tests.test_trf_reading import line, text

RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"


@pytest.mark.parametrize(("name", "passport"), [
    ("Щукин, Юрий", "Shchukin, Iurii"), ("ЩУКИН ЮРИЙ", "SHCHUKIN IURII"), ("Подъячев Ёж", "Podieiachev Ezh"),
    ("Хохлов, Цой, Чиж", "Khokhlov, Tsoi, Chizh"), ("Ольга Ильинична", "Olga Ilinichna"), ("Ю. Я. Эссен", "Iu. Ia. Essen"),
    ("Гнатів Юлія", "Gnativ Iuliia"), ("Müßig, Jürgen", "Muessig, Juergen"), ("Čapek, Šárka", "Capek, Sarka"),
    ("Łukasz Đorđević", "Lukasz Dordevic"), ("Γιώργος", "Γιώργος"), ("O'Brien ½", "O'Brien ½"), ("", ""),
])
def test_a_name_is_that_of_the_passport(name: str, passport: str) -> None:
    assert latin(name) == passport
    assert latin(passport) == passport


def test_every_russian_letter_is_written_and_only_the_soft_sign_is_not() -> None:
    assert all(latin(letter).isascii() and (latin(letter) or letter in "ьЬ") for letter in RUSSIAN + RUSSIAN.upper())


def test_names_and_arbiters_of_a_file_are_changed_and_what_others_keep_is_not() -> None:
    report = trf.read(text("012 Кубок", "102 Ильин", "### заметка", line(1, "   2 w 1").replace("Player 1", "Лев Яшин"),
                           line(2, "   1 b 0")))
    made = in_latin(report)
    assert made.players[1].name == "Lev Iashin"
    assert made.records == (("012", "Kubok"), ("102", "Ilin"), ("###", "заметка"))
    assert trf.read(trf.write(made.players.values(), made.records)).players[1].cells == report.players[1].cells


@pytest.mark.parametrize("to", ["trf16", "trf26", "csv"])
def test_convert_offers_it(to: str, tmp_path: Path) -> None:
    source, out = tmp_path / "in.trf", tmp_path / "out"
    source.write_text(text("012 Кубок", line(1, "   2 w 1").replace("Player 1", "Лев Яшин"), line(2, "   1 b 0")))
    for more, name in (([], "Лев Яшин"), (["--latin"], "Lev Iashin")):
        assert main(["convert", str(source), str(out), "--to", to, *more]) == 0
        assert name in out.read_text()


async def test_so_does_the_chat() -> None:
    async with Evening(2, rounds=1, title="Кубок") as evening:
        await evening.enters()
        await evening.olga.types(evening.group, "/guest Лев Яшин")
        await evening.rests()
        await evening.olga.writes("/export")
        for kind, code in (("TRF16, Latin", "XXR 1"), ("TRF26, Latin", "142 1")):
            said = (await chosen(evening, kind)).decode()
            assert "Lev Iashin" in said and "012 Kubok" in said and code in said
