"""Whatever players, guests, judges and the clock do, in whatever order: does the tournament stay sound?

20,000 steps with LONG_SEARCHES=1, else a tenth of them, with the seed of the day (CASES_SEED for another).
The same through the real chat is `test_random_chat.py`.
"""

from __future__ import annotations

import inspect
import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, Phase, seed
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from bot.notices import last_words
from bot.refusal import details
from bot.texts import plain, units, words
from engine import codec, drafting, due, entry, fold, judging, play, weeks
from engine.facts import Drawn, Fact, Opened
from engine.model import CLOCK, Actor, Claim, Draft, Game, MemberId, Refused, Result, Role, Round, Stage
from engine.rights import RIGHTS
from engine.standings import standings
from tests.noticed import JUDGE, JUDGES, START, Evening

SEED = os.environ.get("CASES_SEED", date.today().isoformat())
STEPS = 100
EVENINGS = 400 if os.environ.get("LONG_SEARCHES") else 40
PEOPLE, GUESTS = 9, 3
"""Members 1…9 have an account, 10…12 are guests."""

members = st.integers(1, PEOPLE + GUESTS).map(MemberId)
persons = st.integers(1, PEOPLE).map(MemberId)
boards = st.integers(1, 6)


class RandomEvening(RuleBasedStateMachine):
    """One tournament; every rule is an act of somebody, and after each the clock does what is due."""

    steps_done = 0
    kinds: ClassVar[Counter[str]] = Counter()  # what has happened, over all evenings

    @initialize(count=st.integers(2, 9), rounds=st.integers(1, 5), limit=st.sampled_from([None, None, 8, 4]),
                system=st.sampled_from(["dutch", "individual", "buchholz", "solkoff", "blind", "simple",
                                        "roundrobin"]),
                approve=st.sampled_from([None, None, 300]), confirm=st.sampled_from(["opponent"] * 3 + ["none", "judge"]),
                policy=st.sampled_from(["pause", "withdraw", "keep"]), settle=st.sampled_from([600, 0]),
                language=st.sampled_from(["en", "ru"]), judges=st.sampled_from([None, JUDGES]),
                reached=st.sets(persons), begun=st.integers(0, 3), pace=st.sampled_from(["", "evening", "weekly"]),
                start=st.sampled_from([None, 30, 200]), byes=st.integers(0, 2))
    def opens(self, count, rounds, limit, system, approve, confirm, policy, settle, language, judges, reached, begun,
              pace, start, byes):
        hour = None if start is None else START + timedelta(minutes=start)
        self.evening = Evening(0, rounds=rounds, limit=limit, system=system, approve=approve, confirm=confirm,
                               noshow_policy=policy, settle=settle, series=1 if pace else 0, pace=pace or "evening",
                               start=hour, closes=hour and hour - timedelta(minutes=20), byes=byes)
        everybody = [MemberId(n) for n in range(1, PEOPLE + GUESTS + 1)]
        self.evening.home = replace(
            self.evening.home, language=language, judges_chat=judges,
            names={**{m: f"Player {m}" for m in everybody}, JUDGE.member: "Judy"},
            accounts={**{m: 1000 + m for m in everybody if m <= PEOPLE}, JUDGE.member: 1090},
            reachable=frozenset({*reached, JUDGE.member}), languages={MemberId(n): "ru" for n in range(1, 4)})
        self.seen: set[str] = set()
        for member in everybody[:count]:
            self.does(member, entry.join)
        self.does(JUDGE, entry.enter, everybody[-1], guest=True)
        for _ in range(begun):
            self.goes_on()

    # doing, and looking

    @property
    def t(self):
        return self.evening.t

    def does(self, who: Actor | int, action: Callable[..., list[Fact]], *args: object, **kwargs: object) -> None:
        """An act; a rule may say no, but never without words."""
        actor = who if isinstance(who, Actor) else Actor(MemberId(who), Role.PERSON)
        before = self.t
        try:
            facts = action(self.t, actor, *args, **kwargs)
        except Refused as refused:
            self.has_words(refused)
        else:
            self.evening.write([codec.decode(*codec.encode(fact)) for fact in facts], actor)
        self.evening.tick()
        type(self).steps_done += 1
        self.is_sound(before)

    def teardown(self):
        self.kinds.update(type(e.fact).__name__ for e in self.evening.entries)

    def has_words(self, refused: Refused) -> None:
        for language in ("en", "ru"):
            say = words(language)
            told = say.plain(f"refused.{refused.code}", **details(refused, self.evening.home.names, say))
            assert told.strip() and "{" not in told and len(told) <= 200, (refused, told)

    def is_sound(self, before) -> None:
        t = self.t
        for posted in t.rounds:
            seats(posted)
            assert {p for game in posted.games for p in game.players} <= t.players.keys()
        if any(isinstance(e.fact, Drawn) for e in self.evening.entries[before.version:]):
            here = {p.id for p in before.entered() if p.first_round <= len(t.rounds)}
            placed = {*seats(t.rounds[-1])}
            assert here <= placed, "everybody who is in has his place, once"
            assert here == placed or t.system == "roundrobin"
        if t.draft is not None:
            here = {p.id for p in t.entered() if p.first_round <= t.next_round and t.next_round not in p.byes}
            # the table of a round robin keeps the lines of those who have gone, and leaves somebody free
            assert here == {*seats(t.draft)} or t.system == "roundrobin"
            ordered = t.robin is not None or t.system == "roundrobin" or t.draft.forced
            assert ordered or not drafting.met_pairs(t, t.draft.pairs), "nobody meets twice unless a judge says so"
        assert t.held or t.stage is not Stage.PLAYING or (soon := due.due_at(t)) is None or soon > self.evening.now
        assert fold.replay("KX4T", self.evening.entries) == t
        numbers = [p.number for p in t.players.values() if p.number is not None]
        assert sorted(numbers) == [*range(1, len(numbers) + 1)]
        table = standings(t)
        assert len({row.player for row in table}) == len(table)
        self.is_shown()

    def is_shown(self) -> None:
        """There are words for everything to show, and last words for what was shown before."""
        evening, shown = self.evening, self.evening.shows()
        assert "entry" in shown
        self.seen |= set(shown)
        for key in self.seen - set(shown):
            last = last_words(key, self.t, evening.home, evening.now, words)
            assert last.key == key and not last.buttons
            assert plain(last.text).strip() and units(last.text) <= 4096

    def game(self, board: int) -> Game | None:
        """A board of the round that runs, else of an earlier one."""
        games = [game for posted in reversed(self.t.rounds) for game in posted.games]
        return games[(board - 1) % len(games)] if games else None

    # what an evening is: most of the time all goes as it should

    @rule(times=st.integers(1, 3))
    def all_goes_on(self, times):
        for _ in range(times):
            self.goes_on()

    @rule(claims=st.lists(st.sampled_from(Claim), min_size=1, max_size=6))
    def a_round_is_played(self, claims):
        self.goes_on()
        self.boards_are_played(claims)

    def goes_on(self):
        t = self.t
        if t.held:
            self.does(JUDGE, judging.resume)
        elif t.settings.weekly and t.next_round not in t.calls:
            self.a_week_begins(60)
        elif t.settings.weekly and t.draft is None and not t.open_games():
            for number in range(1, PEOPLE + 1):
                if number in t.players:
                    self.does(number, entry.join)
            self.does(JUDGE, judging.begin)
        elif t.stage is Stage.ENTRY:
            self.does(JUDGE, judging.begin, sure=True)
        elif t.draft is not None and not t.open_games():
            self.evening.tick(3)
            self.does(JUDGE, judging.approve, t.draft.seq, now=self.evening.now)
        else:
            self.boards_are_played([*Claim])

    def boards_are_played(self, claims):
        for number, game in enumerate(self.t.open_games()):
            result = claims[number % len(claims)].as_result(game.colour_of(game.white))
            if self.t.players[game.white].guest or game.conflict or game.contested:
                self.does(JUDGE, judging.rule, game.round, game.white, result)
            else:
                self.does(game.white, play.report, result, round=game.round)
                self.does(game.black, play.report, result, round=game.round)

    # players

    @rule(who=members, claim=st.sampled_from(Claim))
    def reports(self, who, claim):
        self.does(who, play.report, claim)

    @rule(board=boards, claim=st.sampled_from(Claim), both=st.booleans())
    @precondition(lambda self: self.t.rounds)
    def a_board_is_played(self, board, claim, both):
        game = self.game(board)
        result = claim.as_result(game.colour_of(game.white))
        self.does(game.white, play.report, result, round=game.round)
        if both:
            self.does(game.black, play.report, result, round=game.round)

    @rule(who=members, board=boards)
    @precondition(lambda self: self.t.rounds)
    def confirms(self, who, board):
        game = self.game(board)
        self.does(who if board % 2 else game.black, play.confirm, game.round,
                  game.reports[0].seq if game.reports else 0)

    @rule(board=boards, what=st.sampled_from([play.missing, play.missing, play.call_judge, play.not_so]))
    @precondition(lambda self: self.t.open_games())
    def is_not_content_at_his_board(self, board, what):
        waiting = self.t.open_games()
        game = waiting[board % len(waiting)]
        now = {"now": self.evening.now} if what is play.not_so else {}
        self.does(game.white if board % 2 else game.black, what, game.round, **now)

    @rule(who=members, number=st.integers(1, 3))
    def says_not_so(self, who, number):
        self.does(who, play.not_so, number, now=self.evening.now)

    @rule(who=members, what=st.sampled_from([play.missing, play.call_judge, play.object_to, entry.leave, entry.back,
                                             entry.join, entry.bye]))
    def does_something_about_himself(self, who, what):
        self.does(who, what)

    @rule(who=members, number=st.integers(0, 4))
    def retracts(self, who, number):
        self.does(who, play.retract, number)

    @rule(helper=persons, guest=st.integers(PEOPLE + 1, PEOPLE + GUESTS).map(MemberId), claim=st.sampled_from(Claim))
    def a_helper_reports_for_a_guest(self, helper, guest, claim):
        self.does(Actor(helper, Role.HELPER), play.report, claim, side=guest)

    # a series

    @rule(minutes=st.integers(0, 90), clock=st.booleans(), regulars=st.sets(persons, max_size=3))
    def a_week_begins(self, minutes, clock=True, regulars=frozenset()):
        now, always = self.evening.now, [weeks.Regular(member, 1500) for member in sorted(regulars)]
        self.does(CLOCK if clock else JUDGE, weeks.call_round, closes=now + timedelta(minutes=minutes),
                  starts=now + timedelta(minutes=60), until=now + timedelta(days=7), regulars=always)

    @rule(regulars=st.sets(persons, max_size=3))
    def members_who_are_always_in_are_brought(self, regulars):
        self.does(CLOCK, weeks.bring_regulars, [weeks.Regular(member) for member in sorted(regulars)])

    @rule(who=persons, halves=st.integers(0, 1), number=st.sampled_from([None, None, 2]))
    def comes_later(self, who, halves, number):
        self.does(who, weeks.late, round=number, halves=halves)

    # judges: people and results

    @rule(player=members, what=st.sampled_from([judging.bring_back, judging.defer, judging.keep_out, entry.enter,
                                                entry.excuse]))
    def judge_moves_somebody(self, player, what):
        self.does(JUDGE, what, player)

    @rule(player=members, board=st.sampled_from(["", "forfeit", "open"]))
    def judge_removes(self, player, board):
        self.does(JUDGE, judging.remove, player, board=board)

    @rule(player=members, rating=st.sampled_from([None, 0, 1500, 4000]), title=st.sampled_from(["", "FM"]))
    def judge_rates(self, player, rating, title):
        self.does(JUDGE, entry.rate, player, rating, title=title)

    @rule(player=members, halves=st.sampled_from([0, 1, 2]))
    def judge_penalises(self, player, halves):
        self.does(JUDGE, judging.penalise, player, halves, reason="phone")

    @rule(newcomer=members, other=members)
    def judge_seats(self, newcomer, other):
        pab = self.t.round.pab if self.t.round else None
        self.does(JUDGE, judging.seat, newcomer, pab if pab and other % 2 else other)

    @rule(one=members, other=members)
    def judge_makes_two_one(self, one, other):
        self.does(JUDGE, judging.merge, one, other)

    @rule(guest=st.integers(PEOPLE + 1, PEOPLE + GUESTS).map(MemberId), member=persons)
    def a_guest_is_claimed(self, guest, member):
        self.does(JUDGE, judging.claim, guest, member)

    @rule(guest=st.integers(PEOPLE + 1, PEOPLE + GUESTS).map(MemberId))
    def a_claim_is_taken_back(self, guest):
        self.does(JUDGE, judging.unclaim, entries=tuple(self.evening.entries), guest=guest)

    @rule(board=boards, result=st.sampled_from([*Result, None]))
    @precondition(lambda self: self.t.rounds)
    def judge_rules(self, board, result):
        game = self.game(board)
        self.does(JUDGE, judging.rule, game.round, game.white, result)

    @rule(board=boards, what=st.sampled_from([judging.uphold, judging.swap_colours]))
    @precondition(lambda self: self.t.rounds)
    def judge_looks_at_a_board(self, board, what):
        game = self.game(board)
        self.does(JUDGE, what, game.round, game.black)

    @rule(board=boards, out=st.booleans())
    @precondition(lambda self: self.t.rounds)
    def judge_says_no_show(self, board, out):
        game = self.game(board)
        self.does(JUDGE, judging.no_show, game.round, game.white, out=out)

    @rule(older=st.booleans())
    @precondition(lambda self: self.t.rounds)
    def judge_reminds_the_silent(self, older):
        self.does(JUDGE, judging.nudge, len(self.t.rounds) - older, now=self.evening.now)

    @rule(board=boards, result=st.sampled_from([Result.DRAW, Result.NOBODY_CAME, None]))
    @precondition(lambda self: self.t.open_games())
    def judge_closes_a_board_at_the_end(self, board, result):
        waiting = self.t.open_games()
        game = waiting[board % len(waiting)]
        self.does(JUDGE, judging.close, game.round, game.white, result, moved=game.moved)

    @rule()
    @precondition(lambda self: self.t.rounds)
    def judge_closes_the_round(self):
        self.does(JUDGE, judging.accept_pending, len(self.t.rounds))
        for game in self.t.open_games():
            self.does(JUDGE, judging.rule, game.round, game.white, game.result or Result.DRAW)

    # judges: draws

    @rule(sure=st.booleans())
    def judge_begins(self, sure):
        self.does(JUDGE, judging.begin, sure=sure)

    @rule(older=st.integers(0, 9))
    @precondition(lambda self: self.t.draft)
    def judge_approves(self, older):
        self.evening.tick(3)
        if self.t.draft is not None:
            self.does(JUDGE, judging.approve, self.t.draft.seq - (older == 9), now=self.evening.now)

    @rule(what=st.sampled_from([judging.put_off, judging.redraft]))
    @precondition(lambda self: self.t.draft)
    def judge_waits_or_draws_again(self, what):
        self.does(JUDGE, what, self.t.draft.seq)

    @rule(a=members, b=members, sure=st.booleans())
    @precondition(lambda self: self.t.draft)
    def judge_swaps(self, a, b, sure):
        self.does(JUDGE, judging.swap, self.t.draft.seq, a, b, reason="mistake", sure=sure)

    @rule(whites=st.lists(st.integers(0, 5), min_size=1, max_size=3, unique=True), stranger=st.booleans())
    @precondition(lambda self: self.t.draft)
    def judge_orders_the_boards(self, whites, stranger):
        pairs = self.t.draft.pairs
        boards = tuple(pairs[at][0] for at in whites if at < len(pairs))
        self.does(JUDGE, judging.reorder, self.t.draft.seq, (*boards, JUDGE.member) if stranger else boards,
                  reason="other")

    @rule(a=members, b=members, number=st.sampled_from([None, None, 2, 3]), given=st.booleans(), sure=st.booleans())
    def judge_orders_a_pair(self, a, b, number, given, sure):
        self.does(JUDGE, judging.force, a, b, round=number, given=given, reason="other", sure=sure)

    @rule(a=members, b=members, strength=st.sampled_from(["never", "avoid", ""]))
    def judge_keeps_two_apart(self, a, b, strength):
        self.does(JUDGE, judging.forbid, a, b, strength, reason="regulations")

    @rule(high=st.lists(members, max_size=4))
    def judge_draws_by_pots(self, high):
        self.does(JUDGE, judging.pots, [high], reason="other")

    @rule()
    @precondition(lambda self: self.t.rounds)
    def judge_draws_the_round_again(self):
        self.does(JUDGE, judging.redraw, round=len(self.t.rounds), reason="mistake")

    @rule(limit=st.sampled_from(["colour", "plus"]))
    @precondition(lambda self: self.t.stuck)
    def judge_lifts(self, limit):
        self.does(JUDGE, judging.lift, limit, reason="no-pairing")

    @rule()
    @precondition(lambda self: self.t.stuck)
    def judge_goes_on_as_a_round_robin(self):
        self.does(JUDGE, judging.robin)

    @rule()
    @precondition(lambda self: self.t.stuck and any(way.kind == "rematch" for way in self.t.stuck.ways))
    def judge_allows_rematches(self):
        way = next(way for way in self.t.stuck.ways if way.kind == "rematch")
        pairs = [*zip(way.players[::2], way.players[1::2], strict=True)]
        self.does(JUDGE, judging.force_all, pairs, given=False, reason="no-pairing", sure=True)

    # judges: the tournament

    @rule(setting=st.sampled_from([("rounds", "2"), ("rounds", "6"), ("limit", "4"), ("limit", "none"), ("late", "5"),
                                   ("confirm", "none"), ("confirm", "opponent"), ("approve", "auto=5"),
                                   ("system", "blind"), ("points", "3-1-0"), ("colour", "white"), ("byes", "x")]))
    def judge_changes(self, setting):
        self.does(JUDGE, judging.change, *setting, reason="other")

    @rule()
    def judge_holds(self):
        self.does(JUDGE, judging.hold)

    @rule()
    @precondition(lambda self: self.t.held)
    def judge_resumes(self):
        self.does(JUDGE, judging.resume)

    @rule(chance=st.integers(0, 4))
    def judge_finishes(self, chance):
        if chance == 0:
            self.does(JUDGE, judging.finish)

    @rule(chance=st.integers(0, 9))
    def judge_cancels(self, chance):
        if chance == 0:
            self.does(JUDGE, judging.cancel)

    @rule(which=st.integers(1, 30))
    def judge_undoes(self, which):
        which = max(which - 20, 1) if which > 15 else 1
        steps = judging.steps(self.evening.entries)
        step = steps[-min(which, len(steps))]
        along = judging.goes_along(self.evening.entries, step.seq)
        assert not any(isinstance(s.facts[0], Opened) for s in steps if s.seq in along)
        self.does(JUDGE, judging.undo, entries=self.evening.entries, step=step.seq, along=along)

    @rule(who=persons, what=st.sampled_from([judging.begin, judging.hold, judging.finish, judging.cancel]))
    def somebody_plays_the_judge(self, who, what):
        with pytest.raises(Refused, match="not_judge"):
            what(self.t, Actor(who, Role.PERSON))

    # the clock, and a power cut

    @rule(seconds=st.sampled_from([1, 11, 61, 130, 700, 2500, 90_000]))
    def time_passes(self, seconds):
        self.evening.tick(seconds)
        self.does(JUDGE, judging.resume) if self.t.held and seconds > 2000 else self.is_sound(self.t)

    @rule()
    def the_bot_starts_again(self):
        read = [replace(e, fact=codec.decode(*codec.encode(e.fact))) for e in self.evening.entries]
        assert fold.replay("KX4T", read) == self.t


def seats(drawn: Round | Draft) -> list[MemberId]:
    """Who has a board or something else in this round; nobody has two of them, or himself."""
    pairs = drawn.pairs if isinstance(drawn, Draft) else [game.players for game in drawn.games]
    assert all(white != black for white, black in pairs)
    others = [] if isinstance(drawn, Draft) else [*drawn.byes, *drawn.free]
    found = [*(player for pair in pairs for player in pair), *others, *([] if drawn.pab is None else [drawn.pab])]
    assert len(found) == len(set(found)), found
    return found


def test_every_action_is_somebodys_act_in_a_random_evening():
    acts = set(re.findall(r"\b(?:judging|play|entry|weeks)\.(\w+)", inspect.getsource(RandomEvening)))
    assert set(RIGHTS) <= acts, f"no rule of the random evening does {sorted(set(RIGHTS) - acts)}"


@pytest.mark.timeout(3600)
def test_a_random_evening_stays_sound():
    print(f"CASES_SEED={SEED}")
    chosen = hypothesis_settings(
        max_examples=EVENINGS, stateful_step_count=STEPS, deadline=None, database=None, print_blob=True,
        phases=[Phase.generate], suppress_health_check=[*HealthCheck])
    run_state_machine_as_test(seed(SEED)(RandomEvening), settings=chosen)
    kinds = RandomEvening.kinds
    print(f"{RandomEvening.steps_done} steps; {kinds.total()} facts of {len(kinds)} kinds: {kinds}")
    assert len(kinds) >= 25, "an evening in which hardly anything happens shows little"
