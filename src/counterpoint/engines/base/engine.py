"""The engines that can be asked for by name."""

from __future__ import annotations

from ...errors import Misuse

ENGINES = ("auto", "explicit", "symbolic", "cudd")
"""`symbolic` are the decision diagrams of OxiDD, `cudd` those of CUDD, which reorders its bits."""

DIAGRAMS = {"symbolic": "oxidd", "cudd": "dd"}
"""The package behind each of those that use decision diagrams."""


def require_engine(engine: str) -> None:
    """Raise `Misuse` unless there is an engine of that name."""
    if engine not in ENGINES:
        raise Misuse(f"engine= is one of {', '.join(ENGINES)}, not {engine!r}")
