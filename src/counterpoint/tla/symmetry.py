"""Symmetry: states that are equal up to a renaming of model values are merged."""

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
    """The group of renamings that a set of permutations of model values generates.

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
        """The number of renamings in the group, without the identity."""
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
        """The canonical state among all renamed images of a state."""
        known = self._known.get(state)
        if known is None:
            if len(self._known) > self._room:
                self._known.clear()
            known = self._known[state] = self._first(state)
        return known

    def _first(self, state: State) -> State:
        """The least of the images, by hash first, because that is fast."""
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
        """Renamings that suffice: states in the same orbit get the same set of images.

        If all permutations within each class are renamings, the model values of a class are sorted
        by how the state looks from each of them. Only those with equal looks are permuted in every
        way.
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
    """The mapping of a function, without fixed points.

    Raises `NoValue` unless the function is a permutation of model values.
    """
    pairs = dict(items(given))
    if not all(type(value) is ModelValue for pair in pairs.items() for value in pair):
        raise NoValue("the functions of a SYMMETRY set take model values to model values")
    if set(pairs) != set(pairs.values()):
        raise NoValue(f"{show(given)} of a SYMMETRY set is no permutation")
    return {value: other for value, other in pairs.items() if value != other}


def _together(given: Iterable[Renaming], most: int) -> Iterator[Renaming]:
    """The group that the given renamings generate, without the identity.

    Raises `NoValue` if it has more than `most` elements.
    """
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
    """The composition of two renamings: first `before`, then `after`."""
    both = {value: after.get(other, other) for value, other in before.items()}
    both |= {value: other for value, other in after.items() if value not in before}
    return {value: other for value, other in both.items() if value != other}


class _Renamed(dict[Any, Any]):
    """Renamed values, cached up to `room` entries."""

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


# Looks of states ------------------------------------------------------------------------------


def _classes(given: Iterable[Renaming]) -> list[tuple[Any, ...]]:
    """The classes of model values that renamings can map to one another."""
    found: dict[Any, set[Any]] = {}
    for value, other in (pair for renaming in given for pair in renaming.items()):
        both = found.get(value, {value}) | found.get(other, {other})
        found.update(dict.fromkeys(both, both))
    classes = {identity(one): one for one in found.values()}.values()
    return sorted((tuple(sorted(one, key=key)) for one in classes), key=lambda one: key(one[0]))


def _orders(names: Sequence[Any], looks: Sequence[int]) -> list[tuple[tuple[Any, Any], ...]]:
    """The renamings of a class, as pairs, that sort its model values by their looks."""
    alike: dict[int, list[Any]] = {}
    for value, look in zip(names, looks, strict=True):
        alike.setdefault(look, []).append(value)
    ways = product(*(permutations(alike[look]) for look in sorted(alike)))
    return [
        tuple(zip((value for part in way for value in part), names, strict=True)) for way in ways
    ]


def _looks(classes: Sequence[Sequence[Any]], room: int) -> list[list[_Look]]:
    """For each model value of each class, a `_Look`: how values look from its point of view."""
    kind = {value: number for number, one in enumerate(classes) for value in one}
    return [[_Look(value, kind, room) for value in one] for one in classes]


class _Look(dict[Any, int]):
    """A hash for each value, which is invariant under renamings that keep one model value fixed.

    In it, all other model values of a class look alike.
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
