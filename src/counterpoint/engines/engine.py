"""The engines that can be asked for by name."""

from __future__ import annotations

from ..errors import Misuse

ENGINES = ("auto", "explicit", "symbolic")


def require_engine(engine: str) -> None:
    """Raise `Misuse` unless there is an engine of that name."""
    if engine not in ENGINES:
        raise Misuse(f"engine= is one of {', '.join(ENGINES)}, not {engine!r}")
