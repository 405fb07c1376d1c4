"""A hash that identifies a check of a module."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from .choice import Choice
from .modules import Loaded
from .syntax import Config
from .values import show


def signature(
    loaded: Loaded, config: Config | None, choice: Choice, rules: tuple[str, ...] | None
) -> str:
    """A hash of the module, of the modules it uses, and of what is checked.

    It is a SHA-256 hash in hexadecimal.

    >>> from .choice import PLAIN
    >>> from .modules import load
    >>> texts = [f"---- MODULE M ----\\n ASSUME 2 = {n} \\n====" for n in (2, 2, 3)]
    >>> one, same, other = (signature(load("M.tla", text=t), None, PLAIN, None) for t in texts)
    >>> one == same, one == other, len(one)
    (True, False, 64)
    """
    parts = [repr(loaded.module), repr(config), repr(choice), repr(rules)]
    parts += [f"{name} {path.read_bytes()!r}" for name, path in sorted(loaded.paths.items())
              if path.is_file()]  # fmt: skip
    parts += [f"{name} = {_shown(value)}" for name, value in sorted(loaded.given.items())]
    return sha256("\0".join(parts).encode()).hexdigest()


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else show(value)
