"""The page as a Starlette application: its files, and a socket for each tab."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..errors import Misuse
from .command import Command, read_command, text_in
from .fault import notice_of
from .files import assets, text_of, with_styles
from .guard import headers, is_welcome
from .tab import Tab
from .wire import written
from .workspace import Workspace

LOOK_EVERY = 0.25
"""Seconds between two checks of the files, in watch mode."""


def application(workspace: Workspace, port: int) -> Starlette:
    """The application that shows a workspace to a browser of this machine, by its `port`."""
    files = assets()
    _, styles = with_styles(text_of("index.html"))
    response_headers = headers(styles)

    async def file(request: Request) -> Response:
        if not is_welcome(request.headers, port):
            return PlainTextResponse("Ask 127.0.0.1 itself.", 403, response_headers)
        asset = files.get(request.url.path)
        if asset is None:
            return PlainTextResponse("There is no such file.", 404, response_headers)
        return Response(asset.content, media_type=asset.type, headers=response_headers)

    async def socket(connection: WebSocket) -> None:
        if not is_welcome(connection.headers, port, socket=True):
            await connection.close(1008)
            return
        with suppress(WebSocketDisconnect, RuntimeError):  # the tab closed before it connected
            await connection.accept()
            await _Connection(workspace, connection).run()

    routes = [WebSocketRoute("/socket", socket), Route("/{path:path}", file, methods=["GET"])]
    return Starlette(routes=routes, lifespan=partial(_watching, workspace))


@asynccontextmanager
async def _watching(workspace: Workspace, _app: Starlette) -> AsyncIterator[None]:
    """Check the files as long as the application runs."""

    async def look() -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await asyncio.to_thread(workspace.look)

    task = asyncio.create_task(look()) if workspace.watching else None
    yield
    if task is not None:
        task.cancel()


class _Connection:
    """A socket and the tab it shows; messages may come from any thread."""

    def __init__(self, workspace: Workspace, socket: WebSocket) -> None:
        self._workspace = workspace
        self._socket = socket
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def _send(self, message: dict[str, Any]) -> None:
        with suppress(RuntimeError):  # the loop is closed: there is no reader any more
            self._loop.call_soon_threadsafe(self._queue.put_nowait, message)

    def _later(self, pause: float, call: Callable[[], None]) -> None:
        def run() -> None:
            with suppress(RuntimeError):  # the server ended during the pause
                self._loop.run_in_executor(None, call)

        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.call_later, pause, run)

    async def run(self) -> None:
        """Serve the tab until it disconnects."""
        sending = asyncio.create_task(self._send_all())
        tab: Tab | None = None
        try:
            while True:
                message = await self._received()
                tab = await asyncio.to_thread(self._hear, tab, message)
        except WebSocketDisconnect:
            pass
        finally:
            sending.cancel()
            if tab is not None:
                self._workspace.leave(tab)

    async def _received(self) -> str | None:
        """The next message of the page; None if it is binary."""
        if self._socket.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        return None if text is None else str(text)

    def _hear(self, tab: Tab | None, message: str | None) -> Tab | None:
        """Execute a message; returns the tab, which the first message opens."""
        try:
            command = read_command(message)
            if tab is None:
                return self._open(command)
            tab.handle(command)
        except Misuse as error:
            self._send(notice_of(error))
        return tab

    def _open(self, command: Command) -> Tab:
        """Open the tab that the first command asks for."""
        workspace = self._workspace
        name = text_in(command, "do")
        if name != "hello":
            raise Misuse(f'the first command is {{"do": "hello"}}, which opens a tab, not {name!r}')
        tab_id, link = text_in(command, "tab", ""), text_in(command, "link", "")
        tab = workspace.open(tab_id, link, self._send, self._later)
        self._send({"type": "welcome", "tab": workspace.id_of(tab), "watching": workspace.watching})
        tab.show_all()
        if workspace.fault is not None:
            self._send(workspace.fault.data)
        return tab

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # disconnected: `run` handles that
            while True:
                message = await self._queue.get()
                await self._socket.send_text(written(message))
