"""Does the bot say when it is not at work, and are its figures what has happened?"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from dataclasses import replace
from importlib.util import find_spec

import pytest

from bot.app import App
from bot.config import Config
from bot.health import STANDING_BY, Health, _anything
from storage.database import to_the_end
from tests.evening import SEED, Evening, FullDisk
from tests.hooked import Hooked


class Watched(Hooked):
    """Polling, and a port of its own for who watches."""

    def __init__(self, players: int = 4, *, config: dict[str, object] | None = None, **more: object) -> None:
        super().__init__(players, config={"webhook_url": "", "metrics_listen": ("127.0.0.1", 0), **(config or {})}, **more)

    async def starts(self) -> None:
        await Evening.starts(self)
        assert self.app.listener is not None
        self.address = f"http://127.0.0.1:{self.app.listener.ports['METRICS_LISTEN']}"


def figure(page: str, name: str) -> float:
    """The value of one line of the page."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", page, re.MULTILINE)
    assert found is not None, f"no {name} in {page}"
    return float(found[1])


@pytest.mark.parametrize("kind", [Watched, Hooked])
async def test_a_full_disk_is_a_trouble_until_it_is_not(kind: type[Hooked]) -> None:
    """It can still be read: only what comes tells that nothing can be written."""
    disk = FullDisk()
    async with kind(4, before_commit=disk) as evening:
        await evening.rests()                         # whatever fails now is of what comes
        assert await evening.gets("/healthz") == (200, "ok\n")
        disk.failing = True
        await evening.players[0].writes("/help")
        await evening.sandbox.until(lambda: disk.failed >= 2)
        status, why = await evening.gets("/healthz")
        assert status == 503 and "can not be" in why
        disk.failing = False
        await evening.players[0].sees()
        await evening.rests()
        assert await evening.gets("/healthz") == (200, "ok\n")


@pytest.mark.parametrize("kind", [Watched, Hooked])
async def test_the_figures_are_what_has_happened(kind: type[Hooked]) -> None:
    async with kind(4, rounds=2) as evening:
        fault = evening.sandbox.faults.add(429, "sendMessage")
        await evening.begins()
        await evening.plays()
        status, page = await evening.gets("/metrics")
        calls = evening.sandbox.journal.calls()
        assert status == 200 and fault.struck == 1
        for method in ("sendMessage", "editMessageText", "answerCallbackQuery"):
            assert figure(page, f'swissclub_calls_total{{method="{method}",status="200"}}') \
                == sum(call.method == method and call.ok for call in calls)
        assert figure(page, 'swissclub_calls_total{method="sendMessage",status="429"}') == 1
        committed = figure(page, 'swissclub_updates_total{receipt="committed"}')
        assert committed >= 4 + 2 + 4                                    # who joins, Begin and Approve, reports
        assert figure(page, "swissclub_update_seconds_count") == figure(page, 'swissclub_update_seconds_bucket{le="+Inf"}')
        assert figure(page, "swissclub_update_seconds_count") >= committed
        assert figure(page, "swissclub_updates_in_hand") == figure(page, "swissclub_operations_waiting") == 0
        written = Counter(type(entry.fact).__name__ for entry in await evening.store.ledger.entries((await evening.row()).code))
        for kind, times in written.items():
            assert figure(page, f'swissclub_facts_total{{kind="{kind}"}}') == times
        assert {"Opened", "Joined", "Drafted", "Settled"} <= written.keys()
        await evening.stops()
        await evening.starts()
        await evening.rests()
        _, page = await evening.gets("/metrics")
        assert figure(page, "swissclub_replay_seconds_count") >= 1
        assert figure(page, "swissclub_foreign_posts_total") == 0
        for secret in (evening.sandbox.token, "Anna", "Chess club"):
            assert secret not in page


@pytest.mark.parametrize("kind", [Watched, Hooked])
async def test_it_is_well_and_says_what_is_not(kind: type[Hooked], monkeypatch: pytest.MonkeyPatch) -> None:
    async with kind(2, speed=1, config={"webhook_check": 0.2, "poll": 0.2, "poll_grace": 0.2, "retry": 0.1, "retry_most": 0.1}) as evening:
        await evening.rests()
        assert await evening.gets("/healthz") == (200, "ok\n")

        async def fails(_: object) -> None:
            raise OSError("gone")

        with monkeypatch.context() as broken:
            broken.setattr(evening.app.store.database, "read", fails)
            assert await evening.gets("/healthz") == (503, "the database does not answer: OSError\n")
        thawed, looks = asyncio.Event(), list[object]()

        async def frozen(work: object) -> None:
            looks.append(work)
            await to_the_end(thawed.wait())

        with monkeypatch.context() as broken:
            broken.setattr(evening.app.store.database, "read", frozen)
            broken.setattr(evening.app._health, "_config", replace(evening.config, request=0.05))
            for _ in range(3):
                status, why = await evening.gets("/healthz")
                assert status == 503 and "the database does not answer: TimeoutError\n" in why
            assert looks.count(_anything) == 1
            thawed.set()
            await evening.sandbox.until(lambda: evening.app._health._look.done())
        await evening.sandbox.until(lambda: not evening.app._source.trouble)
        assert await evening.gets("/healthz") == (200, "ok\n")
        method = "getUpdates" if kind is Watched else "getWebhookInfo"
        fault = evening.sandbox.faults.add(502, method, times=10**6)
        await evening.sandbox.until(lambda: fault.struck > 0)
        evening.time.jump(60)
        status, why = await evening.gets("/healthz")
        assert status == 503 and "Telegram has" in why
        evening.sandbox.faults.clear()
        await evening.sandbox.until(lambda: not evening.app._source.trouble)
        with monkeypatch.context() as broken:
            broken.setattr(evening.app.store.ledger, "running", fails)
            evening.time.jump(60)
            assert "the clock has not beaten for 6" in (await evening.gets("/healthz"))[1]


async def refuses(evening: Hooked, why: str) -> None:
    """Another one of the same bot, which does not get further than its start."""
    app = App(evening.config, time=evening.time, seeds=lambda: SEED)
    starting = asyncio.create_task(app.__aenter__())
    await evening.sandbox.until(lambda: app.listener is not None and bool(app.listener.ports), 15)
    assert app.listener is not None
    evening.address = f"http://127.0.0.1:{app.listener.ports['WEBHOOK_LISTEN']}"
    async with asyncio.timeout(15):
        while await evening.gets("/healthz") != (503, f"{why}\n"):
            await asyncio.sleep(0)
    assert await evening.posts(b'{"update_id": 1}') == 503
    assert (await evening.gets("/metrics"))[0] == 404
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting


@pytest.mark.usefixtures("postgres")
async def test_who_stands_by_is_not_well_and_takes_nothing() -> None:
    async with Hooked(2) as evening:
        await refuses(evening, STANDING_BY)


async def test_of_who_stands_by_it_is_told_whether_the_database_says_so() -> None:
    health = Health(Config("1:a"))
    said = [await health.troubles()]
    for step in (lambda: health.stand_by("another"), lambda: health.stand_by(""), health.lead):
        step()
        said.append(await health.troubles())
    assert said == [["not started yet"], [STANDING_BY], ["the database does not answer"], ["not started yet"]]


async def test_who_does_not_reach_telegram_is_not_well_and_takes_nothing() -> None:
    async with Hooked(2) as evening:
        await evening.stops()
        evening.sandbox.faults.add(502, "getMe", times=10**6)
        await refuses(evening, "not started yet")
        evening.sandbox.faults.clear()
        await evening.starts()


async def test_the_figures_have_a_port_of_their_own_beside_a_webhook_if_that_is_said() -> None:
    async with Hooked(2, config={"metrics_listen": ("127.0.0.1", 0)}) as evening:
        assert (await evening.gets("/metrics"))[0] == (await evening.gets("/healthz"))[0] == 404
        evening.address = f"http://127.0.0.1:{evening.app.listener.ports['METRICS_LISTEN']}"
        assert (await evening.gets("/metrics"))[0] == (await evening.gets("/healthz"))[0] == 200


async def test_nothing_listens_unless_it_is_said() -> None:
    async with Evening(2) as evening:
        assert evening.app.listener is None


async def test_without_the_library_there_are_no_figures_and_the_log_says_so(
        monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("bot.app.find_spec", lambda name: None if name == "prometheus_client" else find_spec(name))
    async with Hooked(2) as evening:
        status, why = await evening.gets("/metrics")
        assert status == 404 and "the extra `metrics` is missing" in why
        assert caplog.text.count("no /metrics: pip install '.[metrics]'") == 1
        assert (await evening.gets("/healthz"))[0] == 200
