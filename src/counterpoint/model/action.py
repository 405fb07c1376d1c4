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
    is the rest of a state in which nothing else happens, and does not count as a transition.
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
    """Whether an action is enabled in a state, and if not, which parts of its guard are false."""

    action: Action
    enabled: bool
    unmet: tuple[Term, ...] = ()
