"""Random texts have the states, steps and answers that the definitions give them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from counterpoint import check, where
from counterpoint.errors import BadDeclaration
from counterpoint.model.model import Model
from counterpoint.smv.model import model_of
from counterpoint.smv.modules.flatten import flatten
from counterpoint.smv.source import Source
from counterpoint.smv.syntax import read_text
from counterpoint.smv.tree import Property
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Answer, Verdict
from tests.share import share
from tests.smv.brute import Answers, Lasso, State, System, W, holds_always, true_on
from tests.smv.texts import StepText, Text

TEXTS = 300
SPLIT = Tuning(relation_actions=0, inputs_grounded=0)
"""Nothing of a relation is split, and inputs are chosen in steps."""


def system_of(text: str) -> System:
    return System(flatten(read_text(Source("random.smv", text))))


def plain(model: Model, state: Any) -> State:
    """A state of a model as the definitions have it, without what is recorded of the past."""
    found = dict(model.values(state))
    for name, word in model.parts.words.items():
        found[name] = W(len(word.bits), word.signed, found[name] % (1 << len(word.bits)))
    return found


def key(state: State, names: list[str]) -> tuple[Any, ...]:
    return tuple((type(state[name]), state[name]) for name in names)


def reached(model: Model) -> list[Any]:
    found = dict.fromkeys(model.initial())
    todo = list(found)
    while todo:
        for _, there in model.successors(todo.pop()):
            if there not in found:
                found[there] = None
                todo.append(there)
    return list(found)


@pytest.mark.parametrize("tuning", [USUAL, SPLIT], ids=["split", "whole"])
@pytest.mark.parametrize("seed", range(share(TEXTS)))
def test_states_and_steps_are_those_of_the_definition(seed: int, tuning: Tuning) -> None:
    text = "\n".join(
        line
        for line in Text(random.Random(seed)).text.splitlines()
        if "SPEC" not in line and "FAIR" not in line
    )
    system = system_of(text.replace("COMPASSION", "-- COMPASSION"))
    model = model_of(
        Source("random.smv", text.replace("COMPASSION", "-- COMPASSION")), tuning=tuning
    )
    names = system.names
    number = {key(state, names): at for at, state in enumerate(system.states)}
    assert {number[key(plain(model, s), names)] for s in model.initial()} == set(system.initial)
    for state in reached(model):
        steps = model.successors(state)
        after = {number[key(plain(model, t), names)] for label, t in steps if str(label) != "rest"}
        assert after == set(system.steps[number[key(plain(model, state), names)]])


def properties_of(system: System) -> dict[str, Property]:
    return {prop.name: prop for prop, _ in system.flat.properties}


@pytest.mark.parametrize("kind", [Text, StepText], ids=["any", "steps"])
@pytest.mark.parametrize("seed", range(share(TEXTS)))
def test_answers_are_those_of_the_definitions(seed: int, kind: type[Text | StepText]) -> None:
    text = kind(random.Random(seed)).text
    system = system_of(text)
    answers, wanted = Answers(system), properties_of(system)
    verdicts = check(model_of(Source("random.smv", text)))
    for verdict in verdicts:
        prop = wanted[verdict.name]
        if prop.kind == "SPEC":
            assert verdict.answer is not Answer.UNKNOWN
            expected = answers.holds(prop.formulas[0])
            assert (verdict.answer is Answer.HOLDS) is expected, f"{prop.at.text}\n{text}"
        elif prop.kind == "INVARSPEC":
            found = holds_always(system, prop)
            assert found in (None, verdict.answer is Answer.HOLDS), f"{prop.at.text}\n{text}"
        elif verdict.answer is Answer.HOLDS:
            for lasso in lassos(system, answers, seed):
                assert true_on(system, prop.formulas[0], lasso), f"{prop.at.text}\n{text}"
        else:
            require_broken(system, prop, verdict, text)


def lassos(system: System, answers: Answers, seed: int) -> list[Lasso]:
    """Some fair runs of the system."""
    rng, found = random.Random(seed), []
    for _ in range(60):
        path, states = [], []
        if not system.initial:
            return []
        here = rng.choice(system.initial)
        while here not in path and system.steps[here]:
            path.append(here)
            there = rng.choice(list(system.steps[here]))
            states.append({**system.states[here], **rng.choice(system.steps[here][there])})
            here = there
        if here in path:
            back = path.index(here)
            if answers._fair_part(set(path[back:])) == set(path[back:]):
                found.append(Lasso(states, back))
    return found


def require_broken(system: System, prop: Property, verdict: Verdict, text: str) -> None:
    """A counterexample breaks the formula, by its definition, however it goes on."""
    trace = verdict.trace
    assert trace is not None, f"{prop.at.text}\n{text}"
    if trace.loop is None and verdict.branches:
        return  # no single run shows it: the branches say in words what is true where it ends
    model = model_of(Source("random.smv", text))
    states = [plain(model, state) for state in trace.states]
    for at, event in enumerate(trace.events):
        states[at] |= inputs_of(system, model, str(event), *states[at : at + 2])
    looped = trace.loop is not None
    lasso = Lasso(states[:-1], trace.loop or 0) if looped else continued(system, states)
    assert not true_on(system, prop.formulas[0], lasso), f"{prop.at.text}\n{text}"


def inputs_of(system: System, model: Model, label: str, here: State, there: State) -> State:
    """Inputs of a step that its label shows, of words by their bits."""
    choices = next(dict(a.choices) for a in model.actions if str(a.label) == label)
    numbers = {key(state, system.names): at for at, state in enumerate(system.states)}
    rows = system.steps[numbers[key(here, system.names)]][numbers[key(there, system.names)]]
    return next(row for row in rows if all(choices[name] == v for name, v in bits_of(row)))


def bits_of(row: State) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        if isinstance(value, W):
            yield from ((f"{name}[{bit}]", value.bits >> bit & 1) for bit in range(value.width))
        else:
            yield name, value


def continued(system: System, states: list[State]) -> Lasso:
    """A run that begins with these states, through states from which infinite runs begin."""
    endless = Answers(system).fair
    number = {key(state, system.names): at for at, state in enumerate(system.states)}
    here = number[key(states[-1], system.names)]
    first, path = len(states) - 1, [here]
    whole = states[:-1]
    while True:
        there = next(to for to in system.steps[here] if to in endless)
        whole.append({**system.states[here], **system.steps[here][there][0]})
        if there in path:
            return Lasso(whole, first + path.index(there))
        path.append(there)
        here = there


@pytest.mark.parametrize(
    ("value", "refused"), [("n + 1", True), ("n < 2 ? n + 1 : 0", False), ("(n + 2) mod 3", False)]
)
def test_a_value_outside_of_a_type_is_found_for_any_value_of_the_variables(
    value: str, refused: bool
) -> None:
    text = f"MODULE main VAR n : 0..2; ASSIGN init(n) := 0; next(n) := {value};"
    if refused:
        with pytest.raises(BadDeclaration):
            model_of(Source("m.smv", text))
    else:
        assert len(reached(model_of(Source("m.smv", text)))) > 1


STEPS = """
MODULE main
IVAR w : signed word[2]; b : boolean;
VAR m : boolean;
TRANS next(m) = (w = 0sd2_1 & b)
LTLSPEC G w = w
LTLSPEC G (w = 0sd2_1 & b -> X m)
LTLSPEC G (w = 0sd2_1 -> X m)
LTLSPEC F w = -0sd2_1
"""
PAST = """
MODULE main
VAR m : boolean;
ASSIGN init(m) := TRUE; next(m) := TRUE;
LTLSPEC H [0,2] m
LTLSPEC X X H [0,2] m
LTLSPEC H [1,1] m
LTLSPEC G O [0,2] m
"""


@pytest.mark.parametrize(("text", "answers"), [(STEPS, "TTFF"), (PAST, "FTFT")])
def test_words_as_inputs_and_bounds_in_the_past_are_those_of_nusmv(text: str, answers: str) -> None:
    found = check(model_of(Source("steps.smv", text)))
    assert "".join("T" if each.answer is Answer.HOLDS else "F" for each in found) == answers


@pytest.mark.parametrize("last", [9, 999])
@pytest.mark.parametrize("is_exhaustive", [True, False])
def test_a_case_inside_a_case_is_exhaustive_or_not_by_few_values_and_by_many(
    last: int, is_exhaustive: bool
) -> None:
    low, high = ("x <= 5", "x >= 6") if is_exhaustive else ("x <= 5", "x >= 7")
    text = f"""
        MODULE main
        VAR x : 0..{last}; y : boolean;
        DEFINE d := case {low} : 1; {high} : 2; esac;
        ASSIGN next(y) := case y : d = 1; !y & x > 2 : d = 2; TRUE : y; esac;
    """
    if is_exhaustive:
        assert len(model_of(Source("m.smv", text)).variables) == 2
    else:
        with pytest.raises(BadDeclaration, match="not exhaustive"):
            model_of(Source("m.smv", text))


def test_no_state_rests_of_a_text_that_restricts_no_step() -> None:
    """Of all states that can be encoded, since the bounded engine asks of each."""
    models = [
        model_of(Source("random.smv", Text(random.Random(seed)).text)) for seed in range(share(300))
    ]
    total = [model for model in models if model.parts.total]
    assert 0 < len(total) < len(models)
    for model in total:
        assert not where(model, "enabled(rest)", over="all", engine="symbolic")
