"""Does "Why?" of a Dutch draw say why, in both languages, by the articles of C.04.3?"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.notices.why import Teller
from bot.texts import LANGUAGES, words
from engine import entry, judging
from engine.model import MemberId
from engine.origin import Origin, origin
from engine.standings import points_text
from tests import dutch_file
from tests.evening import Evening
from tests.table import Table
from tests.test_judging_chat import card, name


def origins(file: str) -> tuple[Table, list[Origin]]:
    """A file played through facts, and where each of its drafts came from."""
    report = dutch_file.read(file)
    table = Table(system="dutch", rounds=report.paired, byes=20, colour=dutch_file.colour(report))
    for number, player in report.players.items():
        table.joins(number, player.rating)
    found = []
    for played in dutch_file.rounds(report):
        for player, halves in played.missing.items():
            table.judge(entry.excuse, MemberId(player), round=played.number, halves=halves)
        if played.number == 1:
            table.judge(judging.begin)
        table.passes()
        assert table.t.draft is not None
        made = origin("TEST", table.entries, table.t.draft.seq)
        assert made is not None, f"round {played.number} would be drawn otherwise"
        found.append(made)
        table.approves()
        for game in table.t.rounds[-1].games:
            table.judge(judging.rule, played.number, game.white, played.results[game.players])
    return table, found


@pytest.fixture(scope="module", params=["0034", "0054"])
def drawn(request: pytest.FixtureRequest) -> tuple[Table, list[Origin]]:
    return origins(request.param)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_board_and_bye_of_a_tournament_has_its_reasons(drawn: tuple[Table, list[Origin]], language: str) -> None:
    table, found = drawn
    view: Any = SimpleNamespace(points=lambda halves: points_text(halves, table.t.settings.scoring), t=table.t)
    for made in found:
        teller = Teller(view, words(language), lambda member: f"P{member}", made.fact.start_list)
        boards = [teller.board(made, white, black) for white, black in made.fact.pairs]
        told = [*teller.draft(made), *(line for lines in boards for line in lines)]
        for (white, black), lines in zip(made.fact.pairs, boards, strict=True):
            assert any(f"P{white} " in line and "(5.2." in line for line in lines), lines      # who has White
            assert any("(4)" in line or "(3.8.1)" in line for line in lines), lines           # the next best
            if made.fact.round > 2 and len(made.draw.boards) > 1:
                assert any("(1.3.2)" in line for line in lines), (white, black)                # the score group
        if made.fact.pab is not None:
            bye = teller.bye(made)
            told += bye
            assert [line.rsplit("(")[-1] for line in bye][:2] == ["2.3.1)", "1.9.1)"]
            assert f"P{made.fact.pab} " in bye[1]
        assert not any("5.4.10" in line or "D3" in line for line in told)


async def test_a_judge_and_a_player_read_why_in_the_chat() -> None:
    async with Evening(5, system="dutch", rounds=4, colour="white") as evening:
        await evening.begins()
        await evening.plays()
        await evening.approves()
        await evening.plays()
        draft = (await evening.tournament()).draft
        assert draft is not None and draft.pab is not None
        await evening.olga.taps(await card(evening.olga, "Why"), "Why")
        answer = await evening.olga.sees("Why these pairs? Round 3")
        white, black = [await name(evening, player) for player in draft.pairs[0]]
        await evening.olga.taps(answer, f"1. {white} – {black}")
        await evening.olga.sees("Why this board? Round 3, board 1")
        assert f"{white} has White: " in answer.text and "Score group " in answer.text
        await evening.olga.taps(answer, "Back")
        bye = await name(evening, draft.pab)
        await evening.olga.taps(answer, f"Bye: {bye}")
        assert f"{bye} " in (await evening.olga.sees("The bye goes to the score group")).text
        await evening.approves()
        anna = await evening.person(draft.pairs[0][0])
        line = await anna.sees("Round 3", buttons=["Why"])
        await anna.taps(line, "Why")
        assert "Why this board? Round 3, board 1" in (await anna.sees("Why this board?")).text
