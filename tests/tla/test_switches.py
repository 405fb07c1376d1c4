"""Rules switched off, and variables left free: against all states and pairs of states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from counterpoint import check
from counterpoint.errors import NothingToCheck, Refused, UnknownName
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.file import load_module
from counterpoint.tla.module import Choice, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.spec.freedom import free_variables
from counterpoint.tla.spec.specification import Conjunct, Kind
from counterpoint.tla.values import FALSE, TRUE

State = tuple[Any, ...]

LAMP = r"""
---- MODULE Lamp ----
VARIABLES button, light, broken
TypeOK == button \in {"up", "down"} /\ light \in BOOLEAN
Press == button = "up" /\ [][button' = IF button = "up" THEN "down" ELSE "up"]_button
Glow == light = FALSE /\ [][light' = (button' = "down")]_<<button, light>>
Breaks == broken = 0 /\ [][broken = 0 /\ broken' = 1 /\ light']_broken
Lamp == Press /\ Glow /\ Breaks
Fast == Lamp /\ WF_button(button' # button)
THEOREM Safe == Lamp => [](light => button = "down")
THEOREM Ends == Fast => <>light
THEOREM Alone == Press => [](button # "off")
====
"""

RULES = ("Press", "Glow", "Breaks")
SORTS = (("down", "up"), (FALSE, TRUE), (0, 1))
SOME = [off for count in (0, 1, 2) for off in combinations(RULES, count)]


def lamp(folder: Path, *, text: str = LAMP, **asked: Any) -> TlaModule:
    (folder / "Lamp.tla").write_text(text)
    return load_module(folder / "Lamp.tla", choice=Choice(**asked))


@dataclass
class AllStates:
    """The definition: every state and every pair is tried."""

    conjuncts: list[Conjunct]
    compiler: Compiler

    def holds(self, kind: Kind, here: State, there: State = ()) -> bool:
        m = self.compiler.frame(here, there)
        return all(
            self.compiler.test(one.expression, one.scope)(m)
            for one in self.conjuncts
            if one.kind is kind
        )

    def reached(self) -> set[State]:
        states = list(product(*SORTS))
        found = {state for state in states if self.holds(Kind.START, state)}
        waiting = list(found)
        while waiting:
            here = waiting.pop()
            new = {there for there in states if self.holds(Kind.STEPS, here, there)} - found
            found |= new
            waiting += new
        return found


def explored(module: TlaModule) -> set[State]:
    found = set(module.initial())
    waiting = list(found)
    while waiting:
        new = {there for _, there in module.successors(waiting.pop())} - found
        found |= new
        waiting += new
    return found


def conjuncts_of(module: TlaModule, rules: tuple[str, ...]) -> Iterator[Conjunct]:
    for one in lamp_of(module).specification.conjuncts:
        if one.rule in rules:
            yield one


def lamp_of(module: TlaModule) -> TlaModule:
    return TlaModule(module.loaded, choice=Choice(spec="Lamp"))


@pytest.mark.parametrize("off", SOME)
def test_free_variables_take_every_value_of_their_sorts(
    tmp_path: Path, off: tuple[str, ...]
) -> None:
    module = lamp(tmp_path, spec="Lamp", free=True)
    left = tuple(rule for rule in RULES if rule not in off)
    wanted = AllStates(list(conjuncts_of(module, left)), Compiler(module.variables))
    assert explored(module.without(*off)) == wanted.reached()


@pytest.mark.parametrize("off", SOME)
def test_free_variables_stay_as_they_are_at_the_start(tmp_path: Path, off: tuple[str, ...]) -> None:
    module = lamp(tmp_path, spec="Lamp")
    left = module.specification.without(*off) if off else module.specification
    free = [one.variable for one in free_variables(left, module.loaded.variables)]
    starts = [c for c in conjuncts_of(module, RULES) if c.kind is Kind.START]
    stays = [box for box in left.conjuncts if box.kind is Kind.STEPS]
    wanted = AllStates([*starts, *stays], Compiler(module.variables))
    kept = [variable.number for variable in free]

    def holds(kind: Kind, here: State, there: State = ()) -> bool:
        idle = not there or all(here[n] == there[n] for n in kept)
        return idle and AllStates.holds(wanted, kind, here, there)

    wanted.holds = holds  # type: ignore[method-assign]
    assert explored(module.without(*off)) == wanted.reached()


def test_stages_add_the_rules_in_their_order(tmp_path: Path) -> None:
    module = lamp(tmp_path, spec="Lamp")
    stages = dict(module.stages())
    assert [stage.rules for stage in stages.values()] == [RULES[:1], RULES[:2], RULES]
    assert stages["Glow"].without("Press").rules == ("Glow",)
    assert module.only("Glow", "Press").rules == ("Press", "Glow")


def test_claims_about_other_specifications_lose_the_rule_too(tmp_path: Path) -> None:
    module = lamp(tmp_path, theorems=("Ends",)).without("Glow")
    claims = lamp(tmp_path).without("Glow").theory.claims
    rules = {c.name: c.specification.rules[:2] for c in claims if c.specification is not None}
    assert rules == {
        "Safe": ("Press", "Breaks"),
        "Ends": ("Press", "Breaks"),
        "Alone": ("Press",),
    }
    assert [claim.name for claim in module.theory.claims] == ["Ends"]


def test_a_specification_of_the_rule_alone_is_left_as_it_stands(tmp_path: Path) -> None:
    claims = lamp(tmp_path).without("Press").theory.claims
    alone = next(claim for claim in claims if claim.name == "Alone")
    assert alone.specification is not None
    assert alone.specification.rules == ("Press",)


def test_rules_are_judged_by_what_is_claimed_of_their_specification(tmp_path: Path) -> None:
    ruled = lamp(tmp_path).ruled
    assert [claim.name for claim in ruled.theory.claims] == ["Safe", "Ends"]
    assert [claim.name for claim in ruled.without("Press").theory.claims] == ["Safe", "Ends"]


def test_what_is_left_free_is_said(tmp_path: Path) -> None:
    stays = lamp(tmp_path, spec="Lamp").without("Press", "Breaks").theory.warnings
    assert list(stays) == [
        "the rules that are left leave button, broken free: kept as at the start"
    ]
    ranges = lamp(tmp_path, spec="Lamp", free=True).without("Press", "Breaks").theory.warnings
    assert list(ranges) == [
        'button is left free: it ranges over {"up", "down"}, as TypeOK says',
        "broken is left free: it ranges over the 2 values that it has in Lamp",
    ]
    assert not list(lamp(tmp_path, spec="Lamp", free=True).theory.warnings)


def test_a_rule_that_is_not_there_cannot_be_switched_off(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="Lamp has no rule 'Wire'; there are Press, Glow, Breaks"):
        lamp(tmp_path, spec="Lamp").without("Wire")
    with pytest.raises(NothingToCheck, match="nothing is left of Lamp without Press, Glow, Breaks"):
        lamp(tmp_path, spec="Lamp").without(*RULES).specification  # noqa: B018


COUNT = r"""
---- MODULE Lamp ----
EXTENDS Naturals
VARIABLES n, m
Count == n = 0 /\ [][n' = n + 1]_n
Follow == m = 0 /\ [][m' = n']_<<m, n>>
Both == Count /\ Follow
====
"""


def test_a_variable_without_a_finite_sort_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterpoint.tla.sorts.MOST_STATES", 100)
    none = "what n ranges over is not known: no definition says so with a finite set, and"
    both = lamp(tmp_path, text=COUNT, spec="Both", free=True)
    with pytest.raises(Refused, match=f"{none} Both has more than 100 states"):
        both.without("Count").initial()
    with pytest.raises(Refused, match=f"{none} Follow cannot be explored: nothing says what n"):
        lamp(tmp_path, text=COUNT, spec="Follow", free=True).initial()


def test_what_is_claimed_of_all_rules_is_decided_as_it_stands(tmp_path: Path) -> None:
    verdicts = check(lamp(tmp_path, theorems=("Alone",), free=True))
    assert (bool(verdicts), verdicts.states, verdicts.warnings) == (True, 2, ())
    safe = check(lamp(tmp_path, theorems=("Safe",), free=True).without("Glow"))
    assert not safe
    found: set[Any] = explored(lamp(tmp_path, spec="Lamp", free=True).without("Glow"))
    assert safe.trace is not None
    assert safe.trace.states[0] in found


BOXES = r"""
---- MODULE Boxes ----
EXTENDS Naturals
VARIABLES x, y, n
Inc == x' = (x + 1) % 3
Each == \A p \in {1, 2} : [][n'[p] # n[p]]_n
Spec == x = 0 /\ y = 0 /\ n = <<0, 0>> /\ [][Inc]_x /\ [][y' = 1 - y]_y /\ Each /\ [][FALSE]_n
====
"""


def test_each_box_of_a_definition_with_several_is_a_rule_of_its_own() -> None:
    module = TlaModule(load("Boxes.tla", text=BOXES), choice=Choice(spec="Spec"))
    assert module.rules == ("Spec", "Inc", "[][y' = 1 - y]_y", "Each", "[][FALSE]_n")
    assert {state[1] for _, state in module.without("Inc").successors((0, 0, (0, 0)))} == {1}
