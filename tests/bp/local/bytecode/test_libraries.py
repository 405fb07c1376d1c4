"""What b-threads use of libraries, and what of it casts a doubt."""

from __future__ import annotations

import abc
import array
import ast
import calendar
import collections
import contextlib
import contextvars
import datetime
import enum
import functools
import heapq
import itertools
import json
import logging
import math
import operator
import os.path
import random
import re
import statistics
import string
import sys
import textwrap
import time
import traceback
import types
import typing
import urllib.parse
import urllib.request
import warnings
import weakref
import zoneinfo
from typing import Any

import numpy as np
import pytest

from counterpoint import Program, check, events, no_failed_assertion, sync, thread
from counterpoint.bp.local.bytecode.libraries import keeps_nothing
from counterpoint.bp.local.bytecode.mentions import dates_of
from counterpoint.bp.local.bytecode.uses import Uses
from counterpoint.bp.local.outside.opaque import Doubt
from counterpoint.bp.local.outside.surroundings import Surroundings

(A,) = events("A")

NONE: frozenset[Any] = frozenset()
NUMBERS = {"a": 1}
CELLS = array.array("i", [1])
GRID = np.zeros(3)
FORMATTER = logging.Formatter()
LOG = logging.getLogger("counterpoint.test_libraries")


class Plain:
    def __repr__(self) -> Any:
        return "plain"


class Base(abc.ABC):
    @abc.abstractmethod
    def act(self) -> None: ...


class Color(enum.Enum):
    RED = 1


THING = Plain()


def helper() -> Any:
    return 1


def import_hash() -> Any:
    from builtins import hash as key

    return key("a")


def import_id() -> Any:
    from builtins import id as where

    return where(THING)


def keep_an_object() -> Any:
    mine = object()
    return repr(mine)


def combine_later() -> Any:
    keys = NUMBERS.keys()
    return list(keys | ["b"])


def write_to_logs() -> None:
    LOG.info("a")
    logging.getLogger("a").debug("b")


def doubts(function: Any) -> Any:
    return {each.doubt for each in Surroundings(function).doubts}


OPAQUE = {
    "a generator of the system": lambda: random.SystemRandom().random(),
    "samples": lambda: statistics.NormalDist().samples(1),
    "a record of a log": lambda: LOG.makeRecord("a", 20, "f", 1, "m", (), None).created,
    "the time of a record": lambda: FORMATTER.formatTime(None),  # type: ignore[arg-type]
    "the clock of a formatter": lambda: FORMATTER.converter(),  # type: ignore[call-arg, misc]
    "who called": lambda: LOG.findCaller(True),
    "a file of a log": lambda: logging.FileHandler("x"),
    "a page": lambda: urllib.request.urlopen("file:x"),
    "where an array lies": lambda: CELLS.buffer_info(),
    "where a grid lies": lambda: GRID.ctypes.data,
    "the interface of a grid": lambda: GRID.__array_interface__,
    "a grid that nobody filled": lambda: np.empty(3),
    "a grid like another": lambda: np.empty_like(GRID),
    "a file of numpy": lambda: np.save("x", GRID),
    "the state of numpy": lambda: np.errstate(all="raise"),
    "a value in a text": lambda: ast.literal_eval("{'a', 'b'}"),
    "time zones": lambda: list(zoneinfo.available_timezones()),
    "a weak set": lambda: weakref.WeakSet([THING]),
    "how many weak references": lambda: weakref.getweakrefcount(THING),
    "a weak reference": lambda: weakref.ref(THING)(),
    "all context variables": lambda: contextvars.copy_context(),
    "the hints of a function": lambda: typing.get_type_hints(helper),
    "a hint in a text": lambda: typing.ForwardRef("int"),
    "another folder": lambda: contextlib.chdir("/"),
    "members as globals": lambda: enum.global_enum(Color),
    "a mark of an abstract method": lambda: abc.abstractmethod(textwrap.dedent),
    "the names of abstract methods": lambda: Base.__abstractmethods__,
    "the stack": lambda: traceback.format_exc(),
    "the exception at hand": lambda: sys.exc_info(),
    "where a file lies": lambda: os.path.abspath("x"),
}

UNORDERED = {
    "hash by another name": import_hash,
    "id by another name": import_id,
    "a hash by the name of its method": lambda: operator.methodcaller("__hash__")("a"),
    "a union with an empty set": lambda: list(NONE.union(["a", "b"])),
    "the class of a set": lambda: list(type(NONE)(["a", "b"])),
    "keys combined by a function": lambda: list(operator.or_({"a": 1}.keys(), {"b": 1}.keys())),
    "keys combined by a method": lambda: list(NUMBERS.keys().__or__(["b"])),
    "keys combined later": combine_later,
    "the text of an object": lambda: str(object()),
    "the text of an object that is kept": keep_an_object,
    "the text of an iterator": lambda: str(iter(())),
    "the text of a generator": lambda: "%s" % (x for x in ""),
    "the text of a function made here": lambda: str(lambda: 1),
    "the text of a function": lambda: f"{helper}",
    "the text of an object in a list": lambda: json.dumps([object()], default=str),
}


@pytest.mark.parametrize("function", OPAQUE.values(), ids=OPAQUE)
def test_what_tells_more_than_it_is_given_is_a_doubt(function: Any) -> None:
    assert {Doubt.OPAQUE, Doubt.OUTSIDE} & set(doubts(function))


@pytest.mark.parametrize("function", UNORDERED.values(), ids=UNORDERED)
def test_what_each_process_makes_otherwise_has_no_order(function: Any) -> None:
    assert Doubt.UNORDERED in doubts(function)


HARMLESS = {
    "numbers": lambda: math.sqrt(4) + statistics.mean([1, 2]) + sum(heapq.nsmallest(1, [2, 1])),
    "iterators": lambda: list(itertools.chain(zip("a", "b", strict=True), enumerate("ab"))),
    "functions": lambda: functools.reduce(operator.xor, [1, 2]),
    "texts": lambda: ", ".join(map(str, [1, 2])) + f"{sum(x for x in (1, 2))}",
    "texts of pairs": lambda: "; ".join(map(str, zip([1], [2], strict=True))),
    "modules of texts": lambda: textwrap.dedent(string.capwords("a")) + json.dumps({"a": 1}),
    "sorting by a key": lambda: sorted(zip([1], [2], strict=True), key=lambda pair: pair[1]),
    "sentinels": lambda: next(iter([]), None) is object,
    "containers": lambda: collections.Counter(collections.deque([1])),
    "unions that are asked": lambda: "a" in NONE.union(["a"]),
    "unions that are sorted": lambda: sorted(NONE.union(["a"])),
    "keys": lambda: sorted(NUMBERS.keys()) + list(NUMBERS.keys()),
    "dates": lambda: datetime.date(2000, 1, 1) + datetime.timedelta(days=1),
    "months": lambda: calendar.monthrange(2000, 1),
    "addresses": lambda: urllib.parse.quote("a b"),
    "paths": lambda: os.path.join("a", "b"),
    "paths, beside a name that another module has": lambda: (os.path.splitext("a.b"), sync()),
    "versions": lambda: sys.version_info >= (3, 11),
    "logs": write_to_logs,
    "warnings": lambda: warnings.warn("a", stacklevel=1),
    "grids": lambda: np.zeros(3).sum() + np.linalg.norm(GRID) + np.where(GRID > 0, 1, 0)[0],
    "simple objects": lambda: types.SimpleNamespace(a=1),
    "exceptions": lambda: contextlib.suppress(KeyError, ValueError),
    "casts": lambda: typing.cast(float, 1),
    "sleep": lambda: time.sleep(0),
}


@pytest.mark.parametrize("function", HARMLESS.values(), ids=HARMLESS)
def test_what_keeps_nothing_raises_no_alarm(function: Any) -> None:
    found = [each.what for each in Surroundings(function).doubts]
    here = [what for what in found if "is loaded" not in what]  # of what else stands in this file
    assert not here


class Seen(logging.Handler):
    def emit(self, record: Any) -> None: ...


@pytest.mark.parametrize("log", [lambda: logging.warning("a"), lambda: LOG.warning("a")])
def test_a_handler_of_the_user_is_a_doubt_whoever_logs(log: Any) -> None:
    handler = Seen()
    logging.getLogger().addHandler(handler)
    try:
        found = [each.what for each in Surroundings(log).doubts]
    finally:
        logging.getLogger().removeHandler(handler)
    assert any("which runs Seen" in what for what in found)


def test_a_user_that_shows_warnings_is_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warnings, "showwarning", helper)
    assert Doubt.OPAQUE in doubts(lambda: warnings.warn("a", stacklevel=1))


def test_a_logger_that_comes_in_between_is_a_change() -> None:
    logging.getLogger("between.inner")
    around = Surroundings(lambda: LOG.info("a"))
    logging.getLogger("outer.inner")
    assert around.changed() is None
    logging.getLogger("between")
    assert around.changed() == "the settings of logging"


UNSEEDED = [
    lambda: random.Random(),
    lambda: random.Random(None),
    lambda: map(random.Random, [None]),
    lambda on: on.seed(),
    lambda on: on.Random(),
]
SEEDED = [lambda: random.Random(1), lambda on: on.seed(1), lambda on: isinstance(on, random.Random)]


@pytest.mark.parametrize("function", UNSEEDED)
def test_a_generator_without_a_seed_is_chance(function: Any) -> None:
    assert list(Uses(function.__code__, globals()).lines_that_draw())


@pytest.mark.parametrize("function", SEEDED)
def test_a_generator_with_a_seed_is_none(function: Any) -> None:
    assert not list(Uses(function.__code__, globals()).lines_that_draw())


class Day(datetime.datetime):
    pass


@pytest.mark.parametrize("value", [datetime.datetime, Day, Day(2000, 1, 1)])
def test_dates_are_known_by_their_classes(value: Any) -> None:
    assert list(dates_of(value)) == [datetime.datetime, datetime.date]
    assert not list(dates_of(datetime.timedelta(1)))


@pytest.mark.parametrize(
    ("module", "name", "kind", "known"),
    [
        ("_collections_abc", "Mapping", "class", True),
        ("json.decoder", "JSONDecoder", "class", True),
        ("html.parser", "HTMLParser", "class", False),
        ("_pydecimal", "Decimal", "class", True),
        ("typing", "_GenericAlias", "class", True),
        ("typing", "_eval_type", "function", False),
        ("sqlite3", "_Cursor", "class", False),
        ("numpy.random", "default_rng", "function", False),
    ],
)
def test_parts_of_modules_are_known_by_their_modules(
    module: Any, name: Any, kind: Any, known: Any
) -> None:
    assert keeps_nothing(module, name, kind) is known


@contextlib.contextmanager
def section(log: Any) -> Any:
    log.append("in")
    try:
        yield
    finally:
        log.append("out")


def in_a_section() -> Any:
    log: list[str] = []
    with section(log):
        yield sync(request=A)
    assert log == ["in", "out"]


def in_a_stack_of_sections() -> Any:
    log: list[str] = []
    with contextlib.ExitStack() as stack:
        stack.enter_context(section(log))
        stack.callback(log.append, "left")
        yield sync(request=A)
    assert log == ["in", "left", "out"]


def in_a_section_that_suppresses() -> Any:
    with contextlib.suppress(KeyError):
        yield sync(request=A)
        {}["a"]  # type: ignore[index]
    yield sync(request=A)


def with_a_match() -> Any:
    found = re.match(r"(\w)-(\w)", "a-b")
    yield sync(request=A)
    assert found is not None
    assert found.groups() == ("a", "b")


@pytest.mark.parametrize(
    "body", [in_a_section, in_a_stack_of_sections, in_a_section_that_suppresses, with_a_match]
)
def test_what_a_library_hands_out_is_held_while_a_b_thread_waits(body: Any) -> None:
    assert check(Program(thread(body)()), no_failed_assertion())
