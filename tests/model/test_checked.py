"""Systems of a user's own: what their methods give is looked at, and said where it is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np
import pytest

from counterpoint import Model, check, solve, where
from counterpoint.errors import BadModel, Misuse
from counterpoint.model.checked import checked
from counterpoint.model.system import REST
from counterpoint.verdict import system_of

MUTABLE = "which cannot be hashed: a value that never changes is needed, such as a tuple"


class Ring:
    """The numbers 0 to 2, round and round."""

    def initial(self) -> Any:
        return [0]

    def successors(self, n: int) -> Any:
        return [("go", (n + 1) % 3)]

    def show(self, n: int) -> Any:
        return str(n)


def ring(**methods: Any) -> Any:
    """A ring with other methods or attributes."""
    return type("Odd", (Ring,), methods)()


def why(system: Any, formula: str = "deadlock") -> str:
    with pytest.raises(BadModel) as raised:
        check(system, formula)
    return raised.value.message


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        (
            {"initial": lambda self: 0},
            "Odd.initial() gives 0, and states in a list such as [0] are needed",
        ),
        (
            {"initial": lambda self: "start"},
            "Odd.initial() gives 'start', and states in a list such as [0] are needed",
        ),
        (
            {"initial": lambda self: [[0]]},
            f"Odd.initial() gives the state [0], {MUTABLE}",
        ),
        ({"initial": [0]}, "Odd.initial is [0], and a method initial() is needed"),
        (
            {"initial": lambda self, n: [n]},
            "Odd.initial is called as initial(): missing a required argument: 'n'",
        ),
        (
            {"successors": lambda self, n: None},
            "Odd.successors(0) gives None, and pairs (label, state) in a list are needed",
        ),
        (
            {"successors": lambda self, n: [n]},
            "Odd.successors(0) gives the step 0, and a pair (label, state) is needed",
        ),
        (
            {"successors": lambda self, n: ["go"]},
            "Odd.successors(0) gives the step 'go', and a pair (label, state) is needed",
        ),
        (
            {"successors": lambda self, n: [("go", {n})]},
            f"Odd.successors(0) gives the state {{0}}, {MUTABLE}",
        ),
        (
            {"successors": lambda self, n: [(["go"], n)]},
            f"Odd.successors(0) gives the label ['go'], {MUTABLE}",
        ),
        (
            {"successors": lambda self, n: [(REST, n + 1)]},
            "Odd.successors(0) gives (rest, 1), a rest that leads to another state",
        ),
        (
            {"successors": lambda self: []},
            "Odd.successors is called as successors(state): too many positional arguments",
        ),
        (
            {"owner": lambda self, n: ["one"]},
            "Odd.owner(0) gives ['one'], and a player's name is needed, or None",
        ),
        ({"owner": "one"}, "Odd.owner is 'one', and a method owner(state) is needed"),
        (
            {"owner": lambda self, n: "three", "players": ("one", "two")},
            "Odd.owner(0) gives 'three', which is none of its players: one, two",
        ),
        (
            {"owner": lambda self, n: "one", "players": "one"},
            "Odd.players is 'one', and a tuple of names is needed",
        ),
    ],
)
def test_a_wrong_method_is_named_with_what_it_gave(methods: dict[str, Any], message: str) -> None:
    assert why(ring(**methods)) == message


@pytest.mark.parametrize(
    ("atoms", "message"),
    [
        (3, "Odd.atoms is 3, and a mapping of names is needed"),
        (
            {"one": 1},
            "Odd.atoms maps 'one' to 1: a text to a function of a state is needed",
        ),
        (
            {"one": lambda n: n},
            "the atom one of Odd gives 0 in the state 0, and True or False is needed",
        ),
        (
            {"one": lambda: True},
            "the atom one of Odd is called with a state: too many positional arguments",
        ),
        (
            lambda self: {"one": lambda n: None},
            "the atom one of Odd gives None in the state 0, and True or False is needed",
        ),
    ],
)
def test_an_atom_is_a_function_that_says_yes_or_no(atoms: Any, message: str) -> None:
    assert why(ring(atoms=atoms), "F one") == message


def test_what_a_state_shows_is_a_text_or_values_by_name() -> None:
    show = checked(ring(show=lambda self, n: n)).show
    with pytest.raises(BadModel) as raised:
        show(3)
    assert raised.value.message == (
        "Odd.show(3) gives 3, and a text is needed, or a mapping of names to texts"
    )


def test_an_error_shows_where_the_method_begins() -> None:
    with pytest.raises(BadModel) as raised:
        check(ring(successors=lambda self, n: [n]))
    assert raised.value.place is not None
    assert raised.value.place.file == __file__


def test_lists_of_two_and_truths_of_numpy_are_taken_as_they_are_meant() -> None:
    system = ring(
        successors=lambda self, n: iter([["go", (n + 1) % 3]]),
        atoms={"one": lambda n: np.bool_(n == 1)},
    )
    verdicts = check(system, "EF one", "G one")
    assert [verdict.answer.value for verdict in verdicts] == ["holds", "fails"]


@pytest.mark.parametrize("name", ["initial", "successors", "owner", "atoms"])
def test_an_exception_passes_whole_with_a_note_of_what_was_asked(name: str) -> None:
    def broken(self: object, *state: int) -> Any:
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost") as raised:
        check(ring(**{name: broken}), "EF one")
    asked = "0" if name in ("successors", "owner") else ""
    assert raised.value.__notes__ == [f"asked of Odd.{name}({asked})"]


def test_an_exception_half_way_and_one_of_an_atom_get_a_note_as_well() -> None:
    def half_way(self: object, n: int) -> Iterator[Any]:
        yield "go", 1
        raise KeyError(n)

    with pytest.raises(KeyError) as raised:
        check(ring(successors=half_way))
    assert raised.value.__notes__ == ["asked of Odd.successors(0)"]
    with pytest.raises(ZeroDivisionError) as divided:
        where(ring(atoms={"one": lambda n: 1 / n}), "one")
    assert divided.value.__notes__ == ["asked of the atom one of Odd in the state 0"]


def test_states_are_values_so_that_a_method_gives_the_same_each_time() -> None:
    class Place:
        def __repr__(self) -> str:
            return "here"

    assert why(ring(successors=lambda self, n: [("go", Place())])) == (
        "Odd.successors(0) gives [('go', here)], and asked again [('go', here)], and the same is "
        "needed each time, compared by value: an object has to have __eq__ and __hash__, as a "
        "frozen dataclass has"
    )
    used_up = iter([0])
    assert why(ring(initial=lambda self: used_up)).startswith(
        "Odd.initial() gives [0], and asked again [], and the same is needed each time"
    )


@pytest.mark.parametrize("formula", ["EF two", "<<one>> F two"])
def test_a_system_that_changes_its_mind_later_is_told_so(formula: str) -> None:
    asked = count()
    moody = ring(
        successors=lambda self, n: [("go", 1)] if n == 0 else [("go", 2 + next(asked) % 2)],
        atoms={"two": lambda n: n == 2},
        owner=lambda self, n: "one",
    )
    assert why(moody, formula) == (
        "Odd.successors gives other steps than before: 'go' does not lead from 1 to 2. The same is "
        "needed each time, whatever was asked in between"
    )


def test_a_state_without_steps_rests() -> None:
    ends = checked(ring(successors=lambda self, n: [("go", 1)] if n == 0 else []))
    assert [list(ends.successors(n)) for n in (0, 1)] == [[("go", 1)], [(REST, 1)]]
    assert list(checked(ring(successors=lambda self, n: [])).successors(0)) == [(REST, 0)]


def test_what_lacks_a_method_is_told_which_one() -> None:
    class Half:
        def initial(self) -> list[int]:
            return [0]

    message = (
        r"Half has initial\(\), and no successors\(\) and no show\(\): a system has initial\(\), "
        r"successors\(state\) and show\(state\)"
    )
    for given, told in (
        (Half(), message),
        (Ring, r"Ring is a class: give an object of it, such as Ring\(\)"),
        (3, "a program, a model or a system is needed, not 3"),
    ):
        target: Any = given
        with pytest.raises(Misuse, match=told):
            check(target)
        with pytest.raises(Misuse, match=told):
            where(target, "true")


def test_our_own_systems_are_not_looked_after() -> None:
    model = Model()
    assert system_of(model) is model
    system = checked(Ring())
    assert checked(system) is system
    assert checked(3) == 3


def test_what_else_a_system_has_is_passed_on() -> None:
    system = checked(ring(colour="red", owner=None))
    assert system.colour == "red"
    assert not hasattr(system, "owner")
    assert not hasattr(system, "taste")
    game = ring(owner=lambda self, n: "one" if n < 2 else None, atoms={"two": lambda n: n == 2})
    assert solve(game, player="one", goal="two").winning


def test_a_limit_ends_what_has_no_end() -> None:
    endless = ring(successors=lambda self, n: (("go", n + k) for k in count(1)))
    starts = ring(initial=lambda self: count())
    for system in (endless, starts):
        verdicts = check(system, limit_states=1_000)
        assert verdicts.stopped == "the limit of 1,000 states was reached"
        verdicts = check(system, limit_memory="1M")
        assert verdicts.stopped == "the limit of 1.0 MB of memory was reached"


@pytest.mark.parametrize(
    ("attribute", "value", "said"),
    [
        ("labels", 3, "Odd.labels is 3, and a tuple of labels is needed"),
        ("labels", "go", "Odd.labels is 'go', and a tuple of labels is needed"),
        ("labels", ([],), r"Odd.labels is \(\[\],\), and a tuple of labels is needed"),
        ("requirements", 3, "Odd.requirements is 3, and a mapping of names to properties is need"),
        ("requirements", {3: "AG true"}, "Odd.requirements is {3: 'AG true'}, and a mapping of"),
        ("requirements", {"x": 3}, "Odd.requirements is {'x': 3}, and a mapping of names to"),
    ],
)
def test_an_attribute_that_means_something_has_a_value_that_makes_sense(
    attribute: str, value: Any, said: str
) -> None:
    with pytest.raises(BadModel, match=said):
        check(ring(**{attribute: value}), "EF {go}")


def test_an_attribute_of_a_name_that_only_our_own_systems_give_a_meaning_is_left_alone() -> None:
    assert check(ring(draws=0), "deadlock")
    assert len(where(ring(draws=3), "true")) == 3
