"""The key of object code: equal keys mean equal code. Computed without parsing."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any

from .source import Source


def key_of(
    sources: Sequence[Source], exported: Collection[FunctionType], backend: str, *, debug: bool
) -> str:
    """The key for the translation of `sources`; `backend` identifies LLVM.

    It is a SHA-256 sum in hexadecimal.
    """
    numbers = {source.function: i for i, source in enumerate(sources)}
    facts = [
        _translator(),
        backend,
        debug,
        sorted(numbers[function] for function in exported),
        sorted((name, cell.__name__) for name, cell in sources[0].bindings.types.items()),
        [_facts(source, numbers, debug) for source in sources],
    ]
    return sha256(json.dumps(facts).encode()).hexdigest()


def _facts(source: Source, numbers: dict[FunctionType, int], debug: bool) -> list[Any]:
    """Everything about one function that its code depends on.

    Its file and line matter only to a debug build, which shows them in errors.
    """
    names = [(name, _describe(meaning, numbers)) for name, meaning in source.meanings()]
    records = [[of.__name__, [*of.record_fields.items()]] for of in source.records()]
    place = [source.file, source.first] if debug else []
    return [source.name, source.text, names, records, place]


def _describe(meaning: Any, numbers: dict[FunctionType, int]) -> str:
    """The meaning of a name, as text."""
    if isinstance(meaning, int):
        return str(int(meaning))
    if isinstance(meaning, FunctionType) and meaning in numbers:
        return f"function {numbers[meaning]}"
    return f"{type(meaning).__name__} {getattr(meaning, '__qualname__', '')}"


@cache
def _translator() -> str:
    """The sum of the sources of this package, as a changed translator makes different code."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
