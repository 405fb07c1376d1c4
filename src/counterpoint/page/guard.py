"""Who may talk to the page: a browser on this machine that was sent here by the page itself.

A page of somebody else's could otherwise have a browser ask us (the `Origin` tells), or have a name
of its own lead to this machine (the `Host` tells).
"""

from __future__ import annotations

from collections.abc import Mapping

from .policy import policy_of_server

NAMES = ("127.0.0.1", "localhost")
"""What this machine may be called."""


def is_welcome(headers: Mapping[str, str], port: int, *, socket: bool = False) -> bool:
    """Whether a request may be answered; a socket is opened for our own page only.

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
    """What every answer says: nothing of another host is loaded, and nobody frames the page.

    >>> headers("")["X-Content-Type-Options"]
    'nosniff'
    """
    return {
        "Content-Security-Policy": policy_of_server(styles),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }
