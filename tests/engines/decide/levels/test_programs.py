"""B-programs checked with their states on disk: the answers, figures and runs of other engines."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from counterpoint import Body, Program, Verdicts, check, events, never, sync, thread
from counterpoint.engines.base import usual
from counterpoint.errors import Misuse, Refused, UnknownAtom
from counterpoint.examples.philosophers import program as philosophers
from counterpoint.model.property import WinsParity
from counterpoint.stopped import Cause
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
from tests.engines import programs as p
from tests.engines.decide.levels.compared import answers
from tests.engines.unfolded import a_program_with_owners, atoms_for
from tests.share import share
from tests.tunings import MIXED, TINY, UNHURRIED

A, B, C, D = p.EVENTS
WANTED = ("assertions", "deadlock", "hot-termination")
ATOMS = (
    "enabled(A)", "enabled(rest)", "requested(A)", "blocked(B)", "hot", "ended(follow)",
    "follow.local = 1",
)  # fmt: skip


@st.composite
def asked(draw: Any) -> tuple[Program, list[Any]]:
    """A program, and what to ask of it."""
    program = draw(st.booleans().flatmap(a_program_with_owners))
    texts = atoms_for(program, ATOMS)
    one, other = (draw(st.sampled_from(texts)) for _ in range(2))
    forms = (f"AG !{one}", f"EF {one}", f"AG ({one} -> {other})", f"(!{one})", f"EF !{other}")
    return program, [*WANTED, never(A), never({B, D}), *forms]


@given(asked(), st.sampled_from((UNHURRIED, TINY, MIXED)))
@settings(max_examples=share(60), deadline=None, derandomize=True)
def test_answers_are_those_of_a_search_in_memory(given: Any, tuning: Tuning) -> None:
    program, wanted = given
    known = check(program, *wanted, engine="explicit", audit="none")
    with TemporaryDirectory() as folder:
        found: Verdicts | None = None
        options: Any = {"disk": Path(folder) / "states", "audit": "all", "tuning": tuning}
        with suppress(Refused):  # not all local states are known beforehand
            found = check(program, *wanted, **options)
        assert list(Path(folder).iterdir()) == []
    event("refused" if found is None else "decided")
    if found is None:
        return
    assert (found.states, found.transitions) == (known.states, known.transitions)
    expected = answers(known)
    assert answers(found) == {name: expected[name] for name in answers(found)}
    for each in found:
        assert each.audited is None or each.audited.passed, each
        assert (
            each.answer is not Answer.UNKNOWN
            or each.name not in expected
            or any(said in each.reason for said in ("final event", "states on disk"))
        ), each


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("limit", [20_000, "1G"])
def test_neither_memory_nor_threads_change_an_answer(
    workers: int, limit: int | str, tmp_path: Path
) -> None:
    tuning = Tuning(disk_chunk=1, disk_small=4, disk_block=3)
    options: Any = {"workers": workers, "limit_memory": limit, "tuning": tuning}
    found = check(philosophers(n=5), "deadlock", disk=tmp_path / "states", **options)
    known = check(philosophers(n=5), "deadlock", engine="explicit")
    assert (found.states, found.transitions) == (known.states, known.transitions)
    assert found.trace is not None
    assert list(map(str, found.trace.events)) == [f"TakeRight({n})" for n in range(1, 6)]


def test_a_check_that_was_ended_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "states"
    first = check(philosophers(n=5), "assertions", "deadlock", disk=folder, limit_states=50)
    assert first.stopped.cause is Cause.STATES
    assert first["assertions"].reason == (
        "the limit of 50 states was reached; no violation among 21 states"
    )
    last = check(philosophers(n=5), "assertions", "deadlock", disk=folder)
    known = check(philosophers(n=5), "assertions", "deadlock", engine="explicit")
    assert (last.states, last.transitions) == (known.states, known.transitions)
    assert last["assertions"].reason == known["assertions"].reason
    assert last["assertions"].vacuous
    assert not folder.exists()


def test_an_exception_of_a_b_thread_is_raised_with_the_events_before_it(tmp_path: Path) -> None:
    go, stop = events("GO STOP")

    @thread
    def walk() -> Body:
        yield sync(request=go)
        yield sync(request=stop)
        raise ValueError("too far")

    with pytest.raises(ValueError, match="too far") as raised:
        check(Program(walk()), disk=tmp_path / "states")
    assert raised.value.__notes__[-1] == "after the events: GO, STOP"
    assert list(tmp_path.iterdir()) == []


def test_what_never_comes_is_never_selected_vacuously(tmp_path: Path) -> None:
    program = Program(p.request(A, times=2))
    verdict = check(program, never(B), disk=tmp_path / "states").properties[0]
    assert (verdict.answer, verdict.vacuous) == (Answer.HOLDS, True)
    assert verdict.reason == "no b-thread ever requests it"


def test_what_would_come_from_outside_and_never_does_is_never_selected_vacuously(
    tmp_path: Path,
) -> None:
    busy, calm = Program(p.request(A), external=[B]), Program(p.wait_then_block(B, 0), external=[B])
    for program, vacuous in ((busy, True), (calm, False)):
        verdict = check(program, never(B), disk=tmp_path / "states", audit="all").properties[0]
        known = check(program, never(B)).properties[0]
        assert verdict.answer is known.answer is Answer.HOLDS
        assert verdict.vacuous == known.vacuous == vacuous
        assert verdict.reason == known.reason


def test_an_event_that_is_selected_ends_the_run_that_shows_it(tmp_path: Path) -> None:
    program = Program(p.in_turn(A, B, C))
    verdict = check(program, never({C, B}), disk=tmp_path / "states").properties[0]
    assert verdict.reason == "B can be selected"
    assert verdict.trace is not None
    assert verdict.trace.events == (A, B)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("hot-cycle", "needs the steps between states"),
        ("AG once(A)", "not about what led to it"),
        ("AG EF hot", "of the form AG p, EF p or p"),
    ],
)
def test_what_is_not_decided_is_refused_before_work_begins(
    wanted: str, said: str, tmp_path: Path
) -> None:
    found = check(Program(p.in_turn(A, B)), wanted, disk=tmp_path / "states")
    assert (found.states, found.answer) == (0, Answer.UNKNOWN)
    assert said in found.properties[0].reason


def test_deadlock_before_a_final_event_is_refused(tmp_path: Path) -> None:
    program = Program(p.in_turn(A, B), final=[B])
    found = check(program, "deadlock", disk=tmp_path / "states")
    assert "a search of its own" in found.properties[0].reason


def test_states_that_are_found_only_on_the_way_are_refused(tmp_path: Path) -> None:
    program = Program(p.count_up())
    with pytest.raises(Refused, match="count_up are known before the search"):
        check(program, never(A), disk=tmp_path / "states", tuning=Tuning(local_states=1))


def test_an_event_that_no_program_has_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnknownAtom):
        check(Program(p.in_turn(A, B)), "AG requested(NOTHING)", disk=tmp_path / "states")


def test_a_property_of_games_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Misuse):
        check(Program(p.in_turn(A, B)), WinsParity("0"), disk=tmp_path / "states")


def test_systems_that_list_their_steps_are_refused(tmp_path: Path) -> None:
    class Counter:
        def initial(self) -> list[int]:
            return [0]

        def successors(self, state: Any) -> list[tuple[str, int]]:
            return [("up", (state + 1) % 3)]

        def show(self, state: Any) -> str:
            return str(state)

    with pytest.raises(Refused, match="for models, behavioral programs, and theorems"):
        check(Counter(), disk=tmp_path / "states")


@pytest.mark.parametrize("engine", ["explicit", "auto"])
def test_a_program_that_needs_more_memory_goes_on_on_disk(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usual, "default_folder", lambda: tmp_path)
    tuning = Tuning(disk_memory=1, turn_memory=1, turn_at_once=1, turn_work=1, turn_last=1)
    options: Any = {"limit_memory": 100_000, "engine": engine, "tuning": tuning}
    found = check(philosophers(n=7), "deadlock", "AG !hot", **options)
    assert found.engine == "disk"
    assert [each.answer for each in found] == [Answer.FAILS, Answer.HOLDS]
    assert list((tmp_path / "disk").iterdir()) == []


def test_local_states_may_take_more_than_one_word(tmp_path: Path) -> None:
    program = Program(*(p.in_turn(*p.EVENTS) for _ in range(40)), p.request(A))
    known = check(program, "deadlock", engine="explicit")
    found = check(program, "deadlock", disk=tmp_path / "states")
    assert (found.states, found.transitions) == (known.states, known.transitions)
