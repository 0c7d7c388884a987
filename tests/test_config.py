"""Does a wrong environment say which variable, and does no log ever hold the token?"""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bot import logs
from bot.__main__ import main
from bot.config import Config, Misconfigured
from bot.voice import cut

TOKEN = "7000000001:AAExampleExampleExampleExampleExample"
ROOT = Path(__file__).parent.parent


def test_what_is_not_set_has_a_default_and_what_is_set_counts() -> None:
    config = Config.from_environment({"BOT_TOKEN": TOKEN, "BEAT": "0.5", "LOG_LEVEL": "debug", "POLL": " "})
    assert (config.token, config.beat, config.log_level) == (TOKEN, 0.5, "DEBUG")
    assert config.poll == Config(token=TOKEN).poll


@pytest.mark.parametrize(("variable", "value"), [
    ("BEAT", "soon"), ("BEAT", "-1"), ("BEAT", "nan"), ("LIMIT_GROUP", "0"), ("LIMIT_GROUP", "1.5"),
    ("LOG_LEVEL", "LOUD"), ("BOT_TOKEN", "secret"), ("LOG_FORMAT", "xml"), ("WEBHOOK_URL", "club.example/telegram"),
    ("WEBHOOK_URL", "ftp://club.example"), ("WEBHOOK_URL", "https://club.example/metrics"), ("WEBHOOK_LISTEN", "8080"),
    ("WEBHOOK_LISTEN", "localhost:"), ("METRICS_LISTEN", "localhost:70000"), ("WEBHOOK_SECRET", "two words"),
    ("WEBHOOK_CONNECTIONS", "101"), ("BOT_API_URL", "127.0.0.1:8081/bot"), ("BOT_API_FILE_URL", "ftp://club.example/file/bot")])
def test_an_error_names_the_variable(variable: str, value: str) -> None:
    with pytest.raises(Misconfigured, match=variable):
        Config.from_environment({"BOT_TOKEN": TOKEN, variable: value})


def test_an_error_does_not_quote_the_token() -> None:
    """An address without its scheme, with the token where some put it."""
    for variable in ("WEBHOOK_URL", "BOT_API_URL", "LOG_LEVEL"):
        with pytest.raises(Misconfigured, match=r"but it is 'club.example/\[token\]'") as told:
            Config.from_environment({"BOT_TOKEN": TOKEN, variable: f"club.example/{TOKEN}"})
        assert TOKEN not in str(told.value)


def test_the_webhook_has_its_own_variables_and_its_secret_is_never_shown() -> None:
    url = "https://club.example/telegram"
    config = Config.from_environment({"BOT_TOKEN": TOKEN, "WEBHOOK_URL": url, "WEBHOOK_SECRET": "Swordfish",
                                      "WEBHOOK_LISTEN": "0.0.0.0:8443", "METRICS_LISTEN": "[::1]:9100"})
    assert (config.webhook_url, config.webhook_secret) == (url, "Swordfish")
    assert (config.webhook_listen, config.metrics_listen) == (("0.0.0.0", 8443), ("::1", 9100))
    assert "Swordfish" not in repr(config)
    with pytest.raises(Misconfigured) as told:
        Config.from_environment({"BOT_TOKEN": TOKEN, "WEBHOOK_SECRET": "Sword fish"})
    assert "Sword" not in str(told.value)


def test_what_an_extra_is_needed_for_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.config.find_spec", lambda name: None if name == "prometheus_client" else name)
    with pytest.raises(Misconfigured, match=r"METRICS_LISTEN needs more: pip install '\.\[metrics\]'"):
        Config.from_environment({"BOT_TOKEN": TOKEN, "METRICS_LISTEN": "127.0.0.1:9100"})


def test_the_log_says_why_telegram_can_not_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    bot = subprocess.Popen([sys.executable, "-m", "bot"], cwd=ROOT, stderr=subprocess.PIPE, text=True, env={
        "BOT_TOKEN": TOKEN, "DATABASE_URL": "sqlite:///:memory:", "BOT_API_URL": f"http://127.0.0.1:{port}/bot"})
    with bot:
        assert bot.stderr is not None
        said = bot.stderr.readline()
        bot.terminate()
    assert "Telegram can not be reached: trying again error=ClientConnectorError\n" in said


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "bot", *words], env={}, cwd=ROOT, capture_output=True, text=True,
                          check=False)


def test_without_a_token_it_says_where_to_get_one_and_that_there_is_a_demo() -> None:
    done = run()
    assert done.returncode == 1
    assert "BOT_TOKEN" in done.stderr and "@BotFather" in done.stderr and "python -m bot demo" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("level", "lines"), [("DEBUG", 4), ("INFO", 3), ("WARNING", 2), ("ERROR", 1)])
def test_the_log_says_as_much_as_was_asked_for(capsys: pytest.CaptureFixture[str], level: str, lines: int) -> None:
    root = logging.getLogger()
    before, was = root.handlers[:], root.level
    try:
        logs.configure(level, TOKEN)
        for each in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR):
            logging.getLogger("bot.test").log(each, "said")
    finally:
        root.handlers[:] = before
        root.setLevel(was)
    assert capsys.readouterr().err.count("said") == lines


def test_what_nobody_expected_ends_it_without_its_words(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    quoted = "Anna"                                   # a traceback shows the line of the program

    async def stumbles(config: Config) -> None:
        raise KeyError(quoted, config.token, config.webhook_secret)

    monkeypatch.setattr("bot.__main__.serve", stumbles)
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("WEBHOOK_SECRET", "Swordfish_4711")
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        assert main([]) == 1
        logging.getLogger("bot").error("shown: Swordfish_4711")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    told = capsys.readouterr().err
    assert "can not go on" in told and "KeyError" in told and "python -m storage check" in told
    assert quoted not in told and TOKEN not in told and "Swordfish" not in told


def test_an_unknown_word_is_wrong_usage() -> None:
    done = run("dance")
    assert done.returncode == 2 and "usage" in done.stderr


def test_the_token_is_in_no_repr_and_blotted_out_in_every_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert TOKEN not in repr(Config(token=TOKEN))
    root, before = logging.getLogger(), logging.getLogger().handlers[:]
    level = root.level
    try:
        logs.configure("INFO", TOKEN)
        log = logging.getLogger("bot.test")
        log.info("POST https://api.telegram.org/bot%s/getMe", TOKEN)
        logs.say(log, logging.INFO, "update", cause="tap:1", url=f"x{TOKEN}y", text='a "b"')
        for name in ("httpx", "aiohttp.client", "asyncio"):
            logging.getLogger(name).info("HTTP Request: POST %s", TOKEN)
        try:
            raise RuntimeError(f"can not reach bot{TOKEN}")
        except RuntimeError:
            log.exception("failed")
        log.info("another token 123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    said = capsys.readouterr().err
    assert TOKEN not in said and "AAAAAAAA" not in said and "HTTP Request" not in said
    assert 'update cause=tap:1 url=x[token]y text="a \\"b\\""' in said
    assert "RuntimeError" in said


@pytest.mark.parametrize("text", ["short", "ж" * 300, "🂡" * 150, "a" * 199 + "🂡🂡", ""])
def test_a_toast_is_cut_to_what_fits(text: str) -> None:
    fits = cut(text, 200)
    assert len(fits.encode("utf-16-le")) // 2 <= 200
    assert fits == text or fits.endswith("…")
