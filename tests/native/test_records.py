"""Records: kernels read their arrays and change their numbers, whichever way they are run."""

from __future__ import annotations

import weakref
from array import array
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy
import pytest

from counterpoint.native import (
    NativeError,
    OutOfBounds,
    Ptr,
    Record,
    build,
    define,
    lending,
    plain,
    twin,
    u8,
    u16,
    u64,
)

Cell: TypeAlias = int


class Queue(Record):
    """Numbers that wait for their turn."""

    items: Ptr[Cell]
    first: u64
    count: u64


class Search(Record):
    """A queue, what is done with it, and how often."""

    waiting: Queue
    done: Ptr[u8]
    steps: u64


def put(q: Queue, item: u64) -> u64:
    """The number of items; adds one."""
    q.items[q.first + q.count] = item
    q.count += 1
    return q.count


def take(q: Queue) -> u64:
    """The first item, which is removed."""
    q.first += 1
    q.count -= 1
    return q.items[q.first - 1]


def reach(s: Search, least: u64, limit: u64) -> u64:
    """How many numbers below a limit are reached from those in the queue by i + 3 and 2 * i."""
    waiting = s.waiting
    while waiting.count > 0:
        i = take(waiting)
        if i < limit and not s.done[i]:
            s.done[i] = 1
            s.steps += i >= least
            put(s.waiting, i + 3)
            put(s.waiting, 2 * i)
    return s.steps


BITS = {"Cell": u16}
LIBRARIES = {
    "native": lambda *kernels: build(*kernels, types=BITS),
    "debug": lambda *kernels: build(*kernels, types=BITS, debug=True),
    "twin": lambda *kernels: twin(*kernels, types=BITS),
    "plain": plain,
}


@pytest.fixture(params=LIBRARIES)
def library(request: pytest.FixtureRequest) -> Any:
    return LIBRARIES[request.param](put, take, reach)


def a_search() -> Search:
    queue = Queue(items=numpy.zeros(99, "u2"))
    return Search(waiting=queue, done=bytearray(40))


def test_a_kernel_changes_numbers_and_arrays_of_records_within_records(library: Any) -> None:
    search = a_search()
    assert library.put(search.waiting, 5) == 1
    assert (search.waiting.first, search.waiting.count) == (0, 1)
    reached = {5}
    while more := {j for i in reached for j in (i + 3, 2 * i) if j < 40} - reached:
        reached |= more
    assert library.reach(search, 6, 40) == len(reached) - 1
    assert (search.steps, search.waiting.count) == (len(reached) - 1, 0)
    assert {i for i in range(40) if search.done[i]} == reached


def test_numbers_are_kept_from_call_to_call_and_can_be_set_between(library: Any) -> None:
    queue = Queue(items=numpy.zeros(9, "u2"), first=2)
    library.put(queue, 7)
    queue.count = 2
    queue.items[3] = 8
    assert [library.take(queue), library.take(queue), queue.first, queue.count] == [7, 8, 4, 0]


def test_an_array_may_be_replaced_or_grow_between_calls(library: Any) -> None:
    queue = Queue(items=numpy.zeros(1, "u2"))
    library.put(queue, 7)
    queue.items.resize(1000, refcheck=False)
    library.put(queue, 8)
    assert queue.items[:2].tolist() == [7, 8]
    queue.items = numpy.full(3, 9, "u2")
    assert [library.take(queue) for _ in range(2)] == [9, 9]


def test_an_array_of_a_record_within_a_record_may_be_replaced_or_grow(library: Any) -> None:
    search = a_search()
    library.reach(search, 6, 40)
    for items in (numpy.zeros(200, "u2"), numpy.zeros(300, "u2")):
        search.waiting.items, search.done = items, bytearray(40)
        search.waiting.first = search.waiting.count = search.steps = 0
        library.put(search.waiting, 5)
        search.waiting.items.resize(len(items) + 500, refcheck=False)
        assert library.reach(search, 0, 40) == sum(search.done)
        assert search.waiting.items[0] == 5


def test_a_record_within_a_record_may_be_replaced(library: Any) -> None:
    search = a_search()
    library.put(search.waiting, 5)
    library.reach(search, 6, 40)
    other = search.waiting = Queue(items=numpy.zeros(99, "u2"))
    search.done = numpy.zeros(40, "u1")
    library.put(other, 39)
    assert library.reach(search, 0, 40) > 0
    assert search.done[39] == 1


def test_what_another_thread_has_forgotten_is_written_again() -> None:
    library = LIBRARIES["native"](put, take, reach)
    search = a_search()
    search.done = numpy.zeros(40, "u1")
    library.reach(search, 6, 40)
    search.waiting.items.resize(5000, refcheck=False)
    search.waiting.record_forget()
    library.reach(search, 6, 40)
    assert search.waiting.record_filled.layouts
    assert search.waiting.record_words[1] == 5000


@pytest.mark.parametrize("items", [array("H", range(4)), bytearray(b"abcdefgh")])
def test_an_array_may_move_although_its_size_stays_the_same(items: Any) -> None:
    sums = define(
        "def total(q: Queue) -> u64:\n    found = 0\n    for i in range(q.count):\n"
        "        found += q.items[i]\n    return found",
        "total", Queue=Queue, u64=u64,
    )  # fmt: skip
    cell = u16 if isinstance(items, array) else u8
    library = build(sums, types={"Cell": cell})
    queue = Queue(items=items, count=len(items))
    for _ in range(50):
        assert library.total(queue) == sum(items)
        taken = items.pop()
        items.extend([7] * 5000)
        del items[-5000:]
        items.append(taken)


def test_an_array_of_another_kind_is_refused_after_calls_with_the_right_one(library: Any) -> None:
    if isinstance(library, SimpleNamespace):
        return  # CPython takes any
    search = a_search()
    library.reach(search, 6, 40)
    search.waiting.items = numpy.zeros(99, "u4")
    with pytest.raises(NativeError, match=r"s\.waiting\.items is a ndarray of uint32"):
        library.reach(search, 6, 40)


def test_a_record_is_checked_for_each_kind_of_cells() -> None:
    queue = Queue(items=numpy.zeros(9, "u2"))
    narrow, wide = (build(put, take, types={"Cell": cell}) for cell in (u16, u64))
    narrow.put(queue, 5)
    with pytest.raises(NativeError, match="accepted: a writeable, aligned"):
        wide.put(queue, 5)
    queue.items = numpy.zeros(9, "u8")
    wide.put(queue, 1 << 40)
    with pytest.raises(NativeError, match="accepted: a writeable, aligned"):
        narrow.put(queue, 5)
    assert queue.items[1] == 1 << 40


def test_code_from_the_cache_looks_no_more_often_at_arrays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):  # compiled, then from the cache
        library = build(put, take, types={"Cell": u16}, cache=tmp_path)
        queue = a_search().waiting
        library.put(queue, 5)
        library.put(queue, 6)
        assert library.take(queue) == 5
        with monkeypatch.context() as patch:
            patch.setattr(lending, "_fill", None)  # it would be called to look
            library.put(queue, 7)
            assert library.take(queue) == 6


def test_what_was_replaced_is_not_kept(library: Any) -> None:
    search = a_search()
    library.reach(search, 6, 40)
    queue, items = weakref.ref(search.waiting), weakref.ref(search.waiting.items)
    search.waiting.items = numpy.zeros(99, "u2")
    assert items() is None
    search.waiting = Queue(items=numpy.zeros(99, "u2"))
    assert queue() is None
    whole, done = weakref.ref(search), weakref.ref(search.waiting)
    library.reach(search, 6, 40)
    del search  # at once: nobody waits until Python looks for what refers to itself
    assert (whole(), done()) == (None, None)


def test_one_record_in_two_places_is_one(library: Any) -> None:
    lines = [
        "def both(a: Queue, b: Queue) -> u64:",
        "a.count = 5",
        "b.count += 1",
        "return a.count",
    ]
    function = define("\n    ".join(lines), "both", Queue=Queue, u64=u64)
    for kind in LIBRARIES.values():
        queue, other = (Queue(items=numpy.zeros(1, "u2")) for _ in range(2))
        assert kind(function).both(queue, queue) == 6
        assert (kind(function).both(queue, other), queue.count, other.count) == (5, 5, 1)


def test_a_number_wraps_around_at_64_bits() -> None:
    function = define(
        "def f(q: Queue) -> u64:\n    q.count -= 1\n    q.first = 0 - 2\n    return q.count",
        "f", Queue=Queue, u64=u64,
    )  # fmt: skip
    for kind in ("native", "debug", "twin"):
        queue = Queue(items=array("H", [0]))
        assert LIBRARIES[kind](function).f(queue) == 2**64 - 1
        assert (queue.first, queue.count) == (2**64 - 2, 2**64 - 1)


def test_a_field_is_read_again_after_a_callee_has_changed_it(library: Any) -> None:
    queue = Queue(items=numpy.zeros(99, "u2"))
    function = define(
        """
def f(q: Queue) -> u64:
    total = 0
    while q.count < 5:
        put(q, q.count)
        total += q.count
    return total
""",
        "f", Queue=Queue, u64=u64, put=put,
    )  # fmt: skip
    for kind in LIBRARIES.values():
        queue.count = 0
        assert (kind(function).f(queue), queue.count) == (15, 5)
    assert queue.items[:6].tolist() == [0, 1, 2, 3, 4, 0]


@pytest.mark.parametrize("kind", ["debug", "twin"])
def test_a_fault_in_an_array_of_a_record_names_its_place(kind: str) -> None:
    library = LIBRARIES[kind](put)
    queue = Queue(items=array("H", [0]))
    library.put(queue, 1)
    with pytest.raises(OutOfBounds, match="index 1 is outside") as caught:
        library.put(queue, 2)
    assert caught.value.place is not None
    assert caught.value.place.text == "q.items[q.first + q.count] = item"
    assert queue.count == 1


ARRAY = "accepted: a writeable, aligned, C-contiguous array of u16"

# (number, what to do, what is said)
MISUSES = [
    (1, lambda of: of.put(7, 1), "put: parameter q is int; accepted: a Queue"),
    (2, lambda of: of.put(Search(), 1), "put: parameter q is Search; accepted: a Queue"),
    (3, lambda of: of.put(Queue(), 1),
     f"put: parameter q.items is NoneType; {ARRAY}"),
    (4, lambda of: of.put(Queue(items=bytearray(3)), 1),
     f"put: parameter q.items is a bytearray of B; {ARRAY}"),
    (5, lambda of: of.reach(Search(done=bytearray(1)), 0, 1),
     "reach: parameter s.waiting is NoneType; accepted: a Queue"),
    (6, lambda of: Queue(count=-1), "Queue.count is -1; accepted: an int from 0 to 2**64 - 1"),
    (7, lambda of: Queue(count=2**64),
     f"Queue.count is {2**64}; accepted: an int from 0 to 2**64 - 1"),
    (8, lambda of: Queue(size=1), "Queue has no field size; accepted: items, first, count"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "misuse", "message"), MISUSES)
@pytest.mark.parametrize("kind", ["native", "debug", "twin"])
def test_a_record_that_does_not_fit_is_refused(
    kind: str, number: int, misuse: Callable[[Any], object], message: str
) -> None:
    library = LIBRARIES[kind](put, take, reach)
    with pytest.raises(NativeError) as caught:
        misuse(library)
    assert caught.value.message == message


class Odd(Record):
    """A kind of record with a field that kernels cannot have."""

    names: Ptr[str]  # type: ignore[type-var]


POINTERS = "Ptr[u8], Ptr[u16], Ptr[u32], Ptr[u64]"
KINDS = "u64, Ptr[u8], Ptr[u16], Ptr[u32], Ptr[u64] or Ptr[T] with types={'T': ...}, a record"
PARAMETER = "a parameter annotated with a kind of record"

# (number, body of f(q: Queue, p: Ptr[u8]), what is said)
REFUSALS = [
    (1, "return q", "q is Queue, used as a number; accepted: u64"),
    (2, "return q[0]", f"q is Queue, used as a pointer; accepted: {POINTERS}"),
    (3, "return q.size", "Queue has no field size; accepted: items, first, count"),
    (4, "return p.size", f"p is Ptr[u8], used as a record; accepted: {PARAMETER}"),
    (5, "q.items = p\nreturn 0", "Ptr[u8] stored in q.items; accepted: u64"),
    (6, "q.items = 1\nreturn 0",
     "q.items is Ptr[u16], and assigned to; accepted: fields that are u64"),
    (7, "q.items += 1\nreturn 0", "q.items is Ptr[u16], used as a number; accepted: u64"),
    (8, "return put(p, 1)", "p is Ptr[u8]; accepted: Queue for put(q: Queue, item: u64)"),
    (9, "return odd(q)", f"Odd: field names is annotated Ptr[str]; accepted: {KINDS}"),
]  # fmt: skip


def odd(o: Odd) -> u64:
    """Nothing."""
    return 0


@pytest.mark.parametrize(("number", "body", "message"), REFUSALS)
def test_what_cannot_be_done_with_a_record_is_refused(number: int, body: str, message: str) -> None:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    text = f"def f(q: Queue, p: Ptr[u8]) -> u64:\n{lines}"
    names = {"Queue": Queue, "Ptr": Ptr, "u8": u8, "u64": u64, "put": put, "odd": odd}
    for make in (build, twin):
        with pytest.raises(NativeError) as caught:
            make(define(text, "f", **names), types=BITS)
        assert caught.value.message.removeprefix("f: ") == message


def test_other_fields_make_other_code(tmp_path: Path) -> None:
    text = "def f(r: Pair) -> u64:\n    return r.right"

    def pair(*names: str) -> type[Record]:
        return type("Pair", (Record,), {"__annotations__": dict.fromkeys(names, "u64")})

    for kind in (pair("left", "right"), pair("right", "left")):
        library = build(define(text, "f", Pair=kind, u64=u64), cache=tmp_path)
        assert library.f(kind(left=1, right=2)) == 2
    assert len([*tmp_path.iterdir()]) == 2


def test_annotations_that_were_evaluated_are_refused() -> None:
    with pytest.raises(NativeError) as caught:
        type("Pair", (Record,), {"__annotations__": {"left": u64}})
    found = "Pair: its annotations are values; accepted: from __future__ import annotations"
    assert caught.value.message == found


class Counted(Queue):
    """A queue that counts what was put into it."""

    puts: u64


def put_twice(q: Counted, item: u64) -> u64:
    """The number of items; adds two."""
    q.puts += 2
    put(q, item)
    return put(q, item)


@pytest.mark.parametrize("kind", LIBRARIES)
def test_a_kernel_takes_records_that_have_further_fields(kind: str) -> None:
    library = LIBRARIES[kind](put_twice)
    queue = Counted(items=numpy.zeros(9, "u2"))
    assert library.put_twice(queue, 7) == 2
    assert (queue.items[:2].tolist(), queue.count, queue.puts) == ([7, 7], 2, 2)


def test_a_kernel_refuses_a_record_that_lacks_fields() -> None:
    def wrong(q: Queue) -> u64:
        return put_twice(q, 7)  # type: ignore[arg-type]

    with pytest.raises(NativeError, match=r"q is Queue; accepted: Counted"):
        build(wrong, types=BITS)


# (number, the annotations of a kind of record, its values, what is said)
DECLARATIONS: list[tuple[int, dict[str, str], dict[str, object], str]] = [
    (1, {"more": "u64"}, {"more": 5}, "R: field more has a default; accepted: none"),
    (2, {"record_words": "u64"}, {},
     "R: field record_words is a reserved name; accepted: other names, not beginning with record_"),
    (3, {"first": "Ptr[u64]"}, {},
     "R: field first is declared again; accepted: other names, not beginning with record_"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "fields", "values", "message"), DECLARATIONS)
def test_a_declaration_that_cannot_be_kept_is_refused(
    number: int, fields: dict[str, str], values: dict[str, object], message: str
) -> None:
    with pytest.raises(NativeError) as caught:
        type("R", (Queue,), {"__annotations__": fields, **values})
    assert caught.value.message == message


class Endless(Record):
    """A kind of record that cannot have a size."""

    again: Endless


def endless(e: Endless) -> u64:
    """Nothing."""
    return 0


@pytest.mark.parametrize("make", [build, twin])
def test_a_kind_of_record_that_contains_itself_is_refused(make: Callable[..., object]) -> None:
    with pytest.raises(NativeError, match="Endless contains itself; accepted: fields of other"):
        make(endless)


def test_a_number_is_a_number() -> None:
    queue = Queue(items=numpy.zeros(1, "u2"))
    with pytest.raises(NativeError, match=r"Queue\.count is 'x'; accepted: an int from 0 to"):
        queue.count = "x"  # type: ignore[assignment]


def test_a_field_has_the_kind_that_its_annotation_has_where_it_is_declared() -> None:
    class Elsewhere(Search):
        further: u64

    Elsewhere.__module__ = "counterpoint.native.types"
    library = build(put, take, reach, types=BITS)
    search = Elsewhere(waiting=Queue(items=numpy.zeros(99, "u2")), done=bytearray(40))
    library.put(search.waiting, 5)
    assert Elsewhere.record_kind("waiting") is Queue
