"""The routes of the page of phones.

`GET /` and its files · `GET /events`: a stream (server-sent events) that begins with a `world`, everything
there is, goes on with the events of `events.py`, and begins again after a restart · `POST /act`: what
somebody does with his phone, or what is chosen on the page · `GET /file/<id>`: a file somebody has sent.

Only the loopback is served: whoever can open the page is everybody in it.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

from .people import Person
from .state import Chat, User
from .taps import NoAnswer
from .world import World

if TYPE_CHECKING:
    from .demo import Demo, Show

Json: TypeAlias = dict[str, Any]

_FILES = Path(__file__).parent / "page"
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'",
    "Cache-Control": "no-cache",
}


def menu(world: World, user: User, chat: Chat) -> list[dict[str, str]]:
    """The commands of the bot's menu that this person is offered in this chat: the narrowest scope wins."""
    scopes = [f"chat:{chat.id}", "all_private_chats", "default"]
    if chat.type != "private":
        admin = chat.member(user).admin
        scopes = [
            f"chat_member:{chat.id}:{user.id}",
            *([f"chat_administrators:{chat.id}"] if admin else []),
            f"chat:{chat.id}",
            *(["all_chat_administrators"] if admin else []),
            "all_group_chats",
            "default",
        ]
    for scope in scopes:
        for language in (user.language, ""):
            if commands := world.profile.commands.get((scope, language)):
                return commands
    return []


def portrait(show: Show) -> Json:
    """All of a demo as the page shows it, in JSON values."""
    cast, sandbox = show.cast, show.cast.sandbox
    everybody = (cast.judge, *cast.players)
    return {
        "kind": "world",
        "language": cast.language,
        "bot": {
            "id": sandbox.bot.id,
            "name": sandbox.bot.name,
            "username": sandbox.bot.username,
            "about": _in(sandbox.world.profile.description, cast.language),
        },
        "group": cast.group.id,
        "judge": cast.judge.id,
        "people": [{"id": it.id, "name": it.name, "started": it.user.started} for it in everybody],
        "chats": [sandbox.snapshot(chat) for chat in (cast.group.id, *(it.chat.id for it in everybody))],
        "play": show.play.settings,
        "weekly": show.weeks is not None,
    }


def _in(texts: dict[str, str], language: str) -> str:
    return texts.get(language) or texts.get("", "")


class Page:
    """Serves one demo to any number of browsers, which all see the same evening."""

    def __init__(self, demo: Demo) -> None:
        self.demo = demo
        self.app = web.Application()
        self.app.router.add_get("/", self._index)
        self.app.router.add_get("/events", self._events)
        self.app.router.add_post("/act", self._act)
        self.app.router.add_get("/file/{id}", self._file)
        self.app.router.add_static("/page", _FILES)
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._acts: dict[str, Callable[[Show, Person, Json], Awaitable[Json]]] = {
            "tap": self._tap, "text": self._text, "start": self._start, "link": self._link,
            "menu": self._menu, "alone": self._alone,
        }  # fmt: skip

    async def open(self, port: int = 0) -> None:
        """Listens on loopback; raises `OSError` when the port is taken."""
        self._runner = web.AppRunner(
            self.app, handler_cancellation=True, access_log=None, shutdown_timeout=0.2
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    # -- what the browser reads -----------------------------------------------------------------

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(_FILES / "index.html", headers=_HEADERS)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        show = await self.demo.show()
        media = show.cast.sandbox.world.files.get(request.match_info["id"])
        if media is None:
            raise web.HTTPNotFound
        if media.kind == "photo":
            return web.Response(body=media.data, content_type="image/png")
        return web.Response(body=media.data, content_type="application/octet-stream")

    async def _events(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", **_HEADERS})
        await response.prepare(request)

        async def send(event: Json) -> None:
            await response.write(f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode())

        try:
            while True:
                show = await self.demo.show()
                with show.cast.sandbox.events.subscribe() as events:
                    await send(portrait(show))
                    async for event in events:
                        if event["kind"] == "curtain":
                            break
                        if event["kind"] in ("members", "chat"):
                            event = {"kind": "chat", **show.cast.sandbox.snapshot(event["chat"])}
                        await send(event)
        except ConnectionResetError:
            return response  # the browser has gone

    # -- what people do -------------------------------------------------------------------------

    async def _act(self, request: web.Request) -> web.StreamResponse:
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType  # another site's form can not say JSON
        try:
            wish: Json = await request.json()
            if wish["act"] == "restart":
                await self.demo.begin(wish["language"])
                return web.json_response({})
            show = await self.demo.show()
            if wish["act"] == "played":
                return web.json_response({"played": show.played})
            if wish["act"] == "pace":
                show.play.pace = wish["pace"]
                return web.json_response({})
            if wish["act"] == "week" and show.weeks is not None:
                return web.json_response({"now": (await show.weeks.leap(show.cast)).isoformat()})
            person = show.cast.sandbox.people[wish["person"]]
            return web.json_response(await self._acts[wish["act"]](show, person, wish))
        except PermissionError as error:
            return web.json_response({"error": str(error)}, status=403)
        except (KeyError, TypeError, ValueError) as error:
            return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)

    async def _tap(self, show: Show, person: Person, wish: Json) -> Json:
        """Whatever the phone shows is sent, also if the message has changed since, as a real one does."""
        message = show.cast.sandbox.message(wish["chat"], wish["message"])
        try:
            toast = await person.forges(message, wish["data"])
        except NoAnswer:
            return {"silent": True}
        return {"url": toast.url}

    async def _text(self, show: Show, person: Person, wish: Json) -> Json:
        text = str(wish["text"]).strip()
        if not 1 <= len(text) <= 4096:
            raise ValueError("a message has 1 to 4096 characters")
        if wish["chat"] == show.cast.group.id:
            await person.types(show.cast.group, text)
        elif person.user.started:
            await person.writes(text)
        else:
            await person.start()
        return {}

    async def _start(self, show: Show, person: Person, wish: Json) -> Json:
        await person.start()
        return {}

    async def _link(self, show: Show, person: Person, wish: Json) -> Json:
        await person.follows(wish["url"])
        return {"opened": "start" in parse_qs(urlsplit(wish["url"]).query)}

    async def _menu(self, show: Show, person: Person, wish: Json) -> Json:
        sandbox = show.cast.sandbox
        return {"commands": menu(sandbox.world, person.user, sandbox.world.chats[wish["chat"]])}

    async def _alone(self, show: Show, person: Person, wish: Json) -> Json:
        show.play.leave_alone(person, alone=bool(wish["alone"]))
        return {}
