"""A walk on the page: its steps stay when rules are switched, even if they become impossible.

A `Session` takes possible steps only. Here, a rule may be switched off after a step that needs it
was taken; the step stays in the walk and is marked as impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..data import dataclass
from ..errors import Misuse
from ..model.capabilities import takes_of
from ..model.naming import NamedStep, named, spelt
from ..model.network import Network
from ..model.system import REST, Label, State
from ..report.score.listed import FEW_CHOICES, Listed, listed_steps
from ..report.score.presenter import Presenter, presenter_of
from ..session import Session
from ..verdict import Trace, system_of
from .fault import said_of


@dataclass(frozen=True, slots=True)
class Taken:
    """A step of a walk: its label and name, the state after it, and whether it is possible."""

    label: Label
    name: str
    state: State
    owner: str | None = None
    legal: bool = True


class Walk:
    """A walk through `target`, in which some rules of `whole` are off; `at` is its position.

    >>> from counterpoint.examples.tictactoe import program
    >>> walk = Walk(program)
    >>> walk.take("X(0,0)")
    >>> walk.take("O(1,1)")
    >>> [step.legal for step in walk.under(program.without("center")).steps]
    [True, False]
    """

    def __init__(
        self,
        target: Any,
        whole: Any = None,
        *,
        start: State | None = None,
        presenter: Presenter | None = None,
        loop: int | None = None,
    ) -> None:
        self.target = target
        self.whole = target if whole is None else whole
        self.system: Any = system_of(target)
        self.presenter = presenter_of(target, self.whole) if presenter is None else presenter
        self.start = Session(target).state if start is None else start
        self.loop = loop
        self.steps: list[Taken] = []
        self.at = 0
        self._listed = Listed(self.system)
        self._columns: list[Any] = []
        self._here: tuple[State, tuple[NamedStep, ...]] | None = None

    @classmethod
    def along(
        cls, trace: Trace, target: Any, whole: Any = None, *, presenter: Presenter | None = None
    ) -> Walk:
        """A walk at the start of a run, with the steps of the run ahead."""
        walk = cls(target, whole, start=trace.start, presenter=presenter, loop=trace.loop)
        network = isinstance(walk.system, Network)
        walk.start = walk.system.initial()[0] if network else trace.start
        walk._follow((label, spelt(label), None if network else s) for label, s in trace.steps)
        return walk

    def under(self, target: Any, whole: Any = None, presenter: Presenter | None = None) -> Walk:
        """The same walk under other rules; in a program the events are kept, else the states."""
        network = isinstance(self.system, Network)
        start = None if network else self.start
        walk = Walk(target, whole or self.whole, start=start, presenter=presenter, loop=self.loop)
        walk._follow((s.label, s.name, None if network else s.state) for s in self.steps)
        walk.at = self.at
        return walk

    def _follow(self, steps: Iterable[tuple[Label, str, State | None]]) -> None:
        """Append steps to these states, or to where the events lead, whether possible or not."""
        for label, name, there in steps:
            here = self.state_at(len(self.steps))
            found = _found(self.choices_of(here, rests=True), label, there)
            owner = self.presenter.voices.owner(here, label) if found is None else None
            takes = takes_of(self.system)
            if found is None and there is not None and takes and takes(here, label, there):
                step = Taken(label, name, there, owner)  # one that was not listed
            elif found is not None:
                step = Taken(found.label, found.name, found.state, found.owner)
            else:
                step = Taken(label, name, self._forced(here, label, there), owner, legal=False)
            self.steps.append(step)

    def _forced(self, here: State, label: Label, there: State | None) -> State:
        """The state after an impossible step."""
        if there is not None:
            return there
        if label is REST or label not in self.system.alphabet:
            return here
        found: State = self.system.step(here, self.system.event_index(label))
        return found

    # The current position -------------------------------------------------------------------------

    @property
    def states(self) -> list[State]:
        """The states from the start to the end, one more than there are steps."""
        return [self.start, *(step.state for step in self.steps)]

    @property
    def state(self) -> State:
        """The state at the current position."""
        return self.state_at(self.at)

    def state_at(self, k: int) -> State:
        """The state after `k` steps."""
        return self.steps[k - 1].state if k else self.start

    @property
    def labels(self) -> list[Label]:
        """The labels of the steps up to the current position."""
        return [step.label for step in self.steps[: self.at]]

    @property
    def legal(self) -> bool:
        """Whether every step up to the current position is possible under the current rules."""
        return all(step.legal for step in self.steps[: self.at])

    @property
    def trace(self) -> Trace:
        """The run up to the current position."""
        return Trace(self.start, tuple((s.label, s.state) for s in self.steps[: self.at]))

    @property
    def choices(self) -> tuple[NamedStep, ...]:
        """The possible steps from the current position, without rests."""
        state = self.state
        if self._here is None or self._here[0] is not state:
            self._here = state, self.choices_of(state)
        return self._here[1]

    def choices_of(self, state: State, *, rests: bool = False) -> tuple[NamedStep, ...]:
        """The possible steps from a state, with rests if `rests`."""
        found = self._listed.steps(state)[0]
        if not found and rests:
            found = [(REST, state)]
        return named(found, self.presenter.voices.owners(state))

    @property
    def is_listed(self) -> bool:
        """Whether `choices` are all possible steps: actions may choose values in too many ways."""
        return self._listed.steps(self.state)[1]

    def ways_on(self, state: State) -> tuple[int, bool]:
        """The number of steps out of a state, and whether that is all; 0 if there is an exception.

        If actions choose values, only a few of their choices are tried.
        """
        try:
            steps, is_all = listed_steps(self.system, state, FEW_CHOICES)
        except Exception:  # raised by user code; it is reported when the step is taken
            return 0, True
        return len(steps), is_all

    # Moving ---------------------------------------------------------------------------------------

    def take(self, name: str) -> None:
        """Take the step with that name, and drop the steps ahead; raises `Misuse` without one."""
        for step in self.choices:
            if step.name == name:
                self.steps[self.at :] = [Taken(step.label, step.name, step.state, step.owner)]
                del self._columns[self.at :]
                self.at += 1
                return
        there = ", ".join(step.name for step in self.choices[:8]) or "nothing is"
        there += f" and {len(self.choices) - 8:,} more" if len(self.choices) > 8 else ""
        raise Misuse(f"step {self.at + 1}: {name} is not possible; possible: {there}")

    def jump(self, k: int) -> None:
        """Go to the position after the first `k` steps, or the nearest one that exists."""
        self.at = max(0, min(len(self.steps), k))

    def cut(self, k: int) -> None:
        """Remove all steps but the first `k`."""
        del self.steps[k:]
        del self._columns[k:]
        self.at = min(self.at, k)

    # The score ------------------------------------------------------------------------------------

    @property
    def columns(self) -> list[Any]:
        """A column for each state; the last one has no step."""
        self._columns += map(self.column, range(len(self._columns), len(self.steps) + 1))
        return self._columns

    def column(self, k: int) -> Any:
        """The column of the state after `k` steps."""
        here = self.state_at(k)
        if k == len(self.steps):
            return self.presenter.column(here, None)
        step = self.steps[k]
        column = self.presenter.column(here, step.label, step.state)
        return column | {"name": step.name, "legal": step.legal}

    def why(self, k: int) -> Any:
        """Why step number `k`, counted from 0, could be taken; at the end, what can be done."""
        if k >= len(self.steps):
            return self.presenter.why(self.state_at(len(self.steps)), None)
        return self.presenter.why(self.state_at(k), self.steps[k].label, self.steps[k].state)


def _found(steps: Sequence[NamedStep], label: Label, there: State | None) -> NamedStep | None:
    """The step with this label and, if given, to this state; else any step to that state."""
    alike = [s for s in steps if s.label == label or spelt(s.label) == spelt(label)]
    if there is None:
        return alike[0] if alike else None
    found = [s for s in alike if s.state == there] or [s for s in steps if s.state == there]
    return found[0] if found else None


def replayed(walk: Walk, names: Sequence[str]) -> str:
    """Take the steps with these names; returns why not all could be taken, or an empty text.

    The steps before the first impossible one are taken.
    """
    for number, name in enumerate(names, start=1):
        try:
            walk.take(name)
            assert walk.choices is not None
        except Misuse:
            return f"step {number}, {name}, is not possible"
        except Exception as error:  # raised by user code: the next state cannot be shown
            walk.cut(number - 1)
            return f"step {number}, {name}, cannot be taken: {said_of(error)}"
    return ""
