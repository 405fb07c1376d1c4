"""The server: uvicorn, only on this machine's own address."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from ..errors import Misuse

USUAL_PORT = 8642

PORTS = 20
"""Number of ports, from the usual one on, that are tried if none is given."""


def free_socket(port: int | None = None) -> socket.socket:
    """A socket on 127.0.0.1 at `port` (0 means any); without one, at the first free usual port.

    If no usual port is free, any port is used. Raises `Misuse` if the given `port` is taken.

    >>> with free_socket(0) as found:
    ...     found.getsockname()[0]
    '127.0.0.1'
    """
    wanted = [port] if port is not None else [*range(USUAL_PORT, USUAL_PORT + PORTS), 0]
    for each in wanted:
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", each))
        except OSError:
            found.close()
        else:
            return found
    raise Misuse(f"port {port} is taken: give another one by --port, or none")


class Server(uvicorn.Server):
    """Serves an application on a socket; `ready` is called when it accepts requests."""

    def __init__(self, app: Any, at: socket.socket, ready: Callable[[], object]) -> None:
        settings = uvicorn.Config(
            app, log_level="warning", ws="websockets-sansio", timeout_graceful_shutdown=1
        )
        super().__init__(settings)
        logging.getLogger("uvicorn.error").addFilter(_without_traceback)
        self._at = at
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept requests."""
        await super().startup(sockets)
        self._ready()

    def serve_here(self) -> None:
        """Serve until Ctrl-C, or until `should_exit` is set."""
        self.run(sockets=[self._at])


def _without_traceback(record: logging.LogRecord) -> bool:
    """Keep a record; drop the traceback if a client sent invalid text, which is not our fault."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True
