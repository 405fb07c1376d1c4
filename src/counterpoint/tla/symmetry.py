"""Symmetry: states that are the same up to a renaming of model values are taken as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations, product
from math import factorial, prod
from typing import Any, TypeAlias

from ..errors import NoValue
from ..identity import identity
from ..tuning import USUAL, Tuning
from .values import Domain, ModelValue, domain_of, items, key, listed, show

State: TypeAlias = tuple[Any, ...]
Renaming: TypeAlias = Mapping[Any, Any]


class Symmetry:
    """The renamings of a set of functions from model values to model values, and all that they make
    together.

    >>> a, b = ModelValue("a"), ModelValue("b")
    >>> from .values import function
    >>> swap = Symmetry([function({a: b, b: a})])
    >>> swap.representative((b, frozenset({a}))) == swap.representative((a, frozenset({b})))
    True
    """

    def __init__(self, renamings: Iterable[Any], tuning: Tuning = USUAL) -> None:
        self._room = tuning.renamed_kept
        given = [_renaming(one) for one in listed(frozenset(renamings))]
        every = list(_together(given, tuning.renamings_most))
        self._given = given
        self.renamings = len(every)
        """How many renamings there are, the idle one not among them."""
        classes = _classes(given)
        is_every_way = prod(factorial(len(one)) for one in classes) == len(every) + 1
        self._looks = _looks(classes, self._room) if is_every_way else None
        self._classes = classes
        self._every: list[Renaming] = [{}, *every]
        self._renamed: dict[frozenset[Any], _Renamed] = {}
        self._known: dict[State, State] = {}

    def keeps(self, value: Any) -> bool:
        """Whether a value is the same after each renaming."""
        return all(_Renamed(renaming, self._room)[value] == value for renaming in self._given)

    def representative(self, state: State) -> State:
        """One and the same of the states that a state may be renamed to, for all of them."""
        known = self._known.get(state)
        if known is None:
            if len(self._known) > self._room:
                self._known.clear()
            known = self._known[state] = self._first(state)
        return known

    def _first(self, state: State) -> State:
        """The first of the images; their hashes are compared first, which is fast."""
        images = [self._image(renaming, state) for renaming in self._likely(state)]
        least = min(map(hash, images))
        first = {image for image in images if hash(image) == least}
        return first.pop() if len(first) == 1 else min(first, key=_order)

    def _image(self, renaming: Renaming, state: State) -> State:
        if not renaming:
            return state
        name = frozenset(renaming.items())
        renamed = self._renamed.get(name)
        if renamed is None:
            room = max(256, self._room // len(self._every))
            renamed = self._renamed[name] = _Renamed(renaming, room)
        return tuple([renamed[value] for value in state])

    def _likely(self, state: State) -> Iterable[Renaming]:
        """Renamings that suffice: the same images for all states that may be renamed to another.

        Where all model values of a class may change places, they are put in the order of what the
        state has at the places of each; only those of which that is the same are tried in each way.
        """
        if self._looks is None:
            return self._every
        ways = [
            _orders(one, [hash(tuple([look[value] for value in state])) for look in looks])
            for one, looks in zip(self._classes, self._looks, strict=True)
        ]
        return (
            {value: name for part in parts for value, name in part if value is not name}
            for parts in product(*ways)
        )


def _renaming(given: Any) -> dict[Any, Any]:
    """What a function renames; raises unless it is a permutation of model values."""
    pairs = dict(items(given))
    if not all(type(value) is ModelValue for pair in pairs.items() for value in pair):
        raise NoValue("the functions of a SYMMETRY set take model values to model values")
    if set(pairs) != set(pairs.values()):
        raise NoValue(f"{show(given)} of a SYMMETRY set is no permutation")
    return {value: other for value, other in pairs.items() if value != other}


def _together(given: Iterable[Renaming], most: int) -> Iterator[Renaming]:
    """All the renamings that come about by doing some after others, but for the idle one."""
    known: set[frozenset[Any]] = {frozenset()}
    generators = [one for one in given if one]
    last: list[Renaming] = [{}]
    while last:
        found = []
        for before in last:
            for after in generators:
                both = _after(before, after)
                if (name := frozenset(both.items())) not in known:
                    known.add(name)
                    found.append(both)
        if len(known) > most:
            raise NoValue(f"the SYMMETRY set makes more than {most:,} renamings together")
        yield from found
        last = found


def _after(before: Renaming, after: Renaming) -> Renaming:
    """One renaming done after another."""
    both = {value: after.get(other, other) for value, other in before.items()}
    both |= {value: other for value, other in after.items() if value not in before}
    return {value: other for value, other in both.items() if value != other}


class _Renamed(dict[Any, Any]):
    """Values with their model values renamed, as far as they were asked for lately."""

    def __init__(self, renaming: Renaming, room: int) -> None:
        super().__init__()
        self._renaming = renaming
        self._room = room

    def __missing__(self, value: Any) -> Any:
        kind = type(value)
        if kind is ModelValue:
            return self._renaming.get(value, value)
        if kind is frozenset:
            return self._kept(value, frozenset([self[each] for each in value]))
        if kind is not tuple or not value:
            return value
        if type(value[0]) is not Domain:
            return self._kept(value, tuple([self[each] for each in value]))
        return self._kept(value, self._function(value))

    def _kept(self, value: Any, renamed: Any) -> Any:
        if len(self) > self._room:
            self.clear()
        self[value] = renamed
        return renamed

    def _function(self, value: tuple[Any, ...]) -> Any:
        domain = value[0]
        if domain.is_record:
            return (domain, *[self[each] for each in value[1:]])
        renamed = {self[argument]: self[of] for argument, of in items(value)}
        made = domain_of(frozenset(renamed))
        return made.make([renamed[each] for each in made.keys])


def _order(state: State) -> list[Any]:
    return [key(value) for value in state]


# What a state looks like ----------------------------------------------------------------------


def _classes(given: Iterable[Renaming]) -> list[tuple[Any, ...]]:
    """The model values that are renamed, those together that may take each other's place."""
    found: dict[Any, set[Any]] = {}
    for value, other in (pair for renaming in given for pair in renaming.items()):
        both = found.get(value, {value}) | found.get(other, {other})
        found.update(dict.fromkeys(both, both))
    classes = {identity(one): one for one in found.values()}.values()
    return sorted((tuple(sorted(one, key=key)) for one in classes), key=lambda one: key(one[0]))


def _orders(names: Sequence[Any], looks: Sequence[int]) -> list[tuple[tuple[Any, Any], ...]]:
    """The ways to name the values of a class anew, in the order of their looks."""
    alike: dict[int, list[Any]] = {}
    for value, look in zip(names, looks, strict=True):
        alike.setdefault(look, []).append(value)
    ways = product(*(permutations(alike[look]) for look in sorted(alike)))
    return [
        tuple(zip((value for part in way for value in part), names, strict=True)) for way in ways
    ]


def _looks(classes: Sequence[Sequence[Any]], room: int) -> list[list[_Look]]:
    """For each model value what values look like from its point of view."""
    kind = {value: number for number, one in enumerate(classes) for value in one}
    return [[_Look(value, kind, room) for value in one] for one in classes]


class _Look(dict[Any, int]):
    """A number for each value, the same where one model value changes places with another.

    Those of its class are all alike but itself, and those of another class too.
    """

    def __init__(self, value: Any, kind: Mapping[Any, int], room: int) -> None:
        super().__init__()
        self._room = room
        self._numbers = {other: hash(("kind", number)) for other, number in kind.items()}
        self._numbers[value] = hash("itself")

    def __missing__(self, value: Any) -> int:
        kind = type(value)
        if kind is ModelValue:
            return self._numbers.get(value) or hash(value)
        if kind is frozenset:
            found = hash(("set", sum(hash((self[each], 1)) for each in value)))
        elif kind is not tuple or not value:
            return hash(value)
        elif type(value[0]) is Domain:
            pairs = items(value)
            found = hash(("function", sum(hash((self[k], self[v])) for k, v in pairs)))
        else:
            found = hash(tuple([self[each] for each in value]))
        if len(self) > self._room:
            self.clear()
        self[value] = found
        return found
