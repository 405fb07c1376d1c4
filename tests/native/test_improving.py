"""Code is compiled quickly at first, and replaced by better code when that pays."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

from counterpoint.native import Library, build, u8
from counterpoint.native import compile as compile_module
from counterpoint.native.backend import Backend
from counterpoint.native.improving import SOONER_AGAIN, Improving, is_improving

from .kernels import fill, source


@pytest.fixture(autouse=True)
def effort(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The effort that is spent if the user has no preference."""
    monkeypatch.delenv("COUNTERPOINT_COMPILE", raising=False)
    monkeypatch.setenv("COUNTERPOINT_CACHE_DIR", str(tmp_path))
    compile_module._used_lately.cache_clear()


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The effort of each compilation."""
    efforts: list[str] = []
    compile_one = Backend.compile

    def noted(self: Backend, text: str) -> bytes:
        efforts.append(self.identity.split()[-1])
        return compile_one(self, text)

    monkeypatch.setattr(Backend, "compile", noted)
    return efforts


def pays_after(patch: pytest.MonkeyPatch, seconds_a_byte: float) -> None:
    patch.setattr(compile_module, "SECONDS_A_BYTE", seconds_a_byte)


def wait_for_better_code() -> None:
    for thread in threading.enumerate():
        if thread.name == "better code":
            thread.join()


def filled(library: Library) -> list[int]:
    cells = numpy.zeros(3, "u1")
    assert library.fill(cells, 2, 7) == 2
    return cells.tolist()


def test_code_that_runs_shortly_is_compiled_quickly(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pays_after(monkeypatch, 3600.0)
    library = build(fill, types={"Cell": u8})
    assert [filled(library) for _ in range(9)] == [[7, 7, 0]] * 9
    wait_for_better_code()
    assert compiled == ["quick"]


def test_code_that_has_run_for_a_while_is_replaced(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pays_after(monkeypatch, 0.0)
    library = build(fill, types={"Cell": u8})
    kernel = library.fill
    assert compiled == ["quick"]
    assert filled(library) == [7, 7, 0]
    wait_for_better_code()
    assert compiled == ["quick", "optimised"]
    assert filled(library) == [7, 7, 0]
    assert library.fill is kernel
    wait_for_better_code()
    assert compiled == ["quick", "optimised"]


def test_better_code_is_used_at_once_by_the_next_process(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pays_after(monkeypatch, 0.0)
    filled(build(fill, types={"Cell": u8}))
    wait_for_better_code()
    compile_module._used_lately.cache_clear()
    assert filled(build(fill, types={"Cell": u8})) == [7, 7, 0]
    wait_for_better_code()
    assert compiled == ["quick", "optimised"]


def test_quick_code_is_kept_for_the_next_process(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pays_after(monkeypatch, 3600.0)
    for _ in range(2):
        assert filled(build(fill, types={"Cell": u8})) == [7, 7, 0]
        compile_module._used_lately.cache_clear()
    assert compiled == ["quick"]


def test_code_that_is_used_again_is_improved_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []

    def noted(quick: Library, improve: Callable[[], Library], pays_after: float) -> Improving:
        seconds.append(pays_after)
        return Improving(quick, improve, 3600.0)

    monkeypatch.setattr(compile_module, "Improving", noted)
    for _ in range(3):
        filled(build(fill, types={"Cell": u8}))
        compile_module._used_lately.cache_clear()
    first, *others = seconds
    assert others == [first / SOONER_AGAIN] * 2


def test_checked_code_is_not_replaced(compiled: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pays_after(monkeypatch, 0.0)
    filled(build(fill, types={"Cell": u8}, debug=True))
    wait_for_better_code()
    assert compiled == ["optimised"]


def one(answer: int) -> Library:
    return build(source(f"def f() -> u64:\n    return {answer}"), cache=False)


def improving(monkeypatch: pytest.MonkeyPatch, improve: Callable[[], Library]) -> Library:
    """A library of quick code that answers 1, and is to be replaced after its first call."""
    monkeypatch.setenv("COUNTERPOINT_COMPILE", "quick")
    return Improving(one(1), improve, 0.0).library


def test_code_that_cannot_be_improved_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def improve() -> Library:
        raise MemoryError

    library = improving(monkeypatch, improve)
    assert library.f() == 1
    wait_for_better_code()
    assert library.f() == 1


def test_quick_code_is_used_if_no_thread_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    pays_after(monkeypatch, 0.0)
    monkeypatch.setattr(threading.Thread, "start", start)
    assert [filled(build(fill, types={"Cell": u8})) for _ in range(2)] == [[7, 7, 0]] * 2


def test_threads_that_call_together_improve_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    ready = threading.Barrier(9)

    def improve() -> Library:
        begun.append(threading.current_thread())
        return one(2)

    library = improving(monkeypatch, improve)

    def call() -> None:
        ready.wait()
        assert library.f() in (1, 2)

    callers = [threading.Thread(target=call) for _ in range(9)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    wait_for_better_code()
    assert len(begun) == 1
    assert library.f() == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this machine has no fork")
def test_a_process_is_not_forked_while_a_thread_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, done = threading.Event(), []

    def improve() -> Library:
        begun.set()
        better = one(2)
        done.append(better)
        return better

    assert improving(monkeypatch, improve).f() == 1
    begun.wait()
    child = os.fork()
    if child == 0:
        os._exit(0 if done and not is_improving() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    wait_for_better_code()
