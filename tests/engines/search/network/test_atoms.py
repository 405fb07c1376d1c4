"""What formulas can ask of a state of a program, and what they cannot."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import (
    Answer,
    Event,
    Program,
    StateSpace,
    check,
    never,
    sync,
    thread,
)
from counterpoint.engines.check import check as decide
from counterpoint.errors import UnknownAtom

from ... import programs as p
from ...unfolded import unfolded

A, B, C, D = p.EVENTS


@thread
def counts(limit: int) -> Any:
    """Counts its own steps, and has values of several kinds."""
    number, word, last = 0, "none", None
    while number < limit:
        last = yield sync(request=Event("Tick", number), hot=number > 1)
        number += 1
        word = f"after {number}"
        text = {"word": word, "last": last}
        del text
    yield sync(wait_for=A)


program = Program(counts(3), p.wait_then_block(A, 1), p.request(B, times=1), external=[A])


@pytest.mark.parametrize(
    "text",
    [
        "Tick", "Tick(1)", "once(Tick(2))", "enabled(Tick)", "enabled(rest)", "requested(Tick(0))",
        "requested(B)", "blocked(A)", "hot", "hot(counts)", "hot(counts(3))", "ended(request)",
        "ended(counts)", "counts.number = 2", "counts.number != 2", "counts(3).number = 0",
    ],
)  # fmt: skip
def test_an_atom_is_true_where_one_expects(text: str) -> None:
    there = unfolded(program, [text])
    asks = text.startswith(("Tick", "once"))
    expected = {
        pair if asks else pair[0]
        for n, pair in enumerate(there.pairs)
        if n in there.kripke.props[text]
    }
    if text.startswith("Tick"):
        expected = reached_by(text)
    assert set(StateSpace(program).where(f"{{{text}}}")) == expected


def reached_by(text: str) -> set[Any]:
    """The states right after an event, found by walking."""
    network = program.network()
    found, todo, seen = set(), [*network.initial()], set()
    while todo:
        state = todo.pop()
        if state not in seen:
            seen.add(state)
            for label, there in network.successors(state):
                todo.append(there)
                if text in (str(label), getattr(label, "name", "")):
                    found.add((there, frozenset({text})))
    return found


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("counts.number < 1", 2),
        ("counts.number <= 1", 4),
        ("counts.number > 1.5", 4),
        ("counts.word = 'after 1'", 2),
        ("counts.word = after 1", 2),
        ("counts.last = Tick(0)", 2),
        ("counts.last < 3", 0),
        ("counts.last = None", 2),
        ("counts.number = [1]", 0),
        ("wait_then_block(A,1).count = 1", 9),
    ],
)
def test_a_variable_is_compared_with_a_literal_or_with_how_it_is_shown(
    text: str, count: int
) -> None:
    assert len(StateSpace(program).where(f"{{{text}}}")) == count


def test_a_line_is_given_by_its_number_or_its_text() -> None:
    space = StateSpace(program)
    first = counts(1).rule.place.line
    by_number = space.where(f"at(counts, {first + 4})")
    by_text = space.where("{at(counts, yield sync(wait_for=A))}")
    assert len(by_number) == 6
    assert by_number | by_text == ~space.where("ended(counts)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Tock", "'Tock' is no event of the program and no atom: no b-thread requests, waits"),
        ("once(Tock)", "there is no event 'Tock'; there are A, Tick(0)"),
        ("once(rest)", "there is no event 'rest'; there are "),
        ("enabled(Tock)", "there is no event 'Tock'; there are "),
        ("<Tock>true", "there is no event 'Tock'; there are "),
        ("requested(Tock)", "no b-thread requests an event 'Tock'; there are "),
        ("blocked(D)", "no b-thread requests an event 'D'; there are A, B, Tick(0)"),
        ("hot(count)", "there is no b-thread 'count'; there are counts, counts(3)"),
        ("ended()", "there is no b-thread ''"),
        ("at(counts, 1)", "b-thread counts never waits at line 1; it does at "),
        ("at(counts)", "there is no b-thread ''"),
        ("{counts.nmber = 1}", "b-thread counts has no variable 'nmber' where it waits"),
        ("{counter.number = 1}", "there is no b-thread 'counter'; there are counts"),
        ("{counts.number < limit}", "'limit' after < is neither a number nor a text in quotes"),
        ("{counts.number = counts.limit}", "counts.number is never shown as counts.limit; it is "),
        ("{counts.word != done}", "counts.word is never shown as done; it is "),
    ],
)
def test_what_means_nothing_is_refused_with_what_there_is(text: str, message: str) -> None:
    with pytest.raises(UnknownAtom) as raised:
        StateSpace(program).where(text)
    assert raised.value.message.startswith(message)
    with pytest.raises(UnknownAtom):
        decide(program, f"AG ({text})")


def test_an_event_may_be_called_like_a_form() -> None:
    program = Program(p.request(Event("hot", 1), times=1))
    assert check(program, "AF hot(1)")


def test_an_event_called_like_an_atom_is_what_is_meant() -> None:
    program = Program(p.request(Event("hot"), p.B, times=1))
    verdicts = check(program, "G !hot", "F hot", "G !{hot}", audit="all")
    assert [each.answer for each in verdicts] == [Answer.FAILS, Answer.FAILS, Answer.FAILS]
    named = check(Program(p.request(Event("hot", 1), times=1)), "F hot", "G !hot", audit="all")
    assert [each.answer for each in named] == [Answer.HOLDS, Answer.FAILS]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Event("A(1)"), Event("A", 1)),
        (Event("A", "a, b"), Event("A", "a,b")),
        (Event("A", "a b"), Event("A", "ab")),
    ],
)
def test_events_that_are_shown_alike_are_told_apart_or_refused(one: Event, other: Event) -> None:
    program = Program(p.request(one, times=1))
    first, second = check(program, never(one), never(other)).properties
    assert (first.answer, second.answer) == (Answer.FAILS, Answer.HOLDS)
    assert first.name != second.name
    with pytest.raises(UnknownAtom, match="different events are shown as"):
        check(Program(p.request(one, times=1), p.request(other, times=1)), f"G !{{{one}}}")


def test_a_system_tells_its_atoms() -> None:
    class Light:
        def initial(self) -> list[int]:
            return [0]

        def successors(self, state: int) -> list[tuple[str, int]]:
            return [("switch", 1 - state), ("switch", 1 - state)]

        def atoms(self) -> dict[str, Any]:
            return {"on": lambda state: state == 1}

        def show(self, state: int) -> str:
            return str(state)

    verdicts = check(Light(), "AG AF on")
    assert (bool(verdicts), verdicts.states, verdicts.transitions) == (True, 2, 2)
    with pytest.raises(UnknownAtom, match="there is no atom 'off'; there are on"):
        check(Light(), "AG !off")
