"""What answers say where a module draws at random: of what was not drawn they know nothing."""

from __future__ import annotations

import pytest

from counterpoint import check, where
from counterpoint.errors import Refused, UnknownAtom
from counterpoint.tla.choice import Choice
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_config
from counterpoint.verdict import Verdict

MODULE = r"""
---- MODULE M ----
EXTENDS Integers, TLC, Randomization
VARIABLE x
Drawn == RandomElement(10 .. 99)
Next(S) == x' = RandomElement(S)
Some(S) == \E y \in RandomSubset(2, S) : x' = y
Spec == x = 0 /\ [][Next(0 .. 3)]_x
Sampled == x = 0 /\ [][Some(1 .. 9)]_x
Constant == x = 0 /\ [][x' = Drawn]_x
Local == x = 0 /\ [][LET drawn == RandomElement(1 .. 9) IN x' = drawn]_x
Odd == x = RandomElement(0 .. 1)
Plain == x = 0 /\ [][x' = 1 - x]_x
THEOREM {theorem}
====
"""


def module(theorem: str, **constants: int) -> TlaModule:
    text = MODULE.replace("{theorem}", theorem)
    return TlaModule(load("M.tla", text=text, constants=constants))


def verdict(theorem: str, **constants: int) -> Verdict:
    (found,) = check(module(theorem, **constants))
    return found


@pytest.mark.parametrize(
    "theorem",
    ["Spec => [](x # 7)", "Sampled => [](x < 10)", "Local => [](x < 10)", "Spec => []<>(x < 4)",
     "Plain => [](x < RandomElement(2 .. 3))"],
)  # fmt: skip
def test_what_holds_of_all_that_was_drawn_is_unknown(theorem: str) -> None:
    found = verdict(theorem)
    assert found.answer.value == "unknown"
    assert found.reason == "the module draws at random, and what was not drawn was not looked at"


@pytest.mark.parametrize("theorem", ["Spec => [](x = 0)", "Sampled => [](x = 0)"])
def test_what_was_drawn_shows_that_a_claim_fails(theorem: str) -> None:
    found = verdict(theorem)
    assert found.answer.value == "fails"
    assert found.trace is not None


def test_a_constant_that_would_be_drawn_anew_each_time_shows_nothing() -> None:
    theorem = r"Constant => [](x \in {0, Drawn})"
    found = verdict(theorem)
    assert found.answer.value == "unknown"
    assert "let a configuration give it one" in found.reason
    assert verdict(theorem, Drawn=7).answer.value == "holds"


def test_a_module_that_draws_nothing_in_what_is_asked_is_decided() -> None:
    assert verdict("Plain => [](x < 2)").answer.value == "holds"


@pytest.mark.parametrize(
    ("theorem", "answer"),
    [("RandomElement(0 .. 3) < 4", "unknown"), ("RandomElement(0 .. 3) > 3", "fails"),
     ("Drawn > 1", "unknown"), ("Drawn < 1", "unknown")],
)  # fmt: skip
def test_theorems_about_constants_are_no_surer(theorem: str, answer: str) -> None:
    assert verdict(theorem).answer.value == answer


def test_what_does_not_depend_on_a_draw_is_decided_beside_what_does() -> None:
    body = (
        "Safe == x < 2  Rnd == Drawn > 1  New == x < RandomElement(2 .. 3)  Fair == <>(Drawn < 1)"
    )
    text = MODULE.replace("THEOREM {theorem}", body)
    config = "SPECIFICATION Plain INVARIANTS Safe Rnd New PROPERTY Fair"
    found = check(TlaModule(load("M.tla", text=text), read_config(config)))
    assert [one.answer.value for one in found] == [
        "holds",
        "unknown",
        "unknown",
        "unknown",
        "holds",
    ]
    config = "SPECIFICATION Constant INVARIANTS Safe"
    found = check(TlaModule(load("M.tla", text=text), read_config(config)))
    assert [one.answer.value for one in found] == ["unknown", "unknown"]
    text = text.replace("Safe ==", "Eager == Plain /\\ WF_x(x' = Drawn)  Safe ==")
    config = "SPECIFICATION Eager INVARIANTS Safe PROPERTY Ends"
    text = text.replace("Safe ==", "Ends == <>(x < 1)  Safe ==")
    found = check(TlaModule(load("M.tla", text=text), read_config(config)))
    assert [one.answer.value for one in found] == ["holds", "unknown", "holds"]


def test_a_predicate_that_draws_is_no_atom() -> None:
    plain = module("Plain => [](x < 2)")
    asked = TlaModule(plain.loaded, None, Choice(spec="Plain"))
    with pytest.raises(UnknownAtom, match="draws at random"):
        check(asked, "AG {x < RandomElement(2 .. 3)}")
    assert "Odd" not in list(asked.atoms)
    assert check(asked, "AG {x < 2}")


def test_formulas_and_sets_of_states_are_refused() -> None:
    with pytest.raises(Refused, match="draws at random"):
        check(module("Spec => [](x # 7)"), "AG {x # 7}")
    with pytest.raises(Refused, match="draws at random"):
        where(module("Spec => [](x # 7)"), "{x = 3}")
