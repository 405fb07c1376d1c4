"""Records: conditions on steps and on the past, as values of variables that are added for them."""

from __future__ import annotations

from collections.abc import Iterator

from ..data import dataclass
from ..terms.apply import variables_of
from ..terms.term import Term, Variable


@dataclass(frozen=True, slots=True)
class Record:
    """A variable that records something of the steps so far: its value at first, and after a step.

    `first` reads the state; `step` reads the state before the step, what the step chooses, the
    inputs in its label, and values after it. Each value after a step has a variable of its own:
    `later` has pairs of such a variable and that of the state. `says` is what the variable tells of
    the step just taken, in the notation of the model.
    """

    variable: Variable
    first: Term
    step: Term
    later: tuple[tuple[Variable, Variable], ...] = ()
    says: str = ""

    @property
    def read(self) -> Iterator[str]:
        """The names of the variables of the state that it reads, before or after the step."""
        later = {after.name: variable.name for after, variable in self.later}
        for variable in variables_of(self.first, self.step):
            yield later.get(variable.name, variable.name)
