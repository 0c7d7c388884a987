"""Is everybody told at once what a judge has decided about his taking part, and can he answer it?"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.notices import Notice
from engine import entry, judging, scorebook
from engine.model import Actor, MemberId, Refused, Result, Role, Stage
from engine.standings import scores
from tests.evening import Evening as Chat
from tests.noticed import JUDGE, Evening, labels
from tests.test_judging_chat import card, name


def test_a_bye_by_a_judge_is_told_and_can_be_taken_back_by_the_player() -> None:
    evening = Evening(4).starts()
    evening.act(JUDGE, entry.excuse, MemberId(2), round=2)
    told = evening.one("excused/")
    assert told.chat == 1002 and "you miss round 2 (points: 0)" in told.text
    assert labels(told) == ["Play the next round after all"]
    evening.act(2, entry.back)
    assert not [key for key in evening.shows() if key.startswith("excused/")]
    assert "no longer needed" in evening.farewell(told.key)


def test_ones_own_notice_is_no_news() -> None:
    evening = Evening(4).starts()
    evening.act(2, entry.bye, round=2)
    assert not [key for key in evening.shows() if key.startswith("excused/")]


@pytest.mark.parametrize("by_judge", [True, False])
def test_who_is_brought_back_by_a_judge_hears_it(by_judge: bool) -> None:
    evening = Evening(4).starts()
    evening.act(2, entry.leave)
    if by_judge:
        evening.act(JUDGE, judging.bring_back, MemberId(2))
        told = evening.one("placed/")
        assert told.chat == 1002 and "you are in" in told.text and labels(told) == ["Leave"]
        evening.act(2, entry.leave)
        assert "out of date" in evening.farewell(told.key)
    else:
        evening.act(2, entry.back)
    assert not [key for key in evening.shows() if key.startswith("placed/")]


def test_a_bye_of_a_posted_round_is_corrected() -> None:
    evening = Evening(6, system="dutch", byes=1, rounds=3)
    evening.act(6, entry.bye, round=1)
    evening.starts()
    before = scores(evening.t)[MemberId(6)]
    evening.act(JUDGE, entry.excuse, MemberId(6), round=1, halves=1)
    assert (before, scores(evening.t)[MemberId(6)]) == (0, 1)
    assert "½" in evening.one("round/").text.split(evening.home.names[MemberId(6)])[1]
    assert "Judy has corrected what a missed round gives. Now: Fay, round 1, points: ½." in evening.one("bye/").text
    evening.act(JUDGE, entry.excuse, MemberId(6), round=1, halves=0)
    assert scores(evening.t)[MemberId(6)] == 0
    assert entry.excuse(evening.t, JUDGE, MemberId(6), round=1) == [], "that is what it is"
    with pytest.raises(Refused, match="not_missed"):
        entry.excuse(evening.t, JUDGE, MemberId(1), round=1)


def test_a_missed_round_of_somebody_who_gave_no_notice_and_of_a_late_entry() -> None:
    evening = Evening(6, system="dutch", byes=0, rounds=4).starts()
    gone = evening.board(1).black
    evening.act(JUDGE, judging.no_show, 1, gone, out=True)
    for board in (2, 3):
        evening.says(board, evening.board(1).result.flipped if evening.board(1).result else None)
    evening.tick(20)
    evening.approved()
    assert evening.t.rounds[1].game_of(gone) is None
    evening.act(JUDGE, entry.excuse, gone, round=2, halves=1)
    assert scores(evening.t)[gone] == 1
    evening.act(40, entry.join)
    evening.act(JUDGE, entry.excuse, MemberId(40), round=1, halves=1)
    number = scorebook.numbers((*scorebook.start_list(evening.t), MemberId(40)))
    record = scorebook.records(evening.t, tuple(number))[number[MemberId(40)]]
    assert [past.points for past in record.past] == [1, 0]


@pytest.mark.parametrize(("language", "words"), [
    ("en", "Judy has changed a rating or title. Now: Boris, 1850? FM."),
    ("ru", "Judy: рейтинг или звание исправлены. Теперь: Boris, 1850? FM.")])
def test_a_rating_changed_in_play_is_told_to_the_player_and_the_other_judges(language: str, words: str) -> None:
    evening = Evening(4)
    evening.act(JUDGE, entry.rate, MemberId(2), 1700)
    evening.starts()
    assert not [key for key in evening.shows() if key.startswith("rated/")], "before the draw it is no correction"
    evening.home = replace(evening.home, languages={MemberId(2): language}, judges=(JUDGE.member, MemberId(1)))
    evening.act(JUDGE, entry.rate, MemberId(2), 1850, title="FM", estimated=True)
    told = {notice.chat: notice for key, notice in evening.shows().items() if key.startswith("rated/")}
    assert told.keys() == {1001, 1002}, "not to who has changed it"
    assert told[1002].text == f"<b>Thursday</b>\n{words}"
    judge, first = told[1001].key, evening.t.version
    assert "Now: Boris, 1850? FM." in evening.farewell(judge), "it stands, also for who is a judge no more"
    evening.act(JUDGE, entry.rate, MemberId(2), 1860)
    assert judge not in evening.shows() and "out of date" in evening.farewell(judge)
    for step, stands in ((evening.t.version, True), (first, False)):
        along = judging.goes_along(evening.entries, step)
        evening.act(JUDGE, judging.undo, entries=evening.entries, step=step, along=along)
        assert (judge in evening.shows()) == stands
    assert "taken back" in evening.farewell(judge)


@pytest.mark.parametrize(("language", "words"), [
    ("en", "Judy has corrected what a missed round gives. Now: Fay, round 1, points: ½."),
    ("ru", "Judy: исправлено, что даёт пропущенный тур. Теперь: Fay, тур 1, очки: ½.")])
def test_a_corrected_bye_is_told_to_the_player_and_the_other_judges_after_the_end_too(language: str, words: str) -> None:
    evening = Evening(6, system="dutch", byes=1, rounds=2)
    evening.home = replace(evening.home, languages={MemberId(6): language}, judges=(JUDGE.member, MemberId(1)))
    evening.act(JUDGE, entry.excuse, MemberId(6), round=1)
    evening.starts()
    assert not told_of_byes(evening), "what is said before the draw is no correction"
    evening.act(JUDGE, entry.excuse, MemberId(6), round=1, halves=1)
    told = told_of_byes(evening)
    assert told.keys() == {1001, 1006}, "not to who has corrected it"
    assert told[1006].text == f"<b>Thursday</b>\n{words}" and "Fay" in told[1001].text
    assert not [key for key in evening.shows() if key.startswith("excused/")], "not twice"
    for number in (1, 2):
        evening.says(number, Result.WHITE_WON)
    evening.act(JUDGE, judging.finish)
    assert evening.t.stage is Stage.FINISHED and told_of_byes(evening) == told
    evening.act(JUDGE, entry.excuse, MemberId(6), round=1)
    assert "points: 0" in told_of_byes(evening)[1001].text and "out of date" in evening.farewell(told[1001].key)
    undone = told_of_byes(evening)[1001].key
    evening.act(JUDGE, judging.undo, entries=evening.entries, step=evening.t.version, along=())
    assert told_of_byes(evening) == told and "taken back" in evening.farewell(undone)


def test_a_judge_who_corrects_his_own_bye_tells_the_other_judges() -> None:
    evening = Evening(6, system="dutch", byes=1)
    evening.home = replace(evening.home, judges=(JUDGE.member, MemberId(6)))
    evening.act(6, entry.bye, round=1)
    evening.starts().act(Actor(MemberId(6), Role.JUDGE), entry.excuse, MemberId(6), round=1, halves=1)
    told = told_of_byes(evening)
    assert told.keys() == {1090} and "Fay has corrected what a missed round gives" in told[1090].text


def told_of_byes(evening: Evening) -> dict[int, Notice]:
    return {notice.chat: notice for key, notice in evening.shows().items() if key.startswith("bye/")}


@pytest.mark.parametrize(("system", "code"), [("individual", "half_bye_system"), ("dutch", "half_bye_last")])
def test_the_law_holds_for_corrections_too(system: str, code: str) -> None:
    evening = Evening(6, system=system, rounds=1)
    evening.act(6, entry.bye, round=1)
    evening.starts()
    with pytest.raises(Refused, match=code):
        entry.excuse(evening.t, JUDGE, MemberId(6), round=1, halves=1)


@pytest.mark.parametrize(("language", "label", "preview", "yes"), [
    ("en", "Missed round 1: 0 → ½", "Places: ", "Yes"), ("ru", "Пропущенный тур 1: 0 → ½", "Места: ", "Да")])
async def test_in_the_players_menu_with_a_preview(language: str, label: str, preview: str, yes: str) -> None:
    async with Chat(6, system="dutch", rounds=3) as evening:
        await evening.enters()
        last = evening.players[5]
        await last.writes("/bye 1")
        await evening.rests()
        await evening.olga.types(evening.group, "/begin")
        await evening.approves()
        await evening.plays()
        draft = (await evening.tournament()).draft
        assert draft is not None
        await evening.olga.writes(f"/language {language}")
        player, = [member for member in draft.start_list if await name(evening, member) == last.name]
        shown = await card(evening.olga, {"en": "Swap", "ru": "Поменять"}[language])
        await evening.olga.forges(shown, f"person:{(await evening.row()).code}:{player}")
        menu = await evening.olga.sees(buttons=[label])
        await evening.olga.taps(menu, label)
        await evening.rests()
        assert f"{last.name}: 0 → ½" in menu.text and preview in menu.text
        assert not (await evening.tournament()).rounds[0].byes[player]
        await evening.olga.taps(menu, yes)
        await evening.rests()
        evening.time.jump(12)
        t = await evening.tournament()
        assert t.rounds[0].byes[player] == 1 and t.stage is Stage.PLAYING
        assert t.draft is None or t.draft.seq != draft.seq
        await last.sees("Olga has corrected what a missed round gives. Now: ")
        await evening.olga.taps(menu, {"en": "Undo", "ru": "Вернуть ход"}[language])
        await evening.rests()
        await evening.olga.taps(menu, yes)
        await evening.rests()
        assert not (await evening.tournament()).rounds[0].byes[player]


async def test_a_late_arrival_put_off_is_seated_from_his_menu_after_all() -> None:
    async with Chat(5) as evening:
        await evening.begins()
        t = await evening.tournament()
        assert t.rounds[0].pab is not None
        bye = await name(evening, t.rounds[0].pab)
        await evening.olga.writes("/guest Walter")
        asked = await evening.olga.sees("Walter has come late", buttons=["Next round"])
        await evening.olga.taps(asked, "Next round")
        await evening.rests()
        await evening.olga.writes("/settings")
        menu = await evening.olga.sees(buttons=["Players"])
        for label in ("Players", "Walter", f"Pair with {bye}"):
            await evening.olga.taps(menu, label)
            await evening.rests()
        assert len((await evening.tournament()).rounds[0].games) == 3


@pytest.mark.parametrize(("language", "line"), [
    ("en", "By hand: number of rounds: 4 (Judy; the regulations)"),
    ("ru", "Вручную: число туров: 4 (Judy; регламент)")])
def test_players_read_who_changed_the_number_of_rounds_and_why(language: str, line: str) -> None:
    evening = Evening(4, rounds=3)
    evening.home = replace(evening.home, language=language)
    evening.act(JUDGE, judging.change, "rounds", "2", reason="regulations")          # before round 1 it is no change
    evening.starts().act(JUDGE, judging.change, "rounds", "4", reason="regulations")
    post = evening.one("round/").text
    assert line in post and post.count("Judy") == 1
    step = judging.steps(evening.entries)[-1]
    evening.act(JUDGE, judging.undo, entries=evening.entries, step=step.seq, along=())
    assert "Judy" not in evening.one("round/").text


async def test_after_the_end_nothing_is_asked_that_cannot_be_done() -> None:
    async with Chat(4, rounds=1) as evening:
        await evening.begins()
        await evening.olga.writes("/settings")
        shown = await card(evening.olga, "Cancel event")
        await evening.plays()
        await evening.group.sees("Final table")
        toast = await evening.olga.taps(shown, "Cancel event")
        assert "over" in toast.text and "Yes" not in str(shown.buttons)
        assert "can no longer change" in (await evening.olga.taps(shown, "Rounds: ")).text
        await evening.rests()
        assert not [key for key in shown.all_buttons() if key.text.startswith(("Rounds", "Finish", "Cancel", "Hold"))]
