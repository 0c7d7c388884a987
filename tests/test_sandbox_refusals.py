"""Does the sandbox refuse what Telegram refuses, in Telegram's words?"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest

from bot.sandbox import Group, Message, Person, Sandbox

SAME = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)
OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"
PINS = "Bad Request: not enough rights to manage pinned messages in the chat"


@dataclass
class Scene:
    """A group with the bot, people in all states, and a clock that a test moves."""

    sandbox: Sandbox
    http: aiohttp.ClientSession
    time: datetime
    olga: Person  # has pressed Start
    anna: Person  # has not
    boris: Person  # has blocked the bot
    group: Group
    post: Message

    async def raw(self, method: str, token: str = "", **params: Any) -> tuple[int, dict[str, Any]]:
        url = f"{self.sandbox.base_url}{token or self.sandbox.token}/{method}"
        async with self.http.post(url, json=params) as response:
            return response.status, await response.json()

    async def ok(self, method: str, **params: Any) -> Any:
        status, body = await self.raw(method, **params)
        assert (status, body["ok"]) == (200, True), body
        return body["result"]

    async def refused(self, method: str, **params: Any) -> str:
        status, body = await self.raw(method, **params)
        assert body["ok"] is False and body["error_code"] == status, body
        return str(body["description"])


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    time = [datetime(2026, 3, 1, 18, tzinfo=UTC)]
    sandbox = Sandbox(lambda: made.time if made else time[0])
    made: Scene | None = None
    async with sandbox, aiohttp.ClientSession() as http:
        olga, anna, boris = (sandbox.person(name) for name in ("Olga", "Anna", "Boris"))
        group = sandbox.group("Chess club", creator=olga, members=[anna, boris])
        await sandbox.add_bot(group, by=olga)
        await olga.start()
        await boris.start()
        await boris.blocks()
        made = Scene(sandbox, http, time[0], olga, anna, boris, group, post=None)  # type: ignore[arg-type]
        keys = {"inline_keyboard": [[{"text": "I won", "callback_data": "w"}]]}
        await made.ok("sendMessage", chat_id=group.id, text="Round 1", reply_markup=keys)
        made.post = group.last()
        yield made


def keyboard(**button: Any) -> dict[str, Any]:
    return {"inline_keyboard": [[{"text": "press", **button}]]}


async def test_a_wrong_token_or_method(scene: Scene) -> None:
    assert (await scene.raw("getMe", token="1:x"))[0] == 401
    assert await scene.refused("sendMassage", chat_id=1) == "Not Found: method not found"
    assert (await scene.ok("GETME"))["username"] == scene.sandbox.bot.username


@pytest.mark.parametrize(
    ("more", "description"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": " \n "}, "message text is empty"),
        ({"text": "<b></b>", "parse_mode": "HTML"}, "message text is empty"),
        ({"text": "x" * 4097}, "message is too long"),
        ({"text": "😀" * 2049}, "message is too long"),
        ({"text": "x", "parse_mode": "Markdown"}, "unsupported parse_mode"),
        (
            {"text": "a <x>", "parse_mode": "HTML"},
            'can\'t parse entities: Unsupported start tag "x" at byte offset 2',
        ),
        ({"text": "x", "reply_markup": keyboard(callback_data="ж" * 33)}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "reply_markup": keyboard(callback_data="")}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "reply_markup": keyboard(url="nowhere")}, "BUTTON_URL_INVALID"),
        ({"text": "x", "reply_markup": keyboard(url="t.me/x", text=" ")}, "BUTTON_TEXT_INVALID"),
        (
            {"text": "x", "reply_markup": keyboard()},
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        (
            {"text": "x", "reply_markup": {"inline_keyboard": 101 * [[{"text": "x", "callback_data": "x"}]]}},
            "REPLY_MARKUP_TOO_LONG",
        ),
        ({"text": "x", "message_thread_id": 7}, "message thread not found"),
        ({"text": "x", "reply_parameters": {"message_id": 999}}, "message to be replied not found"),
        ({"text": "x", "colour": "red"}, 'unknown parameter "colour" of sendMessage'),
        ({"text": 5}, 'can\'t parse "text": String expected'),
        ({"text": "x", "protect_content": "yes"}, 'can\'t parse "protect_content": not JSON of type Boolean'),
        (
            {"text": "x", "reply_markup": keyboard(callback_data="x", color="red")},
            'can\'t parse "reply_markup.inline_keyboard[0][0]": InlineKeyboardButton has no field "color"',
        ),
        (
            {"text": "x", "reply_markup": {"inline_keyboard": [[{"callback_data": "x"}]]}},
            'can\'t parse "reply_markup.inline_keyboard[0][0]": Can\'t find field "text"',
        ),
    ],
)
async def test_a_message_that_can_not_be_sent(scene: Scene, more: dict[str, Any], description: str) -> None:
    before = len(scene.group.messages)
    assert await scene.refused("sendMessage", chat_id=scene.group.id, **more) == f"Bad Request: {description}"
    assert len(scene.group.messages) == before
    assert len(scene.sandbox.journal.refused()) == 1


async def test_a_parameter_that_is_missing(scene: Scene) -> None:
    assert await scene.refused("sendMessage", text="x") == "Bad Request: chat_id is empty"
    assert await scene.refused("sendMessage", chat_id=scene.group.id) == "Bad Request: message text is empty"
    assert (
        await scene.refused("getChatMember", chat_id=scene.group.id)
        == 'Bad Request: parameter "user_id" is required'
    )


async def test_the_longest_message_counts_after_parsing_and_in_utf16(scene: Scene) -> None:
    text = "<b>" + "😀" * 2048 + "</b>"
    sent = await scene.ok("sendMessage", chat_id=scene.group.id, text=text, parse_mode="HTML")
    assert sent["entities"] == [{"type": "bold", "offset": 0, "length": 4096}]


async def test_people_who_can_not_be_written_to(scene: Scene) -> None:
    async def why(chat: int) -> str:
        return await scene.refused("sendMessage", chat_id=chat, text="x")

    stranger = scene.sandbox.person("Stranger")
    assert await why(scene.anna.id) == "Forbidden: bot can't initiate conversation with a user"
    assert await why(scene.boris.id) == "Forbidden: bot was blocked by the user"
    assert await why(stranger.id) == "Bad Request: chat not found"
    assert await why(1) == await why(-1) == "Bad Request: chat not found"
    assert await why(scene.sandbox.bot.id) == "Forbidden: bots can't send messages to bots"
    scene.olga.user.deactivated = True
    assert await why(scene.olga.id) == "Forbidden: user is deactivated"


async def test_groups_that_can_not_be_written_to(scene: Scene) -> None:
    sandbox, olga = scene.sandbox, scene.olga

    async def why(group: Group) -> str:
        return await scene.refused("sendMessage", chat_id=group.id, text="x")

    scene.group.silence()
    assert await why(scene.group) == "Bad Request: not enough rights to send text messages to the chat"
    await scene.group.remove_bot(by=olga)
    assert await why(scene.group) == "Forbidden: bot was kicked from the group chat"
    never, big = (
        sandbox.group("Elsewhere", creator=olga),
        sandbox.group("Big", creator=olga, type="supergroup"),
    )
    assert await why(never) == "Bad Request: chat not found"
    await sandbox.add_bot(big, by=olga)
    await scene.ok("leaveChat", chat_id=big.id)
    assert await why(big) == "Forbidden: bot is not a member of the supergroup chat"
    await sandbox.add_bot(big, by=olga)
    big.delete()
    assert await why(big) == "Forbidden: the group chat was deleted"


async def test_edits(scene: Scene) -> None:
    group, post = scene.group, scene.post
    keys = {"inline_keyboard": [[{"text": "I won", "callback_data": "w"}]]}
    there = {"chat_id": group.id, "message_id": post.id}
    assert await scene.refused("editMessageText", **there, text="Round 1 ", reply_markup=keys) == SAME
    assert await scene.refused("editMessageReplyMarkup", **there, reply_markup=keys) == SAME
    assert (
        await scene.refused("editMessageText", text="x") == "Bad Request: message identifier is not specified"
    )
    assert (
        await scene.refused("editMessageText", chat_id=group.id, message_id=999, text="x")
        == "Bad Request: message to edit not found"
    )
    typed = await scene.anna.types(group, "hello")
    assert (
        await scene.refused("editMessageText", chat_id=group.id, message_id=typed.id, text="x")
        == "Bad Request: message can't be edited"
    )
    assert (
        await scene.refused("editMessageCaption", **there, caption="x")
        == "Bad Request: there is no caption in the message to edit"
    )
    assert await scene.refused("editMessageText", **there, text="x" * 4097) == "Bad Request: MESSAGE_TOO_LONG"
    assert post.edits == 0
    await scene.ok("editMessageText", **there, text="Round 1", reply_markup=keyboard(callback_data="w"))
    await scene.ok("editMessageText", **there, text="Round 1")
    assert (post.edits, post.buttons) == (2, [])
    assert [version.keyboard[0][0].text for version in post.history] == ["I won", "press"]
    await scene.olga.deletes(await scene.olga.types(group, "mine"))
    scene.sandbox.world.remove(post)
    assert (
        await scene.refused("editMessageText", **there, text="y") == "Bad Request: message to edit not found"
    )


async def test_deleting(scene: Scene) -> None:
    group = scene.group

    async def delete(message: Message) -> str:
        status, body = await scene.raw("deleteMessage", chat_id=group.id, message_id=message.id)
        return "ok" if status == 200 else str(body["description"])

    typed = await scene.anna.types(group, "hello")
    assert await delete(typed) == "Bad Request: message can't be deleted"
    scene.time += timedelta(hours=49)
    assert await delete(scene.post) == "Bad Request: message can't be deleted for everyone"
    await scene.sandbox.add_bot(group, by=scene.olga, admin=True, can_delete=True)
    assert await delete(scene.post) == await delete(typed) == "ok"
    assert await delete(typed) == "Bad Request: message to delete not found"


async def test_pins_need_the_right(scene: Scene) -> None:
    group, post, olga = scene.group, scene.post, scene.olga
    there = {"chat_id": group.id, "message_id": post.id}
    assert await scene.refused("pinChatMessage", **there) == PINS
    await scene.sandbox.add_bot(group, by=olga, admin=True, can_pin=False)
    assert await scene.refused("pinChatMessage", **there) == PINS
    assert await scene.refused("unpinChatMessage", chat_id=group.id) == PINS
    await scene.sandbox.add_bot(group, by=olga, admin=True, can_pin=True)
    assert (
        await scene.refused("pinChatMessage", chat_id=group.id, message_id=999)
        == "Bad Request: message to pin not found"
    )
    await scene.ok("pinChatMessage", **there)
    assert group.pinned == [post]
    assert "pinned_message" in group.messages[-1].service
    assert (await scene.ok("getChat", chat_id=group.id))["pinned_message"]["message_id"] == post.id
    await scene.ok("unpinChatMessage", chat_id=group.id)
    assert group.pinned == []
    assert (
        await scene.refused("unpinChatMessage", chat_id=group.id) == "Bad Request: message to unpin not found"
    )


async def test_answers_to_taps(scene: Scene) -> None:
    async def answer(**more: Any) -> str:
        return await scene.refused("answerCallbackQuery", callback_query_id=tap.query.id, **more)

    tap = scene.anna.tap(scene.post, "I won")
    assert await answer(text="x" * 201) == "Bad Request: MESSAGE_TOO_LONG"
    assert await answer(url="https://example.org") == "Bad Request: URL_INVALID"
    await scene.ok("answerCallbackQuery", callback_query_id=tap.query.id, text="x" * 200)
    assert (await tap.toast()).text == "x" * 200
    assert await answer(text="again") == OLD
    tap = scene.anna.tap(scene.post, "I won")
    scene.time += timedelta(seconds=151)
    assert await answer(text="late") == OLD
    assert await scene.refused("answerCallbackQuery", callback_query_id="made up") == OLD


async def test_menus_and_descriptions(scene: Scene) -> None:
    menu = [{"command": "join", "description": "Take part"}]
    scope = {"type": "all_group_chats"}
    await scene.ok("setMyCommands", commands=menu, scope=scope, language_code="ru")
    assert await scene.ok("getMyCommands", scope=scope, language_code="ru") == menu
    assert await scene.ok("getMyCommands", scope=scope) == []
    await scene.ok("deleteMyCommands", scope=scope, language_code="ru")
    assert await scene.ok("getMyCommands", scope=scope, language_code="ru") == []
    for command, description, error in (
        ("Join", "x", "BOT_COMMAND_INVALID"),
        ("j-n", "x", "BOT_COMMAND_INVALID"),
        ("", "x", "BOT_COMMAND_INVALID"),
        ("join", "", "BOT_COMMAND_DESCRIPTION_INVALID"),
    ):
        wrong = [{"command": command, "description": description}]
        assert await scene.refused("setMyCommands", commands=wrong) == f"Bad Request: {error}"
    assert await scene.refused("setMyCommands", commands=101 * menu) == "Bad Request: BOT_COMMANDS_TOO_MUCH"
    assert "has no field" in await scene.refused(
        "setMyCommands", commands=menu, scope={**scope, "chat_id": 1}
    )
    assert "language" in await scene.refused("setMyCommands", commands=menu, language_code="russian")
    await scene.ok("setMyDescription", description="Swiss evenings", language_code="en")
    assert await scene.ok("getMyDescription", language_code="en") == {"description": "Swiss evenings"}
    assert "TOO_LONG" in await scene.refused("setMyShortDescription", short_description="x" * 121)


async def test_chats_and_members(scene: Scene) -> None:
    group, olga, anna = scene.group, scene.olga, scene.anna
    stranger = scene.sandbox.person("Stranger")
    assert (await scene.ok("getChatMember", chat_id=group.id, user_id=olga.id))["status"] == "creator"
    assert (await scene.ok("getChatMember", chat_id=group.id, user_id=anna.id))["status"] == "member"
    assert (await scene.ok("getChatMember", chat_id=group.id, user_id=stranger.id))["status"] == "left"
    assert (
        await scene.refused("getChatMember", chat_id=group.id, user_id=5)
        == "Bad Request: PARTICIPANT_ID_INVALID"
    )
    assert await scene.ok("getChatMemberCount", chat_id=group.id) == 4
    await group.promote(anna, by=olga, rights=["can_pin_messages"])
    await group.add(stranger, by=olga)
    await group.remove(stranger, by=olga)
    admins = await scene.ok("getChatAdministrators", chat_id=group.id)
    assert [(it["user"]["id"], it["status"]) for it in admins] == [
        (olga.id, "creator"),
        (anna.id, "administrator"),
    ]
    assert admins[1]["can_pin_messages"] and not admins[1]["can_delete_messages"]
    assert (await scene.ok("getChatMember", chat_id=group.id, user_id=stranger.id))["status"] == "kicked"
    assert (
        await scene.refused("getChatAdministrators", chat_id=olga.id)
        == "Bad Request: there are no administrators in the private chat"
    )


async def test_a_form_is_read_like_json(scene: Scene) -> None:
    form = {
        "chat_id": str(scene.group.id),
        "text": "12",
        "disable_notification": "true",
        "reply_markup": json.dumps(keyboard(callback_data="x")),
    }
    async with scene.http.post(
        f"{scene.sandbox.base_url}{scene.sandbox.token}/sendMessage", data=form
    ) as answer:
        assert answer.status == 200
    (call,) = scene.sandbox.journal.calls("sendMessage", text="12")
    assert call.params == {
        "chat_id": scene.group.id,
        "text": "12",
        "disable_notification": True,
        "reply_markup": keyboard(callback_data="x"),
    }


@pytest.mark.parametrize("body", ["{", "5", "[1]"])
async def test_a_body_that_is_no_object(scene: Scene, body: str) -> None:
    url, headers = f"{scene.sandbox.base_url}{scene.sandbox.token}/getMe", {"Content-Type": "application/json"}
    async with scene.http.post(url, data=body, headers=headers) as answer:
        assert answer.status == 400
        assert "can't parse request body" in (await answer.json())["description"]
