"""The updates in hand: what Telegram would give again if the program died now.

Telegram forgets a batch only when the next one is asked for. Until then every update of it may
come a second time, so the batch is noted before it is handled. The ledger knows the causes that
wrote something; the others (nothing to add, refused) are noted here, together with the next facts
that are written, because only those could make a second evaluation come out otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from storage.database import Database, Rows, Steps, ask, places, portions

FAR = 50
"""So many times further than what is done stays known what is not: Telegram waits longer after every failure."""


@dataclass(frozen=True, slots=True)
class UpdateRef:
    """An update by what really happened once (`tap:…`, `msg:…`). Telegram's number is for the log only."""

    update: int
    cause: str


class Inbox:
    """The one batch in hand."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._batch: frozenset[str] = frozenset()
        self._open: set[str] = set()          # begun by this life and not done
        self._answered: frozenset[str] = frozenset()   # by an earlier life or batch
        self._noted: set[str] = set()         # by this one, and perhaps not on disk yet
        self._mistaken: set[str] = set()      # by this one, and perhaps on disk although they have no answer

    async def unclean(self) -> tuple[UpdateRef, ...]:
        """What the life before this one had in hand when it died, by update number; empty after a clean end.

        If there is anything, handle the updates that come one by one (`begin(…, alone=True)`), so that
        the one which kills the program is found.
        """
        def work() -> Steps[tuple[UpdateRef, ...]]:
            rows = yield ask("SELECT update_id, cause FROM in_hand WHERE NOT done ORDER BY update_id")
            return tuple(UpdateRef(*row) for row in rows)

        return await self._database.read(work)

    async def begin(self, batch: Sequence[UpdateRef], *, alone: bool = False, spare: int = 0) -> dict[str, int]:
        """Note the batch before handling it: cause -> in how many lives it has been begun and never done.

        No cause may be in it twice. What is known to be done and answered is not begun again: 0. What has happened
        since would give it another answer.

        What is not in the batch is forgotten, for Telegram has confirmed it; with `alone` it is kept. Where
        updates are brought (a webhook) a lost answer makes Telegram bring one again among later ones: what is
        fewer than `spare` numbers away is kept then, and FAR times as long what is not done, or an update that
        kills would be counted anew whenever it comes late. Beginning again in one life (a commit failed) does
        not count. What a failed `done` could not note is noted first: it may be in this batch once more.
        """
        noted, mistaken = frozenset(self._noted), frozenset(self._mistaken)
        again = [ref for ref in batch if ref.cause in self._open]
        anew = [ref for ref in batch if ref.cause not in self._open]

        def work() -> Steps[list[tuple[str, int, bool]]]:
            yield from self.write_notes()
            known = yield ask("SELECT cause, update_id, done, told, answered FROM in_hand")
            past = {cause: answered for cause, _, done, told, answered in known if done and told}
            over = {cause for cause, update, done, *_ in known if not alone
                    and all(abs(update - ref.update) >= (spare if done else FAR * spare) for ref in batch)}
            for some in portions(sorted(over - {ref.cause for ref in batch})):
                yield ask(f"DELETE FROM in_hand WHERE cause IN ({places(some)})", *some)
            begun: Rows = [(ref.cause, 0, past[ref.cause]) for ref in batch if ref.cause in past]
            for more, refs in ((0, again), (1, anew)):
                for part in portions([ref for ref in refs if ref.cause not in past], 3):
                    begun += yield ask(
                        "INSERT INTO in_hand (cause, update_id, attempts, answered, done)"
                        f" VALUES {places(part, '(?, ?, 1, FALSE, FALSE)')}"
                        " ON CONFLICT (cause) DO UPDATE SET done = FALSE,"
                        " attempts = CASE WHEN in_hand.done THEN 1 ELSE in_hand.attempts + ? END"
                        " RETURNING cause, attempts, answered",
                        *(value for ref in part for value in (ref.cause, ref.update)), more)
            return [(cause, attempts, bool(answered)) for cause, attempts, answered in begun]

        begun = await self._database.write(work)
        self._batch = frozenset(ref.cause for ref in batch)
        self._open |= self._batch
        self._answered = frozenset(cause for cause, _, answered in begun if answered)
        self._noted -= noted
        self._mistaken -= mistaken
        return {cause: attempts for cause, attempts, _ in begun}

    async def done(self, undone: Collection[str] = (), *, told: bool = True) -> None:
        """The batch has been handled, but for the causes `undone`. Its notes stay: it may still come again.

        `told`: and nothing that was to be answered is still on its way.
        """
        done, noted = self._batch.difference(undone), frozenset(self._noted)

        def work() -> Steps[None]:
            yield from self.write_notes()
            for some in portions(sorted(done)):
                yield ask(f"UPDATE in_hand SET done = TRUE, told = ? WHERE cause IN ({places(some)})", told, *some)

        await self._database.write(work)
        self._open -= done
        self._noted -= noted

    def was_answered(self, cause: str) -> bool:
        """Whether an earlier life answered this cause and wrote nothing: say so again, evaluate nothing."""
        return cause in self._answered

    def note(self, cause: str) -> None:
        """The cause has its answer and wrote nothing. Kept in memory until facts are written."""
        if cause in self._batch:
            self._noted.add(cause)
            self._mistaken.discard(cause)

    def take_back(self, cause: str) -> None:
        """What its answer rests on did not come to a commit, so nobody is given it: it will come again, as new."""
        if cause in self._noted:
            self._noted.discard(cause)
            self._mistaken.add(cause)         # a transaction that has begun meanwhile may have taken it along

    def write_notes(self) -> Steps[None]:
        """To be taken along by every transaction that writes facts."""
        for causes, answered in ((sorted(self._noted), True), (sorted(self._mistaken), False)):
            for some in portions(causes):
                yield ask(f"UPDATE in_hand SET answered = ? WHERE cause IN ({places(some)})", answered, *some)
