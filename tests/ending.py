"""What is there when an evening is over, and in what it differs from one of which nothing happened to the process."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import storage
from bot.sandbox import SENDS, Sandbox, Tap
from engine.standings import standings
from storage import audit
from tests.memory import beside

AGAIN = "↻ "


@dataclass(frozen=True, slots=True)
class Ending:
    """What is there when everything is over. The event's code is left out, and so is the time of day."""

    facts: list[str]
    table: list[tuple[int, str, int]]
    posts: dict[str, str]                       # owner and key: what the message says
    others: Counter[str]                        # chat and first line of what belongs to no post
    marked: Counter[str]                        # those that were sent with the mark, without it
    toasts: list[str]

    def differs(self, from_: Ending, deaths: int = 1) -> str:
        """In what it is not as an undisturbed one, in words; empty if in nothing."""
        if self.facts != from_.facts:
            return f"facts {_unlike(self.facts, from_.facts)}"
        if self.table != from_.table:
            return f"table {self.table}"
        if self.posts != from_.posts:
            return f"posts {_unlike(self.posts.items(), from_.posts.items())}"
        more = self.others - from_.others
        for _ in range(deaths):                                 # each may bring an answer again, a card with its mark
            more -= from_.others
        if more - self.marked:
            return f"unmarked {[*more]}"
        lost = [mine for mine, theirs in zip(self.toasts, from_.toasts, strict=True)
                if not mine.startswith((theirs, "That is done already"))]
        return f"toasts {lost}" if lost else ""             # "done before" may follow: by whom, and when


def _unlike(one: Iterable[object], other: Iterable[object]) -> tuple[list[object], list[object]]:
    mine, theirs = list(one), list(other)
    return [it for it in mine if it not in theirs], [it for it in theirs if it not in mine]


async def ending(url: str, sandbox: Sandbox, taps: Iterable[Tap]) -> Ending:
    """Of the one event in this database, its chats, and the answers to these taps. The process has ended."""
    async with storage.open(url) as store:
        assert await audit.check(store.database) == []
        row, = await store.ledger.running(sandbox.world.now())
        entries = await store.ledger.entries(row.code)
        t = await store.ledger.tournament(row.code)
        names = await store.members.members(row.club)
    posts = await beside(url, "SELECT owner, key, chat, message, state FROM post"
                              " WHERE owner NOT LIKE 'chat:%'")               # those are answers

    def clean(text: str) -> str:
        text = re.sub(r"\d\d:\d\d", "00:00", text.replace(row.code, "CODE").removeprefix(AGAIN))
        return re.sub(r"greeting/\d+", "greeting", text)

    first = {(call.chat, call.result["message_id"]): call.text
             for call in sandbox.journal.calls(SENDS) if call.applied}
    ours = {(chat, message) for _, _, chat, message, _ in posts}
    assert all(state in ("shown", "closed") for *_, state in posts), posts

    def head(chat: int | None, text: str) -> str:
        return f"{chat}: {clean(text).partition(chr(10))[0]}"

    return Ending(
        [clean(f"{e.seq} {e.cause.partition(':')[0]} {e.part} {e.place} {names[e.by].name if e.by else ''} {e.fact}")
         for e in entries],
        [(line.place, names[line.player].name, line.points) for line in standings(t)],
        # a question may be taken away before the decision or after it
        {clean(f"{owner} {key}"): head(chat, text) if key.startswith("ask") else clean(text)
         for owner, key, chat, message, _ in posts
         for text in [sandbox.message(chat, message).text if message else ""]},
        Counter(head(place[0], text) for place, text in first.items() if place not in ours),
        Counter(head(chat, text) for (chat, _), text in first.items() if text.startswith(AGAIN)),
        [tap.query.answer.result().text for tap in taps])
