"""Actions: what a model can do in a state, as data."""

from __future__ import annotations

from collections.abc import Hashable

from ..data import dataclass
from ..errors import Place
from ..terms.term import Term, Variable
from .system import Rest


@dataclass(frozen=True, slots=True)
class Action:
    """A ground action: where `guard` is true, `updates` may happen, all at once.

    `label` is the name with its choices, such as `put(3)`; several actions may share one. Updates
    read the old state, name a variable at most once, and leave the others as they are. `owner` is
    the player whose choice it is, None if `turns` says that. With `rests` it stands for the rest
    of a state where nothing else happens, and is not counted as a transition.
    """

    label: str | Rest
    name: str
    choices: tuple[tuple[str, Hashable], ...]
    guard: Term
    updates: tuple[tuple[Variable, Term], ...]
    owner: str | None = None
    place: Place | None = None
    rests: bool = False


@dataclass(frozen=True, slots=True)
class Fairness:
    """Steps that must not be neglected: those with a label among `labels`, taken together.

    Weak: not enabled for ever without being taken. Strong: not enabled again and again without
    being taken again and again.
    """

    strong: bool
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether an action can happen in a state, and if not, which parts of its guard are false."""

    action: Action
    enabled: bool
    unmet: tuple[Term, ...] = ()
