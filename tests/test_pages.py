"""In which letters is a file that does not say so?"""

from __future__ import annotations

import pytest

from engine import pages

RUSSIAN, WESTERN = "Ильин, Лев\nКим, Анна Юрьевна", "Müßig, Jürgen\nÉluard, Rémi\nPeña, Íñigo"


@pytest.mark.parametrize(("text", "encoding", "page"), [
    (RUSSIAN, "cp1251", "cp1251"), (WESTERN, "cp1252", "cp1252"), (f"{WESTERN}\n{'Иван Петров ' * 9}", "utf-8", ""),
    (RUSSIAN, "utf-8-sig", ""), (WESTERN, "utf-16", ""), ("", "ascii", ""),
])
def test_the_page_is_guessed_by_the_look_of_the_words(text: str, encoding: str, page: str) -> None:
    assert pages.decode(text.encode(encoding)) == (text, page)


def test_who_knows_better_says_so() -> None:
    assert pages.decode("Лев".encode("cp866"), "cp866") == ("Лев", "cp866")
    assert pages.decode("Лев".encode(), "cp866") == ("Лев", "")
    assert [pages.other(page) for page in ("cp1251", "cp1252")] == ["cp1252", "cp1251"]
    with pytest.raises(LookupError):
        pages.decode(b"\xcb", "no such page")
