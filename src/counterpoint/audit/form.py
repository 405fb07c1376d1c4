"""What an audit needs of a system besides its steps: initial states, atoms, fairness."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ..certificate import Seen
from ..data import dataclass
from ..model.system import Label

Truth: TypeAlias = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Fair:
    """A fairness constraint: the steps for which `counts` is true must not be neglected.

    `counts` gets the label of a step and the state seen after it. Weak: the steps are not enabled
    for ever without being taken. Strong: they are not enabled infinitely often without being taken
    infinitely often. They are enabled where `enabled` is true, or by default where there is such a
    step.
    """

    strong: bool
    counts: Callable[[Label, Seen], bool]
    enabled: Callable[[Seen], bool] | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """The initial states, atoms and fairness of a system.

    `begins` tests whether a state is initial. `atom` maps the text of an atom to its test of
    states.
    """

    begins: Truth
    atom: Callable[[str], Truth]
    fairness: tuple[Fair, ...] = ()
