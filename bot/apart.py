"""Long work beside the batch: a handler begins it and does not wait, for no batch may wait for an import.

Only what the work writes in one transaction counts: killed before it, nothing has happened, and the
question is still there to be answered again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from bot.desk import ask_which, refuse
from bot.request import Several
from bot.visit import Visit
from engine.model import Refused


async def apart(v: Visit, work: Coroutine[Any, Any, None]) -> None:
    """Begin the work. Who has tapped hears at once that it is going on; who has typed, if it takes long.

    What the work refuses is said as the desk would, in a message, because the tap has its answer.
    """
    task = v.office.spawn(_told(v, work))
    if v.tap is None:
        v.office.spawn(_patiently(v, task))
    else:
        await v.receipt("toast.working")


async def _told(v: Visit, work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Refused as refused:
        v.tap = None
        await refuse(v, refused)
    except Several as several:
        await ask_which(v, several.rows)
    except Exception:
        v.tap = None
        await v.receipt("toast.failed")
        raise


async def _patiently(v: Visit, task: asyncio.Task[Any]) -> None:
    await asyncio.wait([task], timeout=v.office.config.patience)
    if not task.done():
        await v.receipt("toast.working")
