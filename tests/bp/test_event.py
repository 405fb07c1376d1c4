from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
import threading
from typing import Any

import pytest

from counterpoint import Event, events, named
from counterpoint.bp import event
from counterpoint.errors import BadEvent

X = Event("X")


def test_events_with_the_same_name_and_data_are_one_object() -> None:
    assert Event("X") is X
    assert X(1, "a") is Event("X", 1, "a")
    assert X(row=1, col=2) is X(col=2, row=1)
    assert X(1)(2, row=3)(col=4) is Event("X", 1, 2, row=3, col=4)


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), (1, 1.0), (0.0, -0.0), ((1,), (True,)), (frozenset({1}), frozenset({1.0}))],
)
def test_data_that_only_compare_equal_make_different_events(one: Any, other: Any) -> None:
    assert X(one) is not X(other)
    assert X(one) != X(other)


def test_positional_and_named_data_are_told_apart() -> None:
    assert len({X, X(1), X((1,)), X(a=1), X("a", 1), X(("a", 1)), Event("Y")}) == 7


def test_nan_equals_itself_as_data() -> None:
    assert X(float("nan")) is X(float("nan"))


def test_named_data_read_as_attributes() -> None:
    move = X(player="O", self=3)
    assert (move.player, move.self, move.args, move.fields) == (
        "O",
        3,
        (),
        {"player": "O", "self": 3},
    )
    with pytest.raises(AttributeError, match=re.escape("event X(player='O',self=3) has no 'row'")):
        _ = move.row
    with pytest.raises(AttributeError, match="it has no named data"):
        _ = X.row


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: X([1]), "event X: its data must be hashable, [1] is not: give a tuple"),
        (lambda: X(a={1}), "event X: its data must be hashable, {1} is not"),
        (lambda: X(([],)), "event X: its data must be hashable, ([],) is not"),
        (lambda: Event(""), "an event's name is a non-empty string, not ''"),
        (
            lambda: Event(3),  # type: ignore[arg-type]
            "an event's name is a non-empty string, not 3",
        ),
        (
            lambda: X(name="a"),
            (
                "event X: its data cannot be named 'name', as every event has .name of its own: "
                "write X(name_=...), or give it without a name"
            ),
        ),
        (lambda: Event(name="X"), "the name of an event comes first: write Event('X')"),
        (lambda: Event(), "an event's name is a non-empty string, not ''"),
        (
            lambda: type("Move", (Event,), {}),
            (
                "class Move: events are no classes: write Move = Event('Move'), then Move(1, 2) "
                "has data"
            ),
        ),
        (
            lambda: events(["A", "B"]),  # type: ignore[arg-type]
            "events() takes names in one text, such as 'HOT COLD', not ['A', 'B']",
        ),
        (
            lambda: named(["A", "B"]),  # type: ignore[arg-type]
            "named() takes names, one after another, not ['A', 'B']",
        ),
    ],
)
def test_refuses_what_is_no_value(make: Any, message: Any) -> None:
    with pytest.raises(BadEvent) as caught:
        make()
    assert caught.value.message == message


def test_cannot_be_changed() -> None:
    with pytest.raises(BadEvent, match="event X is a value: make another instead of changing 'a'"):
        X.a = 1


def test_copies_and_pickles_are_the_event_itself() -> None:
    move = X(1, row=2)
    assert copy.copy(move) is copy.deepcopy(move) is pickle.loads(pickle.dumps(move)) is move


def test_shows_name_and_data() -> None:
    assert str(X((1, 2), row="a")) == "X((1,2),row='a')"
    assert events("A, B C") == (Event("A"), Event("B"), Event("C"))


def test_an_event_that_nobody_holds_is_forgotten() -> None:
    before = len(event._interned)
    X("held by nobody")
    assert len(event._interned) == before


def test_threads_that_make_the_same_event_get_one_object() -> None:
    made: list[list[Event]] = [[] for _ in range(4)]
    barrier = threading.Barrier(4)

    def work(mine: Any) -> None:
        barrier.wait()
        mine.extend(X("raced", number) for number in range(300))

    workers = [threading.Thread(target=work, args=(mine,)) for mine in made]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all(len(set(map(id, same))) == 1 for same in zip(*made, strict=True))


def test_an_event_that_is_freed_and_made_again_at_once_is_one_object() -> None:
    different = []
    barrier = threading.Barrier(4)

    def work() -> None:
        barrier.wait()
        for number in range(3000):
            one, other = X("freed", number % 7), X("freed", number % 7)
            different.extend([number] * (one is not other))

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert different == []
    assert not [key for key in event._interned if "freed" in repr(key)]


def test_an_event_that_was_freed_but_is_not_removed_yet_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget = event._forget
    late: list[event._Held] = []
    monkeypatch.setattr(event, "_forget", late.append)
    X("late")
    again = X("late")
    assert late[0]() is None
    forget(late[0])
    assert X("late") is again


def test_events_may_outlive_the_module() -> None:
    code = "import sys; from counterpoint import Event; sys.kept = [Event('X', n) for n in (1, 2)]"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stderr == b""


def test_named_is_every_event_of_the_name() -> None:
    moves = named("Move", X)
    assert Event("Move", 1) in moves
    assert X(3) in moves
    assert Event("Other") not in moves
    assert repr(moves) == "named('Move', 'X')"
    assert moves == named("X", "Move")
    assert hash(moves) == hash(named("X", "Move"))
