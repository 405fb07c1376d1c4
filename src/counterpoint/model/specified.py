"""Specifications: the systems of a theory, with conditions on their states, steps and runs.

Every run may stutter: a state may be followed by itself at any time, and for ever if that violates
no fairness condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import Enum
from typing import Any, Protocol, TypeAlias, cast

from ..data import dataclass
from ..logic.formula import Formula
from .capabilities import Drawn, probe_of
from .factored import Factored
from .system import REST, Label, State, Trusted


@dataclass(frozen=True, slots=True)
class StateProbe:
    """A condition on a state."""

    name: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class StepProbe:
    """A condition on a step; `at_rest` is its value in a stuttering step, if it is known.

    It is true for `[A]_v`, false for `<<A>>_v`, and None if it depends on the state.
    """

    name: str
    holds: Callable[[Any, Any], bool]
    at_rest: bool | None = None


Probe: TypeAlias = StateProbe | StepProbe


@dataclass(frozen=True, slots=True)
class FairnessCondition:
    """A fairness condition: steps that satisfy `step` are taken if `enabled` stays true.

    Strong fairness: also if `enabled` is true infinitely often. Without `enabled`, such steps are
    enabled where there is one that the constraints allow.
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
    """A claim about a specification: about its initial states, states, steps, or runs.

    A claim about steps concerns the steps of the system, not stuttering. A claim about runs is a
    formula; its atoms are names of probes, and the atom of a step probe is true after a step that
    satisfies it. `note` is shown beside the answer. If not `counted`, only the first violation is
    searched for, not how many there are. With `of_classes`, a claim about runs is about
    states as far as the system distinguishes them: states that it identifies count as alike. A
    `whole` claim is not searched for irrelevant parts.
    """

    name: str
    about: About
    probe: Probe | None = None
    formula: Formula | None = None
    note: str = ""
    counted: bool = True
    of_classes: bool = False
    whole: bool = False


def itself(state: State) -> State:
    """The state: `identity` for a system that distinguishes all its states."""
    return state


def everywhere(_state: object) -> bool:
    """True: `within` for a system without constraints on states."""
    return True


def anyhow(_state: object, _there: object) -> bool:
    """True: `allows` for a system without constraints on steps."""
    return True


class Usual:
    """What specifications have that are evaluated whole, the same each time, and without chance."""

    __slots__ = ()

    @property
    def draws(self) -> Drawn | None:
        """Why answers prove nothing, if some value evaluated so far was random; else None."""
        return None

    @property
    def remembers(self) -> bool:
        """Whether an evaluation in a state may depend on how the search reached it."""
        return False

    @property
    def is_cut_down(self) -> bool:
        """Whether some rules of the specification are switched off."""
        return False

    @property
    def lists_starts(self) -> bool:
        """Whether `begins` lists all initial states at each call."""
        return False

    @property
    def representative(self) -> Callable[[Any], State] | None:
        """A function that gives the representative of a state under symmetry; None without any."""
        return None

    def quietly(self) -> AbstractContextManager[None]:
        """A context in which evaluation prints nothing."""
        return nullcontext()


class Specified(Protocol):
    """A system with fairness conditions and assumptions on its runs.

    An expression without a value raises a `CounterpointError`, and the search ends there. If
    `identity`, `within` or `allows` is `itself`, `everywhere` or `anyhow`, it is not called.
    `Usual` answers for specifications without chance, memory and switches.
    """

    @property
    def fairness_conditions(self) -> Sequence[FairnessCondition]:
        """The fairness conditions on its runs."""

    @property
    def assumptions(self) -> Sequence[Formula]:
        """Further assumptions about its runs."""

    @property
    def probes(self) -> Mapping[str, Probe]:
        """The meanings of the atoms of formulas."""

    @property
    def draws(self) -> Drawn | None:
        """Why answers prove nothing, if some value evaluated so far was random; else None."""

    @property
    def remembers(self) -> bool:
        """Whether an evaluation in a state may depend on how the search reached it."""

    @property
    def is_cut_down(self) -> bool:
        """Whether some rules of the specification are switched off."""

    @property
    def lists_starts(self) -> bool:
        """Whether `begins` lists all initial states at each call."""

    @property
    def representative(self) -> Callable[[Any], State] | None:
        """A function that gives the representative of a state under symmetry; None without any."""

    def quietly(self) -> AbstractContextManager[None]:
        """A context in which evaluation prints nothing, because a module must print only once."""

    def initial(self, most: int | None = None) -> Iterable[State]:
        """The initial states, always in the same order; only the first `most` are needed."""

    def begins(self, state: Any) -> bool:
        """Whether a state is initial."""

    def successors(self, state: Any) -> Sequence[tuple[Label, State]]:
        """The steps out of a state, one for each way to take it; empty if there are none."""

    def within(self, state: Any) -> bool:
        """Whether the search counts a state and expands it."""

    def allows(self, state: Any, there: Any) -> bool:
        """Whether the search follows a step."""

    def identity(self, state: Any) -> State:
        """The key that distinguishes a state: the state, a part of it, or a representative."""

    def show(self, state: Any) -> Mapping[str, str] | str:
        """A state as text, or as texts by name."""

    def factored(
        self,
        seen: Sequence[State],
        states: Sequence[StateProbe],
        steps: Sequence[StepProbe],
        *,
        opens: bool = False,
        initial: Sequence[State] | None = None,
        division: Any = None,
    ) -> Factored | None:
        """The same system split into cells, as the states in `seen` suggest.

        It has a probe for each of `states` and of `steps`, in their order, and may have an opening
        if it `opens`. Its initial states may be given, and the division into cells of such a system
        made before. Returns None if that is not possible, or
        raises `Refused` with the reason.
        """


class Following(Protocol):
    """A system with the reachable states of a specification that its constraints leave in."""

    @property
    def system(self) -> Specified:
        """The specification."""

    @property
    def signature(self) -> str:
        """A hash that identifies the specification, and all that its states depend on."""

    def probe(self, text: str) -> StateProbe:
        """An atom as a probe of the specification; raises `UnknownAtom`."""


def following(system: object) -> Following | None:
    """The system, if its states are those of a specification; None if it is any other."""
    return cast("Following", system) if probe_of(system) is not None else None


class Stuttering(Trusted):
    """The system of a specification in which every state may also follow itself."""

    def __init__(self, of: Specified) -> None:
        self._of = of

    def initial(self, most: int | None = None) -> Iterable[State]:
        """The initial states."""
        return self._of.initial(most)

    def begins(self, state: Any) -> bool:
        """Whether a state is initial."""
        return self._of.begins(state)

    def successors(self, state: Any) -> list[tuple[Label, State]]:
        """The steps out of a state, and a `REST` step."""
        return [*dict.fromkeys(self._of.successors(state)), (REST, state)]

    def show(self, state: Any) -> Mapping[str, str] | str:
        """A state as text, or as texts by name."""
        return self._of.show(state)
