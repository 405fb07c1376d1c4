"""Parts: the contents of a model, as data; transformations replace some of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property

from ..data import dataclass
from ..logic.formula import Formula
from ..terms.apply import TRUE
from ..terms.array import Array
from ..terms.layout import Layout
from ..terms.sort import text_of_value
from ..terms.term import Term, Variable
from .action import Action, Fairness
from .bitword import BitWord
from .picture import Picture
from .reasons import Reason
from .record import Record


@dataclass(frozen=True)
class Parts:
    """A whole model, for an engine to read.

    A state is a tuple of values in the order of `variables`; the elements of `arrays` are among
    them, side by side. `turns` has the condition under which each player chooses. `progress` is a
    number that every step increases, except steps that change nothing. `requirements` are formulas
    by name. `impossible` are declared labels that can never occur, and `owners` are the declared
    owners of actions, even of those that never occur. `picture` draws a state in characters, `view`
    as SVG. Of the initial states, those in which `first` is true come first. `reasons` are words
    for conditions that are false.

    The variables of `words` are shown together, as one number. `reads` gives the condition in a
    text, where a notation has expressions of its own. `spells` gives the text of a value.

    `records` are atoms about steps and about the past, by their texts: a formula with such an atom
    is asked of a `Recorder`'s model, which has a variable for it, and names those in `recorded`.

    `assumption` is a linear-time formula, such as `GF p & (GF q -> GF r)`: only runs that satisfy
    it count, in every path quantifier of a formula. With `endless`, only runs count that never come
    to rest, and only initial states in which a run that counts begins. The requirements named in
    `invariants` are about all states that are reached, whether or not a run from there counts. With
    `total`, each state has a step by the form of the text: none rests.
    """

    variables: tuple[Variable, ...] = ()
    start: Term = TRUE
    actions: tuple[Action, ...] = ()
    atoms: Mapping[str, Term] = field(default_factory=dict)
    turns: Mapping[str, Term] = field(default_factory=dict)
    fairness: tuple[Fairness, ...] = ()
    progress: Term | None = None
    requirements: Mapping[str, str] = field(default_factory=dict)
    impossible: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    arrays: Mapping[str, Array] = field(default_factory=dict)
    picture: Picture | None = None
    assumption: Formula | None = None
    view: Picture | None = None
    first: Term = TRUE
    endless: bool = False
    invariants: frozenset[str] = frozenset()
    words: Mapping[str, BitWord] = field(default_factory=dict)
    total: bool = False
    reads: Callable[[str], Term] | None = None
    spells: Callable[[object], str] = text_of_value
    records: Mapping[str, Record] = field(default_factory=dict)
    recorded: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players of `turns`, then those who own actions."""
        owners = (action.owner for action in self.actions if action.owner is not None)
        return tuple(dict.fromkeys((*self.turns, *self.owners, *owners)))

    @cached_property
    def chosen(self) -> tuple[Variable, ...]:
        """The variables that actions choose, each once."""
        return tuple(
            {variable.name: variable for of in self.actions for variable in of.chosen}.values()
        )

    @cached_property
    def layout(self) -> Layout:
        """How a state is packed and numbered."""
        return Layout(self.variables)

    @cached_property
    def cells(self) -> Mapping[str, tuple[Variable, ...]]:
        """The named contents of a state: a variable, an array's elements, or the bits of a word."""
        owner = {v.name: of.name for of in self.arrays.values() for v in of.variables.values()}
        owner |= {bit: name for name, word in self.words.items() for bit in word.bits}
        found: dict[str, list[Variable]] = {}
        for variable in self.variables:
            found.setdefault(owner.get(variable.name, variable.name), []).append(variable)
        return {name: tuple(of) for name, of in found.items()}
