"""Answers on their way: nobody waits for them longer than a moment, for the batch must go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

PATIENCE = 1.0
"""Real seconds an answer is waited for; then it goes on by itself."""


class Telling:
    """Where an answer is late already there is no waiting for the next one.

    Who types much in his own chat must not keep others from their toasts.
    """

    def __init__(self, spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self._spawn = spawn
        self._late: dict[int, asyncio.Task[Any]] = {}          # chat: its newest answer that waits
        self._begun: dict[asyncio.Task[Any], int] = {}
        self._last: dict[int, asyncio.Task[Any]] = {}          # person: his newest toast on its way

    async def out(self, chat: int, answer: Coroutine[Any, Any, bool | None]) -> bool | None:
        """What stands in an order: the next one is begun when this one is out. What it says; None if it is late."""
        task = self._spawn(answer)
        if chat not in self._late:
            await asyncio.wait([task], timeout=PATIENCE)
        self._noted(chat, task)
        return None if not task.done() or task.cancelled() or task.exception() else task.result()

    def begin(self, chat: int, person: int, answer: Coroutine[Any, Any, Any]) -> None:
        """A toast: who comes next in the chat need not wait for it, see `all_out`.

        It comes after the one before it of the same person, or what he reads last would be what he did first.
        """
        task = self._last[person] = self._spawn(_after(self._last.get(person), answer))
        task.add_done_callback(lambda done: self._last.pop(person) if self._last.get(person) is done else None)
        self._begun[task] = chat

    async def all_out(self) -> bool:
        """At the end of a batch, before Telegram is told that it is done: wait for what was begun. Is it out?"""
        begun, self._begun = self._begun, {}
        waited = [task for task, chat in begun.items() if chat not in self._late]
        if waited:
            await asyncio.wait(waited, timeout=PATIENCE)
        for task, chat in begun.items():
            self._noted(chat, task)
        return not self._late

    def _noted(self, chat: int, task: asyncio.Task[Any]) -> None:
        if not task.done():
            self._late[chat] = task
            task.add_done_callback(lambda done: self._late.pop(chat) if self._late.get(chat) is done else None)


async def _after(before: asyncio.Task[Any] | None, answer: Coroutine[Any, Any, Any]) -> None:
    try:
        if before is not None:
            await asyncio.wait([before], timeout=PATIENCE)
        await answer
    finally:
        answer.close()                    # of who was stopped before his turn; else it is nothing
