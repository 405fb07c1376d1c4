"""Where two systems with the same states give different answers to the same question."""

from __future__ import annotations

from itertools import islice

from ..data import dataclass
from ..errors import Misuse
from ..model.capabilities import variables_of
from ..model.model import Model
from ..model.notation import Notation, notation_of
from ..model.system import State
from .space.stateset import StateSet


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How two sets of states disagree.

    The numbers of states in both sets, in the first only and in the second only, with samples of
    the latter two.
    """

    both: int
    first_only: int
    second_only: int
    first_sample: tuple[State, ...] = ()
    second_sample: tuple[State, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the two sets have the same states."""
        return not self.first_only and not self.second_only


def disagreement(first: StateSet, second: StateSet, sample: int = 3) -> Disagreement:
    """How two sets of states disagree, which may belong to different systems.

    Each sample has at most `sample` states.

    >>> from counterpoint import Model, StateSpace
    >>> light, dim = Model(), Model()
    >>> for model in (light, dim):
    ...     on = model.var("on", bool)
    >>> disagreement(StateSpace(light).where("on"), StateSpace(dim).where("!on")).first_only
    1
    """
    mine = (state for state in first if state not in second)
    its = (state for state in second if state not in first)
    first_sample, second_sample = tuple(islice(mine, sample)), tuple(islice(its, sample))
    first_only = len(first_sample) + sum(1 for _ in mine)
    second_only = len(second_sample) + sum(1 for _ in its)
    return Disagreement(
        first.count - first_only, first_only, second_only, first_sample, second_sample
    )


def require_same_variables(first: object, second: object) -> None:
    """Raise `Misuse` if the states of two targets cannot be compared."""
    if Notation.PROGRAM in (notation_of(first), notation_of(second)):
        raise Misuse(
            "the states of b-threads are numbered for each program by itself: "
            "only models and other systems can be compared"
        )
    if isinstance(first, Model) != isinstance(second, Model):
        raise Misuse("a model and another system have different states, which cannot be compared")
    if _variables(first) != _variables(second):
        what = "models" if isinstance(first, Model) else "modules"
        raise Misuse(
            f"the two {what} have different variables, so that their states cannot be compared"
        )


def _variables(target: object) -> object:
    """The variables of a target, or None if it does not declare any."""
    if isinstance(target, Model):
        return [(variable.name, variable.sort) for variable in target.variables]
    return variables_of(target)
