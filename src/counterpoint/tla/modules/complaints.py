"""Error messages about names that are undefined, or defined already."""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import BadMeaning, Place
from ...spelling import close_matches
from ..library import MODULES
from ..scope import Builtin, Defined, Meaning, Scope, Value
from ..syntax.foreign import FOREIGN
from ..tree import Span

_LOOKED_IN = (
    "Naturals Integers Reals Sequences FiniteSets TLC Bags FiniteSetsExt SequencesExt Functions "
    "Folds Bitwise Json"
)
"""The library modules that are searched for an unknown name, the most common ones first."""


def unknown(name: str, scope: Scope, at: Span) -> BadMeaning:
    """The error for an undefined name, with a hint at what may have been meant."""
    near = close(name, scope)
    if name in FOREIGN:
        return BadMeaning(f"{name} means nothing here: {FOREIGN[name]}", at.place())
    home = next((one for one in _LOOKED_IN.split() if name in MODULES[one].operators), None)
    if home is not None:
        hint = f": it is an operator of module {home}, which is not extended"
    else:
        hint = f": {near} perhaps" if near else ""
    return BadMeaning(f"{name} means nothing here{hint}", at.place())


def close(name: str, names: Iterable[str]) -> str:
    """At most two names that are spelt like this one, joined by "or"; "" if there are none.

    >>> close("Inti", ["Init", "Next"])
    'Init'
    """
    return " or ".join(close_matches(name, [one for one in names if " " not in one], 2, 0.7))


def taken(name: str, meaning: Meaning, at: Span) -> BadMeaning:
    """The error for a name that is defined although it has a meaning already."""
    shown = name.replace("MODULE", "module")
    return BadMeaning(f"{shown} {already(meaning)}", at.place())


def already(meaning: Meaning) -> str:
    """The rest of a sentence that says how a name is defined already."""
    if isinstance(meaning, Defined):
        at = meaning.at
        return f"is defined already, at {Place(at.file, at.line, column=at.column)}"
    if isinstance(meaning, (Builtin, Value)):
        return "has a meaning already"
    return "is declared already"
