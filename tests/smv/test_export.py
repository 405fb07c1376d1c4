"""Models written as SMV and read back have the same states, steps and answers."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from counterpoint import Model, check, step, subsets_of
from counterpoint.errors import Refused
from counterpoint.model.model import Model as AnyModel
from counterpoint.smv.model import model_of
from counterpoint.smv.source import Source
from counterpoint.smv.writing.export import smv_text
from counterpoint.target import find_target
from counterpoint.verdict import Verdicts
from tests.share import share
from tests.smv.texts import Text


def read_back(model: AnyModel) -> AnyModel:
    return model_of(Source("back.smv", smv_text(model)))


def steps_of(model: AnyModel) -> tuple[int, int, int]:
    """How many states are initial and how many are reached, and how many pairs are steps."""
    first = list(model.initial())
    found, todo, count = dict.fromkeys(first), list(first), 0
    while todo:
        after = {there for _, there in model.successors(todo.pop())}
        count += len(after)
        for there in after:
            if there not in found:
                found[there] = None
                todo.append(there)
    return len(first), len(found), count


def answers(verdicts: Verdicts) -> list[str]:
    return [verdict.answer.name for verdict in verdicts]


EXAMPLES = [
    ("nim", {"piles": (1, 2)}, True),
    ("peterson", {}, False),
    ("peterson:careless", {}, False),
    ("elevator", {"floors": 2}, False),
    ("alternating_bit", {}, False),
    ("ttt.smv", {}, True),
]


@pytest.mark.parametrize(
    ("name", "settings", "is_plain"), EXAMPLES, ids=[example[0] for example in EXAMPLES]
)
def test_bundled_models_keep_their_states_and_answers(
    name: str, settings: dict[str, object], is_plain: bool
) -> None:
    model = find_target(name, settings)
    assert isinstance(model, AnyModel)
    back = read_back(model)
    if is_plain:  # else the text also records what was done
        assert steps_of(back) == steps_of(model)
    if not model.requirements:
        return
    before, after = check(model), check(back)
    written = {verdict.name for verdict in after}
    assert len(written) >= len(before.properties) - 2
    kept = [verdict for verdict in before if _legal(verdict.name, back) in written]
    assert [verdict.answer for verdict in kept] == [verdict.answer for verdict in after]


def _legal(name: str, back: AnyModel) -> str:
    legal = re.sub(r"[^A-Za-z0-9_$#]+", "_", name).strip("_")
    return legal if legal in back.requirements else name


@pytest.mark.parametrize("seed", range(share(200)))
def test_random_texts_keep_their_states_and_answers(seed: int) -> None:
    model = model_of(Source("random.smv", Text(Random(seed)).text))
    try:
        back = read_back(model)
    except Refused:
        return
    if len(back.variables) == len(model.variables):  # else it also records what was done
        assert steps_of(back) == steps_of(model)
    first = {verdict.name: verdict.answer for verdict in check(model)}
    for verdict in check(back):
        assert verdict.answer is first[verdict.name], smv_text(model)


def test_sets_enumerations_and_quotients_of_python_keep_their_meaning() -> None:
    model = Model("odd")
    found = model.var("found", ("left", "next", (0, 1)), init="left")
    held = model.var("held", subsets_of("a b"), init=frozenset())
    n = model.var("n", range(-3, 4), init=-3)

    @model.action(by=[1, 2])
    def move(by: int) -> object:
        return step(when=n < 3, set={n: (n + by) % 4 - 1, found: "next", held: held | {"a"}})

    @model.action
    def halve() -> object:
        return step(when=held.contains("a"), set={n: n // 2, found: (0, 1), held: held - {"a"}})

    back = read_back(model)
    assert steps_of(back) == steps_of(model)


def test_what_smv_cannot_say_is_a_comment() -> None:
    text = smv_text(find_target("ttt.smv"))  # type: ignore[arg-type]
    assert "CTLSPEC NAME it_ends := (AF " in text
    model = Model("plain")
    x = model.var("x", bool, init=False)
    model.atom("on", x == True)  # noqa: E712
    model.requires({"reached": "mu X. on | <>X"})
    assert "-- reached: mu X. on | <>X" in smv_text(model)


def test_strong_fairness_is_written_with_a_note_where_nusmv_does_not_heed_it() -> None:
    model = Model("strong")
    a, n = model.var("a", bool, init=False), model.var("n", range(3), init=0)

    @model.action
    def flip() -> object:
        return step(set={a: ~a})

    @model.action
    def go() -> object:
        return step(when=a, set={n: (n + 1) % 3})

    model.strong("go")
    model.weak("flip")
    model.requires({"again": "G F n = 1"})
    assert "-- NuSMV heeds COMPASSION" not in smv_text(model)
    branching = Model.of("strong", replace(model.parts, requirements={"again": "AG AF n = 1"}))
    text = smv_text(branching)
    assert "\n-- NuSMV heeds COMPASSION in LTLSPEC only" in text
    assert answers(check(read_back(branching))) == answers(check(branching)) == ["HOLDS"]


def test_an_assumption_that_is_no_fairness_is_refused() -> None:
    model = Model("assuming")
    x = model.var("x", bool, init=False)
    model.atom("on", x)
    model.assume("G on")
    with pytest.raises(Refused, match="G on is an assumption that SMV cannot make"):
        smv_text(model)
