"""Claims decided on a part of the variables: never against what the whole says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import NoValue
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.spec import Conjunct, Kind, Specification, cones, flatten, theorems
from tests.share import share

from ..modules.files import read
from .formulas import PREDICATES, STATES, STEPS, loaded
from .models import GAME, Search, closed

LOADED = loaded()
SUBSCRIPTS = st.sampled_from(["x", "y", "<<x, y>>", "<<z, x>>", "<<x, y, z>>", "x + y"])
BOXES = st.tuples(STEPS, SUBSCRIPTS).map(lambda p: f"[][{p[0]}]_({p[1]})")
SPECIFICATIONS = st.tuples(PREDICATES, st.lists(BOXES, min_size=1, max_size=3)).map(
    lambda p: " /\\ ".join([p[0], *p[1]])
)
CLAIMS = st.one_of(BOXES, PREDICATES.map(lambda p: f"[]({p})"), PREDICATES)


def _parts(written: str) -> Specification:
    formula = closed(LOADED, written)
    return flatten(formula.expression, formula.scope)


def _is_true(spec: Specification, claim: Conjunct) -> bool:
    """Whether a claim holds of all runs whose states have the values 0 and 1 only."""
    compiler = Compiler(["x", "y", "z"])

    def tests(*kinds: Kind) -> list[Callable[[Any], bool]]:
        return [compiler.test(one.expression, one.scope) for one in spec.of(*kinds)]

    start, boxes = tests(Kind.START, Kind.ALWAYS), tests(Kind.STEPS)
    always, holds = tests(Kind.ALWAYS), compiler.test(claim.expression, claim.scope)
    first = [s for s in STATES if all(test(compiler.frame(s)) for test in start)]
    if claim.kind is Kind.START:
        return all(holds(compiler.frame(s)) for s in first)
    seen, todo = set(first), list(first)
    while todo:
        here = todo.pop()
        if claim.kind is Kind.ALWAYS and not holds(compiler.frame(here)):
            return False
        for there in STATES:
            frame = compiler.frame(here, there)
            if not all(test(frame) for test in boxes):
                continue
            if not all(test(compiler.frame(there)) for test in always):
                continue
            if claim.kind is Kind.STEPS and not holds(frame):
                return False
            if there not in seen:
                seen.add(there)
                todo.append(there)
    return True


@settings(max_examples=share(100))
@given(SPECIFICATIONS, CLAIMS)
def test_what_holds_in_a_cone_holds(written: str, claimed: str) -> None:
    spec, claims = _parts(written), _parts(claimed).conjuncts
    for claim in claims:
        for cone in cones(spec, claim, LOADED.variables):
            try:
                holds = not Search(LOADED, cone.specification, cone.claim).bad
            except NoValue:  # as for x = y /\ y = x
                continue
            if holds:
                assert _is_true(spec, claim)
            elif cone.exact:
                assert not _is_true(spec, claim)


def test_turns_alternate_by_what_is_said_of_the_current_player_alone() -> None:
    loaded = read(GAME)
    (turns,) = (claim for claim in theorems(loaded) if claim.name == "Turns")
    assert turns.specification is not None
    (part,) = turns.parts
    cone = next(cones(turns.specification, part, loaded.variables))
    assert [variable.name for variable in cone.variables] == ["current"]
    assert str(cone.claim) == "[](current' = Opponent => current' # current)"
    assert not cone.exact
    search = Search(loaded, cone.specification, cone.claim)
    assert (len(search.states), search.bad) == (2, [])


def test_a_cone_grows_to_what_a_claim_depends_on() -> None:
    loaded = read(
        "EXTENDS Naturals\nVARIABLES a, b, c, d\n"
        "Spec == a = 0 /\\ b = 0 /\\ c = 0 /\\ [][a' = b /\\ c' = c + 1]_<<a, c>> "
        "/\\ [][b' = 1 - b]_b\n"
    )
    found = flatten(closed(loaded, "Spec").expression, loaded.scope)
    (claim,) = flatten(closed(loaded, "[](a < 2)").expression, loaded.scope).conjuncts
    sizes = [
        ["".join(v.name for v in cone.variables), cone.exact]
        for cone in cones(found, claim, loaded.variables)
    ]
    assert sizes == [["a", False], ["ab", False], ["abc", True]] or sizes == [
        ["ab", False], ["abc", True],
    ]  # fmt: skip
    first, *_ = cones(found, claim, loaded.variables)
    assert Search(loaded, first.specification, first.claim).bad == []


def test_claims_about_runs_have_no_cone() -> None:
    loaded = read(GAME)
    spec = flatten(closed(loaded, "Board").expression, loaded.scope)
    (claim,) = flatten(closed(loaded, "<>BoardFull").expression, loaded.scope).conjuncts
    assert list(cones(spec, claim, loaded.variables)) == []
