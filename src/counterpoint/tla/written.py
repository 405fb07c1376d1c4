"""Where the claims and the definitions of a module are written, and what the definitions say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import Place
from .evaluate.context import Closed
from .modules import Loaded
from .scope import Defined, Scope
from .spec.theorems import Claim
from .theorems import name_of_claim
from .tree import Apply, Span


def claim_places(claims: Iterable[Claim]) -> dict[str, Place]:
    """Where each claim is written, by the name of its answer.

    A claim that was asked for by the name of a definition is written where that definition is.
    """
    found = {name_of_claim(claim): _place(claim.at, claim.goal) for claim in claims}
    return {name: place for name, place in found.items() if place is not None}


def definition_place(name: str, scope: Scope) -> Place | None:
    """Where a definition of a module is written; None for a name without a definition."""
    meaning = scope.get(name)
    return _in_file(meaning.at) if isinstance(meaning, Defined) else None


def definitions(loaded: Loaded) -> Iterator[tuple[str, str]]:
    """The definitions of a module and of what it extends: the name, and a text of the meaning.

    The texts of two definitions are equal if these differ in layout and comments only. Modules of
    the library are left out.
    """
    for name, meaning in loaded.scope.names.items():
        if isinstance(meaning, Defined) and meaning.module in loaded.paths:
            yield name, repr((meaning.parameters, meaning.body, meaning.recursive))


def _place(at: Span, goal: Closed | None) -> Place | None:
    if goal is not None and isinstance(goal.expression, Apply) and not goal.expression.args:
        is_named = not _is_file(at) or at.file.endswith(".cfg")
        if is_named and (found := definition_place(goal.expression.name, goal.scope)) is not None:
            return found
    return _in_file(at)


def _in_file(at: Span) -> Place | None:
    return at.place() if _is_file(at) else None


def _is_file(at: Span) -> bool:
    return bool(at.file) and not at.file.startswith("<")
