"""Is a tournament the same after it was carried to another database, and is a bad file refused by its line?"""

import json

import pytest

import storage
from engine import judging, play
from engine.facts import Joined, Spread, Undone
from engine.model import Claim, MemberId, Result, Settings, Stage, Tournament
from engine.standings import standings
from storage import audit
from storage.renumbering import members_in, renumbered
from storage.transfer import BadImport
from tests.memory import CHAT, hall, keep, nowhere
from tests.table import JUDGE, START, Table

pytestmark = pytest.mark.usefixtures("databases")


def evening() -> Table:
    """Seven players, three rounds, with an undo, a ruling, a leaver and steps of several facts."""
    table = Table(7, rounds=3)
    table.begins()
    table.plays_round()
    table.judge(judging.rule, 1, table.game(1).white, Result.BLACK_WON, reason="wrong way round")
    ruling = table.entries[-1].seq
    table._write([Undone((ruling,))], JUDGE)
    table.approves()
    table.player(table.game(2).white, play.report, Claim.DRAW)
    table.passes(700)
    table.plays_round()
    table.approves()
    table.plays_round(lambda game: Result.DRAW)
    table.passes()
    return table


def places(t: Tournament) -> list[tuple[object, ...]]:
    """The table of standings by start number, not by member."""
    return [(row.place, t.players[row.player].number, row.points, row.values) for row in standings(t)]


async def test_there_and_back_the_table_is_the_same() -> None:
    table = evening()
    assert table.t.stage is Stage.FINISHED
    async with (storage.open(nowhere()) as here, hall(chat=-7) as busy):
        room = await keep(here, table)
        before = await here.ledger.tournament(room.code)
        lines = await here.ledger.export(room.code)
        code = await busy.ledger.import_(lines)
        after = await busy.ledger.tournament(code)
        assert places(after) == places(before)
        assert after.version == before.version and after.stage is Stage.FINISHED
        assert not set(after.players) & {who.member for who in busy.players}
        assert await audit.check(busy.store.database) == []
        first, *rest = await busy.ledger.export(code)
        was = [json.loads(line) for line in lines[1:]]
        now = [json.loads(line) for line in rest]
        assert [(e["seq"], e["kind"], e["at"], e["part"], e["role"], e["place"]) for e in now] == \
            [(e["seq"], e["kind"], e["at"], e["part"], e["role"], e["place"]) for e in was]
        assert [m["name"] for m in json.loads(first)["members"]] == \
            [m["name"] for m in json.loads(lines[0])["members"]]
        steps = {e["cause"] for e in was}
        assert {e["cause"].rpartition(":")[0] for e in now} == {now[0]["cause"].rpartition(":")[0]}
        assert len({e["cause"] for e in now}) == len(steps)


async def test_twice_is_once_and_the_code_is_kept_where_it_is_free() -> None:
    async with hall() as room, storage.open(nowhere()) as there:
        await room.posts_round()
        lines = await room.ledger.export(room.code)
        assert await there.ledger.import_(lines) == room.code == await there.ledger.import_(lines)
        copy = await room.ledger.import_(lines)
        assert copy != room.code and await room.ledger.import_(lines) == copy
        assert copy not in {row.code for row in await room.ledger.running(START)}


async def test_a_running_tournament_goes_on_in_the_club_it_is_given_to() -> None:
    async with hall() as room, storage.open(nowhere()) as there:
        await room.posts_round()
        lines = await room.ledger.export(room.code)
        code = await there.ledger.import_(lines, chat=-77)
        assert [row.code for row in await there.ledger.running()] == [code]
        club = await there.clubs.club_of_chat(-77)
        assert club is not None and club.title == "Клуб «Ладья»"
        assert (club.language, club.zone) == ("ru", "Europe/Moscow")
        with pytest.raises(storage.StorageError, match="another tournament is running"):
            await room.ledger.import_(lines, chat=CHAT)
        assert await audit.check(room.store.database) == []


async def test_the_seed_of_a_blind_draw_stays_at_home_until_the_end() -> None:
    from engine.facts import Begun, Drafted, Drawn, Finished
    async with hall(system="blind") as room:
        ids = tuple(who.member for who in room.players)
        for who in ids:
            await room.does(Joined(who))
        await room.does(Begun())
        drafted = await room.does(Drafted(1, ((ids[0], ids[1]), (ids[2], ids[3])), None, ids, ids, seed="5ec2e7"))
        await room.does(Drawn(1, drafted.entries[0].seq))
        lines = await room.ledger.export(room.code)
        assert "5ec2e7" not in "\n".join(lines) and json.loads(lines[0])["withheld"] == ["seed"]
        await room.does(Finished(early=True))
        lines = await room.ledger.export(room.code)
        assert "5ec2e7" in "\n".join(lines) and json.loads(lines[0])["withheld"] == []


def _header(lines: list[str], **changes: object) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), **changes}), *lines[1:]]


def _entry(lines: list[str], line: int, **changes: object) -> list[str]:
    return [*lines[:line - 1], json.dumps({**json.loads(lines[line - 1]), **changes}), *lines[line:]]


@pytest.mark.parametrize(("spoil", "line"), [
    (lambda lines: [], 1),
    (lambda lines: lines[:1], 1),
    (lambda lines: ["{", *lines[1:]], 1),
    (lambda lines: ["[]", *lines[1:]], 1),
    (lambda lines: ["[" * 5000, *lines[1:]], 1),
    (lambda lines: [*lines[:2], '{"a":' * 5000, *lines[3:]], 3),
    (lambda lines: _header(lines, format="TRF16"), 1),
    (lambda lines: _header(lines, members=[{"id": 1}]), 1),
    (lambda lines: _header(lines, members=[]), 2),
    (lambda lines: [*lines[:4], "not json", *lines[4:]], 5),
    (lambda lines: [*lines[:4], "", *lines[4:]], 5),
    (lambda lines: [lines[0], *lines[2:]], 2),
    (lambda lines: [*lines[:4], *lines[5:]], 5),
    (lambda lines: _entry(lines, 3, part=1), 3),
    (lambda lines: _entry(lines, 3, kind="Won"), 3),
    (lambda lines: _entry(lines, 3, body={"player": "Anna"}), 3),
    (lambda lines: _entry(lines, 3, body={"player": 99}), 3),
    (lambda lines: _entry(lines, 3, at="2026-12-03"), 3),
    (lambda lines: _entry(lines, 3, role=9), 3),
    (lambda lines: _entry(lines, 3, by=-1), 3),
    (lambda lines: _entry(lines, 4, cause=json.loads(lines[2])["cause"]), 4),
    (lambda lines: _entry(lines, 5, cause=json.loads(lines[2])["cause"]), 5),
    (lambda lines: _entry(lines, 2, kind="Begun", body={}), 2),
])
async def test_a_bad_file_is_refused_by_its_line_and_nothing_is_written(spoil, line) -> None:
    async with hall() as room, storage.open(nowhere()) as there:
        await room.posts_round()
        with pytest.raises(BadImport, match=rf"^line {line}: "):
            await there.ledger.import_(spoil(await room.ledger.export(room.code)))
        assert await there.clubs.club_of_chat(0) is None


async def test_blank_lines_at_the_end_do_no_harm() -> None:
    async with hall() as room, storage.open(nowhere()) as there:
        lines = await room.ledger.export(room.code)
        assert await there.ledger.import_([*lines, "", " "]) == await there.ledger.import_(lines)


async def test_every_fact_of_an_evening_is_found_to_speak_of_its_members() -> None:
    table = evening()
    people = set(table.t.players)
    assert set().union(*(members_in(e.fact) for e in table.entries)) == people
    for e in table.entries:
        there = renumbered(e.fact, lambda m: MemberId(m + 500))
        assert {m - 500 for m in members_in(there)} == members_in(e.fact)
        assert renumbered(there, lambda m: MemberId(m - 500)) == e.fact
    assert renumbered(Spread("conflict/2/17.44", 1), lambda m: MemberId(m + 1)) == Spread("conflict/2/18.44", 1)
    assert renumbered(Spread("draft/2.44", 1), lambda m: MemberId(m + 1)) == Spread("draft/2.44", 1)


async def test_names_come_out_and_back_as_they_were() -> None:          # C39, E07
    names = ["Ёлкин", "Đặng Văn", "Şahin", "<b>Max", "A&B", "snake_case_", '"; DROP TABLE fact; --']
    async with hall() as room, storage.open(nowhere()) as there:
        for name in names:
            guest = await room.store.members.guest(1, name)
            await room.does(Joined(guest.id, guest=True))
        code = await there.ledger.import_(await room.ledger.export(room.code))
        row = await there.ledger.row(code)
        kept = await there.members.members(row.club)
        players = (await there.ledger.tournament(code)).players
        assert [kept[player].name for player in players] == names


async def test_the_log_keeps_who_and_in_which_chat() -> None:
    async with hall() as room, storage.open(nowhere()) as there:
        await room.does(Joined(room.players[0].member), by=room.players[0])
        code = await there.ledger.import_(await room.ledger.export(room.code))
        last = (await there.ledger.entries(code))[-1]
        row = await there.ledger.row(code)
        assert last.place == "group" and (await there.members.members(row.club))[last.by].name == "Player 1"


async def test_check_says_what_is_wrong_and_rebuild_puts_right_what_is_derived() -> None:
    from storage.database import ask
    async with hall() as room:
        await room.posts_round()
        db = room.store.database

        async def spoil(statement: str) -> list[str]:
            def work():
                yield ask(statement)
            await db.write(work)
            return await audit.check(db)

        assert await audit.check(db) == []
        assert "differs from its facts" in (await spoil("UPDATE tournament SET stage = 'finished'"))[0]
        assert await audit.rebuild(db) == [room.code]
        assert await audit.check(db) == [] and await audit.rebuild(db) == []
        shown = "INSERT INTO post (owner, key, chat, digest, state, message, claimed_at, epoch) VALUES"
        for key, wrong in (("round/1.3", "is of an entry that is not there"), ("dm/1.99/2", "of an entry that is not"),
                           ("entry", "is shown without a message")):
            assert wrong in (await spoil(f"{shown} ('{room.code}', '{key}', 1, '', 'shown', NULL, '', 1)"))[0]
            await spoil("DELETE FROM post")
        await spoil(f"{shown} ('{room.code}', 'entry', 1, '', 'shown', 5, '2026-12-03', 1)")
        assert await spoil(f"{shown} ('club:1', 'hello', 1, '', 'shown', 5, '2026-12-03', 1)") == ["message 5 in 1 is two posts"]
        await spoil("DELETE FROM post")
        assert "opened by tap:other, but begins with" in (await spoil("UPDATE tournament SET cause = 'tap:other'"))[0]
        await spoil(f"UPDATE tournament SET cause = 'tap:open{CHAT}'")
        assert "member 555 is not in the club" in (await spoil("UPDATE fact SET by_member = 555 WHERE seq = 4"))[0]
        assert "seq 4 where 3 comes next" in (await spoil("DELETE FROM fact WHERE seq = 3"))[0]
        assert "part 7 of" in " ".join(await spoil("UPDATE fact SET part = 7 WHERE seq = 4"))
        assert "can not be read" in (await spoil("UPDATE fact SET kind = 'Lost' WHERE seq = 4"))[0]
        assert "no facts" in (await spoil("DELETE FROM fact"))[0]
        assert "belongs to ZZZZ" in " ".join(await spoil(
            "INSERT INTO post (owner, key, chat, digest, state, claimed_at, epoch)"
            " VALUES ('ZZZZ', 'entry', 1, '', 'shown', '', 1)"))
        assert "more is shown" in " ".join(await spoil("UPDATE tournament SET shown = 1000"))


def test_settings_are_carried_whole() -> None:
    from engine.codec import decode, encode
    from engine.facts import Opened
    chosen = Opened(Settings(title="Ёж", rounds=7, limit=24, start=START, late=0))
    assert decode(*encode(chosen)) == chosen and members_in(chosen) == frozenset()
