"""What is asked of a module with a configuration: by itself, by options, or by nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterpoint.cli import main
from counterpoint.engines.check import check
from counterpoint.engines.where import where
from counterpoint.errors import BadConfig, BadMeaning, NothingToCheck, UnknownName
from counterpoint.page.loaded import Loaded
from counterpoint.tla.file import load_module
from counterpoint.tla.module import Choice, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.spec.configured import MOST_NAMED
from counterpoint.tla.values import ModelValue

BODY = r"""
VARIABLE x
Init == x = 0
Next == x' = (x + 1) % N
Spec == Init /\ [][Next]_x
Idle == Init /\ [][x > 9 /\ x' = 0]_x
Low == x < N
Lower == x < 2
"""

THEOREMS = r"""
THEOREM Spec => []Low
THEOREM Small == Spec => []Lower
THEOREM N > 2
"""

CONSTANTS = "CONSTANT N = 3\n"


def module(
    folder: Path, config: str, body: str = BODY + THEOREMS, **asked: object
) -> list[tuple[str, str]]:
    """What is decided of a module with a configuration, and the answers."""
    path = folder / "M.tla"
    path.write_text(f"---- MODULE M ----\nEXTENDS Naturals\nCONSTANT N\n{body}\n====")
    path.with_suffix(".cfg").write_text(config)
    verdicts = check(load_module(path, choice=Choice(**asked)))  # type: ignore[arg-type]
    return [(one.name, one.answer.value) for one in verdicts]


ALL = [("Spec => []Low", "holds"), ("Small: Spec => []Lower", "fails"), ("N > 2", "holds")]


@pytest.mark.parametrize("also", ["", "CHECK_DEADLOCK FALSE", "CONSTRAINT Lower", "INVARIANTS"])
def test_under_constants_alone_the_theorems_are_asked(tmp_path: Path, also: str) -> None:
    assert module(tmp_path, CONSTANTS + also) == ALL


def test_deadlocks_are_looked_for_beside_them_where_that_is_said(tmp_path: Path) -> None:
    found = module(tmp_path, CONSTANTS + "CHECK_DEADLOCK TRUE")
    assert found == [*ALL, ("deadlock", "holds")]


def test_an_empty_configuration_gives_no_constants(tmp_path: Path) -> None:
    assert [answer for _, answer in module(tmp_path, "")] == ["unknown"] * 3
    without = module(tmp_path, "", (BODY + THEOREMS).replace("N", "3"))
    assert [answer for _, answer in without] == ["holds", "fails", "holds"]


@pytest.mark.parametrize("config", ["SPECIFICATION Spec", "INIT Init NEXT Next"])
def test_a_specification_alone_is_asked_for_deadlocks_as_tlc_does(
    tmp_path: Path, config: str
) -> None:
    assert module(tmp_path, CONSTANTS + config) == [("deadlock", "holds")]


def test_it_is_told_where_a_configuration_asks_for_no_theorem(tmp_path: Path) -> None:
    found = module(tmp_path, CONSTANTS + "SPECIFICATION Spec CHECK_DEADLOCK FALSE")
    assert found == [("every state has its next states", "holds")]
    warnings = check(load_module(tmp_path / "M.tla")).warnings
    assert warnings == (
        (
            "the configuration of M leaves theorems undecided: --theorem 1 asks Spec => []Low, "
            "--theorem Small asks Spec => []Lower, --theorem 3 asks N > 2"
        ),
    )


def test_a_theorem_is_named_unless_the_configuration_asks_the_same(tmp_path: Path) -> None:
    """A warning says what is left out even if something else is asked."""

    def warned(config: str) -> tuple[str, ...]:
        module(tmp_path, CONSTANTS + config, BODY + THEOREMS.replace("THEOREM N > 2", ""))
        return check(load_module(tmp_path / "M.tla")).warnings

    low, lower = "--theorem 1 asks Spec => []Low", "--theorem Small asks Spec => []Lower"
    left = "the configuration of M leaves a theorem undecided: "
    assert warned("SPECIFICATION Spec INVARIANT Low") == (left + lower,)
    assert warned("SPECIFICATION Spec INVARIANT Lower") == (left + low,)
    assert warned("SPECIFICATION Spec INVARIANTS Low Lower") == ()
    assert warned("SPECIFICATION Idle INVARIANTS Low Lower CHECK_DEADLOCK FALSE") == (
        f"the configuration of M leaves theorems undecided: {low}, {lower}",
    )
    assert warned("") == ()


@pytest.mark.parametrize(("count", "more"), [(MOST_NAMED, ""), (MOST_NAMED + 1, ", and 1 more")])
def test_some_of_many_theorems_that_are_left_out_are_named(
    tmp_path: Path, count: int, more: str
) -> None:
    theorems = "".join(f"THEOREM Spec => [](x < {number + 5})\n" for number in range(count))
    module(tmp_path, CONSTANTS + "SPECIFICATION Spec INVARIANT Low", BODY + theorems)
    (warning,) = check(load_module(tmp_path / "M.tla")).warnings
    assert warning.count("--theorem ") == MOST_NAMED
    assert warning.endswith(f"--theorem 3 asks Spec => [](x < 7){more}")


FULL = CONSTANTS + "SPECIFICATION Spec INVARIANT Low"


@pytest.mark.parametrize(
    "config", [CONSTANTS, FULL, FULL + " CONSTRAINT Lower", CONSTANTS + "INVARIANT Low"]
)
@pytest.mark.parametrize(
    ("named", "expected"),
    [("1", ALL[0]), ("2", ALL[1]), ("Small", ALL[1]), ("3", ALL[2])],
)
def test_a_theorem_that_is_named_is_decided_under_the_constants(
    tmp_path: Path, config: str, named: str, expected: tuple[str, str]
) -> None:
    assert module(tmp_path, config, theorems=(named,)) == [expected]


def test_a_theorem_is_decided_as_it_is_stated_whatever_the_constraint(tmp_path: Path) -> None:
    config = CONSTANTS + "SPECIFICATION Spec CONSTRAINT Never INVARIANT Low"
    body = f"{BODY} Never == x < 0 {THEOREMS}"
    assert module(tmp_path, config, body, theorems=("Small",)) == [ALL[1]]
    (told,) = check(load_module(tmp_path / "M.tla", choice=Choice(theorems=("1",)))).warnings
    assert told == "a theorem is decided as it is stated: constraints do not apply to it"


def test_a_theorem_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="there is no theorem '4'; the theorems are 1, Small, 3"):
        module(tmp_path, FULL, theorems=("4",))
    with pytest.raises(UnknownName, match="there is no theorem '1'; this module has none"):
        module(tmp_path, FULL, BODY, theorems=("1",))


def test_what_a_theorem_claims_is_asked_of_the_specification_that_is_named(tmp_path: Path) -> None:
    of_idle = [("Idle => []Low", "holds"), ("Small: Idle => []Lower", "holds")]
    assert module(tmp_path, FULL, theorems=("1", "Small"), spec="Idle") == of_idle
    assert module(tmp_path, FULL, theorems=("1", "Small"), spec="Spec") == ALL[:2]
    formula = r"x = 2 /\ [][Next]_x"
    (found,) = module(tmp_path, CONSTANTS, theorems=("Small",), spec=formula)
    assert found == (f"Small: {formula} => []Lower", "fails")
    with pytest.raises(NothingToCheck, match="theorem 3 cannot be asked of Idle: it is about cons"):
        module(tmp_path, FULL, theorems=("Small", "3"), spec="Idle")


def test_an_invariant_that_is_given_is_asked_of_the_specification(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"invariants": ("x # 2",)}
    assert module(tmp_path, CONSTANTS, **asked) == [("x # 2", "fails")]
    assert module(tmp_path, FULL, **asked) == [("x # 2", "fails"), ("deadlock", "holds")]
    assert module(tmp_path, FULL, theorems=("3",), **asked) == [("x # 2", "fails"), ALL[2]]


def test_what_a_configuration_asks_is_asked_of_the_specification_that_is_named(
    tmp_path: Path,
) -> None:
    found = module(tmp_path, FULL.replace("Low", "Lower"), spec="Idle")
    assert found == [("Lower", "holds"), ("deadlock", "fails")]
    assert module(tmp_path, CONSTANTS, spec="Idle") == [("deadlock", "fails")]
    assert module(tmp_path, CONSTANTS, spec="Spec") == ALL[:2]


def test_assumptions_are_what_is_asked_where_there_is_nothing_else(tmp_path: Path) -> None:
    assert module(tmp_path, CONSTANTS, "ASSUME N > 2") == [("assumptions", "holds")]
    assert module(tmp_path, CONSTANTS, BODY) == [("deadlock", "holds")]


@pytest.mark.parametrize(
    ("config", "body"),
    [
        (CONSTANTS, ""),
        ("", ""),
        (CONSTANTS + "CHECK_DEADLOCK TRUE", ""),
        (CONSTANTS + "CHECK_DEADLOCK FALSE", BODY),
        (CONSTANTS, "VARIABLE x"),
    ],
)
def test_a_check_that_asks_nothing_is_refused(tmp_path: Path, config: str, body: str) -> None:
    with pytest.raises(NothingToCheck, match="M states no theorem, and nothing else was asked"):
        module(tmp_path, config, body)


def test_an_invariant_without_a_specification_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="has properties but no SPECIFICATION"):
        module(tmp_path, CONSTANTS + "INVARIANT Low")


def test_the_command_line_goes_on_after_a_theorem_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module(tmp_path, CONSTANTS)
    with pytest.raises(SystemExit) as ended:
        main(["check", str(tmp_path / "M.tla")])
    said = capsys.readouterr().out
    assert ended.value.code == 1
    assert "holds    N > 2" in said
    assert "unknown" not in said


def test_the_page_asks_the_same(tmp_path: Path) -> None:
    module(tmp_path, CONSTANTS)
    loaded = Loaded("M", load_module(tmp_path / "M.tla"))
    assert [one.name for one in loaded.wanted(frozenset())] == [name for name, _ in ALL]


def test_a_theorem_about_each_element_of_an_empty_set_holds_vacuously_and_counts() -> None:
    text = (
        "---- MODULE M ----\nEXTENDS Integers\nVARIABLE x\nS == {}\n"
        "Spec == x = 0 /\\ [][x' = 1 - x]_x\n"
        "THEOREM \\A s \\in S : Spec => [](x = s)\nTHEOREM Spec => [](x = 0)\n===="
    )
    first, second = check(TlaModule(load("M.tla", text=text)))
    assert (first.answer.value, first.vacuous) == ("holds", True)
    assert "a set that has none" in first.reason
    assert second.answer.value == "fails"


LOCK = r"""---- MODULE Lock ----
EXTENDS Naturals, TLC
CONSTANT P
VARIABLE inside
Init == inside = {}
Next == \E p \in P : inside' = IF p \in inside THEN inside \ {p} ELSE {p}
Spec == Init /\ [][Next]_inside
All == Permutations(P)
Safe == inside # P
====
"""


def lock(folder: Path, config: str = "INVARIANT Safe", **asked: object) -> TlaModule:
    """A module whose constant is a set of two model values, which its text does not name."""
    path = folder / "Lock.tla"
    path.write_text(LOCK)
    path.with_suffix(".cfg").write_text(f"CONSTANT P = {{ann, ben}} SPECIFICATION Spec {config}")
    return load_module(path, choice=Choice(**asked))  # type: ignore[arg-type]


def test_what_is_asked_may_name_the_model_values_of_a_configuration(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"invariants": ("ben \\notin inside",)}
    found = check(lock(tmp_path, **asked))
    assert [(one.name, one.answer.value) for one in found] == [
        ("ben \\notin inside", "fails"),
        ("deadlock", "holds"),
    ]
    assert len(where(lock(tmp_path), "{ben \\in inside}")) == 1
    assert lock(tmp_path).parse_state("inside = {ben}") == (frozenset({ModelValue("ben")}),)
    (found_as_stated,) = check(lock(tmp_path, theorems=("Spec => <>(inside = {ann})",)))
    assert found_as_stated.answer.value == "fails"


def test_the_text_of_a_module_does_not_know_the_names_of_model_values(tmp_path: Path) -> None:
    lock(tmp_path)
    path = tmp_path / "Lock.tla"
    path.write_text(LOCK.replace("inside # P", "ann \\notin inside"))
    with pytest.raises(BadMeaning, match="ann means nothing here"):
        load_module(path)


@pytest.mark.parametrize("name", ["ann", "ben"])
@pytest.mark.parametrize("how", ["invariants", "properties"])
def test_symmetry_is_left_out_where_what_is_asked_names_a_model_value(
    tmp_path: Path, name: str, how: str
) -> None:
    config = "INVARIANT Safe SYMMETRY All CHECK_DEADLOCK FALSE"
    assert check(lock(tmp_path, config)).states == 2
    always = "[]" if how == "properties" else ""
    found = check(lock(tmp_path, config, **{how: (f"{always}({name} \\notin inside)",)}))
    assert found.properties[0].answer.value == "fails"
    assert found.warnings == ("SYMMETRY is left out: what is asked distinguishes model values",)


USED = [
    ("SPECIFICATION Spec", BODY),
    ("INIT Init NEXT Next INVARIANT Lower", BODY),
    ("SPECIFICATION Idle INVARIANT Low", BODY),
    ("SPECIFICATION Idle PROPERTY Ends", BODY + "Ends == <>(x = N)"),
    ("SPECIFICATION Idle INVARIANT Lower CONSTRAINT Low", BODY),
    ("SPECIFICATION Idle INVARIANT Lower VIEW Seen", BODY + "Seen == x + N"),
    ("SPECIFICATION Fair INVARIANT Lower", BODY + "Fair == Idle /\\ WF_x(x = N /\\ x' = 0)"),
]


@pytest.mark.parametrize(("config", "body"), USED)
def test_a_constant_that_is_used_needs_a_value_before_the_search(
    tmp_path: Path, config: str, body: str
) -> None:
    with pytest.raises(BadConfig, match="the constant N is used, and the configuration") as raised:
        module(tmp_path, config, body)
    assert raised.value.place is not None
    assert raised.value.place.line == 3
    assert module(tmp_path, config + " CONSTANT N = 3", body)


def test_a_constant_that_nothing_uses_needs_no_value(tmp_path: Path) -> None:
    found = module(tmp_path, "SPECIFICATION Idle INVARIANT Lower CHECK_DEADLOCK FALSE", BODY)
    assert found == [("Lower", "holds")]


def test_a_file_that_is_not_called_like_its_module_gives_a_warning(tmp_path: Path) -> None:
    module(tmp_path, CONSTANTS)
    said = "Other.tla holds module M: TLC reads it from M.tla"
    assert said not in check(load_module(tmp_path / "M.tla")).warnings
    (tmp_path / "M.tla").rename(tmp_path / "Other.tla")
    found = check(load_module(tmp_path / "Other.tla", config=tmp_path / "M.cfg"))
    assert found.warnings == (said,)
