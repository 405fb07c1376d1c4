"""What formulas can ask of the variables of b-threads, and how b-threads and values are named."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from counterpoint import Answer, Event, Program, check, events, sync, thread
from counterpoint.errors import UnknownAtom

GO, STOP, TICK, BUY, NEVER = events("GO STOP TICK BUY NEVER")


@thread
def holds(*values: object) -> Any:
    """Has one value after the other."""
    for value in values:  # noqa: B007
        yield sync(request=GO)


def answer(program: Program, formula: str) -> Answer:
    (verdict,) = check(program, formula, audit="all").properties
    assert verdict.audited is not None
    assert not verdict.audited.fault
    return verdict.answer


BASKET = """
import enum
from counterpoint import Event, Program, check, sync, thread
class Item(enum.Enum):
    BREAD = 1
    MILK = 2
    EGGS = 3
@thread
def shopper():
    basket = {Item.BREAD, Item.MILK, Item.EGGS}
    yield sync(request=Event("Pay"))
asked = "{shopper.basket = {<Item.BREAD:1>, <Item.EGGS:3>, <Item.MILK:2>}}"
print(check(Program(shopper()), asked).properties[0].answer.value)
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_set_is_shown_in_one_order_in_every_process(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "basket.py"
    file.write_text(BASKET)
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    ran = subprocess.run(
        [sys.executable, str(file)], env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "holds\n"


class Basket:
    """Its text shows a set in whatever order it has."""

    def __init__(self, *items: str) -> None:
        self.items = set(items)

    def __repr__(self) -> str:
        return "+".join(self.items)


def test_a_text_that_may_show_the_order_of_a_set_is_refused() -> None:
    with pytest.raises(UnknownAtom, match="the text of a Basket may show the order of a set"):
        check(Program(holds(Basket("a", "b"))), "{holds.value = a+b}")
    with pytest.raises(UnknownAtom, match="the text of a list may show the order of a set"):
        check(Program(holds([Basket("a", "b")])), "{holds.value = [a+b]}")
    assert answer(Program(holds(Basket("a"))), "holds.value = a") is Answer.HOLDS
    event = Event("Take", frozenset("ab"))
    assert answer(Program(holds(event)), f"{{holds.value = {event}}}") is Answer.HOLDS


@thread
def worker(name: str) -> Any:
    """Does something once."""
    done = 0
    yield sync(request=Event("Go", len(name)), hot=True)
    done = 1
    del done
    done = 2
    yield sync(wait_for=NEVER)
    del done


def test_b_threads_whose_names_differ_in_blanks_are_two() -> None:
    program = Program(worker("ab"), worker("a b"), external=())
    assert answer(program, "EF (worker('ab').done = 2 & !(worker('a b').done = 2))") is Answer.HOLDS
    assert answer(program, "G (once(Go(2)) -> !hot(worker( 'ab' )))") is Answer.HOLDS
    assert answer(program, "G (once(Go(2)) -> !hot(worker('a b')))") is Answer.FAILS


@pytest.mark.parametrize("atom", ["hot", "ended"])
def test_b_threads_that_are_shown_alike_are_refused(atom: str) -> None:
    program = Program(worker("a, b"), worker("a,b"), external=())
    with pytest.raises(UnknownAtom, match=r"different b-threads are shown as worker\('a,b'\): "):
        check(program, f"EF {atom}(worker('a,b'))")


def test_values_whose_texts_differ_in_blanks_are_two() -> None:
    program = Program(holds("on call", "oncall"))
    assert answer(program, "AG ({holds.value = on call} -> AX !{holds.value = on call})") is (
        Answer.HOLDS
    )
    assert answer(program, "holds.value = oncall") is Answer.FAILS
    assert answer(program, "{holds.value = on  call}") is Answer.HOLDS


def test_values_that_are_shown_alike_are_refused() -> None:
    program = Program(holds("a, b", "a,b"))
    with pytest.raises(UnknownAtom, match=r"different values of holds\.value are shown as a,b"):
        check(program, "{holds.value = a,b}")
    assert answer(program, "holds.value = 'a, b'") is Answer.HOLDS


class Place:
    """Knows only places."""

    def __init__(self, x: int) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        return self.x == other.x  # type: ignore[attr-defined, no-any-return]

    def __hash__(self) -> int:
        return self.x


def test_whether_a_value_is_none_is_asked_of_nobody() -> None:
    program = Program(holds(None, Place(1)))
    assert answer(program, "holds.value = None") is Answer.HOLDS
    assert answer(program, "AX (holds.value != None)") is Answer.HOLDS


def test_a_comparison_that_raises_is_refused_with_what_was_asked() -> None:
    with pytest.raises(UnknownAtom) as raised:
        check(Program(holds(None, Place(1))), "EF holds.value = 5")
    assert raised.value.message == (
        "holds.value = 5 cannot be asked: comparing a Place raises AttributeError: "
        "'int' object has no attribute 'x'"
    )


def ticks(n: int) -> Iterator[Any]:
    for _ in range(n):
        yield sync(request=TICK)


@thread
def buyer() -> Any:
    """Has a variable of its own that is called as one of the function it delegates to."""
    n = 0
    while n < 2:
        n += 1
        yield from ticks(5)
        yield sync(request=BUY)


def test_the_variable_of_a_b_thread_counts_where_a_function_has_one_of_its_name() -> None:
    program = Program(buyer())
    assert answer(program, "EF buyer.n = 5") is Answer.FAILS
    assert answer(program, "G (ended(buyer) | buyer.n <= 2)") is Answer.HOLDS
    assert answer(program, "EF buyer._ = 4") is Answer.HOLDS


@thread
def shop() -> Any:
    """Starts another once."""
    yield sync(request=GO)
    yield sync(request=STOP, start=ticking())


@thread
def ticking() -> Any:
    """Is started by another."""
    yield sync(request=TICK)


def test_a_b_thread_that_was_not_started_is_not_there_like_one_that_has_ended() -> None:
    program = Program(shop())
    assert answer(program, "ended(ticking) & AX !ended(ticking) & AF ended(ticking)") is (
        Answer.HOLDS
    )


def silent() -> Any:
    class Silent:
        def __repr__(self) -> str:
            raise ValueError("no text")

    return Silent()


@thread
def asserts(made: Callable[[], Any]) -> Any:
    """Fails with a message that has no text."""
    yield sync(request=GO)
    raise AssertionError(made())


def test_a_failed_assertion_is_one_though_its_message_has_no_text() -> None:
    verdicts = check(Program(asserts(silent)))
    assert verdicts.properties[0].answer is Answer.FAILS
    assert "its message has no text" in verdicts.properties[0].reason


@thread
def leaves() -> Any:
    """Raises what Python raises to close a generator."""
    yield sync(request=GO)
    raise GeneratorExit


def test_what_closes_generators_passes_through_as_any_error() -> None:
    with pytest.raises(GeneratorExit) as raised:
        check(Program(leaves()))
    assert any("in b-thread leaves, resumed with GO" in note for note in raised.value.__notes__)
