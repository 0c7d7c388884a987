"""Does a killed bot find in the sandbox what it had not confirmed, and only that?"""

from __future__ import annotations

import asyncio
import sys

from bot.sandbox import Call, Sandbox

ECHO = """
import asyncio, sys
from telegram import Bot

async def main(token, base_url):
    offset = 0
    async with Bot(token, base_url=base_url) as bot:
        while True:
            for update in await bot.get_updates(offset=offset, timeout=10):
                await update.message.reply_text(update.message.text)
                offset = update.update_id + 1

asyncio.run(main(*sys.argv[1:]))
"""


async def echo(sandbox: Sandbox) -> asyncio.subprocess.Process:
    """A bot in a process of its own that says everything back."""
    return await asyncio.create_subprocess_exec(sys.executable, "-c", ECHO, sandbox.token, sandbox.base_url)


async def test_a_bot_killed_in_the_middle_of_a_call() -> None:
    async with Sandbox(patience=20) as sandbox:
        anna = sandbox.person("Anna", started=True)
        bot = await echo(sandbox)

        async def kill(call: Call) -> None:
            if call.text == "two":
                bot.kill()
                await bot.wait()

        await anna.writes("one")
        await anna.sees("one")
        sandbox.server.after.append(kill)  # the message is sent, its sender never hears of it
        await anna.writes("two")
        await bot.wait()
        await anna.writes("three")
        sandbox.server.after.clear()
        bot = await echo(sandbox)
        try:
            await anna.sees("three")
        finally:
            bot.kill()
            await bot.wait()
        assert [message.text for message in anna.reads()] == ["one", "two", "two", "three"]
        assert sandbox.updates.conflicts == 0
