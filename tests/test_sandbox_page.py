"""Does a page of phones get all it needs: a snapshot, then every event, in JSON?"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from aiohttp import ClientSession, web
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.sandbox import Sandbox


async def test_events_tell_what_phones_show() -> None:
    async with Sandbox() as sandbox, Bot(sandbox.token, base_url=sandbox.base_url) as bot:
        olga = sandbox.person("Olga")
        group = sandbox.group("Chess club", creator=olga)
        with sandbox.events.subscribe() as events:
            await sandbox.add_bot(group, by=olga, admin=True)
            await bot.send_chat_action(group.id, "typing")
            markup = InlineKeyboardMarkup([[InlineKeyboardButton("Join", callback_data="j")]])
            sent = await bot.send_message(group.id, "<b>Entry</b>", parse_mode="HTML", reply_markup=markup)
            post = sandbox.message(group.id, sent.message_id)
            await bot.pin_chat_message(group.id, sent.message_id)
            tap = olga.tap(post, "Join")
            await bot.answer_callback_query(tap.query.id, "You are in")
            await bot.edit_message_text("Closed", group.id, sent.message_id)
            await bot.unpin_chat_message(group.id, sent.message_id)
            await bot.delete_message(group.id, sent.message_id)
            seen: list[dict[str, Any]] = []
            while not seen or seen[-1]["kind"] != "deleted":
                seen.append(await asyncio.wait_for(anext(events), 1))
        assert [event["kind"] for event in seen] == [
            "members", "message", "members", "typing", "message", "pinned", "message", "toast", "edited",
            "unpinned", "deleted",
        ]  # fmt: skip
        assert {event["chat"] for event in seen} == {group.id}
        entry, toast, edited = (
            next(e for e in seen if fits(e)) for fits in (has("Entry"), is_toast, has("Closed"))
        )
        assert entry["message"]["html"] == "<b>Entry</b>"
        assert entry["message"]["buttons"] == [[{"text": "Join", "data": "j", "url": None}]]
        assert (toast["user"], toast["text"], toast["alert"]) == (olga.id, "You are in", False)
        assert (edited["message"]["id"], edited["message"]["edits"]) == (sent.message_id, 1)
        assert json.loads(json.dumps(seen)) == seen


def has(text: str) -> Any:
    return lambda event: event.get("message", {}).get("text") == text


def is_toast(event: dict[str, Any]) -> bool:
    return event["kind"] == "toast"


async def test_a_snapshot_is_the_chat_as_it_stands() -> None:
    async with Sandbox() as sandbox, Bot(sandbox.token, base_url=sandbox.base_url) as bot:
        olga = sandbox.person("Olga", started=True)
        group = sandbox.group("Chess club", creator=olga)
        await sandbox.add_bot(group, by=olga, admin=True)
        gone = await bot.send_message(group.id, "gone")
        sent = await bot.send_message(group.id, "Entry")
        await bot.pin_chat_message(group.id, sent.message_id)
        await bot.delete_message(group.id, gone.message_id)
        shot = sandbox.snapshot(group.id)
        assert shot["chat"] == {"id": group.id, "type": "group", "title": "Chess club"}
        assert [(it["text"], it["service"]) for it in shot["messages"]] == [
            ("", "new_chat_members"),
            ("Entry", None),
            ("", "pinned_message"),
        ]
        assert shot["pinned"] == [sent.message_id]
        assert [(it["name"], it["status"]) for it in shot["members"]] == [
            ("Olga", "creator"),
            (sandbox.bot.name, "administrator"),
        ]
        await bot.send_message(olga.id, "Hello")
        private = sandbox.snapshot(olga.id)
        assert [(it["text"], it["is_bot"]) for it in private["messages"]] == [("Hello", True)]
        assert json.loads(json.dumps([shot, private])) == [shot, private]


async def test_a_page_can_be_served_beside_the_api() -> None:
    async def page(request: web.Request) -> web.Response:
        return web.Response(text="phones")

    sandbox = Sandbox()
    sandbox.server.app.router.add_get("/", page)
    async with sandbox, ClientSession() as http, http.get(f"http://127.0.0.1:{sandbox.server.port}/") as answer:
        assert await answer.text() == "phones"
