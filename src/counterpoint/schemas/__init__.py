"""JSON schemas of all that commands print or write as JSON, and of what they read.

Each file here is the schema of a form; `parts.json` has what several of them share. They are of
draft 2020-12, and strict: an object has no keys but those that its schema names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import Misuse

FOLDER = Path(__file__).parent

PARTS = "parts"

_SHARED = f"{PARTS}.json#/$defs/"
_OWN = "#/$defs/"


def forms() -> tuple[str, ...]:
    """The names of the forms that have a schema.

    >>> "check" in forms()
    True
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != PARTS))


def schema_of(form: str) -> dict[str, Any]:
    """The schema of a form, with all parts that it refers to; raises `Misuse` if there is none.

    >>> schema_of("where")["title"]
    'where'
    """
    if form not in forms():
        raise Misuse(f"there is no schema of {form}; there are {', '.join(forms())}")
    found = read(form)
    own, shared = found.get("$defs", {}), read(PARTS)["$defs"]
    named = dict.fromkeys(_names(found))
    todo = [*named]
    while todo:
        name = todo.pop(0)
        for other in _names(shared[name]):
            if other not in named:
                named[other] = None
                todo.append(other)
    parts = {**own, **{name: shared[name] for name in named}}
    return {**_within(found), **({"$defs": _within(parts)} if parts else {})}


@cache
def read(form: str) -> dict[str, Any]:
    """What stands in the file of a form, or of the parts."""
    found: dict[str, Any] = json.loads((FOLDER / f"{form}.json").read_text(encoding="utf-8"))
    return found


def _names(schema: Any) -> Iterator[str]:
    """The shared parts that a schema refers to."""
    if isinstance(schema, dict):
        if str(to := schema.get("$ref", "")).startswith(_SHARED):
            yield to.removeprefix(_SHARED)
        for part in schema.values():
            yield from _names(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _names(part)


def _within(schema: Any) -> Any:
    """The schema, where each part is in the same document."""
    if isinstance(schema, dict):
        return {key: _within(part) for key, part in schema.items()}
    if isinstance(schema, list):
        return [_within(part) for part in schema]
    return schema.replace(_SHARED, _OWN) if isinstance(schema, str) else schema
