"""Where in the source the answer to a property, and each step of its run, belongs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from ..data import dataclass
from ..errors import CounterpointError, Place, UnknownName
from ..model.capabilities import requirements_of
from ..model.explanation import Fate, Stand
from ..model.model import Model
from ..model.network import Network
from ..model.notation import Notation, notation_of
from ..model.property import (
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
    property_named,
)
from ..model.system import REST, Label
from ..verdict import Answer, Trace, Verdict, system_of
from .required import requirement_places
from .story import Scene


@dataclass(frozen=True, slots=True)
class Blame:
    """A place, and what it has to do with an answer."""

    words: str
    place: Place


IN_PYTHON = (Notation.PROGRAM, Notation.MODEL, Notation.SYSTEM)
"""Notations of targets that are objects of a Python file."""


class Places:
    """Where properties and steps of a target are written; `file` is that of the target.

    >>> from counterpoint import check
    >>> from counterpoint.examples.peterson import careless
    >>> target = careless()
    >>> (verdict,) = check(target, "never both")
    >>> print(Places(target).blamed(verdict, ())[0].place.text)
    def enter(i: int) -> object:
    """

    def __init__(self, target: Any, file: str | None = None) -> None:
        self.target, self.file = target, file
        self._notation = notation_of(target)

    def blamed(self, verdict: Verdict, scenes: Sequence[Scene]) -> list[Blame]:
        """What is to blame for an answer, the most likely first; empty if nothing is known.

        That is the place of the property. If it fails in a target written in Python, it is what
        b-threads do at the end of the run, or the last step, and only then the property.
        """
        place = self._properties.get(verdict.name)
        own = [] if place is None else [Blame("the property", place)]
        of_run = [blame for blame in self._of_run(verdict, scenes) if _is_in_file(blame.place)]
        return of_run + own if self._notation in IN_PYTHON else own + of_run

    def _of_run(self, verdict: Verdict, scenes: Sequence[Scene]) -> Iterator[Blame]:
        """What is to blame at the end of the run of a property that fails."""
        trace = verdict.trace
        if verdict.answer is not Answer.FAILS or trace is None:
            return
        system = None if self._notation is not Notation.PROGRAM else system_of(self.target)
        if isinstance(system, Network):
            yield from _at_the_end(self._kind(verdict.name), trace, system)
        last = next((n for n in range(len(trace.steps), 0, -1) if not _rests(trace, n)), 0)
        if last:
            place = self.of_step(trace, scenes, last, verdict.of)
            if place is not None:
                yield Blame(f"the last step, {trace.steps[last - 1][0]}", place)

    def of_step(
        self, trace: Trace, scenes: Sequence[Scene], number: int, of: object = None
    ) -> Place | None:
        """Where the step that leads to state `number` of a run is written; None if unknown.

        In a program that is the statement of a b-thread that requested it, or else that woke.
        """
        if self._notation is Notation.PROGRAM:
            scene = scenes[number]
            found = _first([*scene.asked_by, *scene.moved])
        else:
            found = self._of_label(trace.steps[number - 1][0], of)
        return found if found is not None and _is_in_file(found) else None

    @cached_property
    def _properties(self) -> Mapping[str, Place]:
        """Where properties are written that have a place of their own, by name."""
        match self._notation:
            case Notation.MODULE:
                return self._of_module
            case Notation.SMV:
                return dict(self.target.written_at)
            case Notation.LED:
                return self._of_led
            case _ if self._notation in IN_PYTHON and self.file is not None:
                return requirement_places(self.file)
        return {}

    @property
    def _of_module(self) -> dict[str, Place]:
        """Where the claims of a module are written; a deadlock is one of its specification."""
        from ..tla.written import claim_places, definition_place  # for modules only

        found: dict[str, Place] = {}
        with suppress(CounterpointError):  # the formula that was asked does not need them
            name, scope = self.target.specification.name, self.target.loaded.scope
            spec = definition_place(name, scope)
            found |= {} if spec is None else {"deadlock": spec}
        with suppress(CounterpointError):
            found |= claim_places(self.target.claims)
        return found

    @property
    def _of_led(self) -> dict[str, Place]:
        """Where the condition is defined that a requirement of an LED program ends with."""
        known = self.target.module.known.definitions
        ends = ((name, name.rpartition(" ")[2]) for name in self.target.requirements)
        return {name: known[end, 0].at.place() for name, end in ends if (end, 0) in known}

    def _of_label(self, label: Label, of: object) -> Place | None:
        if label is REST:
            return None
        match self._notation:
            case Notation.MODULE:
                return self._of_actions(label, of)
            case Notation.LED:
                return self._of_click(str(label))
        return self._actions.get(label)

    def _of_click(self, label: str) -> Place | None:
        """Where the condition of a click is defined, or else the next state."""
        known = self.target.module.known.definitions
        names = [label.partition("(")[0], "nextState", "newState", "transition"]
        found = (at for name in names for (of, _), at in known.items() if of == name)
        return next((definition.at.place() for definition in found), None)

    @cached_property
    def _actions(self) -> dict[Label, Place]:
        """Where the actions of a model are written, by their labels."""
        if not isinstance(self.target, Model):
            return {}
        actions = self.target.actions
        return {action.label: action.place for action in actions if action.place is not None}

    def _of_actions(self, label: Label, of: object) -> Place | None:
        """Where the first named action of a step of a module is defined."""
        from ..tla.steps import Taken  # imported here because only modules need TLA+
        from ..tla.written import definition_place
        from .module import system_of as specification_of

        if not isinstance(label, Taken):
            return None
        scope = specification_of(self.target, of).loaded.scope
        named = (action.name for action in label.actions if action is not None)
        places = (definition_place(name, scope) for name in named)
        return next((place for place in places if place is not None), None)

    def _kind(self, name: str) -> object:
        """The property of a program that has a name; None for a formula."""
        own = requirements_of(self.target)
        try:
            return own[name] if name in own else property_named(name)
        except UnknownName:
            return None


def _is_in_file(place: Place) -> bool:
    """Whether a place is in a file, not in a text that Python was given."""
    return not place.file.startswith("<")


def _rests(trace: Trace, number: int) -> bool:
    return trace.steps[number - 1][0] is REST


def _first(stands: Sequence[Stand]) -> Place | None:
    return next((stand.place for stand in stands if stand.place is not None), None)


def _at_the_end(kind: object, trace: Trace, network: Network) -> list[Blame]:
    """What b-threads do at the end of a run that refutes a property of this kind."""
    match kind:
        case NoFailedAssertion():
            return list(_failed(trace, network))
        case NoDeadlock():
            return list(dict.fromkeys(_blocking(trace, network)))
        case NoHotTermination() | NoHotCycle():
            return list(_hot(trace, network))
    return []


def _failed(trace: Trace, network: Network) -> Iterator[Blame]:
    """The assertions that fail in the last state of a run."""
    for local in network.locals_of(trace.states[-1]):  # type: ignore[arg-type]
        if local.failure is not None and local.failure.place is not None:
            yield Blame(f"assertion of {local.failure.thread}", local.failure.place)


def _blocking(trace: Trace, network: Network) -> Iterator[Blame]:
    """The statements that block requests in the last state of a run, then those that request."""
    requests = network.explain(trace.states[-1]).requests  # type: ignore[arg-type]
    stuck = [request for request in requests if request.fate is Fate.BLOCKED]
    for request in stuck:
        for stand in request.blocked_by:
            if stand.place is not None:
                yield Blame(f"{stand.thread} blocks {request.event}", stand.place)
    for request in stuck:
        if request.stand.place is not None:
            yield Blame(f"{request.stand.thread} requests {request.event}", request.stand.place)


def _hot(trace: Trace, network: Network) -> Iterator[Blame]:
    """The hot statements in the last state of a run."""
    for voice in network.voices(trace.states[-1]):  # type: ignore[arg-type]
        if voice.hot and voice.stand.place is not None:
            yield Blame(f"{voice.stand.thread} is hot", voice.stand.place)
