"""Does a number that is made up open the door of another club, or a judge's card to everybody?"""

from __future__ import annotations

from random import Random

import pytest

from bot.desk import COMMANDS
from bot.parse import VERBS
from bot.sandbox import Person
from engine.calendar import Rhythm
from tests.evening import Evening
from tests.memory import beside
from tests.test_security_forged import SEED, WORDS


async def stranger_of(evening: Evening) -> Person:
    """Somebody who has pressed Start and belongs to no club."""
    stranger = evening.sandbox.person("Stranger", started=True)
    await stranger.writes("/start")
    return stranger


@pytest.mark.parametrize("data", ["club:{club}", "named:{club}:1:judge", "chip:{club}:1", "open:{club}:1", "lang:ru:{club}",
                                  "new:{club}", "here:{club}", "guests:{club}", "offer:{club}:1", "claimed:1:yes:x"])
async def test_the_number_of_a_club_makes_nobody_its_member(data: str) -> None:
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        store = evening.app.store
        club = (await evening.row()).club
        before = await store.members.members(club)
        stranger = await stranger_of(evening)
        toast = await stranger.forges(await stranger.sees(), data.format(club=club))
        await evening.rests()
        assert toast.text and "went wrong" not in toast.text
        assert await store.members.members(club) == before
        read = len(stranger.reads())
        await stranger.writes("/standings")
        await evening.rests()
        answer = "\n".join(message.text for message in stranger.reads()[read:])
        assert answer and not any(player.name in answer for player in evening.players)


async def test_only_judges_put_away_a_card_that_had_to_go_into_the_group() -> None:
    async with Evening(2, started=False, speed=60) as evening:
        evening.olga.user.started = False
        await evening.app.store.people.set_reachable(evening.olga.id, False)
        await evening.olga.types(evening.group, "/new rounds=3 system=individual")
        card = await evening.group.sees(buttons=["Open entry"])
        text = card.text
        toast = await evening.players[0].forges(card, "drop")
        await evening.rests()
        assert "Only judges" in toast.text
        assert card.text == text and card.buttons
        await evening.olga.forges(card, "drop")
        await evening.rests()
        assert card.text != text and not card.buttons


class Marked(Evening):
    """The people of the club have names that are nowhere else."""

    @staticmethod
    def _name(number: int) -> str:
        return f"Quux {'abcdef'[number]}"


def forged(chance: Random, code: str, club: int, members: list[int]) -> list[str]:
    """Every button and every command, as if the club and its event were one's own."""
    made = []
    for verb, kinds in sorted(VERBS.items()):
        words = [kind.rstrip("?") for kind in kinds.split()]
        pools = {"code": (code,), "number": members, **WORDS}
        args = [club if not place and kind == "number" else chance.choice(pools[kind]) for place, kind in enumerate(words)]
        least = sum(not kind.endswith("?") for kind in kinds.split())
        made += [":".join(map(str, (verb, *args[:count]))) for count in {least, len(args)}]
    typed = ("", "yes", "#1", "#1 #2", "1 1-0", "Quux", "end", "rounds=3")
    return made + [f"do:{code}:{command} {chance.choice(typed)}" for command in sorted(COMMANDS)]


@pytest.mark.timeout(240)
async def test_nothing_that_is_forged_opens_a_club_to_the_judge_or_a_member_of_another() -> None:
    print(f"CASES_SEED={SEED}")
    async with Marked(4, speed=60, config={"person": 10**6}) as evening:
        await evening.begins()
        row = await evening.row()
        members = [member for (member,) in await beside(evening.url, f"SELECT id FROM member WHERE club = {row.club} ORDER BY id")]
        judge, member = (evening.sandbox.person(name, started=True) for name in ("Judge elsewhere", "Member elsewhere"))
        for person in (judge, member):
            await person.writes("/start")
        group = evening.sandbox.group("Other club", creator=judge, members=[member])
        await group.add_bot(judge, admin=True)
        await judge.types(group, "/new rounds=3")
        card = await judge.sees(buttons=["Open entry"])
        await judge.taps(card, "Open entry")
        post = await group.sees(buttons=["Join"])
        for person in (judge, member):
            await person.taps(post, "Join")
        own = "SELECT {} FROM {} WHERE {} = {} ORDER BY 1, 2"
        questions = [own.format("id, name, judge, chief, helper, same_as", "member", "club", row.club),
                     own.format("seq, kind, body", "fact", "by_member <> 0 AND tournament", f"'{row.code}'"),
                     own.format("id, title, language, zone, topic, judges_chat, defaults", "club", "id", row.club),
                     own.format("id, title", "series", "club", row.club), own.format("club, game, title", "season", "club", row.club)]
        before = [await beside(evening.url, question) for question in questions]
        for data in forged(Random(SEED), row.code, row.club, members):
            for person in (judge, member):
                for message in (person.reads()[-1], post):
                    told = (await person.forges(message, data, timeout=60)).text
                    assert "Quux" not in told and "went wrong" not in told, data
        await evening.rests(60)
        seen = [*judge.reads(), *member.reads(), *group.posts]
        assert not [message for message in seen if "Quux" in message.text or (message.media and b"Quux" in message.media.data)]
        assert [await beside(evening.url, question) for question in questions] == before


async def test_who_judges_elsewhere_makes_no_judges_chat_of_a_group_that_has_only_a_series_yet() -> None:
    async with Evening(1, speed=60) as evening:
        await evening.rests()
        anna, store = evening.players[0], evening.app.store
        club = await store.clubs.club_of_chat(evening.group.id)
        assert club is not None and not await store.clubs.plays(club.id)
        await store.series.draft(club.id, None, Rhythm(3, 19 * 60, 60, 0), {})
        own = evening.sandbox.group("Club of Anna's", creator=anna)
        await own.add_bot(anna, admin=True)
        await evening.rests()
        await anna.types(evening.group, "/judges here")
        await anna.sees("Only judges may do that")


async def test_who_judges_elsewhere_makes_no_judges_chat_of_a_group_in_which_he_only_plays() -> None:
    async with Evening(4, speed=60) as evening:
        await evening.begins()
        anna, boris, *_ = evening.players
        own = evening.sandbox.group("Club of Anna's", creator=anna)
        await own.add_bot(anna, admin=True)
        await evening.rests()
        club = await evening.app.store.clubs.club_of_chat(own.id)
        assert club is not None
        await anna.types(evening.group, "/judges here")
        await anna.sees("Only judges may do that")
        assert "Only judges" in (await anna.forges(await evening.round_post(), f"here:{club.id}")).text
        await boris.types(evening.group, "/standings")
        await evening.group.sees("During round 1 of 3")
        await anna.types(own, "/new rounds=3")
        await anna.sees(buttons=["Open entry"])
        assert not [post for post in evening.group.posts if "Only judges" in post.text]
