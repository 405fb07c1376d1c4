"""Entries of functions that are compared: each is computed once, in a temporary cell."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from counterpoint.errors import NoValue
from counterpoint.model.factored import NOWHERE, Ask
from counterpoint.tuning import Tuning

from .cutting import Model, agree, searched

HEAD = r"""
VARIABLES f, g, x, y
vars == <<f, g, x, y>>
Init == /\ f = [i \in 1..2 |-> 0]
        /\ g = [i \in {"a", "b"} |-> <<0, 1>>]
        /\ x = 0
        /\ y = 1
Next == /\ x' = (x + 1) % 3
        /\ y' \in 0..2
        /\ \/ f' = [f EXCEPT ![1 + (x % 2)] = (@ + y) % 3] /\ UNCHANGED g
           \/ g' = [g EXCEPT !["a"][2] = y] /\ UNCHANGED f
           \/ UNCHANGED <<f, g>>
Name(n) == IF n % 2 = 0 THEN "a" ELSE "b"
Found == CHOOSE i \in 1..2 : f[i] = CHOOSE n \in 0..2 : \E j \in 1..2 : f[j] = n
Place == IF \E i \in 1..2 : f[i] = 0 THEN CHOOSE i \in 1..2 : f[i] = 0 ELSE 2
View == [at |-> Place, sum |-> f[Place] + g[Name(x)][2], who |-> Name(x + y)]
Nested == [n \in 1..2 |-> [v |-> f[n] + Place, w |-> <<f[Place], x + y>>]]
"""

STEPS = {
    "an entry of another function": "View' = [View EXCEPT !.at = 3 - @]",
    "a change of all entries": "UNCHANGED View",
    "a step, or none": "[View'.at # View.at]_View",
    "only a real step": "<<View'.sum >= View.sum>>_View",
    "sums of entries":
        "View' = [at |-> View.at, sum |-> View.sum + (y' - f[Place]), who |-> Name(x)]",
    "nested functions": "Nested' = [Nested EXCEPT ![1].v = @ + 1]",
    "nested functions that do not change": "UNCHANGED <<View, Nested>>",
    "what is next on both sides":
        "View' = [at |-> Place', sum |-> x' + f'[Place], who |-> Name(x')]",
    "one of several":
        "\\/ UNCHANGED Nested \\/ View' = View \\/ (View'.at = View.at /\\ View' # View)",
    "functions, and what is not equal":
        "Nested' # [Nested EXCEPT ![2].w = <<x, y>>] => UNCHANGED View",
    "each of some": "\\A n \\in 1..2 : Nested'[n] = [Nested[n] EXCEPT !.v = n + Place]",
    "with what is bound": "\\E n \\in {Place, x, y} : View' = [View EXCEPT !.at = n + Place]",
}  # fmt: skip

STATES = {
    "two functions": '[n \\in 1..2 |-> f[n] + Place] = [n \\in 1..2 |-> Nested[n].v]',
    "not the same": '[a |-> f[Place] + x, b |-> Place] # [a |-> g["a"][2] + y, b |-> 1]',
    "a record and a definition":
        'View = [at |-> Place, sum |-> f[Place] + g[Name(x)][2], who |-> "a"]',
    "one under a condition": "x = 0 \\/ View = [View EXCEPT !.who = Name(f[1] + f[2])]",
}  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_steps_are_those_of_which_the_evaluator_says_so(step: str) -> None:
    agree(Model(HEAD, steps=[STEPS[step], "TRUE"]))
    agree(Model(HEAD, allowed=[STEPS[step]]))


@pytest.mark.parametrize("state", STATES)
def test_states_are_those_of_which_the_evaluator_says_so(state: str) -> None:
    agree(Model(HEAD, states=[STATES[state], f"~({STATES[state]})"]))
    agree(Model(HEAD, constraints=[f"x = 0 \\/ {STATES[state]}"]))


@pytest.mark.parametrize("states", [[], list(STATES.values())])
def test_several_conditions_and_guards_use_the_same_cells(states: Sequence[str]) -> None:
    body = f"{HEAD}Guarded == Next /\\ (View = [View EXCEPT !.who = Name(x)] \\/ UNCHANGED Nested)"
    model = Model(body, next="Guarded", states=states, steps=list(STEPS.values()))
    agree(model)
    alone = searched(model)
    together = Model(
        body,
        next="Guarded",
        states=states,
        steps=list(STEPS.values()),
        tuning=Tuning(threads=3, held_from=1, held_few=0),
    )
    assert [bad.count for bad in searched(together).bad_steps] == [
        bad.count for bad in alone.bad_steps
    ]


LONG = r"""
VARIABLES a, b, c, d
Init == a = 0 /\ b = 0 /\ c = 0 /\ d = 0
Next == \E n \in 0..5 : \/ a' = n /\ UNCHANGED <<b, c, d>>
                        \/ b' = n /\ UNCHANGED <<a, c, d>>
                        \/ c' = n /\ UNCHANGED <<a, b, d>>
                        \/ d' = n /\ UNCHANGED <<a, b, c>>
View == [p |-> (a * b) % 4, q |-> (c * d) % 4]
"""


def test_entries_are_computed_for_what_each_of_them_depends_on() -> None:
    plain = searched(Model(LONG, steps=["TRUE"]))
    found = searched(Model(LONG, steps=["UNCHANGED View"]))
    # Each of p, q, p' and q' for 36 pairs, and p' = p and q' = q for 4 * 4 pairs of values.
    assert found.learned - plain.learned <= 4 * 36 + 2 * 4 * 4
    assert found.bad_steps


def test_an_entry_is_computed_once_on_a_path() -> None:
    changed = r"\E n \in 0..3 : View' = [p |-> n, q |-> 0] \/ View' = [p |-> 0, q |-> n]"
    found = Model(LONG, steps=[f"UNCHANGED View \\/ {changed}"]).cut()
    assert found is not None
    nodes, node = found.program, found.step_probes[0].start
    asked = []
    tests = {ask.factor for ask in nodes if isinstance(ask, Ask) and ask.tests}
    while node != NOWHERE:  # the path on which every comparison fails
        ask = nodes[node]
        assert isinstance(ask, Ask)
        asked.append(ask.factor)
        node = ask.otherwise if ask.tests else ask.then
    stores = [factor for factor in asked if factor not in tests]
    assert len(asked) == len(set(asked))
    assert len(stores) == 4


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("[a |-> Gone, b |-> x]' = [a |-> Gone, b |-> y]", "CHOOSE"),
        ("UNCHANGED [a |-> f[x + y], b |-> 1]", "domain"),
        ("[a |-> Gone + x, b |-> 1]' = [a |-> 1, b |-> 1]", "CHOOSE"),
        ('[a |-> IF x = y THEN "b" ELSE x, b |-> 1]\' = [a |-> x + Place, b |-> 1]', "compare"),
    ],
)
def test_what_has_no_value_is_an_error_as_in_the_evaluator(step: str, message: str) -> None:
    body = HEAD + r"Gone == CHOOSE i \in 1..2 : f[i] = x /\ x # y"
    model = Model(body, steps=[step])
    found = agree(model)
    assert found is not None
    assert found.trouble is not None
    assert isinstance(found.trouble[1], NoValue)
    assert message in found.trouble[1].message


def test_a_state_in_which_a_step_has_no_value_is_judged_by_what_is_stored() -> None:
    body = r"""
VARIABLES x, y
Init == x = 0 /\ y = 0
Next == x' = x + 1 /\ y' = IF x = 2 THEN CHOOSE n \in {} : TRUE ELSE x
Largest == IF x < y THEN y ELSE x
View == [a |-> x * y, b |-> Largest]
"""
    model = Model(body, states=["View # [a |-> 2, b |-> 2]", "View = View"])
    found = searched(model, model.initial)
    assert found.trouble is not None
    assert [(bad.probe, bad.count) for bad in found.bad_states] == [(0, 1)]


class Writer:
    """Writes random comparisons of functions whose entries are computed."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def number(self, depth: int) -> str:
        one = self.random.choice
        if depth == 0:
            return one(["x", "y", "f[1]", 'g["a"][2]', "Place", "1", "View.at", "f[Place]"])
        a, b = self.number(depth - 1), self.number(depth - 1)
        return one(
            [f"({a} + {b})", f"({a} - {b})", f"(IF {a} < {b} THEN {b} ELSE {a})", a]
            + [f"f[1 + ({a} % 2)]", f"Nested[1 + ({a} % 2)].v", f"(LET v == {a} IN v + {b})"]
            + [f"(LET v == {a} IN CHOOSE n \\in 0..8 : n = (v + v + {b}) % 3)"]
        )

    def record(self, kind: str) -> str:
        p, q, again = (self.number(self.random.randrange(3)) for _ in range(3))
        written = f"[p |-> {p}, q |-> {kind.format(q)}]"
        changed = self.random.choice([f"p = {again}", f"q = {kind.format(again)}"])
        return self.random.choice([written, written, f"[{written} EXCEPT !.{changed}]"])

    def condition(self) -> str:
        kind = self.random.choice(["{}", "Name({})", "<<{}, y>>", "{{{}, x}}"])
        a, b = self.record(kind), self.record(kind)
        return self.random.choice(
            [f"{a} = {b}", f"{a} # {b}", f"{a}' = {b}", f"{a}' # {a}", f"UNCHANGED <<View, {a}>>"]
        )


@pytest.mark.parametrize("seed", range(8))
def test_random_comparisons_are_those_of_the_evaluator(seed: int) -> None:
    writer = Writer(Random(seed))
    steps = [writer.condition() for _ in range(4)]
    found = agree(Model(HEAD, steps=[" \\/ ".join(f"({each})" for each in steps), *steps]))
    assert found is not None
    assert found.trouble is None


LET = r"""
VARIABLES x, y, f
Init == x = 1 /\ y = 0 /\ f = <<1, 1>>
Next == \/ x < 3 /\ x' = x + 1 /\ y' = y /\ f' = <<x + 1 + y, x + 1 + y>>
        \/ UNCHANGED <<x, y, f>>
Chosen(a) == <<CHOOSE k \in 0..9 : k = a, a>>
"""


@pytest.mark.parametrize(
    "condition",
    [
        r"LET a == x + y IN f = <<CHOOSE k \in 0..9 : k = a, a>>",
        r"f = Chosen(x + y)",
        r"\E n \in {x + y} : LET a == n + y IN f = <<CHOOSE k \in 0..9 : k = a, a - y>>",
    ],
)
def test_what_is_computed_first_does_not_use_the_slot_of_a_definition(condition: str) -> None:
    agree(Model(LET, states=[condition]))
    agree(Model(LET, constraints=[condition]))
    agree(Model(LET, steps=[f"({condition})'", condition]))


@pytest.mark.parametrize("slots", [1, 5, 64])
def test_it_does_not_matter_from_which_slots_on_expressions_are_compiled(
    slots: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterpoint.tla.cells.stored.SLOTS", slots)
    agree(Model(HEAD, steps=list(STEPS.values()), states=list(STATES.values())))
    agree(Model(LET, states=[r"\E n \in {x + y} : f = Chosen(n)", "f = Chosen(x + y)"]))


def test_one_node_may_bind_several_names() -> None:
    body = r"""
VARIABLES x, y, f
Init == x = 0 /\ y = 0 /\ f = <<{}, {}>>
B == f' = <<f[1] \cup {x + y}, f[2]>>
Next == x' = (x + 1) % 3 /\ y' = (y + x) % 2 /\ B
"""
    agree(Model(body + "Twice == Next /\\ B", next="Twice"))
    agree(Model(body, steps=[r"\A i, j, k \in {1} : B"]))


@pytest.mark.parametrize(
    "condition",
    ["f = <<{1}, Nat>>", "f # <<{1}, Nat>>", "<<Nat, {x}>> = f", "f = <<{x, 1}, {Nat}>>",
     r"f = [n \in 1..2 |-> IF n = x THEN {} ELSE Nat]"],
)  # fmt: skip
def test_what_cannot_be_listed_is_an_error_in_an_entry_that_decides_nothing(condition: str) -> None:
    body = r"""
VARIABLES x, f
Init == x = 0 /\ f = <<{}, {0}>>
Next == x < 3 /\ x' = x + 1 /\ UNCHANGED f
"""
    found = agree(Model(body, states=[condition]))
    assert found is not None
    assert found.trouble is not None
    guarded = agree(Model(body + f"Guarded == Next /\\ {condition}", next="Guarded"))
    assert guarded is not None
    assert guarded.trouble is not None
