from __future__ import annotations

import collections
import contextlib
import contextvars
import dataclasses
import datetime
import enum
import functools
import io
import itertools
import logging
import math
import os
import pathlib
import queue
import random
import re
import secrets
import sys
import threading
import time
import types
import typing
import uuid
import weakref
from collections.abc import Callable
from datetime import date as day
from random import choice
from random import random as drawn
from time import monotonic
from typing import Any

import numpy as np
import pytest

from counterpoint import Body, Event, Program, check, sync, thread
from counterpoint.bp.local.network import network_of
from counterpoint.bp.local.outside.surroundings import Surroundings
from counterpoint.errors import ImpureThread

from .. import elsewhere
from ..brute_force import A, B, C
from ..elsewhere import remember

Act = typing.TypeVar("Act", bound=Callable[..., Any])
IMPURE: list[tuple[str, Callable[..., Any]]] = []


def impure(path: str) -> Callable[[Act], Act]:
    """A function that changes what lives outside; the error is to name `path`."""

    def noted(function: Act) -> Act:
        IMPURE.append((path, function))
        return function

    return noted


class Robot:
    steps = 0
    made: typing.ClassVar[list[int]] = []
    fresh: typing.ClassVar[int]
    new: int

    def __init__(self) -> None:
        self.at: Any = 0
        self.log: list[Any] = []

    def walk(self) -> None:
        self.at += 1

    def count(self) -> None:
        type(self).steps += 1

    @classmethod
    def make(cls) -> None:
        cls.made.append(1)

    @property
    def moved(self) -> Any:
        self.log.append(1)
        return True

    def clocked(self) -> Any:
        return time.time()


class Model(Robot):
    pass


class Slotted:
    __slots__ = ("at",)

    at: int


class Listing(list[Any]):
    note: object


class Color(enum.Enum):
    times: int

    RED = 1


class Rights(enum.Flag):
    READ = 1
    WRITE = 2


def counting(kept: Any = []) -> None:  # noqa: B006 - the point
    kept.append(1)


def letters() -> Any:
    yield from "abcdef"


LIST: list[Any] = [0]
DICT: dict[str, Any] = {"a": 1}
SET: set[Any] = {1}
QUEUE: collections.deque[Any] = collections.deque([1])
NESTED = ([{"deep": [0]}],)
ORDERED = collections.OrderedDict(a=1, b=2)
COUNTS: collections.Counter[str] = collections.Counter()
BYTES = bytearray(b"ab")
ROBOT, MODEL, SLOTTED, LISTING = Robot(), Model(), Slotted(), Listing()
SLOTTED.at = 0
ARRAY = np.zeros(2)
CHANCE = random.Random(1)
NUMBERS = itertools.count()
LETTERS = letters()
STEP = functools.partial(LIST.append)
PLACE = types.SimpleNamespace(at=0)
CURRENT = contextvars.ContextVar("current", default=0)
VIEW = types.MappingProxyType(DICT)
total = 0
brand_new: int


@impure("LIST")
def appends() -> None:
    LIST.append(1)


@impure("LIST")
def replaces() -> None:
    LIST[0] = object()


@impure("DICT")
def adds_a_key() -> None:
    DICT["b"] = object()


@impure("SET")
def adds_to_a_set() -> None:
    SET.add(object())


@impure("QUEUE")
def rotates() -> None:
    QUEUE.appendleft(object())


@impure("NESTED[0][0]")
def reaches_deep() -> None:
    NESTED[0][0]["deep"].append(1)


@impure("ORDERED")
def orders() -> None:
    ORDERED.move_to_end(next(iter(ORDERED)))


@impure("COUNTS")
def counts() -> None:
    COUNTS["x"] += 1


@impure("BYTES")
def writes_bytes() -> None:
    BYTES[0] += 1


@impure("ROBOT.at")
def calls_a_method() -> None:
    ROBOT.walk()


@impure("ROBOT.new")
def adds_an_attribute() -> None:
    ROBOT.new = 1


@impure("Robot.steps")
def changes_a_class_by_a_method() -> None:
    ROBOT.count()


@impure("Robot.made")
def changes_a_class_by_a_class_method() -> None:
    Model.make()


@impure("Robot.fresh")
def adds_to_a_class() -> None:
    Robot.fresh = getattr(Robot, "fresh", 0) + 1


@impure("ROBOT.log")
def reads_a_property() -> Any:
    return ROBOT.moved


@impure("SLOTTED.at")
def changes_a_slot() -> None:
    SLOTTED.at += 1


@impure("LISTING.note")
def labels_a_list() -> None:
    LISTING.note = object()


@impure("Color.RED.times")
def changes_a_member() -> None:
    Color.RED.times = getattr(Color.RED, "times", 0) + 1


@impure("total")
def assigns_a_global() -> None:
    global total
    total += 1


@impure("brand_new")
def makes_a_global() -> None:
    global brand_new
    brand_new = 1


@impure("counting[0]")
def uses_a_default() -> None:
    counting()


@impure("counting.calls")
def counts_calls() -> None:
    counting.calls = getattr(counting, "calls", 0) + 1  # type: ignore[attr-defined]


@impure("ARRAY")
def writes_an_array() -> None:
    ARRAY[0] += 1


@impure("NUMBERS")
def draws_from_an_iterator() -> None:
    next(NUMBERS)


@impure("LETTERS")
def draws_from_a_generator() -> None:
    next(LETTERS)


@impure("STEP")
def calls_a_partial() -> None:
    STEP(1)


@impure("PLACE")
def changes_a_namespace() -> None:
    PLACE.at += 1


@impure("CURRENT")
def sets_a_context_variable() -> None:
    CURRENT.set(CURRENT.get() + 1)


@impure("numbers")
def calls_a_helper_of_another_module() -> None:
    elsewhere.remember(1)


@impure("numbers")
def calls_an_imported_helper() -> None:
    remember(1)


@impure("elsewhere.setting")
def assigns_in_another_module() -> None:
    elsewhere.setting += 1


@impure("setting")
def lets_another_module_assign() -> None:
    elsewhere.change_setting()


@impure("numbers")
def calls_a_cached_helper() -> None:
    elsewhere.remember_once(len(elsewhere.numbers))


@impure("elsewhere.numbers")
def imports_on_the_way() -> None:
    from .. import elsewhere as other

    other.numbers.append(1)


@impure("os.environ._data")
def sets_an_environment_variable() -> None:
    os.environ["COUNTERPOINT"] = os.environ.get("COUNTERPOINT", "") + "x"


@impure("the random generator behind CHANCE")
def draws_from_a_seeded_generator() -> None:
    CHANCE.random()


@impure("the random generator behind random.random")
def draws() -> None:
    random.random()


@impure("the random generator behind drawn")
def draws_by_another_name() -> None:
    drawn()


@impure("the random generator behind choice")
def chooses() -> None:
    choice([A, B])


@impure("uses secrets.choice, which is randomness")
def chooses_secretly() -> None:
    secrets.choice([A, B])


@impure("uses uuid.uuid4, which is randomness")
def makes_a_name() -> None:
    uuid.uuid4()


@impure("uses os.urandom, which is randomness")
def draws_bytes() -> None:
    os.urandom(1)


@impure("uses np.random.rand, which is randomness")
def draws_by_numpy() -> None:
    np.random.rand()


@impure("uses time.time, which is a clock")
def looks_at_the_clock() -> None:
    time.time()


@impure("uses monotonic, which is a clock")
def looks_at_an_imported_clock() -> None:
    monotonic()


@impure("uses datetime.datetime.now, which is a clock")
def asks_for_now() -> None:
    datetime.datetime.now()


@impure("uses day.today, which is a clock")
def asks_for_today() -> None:
    day.today()


@impure("uses time.time, which is a clock")
def calls_a_method_that_looks_at_the_clock() -> None:
    ROBOT.clocked()


@impure("uses input, which is the keyboard")
def asks_the_user() -> None:
    input()


@pytest.fixture(autouse=True)
def keep_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPOINT", "")


@pytest.mark.parametrize(("path", "act"), IMPURE, ids=lambda value: getattr(value, "__name__", ""))
def test_a_change_outside_is_caught_and_named(path: Any, act: Any) -> None:
    @thread
    def live() -> Body:
        yield sync(request=A)
        act()
        yield sync(request=B)

    with pytest.raises(ImpureThread, match=re.escape(path)) as caught:
        network_of(Program(live()))
    assert caught.value.thread in ("live", None)


def test_the_error_says_thread_and_line() -> None:
    @thread
    def live() -> Body:
        yield sync(request=A)
        LIST.append(1)
        yield sync(request=B)

    with pytest.raises(ImpureThread) as caught:
        network_of(Program(live()))
    assert caught.value.thread == "live"
    assert caught.value.place is not None
    assert caught.value.place.text == "yield sync(request=A)"
    assert "it changed LIST, which lives outside" in caught.value.message


def test_a_variable_shared_by_closures_is_caught() -> None:
    heard, number = [], 0

    @thread
    def listen() -> Body:
        heard.append((yield sync(wait_for=A)))

    @thread
    def count() -> Body:
        nonlocal number
        yield sync(request=A)
        number += 1

    with pytest.raises(ImpureThread, match="it changed heard"):
        network_of(Program(listen(), external=[A]))
    with pytest.raises(ImpureThread, match="it changed number"):
        network_of(Program(count()))


def test_a_default_of_the_thread_itself_is_caught() -> None:
    @thread
    def remember_all(kept: Any = []) -> Body:  # noqa: B006 - the point
        kept.append(1)
        yield sync(request=A)

    with pytest.raises(ImpureThread, match=r"it changed remember_all\[0\]"):
        network_of(Program(remember_all()))


def test_an_attribute_of_the_rule_itself_is_caught() -> None:
    @thread
    def count() -> Body:
        count.runs = getattr(count, "runs", 0) + 1  # type: ignore[attr-defined]
        yield sync(request=A)

    with pytest.raises(ImpureThread, match=r"it changed count\.runs"):
        network_of(Program(count()))


def test_a_function_with_a_memory_of_its_own_is_caught_as_an_argument() -> None:
    kept = set()

    @thread
    def call(function: Any) -> Body:
        function(1)
        yield sync(request=A)

    with pytest.raises(ImpureThread, match="it changed kept"):
        network_of(Program(call(lambda value: kept.add(value))))


def test_data_of_events_that_change_are_caught() -> None:
    crate = Crate()

    @thread
    def send() -> Body:
        yield sync(request=Event("Send", crate))

    @thread
    def receive() -> Body:
        event: Any = yield sync(wait_for=lambda event: event.name == "Send")
        event.args[0].full = True
        yield sync(request=A)

    with pytest.raises(ImpureThread, match="full"):
        network_of(Program(send(), receive()))


class Crate:
    """Equals itself only, and changes."""

    def __init__(self, event: Any = None) -> None:
        self.full = False
        self.event = event

    def __repr__(self) -> Any:
        return "Crate"


CRATE: Any = Event("Crate", Crate())
CRATES: list[Any] = [Event("Crates", at=(1, Crate()))]


@thread
def fills(event: Any) -> Body:
    event.args[0].full = True
    yield sync(request=A)


@thread
def fills_inside(holder: Any) -> Body:
    holder["it"].event.args[0].full = True
    yield sync(request=A)


@thread
def fills_by_name() -> Body:
    CRATE.args[0].full = True
    yield sync(request=A)


@thread
def fills_in_a_list() -> Body:
    CRATES[0].at[1].full = True
    yield sync(request=A)


@pytest.mark.parametrize(
    ("make", "path"),
    [
        (fills_by_name, "the data of Crate(Crate).full"),
        (fills_in_a_list, "Crates(at=(1,Crate)).at[1].full"),
        (lambda: fills(CRATE), "the data of Crate(Crate).full"),
        (lambda: fills_inside({"it": Crate(CRATE)}), "the data of Crate(Crate).full"),
    ],
    ids=["named", "in a list", "given", "inside of what is given"],
)
def test_data_of_events_that_nobody_requests_is_watched_too(
    make: Any, path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for event in (CRATE.args[0], CRATES[0].at[1]):
        monkeypatch.setattr(event, "full", False)
    with pytest.raises(ImpureThread, match=re.escape(f"it changed {path}")):
        network_of(Program(make()))


@thread
def imports_inside(word: Any) -> Body:
    import copy

    yield sync(request=Event("Copied", copy.copy(Move(1, len(word)))))


def test_a_module_that_is_imported_inside_and_a_frozen_class_raise_no_alarm() -> None:
    assert check(Program(imports_inside("a")), "deadlock")


@thread
def sets_in_a_module() -> Body:
    yield sync(request=A)
    elsewhere.__setattr__("later", 1)
    yield sync(request=B)


@thread
def reads_in_a_module() -> Body:
    yield sync(request=C)
    yield sync(request=[A, B][elsewhere.later])


def test_what_a_method_of_a_module_sets_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "later", 0, raising=False)
    with pytest.raises(ImpureThread, match=r"it changed .*elsewhere\.later"):
        network_of(Program(sets_in_a_module(), reads_in_a_module()))


def test_what_two_runs_share_is_watched_even_if_no_name_leads_there() -> None:
    store: queue.SimpleQueue[Any] = queue.SimpleQueue()
    store.put([])

    @thread
    def live() -> Body:
        mine = store.get()
        store.put(mine)
        yield sync(request=A)
        mine.append(1)
        yield sync(request=B)

    with pytest.raises(ImpureThread, match="it changed mine"):
        network_of(Program(live()))


def test_chance_that_no_one_can_see_is_caught_by_replaying() -> None:
    flips = iter(memoryview(bytes([0, 0, 1, 1] * 100)))  # where it stands cannot be read

    @thread
    def live() -> Body:
        yield sync(wait_for=[A, B])
        yield sync(request=[A, B][next(flips)], wait_for=[A, B])

    with pytest.raises(ImpureThread, match="the same events led to another state"):
        network_of(Program(live(), external=[A, B]))


def test_a_wrapped_method_is_followed_to_its_object() -> None:
    flips = itertools.cycle([A, A])

    @thread
    def live(draw: Any = flips.__next__) -> Body:
        yield sync(request=draw())

    with pytest.raises(ImpureThread, match="it changed live"):
        network_of(Program(live()))


def test_predicates_that_change_something_are_caught() -> None:
    heard: Any = []

    @thread
    def listen() -> Body:
        yield sync(wait_for=lambda event: heard.append(event) or True)

    with pytest.raises(ImpureThread, match="it changed heard"):
        network_of(Program(listen(), external=[A]))

    @thread
    def listen_locally() -> Body:
        mine: Any = []
        yield sync(wait_for=lambda event: mine.append(event) or True)

    with pytest.raises(ImpureThread, match="asking a predicate changed"):
        network_of(Program(listen_locally(), external=[A]))


# No false alarms


SQUARES = {(row, col): row * 3 + col for row in range(3) for col in range(3)}
HERE = pathlib.PurePath("a") / "b"
WORD: Any = re.compile(r"\w+")
logger = logging.getLogger(__name__)
T = typing.TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Move:
    row: int
    col: int

    @functools.cached_property
    def square(self) -> Any:
        return SQUARES[self.row, self.col]


CENTER = Move(1, 1)


@functools.singledispatch
def shown(value: Any) -> Any:
    return str(value)


@shown.register
def _(value: int) -> Any:
    return f"{value}!"


@functools.cache
def slow(n: Any) -> Any:
    return n if n < 2 else slow(n - 1) + slow(n - 2)


@contextlib.contextmanager
def scope(name: Any) -> Any:
    yield name


def test_ordinary_programs_raise_no_alarm(capsys: pytest.CaptureFixture[str], caplog: Any) -> None:
    @thread
    def live(robot: Any, moves: list[Move], times: int = 2) -> Body:
        robot.walk()
        for move in moves:
            kept = [SQUARES[move.row, move.col], CENTER.square, str(HERE), slow(10), shown(3)]
            logger.warning("at %s", kept)
            logging.getLogger("inside").warning("at %s", kept)
            print(kept, math.sqrt(4), time.sleep, Rights.READ | Rights.WRITE, sep=" ")
            with scope("x") as name, contextlib.suppress(KeyError):
                yield sync(request=Event("Move", WORD.match("ab").group(), name))
        seen = collections.Counter(m.row for m in moves)
        robot.log.append(dataclasses.replace(CENTER, row=0))
        yield sync(request=A if elsewhere.doubled(seen[1]) else B)
        chance = random.Random(times)
        yield sync(request=[A, B][chance.randrange(2)])
        when = datetime.datetime(2000, 1, 1).strftime("%Y")
        yield sync(request=Event("At", when, typing.cast(str, 1)))

    program = Program(live(Robot(), [Move(0, 0), CENTER]))
    for _ in range(2):
        (automaton,) = network_of(program).automata
        assert len(automaton.locals) == 6


def test_a_method_that_no_one_mentions_may_look_at_the_clock() -> None:
    @thread
    def live() -> Body:
        robot = Robot()
        robot.walk()
        yield sync(request=A)

    assert len(network_of(Program(live())).automata[0].locals) == 2


def test_an_attribute_called_like_a_clock_is_no_clock() -> None:
    @thread
    def live() -> Body:
        time.sleep(0)
        event = Event("Alarm", time=3)
        yield sync(request=Event("At", event.time))

    assert len(network_of(Program(live())).automata[0].locals) == 2


def test_names_the_part_that_changed() -> None:
    def look() -> Any:
        return ROBOT, DICT, total

    around = Surroundings(look)
    assert around.changed() is None
    ROBOT.at = object()
    assert around.changed() == "ROBOT.at"


def test_adopts_a_thing_once() -> None:
    around = Surroundings()
    kept: list[int] = []
    assert around.adopt([("kept", kept)])
    assert not around.adopt([("kept", kept)])
    kept.append(1)
    assert around.changed() == "kept"


class Kept:
    number = 0

    @functools.cached_property
    def listed(self) -> Any:
        return []

    @functools.cached_property
    def plain(self) -> Any:
        return 7


@functools.cache
def one_for_all() -> Any:
    return Kept()


@functools.lru_cache(maxsize=4)
def one_of_few() -> Any:
    return Kept()


@functools.cache
def squared(number: Any) -> Any:
    return number * number


class Underscored:
    _n_ = 0


KEPT, SPLIT, WRITTEN = Kept(), threading.local(), io.StringIO()
WEAK: weakref.WeakKeyDictionary[Kept, int] = weakref.WeakKeyDictionary()


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda: setattr(one_for_all(), "number", 1), "the cache of one_for_all"),
        (lambda: setattr(one_of_few(), "number", 1), "the cache of one_of_few"),
        (lambda: KEPT.listed.append(1), "KEPT.listed"),
        (lambda: setattr(SPLIT, "number", 1), "SPLIT.number"),
        (lambda: WRITTEN.write("x"), "WRITTEN"),
        (lambda: WEAK.__setitem__(KEPT, 1), "WEAK.data"),
        (lambda: setattr(Underscored, "_n_", 1), "Underscored._n_"),
        (lambda: setattr(sys, "set_by_a_test", 1), "sys.set_by_a_test"),
    ],
)
def test_what_python_keeps_out_of_sight_is_watched_too(change: Any, path: Any) -> None:
    @thread
    def live() -> Body:
        yield sync(request=A)
        change()
        yield sync(request=B)

    with pytest.raises(ImpureThread, match=re.escape(f"it changed {path}")):
        check(Program(live()))


def test_remembering_what_nobody_can_change_is_no_change() -> None:
    @thread
    def live() -> Body:
        yield sync(request=A)
        assert squared(3) == 9
        assert KEPT.plain == 7
        yield sync(request=B)

    assert check(Program(live()))


def test_a_module_whose_name_begins_like_ours_is_the_users() -> None:
    module = types.ModuleType("counterpoint_bank")
    exec("class Bank:\n    money = 0\nBANK = Bank()", vars(module))
    bank = module.BANK

    @thread
    def live() -> Body:
        yield sync(request=A)
        bank.money = 1
        yield sync(request=B)

    with pytest.raises(ImpureThread, match=r"it changed bank\.money"):
        check(Program(live()))
