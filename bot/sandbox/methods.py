"""The table of methods: name in the API → function from world and parameters to the result."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any

from . import asking, editing, profile, sending, taps
from .refusal import bad
from .schema import Params
from .world import World

SECRET = frozenset(string.ascii_letters + string.digits + "_-")

Method = Callable[[World, Params], Any]


def set_webhook(world: World, params: Params) -> Any:
    """From now on updates are brought (`bringing`), and polling is refused."""
    if params["url"] and not params["url"].startswith("https://"):
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    secret: str = params.get("secret_token", "")
    if not (len(secret) <= 256 and set(secret) <= SECRET):
        raise bad("secret token contains unallowed characters")
    return _hook(world, params, params["url"])


def delete_webhook(world: World, params: Params) -> Any:
    return _hook(world, params, "")


def get_webhook_info(world: World, params: Params) -> Any:
    allowed = world.updates.allowed
    return {
        "url": world.updates.webhook,
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
    } | ({"last_error_date": int(world.now().timestamp()), "last_error_message": world.updates.trouble}
         if world.updates.trouble else {}) | ({"allowed_updates": sorted(allowed)} if allowed else {})


def _hook(world: World, params: Params, url: str) -> bool:
    world.updates.hook(url, params.get("secret_token", ""), params.get("max_connections", 40),
                       params.get("allowed_updates"))
    if params.get("drop_pending_updates"):
        world.updates.forget()
    return True


METHODS: dict[str, Method] = {
    "getMe": asking.get_me,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "sendMessage": sending.send_message,
    "sendDocument": sending.send_document,
    "sendPhoto": sending.send_photo,
    "sendChatAction": sending.send_chat_action,
    "editMessageText": editing.edit_message_text,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageMedia": editing.edit_message_media,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "deleteMessage": editing.delete_message,
    "pinChatMessage": editing.pin_chat_message,
    "unpinChatMessage": editing.unpin_chat_message,
    "answerCallbackQuery": taps.answer_callback_query,
    "getChat": asking.get_chat,
    "getChatMember": asking.get_chat_member,
    "getChatAdministrators": asking.get_chat_administrators,
    "getChatMemberCount": asking.get_chat_member_count,
    "leaveChat": asking.leave_chat,
    "createForumTopic": sending.create_forum_topic,
    "getFile": asking.get_file,
    "setMyCommands": profile.set_my_commands,
    "getMyCommands": profile.get_my_commands,
    "deleteMyCommands": profile.delete_my_commands,
    "setMyDescription": profile.set_my_description,
    "getMyDescription": profile.get_my_description,
    "setMyShortDescription": profile.set_my_short_description,
    "getMyShortDescription": profile.get_my_short_description,
}
"""All of `methods.json` but `getUpdates`, which waits and belongs to the server."""
