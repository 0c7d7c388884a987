"""Whatever people do, in whatever order: is there always something to show, and last words for what is gone?"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.notices import last_words, next_moment, wanted
from bot.texts import plain, units, words
from engine import entry, judging, play
from engine.facts import Opened
from engine.model import Claim, MemberId, Refused, Result, Stage
from engine.summary import Earlier, remarks
from storage.people import LEADS, WAYS, Wishes
from tests.noticed import JUDGE, JUDGES, Evening


def something(evening: Evening, chance: Random) -> None:
    """One act of somebody, most often one that moves the evening on."""
    t, now = evening.t, evening.now
    player = MemberId(chance.randint(1, 9))
    other, number = MemberId(player % 9 + 1), max(len(t.rounds), 1)
    result = chance.choice([*Result, None])
    seqs = [game.reports[0].seq for posted in t.rounds for game in posted.games if game.reports]
    steps = [step for step in judging.steps(evening.entries) if not isinstance(step.facts[0], Opened)]

    def undo() -> Evening:
        step = chance.choice(steps[-6:]).seq
        along = judging.goes_along(evening.entries, step)
        return evening.act(JUDGE, judging.undo, entries=evening.entries, step=step, along=along)

    draft = t.draft.seq if t.draft else 0
    acts = [
        *[lambda: evening.act(player, play.report, chance.choice([*Claim]))] * 8,
        *[lambda: evening.act(JUDGE, judging.approve, draft, now=now)] * 4,
        *[lambda: evening.act(player, play.confirm, number, chance.choice(seqs or [0]))] * 3,
        *[lambda: evening.act(JUDGE, judging.rule, number, player, result)] * 3,
        lambda: evening.act(player, play.not_so, number, now=now),
        lambda: evening.act(player, play.retract, number), lambda: evening.act(player, play.missing),
        lambda: evening.act(player, play.call_judge), lambda: evening.act(player, play.object_to),
        lambda: evening.act(player, entry.leave), lambda: evening.act(player, entry.back),
        lambda: evening.act(player, entry.join), lambda: evening.act(player, entry.bye),
        lambda: evening.act(JUDGE, judging.remove, player, board=chance.choice(["forfeit", "open"])),
        lambda: evening.act(JUDGE, judging.bring_back, player),
        lambda: evening.act(JUDGE, judging.no_show, number, player, out=chance.random() < 0.5),
        lambda: evening.act(JUDGE, judging.uphold, number, player),
        lambda: evening.act(JUDGE, judging.swap_colours, number, player),
        lambda: evening.act(JUDGE, judging.put_off, draft), lambda: evening.act(JUDGE, judging.redraft, draft),
        lambda: evening.act(JUDGE, judging.swap, draft, player, other, reason="mistake", sure=True),
        lambda: evening.act(JUDGE, judging.forbid, player, other, chance.choice(["never", ""]), reason="other"),
        lambda: evening.act(JUDGE, judging.force, player, other, round=number + 1, reason="other"),
        lambda: evening.act(JUDGE, judging.pots, [[player], [other]], round=t.next_round, reason="other"),
        lambda: evening.act(JUDGE, judging.redraw, round=len(t.rounds), reason="mistake"),
        lambda: evening.act(JUDGE, judging.robin, reason="no-pairing"),
        lambda: evening.act(JUDGE, judging.seat, player, t.rounds[-1].pab if t.rounds else None),
        lambda: evening.act(JUDGE, judging.penalise, player, 1, reason="phone"),
        lambda: evening.act(JUDGE, judging.hold), *[lambda: evening.act(JUDGE, judging.resume)] * 3,
        lambda: evening.act(JUDGE, judging.accept_pending, number), lambda: evening.act(JUDGE, judging.finish),
        undo,
    ]
    with suppress(Refused):                    # a rule said no: nothing has changed, which is fine here
        chance.choice(acts)()
    evening.tick(chance.choice([1, 20, 70, 400, 1300]))


def wishes(chance: Random) -> dict[int, Wishes]:
    """Some people wish something, and something else the next time."""
    return {1000 + number: Wishes(chance.choice(WAYS), chance.choice(LEADS), chance.choice([None, (20, 8), (1, 3)]))
            for number in range(1, 10) if chance.random() < 0.4}


@pytest.mark.parametrize("seed", range(8))
def test_there_are_always_words(seed):
    chance = Random(seed)
    evening = Evening(9, rounds=3, limit=8, system=chance.choice(["individual", "buchholz", "simple", "roundrobin"]))
    evening.home = replace(
        evening.home, language=chance.choice(["en", "ru"]), reachable=frozenset({MemberId(n) for n in range(1, 7)}),
        languages={MemberId(n): "ru" for n in range(1, 4)}, judges_chat=chance.choice([None, JUDGES]))
    evening.act(JUDGE, judging.begin).tick()
    seen: set[str] = set()
    for _ in range(120):
        something(evening, chance)
        evening.home = replace(evening.home, wishes=wishes(chance), remarks=(
            remarks(evening.t, {}, Earlier()) if evening.t.stage is Stage.FINISHED else ()))
        shown = evening.shows()
        assert "entry" in shown and ("season" in shown) == bool(evening.home.remarks)
        for number, wish in ((chat - 1000, wish) for chat, wish in evening.home.wishes.items() if wish.way != "auto"):
            lines = [key for key, notice in shown.items() if key.startswith("dm/") and notice.chat == 1000 + number]
            called = [key for key, notice in shown.items() if f"tg://user?id={1000 + number}\"" in (notice.first or "")]
            assert (wish.way == "private" or not lines) and (wish.way == "group" or not called)
        seen |= set(shown)
        for key in seen - set(shown):
            notice = last_words(key, evening.t, evening.home, evening.now, words)
            assert notice.key == key and not notice.buttons
            assert 0 < units(notice.text) <= 4096 and plain(notice.text).strip()
    assert len({key.split("/")[0] for key in seen}) >= 8
    assert evening.t.stage in Stage


@pytest.mark.parametrize("key", [
    "", "x", "round", "round/", "round/9.9#2", "dm/1.2/3", "ask/1.2/3/4", "conflict/3/4.5@6", "draft/1.2@-100",
    "held/9@1", "final#2", "few/1@2", "boards/9@3", "out/77", "up", "a@b@c", "penalty/1/2", "standings/4",
    "greeting/12", "stuck/2.3@4"])
def test_any_key_has_last_words(key):
    evening = Evening(4)
    notice = last_words(key, evening.t, evening.home, evening.now, words)
    assert notice.text and not notice.buttons


@pytest.mark.parametrize("noshow", [600, 900, 61, 0])
def test_a_countdown_changes_at_the_moments_that_are_named_and_only_there(noshow):
    evening = Evening(4, noshow=noshow).starts()
    evening.act(evening.board(1).white, play.missing)
    now, changes = evening.now, 0
    end = now + timedelta(seconds=noshow)
    while (moment := next_moment(evening.t, evening.home, now)) is not None:
        assert moment < end                       # then the clock says that it is over
        shown = wanted(evening.t, evening.home, now, words)
        for seconds in range(0, int((moment - now).total_seconds()), 13):
            assert wanted(evening.t, evening.home, now + timedelta(seconds=seconds), words) == shown
        changes += wanted(evening.t, evening.home, moment, words) != shown
        now = moment
    assert changes == {600: 2, 900: 3, 61: 1, 0: 0}[noshow]
