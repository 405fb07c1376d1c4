"""The engines that can be requested by name."""

from __future__ import annotations

from ...errors import Misuse

ENGINES = ("auto", "explicit", "symbolic", "cudd")
"""`symbolic` uses the BDDs of OxiDD, and `cudd` those of CUDD, which reorders variables."""

DIAGRAMS = {"symbolic": "oxidd", "cudd": "dd"}
"""The package behind each engine that uses BDDs."""


def require_engine(engine: str) -> None:
    """Raise `Misuse` unless there is an engine with this name."""
    if engine not in ENGINES:
        raise Misuse(f"engine= is one of {', '.join(ENGINES)}, not {engine!r}")
