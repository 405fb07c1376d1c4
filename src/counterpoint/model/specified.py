"""The waist's form for specifications: a system with questions about its states and steps.

Every run may stutter: a state may be followed by itself at any time, for ever if no promise of
fairness is broken by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Protocol, TypeAlias

from ..data import dataclass
from ..logic.formula import Formula
from .factored import Factored
from .system import REST, Label, State, Trusted


@dataclass(frozen=True, slots=True)
class StateProbe:
    """Something that is true or false of a state."""

    name: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class StepProbe:
    """Something that is true or false of a step; `at_rest` is what it is of stuttering, if known.

    It is true of stuttering for `[A]_v`, false for `<<A>>_v`, and None where it depends.
    """

    name: str
    holds: Callable[[Any, Any], bool]
    at_rest: bool | None = None


Probe: TypeAlias = StateProbe | StepProbe


@dataclass(frozen=True, slots=True)
class Promise:
    """Fairness: the steps of `step` do not fail to come while `enabled` stays true.

    Strong fairness: nor while it is true again and again. Without `enabled`, the steps are enabled
    where there is one that the constraints leave.
    """

    name: str
    strong: bool
    step: StepProbe
    enabled: StateProbe | None = None


class About(Enum):
    """What a claim is about."""

    START = "initial states"
    STATES = "states"
    STEPS = "steps"
    RUNS = "runs"


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is asked of a specification: of its states or steps, or of its runs.

    A claim about steps is asked of those that the system has, not of stuttering. A claim about runs
    is a formula; its atoms are names of probes, and an atom that is a step probe's is true after a
    step that it is true of. `note` is said beside the answer. With `of_classes` a claim about runs
    is about states as far as the system tells them apart: those that it takes as one are alike.
    One that stands `whole` is not looked into for parts that do not matter.
    """

    name: str
    about: About
    probe: Probe | None = None
    formula: Formula | None = None
    note: str = ""
    of_classes: bool = False
    whole: bool = False


def itself(state: State) -> State:
    """The state: the `identity` of a system that tells all its states apart."""
    return state


def everywhere(_state: object) -> bool:
    """True: the `within` of a system that no constraint leaves states out of."""
    return True


def anyhow(_state: object, _there: object) -> bool:
    """True: the `allows` of a system that no constraint leaves steps out of."""
    return True


@dataclass(frozen=True, slots=True)
class Drawn:
    """Why answers say nothing where values are drawn at random: what `holds`, and what `fails`."""

    holds: str
    fails: str = ""


class Specified(Protocol):
    """A system together with what is promised of its runs.

    What has no value in a state raises an error of Counterpoint's; the search ends there. A system
    whose `identity`, `within` or `allows` is `itself`, `everywhere` or `anyhow` is not asked it.
    """

    @property
    def promises(self) -> Sequence[Promise]:
        """The fairness of its runs."""

    @property
    def assumptions(self) -> Sequence[Formula]:
        """What else is true of its runs."""

    @property
    def probes(self) -> Mapping[str, Probe]:
        """What the atoms of formulas mean."""

    @property
    def draws(self) -> Drawn | None:
        """What answers are worth, if chance decides on values that were asked for so far."""

    def initial(self, most: int | None = None) -> Iterable[State]:
        """The states that a run may start in, always in the same order; the first so many do."""

    def begins(self, state: Any) -> bool:
        """Whether a run may start in a state."""

    def successors(self, state: Any) -> Sequence[tuple[Label, State]]:
        """The steps out of a state, one for each way to take it; none where it rests."""

    def within(self, state: Any) -> bool:
        """Whether the search goes on from a state, and counts it."""

    def allows(self, state: Any, there: Any) -> bool:
        """Whether the search follows a step."""

    def identity(self, state: Any) -> State:
        """What tells a state from others: the state itself, or a part or a representative of it."""

    def show(self, state: Any) -> Mapping[str, str] | str:
        """A state for a reader."""

    def factored(
        self,
        seen: Sequence[State],
        states: Sequence[StateProbe],
        steps: Sequence[StepProbe],
        *,
        opens: bool = False,
        initial: Sequence[State] | None = None,
    ) -> Factored | None:
        """The same cut into cells as the states that were seen suggest.

        It has a probe for each of `states` and of `steps`, in their order, and may have an opening
        if it `opens`. Its initial states may be given. None if that cannot be; or `Refused` is
        raised, which says why.
        """


class Stuttering(Trusted):
    """The system of a specification, every state of which may also follow itself."""

    def __init__(self, of: Specified) -> None:
        self._of = of

    def initial(self, most: int | None = None) -> Iterable[State]:
        """The states that a run may start in."""
        return self._of.initial(most)

    def begins(self, state: Any) -> bool:
        """Whether a run may start in a state."""
        return self._of.begins(state)

    def successors(self, state: Any) -> list[tuple[Label, State]]:
        """The steps out of a state, and rest."""
        return [*dict.fromkeys(self._of.successors(state)), (REST, state)]

    def show(self, state: Any) -> Mapping[str, str] | str:
        """A state for a reader."""
        return self._of.show(state)
