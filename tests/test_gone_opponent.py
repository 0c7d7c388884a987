"""A countdown runs and somebody leaves: is the question put to judges once, as what it is now?"""

from __future__ import annotations

import pytest

from engine import entry, judging, play
from engine.model import Result
from tests.noticed import JUDGE, Evening, data, labels


@pytest.mark.parametrize("leaves", ["missing", "waiting"])
@pytest.mark.parametrize("removed", [False, True])
def test_who_leaves_ends_the_countdown_at_his_board(leaves: str, removed: bool) -> None:
    evening = Evening(4).starts()
    game = evening.board(1)
    evening.act(game.white, play.missing)
    assert "missed/" in str([*evening.shows()])
    gone, stays = (game.black, game.white) if leaves == "missing" else (game.white, game.black)
    if removed:
        evening.act(JUDGE, judging.remove, gone, board="open")
    else:
        evening.act(gone, entry.leave)
    evening.tick(5)
    left = evening.one("left/")
    assert data(left, labels(left)[0]).split(":")[4] == ("wf" if stays == game.white else "bf")
    shown = evening.shows()
    assert not [key for key in shown if key.startswith(("missed/", "absent/"))]
    assert "min" not in next(n.text for key, n in shown.items() if key.startswith("round/")).split(
        evening.home.names[game.white], 1)[1].splitlines()[0], "nothing is counted down any more"
    evening.tick(3600)
    shown = evening.shows()
    assert left.key in shown, "the card is not replaced by another question"
    reminded = {key.rpartition("/")[2] for key in shown if key.startswith("nudge/")}
    assert reminded == {str(player) for player in evening.board(2).players}, "judges decide board 1, nobody else can"


def test_when_the_countdown_is_over_and_both_have_gone_nobody_gets_the_point() -> None:
    evening = Evening(4).starts()
    game = evening.board(1)
    evening.act(game.white, play.missing).tick(601)
    assert labels(evening.one("absent/"))[0] == "0 and out till back"
    evening.act(game.black, entry.leave)
    assert evening.one("absent/")
    evening.act(game.white, entry.leave)
    card = evening.one("left/")
    assert data(card, labels(card)[0]).split(":")[4] == "nn"
    evening.act(JUDGE, judging.rule, 1, game.white, Result.NOBODY_CAME)
    assert not [key for key in evening.shows() if key.startswith(("left/", "absent/"))]


def test_an_undone_departure_is_waited_for_again() -> None:
    evening = Evening(4).starts()
    game = evening.board(1)
    evening.act(game.white, play.missing)
    evening.act(JUDGE, judging.remove, game.black, board="open")
    step = judging.steps(evening.entries)[-1]
    evening.act(JUDGE, judging.undo, entries=evening.entries, step=step.seq, along=())
    absence = evening.board(1).absence
    assert absence is not None and absence.missing == game.black
