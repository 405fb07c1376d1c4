"""State that is easily overlooked: each kind of it is read, watched, or a doubt."""

from __future__ import annotations

import collections
import contextvars
import decimal
import functools
import io
import itertools
import logging
import re
import sys
import typing
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from counterpoint import Body, Program, check, events, never, sync, thread
from counterpoint.bp.local.outside.opaque import Doubt
from counterpoint.bp.local.outside.surroundings import Surroundings
from counterpoint.bp.local.outside.watched import alike
from counterpoint.bp.local.state.builtin_state import PARTS
from counterpoint.bp.local.state.identity import value_key
from counterpoint.errors import ImpureThread

A, B, C, BAD = events("A B C BAD")

Change: typing.TypeAlias = Callable[[Any], object]


class Reference(weakref.ref):  # type: ignore[type-arg]
    """It can be given attributes."""


class Thing:
    """Something of the user's."""


THING = Thing()


def with_list(value: Any) -> Any:
    value.seen = []
    return value


def token() -> contextvars.Token[Any]:
    variable: contextvars.ContextVar[Any] = contextvars.ContextVar("v", default=None)
    variable.set([])
    return variable.set(None)


def by_default() -> contextvars.ContextVar[list[int]]:
    return contextvars.ContextVar("v", default=[])  # noqa: B039


def scanner() -> Any:
    made = re.Scanner([(each, lambda _, found: found) for each in "ab"])  # type: ignore[attr-defined]
    made.scan("b")
    return made


def closed() -> io.StringIO:
    file = io.StringIO()
    file.close()
    return file


def append(path: str) -> Change:
    """Append to the list that hangs there."""
    return lambda value: functools.reduce(getattr, path.split("."), value).append(1)


CASES: dict[str, tuple[Callable[[], Any], Change]] = {
    "slice": (lambda: slice([], 1), append("start")),
    "view": (lambda: {"a": []}.values(), lambda v: next(iter(v)).append(1)),
    "metadata": (lambda: typing.Annotated[int, []], lambda v: v.__metadata__[0].append(1)),
    "alias": (lambda: list[Thing], lambda v: setattr(v.__args__[0], "n", object())),
    "token": (token, append("old_value")),
    "variable of a token": (token, lambda v: v.var.set(1)),
    "default": (by_default, lambda v: v.get().append(1)),
    "match": (lambda: re.match(b"a", bytearray(b"ab")), append("string")),
    "scanner": (scanner, lambda v: v.scan("a")),
    "type variable": (lambda: with_list(typing.TypeVar("T")), append("seen")),
    "type": (lambda: with_list(typing.NewType("T", int)), append("seen")),
    "formatter": (lambda: with_list(logging.Formatter()), append("seen")),
    "reference": (lambda: with_list(Reference(THING)), append("seen")),
    "program": (lambda: with_list(Program()), append("seen")),
    "position": (lambda: io.StringIO("ab"), lambda v: v.seek(1)),
    "position in bytes": (lambda: io.BytesIO(b"ab"), lambda v: v.seek(1)),
    "file": (lambda: io.StringIO("ab"), lambda v: v.close()),
    "attribute of a file": (lambda: with_list(io.StringIO("ab")), append("seen")),
    "partial": (
        lambda: functools.partial(print, 1),
        lambda v: v.__setstate__((print, (True,), {}, {})),
    ),
    "factory": (
        lambda: collections.defaultdict(int),
        lambda v: setattr(v, "default_factory", str),
    ),
    "cycle": (lambda: itertools.cycle([re.match("a", "a"), re.match("b", "b")]), next),
}


def made_by(make: Callable[[], Any]) -> tuple[Any, Surroundings]:
    value = make()
    around = Surroundings()
    around.adopt([("IT", value)])
    return value, around


@pytest.mark.parametrize("name", CASES)
def test_a_change_of_what_b_threads_share_is_seen(name: Any) -> None:
    make, change = CASES[name]
    value, around = made_by(make)
    if name != "cycle":  # what cannot be read is not what it was
        assert around.changed() is None
    change(value)
    assert around.changed() is not None
    if vars(Thing).get("n"):
        delattr(Thing, "n")


def test_a_closed_file_can_be_watched() -> None:
    assert made_by(closed)[1].changed() is None


def test_a_property_leads_to_its_functions() -> None:
    seen: list[int] = []
    around = made_by(lambda: property(lambda self: seen.append(1)))[1]
    seen.append(1)
    assert around.changed() == "seen"


def test_what_cannot_be_read_has_a_key_of_its_own() -> None:
    context = decimal.Context()
    assert value_key(context) != value_key(context)
    assert value_key([1]) == value_key([1])


def test_matches_are_told_apart_by_what_was_found_where() -> None:
    keys = [value_key(re.search(*given)) for given in (("a", "ab"), ("a", "ab"), ("b", "ab"))]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize(
    ("value", "other"), [(1, True), (0.0, -0.0), ((1,), (1.0,)), (float("nan"), float("nan"))]
)
def test_equal_values_that_can_be_told_apart_are_not_alike(value: Any, other: Any) -> None:
    assert alike(value, value)
    assert not alike(value, other)


def test_plain_values_that_nothing_tells_apart_are_alike() -> None:
    assert alike((1, "a", (2.5,)), (int("1"), "a", (float("2.5"),)))


# NumPy


def arrays() -> dict[str, tuple[Callable[[Any], Any], Change]]:
    return {
        "element": (lambda n: n.zeros(1), lambda v: v.fill(1)),
        "flags": (lambda n: n.zeros(1), lambda v: v.setflags(write=False)),
        "size": (lambda n: n.zeros(0), lambda v: v.resize((0, 5), refcheck=False)),
        "shape": (lambda n: n.zeros(4), lambda v: setattr(v, "shape", (2, 2))),
        "object": (lambda n: n.array([[], None], dtype=object)[:1], lambda v: v[0].append(1)),
        "names": (lambda n: n.dtype([("a", int)]), lambda v: setattr(v, "names", ("b",))),
    }


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", arrays())
def test_all_that_an_array_keeps_is_watched(name: Any) -> None:
    numpy = pytest.importorskip("numpy")
    make, change = arrays()[name]
    value, around = made_by(lambda: make(numpy))
    assert not around.doubts
    assert around.changed() is None
    change(value)
    assert around.changed() is not None


@pytest.mark.parametrize(
    "make",
    [
        lambda n: n.arange(4).flat,
        lambda n: n.ma.array([1, 2]),
        lambda n: n.zeros(1, dtype=[("a", object)]),
    ],
)
def test_other_objects_of_numpy_are_a_doubt(make: Any) -> None:
    numpy = pytest.importorskip("numpy")
    around = made_by(lambda: make(numpy))[1]
    assert Doubt.OPAQUE in {each.doubt for each in around.doubts}


@pytest.mark.parametrize("make", [lambda n: n.zeros(2), lambda n: n.float64(1), lambda n: n.add])
def test_an_array_that_nobody_changes_is_none(make: Any) -> None:
    numpy = pytest.importorskip("numpy")
    value, around = made_by(lambda: make(numpy))
    assert not around.doubts
    assert around.changed() is None, value


# What b-threads hold by themselves


def counted_function() -> Any:
    def function() -> None:
        pass

    return function


def named_generator() -> Any:
    return (each for each in "ab")


LOCAL: dict[str, tuple[Callable[[], Any], Change]] = {
    "annotations": (counted_function, lambda v: v.__annotations__.update(n=1)),
    "module": (counted_function, lambda v: setattr(v, "__module__", "m")),
    "ordered": (collections.OrderedDict, lambda v: setattr(v, "n", 1)),
    "generator": (named_generator, lambda v: setattr(v, "__name__", "other")),
    "rule": (lambda: thread(named), lambda v: setattr(v, "n", 1)),
    "type variable": (lambda: typing.TypeVar("T"), lambda v: setattr(v, "n", 1)),
}


def named() -> Any:
    yield sync(request=A)


@pytest.mark.parametrize("name", LOCAL)
def test_what_a_b_thread_counts_in_its_own_objects_is_read(name: Any) -> None:
    make, change = LOCAL[name]
    value = make()
    before = value_key(value)
    assert value_key(value) == before
    change(value)
    assert value_key(value) != before


@pytest.mark.parametrize("kind", PARTS)
def test_attributes_of_what_is_read_by_its_parts_are_read_too(kind: Any) -> None:
    if kind.__dictoffset__ == 0:
        return
    length: Any = len
    samples: list[Any] = [
        collections.OrderedDict(), functools.partial(len), staticmethod(len), classmethod(length),
        thread(named),
    ]  # fmt: skip
    for value in samples:
        if type(value) is kind:
            before = value_key(value)
            value.more = 1
            assert value_key(value) != before


def test_functions_with_annotations_of_any_kind_can_be_read() -> None:
    def made() -> Any:
        T = typing.TypeVar("T")

        def function(a: list[T], b: Callable[[int], str] | None, c: int) -> T:
            raise NotImplementedError

        function.__annotations__.update(a=list[T], b=Callable[[int], str] | None, c="int", d=T)  # type: ignore[valid-type]
        return function

    function = made()
    assert value_key(function) == value_key(function)


class Box:
    """A value that is worked out from `n`, and kept."""

    def __init__(self) -> None:
        self.n = 0

    @functools.cache  # noqa: B019
    def peek(self) -> int:
        return self.n


@functools.lru_cache
def peek(box: Box) -> int:
    return box.n


SHARED = Box()


@functools.cache
def doubled(number: int) -> int:
    return 2 * number


@thread
def keeps_what_it_peeked(ask: Any) -> Body:
    box = Box()
    if (yield sync(request=[A, B])) == A:
        ask(box)
    box.n = 1
    yield sync(request=C)
    if ask(box) == 0:
        yield sync(request=BAD)


@thread
def remembers_only_plain_things() -> Body:
    assert doubled(2) == 4
    yield sync(request=A)
    assert SHARED.peek() == 0
    yield sync(request=B)


@pytest.mark.parametrize("ask", [Box.peek, peek])
def test_what_is_remembered_of_an_object_that_changes_is_refused(ask: Any) -> None:
    with pytest.raises(ImpureThread, match="the cache of"):
        check(Program(keeps_what_it_peeked(ask)), never(BAD))


def test_what_is_remembered_of_what_does_not_change_is_no_change() -> None:
    assert check(Program(remembers_only_plain_things()), never(BAD))


# Arguments, depth and statements


class Copied:
    """It knows how often it was copied."""

    def __init__(self, depth: int = 0) -> None:
        self.depth = depth

    def __deepcopy__(self, memo: object) -> Copied:
        return Copied(self.depth + 1)


@thread
def sees_copies(copied: Any) -> Body:
    yield sync(request=A)
    yield sync(request=B if copied.depth == 1 else BAD)


@thread
def starts_with_copies() -> Body:
    yield sync(request=A, start=sees_copies(Copied()))


def test_an_argument_is_copied_once_as_in_a_run() -> None:
    assert check(Program(sees_copies(Copied())), never(BAD))


def test_an_argument_that_changes_by_each_copy_is_refused_where_more_are_made() -> None:
    with pytest.raises(ImpureThread, match="each time they are copied"):
        check(Program(starts_with_copies()), never(BAD))


SEEN: list[int] = []


class Hitting:
    """Its methods change what others see."""

    def hit(self) -> None:
        SEEN.append(1)

    @classmethod
    def strike(cls) -> None:
        SEEN.append(1)


@thread
def hits(act: Any) -> Body:
    yield sync(request=A)
    act.hit() if isinstance(act, Hitting) else act.strike()


@pytest.mark.parametrize("given", [Hitting(), Hitting])
def test_what_the_class_of_an_argument_changes_is_watched(given: Any) -> None:
    with pytest.raises(ImpureThread, match="it changed SEEN"):
        check(Program(hits(given)), never(BAD))


def depth(count: int) -> int:
    try:
        return depth(count + 1)
    except Exception:
        return count


@thread
def sees_how_deep_it_is() -> Body:
    yield sync(request=A)
    found = depth(0)
    yield sync(request=A)
    assert found


def test_who_sees_how_deep_the_calls_are_is_refused() -> None:
    limit = sys.getrecursionlimit()
    with pytest.raises(ImpureThread, match="found = "):
        check(Program(sees_how_deep_it_is()), never(BAD))
    assert sys.getrecursionlimit() == limit


def test_a_statement_does_not_say_whether_it_was_run() -> None:
    assert not hasattr(sync(request=A), "plan")
