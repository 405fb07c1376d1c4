"""Specifications, invariants, properties and theorems that a user gives by name or as a formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...errors import BadMeaning, BadModule, NothingToCheck, UnknownName
from ..evaluate.context import Closed
from ..levels import Level
from ..modules import Loaded, check_expression
from ..syntax import read_expression
from ..tree import Expression, Theorem
from .flatten import flatten
from .proposal import specifications
from .specification import Conjunct, Kind, Specification
from .text import text
from .theorems import Claim, Form, claims_of
from .unfold import name_of


def specification_of(loaded: Loaded, asked: str) -> Specification:
    r"""The specification with a name, or the one of a formula such as `Init /\ [][Next]_x`.

    Raises `UnknownName`, with the specifications of the module, if it has no box `[][Next]_v`.

    >>> from ..modules import load
    >>> loaded = load("M.tla", text="---- MODULE M ----\n VARIABLE x \n====")
    >>> specification_of(loaded, r"x = 0 /\ [][x' = 1]_x").rules
    ('x = 0', "x' = 1")
    """
    expression = _read(loaded, asked)
    found = flatten(expression, loaded.asked)
    if not found.of(Kind.STEPS):
        names = ", ".join(specifications(loaded)) or "none"
        raise UnknownName(
            f"{asked} is no specification: it has no box [][Next]_v; module {loaded.name} has "
            f"the specifications {names}"
        )
    return found


def invariant(
    loaded: Loaded, asked: str, specification: Specification | None, number: int = 1
) -> Claim:
    r"""The claim that a state predicate is true in every state; `asked` is its name or text.

    >>> from ..modules import load
    >>> loaded = load("M.tla", text="---- MODULE M ----\n VARIABLE x \n====")
    >>> str(invariant(loaded, "x # 2", None).parts[0])
    '[](x # 2)'
    """
    expression = _read(loaded, asked, Level.STATE)
    name = name_of(expression) or asked
    part = Conjunct(Kind.ALWAYS, name, expression, loaded.asked)
    return claimed(loaded, asked, Closed(expression, loaded.asked), specification, (part,), number)


def property_(
    loaded: Loaded, asked: str, specification: Specification | None, number: int = 1
) -> Claim:
    """The claim that a temporal formula is true of every run; `asked` is its name or text."""
    expression = _read(loaded, asked)
    parts = flatten(expression, loaded.asked).conjuncts
    return claimed(loaded, asked, Closed(expression, loaded.asked), specification, parts, number)


def claimed(
    loaded: Loaded,
    name: str,
    goal: Closed,
    specification: Specification | None,
    parts: tuple[Conjunct, ...],
    number: int,
) -> Claim:
    """The claim that a goal, with these conjuncts, is true of the runs of a specification."""
    return Claim(
        number,
        name,
        text(goal.expression),
        Form.RUNS,
        goal,
        goal.expression.at,
        loaded.name,
        specification,
        parts,
    )


def theorem(loaded: Loaded, asked: str, number: int = 1) -> tuple[Claim, ...]:
    """The claims of a formula that is read as a theorem: `Spec => []P`, `Spec <=> Other`."""
    expression = _read(loaded, asked)
    stated = Theorem(name_of(expression), expression, at=expression.at)
    return claims_of(stated, loaded.asked, number)


def stated(loaded: Loaded, wanted: str, claims: Sequence[Claim]) -> list[Claim]:
    """The claims with this name or number; if there are none, `wanted` is read as a theorem.

    Raises `UnknownName` if it cannot be read as one either.
    """
    found = [claim for claim in claims if wanted and wanted in _names(claim)]
    if found:
        return found
    try:
        if wanted.isdecimal():
            raise BadModule("a number is no theorem")
        return list(theorem(loaded, wanted, len(claims) + 1))
    except BadModule:
        names = ", ".join(claim.name or str(claim.number) for claim in claims)
        there = f"the theorems are {names}" if names else "this module has none"
        raise UnknownName(f"there is no theorem {wanted!r}; {there}") from None


def asked_of(specification: Specification, theorem: Claim) -> Claim:
    """The claim of a theorem, with another specification in place of its own.

    Raises `NothingToCheck` if the theorem is not about a specification.
    """
    if theorem.specification is None or theorem.goal is None:
        why = theorem.reason or "it is about constants"
        raise NothingToCheck(f"{theorem.title} cannot be asked of {specification.name}: {why}")
    if theorem.specification.name == specification.name:
        return theorem
    said = f"{specification.name} => {text(theorem.goal.expression)}"
    return replace(theorem, text=said, specification=specification, is_implication=False)


def _names(claim: Claim) -> tuple[str, ...]:
    """The names by which a theorem is found; both directions of an equivalence share one."""
    return claim.name, claim.name.partition(" (")[0], claim.title, str(claim.number), claim.text


def _read(loaded: Loaded, asked: str, limit: Level = Level.TEMPORAL) -> Expression:
    """Parse an expression; raises `BadMeaning` if it means nothing here or exceeds the level."""
    expression = read_expression(asked)
    level = check_expression(expression, loaded.asked)
    if level > limit:
        raise BadMeaning(f"{asked} is {level}, and {limit} is needed")
    return expression
