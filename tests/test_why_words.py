"""Are the reasons said in words that are true, short and complete, in both languages?"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.notices.view import View
from bot.notices.why import Teller, fitted
from bot.texts import LANGUAGES, Safe, plain, units, words
from engine import entry, judging
from engine.facts import Drafted, Entry
from engine.model import MemberId, Result
from engine.origin import Origin, origin
from engine.places import reckon
from engine.settings import SYSTEMS
from engine.tiebreaks import FIGURES, POLICIES, in_points
from tests.noticed import JUDGE, Evening


def view(evening: Evening) -> View:
    return View(evening.t, evening.home, evening.now, words)


def made(evening: Evening, seq: int) -> Origin:
    found = origin("KX4T", evening.entries, seq)
    assert found is not None
    return found


def teller(evening: Evening, found: Origin | None = None, language: str = "en") -> Teller:
    seen = view(evening)
    return Teller(seen, words(language), seen.whole, found.fact.start_list if found else ())


def told(lines: list[Safe]) -> str:
    return plain("\n".join(lines))


def plays(evening: Evening, chance: random.Random | None = None) -> None:
    """A round: White wins, or by chance; then the next one is posted."""
    results = [Result.WHITE_WON, Result.DRAW, Result.BLACK_WON, Result.WHITE_BY_FORFEIT]
    for game in evening.t.rounds[-1].games:
        evening.says(game.board, chance.choice(results) if chance else Result.WHITE_WON)


def leaders() -> Evening:
    """Four players before round 3; the two leaders have met."""
    evening = Evening(4, rounds=3, system="individual").starts()
    plays(evening)
    evening.approved()
    plays(evening)
    return evening


@pytest.mark.parametrize(("language", "sentence"), [
    ("en", r"The leaders (\w+) and (\w+) have met already, in round [12] \(5\.4\.10\.2\)"),
    ("ru", r"Лидеры (\w+) и (\w+) уже играли, в туре [12] \(5\.4\.10\.2\)")])
def test_c16_one_sentence_says_that_the_leaders_have_met(language: str, sentence: str) -> None:
    evening = leaders()
    assert evening.t.draft is not None
    found = made(evening, evening.t.draft.seq)
    said = re.search(sentence, told(teller(evening, found, language).draft(found)))
    assert said
    first, second = evening.t.draft.order[:2]
    names = {view(evening).whole(first), view(evening).whole(second)}
    assert {said[1], said[2]} == names
    assert not any(set(pair) == {first, second} for pair in evening.t.draft.pairs)


def test_both_players_of_a_board_read_whom_they_have_met() -> None:
    evening = leaders()
    assert evening.t.draft is not None
    found = made(evening, evening.t.draft.seq)
    whole = view(evening).whole
    for pair in evening.t.draft.pairs:
        said = told(teller(evening, found).board(found, *pair))
        assert "is paired first; " in said or "half" in said
        assert f"{whole(pair[0])} has White: " in said
        assert "Colours so far: " in said
    leader = view(evening).table(2)[0].player
    pair = next(pair for pair in evening.t.draft.pairs if leader in pair)
    others = [whole(other.opponent_of(leader)) for posted in evening.t.rounds if (other := posted.game_of(leader))]
    said = told(teller(evening, found).board(found, *pair))
    assert f"{whole(leader)} has met already: " in said
    assert all(name in said for name in others)


# ---- what the law did not do


def test_a_swap_is_told_with_what_the_law_had() -> None:
    evening = Evening(6, system="individual")
    evening.act(JUDGE, judging.begin).tick()
    before = evening.t.draft
    assert before is not None
    (a, b), (c, d), last = before.pairs
    evening.now = evening.now.replace(minute=30)
    evening.act(JUDGE, judging.swap, before.seq, a, c, reason="mistake", sure=True).tick(15)
    draft = evening.t.draft
    assert draft is not None and draft.seq != before.seq
    found = made(evening, draft.seq)
    assert found.by_hand == (1, 2) and found.boards == before.pairs
    said = teller(evening, found)
    whole = view(evening).whole
    assert "Changed by hand, not as the rules have it: boards 1, 2 (5.4.10.12)" in told(said.draft(found))
    changed = told(said.board(found, *draft.pairs[0]))
    assert f"{whole(a)} – {whole(b)}" in changed and f"{whole(c)} – {whole(d)}" in changed
    assert "•" not in changed                                  # no reason of the law's for what a judge did
    assert "has White" in told(said.board(found, *last))
    assert made(evening, before.seq).by_hand == ()             # the older draft is still explained as it was


def test_a_bye_by_hand_says_whose_it_would_have_been() -> None:
    evening = Evening(5, system="individual")
    evening.act(JUDGE, judging.begin).tick()
    before = evening.t.draft
    assert before is not None and before.pab is not None
    evening.act(JUDGE, judging.swap, before.seq, before.pairs[0][0], before.pab, reason="other", sure=True).tick(15)
    draft = evening.t.draft
    assert draft is not None and draft.pab == before.pairs[0][0]
    found = made(evening, draft.seq)
    name = view(evening).whole(before.pab)
    assert told(teller(evening, found).bye(found)) == f"By the rules the bye would have been for: {name}"
    assert f"the bye would have been for: {name}" in told(teller(evening, found).draft(found))
    assert "the bye would have been for" in told(teller(evening, found).board(found, *draft.pairs[0]))


def test_a_draft_is_explained_by_what_was_known_then() -> None:
    evening = leaders()
    draft = evening.t.draft
    assert draft is not None
    before = told(teller(evening, found := made(evening, draft.seq)).draft(found))
    game = evening.t.rounds[0].games[0]
    evening.act(JUDGE, judging.rule, 1, game.white, Result.BLACK_WON, reason="wrong way round").tick()
    assert told(teller(evening, again := made(evening, draft.seq)).draft(again)) == before


def test_a_draft_that_comes_out_differently_is_not_explained() -> None:
    evening = leaders()
    draft = evening.t.draft
    assert draft is not None
    entries = [entry if entry.seq != draft.seq else _other(entry) for entry in evening.entries]
    assert origin("KX4T", entries, draft.seq) is None
    with pytest.raises(KeyError):
        origin("KX4T", evening.entries, draft.seq - 1)


def _other(entry: Entry) -> Entry:
    assert isinstance(entry.fact, Drafted)
    return replace(entry, fact=replace(entry.fact, pairs=entry.fact.pairs[::-1]))


def test_pairs_to_avoid_that_meet_are_named() -> None:
    evening = Evening(2, system="individual", rounds=1)
    evening.act(JUDGE, judging.forbid, MemberId(1), MemberId(2), "avoid")
    evening.act(JUDGE, judging.begin, sure=True).tick()
    draft = evening.t.draft
    assert draft is not None
    said = told(teller(evening, found := made(evening, draft.seq)).draft(found))
    assert "Without a pair to avoid there was no legal draw, so these meet: " in said
    assert "(D35)" in said


# ---- everything has words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_board_bye_and_place_of_random_evenings_has_words(system: str, language: str) -> None:
    chance = random.Random(f"words {system}")
    for size, rounds in ((4, 3), (5, 4), (9, 5), (12, 5)):
        evening = Evening(size, rounds=rounds, system=system, noshow_policy="keep")
        if size == 9 and system != "roundrobin":
            evening.act(3, entry.bye, round=2)
        evening.starts()
        while True:
            if evening.t.rounds[-1].number == 2 and size == 12:
                evening.act(JUDGE, judging.penalise, MemberId(4), 1, reason="late")
            plays(evening, chance)
            if evening.t.draft is None:
                break
            _every_answer(evening, language)
            evening.approved()
        _every_place(evening, language)


def _every_answer(evening: Evening, language: str) -> None:
    draft = evening.t.draft
    assert draft is not None
    found = made(evening, draft.seq)
    say, speaks = words(language), teller(evening, found, language)
    answers = [speaks.draft(found), *(speaks.board(found, *pair) for pair in draft.pairs)]
    if draft.pab is not None:
        answers.append(speaks.bye(found))
    for lines in answers:
        assert lines
        shown = plain(fitted(say, [], lines))
        assert units(fitted(say, [], lines)) <= 4096
        assert "{" not in shown and "why." not in shown and "None" not in shown
        for line in shown.splitlines():
            if line.startswith("•"):
                assert len(line) < 230, line
                assert line.endswith(")") or "W" in line or "B" in line or "Б" in line or "Ч" in line or "–" in line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("policy", POLICIES)
def test_every_criterion_under_every_policy_has_words(policy: str, language: str) -> None:
    chance = random.Random(3)
    codes = tuple(code for code in FIGURES if code != "PTS")
    evening = Evening(7, rounds=4, system="individual", tiebreaks=codes, unplayed=policy, noshow_policy="keep").starts()
    while True:
        plays(evening, chance)
        if evening.t.draft is None:
            break
        evening.approved()
    for player in evening.t.players:
        lines = teller(evening, None, language).place(reckon(evening.t, player))
        assert units(fitted(words(language), [], lines)) <= 4096
        shown = plain("\n".join(lines))
        assert "{" not in shown and "why." not in shown and "None" not in shown
        assert policy != "virtual" or "16.3" not in shown, "a draw for every round not played, not for those given up"
        assert ("* " in re.sub(r"\*\*", "", shown)) == ("C.07" in shown or "5.4.10.11" in shown or "D30" in shown)


def _every_place(evening: Evening, language: str) -> None:
    """Every printed sum adds up, and the neighbours are those of the table."""
    rows = view(evening).table(len(evening.t.rounds))
    for row in rows:
        reckoning = reckon(evening.t, row.player)
        lines = plain("\n".join(teller(evening, None, language).place(reckoning))).splitlines()
        sums = [line for line in lines if " = " in line]
        values = [("PTS", row.points), *((one.code, one.value) for one in reckoning.sums if one.terms)]
        assert [one.value for one in reckoning.sums] == list(row.values) and len(sums) == len(values)
        for line, (code, value) in zip(sums, values, strict=True):
            assert value is not None
            worth = in_points(code, Fraction(value), evening.t.settings.scoring)
            left, right = line.split(" = ", 1)
            assert number(left.rsplit(" ", 1)[1]) == worth
            assert (".", ",")[language == "en"] not in left.rsplit(" ", 1)[1], "the decimal sign of the language"
            kept = right.split("; ")[0]
            terms = re.findall(r"(?:^| [+−] )(-?[0-9½.,/]+)", kept)
            signs = re.findall(r" ([+−]) (?=[-0-9½])", kept)
            total = sum(number(term) * (-1 if sign == "−" else 1)
                        for term, sign in zip(terms, ["+", *signs], strict=True))
            assert total == worth, line
        shared = [other for other in rows if other.place == row.place and other is not row]
        assert not shared or any(re.search(r"\((D32|C\.07)\)\.$", line) for line in lines)


def number(text: str) -> Fraction:
    """A printed value: 2½, ½, 7, 37/3."""
    sign, text = (-1 if text.startswith("-") else 1), text.lstrip("-").rstrip("*").replace(",", ".")
    return sign * (Fraction(text[:-1] or 0) + Fraction(1, 2) if text.endswith("½") else Fraction(text))


def test_a_long_explanation_ends_with_how_much_is_left() -> None:
    say = words("en")
    lines = [say("why.bare", what="x" * 100)] * 60
    shown = fitted(say, [say("why.head", round=1)], lines)
    assert units(shown) <= 4096
    assert re.search(r"… and \d+ more reasons; the boards below say more\.$", shown)
    assert fitted(say, [], lines[:3]) == "\n".join(lines[:3])
