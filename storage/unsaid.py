"""Answers that a stop has cut off: kept from one life to the next, and no longer, for there are names in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from storage.database import Database, Steps, ask, moment, places, portions, written

KEPT = timedelta(minutes=10)
"""What is older when the bot starts is not said any more: meanwhile another answer may be right."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """The answer to the update of this cause; `body` is as JSON has it."""

    cause: str
    body: Mapping[str, Any]


class AllUnsaid:
    """Those of the life before; empty while the bot runs."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, cut_off: Sequence[Unsaid], at: datetime) -> None:
        """Keep them, in this order; but not the answer to an update that is not done, for it comes again.

        If one that is done comes again all the same (Telegram could not be told), it is as if it had its answer.
        """
        def work() -> Steps[None]:
            undone = {cause for (cause,) in (yield ask("SELECT cause FROM in_hand WHERE NOT done"))}
            kept = [one for one in cut_off if one.cause not in undone]
            for number, one in enumerate(kept):
                yield ask("INSERT INTO unsaid (number, cause, body, at) VALUES (?, ?, ?, ?)",
                          number, one.cause, json.dumps(one.body, ensure_ascii=False), written(at))
            for some in portions(sorted({one.cause for one in kept})):
                yield ask(f"UPDATE in_hand SET told = TRUE WHERE cause IN ({places(some)})", *some)

        await self._database.write(work)

    async def take(self, at: datetime) -> list[Unsaid]:
        """What is to be said now, in its order; from here on it is known to the caller alone."""
        def work() -> Steps[list[Unsaid]]:
            rows = yield ask("SELECT cause, body, at FROM unsaid ORDER BY number")
            yield ask("DELETE FROM unsaid")
            return [Unsaid(cause, json.loads(body)) for cause, body, then in rows if at - moment(then) < KEPT]

        return await self._database.write(work)
