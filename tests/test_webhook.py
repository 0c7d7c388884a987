"""Is an evening whose updates are brought by Telegram like any other, and is nobody else let in?"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from telegram.error import InvalidToken

import storage
from bot.config import Config, Misconfigured
from bot.desk import command
from bot.figures import Figures
from bot.health import Health
from bot.intake import Delivery, cause_of
from bot.listener import SHOWN, Listener
from bot.timing import Time
from bot.visit import Visit
from bot.webhook import FIRST, WAITS
from engine import entry
from engine.model import Stage
from storage import Down, UpdateRef
from tests.evening import FullDisk, toys
from tests.hooked import SECRET, URL, Hooked
from tests.test_restart import KILLER, answered, remembered


async def test_a_whole_evening_is_brought_and_every_update_answered_once() -> None:
    async with Hooked(4, rounds=2) as evening:
        await evening.begins()
        await evening.plays()
        await evening.approves()
        await evening.plays()
        row, = await evening.store.ledger.running(evening.time.now())
        assert row.stage is Stage.FINISHED
        assert evening.sandbox.bringing.refused == 0
        methods = Counter(call.method for call in evening.sandbox.journal.calls())
        assert methods["getUpdates"] == methods["deleteWebhook"] == 0 and methods["setWebhook"] == 1
        info, = {json.dumps(call.params, sort_keys=True) for call in evening.sandbox.journal.calls()
                 if call.method == "setWebhook"}
        assert json.loads(info) == {
            "url": URL, "secret_token": SECRET, "max_connections": 40,
            "allowed_updates": ["message", "callback_query", "my_chat_member", "chat_member"]}


async def test_what_is_brought_twice_counts_once() -> None:
    async with Hooked(4, rounds=2) as evening:
        await evening.begins()
        game = await evening.game(1)
        await (await evening.person(game.white)).taps(await evening.round_post(), "I won")
        version = (await evening.tournament()).version
        body = json.dumps(evening.sandbox.updates.last).encode()
        evening.sandbox.updates.repeat()
        evening.sandbox.updates.repeat(renumbered=True)
        assert await asyncio.gather(*(evening.posts(body) for _ in range(5))) == [200] * 5
        await evening.rests()
        assert (await evening.tournament()).version == version


async def test_what_is_brought_again_before_its_turn_has_come_is_handled_once() -> None:
    with toys():
        go_on = asyncio.Event()

        @command("here", rights=False)
        async def here(v: Visit) -> None:
            await go_on.wait()
            await v.reply("here")

        async with Hooked(2) as evening:
            anna, boris = evening.players
            await boris.writes("/here")
            await evening.sandbox.until(lambda: evening.app.figures.in_hand == 1)
            await anna.writes("/here")
            body = json.dumps(evening.sandbox.updates.last).encode()
            again = [asyncio.create_task(evening.posts(body)) for _ in range(2)]
            waiting = evening.app._source._waiting                     # type: ignore[attr-defined]
            await evening.sandbox.until(lambda: len(waiting) == 3)
            go_on.set()
            assert await asyncio.gather(*again) == [200, 200]
            await evening.rests()
            assert [message.text for message in anna.reads()] == ["here"]


async def test_what_is_done_is_not_begun_again_because_its_answer_was_lost_in_a_crash() -> None:
    with toys():
        @command("here", rights=False)
        async def here(v: Visit) -> None:
            await v.reply("here")

        async with Hooked(1) as evening:
            anna = evening.players[0]
            await anna.writes("/here")
            body = json.dumps(evening.sandbox.updates.last).encode()
            await anna.sees("here")
            await evening.rests()
            await evening.stops()
            await evening.starts()
            assert await evening.posts(body) == 200
            await evening.rests()
            assert [message.text for message in anna.reads()] == ["here"]


async def test_nobody_without_the_secret_is_let_in_and_nonsense_does_no_harm() -> None:
    async with Hooked(4) as evening:
        post = await evening.opens()
        await evening.players[0].taps(post, "Join")
        forged = json.dumps({**(evening.sandbox.updates.last or {}), "update_id": 1}).encode()
        for secret in (None, "", SECRET[:-1], SECRET + "x", SECRET.lower(), "é", "ÿ"):
            assert await evening.posts(forged, secret=secret) == 403
        assert evening.app.figures.foreign == 7
        for body in (b"", b"{", b"7", b"[]", b"null", b"\xff\xfe\x00", b'{"update_id": "1"}', b'{"update_id": true}',
                     b'{"update_id": -1}', b'{"update_id": 99999999999999999999}', b"[" * 100_000):
            assert await evening.posts(body) == 400, body[:30]
        assert await evening.posts(b'{"update_id": 1, "x": "' + b"x" * 2**20 + b'"}') == 413
        for body in (b'{"update_id": 5}', b'{"update_id": 6, "message": 7}',
                     b'{"update_id": 7, "callback_query": {"id": "\\ud800\\u0000"}}'):
            assert await evening.posts(body) == 200, body
        assert await evening.posts(b"{}", path="/") == 404 and await evening.posts(b"{}", path="/healthz") == 405
        assert (await evening.gets("/telegram"))[0] == 405
        await evening.rests()
        assert len((await evening.tournament()).players) == 1


def head(*headers: str) -> bytes:
    """The beginning of a post."""
    return "\r\n".join(("POST /telegram HTTP/1.1", "Host: club.example", *headers, "", "")).encode()


async def test_of_a_foreign_post_nothing_is_waited_for_and_of_a_slow_one_not_for_long() -> None:
    async with Hooked(0, speed=60, config={"request": 0.2}) as evening:
        known, wrong, size = f"{SHOWN}: {SECRET}", f"{SHOWN}: {SECRET}x", "Content-Length: 1000000"
        assert await evening.knocks(head(size)) == b"HTTP/1.1 403 Forbidden"
        assert await evening.knocks(head(wrong, known, size)) == b"HTTP/1.1 403 Forbidden"
        assert await evening.knocks(head("Transfer-Encoding: chunked")) == b"HTTP/1.1 403 Forbidden"
        assert await evening.knocks(head(known, size) + b'{"update_id": ') == b"HTTP/1.1 408 Request Timeout"
        assert await evening.posts(b'{"update_id": 5}') == 200


async def test_what_strangers_send_is_for_no_log_and_what_goes_wrong_here_is(
        caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or anybody could fill it, and what speaks of trouble would be pushed out of the problem report."""
    async with Hooked(0, speed=60) as evening:
        await evening.rests()
        caplog.clear()
        packed = ("Content-Encoding: gzip", "Content-Length: 4")
        assert await evening.knocks(b"\x16\x03\x01 Anna\r\n\r\n") == b"HTTP/1.0 400 Bad Request"
        assert await evening.knocks(head("X: " + "a" * 20_000)) == b"HTTP/1.0 400 Bad Request"
        assert await evening.knocks(head(*packed) + b"nope") == b"HTTP/1.1 403 Forbidden"
        await evening.rests()
        assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
        assert await evening.knocks(head(f"{SHOWN}: {SECRET}", *packed) + b"nope") == b"HTTP/1.1 400 Bad Request"
        assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == ["a post that is no update"]
        monkeypatch.setattr(evening.app._health, "troubles", None)
        assert (await evening.gets("/healthz"))[0] == 500
        assert "a request was not answered" in caplog.text


async def test_without_a_secret_of_ours_each_start_makes_one_that_cannot_be_guessed() -> None:
    async with Hooked(1, config={"webhook_secret": ""}) as evening:
        shown = {call.params["secret_token"] for call in evening.sandbox.journal.calls() if call.method == "setWebhook"}
        await evening.stops()
        await evening.starts()
        await evening.players[0].writes("/help")
        await evening.players[0].sees()
        shown |= {call.params["secret_token"] for call in evening.sandbox.journal.calls() if call.method == "setWebhook"}
        assert len(shown) == 2 and min(map(len, shown)) >= 40
        for secret in (None, "", SECRET):
            assert await evening.posts(b'{"update_id": 5}', secret=secret) == 403


async def test_without_a_commit_telegram_is_told_to_bring_it_again_and_one_that_fails_often_is_no_killer() -> None:
    disk = FullDisk()
    with toys():
        enter()
        async with Hooked(2, before_commit=disk) as evening:
            await evening.open_quietly()
            await evening.rests()
            anna = evening.players[0]
            disk.failing = True
            await anna.types(evening.group, "/enter")
            await evening.sandbox.until(lambda: evening.sandbox.bringing.refused >= 5, 20)
            assert len(evening.sandbox.updates) == 1 and anna.reads() == []
            disk.failing = False
            await anna.sees("you are in")
            await evening.rests()
            assert len((await evening.tournament()).players) == 1


def enter() -> None:
    @command("enter", rights=False)
    async def enter(v: Visit) -> None:
        done = await v.record(partial(entry.join, who=v.actor))
        await v.reply("you are in" if done.entries else "in already")


async def test_what_comes_later_in_a_chat_waits_for_what_was_not_done() -> None:
    disk = FullDisk()
    with toys():
        enter()
        async with Hooked(3, speed=1.0, before_commit=disk) as evening:
            await evening.open_quietly()
            await evening.rests()
            evening.sandbox.bringing.ways.clear()                    # only this test brings anything
            bodies = []
            for player, where in zip(evening.players, (evening.group, evening.group, None), strict=True):
                await (player.types(where, "/enter") if where else player.writes("/help"))
                bodies.append(json.dumps(evening.sandbox.updates.last).encode())
            anna, boris, elsewhere = bodies
            disk.failing = True
            assert await evening.posts(anna) == 503
            disk.failing = False
            assert await evening.posts(elsewhere) == 200
            assert await evening.posts(boris) == 503, "before Anna"
            assert await asyncio.gather(evening.posts(boris), evening.posts(anna)) in ([503, 200], [200, 200])
            assert await evening.posts(boris) == 200
            names = {member.id: member.name for member in (await evening.store.members.members(1)).values()}
            assert [names[player] for player in (await evening.tournament()).players] == ["Anna", "Boris"]
            evening.sandbox.updates.forget()


async def test_what_is_not_done_is_not_in_hand_any_more() -> None:
    with toys():
        @command("down", rights=False)
        async def down(v: Visit) -> None:
            raise Down("the database is away")

        async with Hooked(1) as evening:
            await evening.rests()
            evening.sandbox.bringing.ways.clear()
            await evening.players[0].writes("/down")
            assert await evening.posts(json.dumps(evening.sandbox.updates.last).encode()) == 503
            assert evening.app.figures.in_hand == 0, "Telegram has it"
            evening.sandbox.updates.forget()


async def test_a_chat_does_not_stand_still_for_what_never_comes_again() -> None:
    disk = FullDisk()
    with toys():
        enter()
        async with Hooked(2, speed=1.0, before_commit=disk) as evening:
            await evening.open_quietly()
            await evening.rests()
            evening.sandbox.bringing.ways.clear()
            bodies = []
            for player in evening.players:
                await player.types(evening.group, "/enter")
                bodies.append(json.dumps(evening.sandbox.updates.last).encode())
            disk.failing = True
            assert await evening.posts(bodies[0]) == 503
            disk.failing = False
            assert await evening.posts(bodies[1]) == 503
            evening.time.jump(WAITS)
            assert await evening.posts(bodies[1]) == 200
            evening.sandbox.updates.forget()


async def test_after_a_crash_what_was_in_hand_comes_before_what_is_newer() -> None:
    with toys():
        enter()
        async with Hooked(3, speed=0.1) as evening:
            await evening.open_quietly()
            bodies = await died(evening)
            newer = await comes(evening, bodies[2])
            assert await evening.posts(bodies[0]) == 200, "it is older still"
            assert not newer.done()
            assert await evening.posts(bodies[1]) == 200 and await newer == 200
            names = {member.id: member.name for member in (await evening.store.members.members(1)).values()}
            assert [names[player] for player in (await evening.tournament()).players] == ["Anna", "Boris", "Clara"]


async def test_what_never_comes_again_after_a_crash_is_not_waited_for_long() -> None:
    with toys():
        enter()
        async with Hooked(3, speed=0.1) as evening:
            await evening.open_quietly()
            bodies = await died(evening)
            newer = await comes(evening, bodies[2])
            assert await evening.posts(bodies[0]) == 200
            assert not newer.done()
            evening.time.jump(FIRST)
            assert await newer == 200
            names = {member.id: member.name for member in (await evening.store.members.members(1)).values()}
            assert [names[player] for player in (await evening.tournament()).players] == ["Anna", "Clara"]


async def comes(evening: Hooked, body: bytes) -> asyncio.Task[int]:
    """This is posted, and read."""
    seen = asyncio.Event()
    assert evening.app.listener is not None and evening.app.listener.take is not None
    take = evening.app.listener.take

    async def taken(delivery: Delivery) -> bool:
        seen.set()
        return await take(delivery)

    evening.app.listener.take = taken
    task = asyncio.create_task(evening.posts(body))
    await seen.wait()
    evening.app.listener.take = take
    return task


async def died(evening: Hooked) -> list[bytes]:
    """All say /enter; the bot has begun with the second when it dies, and is started again."""
    await evening.rests()
    evening.sandbox.bringing.ways.clear()                            # only the test brings anything
    bodies = []
    for player in evening.players:
        await player.types(evening.group, "/enter")
        bodies.append(evening.sandbox.updates.last or {})
    evening.sandbox.updates.forget()
    await evening.stops()
    async with storage.open(evening.url) as store:
        await store.inbox.begin([UpdateRef(bodies[1]["update_id"], cause_of(bodies[1], evening.sandbox.token))])
    await evening.starts()
    evening.sandbox.bringing.ways.clear()
    return [json.dumps(body).encode() for body in bodies]


async def test_an_answer_that_was_lost_makes_no_other_one_of_it_later() -> None:
    """Draw, Draw, I won: the second Draw added nothing, and must add nothing when it is brought once more."""
    async with Hooked(4, rounds=2) as evening:
        await evening.begins()
        game = await evening.game(1)
        white, post = await evening.person(game.white), await evening.round_post()
        await white.taps(post, "Draw")
        await white.taps(post, "Draw")
        lost = json.dumps(evening.sandbox.updates.last).encode()
        await white.taps(post, "I won")
        await evening.rests()
        version = (await evening.tournament()).version
        assert await evening.posts(lost) == 200
        await evening.rests()
        assert (await evening.tournament()).version == version, "he says Draw again"


async def test_a_stop_finishes_what_is_in_hand_and_what_comes_then_waits_at_telegram() -> None:
    with toys():
        going, gate = asyncio.Event(), asyncio.Event()

        @command("slow", rights=False)
        async def slow(v: Visit) -> None:
            going.set()
            await gate.wait()
            await v.reply("slow done")

        @command("ping", rights=False)
        async def ping(v: Visit) -> None:
            await v.reply("pong")

        async with Hooked(2) as evening:
            anna, boris = evening.players
            await evening.rests()
            await anna.writes("/slow")
            await going.wait()
            await boris.writes("/ping")
            stopping = asyncio.create_task(evening.stops())
            gate.set()
            await stopping
            await anna.sees("slow done")
            assert len(evening.sandbox.updates) == 1 and boris.reads() == []
            await evening.starts()
            await boris.sees("pong")
            assert [message.text for message in anna.reads()] == ["slow done"]


async def test_kill_after_kill_nothing_is_lost_and_nothing_counts_twice() -> None:
    async with Hooked(30, speed=1.0) as evening:
        code = await evening.open_quietly()
        post = await evening.group.sees(buttons=["Join"])
        await evening.stops()
        taps = [player.tap(post, "Join") for player in evening.players]
        for more in (3, 11, 5):
            process = await evening.spawns()
            enough = sum(tap.query.answer.done() for tap in taps) + more
            await evening.sandbox.until(partial(answered, taps, enough), 15)
            await evening.kills(process)
        process = await evening.spawns()
        await evening.sandbox.until(lambda: len(evening.sandbox.updates) == 0, 20)
        known, joined = await remembered(evening, code)
        assert len(known.players) == 30 and set(joined.values()) == {1} and answered(taps, 30)
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 10) == 0
        assert evening.sandbox.updates.webhook == URL, "what comes now waits at Telegram"


async def test_an_update_that_kills_three_times_is_set_aside_and_the_others_are_served(tmp_path: Path) -> None:
    async with Hooked(3, speed=1.0) as evening:
        anna, boris, clara = evening.players
        await evening.stops()
        await anna.writes("/echo before")
        await boris.writes("/kill")
        await clara.writes("/echo after")
        for _ in range(3):
            process = await evening.spawns(KILLER)
            assert await asyncio.wait_for(process.wait(), 20) == -signal.SIGKILL
        await evening.spawns(KILLER, log=tmp_path / "log")
        await clara.sees("echo after", timeout=15)
        await anna.sees("echo before")
        await evening.sandbox.until(lambda: len(evening.sandbox.updates) == 0, 15)
        await boris.writes("/echo alive")
        await boris.sees("echo alive", timeout=15)
        assert (tmp_path / "log").read_text().count("stopped the bot three times: set aside") == 1


async def test_a_webhook_that_another_program_took_away_is_set_again(caplog: pytest.LogCaptureFixture) -> None:
    async with Hooked(2, config={"webhook_check": 1.0}) as evening:
        await evening.rests()
        evening.sandbox.updates.hook("")
        await evening.sandbox.until(lambda: evening.sandbox.updates.webhook == URL, 20)
        await evening.players[0].writes("/help")
        await evening.players[0].sees()
        assert "another program has changed the webhook" in caplog.text


async def test_a_webhook_that_telegram_refuses_is_said_with_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    async with Hooked(2) as evening:
        await evening.stops()
        evening._changes["webhook_url"] = "http://club.example/telegram"
        await evening.starts()
        await evening.sandbox.until(lambda: bool(evening.sandbox.journal.refused()))
        assert evening.sandbox.updates.webhook == URL
        evening.time.jump(3600)
        assert "Telegram has not known this webhook for 36" in (await evening.gets("/healthz"))[1]
        assert "an https url must be provided" in str([vars(record).get("values") for record in caplog.records]).lower()


async def test_what_telegram_could_not_bring_is_said_with_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    async with Hooked(1, config={"webhook_check": 1.0}) as evening:
        await evening.rests()
        assert "could not bring" not in caplog.text
        evening.sandbox.updates.trouble = "Wrong response from the webhook: 403 Forbidden"
        await evening.sandbox.until(lambda: "could not bring an update" in caplog.text, 20)
        assert "403 Forbidden" in str([vars(record).get("values") for record in caplog.records])


async def test_who_comes_when_the_token_is_no_longer_known_is_not_kept_waiting() -> None:
    async with Hooked(2, config={"webhook_check": 1.0}) as evening:
        evening.sandbox.faults.add(401, "getWebhookInfo")
        with pytest.raises(InvalidToken):
            await asyncio.wait_for(evening.app.run(), 20)
        assert await asyncio.wait_for(evening.posts(b'{"update_id": 5}'), 20) == 503


async def test_from_polling_to_the_webhook_and_back() -> None:
    async with Hooked(2) as evening:
        await evening.stops()
        evening._changes["webhook_url"] = ""
        await super(Hooked, evening).starts()
        assert evening.app.listener is None and evening.sandbox.updates.webhook == ""
        await evening.players[0].writes("/help")
        await evening.players[0].sees()
        await evening.stops()
        await evening.players[1].writes("/help")
        evening._changes["webhook_url"] = URL
        await evening.starts()
        await evening.players[1].sees()


async def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config = Config(token="1:A", webhook_url=URL, webhook_listen=("127.0.0.1", port))
        with pytest.raises(Misconfigured, match=f"WEBHOOK_LISTEN: can not listen on 127.0.0.1:{port}: address already in use$"):
            async with Listener(config, Time(), Figures(), Health(config)):
                pass
