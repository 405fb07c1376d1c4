"""Who may talk to the page: a browser on this machine, on behalf of the page itself.

Otherwise a foreign page could make a browser send requests here, which the `Origin` shows, or make
its own host name resolve to this machine (DNS rebinding), which the `Host` shows.
"""

from __future__ import annotations

from collections.abc import Mapping

from .policy import policy_of_server

NAMES = ("127.0.0.1", "localhost")
"""The names of this machine."""


def is_welcome(headers: Mapping[str, str], port: int, *, socket: bool = False) -> bool:
    """Whether a request may be answered; only our own page may open a socket.

    >>> is_welcome({"host": "127.0.0.1:8642"}, 8642)
    True
    >>> is_welcome({"host": "rebound.example:8642"}, 8642)
    False
    >>> is_welcome({"host": "localhost:8642", "origin": "http://evil.example"}, 8642)
    False
    """
    hosts = {f"{name}:{port}" for name in NAMES} | (set(NAMES) if port == 80 else set())
    origin = headers.get("origin")
    if headers.get("host", "").lower() not in hosts:
        return False
    if origin is None:
        return not socket
    return origin.lower() in {f"http://{host}" for host in hosts}


def headers(styles: str) -> dict[str, str]:
    """The headers of every answer: load nothing from other hosts, and allow no frames.

    >>> headers("")["X-Content-Type-Options"]
    'nosniff'
    """
    return {
        "Content-Security-Policy": policy_of_server(styles),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }
