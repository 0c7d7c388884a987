"""Does everybody who presses Join, Leave, I'm back or Bye know afterwards where he stands?"""

from __future__ import annotations

import asyncio
from hashlib import md5

from engine.model import Stage, Standing
from tests.evening import Evening


async def test_the_limit_and_the_waiting_list() -> None:
    """Complaint C33: everybody hears his state; who moves up is told."""
    async with Evening(18, limit=16, speed=60) as evening:
        post = await evening.opens()
        toasts = [(await player.taps(post, "Join")).text for player in evening.players]
        assert toasts[0] == "You are in, 1/16"
        assert toasts[15] == "You are in, 16/16"
        assert "number 1 on the waiting list" in toasts[16]
        assert "number 2 on the waiting list" in toasts[17]
        await evening.rests()
        assert "In: 16/16" in post.text
        assert f"Waiting list: 1. {evening.players[16].name}, 2. {evening.players[17].name}" in post.text
        assert "You are out" in (await evening.players[0].taps(post, "Leave")).text
        await evening.players[16].sees("you have moved up")
        await evening.rests()
        assert f"Waiting list: 1. {evening.players[17].name}" in post.text
        assert "number 1 on the waiting list" in (await evening.players[17].taps(post, "Join")).text
        assert not evening.sandbox.limits.exceeded


async def test_five_fast_joins_are_one_entry() -> None:
    """Complaint C34."""
    async with Evening(2) as evening:
        anna = evening.players[0]
        post = await evening.opens()
        taps = [anna.tap(post, "Join") for _ in range(5)]
        toasts = await asyncio.gather(*(tap.toast() for tap in taps))
        assert sorted(toast.text for toast in toasts) == ["You are in already, 1"] * 4 + ["You are in, 1"]
        await anna.types(evening.group, "/join")
        await anna.sees("You are in already, 1")
        assert len((await evening.tournament()).players) == 1


async def test_leave_and_join_again_before_play() -> None:
    async with Evening(2) as evening:
        anna, boris = evening.players
        post = await evening.opens()
        await anna.taps(post, "Join")
        await boris.taps(post, "Join")
        assert "Join brings you back" in (await anna.taps(post, "Leave")).text
        assert (await anna.taps(post, "Join")).text == "You are in, 2"
        t = await evening.tournament()
        assert [player.standing for player in t.players.values()] == [Standing.IN] * 2
        assert "Press Join" in (await evening.olga.taps(post, "Leave")).text       # was never in


async def test_names_that_look_like_markup() -> None:
    """Complaint C39: names are shown as they were typed."""
    names = ["<b>Max", "A&B", "snake_case_", "*star*", "'; DROP TABLE player; --"]
    async with Evening(0) as evening:
        people = [evening.sandbox.person(name, started=True) for name in names]
        for person in people:
            await evening.group.add(person)
        post = await evening.opens()
        for person in people:
            await person.taps(post, "Join")
        await evening.rests()
        for name in names:
            assert name in post.text
        await people[0].writes("/me")
        assert "You are in, 5" in (await people[0].sees("You are in, 5")).text
        assert evening.sandbox.journal.refused() == []


async def test_leaving_while_playing_takes_two_taps_in_private() -> None:
    async with Evening(6) as evening:
        await evening.begins()
        anna = evening.players[0]
        line = await anna.sees(buttons=["My event"])
        await anna.taps(line, "My event")
        menu = await anna.sees("You are in, number", buttons=["Leave: next round only", "Leave: for good"])
        assert "you miss round 2" in (await anna.taps(menu, "Leave: next round only")).text
        await evening.sandbox.until(lambda: "Play the next round after all" in str(menu.buttons))
        assert "you play round 2 after all" in (await anna.taps(menu, "Play the next round after all")).text
        await evening.rests()
        assert "You have left" in (await anna.taps(menu, "Leave: for good")).text
        await evening.sandbox.until(lambda: ["I'm back"] in menu.buttons)
        assert "Welcome back" in (await anna.taps(menu, "I'm back")).text
        assert all(player.standing is Standing.IN for player in (await evening.tournament()).players.values())


async def test_the_choice_is_never_asked_in_the_group() -> None:
    async with Evening(4, started=False) as evening:
        await evening.begins()
        anna = evening.players[0]
        before = len(evening.group.posts)
        await anna.types(evening.group, "/leave")
        told = await evening.group.sees("/leave good")
        assert told.buttons == []
        await anna.types(evening.group, "/leave good")
        await evening.group.sees("You have left the event")
        await anna.types(evening.group, "/back")
        await evening.group.sees("Welcome back")
        await evening.rests()
        assert len(evening.group.posts) - before == 1                  # each reply takes the place of his last one


async def test_bye_by_words() -> None:
    async with Evening(5, rounds=4) as evening:
        await evening.begins()
        anna = evening.players[0]
        for typed, said in (("/bye", "you miss round 2"), ("/bye 3", "you miss round 3"),
                            ("/bye 9", "choose 2 to 4"), ("/bye soon", "is no round"),
                            ("/bye 2 ½", "Half points for a missed round exist in FIDE systems only")):
            await anna.writes(typed)
            await anna.sees(said)
        found = [player for player in (await evening.tournament()).players.values() if player.byes]
        assert [dict(player.byes) for player in found] == [{2: 0, 3: 0}]


async def test_late_entry_and_its_end() -> None:
    async with Evening(5, rounds=3, late=1) as evening:
        late = evening.players.pop()
        post = await evening.group.sees(buttons=["New event"])
        await evening.begins()
        entry = next(message for message in evening.group.posts if message.pinned)
        await evening.sandbox.until(lambda: "Entry is closed" in entry.text)
        await late.types(evening.group, "/join")
        await late.sees("Entry is closed")
        assert len((await evening.tournament()).players) == 4
        assert post is not entry


async def test_a_removed_player_says_he_is_still_playing() -> None:
    async with Evening(4) as evening:
        await evening.begins()
        t = await evening.tournament()
        anna = await evening.person(t.rounds[0].games[0].white)
        await evening.olga.writes(f"/remove {anna.name}")
        question = await evening.olga.sees("open board", buttons=["Leave the board open"])
        await evening.olga.taps(question, "Leave the board open")
        told = await anna.sees("taken you out", buttons=["I am still playing"])
        assert "A judge has been called" in (await anna.taps(told, "I am still playing")).text
        assert "still playing" in (await anna.forges(told, f"join:{t.code}")).text     # only a judge can
        assert (await evening.tournament()).players[t.rounds[0].games[0].white].objected is not None


async def test_old_buttons_follow_the_settings() -> None:
    """Complaint C20: reporting was turned off after round 1 was posted; the old button is refused kindly."""
    async with Evening(4) as evening:
        post = await evening.begins()
        game = await evening.game(1)
        anna = await evening.person(game.white)
        data = next(button.data for button in post.all_buttons() if button.text == "I won")
        code = (await evening.row()).code
        await evening.olga.writes("/settings")
        chips = await evening.olga.sees(buttons=["Finish"])
        await evening.olga.forges(chips, f"set:{code}:confirm:judge")
        await evening.rests()
        assert "I won" not in str(post.buttons)
        assert "judges enter the results" in (await anna.forges(post, data or "")).text
        assert (await evening.game(1)).reports == ()


async def test_two_clubs_ask_which() -> None:
    async with Evening(2) as evening:
        anna, boris = evening.players
        other = evening.sandbox.group("Other club", creator=evening.olga, members=[anna])
        await evening.sandbox.add_bot(other, evening.olga, admin=True)
        await evening.opens()
        await evening.olga.types(other, "/new Other evening")
        await evening.olga.taps(await evening.olga.sees(buttons=["Title: Other evening", "Open entry"]), "Open entry")
        await other.sees(buttons=["Join"])
        for group in (evening.group, other):
            await anna.types(group, "/join")
        await anna.sees("You are in, 1")
        await evening.rests()
        await anna.writes("/leave")
        question = await anna.sees("Which event?", buttons=["Other evening"])
        assert "You are out" in (await anna.taps(question, "Other evening")).text
        rows = {row.title: row for row in await evening.app.store.ledger.running(evening.time.now())}
        t = await evening.app.store.ledger.tournament(rows["Other evening"].code)
        assert [player.standing for player in t.players.values()] == [Standing.LEFT]
        await boris.types(evening.group, "/help")
        await evening.group.sees("What you can do now")
        await boris.writes("/join")                                     # in one club only: that is the one
        await boris.sees("You are in, 2")


async def test_the_club_remembers_a_rating() -> None:
    async with Evening(2) as evening:
        post = await evening.opens()
        await evening.players[0].taps(post, "Join")
        row = await evening.row()
        member = await evening.app.store.members.member(row.club, evening.players[1].id, "Boris")
        await evening.app.store.members.rate(member.id, 1850, "CM", True)
        await evening.players[1].taps(post, "Join")
        player = (await evening.tournament()).players[member.id]
        assert (player.rating, player.title, player.estimated) == (1850, "CM", True)


async def test_join_after_the_end_is_refused() -> None:
    async with Evening(2, rounds=1) as evening:
        await evening.enters()
        code = (await evening.row()).code
        await evening.olga.types(evening.group, "/begin")
        await evening.olga.taps(await evening.olga.sees(buttons=["Yes"]), "Yes")
        await evening.approves()
        await evening.plays()
        assert (await evening.tournament()).stage is Stage.FINISHED
        message = await evening.players[0].sees()
        assert "The event is over" in (await evening.players[0].forges(message, f"join:{code}")).text
        assert "The event is over" in (await evening.players[0].forges(message, f"leave:{code}")).text


async def test_a_stranger_may_look_but_not_report() -> None:
    async with Evening(4) as evening:
        post = await evening.begins()
        t = await evening.tournament()
        stranger = evening.sandbox.person("Stranger", started=True)
        await evening.group.add(stranger)
        assert "not playing" in (await stranger.taps(post, "I won")).text
        assert (await evening.tournament()).version == t.version


async def test_a_list_as_long_as_a_message_is_entered_and_answered() -> None:
    """The answer names everybody again, and would be longer than a message."""
    async with Evening(0, speed=60) as evening:
        await evening.opens()
        names = [f"A&{md5(str(number).encode()).hexdigest()[:12]}" for number in range(265)]
        await evening.olga.writes("/guest " + "\n".join(names))
        told = await evening.olga.sees(f"Entered: {names[0]}, {names[1]}", timeout=20)
        assert told.text.endswith("…") and len(told.text) <= 4096
        await evening.olga.writes("/import A" + "b" * 4085)
        assert (await evening.olga.sees("1 player on the list", timeout=20)).text.endswith("…")
        await evening.rests()
        assert evening.sandbox.journal.refused() == []
