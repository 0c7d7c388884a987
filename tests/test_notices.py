"""Does the chat show what the tournament says: right text, right buttons, to the right people?"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.notices import logbook, next_moment
from bot.notices.view import View
from bot.texts import plain, words
from engine import entry, judging, play
from engine.model import Claim, MemberId, Result, Stage
from tests.noticed import GROUP, JUDGE, JUDGES, NAMES, START, Evening, data, labels


def test_the_entry_post_tells_all_and_counts():
    post = Evening(5, limit=4, start=START + timedelta(hours=1)).one("entry")
    assert post.pin and post.chat == GROUP
    text = plain(post.text)
    for piece in ("Thursday", "Thursday, 3 December, 20:00", "3 rounds", "In: 4/4", "Anna, Boris, Clara, Dan",
                  "Waiting list: 1. Eve"):
        assert piece in text
    assert labels(post) == ["Join", "Leave", "Private messages", "Rules"]


def test_the_entry_post_lives_on():
    evening = Evening(4).starts()
    assert labels(evening.one("entry")) == ["Join", "I'm back", "Rules"]
    assert "Round 1 of 3" in plain(evening.one("entry").text)
    late = Evening(4, late=0).starts().one("entry")
    assert labels(late) == ["I'm back", "Rules"] and "Entry is closed" in late.text
    cancelled = Evening(4).act(JUDGE, judging.cancel)
    assert "cancelled" in cancelled.one("entry").text and not cancelled.one("entry").buttons
    assert "Nothing counts" in cancelled.one("cancelled").text


def test_a_draft_is_for_judges_only():
    evening = Evening(5).act(JUDGE, judging.begin).tick()
    card = evening.one("draft/")
    assert card.chat == 1090 and card.key == f"draft/1.{evening.t.draft.seq}@1090"
    assert labels(card) == ["Approve", "Swap", "Why", "Not yet"]
    assert "Bye: " in plain(card.text) and "Only judges see this" in card.text
    assert not [key for key in evening.shows() if key.startswith(("round", "dm"))]
    evening.act(JUDGE, judging.put_off, evening.t.draft.seq)
    assert labels(evening.one("draft/")) == ["Approve", "Swap", "Why", "Draw again"]


def test_judges_cards_go_where_judges_are():
    evening = Evening(4).act(JUDGE, judging.begin).tick()
    evening.home = replace(evening.home, judges_chat=JUDGES)
    assert evening.one("draft/").chat == JUDGES
    evening.home = replace(evening.home, judges_chat=None, reachable=frozenset())
    public = evening.one("draft/")
    assert public.chat == GROUP and labels(public) == ["Approve", "See it"]
    assert "Anna" not in public.text and "Any administrator" in public.text


def test_an_unanswered_card_goes_further():
    evening = Evening(4).act(JUDGE, judging.begin).tick()
    evening.home = replace(evening.home, judges_chat=JUDGES)
    evening.tick(301)
    assert {n.chat for k, n in evening.shows().items() if k.startswith("draft")} == {JUDGES, 1090}
    evening.tick(301)
    cards = {n.chat: n for k, n in evening.shows().items() if k.startswith("draft")}
    assert set(cards) == {JUDGES, 1090, GROUP} and "Anna" not in cards[GROUP].text


def test_a_new_draft_says_what_changed():
    evening = Evening(4).act(JUDGE, judging.begin).tick()
    old = evening.t.draft.seq
    evening.act(3, entry.leave).tick(11)
    card = plain(evening.one("draft/").text)
    assert "because somebody left" in card and "New pairs on boards" in card
    assert "out of date" in evening.farewell(f"draft/1.{old}@1090")
    assert evening.one("draft/").key != f"draft/1.{old}@1090"


def test_people_call_a_draft_by_its_number_in_its_round():
    evening = Evening(4).act(JUDGE, judging.begin).tick()
    old = evening.t.draft.seq
    assert plain(evening.one("draft/").text).startswith("Round 1: draft 1 ·")
    evening.act(JUDGE, judging.redraft, old).tick()
    seq = evening.t.draft.seq
    card = evening.one("draft/")
    assert plain(card.text).startswith("Round 1: draft 2 ·") and card.buttons[0][0].data.endswith(str(seq)) and seq > 2
    assert evening.farewell(f"draft/1.{old}@1090").startswith("Draft 1 of round 1 is out of date")
    evening.act(JUDGE, judging.put_off, seq).approved()
    assert "(draft 2)" in evening.farewell(f"draft/1.{seq}@1090")
    view = View(evening.t, evening.home, evening.now, words)
    log = [plain(line.what) for line in logbook.read(view, words("en"), evening.entries)]
    assert [line for line in log if "draft" in line] == [
        "draft 1 of round 1", "draft 1 of round 1 to be made again", "draft 2 of round 1",
        "draft 2 of round 1 put off", "round 1 posted from draft 2"]


def test_changes_by_hand_are_shown_to_everybody():
    evening = Evening(6).act(JUDGE, judging.begin).tick()
    (a, _), (b, _) = evening.t.draft.pairs[:2]
    evening.act(JUDGE, judging.swap, evening.t.draft.seq, a, b, reason="mistake").tick()
    assert "change places (Judy; a mistake)" in plain(evening.one("draft/").text)
    assert "change places (Judy; a mistake)" in plain(evening.approved().one("round/").text)


def test_the_round_post():
    evening = Evening(5).starts()
    post = evening.one("round/")
    assert post.key == f"round/1.{evening.t.rounds[0].draft}" and post.weighty and post.first is None
    assert labels(post) == ["I won", "Draw", "I lost", "Not here", "Call judge", "Private messages"]
    game = evening.board(1)
    white, black = (evening.home.names[p] for p in game.players)
    text = plain(post.text)
    assert "Results: 0/2" in text and f"1. {white} – {black}" in text and "Bye: " in text and "SHA-256" in text
    evening.act(game.white, play.report, Claim.WON)
    assert f"1. {white} – {black}  ⏳ 1-0? {black} to confirm" in plain(evening.one("round/").text)
    evening.act(game.black, play.report, Claim.WON)
    text = plain(evening.one("round/").text)
    assert "⏳ a judge decides" in text and "1-0?" not in text
    evening.says(1, Result.DRAW).says(2, Result.WHITE_BY_FORFEIT)
    done = evening.one("round/1.")
    assert "½-½" in done.text and "+/-" in done.text and "2/2" in done.text and done.buttons == ()


def test_who_cannot_be_written_to_is_mentioned_once():
    evening = Evening(4).starts()
    evening.home = replace(evening.home, reachable=frozenset({MemberId(1)}))
    post = evening.one("round/")
    assert "tg://user" not in post.text
    assert post.first is not None and post.first.count("tg://user") == 3 and "1001" not in post.first


def test_reporting_off_means_no_buttons_for_it():
    evening = Evening(4, confirm="judge").starts()
    assert labels(evening.one("round/")) == ["Not here", "Call judge", "Private messages"]
    assert labels(evening.shows()[dm(evening, 1)]) == ["Call judge", "Why", "My event"]


def dm(evening: Evening, player: int) -> str:
    posted = evening.t.rounds[-1]
    game = posted.game_of(MemberId(player))
    return f"dm/{posted.number}.{game.seq if game else posted.drawn}/{player}"


def test_a_private_line_through_its_life():
    evening = Evening(4).starts()
    game = evening.board(1)
    mine, other = dm(evening, game.white), dm(evening, game.black)
    white, black = (evening.home.names[p] for p in game.players)
    line = evening.shows()[mine]
    assert line.chat == 1000 + game.white
    assert f"You play White against {black}." in plain(line.text) and "Round 1, board 1" in plain(line.text)
    assert labels(line) == ["I won", "Draw", "I lost", "Not here", "Call judge", "Why", "My event"]
    evening.act(game.white, play.report, Claim.WON)
    line = evening.shows()[mine]
    assert f"You reported: {white} won (1-0)." in line.text and "19:10" in line.text
    assert labels(line) == ["I won", "Draw", "I lost", "Undo", "Call judge", "Why", "My event"]
    line = evening.shows()[other]
    assert f"{white} says: {white} won (1-0)" in line.text
    assert labels(line)[:2] == ["Confirm", "Not so"]
    evening.act(game.black, play.confirm, 1, game.reports[0].seq if game.reports else evening.t.version)
    line = evening.shows()[mine]
    assert f"{white} won (1-0)" in line.text and "Both of you said so" in line.text
    assert labels(line) == ["Not so", "My event"]
    evening.act(game.white, play.not_so, 1, now=evening.now)
    assert labels(evening.shows()[mine]) == ["My event"] and "contested" in evening.one("round/").text
    assert "You say it is not so" in evening.shows()[mine].text
    assert f"{white} says it is not so" in evening.shows()[other].text


def test_the_opponent_is_asked_in_a_new_message():
    evening = Evening(4).starts()
    game = evening.board(1)
    white = evening.home.names[game.white]
    evening.act(game.white, play.report, Claim.WON)
    seq = evening.t.version
    ask = evening.one("ask/")
    assert ask.key == f"ask/1.{game.seq}/{game.black}/{seq}" and ask.chat == 1000 + game.black
    assert f"{white} says: {white} won (1-0)" in ask.text and labels(ask) == ["Confirm", "Not so"]
    evening.act(game.white, play.report, Claim.DRAW)
    assert evening.one("ask/").key != ask.key
    assert "changed or taken back" in evening.farewell(ask.key)
    evening.act(game.black, play.not_so, 1, now=evening.now)
    assert labels(evening.one("ask/")) == ["I won", "Draw", "I lost"]
    assert "Then how did it end?" in evening.one("ask/").text
    key = evening.one("ask/").key
    evening.tick(121)
    assert not [k for k in evening.shows() if k.startswith("ask/")]
    assert "a judge was asked" in evening.farewell(key)
    assert "says: not so" in evening.one("conflict/").text


def test_a_conflict_card_names_the_winners():
    evening = Evening(4).starts()
    game = evening.board(1)
    evening.act(game.white, play.report, Claim.WON).act(game.black, play.report, Claim.DRAW)
    card = evening.one("conflict/")
    white, black = (evening.home.names[p] for p in game.players)
    assert labels(card) == [f"1-0 {white}", "½-½ Draw", f"0-1 {black}"]
    assert f"{white} says: {white} won" in card.text and f"{black} says: draw" in card.text
    assert data(card, "½-½ Draw") == f"rule:KX4T:1:{game.white}:d:{evening.board(1).moved}"
    evening.says(1, Result.DRAW)
    assert "by Judy: draw (½-½)" in evening.farewell(card.key)


def test_a_contested_card_offers_the_others():
    evening = Evening(4).starts().says(1, Result.WHITE_WON)
    game = evening.board(1)
    evening.act(game.black, play.not_so, 1, now=evening.now)
    card = evening.one("contested/")
    white, black = (evening.home.names[p] for p in game.players)
    assert labels(card) == ["It stays", "½-½ Draw", f"0-1 {black}"]
    assert f"“{white} won (1-0)” is contested by {black}" in card.text
    evening.act(JUDGE, judging.uphold, 1, game.white)
    assert f"{white} won (1-0)" in evening.farewell(card.key)


def test_a_countdown_then_a_no_show_card():
    evening = Evening(4).starts()
    game = evening.board(1)
    evening.act(game.white, play.missing)
    black = evening.home.names[game.black]
    assert f"⏳ {black} is expected until 19:10 (10 minutes)" in plain(evening.one("round/").text)
    ping = evening.one("missed/")
    assert ping.chat == 1000 + game.black and "by 19:10" in ping.text
    assert next_moment(evening.t, evening.home, evening.now) == evening.now + timedelta(minutes=5)
    evening.tick(300)
    assert "(5 minutes)" in evening.one("round/").text
    assert "(5 minutes)" in evening.shows()[dm(evening, game.white)].text
    evening.tick(301)
    card = evening.one("absent/")
    assert labels(card) == ["0 and out till back", "0 only", "Open"]
    assert "no longer needed" in evening.farewell(ping.key)
    evening.act(JUDGE, judging.no_show, 1, game.black, out=True)
    assert "wins by forfeit" in evening.farewell(card.key)
    out = evening.one("out/")
    assert out.chat == 1000 + game.black and labels(out) == ["I'm back"]
    evening.act(game.black, entry.back)
    assert "You are in the event" in evening.farewell(out.key)


def test_open_boards_are_listed_after_a_reminder():
    evening = Evening(6).starts()
    game = evening.board(2)
    evening.act(game.white, play.report, Claim.DRAW)
    for player in evening.board(3).players:
        evening.act(player, play.report, Claim.DRAW)
    evening.act(JUDGE, judging.change, "settle", "9h").tick(1801)
    silent = {k for k in evening.shows() if k.startswith("nudge/")}
    assert silent == {f"nudge/1.{evening.board(1).seq}/{p}" for p in evening.board(1).players}
    evening.tick(601)
    card = evening.one("boards/1")
    assert "2 boards without a result" in card.text
    assert labels(card)[2:] == ["Accept all pending", "Nudge now", "Close the round"]
    evening.says(1, Result.DRAW)
    assert "draw (½-½)" in evening.farewell(min(silent))
    evening.says(2, Result.DRAW)
    assert "all results are in" in evening.farewell(card.key)


def test_a_player_who_left_and_both_who_left():
    evening = Evening(4).starts()
    game = evening.board(1)
    evening.act(game.white, entry.leave)
    black = evening.home.names[game.black]
    assert labels(evening.one("left/")) == [f"-/+ {black}", "Open"]
    evening.act(game.black, entry.leave)
    assert labels(evening.one("left/")) == ["-/- (nobody came)", "Open"]


def test_a_called_judge():
    evening = Evening(4).starts()
    game = evening.board(1)
    evening.act(game.white, play.call_judge)
    card = evening.one("called/")
    assert "calls a judge" in card.text and labels(card) == ["Open"]
    assert "A judge has been called" in evening.shows()[dm(evening, game.white)].text


def test_the_table_after_each_round_and_the_final_one():
    evening = Evening(4, rounds=2).starts().says(1, Result.WHITE_WON).says(2, Result.DRAW)
    table = evening.one("standings/1")
    assert table.weighty and plain(table.text).splitlines()[1].endswith("– 1")
    evening.approved().says(1, Result.WHITE_WON).says(2, Result.WHITE_WON)
    assert evening.t.stage is Stage.FINISHED
    shown = evening.shows()
    assert "standings/2" not in shown
    final = plain(shown["final"].text)
    for piece in ("Final table", "Ties: ", "Unplayed rounds: ", "SHA-256", "demo", "Not so"):
        assert piece in final
    assert all(name in final for name in NAMES[:4]) and "Corrected" not in final
    evening.now += timedelta(hours=1)
    evening.act(JUDGE, judging.rule, 1, evening.t.rounds[0].games[0].white, Result.DRAW)
    assert "Corrected by a judge after the end, Thursday, 3 December, 20:0" in evening.one("final").text


def test_who_left_is_named_once_to_the_judges():
    evening = Evening(6).starts()
    gone = evening.board(1).white
    for board in (1, 2, 3):
        evening.act(JUDGE, judging.rule, 1, evening.board(board).white, Result.DRAW)
    evening.act(gone, entry.leave).tick()
    assert f"No longer in the draw: {evening.home.names[gone]}" in evening.one("draft/").text


def test_forty_players_fit_into_one_final_table():
    evening = Evening(40, rounds=1).starts()
    for board in range(1, 21):
        evening.says(board, Result.DRAW)
    assert [k for k in evening.shows() if k.startswith("final")] == ["final"]


def test_not_so_ends_with_the_contest_time():
    evening = Evening(4, rounds=1).starts().says(1, Result.DRAW).says(2, Result.DRAW)
    key = dm(evening, 1)
    assert labels(evening.shows()[key])[0] == "Not so"
    over = next_moment(evening.t, evening.home, evening.now)
    assert over is not None
    evening.now = over
    assert key not in evening.shows()
    assert "draw (½-½)" in evening.farewell(key) and next_moment(evening.t, evening.home, over) is None


def test_a_round_taken_back_says_so():
    evening = Evening(4).starts()
    keys = [k for k in evening.shows() if k.startswith(("round/", "dm/"))]
    drawn = evening.t.rounds[0].drawn
    step = evening.entries[drawn - 1].seq
    evening.act(JUDGE, judging.undo, entries=evening.entries, step=step,
                along=judging.goes_along(evening.entries, step))
    assert not set(keys) & set(evening.shows())
    assert {evening.farewell(key) for key in keys} == {"Round 1 was taken back."}
    held = evening.one("held/")
    assert labels(held) == ["Resume"] and "a step was taken back" in held.text
    evening.now += timedelta(minutes=3)
    evening.act(JUDGE, judging.resume)
    assert "goes on since" in evening.farewell(held.key)


def test_a_late_arrival_takes_the_bye_players_line_away():
    evening = Evening(5).starts()
    bye = evening.t.rounds[0].pab
    old = dm(evening, bye)
    assert "You have the bye" in evening.shows()[old].text and labels(evening.shows()[old]) == ["Why", "My event"]
    evening.home = replace(evening.home, names={**evening.home.names, MemberId(6): "Fay"})
    evening.act(6, entry.join).act(JUDGE, judging.seat, MemberId(6), bye)
    assert old not in evening.shows() and "see the new message" in evening.farewell(old)
    assert "Fay" in evening.shows()[dm(evening, bye)].text


def test_removed_and_penalised_players_hear_of_it():
    evening = Evening(4).act(JUDGE, judging.remove, MemberId(2))
    told = evening.one("removed/2")
    assert told.chat == 1002 and labels(told) == ["I am still playing"]
    evening.act(JUDGE, judging.bring_back, MemberId(2))
    assert "You are in the event" in evening.farewell(told.key)
    evening.starts().act(JUDGE, judging.penalise, MemberId(3), 2, reason="phone")
    assert "points from you: 1" in evening.one("penalty/").text


def test_who_moves_up_from_the_waiting_list_is_told():
    evening = Evening(4, limit=2)
    assert not [key for key in evening.shows() if key.startswith("up/")]
    evening.act(1, entry.leave)
    told = evening.one("up/")
    assert told.key == "up/3" and told.chat == 1003 and "moved up from the waiting list" in told.text
    evening.act(1, entry.join)
    assert "Waiting list: 1. Dan, 2. Anna" in plain(evening.one("entry").text)
    assert evening.one("up/").key == "up/3"


def test_too_few_to_begin():
    evening = Evening(1, start=START + timedelta(minutes=10))
    assert not [k for k in evening.shows() if k.startswith("few/")]
    assert next_moment(evening.t, evening.home, evening.now) == START + timedelta(minutes=10)
    evening.tick(600)
    card = evening.one("few/")
    assert labels(card) == ["Cancel event"]
    evening.home = replace(evening.home, names={**evening.home.names, MemberId(2): "Boris"})
    evening.act(2, entry.join)
    assert labels(evening.one("few/")) == ["Begin", "Cancel event"]


def test_no_legal_draw_offers_ways_out():
    evening = Evening(2, rounds=3).act(JUDGE, judging.begin, sure=True)
    evening.act(JUDGE, judging.change, "rounds", "3").tick().approved().says(1, Result.DRAW)
    card = evening.one("stuck/2")
    assert "no legal pairing" in card.text and "Who blocks" in card.text
    assert labels(card) == ["Allow a rematch: Anna – Boris", "Round robin", "Finish now"]
    evening.act(JUDGE, judging.force, MemberId(1), MemberId(2), given=False, reason="no-pairing").tick()
    assert "no legal pairing exists" in evening.one("draft/").text
    assert "out of date" in evening.farewell(card.key)


def test_a_ban_that_blocks_is_named_and_can_be_struck_off():
    evening = Evening(4, rounds=3).act(JUDGE, judging.forbid, MemberId(1), MemberId(2), "never")
    evening.act(JUDGE, judging.begin).tick().approved()
    for _ in range(2):
        evening.says(1, Result.DRAW).says(2, Result.DRAW)
        if evening.t.draft:
            evening.approved()
    card = evening.one("stuck/3")
    assert "Forbidden pair: Anna, Boris" in card.text and "Lift: Anna – Boris" in labels(card)
    assert labels(card)[-1] == "Finish now"
    assert not [label for label in labels(card) if "colour" in label]


def test_each_in_his_own_language():
    evening = Evening(4).starts()
    game = evening.board(1)
    evening.home = replace(evening.home, languages={game.white: "ru"})
    line = evening.shows()[dm(evening, game.white)]
    assert "Вы играете белыми" in line.text and labels(line)[0] == "Я выиграл"
    assert "Round 1" in evening.one("round/").text
    evening.home = replace(evening.home, language="ru")
    assert "Тур 1 из 3" in evening.one("round/").text


@pytest.mark.parametrize("players", [2, 3, 40, 150])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_long_names_and_many_players_fit(players, language):
    evening = Evening(players, rounds=1)
    evening.home = replace(
        evening.home, language=language, reachable=frozenset(),
        names={m: "👩‍👩‍👧‍👦" * 40 + f"<&>{m}" for m in (*evening.t.players, JUDGE.member)})
    evening.act(JUDGE, judging.begin, sure=True).tick()
    evening.shows()
    evening.approved()
    posts = [n for k, n in evening.shows().items() if k.startswith("round/")]
    assert sum(len(n.buttons) for n in posts) == 3
    before = {n.key: n.text.count("\n") for n in posts}
    for game in evening.t.rounds[0].games:
        evening.act(JUDGE, judging.rule, 1, game.white, Result.WHITE_BY_FORFEIT)
    after = {n.key: n.text.count("\n") for k, n in evening.shows().items() if k.startswith("round/")}
    assert before == after
