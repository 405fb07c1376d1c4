"""Sets of states of modules on disk: those that are found in memory."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from counterpoint import StateSet, where
from counterpoint.engines.search.spec.choices import Atom
from counterpoint.engines.search.tabled.judging import Judging
from counterpoint.engines.search.tabled.learning import Troubled
from counterpoint.errors import (
    BadCheckpoint,
    NoValue,
    Refused,
    Undecided,
    UnknownAtom,
)
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_config
from counterpoint.tuning import Tuning
from tests.tla.cells.test_random_modules import module as random_module
from tests.tla.test_on_disk import AT_ONCE, COUNTER, GRID, STACK
from tests.tunings import TUNINGS

TUNED = {
    "usual": AT_ONCE,
    "tiny": replace(TUNINGS["tiny"], walk_work=0),
    "mixed": replace(TUNINGS["mixed"], walk_work=0),
}

BOUNDED = r"""
---- MODULE Bounded ----
EXTENDS Naturals, Sequences
VARIABLES n, q
Init == n = 0 /\ q = <<>>
Next == \/ n' = n + 1 /\ q' = (IF n % 3 = 0 THEN Append(q, n % 2) ELSE q)
        \/ n' = 0 /\ q' = (IF q = <<>> THEN q ELSE Tail(q))
Spec == Init /\ [][Next]_<<n, q>>
Fine == n < 12 /\ Len(q) < 4
Short == Len(q) < 3
====
"""

SETS = {
    "counter": (COUNTER, "", ("{n % 7 = 0}", '{at = "a"} & !{n < 100}', "{FALSE}")),
    "stack": (STACK, "", ("{Len(s) > 0 /\\ Head(s) < 2}", "{Len(s) = 4}", "Init")),
    "bounded": (
        BOUNDED,
        "SPECIFICATION Spec CONSTRAINT Fine",
        ("Short", "!Short", "{n = 12}", "{Len(q) > 0 /\\ Head(q) = 1}"),
    ),
}


def module_of(text: str, config: str = "") -> TlaModule:
    return TlaModule(load("M.tla", text=text), read_config(config) if config else None)


def members(found: StateSet) -> list[str]:
    return sorted(map(str, found))


def check_same(module: TlaModule, formula: str, tuning: Tuning, folder: Path, **more: Any) -> None:
    known = where(module, formula)
    found = where(module, formula, disk=folder / "states", tuning=tuning, **more)
    assert found.space.engine == ("cluster" if more else "disk")
    assert members(found) == members(known)
    assert members(~found) == members(~known)
    assert found.space.states == known.space.states
    assert set(found.sample(5)) <= set(known)
    assert all(state in found for state in known.sample(5))
    assert [state in found for state in (~known).sample(5)].count(True) == 0
    assert found.audited is not None
    assert found.audited.passed
    del found
    gc.collect()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("tuned", TUNED)
def test_the_states_are_those_that_are_found_in_memory(
    name: str, tuned: str, tmp_path: Path
) -> None:
    text, config, formulas = SETS[name]
    for formula in formulas:
        check_same(module_of(text, config), formula, TUNED[tuned], tmp_path)


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(0, 1 << 32), st.sampled_from([*TUNED]))
def test_the_states_of_random_modules_are_the_same(seed: int, tuned: str) -> None:
    made = random_module(Random(seed))
    constraint = made.constraints[0] if made.constraints else "TRUE"
    head = "---- MODULE M ----\nEXTENDS Naturals, Sequences, FiniteSets"
    spec = f"Spec == Init /\\ [][{made.next}]_vars\nFine == {constraint}\n===="
    module = module_of(f"{head}\n{made.body}\n{spec}", "SPECIFICATION Spec CONSTRAINT Fine")
    formula = f"{{{made.states[0]}}} & !{{{made.states[1]}}}"
    try:
        known = where(module, formula, limit_states=400)
    except (NoValue, Undecided):
        assume(False)
    with TemporaryDirectory() as name:
        try:
            found = where(module, formula, disk=name, tuning=TUNED[tuned])
        except Refused:
            assume(False)
        assert members(found) == members(known)
        assert found.space.states == known.space.states
        del found


def test_workers_find_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    printed = print
    for name in ("stack", "bounded"):
        text, config, formulas = SETS[name]
        check_same(module_of(text, config), formulas[0], AT_ONCE, tmp_path, cluster="local:2")
    assert print is printed, "Ray would replace it"


def test_few_states_are_found_before_anything_is_written(tmp_path: Path) -> None:
    found = where(module_of(COUNTER), "{n = 3}", disk=tmp_path / "states")
    assert (len(found), found.space.engine) == (2, "explicit")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_past_the_memory_the_states_are_on_disk() -> None:
    found = where(module_of(GRID), "{x = y}", limit_memory="64M")
    assert (len(found), found.space.engine) == (5000, "disk")


def test_a_search_that_was_ended_goes_on(tmp_path: Path) -> None:
    module, folder = module_of(COUNTER), tmp_path / "states"
    for states in (20, 200):
        with pytest.raises(Undecided, match="ask the same with that folder to go on"):
            where(module, "{n = 3}", disk=folder, tuning=AT_ONCE, limit_states=states)
        assert folder.exists()
    with pytest.raises(BadCheckpoint, match="another search"):
        where(module_of(STACK), "{n = 3}", disk=folder, tuning=AT_ONCE)
    assert len(where(module, "{n = 3}", disk=folder, tuning=AT_ONCE)) == 2
    gc.collect()
    assert not folder.exists()


def test_an_atom_without_a_value_is_an_error_as_in_memory(tmp_path: Path) -> None:
    module, said = module_of(STACK), []
    for more in ({}, {"disk": tmp_path / "states", "tuning": AT_ONCE}):
        with pytest.raises(NoValue) as error:
            where(module, "{Head(s) = 1}", **more)  # type: ignore[arg-type]
        said.append(error.value.message)
    assert said[0] == said[1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("more", [{}, {"disk": "states", "tuning": AT_ONCE}])
def test_an_error_quotes_the_atom_that_has_no_value(
    more: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoValue) as error:
        where(module_of(STACK), "{Head(s) = 1} | {Len(s) = 0}", **more)
    assert error.value.place is not None
    assert error.value.place.text == "Head(s) = 1"


def test_a_file_in_the_place_of_a_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadCheckpoint, match="cannot be written"):
        where(module_of(COUNTER), "{n = 3}", disk=tmp_path / "file")


def test_a_step_without_a_value_is_an_error_as_in_memory(tmp_path: Path) -> None:
    module = module_of(STACK.replace("Len(s) > 0 /\\ n > 6", "n > 6"))
    for more in ({}, {"disk": tmp_path / "states", "tuning": AT_ONCE}):
        with pytest.raises(NoValue, match="Tail"):
            where(module, "{n = 1}", **more)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("formula", "error", "said"),
    [
        ("EF {n = 3}", Refused, "only formulas about the state itself"),
        ("enabled(Up)", Refused, "not about what its steps are called"),
        ("once(Up)", Refused, "not about what its steps are called"),
        ("Up", UnknownAtom, "Up"),
        ("nosuch", UnknownAtom, "nosuch"),
    ],
)
def test_what_is_more_than_the_state_is_refused_before_the_search(
    formula: str, error: type[Exception], said: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=said):
        where(module_of(COUNTER), formula, disk=tmp_path / "states", tuning=AT_ONCE)
    assert list(tmp_path.iterdir()) == []


def test_a_view_is_refused(tmp_path: Path) -> None:
    module = module_of(BOUNDED + "", "SPECIFICATION Spec CONSTRAINT Fine VIEW n")
    with pytest.raises(Refused, match="VIEW"):
        where(module, "Short", disk=tmp_path / "states", tuning=AT_ONCE)
    assert list(tmp_path.iterdir()) == []


def test_where_a_part_of_an_atom_has_no_value_the_evaluator_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def troubled(self: Judging, states: object) -> None:
        raise Troubled([], NoValue("a part has no value"))

    monkeypatch.setattr(Judging, "judged", troubled)
    for name in ("stack", "bounded"):
        text, config, formulas = SETS[name]
        check_same(module_of(text, config), formulas[0], AT_ONCE, tmp_path)


@pytest.mark.parametrize("tuned", TUNED)
def test_states_after_one_where_a_part_has_no_value_are_judged_as_before(
    tuned: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, troubled = module_of(STACK), []
    holds, judged = Atom.holds, Judging.judged

    def guarded(self: Atom, state: Any) -> bool:
        return len(state[0]) > 0 and holds(self, state)

    def noticed(self: Judging, states: Any) -> Any:
        try:
            return judged(self, states)
        except Troubled:
            troubled.append(len(states))
            raise

    monkeypatch.setattr(Atom, "holds", guarded)
    monkeypatch.setattr(Judging, "judged", noticed)
    found = where(module, "{Head(s) = 1}", disk=tmp_path, tuning=TUNED[tuned], audit="none")
    assert members(found) == members(where(module, "{Len(s) > 0 /\\ Head(s) = 1}"))
    assert troubled
