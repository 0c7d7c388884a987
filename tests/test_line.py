"""Does the line to Telegram carry everything, and does it know of a failed call whether it may have had an effect?"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from telegram import InputFile
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData
from telegram.request._requestparameter import RequestParameter

from bot.app import App
from bot.config import Config, Misconfigured
from bot.connections import Connections, Proxies, Unsent
from bot.figures import Figures
from bot.line import Line, Unanswered
from bot.outcome import Outcome, outcome_of
from tests import memory

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1"
Request = tuple[str, dict[str, str], bytes]
"""The first line, the headers, the body."""

Talk = Callable[[Request, asyncio.StreamWriter], Awaitable[None]]


async def read(reader: asyncio.StreamReader) -> Request:
    """The next request; IncompleteReadError when the connection ends."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return first, headers, await reader.readexactly(int(headers.get("content-length", "0")))


def answer(body: bytes, status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


async def echoes(request: Request, writer: asyncio.StreamWriter) -> None:
    writer.write(answer(request[2]))


class Far:
    """The other end of the line: keeps what it is told, and answers by `talk`."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.connections = 0
        self.talk: Talk = echoes
        self.heard = asyncio.Event()
        self.address = ""
        self._writers: list[asyncio.StreamWriter] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._writers.append(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                request = await read(reader)
                self.requests.append(request)
                self.heard.set()
                await self.talk(request, writer)
                await writer.drain()

    def close(self) -> None:
        for writer in self._writers:
            writer.close()


@pytest.fixture
async def far() -> AsyncIterator[Far]:
    far = Far()
    server = await asyncio.start_server(far.serve, "127.0.0.1", 0)
    far.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield far
    server.close()
    far.close()


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http", "https", "all", "no"):
        monkeypatch.delenv(f"{name}_proxy", raising=False)
        monkeypatch.delenv(f"{name.upper()}_PROXY", raising=False)


@pytest.fixture
async def open_line() -> AsyncIterator[Callable[..., Awaitable[Line]]]:
    async with AsyncExitStack() as exit:
        async def open_line(size: int = 4) -> Line:
            line = Line(size, Config(token=TOKEN, request=20.0), Figures())
            await line.initialize()
            exit.push_async_callback(line.shutdown)
            return line

        yield open_line


@pytest.fixture
async def line(open_line: Callable[..., Awaitable[Line]]) -> Line:
    return await open_line()


def asked(**parameters: object) -> RequestData:
    return RequestData([RequestParameter.from_input(name, value) for name, value in parameters.items()])


def method_of(address: str, method: str = "sendMessage") -> str:
    return f"{address}/bot{TOKEN}/{method}"


def chain(error: BaseException) -> Iterator[BaseException]:
    """It, and all that hangs on it."""
    found: list[BaseException | None] = [error]
    while found:
        if (one := found.pop()) is not None:
            yield one
            found += [one.__cause__, one.__context__]


def certain(error: NetworkError) -> bool:
    """Whether nothing has happened, for certain. Whatever it is, there is no secret in it."""
    assert not [one for one in chain(error) if TOKEN in f"{one}{one!r}{one.args}"]
    assert isinstance(error.__cause__, (Unsent, Unanswered))
    assert (outcome_of(error) is Outcome.LATER) == isinstance(error.__cause__, Unsent)
    return isinstance(error.__cause__, Unsent)


# what is carried

async def test_parameters_are_sent_as_json(far: Far, line: Line) -> None:
    code, body = await line.do_request(method_of(far.address), "POST", asked(
        chat_id=-7, text="Ход ↻ 🂡", silent=True, nothing=None, buttons=[[{"text": "½"}]]))
    assert code == 200
    assert json.loads(body) == {"chat_id": -7, "text": "Ход ↻ 🂡", "silent": True, "buttons": [[{"text": "½"}]]}
    (first, headers, _), = far.requests
    assert first == f"POST /bot{TOKEN}/sendMessage HTTP/1.1"
    assert (headers["content-type"], headers["user-agent"]) == ("application/json", BaseRequest.USER_AGENT)


async def test_what_has_no_parameters_has_no_body(far: Far, line: Line) -> None:
    await line.do_request(method_of(far.address, "getMe"), "POST", RequestData())
    await line.do_request(f"{far.address}/file/bot{TOKEN}/documents/file 1.trf", "GET")
    (first, headers, body), (get, _, nothing) = far.requests
    assert (first.split()[0], headers["content-length"], body) == ("POST", "0", b"") and "content-type" not in headers
    assert (get, nothing) == (f"GET /file/bot{TOKEN}/documents/file%201.trf HTTP/1.1", b"")


async def test_files_are_sent_as_a_form(far: Far, line: Line) -> None:
    data = bytes(range(256)) * 1000
    await line.do_request(method_of(far.address, "sendDocument"), "POST", asked(
        chat_id=7, caption="Таблица", entities=[1], document=InputFile(data, filename="Клуб.csv")))
    (_, headers, body), = far.requests
    kind, _, boundary = headers["content-type"].partition("; boundary=")
    assert kind == "multipart/form-data"
    start, *parts, end = body.split(f"--{boundary}".encode())
    assert (start, end) == (b"", b"--\r\n")
    read = {}
    for part in parts:
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        read[next(line for line in head.decode().split("\r\n") if line.startswith("Content-Disposition"))] = content
    assert read == {
        'Content-Disposition: form-data; name="chat_id"': b"7\r\n",
        'Content-Disposition: form-data; name="caption"': "Таблица\r\n".encode(),
        'Content-Disposition: form-data; name="entities"': b"[1]\r\n",
        'Content-Disposition: form-data; name="document"; filename="Клуб.csv"': data + b"\r\n"}


async def test_a_status_is_an_answer_and_a_redirection_is_not_followed(far: Far, line: Line) -> None:
    async def refuses(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 20\r\n\r\n" b'{"description":"no"}')

    far.talk = refuses
    assert await line.do_request(method_of(far.address), "POST", asked(text="x")) == (302, b'{"description":"no"}')
    assert len(far.requests) == 1


async def test_one_connection_is_enough_for_calls_one_after_the_other(far: Far, line: Line) -> None:
    for number in range(5):
        assert await line.do_request(method_of(far.address), "POST", asked(n=number)) == (200, b'{"n": %d}' % number)
    assert far.connections == 1


async def test_no_more_calls_than_agreed_are_on_their_way(far: Far, open_line: Callable[..., Awaitable[Line]]) -> None:
    line, most = await open_line(3), 0
    running = 0

    async def counts(request: Request, writer: asyncio.StreamWriter) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(20):
            await asyncio.sleep(0)
        running -= 1
        writer.write(answer(request[2]))

    far.talk = counts
    await asyncio.gather(*(line.do_request(method_of(far.address), "POST", asked(n=n)) for n in range(30)))
    assert (most, far.connections) == (3, 3)


async def test_calls_are_counted_by_method_and_status(far: Far, line: Line) -> None:
    async def fails(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b'{"description": "no"}', "429 Too Many Requests"))

    await line.do_request(method_of(far.address), "POST", asked(n=1))
    await line.do_request(f"{far.address}/file/bot{TOKEN}/documents/1.trf", "GET")
    far.talk = fails
    await line.do_request(method_of(far.address), "POST", asked(n=1))
    with pytest.raises(NetworkError):
        await line.do_request(method_of("http://127.0.0.1:1"), "POST", asked(n=1))
    assert line._figures.calls == {("sendMessage", "200"): 1, ("file", "200"): 1, ("sendMessage", "429"): 1,
                                   ("sendMessage", "failed"): 1}


# what fails

async def test_no_connection_is_certain(line: Line) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))                       # and nobody listens
        with pytest.raises(NetworkError) as refused:
            await line.do_request(method_of(f"http://127.0.0.1:{taken.getsockname()[1]}"), "POST", asked(n=1))
    assert certain(refused.value) and not isinstance(refused.value, TimedOut)


@pytest.mark.parametrize("address", ["ftp://127.0.0.1", "http://", "http://[::1", "no address", f"http://{'a' * 80}.example"])
async def test_an_address_that_makes_no_sense_is_certain(line: Line, address: str) -> None:
    with pytest.raises(NetworkError) as failed:
        await line.do_request(method_of(address), "POST", asked(n=1))
    assert certain(failed.value)


async def test_no_tls_is_certain(far: Far, line: Line) -> None:
    with pytest.raises(NetworkError) as failed:
        await line.do_request(method_of(far.address.replace("http:", "https:")), "POST", asked(n=1), connect_timeout=0.1)
    assert certain(failed.value) and isinstance(failed.value, TimedOut)
    assert not far.requests


@pytest.mark.parametrize("seconds", [0.05, 0])
async def test_busy_connections_are_certain(far: Far, open_line: Callable[..., Awaitable[Line]], seconds: float) -> None:
    line, answering = await open_line(1), asyncio.Event()

    async def hesitates(request: Request, writer: asyncio.StreamWriter) -> None:
        await answering.wait()
        writer.write(answer(request[2]))

    far.talk = hesitates
    first = asyncio.create_task(line.do_request(method_of(far.address), "POST", asked(n=1)))
    await far.heard.wait()
    with pytest.raises(TimedOut) as failed:
        await line.do_request(method_of(far.address), "POST", asked(n=2), pool_timeout=seconds)
    assert certain(failed.value) and len(far.requests) == 1
    answering.set()
    assert await first == (200, b'{"n": 1}')
    assert await line.do_request(method_of(far.address), "POST", asked(n=3)) == (200, b'{"n": 3}')


async def test_a_line_that_is_closed_is_certain_and_can_be_opened_again(far: Far) -> None:
    line = Line(4, Config(token=TOKEN), Figures())
    for _ in range(2):
        with pytest.raises(NetworkError) as failed:
            await line.do_request(method_of(far.address), "POST", asked(n=1))
        assert certain(failed.value) and not far.requests
        await line.initialize()
        await line.initialize()
        await line.do_request(method_of(far.address), "POST", asked(n=1))
        await line.shutdown()
        await line.shutdown()
        far.requests.clear()
    assert far.connections == 2


async def hangs_up(request: Request, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def breaks_off(request: Request, writer: asyncio.StreamWriter) -> None:
    writer.write(answer(b"x" * 100)[:-1])
    writer.close()


async def babbles(request: Request, writer: asyncio.StreamWriter) -> None:
    writer.write(b"What? " + request[0].encode() + b"\r\n\r\n")


async def resets(request: Request, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


@pytest.mark.parametrize("talk", [hangs_up, breaks_off, babbles, resets])
async def test_no_whole_answer_is_a_doubt(far: Far, line: Line, talk: Talk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    far.talk = talk
    with pytest.raises(NetworkError) as failed:
        await line.do_request(method_of(far.address), "POST", asked(n=1))
    assert not certain(failed.value) and not isinstance(failed.value, TimedOut)
    far.talk = echoes
    assert await line.do_request(method_of(far.address), "POST", asked(n=2)) == (200, b'{"n": 2}')
    assert len(far.requests) == 2, "a POST is never repeated"
    assert TOKEN not in caplog.text


async def test_a_late_answer_is_a_doubt_and_not_taken_for_the_next(far: Far, open_line: Callable[..., Awaitable[Line]]) -> None:
    line, late = await open_line(1), asyncio.Event()

    async def hesitates(request: Request, writer: asyncio.StreamWriter) -> None:
        await late.wait()
        writer.write(answer(request[2]))

    far.talk = hesitates
    with pytest.raises(TimedOut) as failed:
        await line.do_request(method_of(far.address), "POST", asked(n=1), read_timeout=0.05)
    assert not certain(failed.value)
    far.talk = echoes
    late.set()
    assert await line.do_request(method_of(far.address), "POST", asked(n=2)) == (200, b'{"n": 2}')


async def test_who_does_not_listen_does_not_keep_us(line: Line) -> None:
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        with pytest.raises(TimedOut) as failed:
            await line.do_request(method_of(f"http://127.0.0.1:{deaf.getsockname()[1]}"), "POST",
                                  asked(document=InputFile(bytes(2**24), filename="x")), write_timeout=0.1)
    assert not certain(failed.value)


@pytest.mark.parametrize("warm", [False, True])
async def test_a_call_that_is_cancelled_leaves_nothing_behind(
        far: Far, open_line: Callable[..., Awaitable[Line]], warm: bool) -> None:
    line, steps, over = await open_line(1), 0, False
    while not over:
        if not warm:
            await line.shutdown()
            await line.initialize()
        call = asyncio.create_task(line.do_request(method_of(far.address), "POST", asked(n=1)))
        for _ in range(steps):
            await asyncio.sleep(0)
        over = not call.cancel()
        await asyncio.wait([call])
        assert await line.do_request(method_of(far.address), "POST", asked(n=2)) == (200, b'{"n": 2}')
        steps += 1
    assert steps > 5, "from before it began until after it was over"


async def test_cancelled_in_the_middle_of_the_answer(far: Far, open_line: Callable[..., Awaitable[Line]]) -> None:
    line = await open_line(1)

    async def stammers(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b'{"n": 1}')[:-4])

    far.talk = stammers
    for number in range(3):
        far.heard.clear()
        call = asyncio.create_task(line.do_request(method_of(far.address), "POST", asked(n=number)))
        await far.heard.wait()
        for _ in range(5):
            await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    far.talk = echoes
    assert await line.do_request(method_of(far.address), "POST", asked(n=2)) == (200, b'{"n": 2}')
    assert far.connections == 4


class Napping:
    """Another end, in a thread: answers one request on each connection, and hangs up when it is told to."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.answered = 0
        self.nap, self.asleep = threading.Event(), threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        for _ in range(2):
            connection, _ = self._socket.accept()
            while not connection.recv(2**16).endswith(b"}"):
                pass
            self.answered += 1
            connection.sendall(answer(b"{}"))
            self.nap.wait()
            connection.close()
            self.asleep.set()


async def test_a_connection_that_was_closed_while_idle_is_no_doubt(line: Line) -> None:
    """The close has come, but the event loop has had no time to see it."""
    other = Napping()
    await line.do_request(method_of(other.address), "POST", asked(n=1))
    other.nap.set()
    assert other.asleep.wait(20)                             # on purpose without letting the loop run
    assert await line.do_request(method_of(other.address), "POST", asked(n=2)) == (200, b"{}")
    assert other.answered == 2


async def test_what_is_said_unasked_is_not_taken_for_the_answer(far: Far, line: Line) -> None:
    """So some proxies take their leave of a connection that is idle. It has been read, but by nobody."""
    said = asyncio.Event()

    async def rambles(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(request[2]))
        await writer.drain()
        await said.wait()
        writer.write(answer(b"{}", "408 Request Timeout"))

    far.talk = rambles
    assert await line.do_request(method_of(far.address), "POST", asked(n=1)) == (200, b'{"n": 1}')
    assert line._session is not None and isinstance(line._session.connector, Connections)
    protocol, = line._session.connector._used
    far.talk = echoes
    said.set()
    while not protocol.should_close:
        await asyncio.sleep(0)
    assert await line.do_request(method_of(far.address), "POST", asked(n=2)) == (200, b'{"n": 2}')
    assert far.connections == 2


@pytest.mark.parametrize("body", [b"<html>Anna</html>", b'{"ok": true, "result": {"text": "Anna', b"[7]", b"{}", b"", b"[" * 100_000])
@pytest.mark.parametrize("status", ["200 OK", "302 Found", "400 Bad Request", "403 Forbidden", "404 Not Found", "429 Too Many Requests",
                                    "502 Bad Gateway"])
async def test_a_page_of_somebody_between_is_no_word_of_telegrams(
        far: Far, line: Line, caplog: pytest.LogCaptureFixture, status: str, body: bytes) -> None:
    """Not that the token is wrong (404), that the chat does not want the bot (403) or that the text is bad (400)."""
    async def stands_between(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(body, status))

    far.talk = stands_between
    with pytest.raises(NetworkError) as failed:
        await line.post(method_of(far.address), asked(n=1))
    assert type(failed.value) is NetworkError and not certain(failed.value)
    assert "Anna" not in caplog.text + "".join(map(repr, chain(failed.value)))
    assert line._figures.calls["sendMessage", status[:3]] == 1


# the way

async def test_proxies_of_the_environment_are_used(far: Far, open_line: Callable[..., Awaitable[Line]],
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", far.address.replace("//", "//olga:Swordfish@"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    line = await open_line()
    for _ in range(2):
        await line.do_request(method_of("http://telegram.example"), "POST", asked(n=1))
    await line.do_request(method_of(far.address), "POST", asked(n=1))
    (first, headers, _), _, (direct, _, _) = far.requests
    assert first == f"POST http://telegram.example/bot{TOKEN}/sendMessage HTTP/1.1"
    assert headers["proxy-authorization"] == "Basic b2xnYTpTd29yZGZpc2g=" and far.connections == 2
    assert direct == f"POST /bot{TOKEN}/sendMessage HTTP/1.1"


async def test_a_proxy_that_will_not_is_certain(far: Far, open_line: Callable[..., Awaitable[Line]],
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuses(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"", "403 Forbidden"))

    monkeypatch.setenv("ALL_PROXY", far.address.replace("http://", "olga:Swordfish@"))
    line = await open_line()
    for far.talk in (refuses, hangs_up):
        with pytest.raises(NetworkError) as failed:
            await line.do_request(method_of("https://telegram.example"), "POST", asked(n=1))
        assert certain(failed.value)
        assert not [one for one in chain(failed.value) if "Swordfish" in f"{one}{one!r}"]
    assert [first for first, _, _ in far.requests] == ["CONNECT telegram.example:443 HTTP/1.1"] * 2


@pytest.mark.parametrize("proxy", ["socks5://olga:Swordfish@127.0.0.1:1080", "http://olga:Swordfish@[::1"])
def test_a_proxy_of_another_kind_is_refused_by_its_variable(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setenv("all_proxy", proxy)
    with pytest.raises(Misconfigured, match="ALL_PROXY") as told:
        Proxies()
    assert "Swordfish" not in str(told.value)


async def test_tls_trusts_who_is_known_and_nobody_else(
        tmp_path: Path, open_line: Callable[..., Awaitable[Line]], monkeypatch: pytest.MonkeyPatch) -> None:
    if (program := shutil.which("openssl")) is None:
        pytest.skip("no openssl to make a certificate")
    subprocess.run([program, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "certificate.pem",
                    "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
                   cwd=tmp_path, check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "certificate.pem", tmp_path / "key.pem")
    far: Any = Far()
    server = await asyncio.start_server(far.serve, "127.0.0.1", 0, ssl=context)
    url = method_of(f"https://localhost:{server.sockets[0].getsockname()[1]}")
    stranger = await open_line()
    with pytest.raises(NetworkError) as failed:
        await stranger.do_request(url, "POST", asked(n=1))
    assert certain(failed.value) and not far.requests
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    friend, before = await open_line(), far.connections
    for number in range(4):
        assert await friend.do_request(url, "POST", asked(n=number)) == (200, b'{"n": %d}' % number)
    assert far.connections - before == 1
    server.close()
    far.close()


async def test_a_bot_that_never_reached_telegram_hangs_up_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    app = App(Config(token=TOKEN, api_url="http://127.0.0.1:1/bot", database_url=memory.url(tmp_path / "club.db")))
    starting = asyncio.create_task(app.__aenter__())
    async with asyncio.timeout(20):
        while not app.figures.calls:
            await asyncio.sleep(0.01)
    starting.cancel()
    await asyncio.wait([starting])
    del app, starting
    gc.collect()
    assert "can not be reached" in caplog.text and "Unclosed" not in caplog.text
