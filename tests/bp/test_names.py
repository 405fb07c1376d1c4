from __future__ import annotations

from typing import Any

from counterpoint import Body, sync, thread
from counterpoint.bp.names import Names


@thread
def wait(number: Any = 0) -> Body:
    yield sync()


def test_counts_those_made_by_the_same_call() -> None:
    names = Names()
    assert [names.take(t) for t in (wait(), wait(1), wait(), wait())] == [
        "wait", "wait(1)", "wait#2", "wait#3",
    ]  # fmt: skip


def test_never_gives_a_living_name_twice() -> None:
    names = Names()
    names.take(wait())
    names.take(wait())
    names.free(wait())
    assert names.take(wait()) == "wait#3"


def test_forgets_the_dead() -> None:
    names = Names()
    for number in range(3):
        assert names.take(wait(number)) == str(wait(number))
        names.free(wait(number))
    assert names._given == names._living == {}
