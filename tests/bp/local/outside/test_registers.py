"""What functions of Python's own library change for everybody."""

from __future__ import annotations

import abc
import calendar
import collections.abc
import contextlib
import copyreg
import functools
import io
import logging
import logging.handlers
import numbers
import re
import typing
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from counterpoint import (
    Answer,
    Body,
    Program,
    check,
    no_failed_assertion,
    sync,
    thread,
)
from counterpoint.bp.local.network import network_of
from counterpoint.errors import ImpureThread

from ..brute_force import A, B

LOGGER: Any = logging.getLogger("counterpoint.tests.registers")
WRITTEN = io.StringIO()
STREAM = logging.StreamHandler(WRITTEN)
MEMORY = logging.handlers.MemoryHandler(1000)
QUIET = logging.getLogger("counterpoint.tests.registers.quiet")
QUIET.propagate = False
QUIET.addHandler(STREAM)


class Listing(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Any] = []

    def emit(self, record: Any) -> None:
        self.seen.append(record)


LISTED = logging.getLogger("counterpoint.tests.registers.listed")
LISTED.propagate = False
LISTED.addHandler(Listing())
ADAPTED: Any = logging.LoggerAdapter(LOGGER, {"on": False})


class Base(abc.ABC):
    @abc.abstractmethod
    def tell(self) -> None: ...


class Presenter:
    @functools.singledispatchmethod
    def tell(self, value: Any) -> Any:
        return value


def overloaded(value: Any) -> Any:
    return value


def another() -> Any:
    return logging.getLogger("counterpoint.tests.registers.another")


REGISTER = "the classes that are registered with abstract ones"
SETTINGS = "the settings of logging"
CHANGES = {
    "of an abstract class": (REGISTER, lambda on: Base.register(type(f"C{on}", (), {}))),
    "of a library's": (REGISTER, lambda on: numbers.Number.register(type(f"C{on}", (), {}))),
    "by a word": (REGISTER, lambda on: getattr(collections.abc.Sized, "reg" + "ister")(fresh())),
    "of a method": (
        "Presenter.tell.registry",
        lambda on: Presenter.tell.register(fresh(), overloaded),  # type: ignore[attr-defined]
    ),
    "a level": (SETTINGS, lambda on: another().setLevel(10 * on)),
    "disabled": (SETTINGS, lambda on: setattr(another(), "disabled", on)),
    "a handler": (SETTINGS, lambda on: handing(on)(STREAM)),
    "a parent": (SETTINGS, lambda on: LOGGER.parent.setLevel(30 + on)),
    "an attribute": (SETTINGS, lambda on: setattr(another(), "marked", on)),
    "all": (SETTINGS, lambda on: logging.disable(10 * on)),
    "a name": (SETTINGS, lambda on: logging.addLevelName(5, f"five {on}")),
    "a written line": (r"QUIET.handlers[0].stream", lambda on: QUIET.warning("%s", on)),
    "a listed line": (r"LISTED.handlers[0].seen", lambda on: LISTED.warning("%s", on)),
    "a buffer": ("MEMORY.buffer", lambda on: MEMORY.buffer.append(on)),
    "an adapter": ("ADAPTED.extra", lambda on: ADAPTED.extra.update(on=on)),
    "a filter": ("the filters of warnings", lambda on: warnings.simplefilter("ignore")),
    "a reduction": ("the functions of copyreg", lambda on: copyreg.pickle(fresh(), repr)),
    "a day": ("the first day of the week of calendar", lambda on: calendar.setfirstweekday(3 * on)),
    "an overload": ("the overloads of typing", lambda on: typing.overload(overloaded)),
}  # fmt: skip


def handing(on: Any) -> Any:
    return another().addHandler if on else another().removeHandler


def fresh() -> Any:
    return type("Fresh", (), {})


@pytest.fixture(autouse=True)
def keep_warnings() -> Iterator[Any]:
    with warnings.catch_warnings():
        yield
    logging.disable(0)
    logging.addLevelName(5, "Level 5")


@pytest.mark.parametrize(("path", "change"), CHANGES.values(), ids=CHANGES)
def test_what_a_library_keeps_for_everybody_is_watched(path: Any, change: Any) -> None:
    @thread
    def live() -> Body:
        yield sync(request=A)
        change(True)
        try:
            yield sync(request=B)
        finally:
            change(False)

    with pytest.raises(ImpureThread, match=f"it changed (change.)?{re.escape(path)},"):
        network_of(Program(live()))
    change(False)


@pytest.mark.parametrize("act", [np.seterr, lambda: np.set_printoptions(precision=3)], ids=range(2))
def test_what_numpy_keeps_for_everybody_is_opaque(act: Any) -> None:
    @thread
    def live() -> Body:
        if (yield sync(wait_for=A)) is B:
            act()

    (verdict,) = check(Program(live()), no_failed_assertion())
    assert verdict.answer is Answer.UNKNOWN
    assert "a function of the library numpy" in verdict.reason


def test_programs_that_log_and_warn_raise_no_alarm(caplog: Any) -> None:
    @thread
    def live() -> Body:
        LOGGER.warning("here")
        with contextlib.suppress(UserWarning):
            logging.getLogger("counterpoint.tests.registers.fresh").info("there")
        yield sync(request=A)

    assert check(Program(live()), no_failed_assertion())
