"""B-threads whose local state hides in unlikely places; each tells states apart by what it does.

Most of them listen for a few events, take something from them into a corner of their state, and
ask for an event that depends on it.
"""

from __future__ import annotations

import abc
import array
import collections
import contextlib
import dataclasses
import datetime
import decimal
import enum
import functools
import itertools
import math
import operator
import random
import re
import string
import types
import typing
from collections.abc import Callable
from typing import Any

from counterpoint import Event, event_set, events, named, sync

A, B, C = events("A B C")
EITHER = sync(wait_for=[A, B])
Act = typing.TypeVar("Act", bound=Callable[..., Any])
SHAPES: list[Callable[..., Any]] = []


def shape(function: Act) -> Act:
    SHAPES.append(function)
    return function


def show(value: Any) -> Any:
    """A statement that tells `value` to the outside."""
    return sync(request=Event("Show", str(value)))


# Loops: iterators live on the value stack only


def times(name: Any, make: Any) -> None:
    def loop() -> Any:
        for _ in make():
            yield sync(request=A)
        raise AssertionError("done")

    loop.__name__ = f"for_{name}"
    SHAPES.append(loop)


ODD = {"k": 1, "l": 1, "m": 1}
times("range", lambda: range(3))
times("equal_elements", lambda: ["x"] * 3)
times("nones", lambda: [None] * 4)
times("tuple", lambda: (0,) * 3)
times("string", lambda: "aaa")
times("wide_string", lambda: "\u1234" * 3)
times("bytes", lambda: b"aaa")
times("bytearray", lambda: bytearray(b"aaa"))
times("long_range", lambda: range(1 << 70, (1 << 70) + 3))
times("dict", lambda: dict.fromkeys("abc"))
times("dict_values", lambda: dict(ODD).values())
times("dict_items", lambda: dict(ODD).items())
times("reversed_dict", lambda: reversed(dict(ODD)))
times("reversed_values", lambda: reversed(dict(ODD).values()))
times("set", lambda: {1, 2, 3})
times("frozenset", lambda: frozenset({1, 2, 3}))
times("deque", lambda: collections.deque([0] * 3))
times("reversed_deque", lambda: reversed(collections.deque([0] * 3)))
times("ordered_dict", lambda: collections.OrderedDict.fromkeys("abc"))
times("reversed_list", lambda: reversed([0] * 3))
times("enumerate", lambda: enumerate([0] * 3))
times("zip", lambda: zip([0] * 3, [1] * 3, strict=True))
times("zip_of_one", lambda: zip(*[iter([0] * 6)] * 2, strict=True))
times("map", lambda: map(abs, [0] * 3))
times("filter", lambda: filter(None, [1, 0, 1, 1]))
times("call_until", lambda: iter([0, 1, 1, 1].pop, 0))
times("generator", lambda: (0 for _ in range(3)))
times("nested_generators", lambda: (0 for _ in (1 for _ in range(3))))
times("chain", lambda: itertools.chain([0], [0, 0]))
times("chain_of_iterator", lambda: itertools.chain.from_iterable([[0], [0, 0]]))
times("islice", lambda: itertools.islice(itertools.count(), 3))
times("islice_of_cycle", lambda: itertools.islice(itertools.cycle([0, 0]), 3))
times("repeat", lambda: itertools.repeat(0, 3))
times("product", lambda: itertools.product("a", "aaa"))
times("accumulate", lambda: itertools.accumulate([0] * 3))
times("accumulate_from", lambda: itertools.accumulate([0] * 3, initial=0))
times("takewhile", lambda: itertools.takewhile(bool, [1, 1, 1, 0]))
times("dropwhile", lambda: itertools.dropwhile(bool, [1, 0, 0, 0]))
times("starmap", lambda: itertools.starmap(max, [(0, 0)] * 3))
times("zip_longest", lambda: itertools.zip_longest([0], [0] * 3))
times("compress", lambda: itertools.compress([0] * 3, [1] * 3))
times("filterfalse", lambda: itertools.filterfalse(None, [0] * 3))
times("permutations", lambda: itertools.permutations("aa"))
times("combinations", lambda: itertools.combinations("aaa", 2))
times("with_replacement", lambda: itertools.combinations_with_replacement("aa", 2))
times("regular_expression", lambda: re.findall("a", "aaa"))


@shape
def two_yields_alike() -> Any:
    yield sync(request=A)
    yield sync(request=A)
    raise AssertionError


@shape
def values_in_an_expression() -> Any:
    same = (yield EITHER) is (yield EITHER)
    yield show(same)


@shape
def values_in_a_list_that_is_being_made() -> Any:
    yield show([(yield EITHER), (yield EITHER)])


@shape
def values_in_a_call_that_is_being_made() -> Any:
    yield show(f"{yield EITHER}{yield EITHER}")


@shape
def values_in_an_f_string() -> Any:
    yield show(f"{(yield EITHER)}{(yield EITHER)}")


@shape
def values_in_a_chained_comparison() -> Any:
    yield show((yield EITHER).name < (yield EITHER).name <= "B")


@shape
def values_in_star_arguments() -> Any:
    def tell(*args: Any, **named_args: Any) -> Any:
        return args, sorted(named_args.items())

    yield show(tell(*[(yield EITHER)], x=(yield EITHER)))


@shape
def values_in_a_dict_that_is_being_made() -> Any:
    yield show({(yield EITHER): 1, (yield EITHER): 2})


@shape
def a_walrus() -> Any:
    while (event := (yield EITHER)) is A:
        pass
    yield show(event)


@shape
def a_match_with_a_subject_on_the_stack() -> Any:
    match (yield EITHER), (yield EITHER):
        case (first, second) if first is second:
            yield show("same")
        case (first, _):
            yield show(first)


@shape
def unpacking_with_a_star() -> Any:
    first, *rest = [(yield EITHER), (yield EITHER), (yield EITHER)]
    yield EITHER
    yield show((first, rest))


@shape
def an_augmented_assignment() -> Any:
    seen = ""
    for _ in range(3):
        seen += (yield EITHER).name
    yield show(seen)


@shape
def a_subscript_that_is_being_assigned() -> Any:
    names = ["", ""]
    names[(yield EITHER) is A] = (yield EITHER).name
    yield show(names)


# Delegation and generators


def twice(event: Any) -> Any:
    for _ in "xx":
        yield sync(request=event)
    return 2


@shape
def yield_from() -> Any:
    total = yield from twice(A)
    total += yield from twice(A)
    assert total != 4


@shape
def yield_from_twice_nested() -> Any:
    def inner() -> Any:
        for _ in "aa":
            yield from twice(A)

    yield from inner()
    raise AssertionError


@shape
def yield_from_a_list() -> Any:
    yield from [sync(request=A)] * 3
    raise AssertionError


@shape
def a_recursive_walk_of_a_tree() -> Any:
    def walk(tree: Any) -> Any:
        if isinstance(tree, tuple):
            for branch in tree:
                yield from walk(branch)
        else:
            yield sync(request=tree)

    yield from walk(((A, (A, B)), (A, (B, (A,)))))


@shape
def generators_in_a_list() -> Any:
    def count(limit: Any) -> Any:
        yield from range(limit)
        yield "end"

    counters = [count(2), count(2)]
    for _ in range(4):
        index = (yield EITHER) is A
        told = next(counters[index], "over")
    yield show(told)


@shape
def a_generator_not_started_started_or_ended() -> Any:
    inner = (n for n in range(1))
    while (yield EITHER) is A:
        next(inner, None)
    yield show(next(inner, "ended"))


@shape
def a_generator_that_was_sent_something() -> Any:
    def store() -> Any:
        kept = None
        while True:
            kept = yield kept

    inner = store()
    next(inner)
    inner.send((yield EITHER))
    yield EITHER
    yield show(inner.gi_frame.f_locals["kept"] if False else next(g for g in [inner]).send("x"))


@shape
def a_generator_shared_by_two_names() -> Any:
    first = iter("abcd")
    second = first if (yield EITHER) is A else iter("abcd")
    yield EITHER
    next(first)
    yield show(next(second))


@shape
def one_iterator_zipped_with_itself() -> Any:
    letters = iter("abcdef")
    other = letters if (yield EITHER) is A else iter("abcdef")
    for pair in zip(letters, other, strict=False):
        yield show(pair)


# Exceptions and contexts


@shape
def a_try_finally_in_a_loop() -> Any:
    for _ in [1, 1]:
        try:
            yield sync(request=A)
        finally:
            pass
    raise AssertionError


@shape
def a_live_exception() -> Any:
    try:
        raise ValueError((yield EITHER).name)
    except ValueError as error:
        yield EITHER
        yield show(error.args)


@shape
def a_live_exception_without_a_name() -> Any:
    import sys

    for event in ((yield EITHER), (yield EITHER)):
        try:
            raise ValueError(event)
        except ValueError:
            yield EITHER
            told = sys.exc_info()[1].args  # type: ignore[union-attr]
    yield show(told)


@shape
def an_exception_raised_again() -> Any:
    try:
        try:
            raise KeyError((yield EITHER).name)
        finally:
            yield sync(request=C)
    except KeyError as error:
        yield show(error)


@shape
def an_exception_with_a_cause() -> Any:
    try:
        raise ValueError from KeyError((yield EITHER).name)
    except ValueError as error:
        kept = error
    yield EITHER
    yield show(kept.__cause__)


@shape
def an_exception_with_fields_kept_in_c() -> Any:
    error = StopIteration(1)
    if (yield EITHER) is A:
        error.value = 2
    yield EITHER
    yield show(error.value)


@shape
def an_exception_of_the_system() -> Any:
    error = OSError(2, "no")
    error.filename = (yield EITHER).name
    yield EITHER
    yield show(error.filename)


@shape
def an_exception_group() -> Any:
    kinds = {A: ValueError, B: TypeError}
    group = ExceptionGroup("many", [kinds[(yield EITHER)]()])
    yield EITHER
    yield show(group.subgroup(ValueError))


class Counting:
    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> None:
        self.count += 1
        return

    def __exit__(self, *raised: Any) -> None:
        self.count += 10


@shape
def a_context_whose_state_hangs_on_its_exit() -> Any:
    manager = Counting()
    while manager.count < 22:
        with manager:
            yield sync(request=A)
    raise AssertionError


@shape
def a_context_manager_without_a_name() -> Any:
    for event in "ab":
        with remembering((yield EITHER)) as kept:
            yield EITHER
        yield show((event, kept))


@contextlib.contextmanager
def remembering(event: Any) -> Any:
    kept = [event]
    yield kept
    kept.append("left")


@shape
def an_exit_stack() -> Any:
    left: list[Any] = []
    with contextlib.ExitStack() as stack:
        for _ in range(2):
            stack.callback(left.append, (yield EITHER).name)
        yield EITHER
    yield show(left)


@shape
def a_suppressed_error() -> Any:
    with contextlib.suppress(ValueError):
        if (yield EITHER) is A:
            raise ValueError
        yield sync(request=C)
    yield sync(request=B)


# Aliasing


@shape
def one_list_or_two() -> Any:
    first: list[Any] = []
    second = first if (yield EITHER) is A else []
    yield EITHER
    first.append(1)
    yield show(second)


@shape
def aliases_inside_of_tuples() -> Any:
    inner: list[Any] = []
    pair = (inner, inner) if (yield EITHER) is A else (inner, [])
    yield EITHER
    inner.append(1)
    yield show(pair)


@shape
def a_cell_and_a_list() -> Any:
    seen = []

    def add(value: Any) -> None:
        seen.append(value)

    other = seen if (yield EITHER) is A else []
    yield EITHER
    add(1)
    yield show(other)


@shape
def cycles() -> Any:
    ring: list[Any] = []
    ring.append(ring if (yield EITHER) is A else [ring])
    yield EITHER
    yield show(ring[0] is ring)


@shape
def a_thread_that_holds_a_default_of_its_own() -> Any:
    def count(kept: Any = []) -> Any:  # noqa: B006 - the point
        kept.append(1)
        return len(kept)

    while (yield EITHER) is A and count() < 4:
        pass
    yield show(count())


@shape
def counters_in_a_closure() -> Any:
    number = 0

    def more() -> None:
        nonlocal number
        number += 1

    while number < 3:
        more()
        yield sync(request=A)
    raise AssertionError


@shape
def functions_with_attributes() -> Any:
    def helper() -> None:
        return None

    helper.kept = (yield EITHER).name  # type: ignore[attr-defined]
    yield EITHER
    yield show(helper.kept)  # type: ignore[attr-defined]


@shape
def functions_with_another_name() -> Any:
    def helper() -> None:
        return None

    helper.__name__ = (yield EITHER).name
    yield EITHER
    yield show(helper.__name__)


@shape
def lambdas_with_different_captures() -> Any:
    def make(n: Any) -> Any:
        return lambda: n

    told = make(1) if (yield EITHER) is A else make(2)
    yield EITHER
    yield show(told())


@shape
def lambdas_with_different_defaults() -> Any:
    told: Any = [lambda n=n: n for n in range(2)][(yield EITHER) is A]
    yield EITHER
    yield show(told())


@shape
def partials() -> Any:
    told = functools.partial(max, 1 if (yield EITHER) is A else 2)
    yield EITHER
    yield show(told(0))


@shape
def partials_with_attributes() -> Any:
    told: Any = functools.partial(max)
    told.kept = (yield EITHER).name
    yield EITHER
    yield show(told.kept)


@shape
def bound_methods() -> Any:
    first: list[Any]
    second: list[Any]
    first, second = [], []
    add = (first if (yield EITHER) is A else second).append
    yield EITHER
    add(1)
    yield show(first)


@shape
def bound_methods_of_own_objects() -> Any:
    first, second = Counting(), Counting()
    enter = (first if (yield EITHER) is A else second).__enter__
    yield EITHER
    enter()
    yield show(first.count)


@shape
def method_callers() -> Any:
    value: Any = 1 if (yield EITHER) is A else 2
    caller = operator.methodcaller("tell", value=value)
    value = None
    yield EITHER
    yield show(caller(types.SimpleNamespace(tell=lambda value: value)))


@shape
def item_getters() -> Any:
    get = operator.itemgetter(0 if (yield EITHER) is A else 1)
    yield EITHER
    yield show(get("xy"))


@shape
def builtin_functions() -> Any:
    told = (len if (yield EITHER) is A else sum)([1, 1, 1][: 1 + ((yield EITHER) is A)])
    choose = operator.add if (yield EITHER) is A else operator.mul
    yield EITHER
    yield show((told, choose(2, 3)))


# Equal but not the same


@shape
def ones_of_all_types() -> Any:
    value = [True, 1, 1.0][((yield EITHER) is A) + ((yield EITHER) is A)]
    yield EITHER
    yield show(repr(value))


@shape
def zeros() -> Any:
    value = 0.0 if (yield EITHER) is A else -0.0
    yield EITHER
    yield show(math.copysign(1, value))


@shape
def complex_zeros() -> Any:
    value = complex(0.0, 0.0) if (yield EITHER) is A else complex(-0.0, -0.0)
    yield EITHER
    yield show(math.copysign(1, value.imag))


@shape
def nans_with_a_sign() -> Any:
    value = math.nan if (yield EITHER) is A else -math.nan
    yield EITHER
    yield show(math.copysign(1, value))


@shape
def nans_are_in_lists_by_identity() -> Any:
    value = float("nan")
    values = [value] if (yield EITHER) is A else [float("nan")]
    yield EITHER
    yield show(value in values)


@shape
def decimal_nans_too() -> Any:
    value = decimal.Decimal("nan")
    values = [value] if (yield EITHER) is A else [decimal.Decimal("nan")]
    yield EITHER
    yield show(value in values)


@shape
def decimals_of_different_precision() -> Any:
    value = decimal.Decimal("1.0" if (yield EITHER) is A else "1.00")
    yield EITHER
    yield show(value)


@shape
def big_numbers() -> Any:
    number = 1 << 80
    number += (yield EITHER) is A
    yield EITHER
    yield show(number & 1)


@shape
def ranges_with_equal_elements() -> Any:
    value = range(0, 3, 2) if (yield EITHER) is A else range(0, 4, 2)
    yield EITHER
    yield show(value.stop)


@shape
def dates_and_times() -> Any:
    zone: Any = datetime.timezone(datetime.timedelta(hours=(yield EITHER) is A))
    value = datetime.datetime(2000, 1, 1, tzinfo=zone, fold=(yield EITHER) is A)
    zone = None
    yield EITHER
    yield show((value.utcoffset(), value.fold, value.date()))


@shape
def patterns() -> Any:
    pattern = re.compile("x", re.IGNORECASE if (yield EITHER) is A else 0)
    yield EITHER
    yield show(bool(pattern.match("X")))


@shape
def generic_aliases() -> Any:
    value: Any = tuple[1] if (yield EITHER) is A else tuple[True]  # type: ignore[valid-type]
    yield EITHER
    yield show(repr(value.__args__))


@shape
def slices() -> Any:
    value = slice(0, 1 if (yield EITHER) is A else 2)
    yield EITHER
    yield show("xyz"[value])


class Text(str):
    __slots__ = ("kept",)


@shape
def strings_of_a_subclass() -> Any:
    value = "x" if (yield EITHER) is A else Text("x")
    yield EITHER
    yield show(type(value).__name__)


@shape
def strings_with_attributes() -> Any:
    value: Any = Note("x")
    value.kept = (yield EITHER).name
    yield EITHER
    yield show(value.kept)


class Note(str):
    pass


# Containers


@shape
def a_growing_list() -> Any:
    seen: list[Any] = []
    while len(seen) < 3:
        seen.append((yield EITHER))
    yield show(seen)


@shape
def the_order_of_a_dict() -> Any:
    seen: dict[Any, Any] = {}
    for _ in range(2):
        seen.setdefault((yield EITHER), None)
    yield EITHER
    yield show(list(seen))


@shape
def the_order_of_an_ordered_dict() -> Any:
    seen = collections.OrderedDict(a=1, b=2)
    if (yield EITHER) is A:
        seen.move_to_end("a")
    yield EITHER
    yield show(next(iter(seen)))


@shape
def the_order_of_a_set() -> Any:
    numbers = {0, 8} if (yield EITHER) is A else {8, 0}
    yield EITHER
    yield show(list(numbers))


@shape
def the_order_of_a_frozenset() -> Any:
    numbers = frozenset([0, 8] if (yield EITHER) is A else [8, 0])
    yield EITHER
    yield show(list(numbers))


@shape
def what_pop_takes_from_a_set() -> Any:
    numbers = {0, 1, 2}
    if (yield EITHER) is A:
        numbers.add(numbers.pop())
    yield EITHER
    yield show(numbers.pop())


@shape
def a_set_with_a_gap() -> Any:
    numbers = {0, 8, 16}
    if (yield EITHER) is A:
        numbers = {0, 16}
    else:
        numbers.remove(8)
    yield EITHER
    numbers.add(8)
    yield show(list(numbers))


@shape
def a_set_with_much_room() -> Any:
    numbers = set(range(100)) if (yield EITHER) is A else set()
    numbers.clear() if (yield EITHER) is A else numbers.difference_update(range(100))
    numbers.update([64, 0, 8])
    yield EITHER
    yield show(list(numbers))


@shape
def a_set_of_events() -> Any:
    seen: set[Any] = set()
    while len(seen) < 2:
        seen.add((yield EITHER))
    yield show(sorted(map(str, seen)))


@shape
def deques() -> Any:
    seen: Any = collections.deque(maxlen=2 if (yield EITHER) is A else 3)
    seen.extend([1, 2])
    yield EITHER
    seen.append(3)
    yield show(list(seen))


@shape
def default_dicts() -> Any:
    counts: Any = collections.defaultdict(int if (yield EITHER) is A else list)
    yield EITHER
    yield show(counts["x"])


@shape
def counters() -> Any:
    counts: Any = collections.Counter()
    while counts.total() < 3:
        counts[(yield EITHER).name] += 1
    yield show(counts.most_common())


@shape
def byte_arrays() -> Any:
    data = bytearray(b"ab")
    data[0] = ord((yield EITHER).name)
    yield EITHER
    yield show(data)


@shape
def arrays() -> Any:
    data = array.array("B" if (yield EITHER) is A else "H", [1])
    yield EITHER
    yield show(data.itemsize)


@shape
def views_of_a_dict() -> Any:
    table = {"a": 1}
    keys = table.keys()
    other = table if (yield EITHER) is A else {}
    yield EITHER
    other["b"] = 2
    yield show(list(keys))


@shape
def chain_maps() -> Any:
    scopes = collections.ChainMap({}, {"x": 0})
    scopes["x"] = (yield EITHER).name
    yield EITHER
    yield show(scopes["x"])


@shape
def namespaces() -> Any:
    place = types.SimpleNamespace(x=0)
    place.x = (yield EITHER).name
    yield EITHER
    yield show(place)


# Iterators over what changes


@shape
def two_dicts_that_are_alike() -> Any:
    first, second = {"x": 1, "y": 2}, {"x": 1, "y": 2}
    keys = iter(first if (yield EITHER) is A else second)
    next(keys)
    yield EITHER
    first.popitem()
    try:
        told = next(keys)
    except RuntimeError:
        told = "changed"
    yield show(told)


@shape
def a_dict_that_changes_and_changes_back() -> Any:
    table = dict.fromkeys("abc")
    keys = iter(table)
    while (yield EITHER) is A:
        next(keys, None)
    table["z"] = 1
    yield EITHER
    del table["z"]
    yield show(next(keys, "over"))


@shape
def a_dict_with_a_hole_before_the_iterator() -> Any:
    table = dict.fromkeys("xabc")
    if (yield EITHER) is A:
        table = dict.fromkeys("abc")
    else:
        del table["x"]
    keys = iter(table)
    next(keys)
    yield EITHER
    for name in string.ascii_uppercase[:8]:
        del table[next(iter(table))]
        table[name] = 0
    try:
        told = next(keys, "over")
    except RuntimeError:
        told = "changed"
    yield show(told)


@shape
def a_set_that_changes_and_changes_back() -> Any:
    numbers = {1, 2, 3}
    walk = iter(numbers)
    while (yield EITHER) is A:
        next(walk, None)
    numbers.add(4)
    yield EITHER
    numbers.remove(4)
    yield show(next(walk, "over"))


@shape
def a_deque_that_changes_and_changes_back() -> Any:
    queue = collections.deque([1, 2])
    walk = iter(queue)
    if (yield EITHER) is A:
        queue.append(queue.pop())
    yield EITHER
    told: Any
    try:
        told = next(walk)
    except RuntimeError:
        told = "changed"
    yield show(told)


@shape
def a_list_iterator_at_its_end() -> Any:
    numbers = [1]
    walk = iter(numbers)
    next(walk)
    if (yield EITHER) is A:
        next(walk, None)
    numbers.append(2)
    yield EITHER
    yield show(next(walk, "over"))


@shape
def a_counter_over_a_list_that_grows() -> Any:
    queue = [1]
    for number in queue:
        if (yield EITHER) is A and number < 3:
            queue.append(number + 1)
    yield show(queue)


@shape
def a_count_in_steps() -> Any:
    count = itertools.count(0, 1 if (yield EITHER) is A else 2)
    next(count)
    yield EITHER
    yield show(next(count))


@shape
def a_cycle() -> Any:
    names = itertools.cycle("abc")
    while (yield EITHER) is A:
        name = next(names)
    yield show(name if (yield EITHER) is A else next(names))


# Objects


class Liar:
    """An object that says that it equals everything and is always the same."""

    def __init__(self) -> None:
        self.number = 0

    def __eq__(self, other: Any) -> Any:
        return True

    def __hash__(self) -> Any:
        return 0

    def __repr__(self) -> Any:
        return "liar"

    def __reduce__(self) -> Any:
        return (Liar, ())

    def __getattr__(self, name: Any) -> None:
        raise AttributeError(name)

    def __getstate__(self) -> Any:
        return {}


@shape
def liars() -> Any:
    liar = Liar()
    liar.number = (yield EITHER).name
    yield EITHER
    yield show(liar.number)


@shape
def liars_as_keys() -> Any:
    liar: Any = Liar()
    liar.number = (yield EITHER).name
    table = {liar: 1}
    liar = None
    yield EITHER
    yield show(next(iter(table)).number)


class LyingList(list[Any]):
    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> Any:
        return 0


class LyingDict(dict[Any, Any]):
    def items(self) -> Any:
        return ()

    def __iter__(self) -> Any:
        return iter(())

    def __len__(self) -> Any:
        return 0


class LyingSet(set[Any]):
    def __iter__(self) -> Any:
        return iter(())


class LyingNumber(int):
    def __repr__(self) -> Any:
        return "0"

    def __index__(self) -> Any:
        return 0

    def __eq__(self, other: Any) -> Any:
        return True

    __hash__ = int.__hash__


class LyingDeque(collections.deque[Any]):
    def __iter__(self) -> Any:
        return iter(())


@shape
def lying_containers() -> Any:
    kept: Any
    kept, table, numbers, queue = LyingList(), LyingDict(), LyingSet(), LyingDeque()
    name = (yield EITHER).name
    which: Any = [(yield EITHER), (yield EITHER)]
    match which:
        case [first, second] if first is A and second is A:
            list.append(kept, name)
        case [first, second] if first is A:
            table[name] = 0
        case [_, second] if second is A:
            numbers.add(name)
        case _:
            queue.append(name)
    name = which = first = second = None
    yield EITHER
    kept = [list.__getitem__(kept, slice(None)), table.keys(), "A" in numbers]
    yield show((kept, queue.popleft() if collections.deque.__len__(queue) else ""))


@shape
def lying_numbers() -> Any:
    number = LyingNumber(1 if (yield EITHER) is A else 2)
    yield EITHER
    yield show(int.__add__(number, 0))


class Sentinel:
    """An object that tells nothing but which one it is."""

    __slots__ = ()


IDLE, BUSY = Sentinel(), Sentinel()
NOTHING, ANYTHING = object(), object()
TABLE, COPY = [1], [1]


@shape
def one_of_two_global_sentinels() -> Any:
    state = IDLE if (yield EITHER) is A else BUSY
    yield EITHER
    yield show(state is IDLE)


@shape
def one_of_two_global_objects() -> Any:
    state = [NOTHING if (yield EITHER) is A else ANYTHING]
    yield EITHER
    yield show(state[0] is NOTHING)


@shape
def a_global_list_or_one_like_it() -> Any:
    table = TABLE if (yield EITHER) is A else [1]
    yield EITHER
    yield show(table is TABLE)


@shape
def an_object_that_only_a_library_knows() -> Any:
    import decimal as hidden

    context = [hidden.getcontext().traps][:0]
    state = TREE["left"] if (yield EITHER) is A else TREE["right"]
    yield EITHER
    yield show((state is TREE["left"], context))


TREE = types.MappingProxyType({"left": Sentinel(), "right": Sentinel()})


class Slotted:
    __slots__ = ("first", "second")


class MoreSlots(Slotted):
    __slots__ = ("__dict__", "__weakref__", "third")


@shape
def slots() -> Any:
    value: Any = MoreSlots()
    setattr(value, {A: "first", B: "third"}[(yield EITHER)], 1)
    value.free = (yield EITHER).name
    yield EITHER
    yield show((hasattr(value, "first"), value.free))


@dataclasses.dataclass
class Point:
    x: int = 0
    seen: list[Any] = dataclasses.field(default_factory=list, compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    x: int = 0
    y: int = dataclasses.field(default=0, compare=False)


@shape
def data_classes() -> Any:
    point = Point()
    point.seen.append((yield EITHER).name)
    frozen = Frozen(0, (yield EITHER).name)
    yield EITHER
    yield show((point.seen, frozen.y))


Pair = collections.namedtuple("Pair", "left right")


class Typed(typing.NamedTuple):
    left: str
    right: list[Any]


@shape
def named_tuples() -> Any:
    pair = Pair((yield EITHER).name, ()) if (yield EITHER) is A else Typed((yield EITHER).name, [])
    yield EITHER
    yield show(pair)


class Color(enum.Enum):
    RED = 1
    BLUE = 2

    def __eq__(self, other: Any) -> Any:
        return True

    def __hash__(self) -> Any:
        return 0


class Rights(enum.Flag):
    READ = 1
    WRITE = 2


@shape
def members_of_enumerations() -> Any:
    color = Color.RED if (yield EITHER) is A else Color.BLUE
    rights = Rights.READ | Rights.WRITE if (yield EITHER) is A else Rights.READ
    yield EITHER
    yield show((color.name, rights))


class Meta(type):
    def __eq__(cls, other: Any) -> Any:
        return True

    def __hash__(cls) -> Any:
        return 0


class One(metaclass=Meta):
    pass


class Two(metaclass=Meta):
    pass


@shape
def classes_that_lie() -> Any:
    cls = One if (yield EITHER) is A else Two
    value = One() if (yield EITHER) is A else Two()
    yield EITHER
    yield show((cls.__name__, type(value).__name__))


class Base(abc.ABC):
    @abc.abstractmethod
    def tell(self) -> None: ...


class Presenter(Base):
    kept: Any = None

    @property
    def doubled(self) -> Any:
        return self.kept * 2

    def tell(self) -> Any:
        return self.doubled


@shape
def classes_with_properties() -> Any:
    presenter = Presenter()
    presenter.kept = (yield EITHER).name
    yield EITHER
    yield show(presenter.tell())


@shape
def an_object_that_changes_its_class() -> Any:
    value: Any = Counting()
    if (yield EITHER) is A:
        value.__class__ = Plain
        value.count = 0
    yield EITHER
    yield show(type(value).__name__)


class Plain:
    pass


@shape
def linked_objects() -> Any:
    head: Any = None
    for _ in range(2):
        node: Any = Plain()
        node.next, node.name = head, (yield EITHER).name
        head = node
    yield EITHER
    yield show((head.name, head.next.name))


@shape
def deep_nesting() -> Any:
    value = (yield EITHER).name
    for _ in range(50):
        value = [value]
    yield EITHER
    while isinstance(value, list):
        value = value[0]
    yield show(value)


@shape
def a_random_generator_of_its_own() -> Any:
    chance = random.Random(7)
    for _ in range(2):
        if (yield EITHER) is A:
            chance.random()
    yield show(chance.random())


# Statements


@shape
def predicates_over_variables_that_change() -> Any:
    allowed = []
    for _ in range(2):
        allowed.append((yield EITHER))
    yield sync(wait_for=lambda event: event in allowed, block=lambda event: event not in allowed)
    yield sync(request=C)


@shape
def predicates_over_a_loop_variable() -> Any:
    predicates = []
    for wanted in (A, B):
        predicates.append(lambda event: event is wanted)  # noqa: B023 - the point
        yield sync(wait_for=predicates[0])
    yield sync(wait_for=predicates[0])
    yield sync(request=C)


@shape
def statements_in_variables() -> Any:
    said = sync(wait_for=A) if (yield EITHER) is A else sync(wait_for=B)
    yield EITHER
    yield said
    yield sync(request=C)


@shape
def the_same_place_says_different_things() -> Any:
    for event in (A, B, A):
        yield sync(request=event, priority=1 if event is A else 2, hot=event is B)


@shape
def sets_of_events_in_variables() -> Any:
    mine = named("A")
    other = event_set(lambda event: event is B)
    wanted = mine if (yield EITHER) is A else ~mine & other
    yield sync(wait_for=mine | other)
    yield sync(wait_for=wanted)
    yield sync(request=C)


@shape
def an_interrupt_with_a_handler() -> Any:
    yield sync(wait_for=A, interrupt=B, on_interrupt=refuse_b)
    yield sync(request=C)


def refuse_b(event: Any) -> None:
    assert event is not B


@shape
def an_interrupt_that_meets_a_finally() -> Any:
    seen = [(yield EITHER)]
    try:
        yield sync(wait_for=A, interrupt=B)
    finally:
        assert seen[0] is A
    yield sync(request=C)


@shape
def exceptions_of_its_own() -> Any:
    if (yield EITHER) is A:
        raise KeyError("own")
    raise Unhashable(1)


@dataclasses.dataclass
class Unhashable(Exception):
    code: int

    def __len__(self) -> Any:
        return 0


@shape
def a_bound_local_or_an_unbound_one() -> Any:
    if (yield EITHER) is A:
        kept = None
    yield EITHER
    try:
        told = kept
    except UnboundLocalError:
        told = "unbound"
    yield show(told)


@shape
def a_deleted_cell() -> Any:
    kept = 1

    def tell() -> Any:
        return kept

    if (yield EITHER) is A:
        del kept
    yield EITHER
    try:
        told = tell()
    except NameError:
        told = "unbound"
    yield show(told)
