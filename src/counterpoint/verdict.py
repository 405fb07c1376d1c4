"""What a check says: an answer to each property, and the run that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .errors import BadTrace, Undecided, UnknownName
from .model.system import REST, Label, State, System


class Answer(Enum):
    """One of the three answers."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Trace:
    """A run: a start, then (label, state) steps; an endless run goes back to state `loop`.

    >>> trace = Trace(0, (("up", 1), ("down", 0)), loop=0)
    >>> trace.events, trace.states
    (('up', 'down'), (0, 1, 0))
    """

    start: State
    steps: tuple[tuple[Label, State], ...] = ()
    loop: int | None = None

    @property
    def states(self) -> tuple[State, ...]:
        return self.start, *(state for _, state in self.steps)

    @property
    def events(self) -> tuple[Label, ...]:
        """The labels of the steps, without those that only rest."""
        return tuple(label for label, _ in self.steps if label is not REST)

    def replay(self, target: Any) -> None:
        """Raise `BadTrace` unless `target`, a system or a program, allows this very run."""
        system = system_of(target)
        if self.start not in system.initial():
            raise BadTrace(f"no run starts in {self.start!r}")
        for here, (label, there) in zip(self.states, self.steps, strict=False):
            if (label, there) not in (list(system.successors(here)) or [(REST, here)]):
                raise BadTrace(f"{label!r} does not lead from {here!r} to {there!r}")
        if self.loop is not None and self.states[self.loop] != self.states[-1]:
            raise BadTrace(f"the run does not come back to its state number {self.loop}")


@dataclass(frozen=True, slots=True)
class Branch:
    """A run that leaves another one at state number `at`, and shows that `claim` holds there.

    Without a trace no single run shows it: it speaks of all of them.
    """

    at: int
    claim: str
    trace: Trace | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one property; its truth value is the answer, unknown raises `Undecided`.

    `reason` says why it is unknown, what went wrong when it fails, and which part never mattered
    when it holds vacuously. `trace` is the counterexample when it fails; when it holds, a run that
    shows so, where one run can. `branches` are what else has to be seen along that run.
    """

    name: str
    answer: Answer
    reason: str = ""
    trace: Trace | None = None
    vacuous: bool = False
    branches: tuple[Branch, ...] = ()

    def __bool__(self) -> bool:
        if self.answer is Answer.UNKNOWN:
            raise Undecided(f"{self.name}: {self.reason}")
        return self.answer is Answer.HOLDS


@dataclass(frozen=True, slots=True, repr=False)
class Verdicts:
    """All that a check found: true if every property holds, false if one fails.

    When none fails but some are unknown, the truth value raises `Undecided`. `transitions` is None
    where the engine does not count them. `stopped` says why the exploration is not complete, if it
    is not.
    """

    target: str
    states: int
    transitions: int | None
    complete: bool
    engine: str
    seconds: float
    properties: tuple[Verdict, ...]
    warnings: tuple[str, ...] = ()
    stopped: str = ""

    @property
    def answer(self) -> Answer:
        """Fails if one property fails, else unknown if one is unknown, else holds."""
        answers = {verdict.answer for verdict in self.properties}
        order = (Answer.FAILS, Answer.UNKNOWN, Answer.HOLDS)
        return next((answer for answer in order if answer in answers), Answer.UNKNOWN)

    @property
    def trace(self) -> Trace | None:
        """The counterexample of the first property that fails."""
        return next((v.trace for v in self.properties if v.answer is Answer.FAILS), None)

    def __bool__(self) -> bool:
        if self.answer is Answer.UNKNOWN:
            unknown = (v for v in self.properties if v.answer is Answer.UNKNOWN)
            reasons = [f"{verdict.name}: {verdict.reason}" for verdict in unknown]
            raise Undecided("; ".join(reasons) or "no property was checked")
        return self.answer is Answer.HOLDS

    def __repr__(self) -> str:
        told = [f"{verdict.name} {verdict.answer.value}{_why(verdict)}" for verdict in self]
        return f"<{self.target}: {'; '.join(told)}>"

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.properties)

    def __getitem__(self, name: str) -> Verdict:
        for verdict in self.properties:
            if verdict.name == name:
                return verdict
        names = ", ".join(verdict.name for verdict in self.properties)
        raise UnknownName(f"no property {name!r} was checked; there are {names}")


def _why(verdict: Verdict) -> str:
    if verdict.trace is not None:
        return f" after {', '.join(map(str, verdict.trace.events)) or 'no event'}"
    return f" ({verdict.reason})" if verdict.answer is Answer.UNKNOWN else ""


def system_of(target: Any) -> System:
    """The system that `target` is, or that it gives when asked for its `network()`."""
    system: System = target.network() if hasattr(target, "network") else target
    return system
