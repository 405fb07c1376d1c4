"""The options of checks under pytest: from the configuration, and from the marks of a test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

MARK = "counterpoint"

OPTIONS = {
    "engine": "how states are explored: auto, explicit, symbolic, ...",
    "limit_states": "give up after so many states",
    "limit_memory": "give up past this size, such as 500M",
    "limit_time": "give up after this time, such as 90s",
}
"""What can be set for checks, and what it means."""

UNKNOWN = ("fail", "skip")
"""What may become of a property if its answer is unknown; it never passes."""


def add_options(parser: pytest.Parser) -> None:
    """Add the option of the command line, and those of the configuration."""
    group = parser.getgroup("counterpoint", "checks by Counterpoint")
    group.addoption(
        "--counterpoint",
        action="append",
        default=[],
        metavar="TARGET",
        help="Check each property of TARGET: FILE, FILE:NAME or the name of a bundled example.",
    )
    parser.addini("counterpoint_targets", "targets to check, one a line", "linelist", [])
    parser.addini("counterpoint_unknown", "what an unknown answer does: fail or skip", default="")
    for name, meaning in OPTIONS.items():
        parser.addini(f"counterpoint_{name}", f"every check: {meaning}", default="")


def skips_unknown(config: pytest.Config) -> bool:
    """Whether properties with an unknown answer are skipped; raises `UsageError`."""
    given = config.getini("counterpoint_unknown") or UNKNOWN[0]
    if given not in UNKNOWN:
        raise pytest.UsageError(f"counterpoint_unknown is fail or skip, not {given!r}")
    return bool(given == "skip")


def configured(config: pytest.Config) -> dict[str, Any]:
    """The options that the configuration gives to every check; raises `UsageError`."""
    given: dict[str, Any] = {name: config.getini(f"counterpoint_{name}") for name in OPTIONS}
    found = {name: value for name, value in given.items() if value}
    if not found:
        return {}
    if str(found.get("limit_states", "")).isdecimal():
        found["limit_states"] = int(found["limit_states"])
    if (wrong := why_wrong(found)) is not None:
        raise pytest.UsageError(f"the options counterpoint_...: {wrong}")
    return found


def marked(node: pytest.Item, usual: Mapping[str, Any]) -> dict[str, Any]:
    """The options for the checks of a test: those of its marks, and else the usual ones.

    Raises `Failed` for a mark that is wrong.
    """
    found = dict(usual)
    marks = [*node.iter_markers(MARK)]
    for mark in reversed(marks):
        unknown = [*mark.args, *(name for name in mark.kwargs if name not in OPTIONS)]
        if unknown:
            takes = ", ".join(f"{name}=" for name in OPTIONS)
            said = ", ".join(map(repr, unknown))
            pytest.fail(f"the mark {MARK} takes {takes} and not {said}", pytrace=False)
        found |= mark.kwargs
    if marks and (wrong := why_wrong(found)) is not None:
        pytest.fail(f"the mark {MARK}: {wrong}", pytrace=False)
    return found


def why_wrong(options: Mapping[str, Any]) -> str | None:
    """Why a check would refuse these options; None if it takes them."""
    from ..engines.base.options import task_of  # few configurations have options
    from ..errors import Misuse

    try:
        task_of(dict(options))  # type: ignore[arg-type]
    except Misuse as error:
        return error.message
    return None
