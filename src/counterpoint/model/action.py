"""Actions: the possible steps of a model, as data."""

from __future__ import annotations

from collections.abc import Hashable

from ..data import dataclass
from ..errors import Place
from ..terms.term import Term, Variable
from .system import Rest


@dataclass(frozen=True, slots=True)
class Action:
    """A ground action: where `guard` is true, all `updates` may happen, at the same time.

    `label` is the name with its choices, such as `put(3)`; several actions may share a label.
    Updates read the old state, set each variable at most once, and leave all others unchanged.
    `owner` is the player who chooses the action, None if `turns` determines that. With `rests`, it
    is the rest of a state in which nothing else happens: besides its guard, it needs that no action
    of another kind is enabled. It does not count as a transition.

    `chosen` are variables, not of the state, that take any values of their sorts anew in each
    step; guard and updates may read them. So the action is enabled where some values satisfy the
    guard, and all values that lead to the same state are one transition. Their names differ from
    those of the state's variables, and actions that choose the same name mean the same variable.
    """

    label: str | Rest
    name: str
    choices: tuple[tuple[str, Hashable], ...]
    guard: Term
    updates: tuple[tuple[Variable, Term], ...]
    owner: str | None = None
    place: Place | None = None
    rests: bool = False
    chosen: tuple[Variable, ...] = ()


@dataclass(frozen=True, slots=True)
class Fairness:
    """A fairness condition on the steps with a label among `labels`, taken together.

    Weak: they are not enabled for ever without being taken. Strong: they are not enabled infinitely
    often without being taken infinitely often.
    """

    strong: bool
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether an action is enabled in a state, and if not, which parts of its guard are false.

    The parts in `unmet` read the state only. Those in `unsatisfiable` read chosen variables, and no
    choice makes such a part true.
    """

    action: Action
    enabled: bool
    unmet: tuple[Term, ...] = ()
    unsatisfiable: tuple[Term, ...] = ()
