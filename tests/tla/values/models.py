"""Values drawn at random together with a plain model of them, and sets with what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, permutations, product
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from counterpoint.tla.values import (
    FALSE,
    TRUE,
    BoundedSequences,
    Difference,
    Filtered,
    FunctionSet,
    Injections,
    Intersection,
    Interval,
    LazySet,
    ModelValue,
    PowerSet,
    Product,
    RecordSet,
    SizedSubsets,
    Union,
    function,
)
from tests.share import share

tried = settings(max_examples=share(100))
"""How often what is drawn at random is tried, in the same way in each run."""

Model = tuple[str, Any]
"""A value as its kind and what tells it from the others of its kind, in no special form: a set is
its elements in any order, a function its pairs."""

atoms: st.SearchStrategy[Model] = st.one_of(
    st.tuples(st.just("number"), st.integers(-2, 3)),
    st.tuples(st.just("string"), st.sampled_from(["", "a", "b", "x y", 'q"\\'])),
    st.tuples(st.just("truth"), st.booleans()),
    st.tuples(st.just("model value"), st.sampled_from(["m", "n"])),
)


def _compound(parts: st.SearchStrategy[Model]) -> st.SearchStrategy[Model]:
    pairs = st.lists(st.tuples(parts, parts), max_size=3)
    tuples = st.lists(parts, max_size=3).map(
        lambda items: [(("number", place), item) for place, item in enumerate(items, 1)]
    )
    names = st.sampled_from(["a", "b", "f_1"]).map(lambda name: ("string", name))
    records = st.lists(st.tuples(names, parts), max_size=3)
    return st.one_of(
        st.tuples(st.just("set"), st.lists(parts, max_size=3)),
        st.tuples(st.just("function"), st.one_of(pairs, tuples, records)),
    )


models: st.SearchStrategy[Model] = st.recursive(atoms, _compound, max_leaves=8)


def canonical(model: Model) -> Model:
    """The one form of a model: equal just when the values are to be."""
    kind, what = model
    if kind == "set":
        return kind, tuple(sorted({repr(canonical(part)) for part in what}))
    if kind == "function":
        pairs = {repr(canonical(argument)): canonical(value) for argument, value in what}
        return kind, tuple(sorted((argument, repr(value)) for argument, value in pairs.items()))
    return model


def built(model: Model) -> Any:
    """The value of a model."""
    kind, what = model
    if kind == "truth":
        return TRUE if what else FALSE
    if kind == "model value":
        return ModelValue(what)
    if kind == "set":
        return frozenset(map(built, what))
    if kind == "function":
        return function({built(argument): built(value) for argument, value in what})
    return what


values: st.SearchStrategy[Any] = models.map(built)

# Sets that are not listed -------------------------------------------------------------------------

Pair = tuple[Any, frozenset[Any]]
"""A set, listed or not, and the elements that it is to have."""


def _subsets(elements: frozenset[Any]) -> Iterator[frozenset[Any]]:
    sizes = range(len(elements) + 1)
    return map(frozenset, chain.from_iterable(combinations(elements, n) for n in sizes))


def _functions(domain: frozenset[Any], range_: frozenset[Any]) -> frozenset[Any]:
    ways = product(range_, repeat=len(domain))
    return frozenset(function(dict(zip(domain, way, strict=True))) for way in ways)


def _injections(domain: frozenset[Any], range_: frozenset[Any]) -> frozenset[Any]:
    ways = permutations(range_, len(domain))
    return frozenset(function(dict(zip(domain, way, strict=True))) for way in ways)


def _records(one: frozenset[Any], other: frozenset[Any]) -> frozenset[Any]:
    return frozenset(function({"a": x, "b": y}) for x in one for y in other)


def _sequences(base: frozenset[Any], length: int) -> frozenset[Any]:
    return frozenset(chain.from_iterable(product(base, repeat=n) for n in range(length + 1)))


numbers: st.SearchStrategy[Pair] = st.one_of(
    st.frozensets(st.integers(0, 3), max_size=3).map(lambda one: (one, one)),
    st.tuples(st.integers(0, 2), st.integers(-1, 3)).map(
        lambda ends: (Interval(*ends), frozenset(range(ends[0], ends[1] + 1)))
    ),
)
"""Small sets of numbers."""


def _of_numbers(a: Pair, b: Pair, how: int) -> Pair:
    """A set of numbers that two others make."""
    (one, model), (other, other_model) = a, b
    ways: list[Pair] = [
        (Union(one, other), model | other_model),
        (Intersection(one, other), model & other_model),
        (Difference(one, other), model - other_model),
        (Filtered(one, lambda x: x % 2 == 1), frozenset(x for x in model if x % 2 == 1)),
    ]
    return ways[how % len(ways)]


bases = st.one_of(numbers, st.builds(_of_numbers, numbers, numbers, st.integers(0, 3)))


def _family(a: Pair, b: Pair, how: int) -> Pair:
    """A set of sets or functions that two sets of numbers make."""
    (one, model), (other, other_model) = a, b
    ways: list[Pair] = [
        (PowerSet(one), frozenset(_subsets(model))),
        (SizedSubsets(2, one), frozenset(x for x in _subsets(model) if len(x) == 2)),
        (FunctionSet(one, other), _functions(model, other_model)),
        (RecordSet({"b": other, "a": one}), _records(model, other_model)),
        (Product(one, other), frozenset(product(model, other_model))),
        (BoundedSequences(one, 2), _sequences(model, 2)),
        (Injections(one, other), _injections(model, other_model)),
    ]
    return ways[how % len(ways)]


families = st.builds(_family, bases, bases, st.integers(0, 6))
sets: st.SearchStrategy[tuple[LazySet, frozenset[Any]]] = st.one_of(
    families, bases.filter(lambda pair: isinstance(pair[0], LazySet))
)
"""Sets that are not listed, each with its elements."""
