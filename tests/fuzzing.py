"""Broken input for the readers: real shapes, mutated by a seed. The same seed gives the same input."""

from __future__ import annotations

import random

from bot.parse import ruling, score
from engine import roster, trf
from engine.latin import in_latin
from engine.remarks import BadTrf
from engine.takeover import plan
from engine.trf_editions import EDITIONS, in_edition, players_in

_PLAYERS = (
    "001    1 m GM Petrov, Ivan                      2105 RUS     1234567 1990/05/17  2.0    1     3 w 1  0000 - H     2 b =",
    "001    2 w    Bänerjee, Zoë                     1999 IND                1978     2.5    2     4 b 1  0000 - =     1 w =",
    "001    3      Кузнецов Лев                         0 RUS                         1.0    3     1 b 0  0000 - Z     4 w +",
    "001    4      x                                                                   0,5    4     2 w 0  0000 - H     3 b -",
)
_RECORDS = (
    "012 Open", "042 28. 07. 2005", "062 4 (4)", "142 5", "XXR 5", "152 W", "XXC black1 rank", "192 FIDE_DUTCH",
    "162  W 3.0    D 1.0    L 0.0", "XXS WW=1 BW=1,0 WD=0.5", "BBW 1.0", "240 H   4    1    2", "XXZ 3 4",
    "250       1.0   1   2    1    4", "XXA    1  1.0  0.5", "260   1   5    1    2    3", "XXP 1 4",
    "299 L       2.0    1    3", "013 Team                               1    2", "202 BH/C1,SB", "### ruler", "101    7 x",
    "122 90 min + 30 s", "222 40/6000+30:900", "132 10.09.13 17.09.13", f"132 {'':87}26/10/05            26/10/19", "032 GER",
    "240 H   3    1", "042 May 29, 2020", "112 Ильин",
    "0123456789", "RUS    1 m", "",
)
_LISTS = ("Petrov Ivan 1800", "1. Ильин Лев\t1750", "name;rating", "Anna;1500;club", '"Kühn, Max",1620', "=2+3,1",
          "Фамилия,Имя,Рейтинг", "-", "Lee, 99999")
_SCORES = ("1-0", "½", "0.5-0.5", "1:0", "2-0", "+", "-", "=", "+/-", "1–0", "r3 5 1-0")
_LETTERS = "0123456789 wbWB-+=HFUZDL*.,;:'\"\t\r\n\0\x85\u2028éж½٣²İ\ud800\U0001f600ab/\\()#"


def broken(seed: int) -> tuple[str, str]:
    """(reader, input): a few lines of the right kind, with some letters changed, cut, moved or repeated."""
    chance = random.Random(seed)
    reader = ("trf", "trf", "list", "score")[seed % 4]
    if reader == "trf":
        lines = [chance.choice(_RECORDS) for _ in range(chance.randrange(4))]
        lines += [each for each in _PLAYERS if chance.random() < 0.9]
        chance.shuffle(lines)
        text = chance.choice(("\n", "\r", "\r\n")).join(lines)
    else:
        source = _LISTS if reader == "list" else _SCORES
        text = "\n".join(chance.choice(source) for _ in range(chance.randrange(1, 5) if reader == "list" else 1))
    for _ in range(chance.randrange(5)):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((0, 1, 1, 2, 10)))
        text = text[:at] + chance.choice(("", chance.choice(_LETTERS), text[at:end] * 2, _LETTERS[:chance.randrange(9)])) + text[end:]
    return reader, text


def survives(reader: str, text: str) -> None:
    """The reader takes it or refuses it by BadTrf; anything else is a fault."""
    if reader == "score":
        score(text)
        ruling(text)
        return
    try:
        if reader == "list":
            roster.read(trf.decode(text.encode("utf-8", "surrogatepass")))
            return
        report = trf.read(text)
    except BadTrf as bad:
        assert str(bad)
        return
    again = trf.read(trf.write(report.players.values(), report.records))
    assert {n: p.cells for n, p in again.players.items()} == {n: p.cells for n, p in report.players.items()}, text
    for edition in EDITIONS:
        made = trf.read(trf.write(players_in(in_latin(report), edition), in_edition(report, edition)))
        assert (made.rounds, made.scoring, made.paired) == (report.rounds, report.scoring, report.paired), (edition, text)
    try:
        plan(report, 5)
    except BadTrf as bad:
        assert str(bad)
