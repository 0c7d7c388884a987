"""A Bot API stand-in over HTTP, with people in it: for the tests, and for `python -m bot demo`.

The bot is given `base_url` and `token` and does not know the difference. Tests drive people::

    async with Sandbox() as sandbox:                      # or Sandbox(now=clock.now) on a scaled clock
        olga, anna = sandbox.person("Olga"), sandbox.person("Anna", username="anna", language="ru")
        group = sandbox.group("Chess club", creator=olga, members=[anna])
        await sandbox.add_bot(group, by=olga, admin=True, can_pin=True)
        await anna.start()                                 # presses Start in private
        await olga.types(group, "/new")
        card = await group.sees("Entry", buttons=["Join"])    # waits; new messages and edits alike
        toast = await anna.taps(card, "Join")              # by words, their unique beginning, or data
        assert toast.text == "You are in, 1/24"

People and groups: `people.py`, `groups.py`. What the bot did: `sandbox.journal`. What can go wrong:
`sandbox.faults.add(429, "sendMessage", chat=group.id)`, `sandbox.updates.repeat()` / `.hold()` /
`.push_raw({…})`, `sandbox.server.before` and `.after` (hooks awaited around every call, polls too),
`sandbox.limits.enforce = True` (`.exceeded` counts in any case).

**A page** needs four things: `sandbox.server.app` (aiohttp; add routes before `open`) ·
`sandbox.snapshot(chat_id)` for a phone that opens a chat · `with sandbox.events.subscribe() as events:
async for event in events:` for all that happens after (plain dicts, see `events.py`) · what people do:
`sandbox.people[user_id]`, `sandbox.groups`, `sandbox.message(chat_id, message_id)`. A private chat has the
id of its person.

The warning that matters: the sandbox is stricter than Telegram. A parameter it does not know is a 400,
because it is a mistake of ours.
"""

from .faults import Fault
from .groups import Group
from .journal import EDITS, SENDS, Call
from .people import NoSuchButton, Person
from .refusal import Refusal
from .sandbox import Sandbox
from .state import Message, Topic
from .taps import NoAnswer, Tap, Toast

__all__ = [
    "EDITS", "SENDS", "Call", "Fault", "Group", "Message", "NoAnswer", "NoSuchButton", "Person", "Refusal",
    "Sandbox", "Tap", "Toast", "Topic",
]  # fmt: skip
