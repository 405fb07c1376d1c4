"""Every error code, with its cause and what helps."""

from __future__ import annotations

import inspect

from counterpoint import errors
from counterpoint.errors import CounterpointError

HEAD = """# Error codes

Each error that Counterpoint raises on purpose has a code that stays as it is.
"""


def codes_page() -> str:
    """The page of all error codes."""
    sections = ["\n\n".join([f"## {code}", *map(_entry, of)]) for code, of in codes().items()]
    return "\n".join([HEAD, *sections]) + "\n"


def codes() -> dict[str, list[type[CounterpointError]]]:
    """The classes of each code, in the order of the codes."""
    found: dict[str, list[type[CounterpointError]]] = {}
    for each in vars(errors).values():
        if isinstance(each, type) and issubclass(each, CounterpointError):
            found.setdefault(each.code, []).append(each)
    return dict(sorted(found.items()))


def _entry(error: type[CounterpointError]) -> str:
    cause = (inspect.getdoc(error) or "").partition(">>>")[0].strip()
    return f"`{error.__name__}`: {cause}\n\n{error.remedy}"
