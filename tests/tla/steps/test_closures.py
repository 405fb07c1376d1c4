"""Next states come with the actions that lead to them, and errors with their place."""

from __future__ import annotations

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.steps import Action, Taken, next_states, plan, successors
from counterpoint.tla.tree import Apply

from ..evaluate.small import compiler_of, loaded

GAME = r"""
VARIABLES x, y
Move(player, n) == x' = n /\ y' = player
Wait == UNCHANGED <<x, y>>
Other(n) == LET Inner(k) == x' = k /\ y' = 0 IN Inner(n)
Next == \/ \E p \in {"X"}, n \in {1, 2} : Move(p, <<n, n>>)
        \/ Wait
        \/ x' = 0 /\ y' = 0
        \/ IF x = 0 THEN Other(x + 7) ELSE Wait
Left == x' = x + 1
Right(n) == y' = n
Both == [Left]_x /\ [\E n \in {4} : Right(n)]_y
Broken(n) == x' = <<1>>[n] /\ y' = 0
Bad == \E n \in 1..2 : Broken(n)
"""


def taken(action: str, state: tuple[object, ...]) -> list[str]:
    module = loaded(GAME)
    compiler = compiler_of(module)
    return [
        str(label)
        for label, _ in successors(compiler, plan(compiler, Apply(action), module.scope))(state)
    ]


def test_the_innermost_named_action_is_told_with_its_arguments() -> None:
    assert taken("Next", (0, 0)) == [
        'Move("X", <<1, 1>>)', 'Move("X", <<2, 2>>)', "Wait", "Next", "Other(7)",
    ]  # fmt: skip


COMPOSED = r"""
VARIABLES x, y
Compose(A, B, n) == (A /\ B) \/ (A /\ y' = n)
Note(old, new) == x' = old + 1 /\ y' = new
Next == Compose(x' = 1, y' = 2, x + 3)
Noted == Note(x, x')
"""


@pytest.mark.parametrize(("action", "told"), [("Next", "Compose(3)"), ("Noted", "Note(0)")])
def test_arguments_about_the_state_to_be_found_are_not_told(action: str, told: str) -> None:
    module = loaded(COMPOSED)
    compiler = compiler_of(module)
    find = successors(compiler, plan(compiler, Apply(action), module.scope))
    assert {str(label) for label, _ in find((0, 0))} == {told}


def test_each_of_several_rules_has_an_action_or_none() -> None:
    assert sorted(taken("Both", (0, 0))) == ["", "Left", "Left, Right(4)", "Right(4)"]


def test_actions_are_data() -> None:
    module = loaded(GAME)
    compiler = compiler_of(module)
    (label, state), *_ = successors(compiler, plan(compiler, Apply("Next"), module.scope))((0, 0))
    assert label == Taken((Action("Move", ("player", "n"), ("X", (1, 1))),))
    assert state == ((1, 1), "X")


def test_with_and_without_labels_the_states_are_the_same() -> None:
    module = loaded(GAME)
    compiler = compiler_of(module)
    for action in ("Next", "Both"):
        steps = plan(compiler, Apply(action), module.scope)
        labelled = [state for _, state in successors(compiler, steps)((0, 0))]
        assert next_states(compiler, steps)((0, 0)) == labelled


def test_an_error_in_a_step_tells_the_action_and_its_arguments() -> None:
    with pytest.raises(NoValue) as caught:
        taken("Bad", (0, 0))
    assert caught.value.place is not None
    assert caught.value.place.line == 15
    assert caught.value.calls == ("Broken(n = 2)", "Bad")


def test_states_hold_normal_values_only() -> None:
    module = loaded(
        "VARIABLE s\nNext == s' = 1..3 \\/ s' = SUBSET {1} \\/ s' = [n \\in {1} |-> 1..2]"
    )
    compiler = compiler_of(module)
    found = next_states(compiler, plan(compiler, Apply("Next"), module.scope))((0,))
    assert found == [
        (frozenset({1, 2, 3}),),
        (frozenset({frozenset(), frozenset({1})}),),
        ((frozenset({1, 2}),),),
    ]


LACKING = r"""
VARIABLES x, y
Half == x' = 1
Next == (y = 0 /\ x' = x /\ y' = 1) \/ Half
Nothing == TRUE
Plenty == \E n \in 1..2 : x' = n /\ y' \in 0..2^30
"""


@pytest.mark.parametrize(
    ("action", "says", "line"),
    [
        ("Next", "nothing says what y is in the next state", "x' = 1"),
        ("Nothing", "nothing says what x, y is in the next state", "TRUE"),
        ("Plenty", "more than 8 steps lead out of one state", "0..2^30"),
    ],
)
def test_what_an_action_lacks_has_the_place_of_the_action(
    action: str, says: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterpoint.tla.steps.closures.MOST_STEPS", 8)
    module = loaded(LACKING)
    compiler = compiler_of(module)
    with pytest.raises(NoValue) as raised:
        successors(compiler, plan(compiler, Apply(action), module.scope))((0, 1))
    assert says in raised.value.message
    place = raised.value.place
    assert place is not None
    assert LACKING.splitlines()[place.line - 3][place.column - 1 :] == line
