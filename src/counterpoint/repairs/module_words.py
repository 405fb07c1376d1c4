"""What conjuncts may be made of: definitions of a module, and comparisons of places with values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from ..errors import CounterpointError
from ..tla.evaluate.context import Closed
from ..tla.evaluate.reader import read_level
from ..tla.levels import Level
from ..tla.module import TlaModule
from ..tla.scope import Defined
from ..tla.spec.text import text
from ..tla.tree import Apply
from .arena import Offer
from .cube import Literal, Vocabulary
from .listed_arena import ListedArena

Fact: TypeAlias = "Callable[[Any, Any], bool]"
"""Whether something is true of a step, given the state before it and the state after it."""

_NUMBER = re.compile(r"-?\d+")
_NAME = re.compile(r"\w+")


class ModuleWords(Vocabulary):
    """Definitions without parameters, and places of the state before a step and after it.

    Only what is true of some of the given steps and false of others is among the literals.
    """

    groups = ("",)

    def __init__(
        self, module: TlaModule, arena: ListedArena, steps: Iterable[tuple[int, int]], most: int
    ) -> None:
        self.arena = arena
        self._module = module
        self._places: dict[int, dict[str, str]] = {}
        pairs = list(steps)
        literals: list[Literal] = []
        self._facts: list[Fact] = []
        for said, denied, fact in (*self._definitions(), *self._comparisons(pairs)):
            if len(literals) < most and self._tells_apart(fact, pairs):
                weight = self._weight(said)
                literals += [Literal(said, denied, weight), Literal(denied, said, weight)]
                self._facts += [fact, _negated(fact)]
        self.literals = tuple(literals)
        self._held: dict[tuple[int, int, int], bool] = {}

    def holds(self, literal: int, state: int, offer: Offer) -> bool:
        key = literal, state, offer.targets[0]
        found = self._held.get(key)
        if found is None:
            found = self._held[key] = self._facts[literal](state, offer.targets[0])
        return found

    def group(self, offer: Offer) -> int:
        return 0

    def speaks_of(self, literal: int, group: int) -> bool:
        return True

    def _tells_apart(self, fact: Fact, pairs: list[tuple[int, int]]) -> bool:
        """Whether a fact is true of some steps and false of others; false where it has no value."""
        seen: set[bool] = set()
        try:
            for pair in pairs:
                seen.add(fact(*pair))
                if len(seen) == 2:
                    break
            else:
                return False
            return all(isinstance(fact(*pair), bool) for pair in pairs)
        except CounterpointError:
            return False

    # Definitions ----------------------------------------------------------------------------------

    def _definitions(self) -> Iterator[tuple[str, str, Fact]]:
        loaded, facts = self._module.loaded, self._module.system.facts
        states = self.arena.states
        for name, meaning in loaded.scope.names.items():
            if not isinstance(meaning, Defined) or meaning.parameters:
                continue
            closed = Closed(Apply(name), loaded.scope)
            level = read_level(closed)
            if level is Level.ACTION:
                step = facts.of_step(name, closed).holds
                yield name, f"~{name}", _of_pair(step, states)
            elif level is Level.STATE:
                state = facts.of_state(name, closed).holds
                yield name, f"~{name}", _of_one(state, states, 0)
                yield f"{name}'", f"~{name}'", _of_one(state, states, 1)

    def _weight(self, said: str) -> int:
        """The length of all definitions that a text refers to, directly or through others."""
        names = self._module.loaded.scope.names
        todo, seen, length = _NAME.findall(said), set(), 0
        while todo:
            name = todo.pop()
            meaning = names.get(name)
            if name not in seen and isinstance(meaning, Defined):
                seen.add(name)
                body = text(meaning.body)
                length += len(body)
                todo += _NAME.findall(body)
        return length

    # Places ---------------------------------------------------------------------------------------

    def _comparisons(self, pairs: list[tuple[int, int]]) -> Iterator[tuple[str, str, Fact]]:
        """Comparisons of places that every state has with the values that they have there."""
        numbers = dict.fromkeys(number for pair in pairs for number in pair)
        common: dict[str, dict[str, None]] | None = None
        for number in numbers:
            here = self._at(number)
            if common is None:
                common = {place: {} for place in here}
            common = {place: of for place, of in common.items() if place in here}
            for place in common:
                common[place][here[place]] = None
        for place, found in (common or {}).items():
            yield from self._of_place(place, sorted(found))

    def _of_place(self, place: str, found: list[str]) -> Iterator[tuple[str, str, Fact]]:
        after = _NAME.sub(r"\g<0>'", place, count=1)
        numbers = all(map(_NUMBER.fullmatch, found))
        for value in sorted(found, key=int) if numbers else found:
            for at, read in ((0, place), (1, after)):
                yield f"{read} = {value}", f"{read} # {value}", self._equals(at, place, value)
                if numbers:
                    said, denied = f"{read} <= {value}", f"{read} > {value}"
                    yield said, denied, self._at_most(at, place, int(value))

    def _equals(self, at: int, place: str, value: str) -> Fact:
        return lambda *pair: self._at(pair[at]).get(place) == value

    def _at_most(self, at: int, place: str, value: int) -> Fact:
        return lambda *pair: int(self._at(pair[at]).get(place, "0")) <= value

    def _at(self, number: int) -> dict[str, str]:
        found = self._places.get(number)
        if found is None:
            found = self._places[number] = self._module.cells(self.arena.states[number])
        return found


def _of_pair(holds: Callable[..., bool], states: list[Any]) -> Fact:
    return lambda state, there: holds(states[state], states[there])


def _of_one(holds: Callable[..., bool], states: list[Any], at: int) -> Fact:
    return lambda *pair: holds(states[pair[at]])


def _negated(fact: Fact) -> Fact:
    return lambda state, there: not fact(state, there)
