"""What systems offer beside states and steps: each capability by name, with its type, here only.

A system has a capability by having an attribute of that name. Engines, sessions and reports ask
for it here, and get None, or something empty, where a system does without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, cast

from ..data import dataclass
from ..errors import BadModel, Place
from .property import Property, misnamed, plain_property
from .system import Label, State

Show: TypeAlias = Callable[[State], "Mapping[str, str] | str"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Why answers prove nothing if values are random: for an answer `holds`, and for `fails`."""

    holds: str
    fails: str = ""


def begins_of(system: object) -> Callable[[State], bool] | None:
    """Says whether a run may start in a state; None where the initial states have to be listed."""
    return _method(system, "begins")


def takes_of(system: object) -> Callable[[State, Label, State], bool] | None:
    """Says whether a step leads from a state to another; None where its steps have to be listed."""
    return _method(system, "takes_step")


def each_step_of(system: Any) -> Callable[[State], Iterable[tuple[Label, State]]]:
    """Gives the steps out of a state one by one, where they may be very many."""
    return _method(system, "each_step") or system.successors


def some_steps_of(
    system: object,
) -> Callable[[State, int], tuple[Iterable[tuple[Label, State]], bool]] | None:
    """Gives some steps out of a state, and whether these are all; None where all can be listed."""
    return _method(system, "some_steps")


def owner_of(system: object) -> Callable[[State], str | None] | None:
    """Gives the player who chooses the next step in a state; None where nobody does."""
    return _method(system, "owner")


def declared_players(system: object) -> tuple[str, ...]:
    """The players that a system declares, in their order."""
    return tuple(getattr(system, "players", ()))


def declared_labels(system: object) -> tuple[Label, ...]:
    """The labels that a system says its steps may have."""
    return tuple(getattr(system, "labels", ()))


def source_files_of(system: object) -> tuple[str, ...]:
    """The files that a system says it was read from."""
    return tuple(getattr(system, "source_files", ()))


def cells_of(system: Any) -> Show:
    """Shows a state with each element of an array by its own name, where a system can."""
    return cast("Show", getattr(system, "cells", system.show))


def as_json_of(system: Any) -> Callable[[State], Any]:
    """Gives a state as data for JSON: its values by name, typed where the system knows types."""
    return _method(system, "as_json") or (lambda state: texts_of(system.show(state)))


def texts_of(shown: object) -> dict[str, str] | str:
    """A state, as its system shows it, as plain data: texts by name, or one text.

    >>> texts_of({"x": 1})
    {'x': '1'}
    """
    if isinstance(shown, Mapping):
        return {str(name): str(value) for name, value in shown.items()}
    return str(shown)


def priority_of(system: object) -> Callable[[State], int] | None:
    """Gives the priority of a state, where the target is a parity game."""
    return _method(system, "priority")


def every_of(system: object) -> Callable[[], Iterable[State]] | None:
    """Lists every state, reached or not, where a system can."""
    return _method(system, "every")


def explain_of(system: object) -> Callable[[State], Any] | None:
    """Explains which steps can be taken from a state, and which cannot."""
    return _method(system, "explain")


def explain_step_of(system: object) -> Callable[[State, Label], Any] | None:
    """Explains what a step from a state did."""
    return _method(system, "explain_step")


def parse_state_of(system: object) -> Callable[[str], State | None] | None:
    """Reads a state from a text; the result is None for a text that is no state."""
    return _method(system, "parse_state")


def note_of(system: object) -> str:
    """What should be known of all answers about a system; often empty."""
    return str(getattr(system, "said", ""))


def note_of_paths(system: object) -> str:
    """What should be known of answers about the paths of a system; often empty."""
    return str(getattr(system, "said_of_paths", ""))


def atoms_of(system: object) -> Mapping[str, Callable[[State], bool]]:
    """The named predicates of a system: its `atoms`, a mapping or a method that gives one."""
    atoms = getattr(system, "atoms", {})
    found: Mapping[str, Callable[[State], bool]] = atoms() if callable(atoms) else atoms
    return found


def probe_of(system: object) -> Callable[[str], object] | None:
    """Gives an atom as a probe of the specification that a system follows; None without one."""
    return _method(system, "probe")


def names_of(label: Label) -> tuple[str, ...]:
    """Further names of a label, such as those of the actions that a step of a module takes."""
    return tuple(getattr(label, "names", ()))


def draw_of(system: object) -> Callable[[State], object] | None:
    """Draws a state; the result is None for a state without a picture."""
    return _method(system, "picture")


def view_of(system: object) -> Callable[[State], object] | None:
    """Draws a state as an SVG text, for pages; the result is None for a state without one."""
    return _method(system, "view")


def chance_of(system: object) -> Drawn | None:
    """Why answers prove nothing if the steps of a system are random; else None."""
    found = getattr(system, "draws", None)
    return found if isinstance(found, Drawn) else None


def declares_players(system: object) -> bool:
    """Whether a system has a list of its players, which may be empty."""
    return hasattr(system, "players")


def variables_of(target: object) -> object:
    """The variables that a target declares; None if it declares none."""
    return getattr(target, "variables", None)


def requirements_of(target: object) -> dict[str, Property | str]:
    """The requirements of a target, by name; raises `BadModel` if they are no such mapping.

    The name of a property, such as `deadlock`, is that property, unless it is an atom's.
    """
    given = getattr(target, "requirements", {})
    if isinstance(given, Mapping) and all(
        isinstance(name, str) and isinstance(of, Property | str) for name, of in given.items()
    ):
        found = {name: _meant(target, of) for name, of in given.items()}
        for name, of in found.items():
            if wrong := misnamed(name, of if isinstance(of, Property) else "an atom or a formula"):
                raise BadModel(wrong)
        return found
    name, needed = type(target).__name__, "a mapping of names to properties is needed"
    raise BadModel(f"{name}.requirements is {given!r}, and {needed}")


def _meant(target: object, given: Property | str) -> Property | str:
    named = plain_property(given) if isinstance(given, str) else None
    return given if named is None or given in atoms_of(target) else named


def places_of(target: object) -> Mapping[str, Place]:
    """Where the questions of a target are written, by name, as far as it knows."""
    found: Mapping[str, Place] = getattr(target, "written_at", {})
    return found


def _method(system: object, name: str) -> Callable[..., Any] | None:
    found = getattr(system, name, None)
    return found if callable(found) else None
