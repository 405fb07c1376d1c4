"""State predicates as the atoms of formulas: definitions, and any predicate in TLA+."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ..errors import BadMeaning, BadModule, NoValue, UnknownAtom
from .chance import drawn_in
from .evaluate.context import Closed
from .evaluate.reader import read_level
from .facts import StateFact
from .levels import Level
from .modules import Loaded
from .scope import Defined
from .system import ModuleSystem
from .tree import Apply, Tuple

State = tuple[Any, ...]


class Predicates(Mapping[str, Callable[[State], bool]]):
    """State predicates by their text; iteration gives the definitions.

    `read` parses a text as an expression, or raises `BadModule`.
    """

    def __init__(self, loaded: Loaded, read: Callable[[str], Closed], system: ModuleSystem) -> None:
        self._loaded = loaded
        self._read = read
        self._system = system
        self._known: dict[str, StateFact] = {}

    def __getitem__(self, text: str) -> Callable[[State], bool]:
        return self.fact(text).holds

    def fact(self, text: str) -> StateFact:
        """A predicate with its expression; raises `UnknownAtom`."""
        if text not in self._known:
            closed = self._closed(text)
            if drawn_in(closed) is not None:
                raise UnknownAtom(f"{text} draws at random: it is no fact of a state")
            fact = self._system.facts.of_state(text, closed)
            self._known[text] = replace(fact, holds=partial(self._holds, text, fact))
        return self._known[text]

    def _holds(self, text: str, fact: StateFact, state: State) -> bool:
        """The truth of a fact; an error quotes its text, though others were read since."""
        try:
            return fact.holds(state)
        except NoValue:
            self._read(text)
            return fact.holds(state)

    def _closed(self, text: str) -> Closed:
        try:
            return self._read(text)
        except BadMeaning as error:
            names = ", ".join(variable.name for variable in self._loaded.variables) or "none"
            variables = f"the variables of {self._loaded.name} are {names}"
            raise UnknownAtom(f"{error.message}; {variables}") from None
        except BadModule as error:
            raise UnknownAtom(f"{text} cannot be read: {error.message}") from None

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and callable(self[text])

    def __iter__(self) -> Iterator[str]:
        return predicates(self._loaded)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def predicates(loaded: Loaded) -> Iterator[str]:
    """The names of the definitions of a module that are state predicates without parameters.

    Definitions that draw at random are left out.

    >>> from .modules import load
    >>> body = "VARIABLE x  vars == <<x>>  Init == x = 0  Next == x' = x  Zero == 0"
    >>> list(predicates(load("M.tla", text=f"---- MODULE M ----\\n{body}\\n====")))
    ['Init']
    """
    for name, meaning in loaded.scope.names.items():
        if not isinstance(meaning, Defined) or meaning.parameters:
            continue
        closed = Closed(Apply(name), loaded.scope)
        is_function = isinstance(meaning.body, Tuple)
        if not is_function and read_level(closed) is Level.STATE and drawn_in(closed) is None:
            yield name
