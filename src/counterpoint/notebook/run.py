"""A run to display: the positions that are shown, and what the score says at each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ..alarm import require_going_on
from ..bp.program import Program
from ..errors import CounterpointError
from ..model.model import Model
from ..model.notation import Notation, notation_of
from ..model.system import Label, State
from ..report.score.held import held, left_out
from ..report.score.presenter import Presenter
from ..report.score.values import ValuesPresenter
from ..verdict import Subject, Trace, system_of


class Run:
    """A trace with its subject, of which about `most` positions are shown.

    Nothing is searched: of each state that is shown, its own steps are listed at most.
    """

    def __init__(self, trace: Trace, subject: Subject, most: int) -> None:
        self.trace = trace
        self.subject = subject
        self.target = subject.target
        self.presenter = presenter_of(subject)
        self.positions = held(len(trace.steps), trace.loop, most)
        self.states: Sequence[State] = trace.states
        self.labels: Sequence[Label] = [label for label, _ in trace.steps]

    @property
    def length(self) -> int:
        """The number of steps."""
        return len(self.labels)

    def title(self, at: int) -> str:
        """The step to a position as text: of a module its actions, or the rules that acted."""
        label = self.labels[at - 1]
        if notation_of(self.target) is not Notation.MODULE:
            return str(label) or "a step"
        from ..report.module import system_of, title  # imported here because only modules need TLA+

        system = system_of(self.target, self.subject.of)
        return title(label, system.boxes, system.moved(self.states[at - 1], self.states[at]))

    @property
    def left_out(self) -> str:
        """The steps that are not shown, in words; empty if all are."""
        return left_out(self.positions, "this display")

    @cached_property
    def columns(self) -> dict[int, dict[str, Any]]:
        """What the rows of the score say at the step to each position that is shown.

        Number `length + 1` is what they say at the end, of a program that comes to one.
        """
        found = {at: self._column(at) for at in self.positions if at}
        if self.has_end:
            found[self.length + 1] = dict(self.presenter.column(self.states[-1], None))
        return found

    def _column(self, at: int) -> dict[str, Any]:
        require_going_on()
        label, there = self.trace.steps[at - 1]
        return dict(self.presenter.column(self.states[at - 1], label, there))

    @cached_property
    def cells(self) -> dict[int, Mapping[str, str]]:
        """The values at each position that is shown, and before it; none of a program."""
        presenter = self.presenter
        if not isinstance(presenter, ValuesPresenter):
            return {}
        near = {max(0, at - back) for at in self.positions for back in (0, 1)}
        return {at: presenter.cells(self.states[at]) for at in sorted(near)}

    @property
    def has_end(self) -> bool:
        """Whether the score has a column for what b-threads say where the run ends."""
        return self.trace.loop is None and not isinstance(self.presenter, ValuesPresenter)

    @cached_property
    def groups(self) -> list[dict[str, Any]]:
        """The groups of rows, with those that were met at the positions."""
        assert self.columns is not None
        if isinstance(self.presenter, ValuesPresenter):
            return self.presenter.groups_from(self.states[0])
        return self.presenter.groups

    def why(self, at: int) -> dict[str, Any]:
        """Why the step to a position was taken; at the beginning, what can be done there."""
        if at == 0:
            return dict(self.presenter.why(self.states[0], None))
        label, there = self.trace.steps[at - 1]
        return dict(self.presenter.why(self.states[at - 1], label, there))

    def end(self) -> dict[str, Any]:
        """What can be done where the run ends."""
        return dict(self.presenter.why(self.states[-1], None))


def presenter_of(subject: Subject) -> Presenter:
    """The object that describes the subject, and looks at no state that it is not asked about."""
    target = subject.target
    match notation_of(target):
        case Notation.PROGRAM:
            from ..report.score.program import ProgramPresenter

            program: Program = target
            whole = program.whole() if program.switched_off else program
            return ProgramPresenter(program, whole, subject.network)
        case Notation.MODULE:
            from ..report.score.module import ModulePresenter

            if _is_own(subject.of, target):
                return ModulePresenter(target, target, ahead=False)
            return ValuesPresenter(subject.of, ahead=False)
        case Notation.LED:
            from ..report.score.led import LedPresenter

            return LedPresenter(target)
    system: Any = system_of(target)
    if isinstance(system, Model):
        from ..report.score.model import ModelPresenter

        return ModelPresenter(system)
    return ValuesPresenter(system, ahead=False)


def _is_own(of: Any, module: Any) -> bool:
    """Whether a specification is the module's own, so that its rules are those of the module."""
    try:
        return of is None or bool(of.boxes == module.system.boxes)
    except CounterpointError:  # the module has none
        return False
