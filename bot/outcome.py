"""What an error of the Bot API means for the message that was to be shown."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum, auto

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.connections import Unsent
from bot.line import Unanswered


class Outcome(Enum):
    """One member for each thing the caller does differently."""

    SAME = auto()          # the message shows this already
    GONE = auto()          # there is no message to edit any more
    MIGRATED = auto()      # the group has a new id
    NO_TOPIC = auto()      # the topic was deleted
    FORBIDDEN = auto()     # blocked, never started, thrown out, or no such chat
    LATER = auto()         # had no effect; the same again after a while
    UNKNOWN = auto()       # it may or may not have happened
    NEVER = auto()         # Telegram will not take it as it is


_WORDS = (
    ("message is not modified", Outcome.SAME),
    ("message to edit not found", Outcome.GONE),
    ("message can't be edited", Outcome.GONE),
    ("message_id_invalid", Outcome.GONE),
    ("group chat was upgraded to a supergroup", Outcome.MIGRATED),
    ("message thread not found", Outcome.NO_TOPIC),
    ("topic_deleted", Outcome.NO_TOPIC),
    ("topic_closed", Outcome.NO_TOPIC),
    ("chat not found", Outcome.FORBIDDEN),
    ("not enough rights to send", Outcome.FORBIDDEN),
    ("have no rights to send", Outcome.FORBIDDEN),
    ("chat_write_forbidden", Outcome.FORBIDDEN),
)


def outcome_of(error: TelegramError) -> Outcome:
    """Sort an error. What left this machine and has no answer is UNKNOWN, a 5xx too."""
    if isinstance(error, RetryAfter):
        return Outcome.LATER
    if isinstance(error, ChatMigrated):
        return Outcome.MIGRATED
    if isinstance(error, Forbidden):
        return Outcome.FORBIDDEN
    if isinstance(error, BadRequest):
        text = error.message.lower()
        return next((outcome for words, outcome in _WORDS if words in text), Outcome.NEVER)
    if isinstance(error, NetworkError):
        return Outcome.LATER if isinstance(error.__cause__, Unsent) else Outcome.UNKNOWN
    return Outcome.NEVER


def kind_of(error: BaseException) -> str:
    """For the log: what it is; of what the line has raised, why (`ClientConnectorDNSError`). No words of others."""
    cause = error.__cause__
    return str(cause) if isinstance(cause, Unsent | Unanswered) else type(error).__name__


def seconds_of(error: RetryAfter) -> float:
    """How long Telegram wants us to wait."""
    after = error._retry_after            # the public property warns or changes type with the environment
    return after.total_seconds() if isinstance(after, timedelta) else float(after)
