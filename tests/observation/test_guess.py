"""Names that are alike are compared."""

from __future__ import annotations

from counterpoint import Model, step
from counterpoint.observation.cells import cells_at_start, cells_by_name, plain_cells
from counterpoint.observation.guess import guessed, guessed_labels
from counterpoint.target import find_target


def lamp(name: str, *, atom: str = "lit") -> Model:
    model = Model("lamp")
    on = model.var(name, bool, init=False)
    model.atom(atom, on)

    @model.action
    def press() -> object:
        return step(set={on: ~on})

    return model


def test_cells_of_the_same_name_are_compared() -> None:
    found = guessed(lamp("on"), lamp("On"))
    assert found.common == ("on",)
    assert [view.values[0].cell for view in (found.first, found.second)] == ["on", "On"]
    assert (found.only_first, found.only_second) == ((), ())


def test_without_common_cells_atoms_are_compared() -> None:
    found = guessed(lamp("on"), lamp("bright"))
    assert found.common == ("lit",)
    assert [str(view.conditions[0].formula) for view in (found.first, found.second)] == ["lit"] * 2


def test_what_only_one_has_is_listed() -> None:
    found = guessed(lamp("on"), lamp("bright", atom="dark"))
    assert (found.common, found.only_first, found.only_second) == ((), ("lit",), ("dark",))


def test_names_that_are_alike_within_one_target_are_left_out() -> None:
    class Two:
        def initial(self) -> list[int]:
            return [0]

        def successors(self, state: int) -> list[tuple[str, int]]:
            return []

        def show(self, state: int) -> dict[str, str]:
            return {"A": "1", "a": "2", "b": "3"}

    assert guessed(Two(), Two()).common == ("b",)


def test_labels_are_compared_if_some_are_alike() -> None:
    assert guessed_labels(["go", "stop"], ["GO", "turn"])
    assert not guessed_labels(["go"], ["turn"])


def test_the_order_of_arguments_counts_if_labels_need_it() -> None:
    assert guessed_labels(["X(0,1)"], ["x(1, 0)"]).name("X(1,0)") == "x(0,1)"
    assert guessed_labels(["X(0,1)", "X(1,0)"], ["x(1, 0)"]).name("X(1,0)") == "x(1,0)"


def test_elements_of_arrays_are_cells() -> None:
    model = find_target("ttt_model")
    assert cells_at_start(model)["x[0]"] == "0"  # type: ignore[arg-type]
    module = find_target("StrategicTicTacToe")
    assert cells_at_start(module)["board[1][1]"] == '"_"'  # type: ignore[arg-type]


def test_a_shown_text_is_one_cell() -> None:
    assert plain_cells("seven") == {"state": "seven"}


def test_a_program_has_no_cells() -> None:
    assert cells_at_start(find_target("hot_cold")) == {}  # type: ignore[arg-type]


def test_cells_are_those_of_a_state() -> None:
    model = lamp("on")
    assert cells_by_name(model)((True,)) == {"on": "true"}
