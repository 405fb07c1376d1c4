"""Guessing which definition of a module is its specification."""

from __future__ import annotations

from collections.abc import Sequence

from ...data import dataclass
from ..evaluate.context import Closed
from ..evaluate.reader import read_level
from ..levels import Level
from ..modules import Loaded
from ..scope import Defined
from ..tree import Apply
from .flatten import flatten, of_init_and_next
from .names import names_in
from .specification import Kind, Specification
from .theorems import Claim

NAMES = ("Spec", "Specification", "FairSpec", "LiveSpec", "LSpec", "ISpec")
"""The usual names of specifications, most likely first."""

PAIRS = (("Init", "Next"), ("init", "next"))


@dataclass(frozen=True, slots=True)
class Proposal:
    """The specification that is probably meant, and why; None if there is no good candidate."""

    specification: Specification | None
    why: str


def proposed(loaded: Loaded, theorems: Sequence[Claim] = ()) -> Proposal:
    r"""The specification to explore if the user does not name one.

    Candidates are tried in this order: a specification with a usual name; the definition with most
    rules that a theorem is about; the only specification, or the only one that no other one uses;
    Init and Next; the left side with most rules of a theorem, if it is not a definition.

    >>> from ..modules import load
    >>> body = "VARIABLE x  Init == x = 0  Next == x' = x"
    >>> proposed(load("M.tla", text=f"---- MODULE M ----\n{body}\n====")).why
    'Init and Next, by their names'
    """
    found = specifications(loaded)
    for name in NAMES:
        if name in found:
            return Proposal(found[name], f"{name} is its specification, by its name")
    stated = [each.specification for each in theorems if each.specification is not None]
    if named := [each for each in stated if each.name in found]:
        most = max(named, key=lambda each: len(each.rules))
        return Proposal(most, f"{most.name} is what theorems are about")
    outermost = [name for name in found if not _is_used(name, found, loaded)]
    if len(outermost) == 1:
        (name,) = outermost
        only = "the only one" if len(found) == 1 else "the only one that no other one uses"
        return Proposal(found[name], f"{name} is its specification, {only}")
    for init, next in PAIRS:
        if _is_plain(init, loaded) and _is_plain(next, loaded):
            given = (Apply(init), Apply(next), loaded.variables, loaded.scope)
            return Proposal(of_init_and_next(*given), f"{init} and {next}, by their names")
    if stated:
        most = max(stated, key=lambda each: len(each.rules))
        return Proposal(most, f"{most.name} is what a theorem is about")
    if found:
        return Proposal(None, f"several definitions can be its specification: {', '.join(found)}")
    return Proposal(None, "no definition has an initial predicate and a box [][Next]_v")


def specifications(loaded: Loaded) -> dict[str, Specification]:
    """The specifications of a module, by name.

    These are the definitions without parameters that have an initial predicate and a box.
    """
    found = {}
    for name in loaded.scope.names:
        if _is_plain(name, loaded) and _level(name, loaded) is Level.TEMPORAL:
            specification = flatten(Apply(name), loaded.scope)
            if specification.of(Kind.START) and specification.of(Kind.STEPS):
                found[name] = specification
    return found


def _is_plain(name: str, loaded: Loaded) -> bool:
    meaning = loaded.scope.names.get(name)
    return isinstance(meaning, Defined) and not meaning.parameters and not meaning.recursive


def _level(name: str, loaded: Loaded) -> Level:
    return read_level(Closed(Apply(name), loaded.scope))


def _is_used(name: str, found: dict[str, Specification], loaded: Loaded) -> bool:
    """Whether the definition of another specification uses this one."""
    bodies = (loaded.scope.names[other] for other in found if other != name)
    return any(isinstance(one, Defined) and name in names_in(one.body) for one in bodies)
