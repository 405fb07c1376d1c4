"""Options of TLC, for users who type them out of habit, and what replaces each here."""

from __future__ import annotations

from collections.abc import Sequence

import click

NO_FINGERPRINTS = "has no counterpart: there are no fingerprints"

REPLACED = {
    "-checkpoint": "is --checkpoint FILE",
    "-config": "is --config",
    "-continue": "is --continue",
    "-coverage": "is --coverage",
    "-deadlock": "is --no-deadlock",
    "-depth": "is --steps of counterpoint run",
    "-dfid": "has no counterpart: --depth ends a search after some levels",
    "-dump": "is counterpoint graph TARGET -o FILE.dot",
    "-dumpTrace": "is --json",
    "-fp": NO_FINGERPRINTS,
    "-fpbits": NO_FINGERPRINTS,
    "-fpmem": "is --limit-memory",
    "-inv": "is --invariant",
    "-metadir": "is --disk",
    "-recover": "is --recover",
    "-simulate": "is counterpoint run TARGET",
    "-workers": "is --workers",
}
"""What each option of TLC is called here; TLC's have a single hyphen, which begins letters here."""


def with_replacement(error: BaseException, arguments: Sequence[str]) -> BaseException:
    """The error; if the unknown option is one of TLC, its message names what replaces it.

    >>> error = click.NoSuchOption("-d")
    >>> print(with_replacement(error, ["check", "M.tla", "-deadlock"]).message)
    No such option '-deadlock': TLC's -deadlock is --no-deadlock here
    """
    if not isinstance(error, click.NoSuchOption):
        return error
    known = (each for each in arguments if each in REPLACED and each.startswith(error.option_name))
    given = next(known, None)
    if given is None:
        return error
    here = " here" if REPLACED[given].startswith("is ") else ""
    said = f"No such option {given!r}: TLC's {given} {REPLACED[given]}{here}"
    return click.NoSuchOption(error.option_name, said, ctx=error.ctx)
