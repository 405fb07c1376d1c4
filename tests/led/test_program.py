"""Programs for Easel as systems: figures, players, restarts, what is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import StateSpace, check, solve
from counterpoint.errors import BadDefinition, NoResult, NotAGame, NotPlayable, UnknownAtom
from counterpoint.led.program import LedProgram
from counterpoint.led.shapes import Circle, Colour, Disc, Segment, Triangle, Words, shapes_of
from counterpoint.target import find_target

from .texts import module, program


@pytest.fixture(scope="module")
def game() -> LedProgram:
    found = find_target("tictactoe.led")
    assert isinstance(found, LedProgram)
    return found


@pytest.fixture(scope="module")
def space(game: LedProgram) -> StateSpace:
    return StateSpace(game)


@pytest.mark.slow
def test_the_documents_game_has_the_known_figures(space: StateSpace) -> None:
    found = space.where("true").space
    assert (found.states, found.transitions) == (5_478, 16_167)
    assert space.where("threeInRow(x)").count == 626
    assert space.where("{threeInRow(`o)}").count == 316
    assert space.where("boardFull & !threeInRow(x)").count == 16


@pytest.mark.slow
def test_who_can_win_is_known_from_whose_turn_it_is(game: LedProgram) -> None:
    solution = solve(game, player="x", goal="threeInRow(x)")
    assert solution.winning.count == 2_936
    assert game.owner(frozenset()) == "x"


def test_clicks_are_called_by_what_the_program_asks_of_them(game: LedProgram) -> None:
    labels = [label for label, _ in game.successors(frozenset())]
    assert labels == [f"cell({number})" for number in range(1, 10)]
    state = frozenset({("`x", 5)})
    assert game.click(state, 150, 650) == "cell(1)"
    assert game.click(state, 250, 550) is None, "the cell is taken"
    assert game.click(state, 100, 650) is None, "a line belongs to no cell"
    assert game.restarts(state, 600, 630)
    assert not game.restarts(frozenset(), 150, 650)


def test_restarts_are_left_out_and_that_is_said(game: LedProgram) -> None:
    assert game.said == "restarts are left out: --set restart=true keeps them"
    assert program("initialState := 0 nextState := 1").said == ""


def test_a_step_back_to_the_start_by_other_means_is_no_restart() -> None:
    made = program("""
        initialState := 1
        nextState := 1 if leftClicked; 2 if rightClicked; currentState otherwise
        leftClicked iff clicked & mouseX < 500
        rightClicked iff clicked & mouseX >= 500""")
    assert made.successors(2) == [("leftClicked", 1)]
    assert made.said == ""


def test_a_state_is_shown_by_the_names_of_its_parts() -> None:
    made = program("initialState := make(1, {2}) make(a, b) := (a, b) nextState := make(1,{3})")
    assert made.show((1, frozenset({2}))) == {"a": "1", "b": "{2}"}
    assert program("initialState := {`b, `a} nextState := {}").show(frozenset({"`b", "`a"})) == {
        "state": "{`a, `b}"
    }


# Older programs -----------------------------------------------------------------------------------


def test_a_transition_of_an_input_and_a_state_is_a_program() -> None:
    made = program("""
        initialState := 0
        hit(I) iff ~I[1] = `nil & I[1][1] > 500
        transition(I,S) := S + 1 if hit(I) & S < 2; 0 if |I[2]| > 0; S otherwise
        images(S) := {(`txt, "at", (S,S), 10, (0,0,0))}""")
    assert made.successors(0) == [("hit", 1)]
    assert made.successors(2)[0][1] == 2
    assert made.images(2) == (Words("at", (2, 2), 10),)


def test_a_click_may_be_the_last_one_there_was() -> None:
    made = program("""
        init := 1
        newState := 1 if left; 2 if right; Gamma otherwise
        left iff click[1] < 300
        right iff click[1] >= 300
        display := {((0,0),(10,10)), ((5,5),3), ((1,2),20,<66,111>)}""")
    assert made.successors(1) == [("right", 2)]
    assert made.images(1) == (
        Circle((5, 5), 3),
        Segment((0, 0), (10, 10)),
        Words("Bo", (1, 2), 20),
    )


# What is wrong ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("a := 1", "has no nextState, newState or transition"),
        ("nextState := 1", "has no initialState"),
    ],
)
def test_a_text_that_is_no_program_is_refused(code: str, said: str) -> None:
    with pytest.raises(NotPlayable, match=said):
        program(code)


def test_whose_turn_it_is_must_be_defined_and_be_a_name() -> None:
    code = "initialState := 0 nextState := 1 who := {} turn2 := `a"
    assert not hasattr(program(code), "owner")
    assert program(code, owner="turn2").owner(0) == "a"
    with pytest.raises(BadDefinition, match="no definition nobody"):
        program(code, owner="nobody")
    with pytest.raises(NotAGame, match="an atom or a string is needed"):
        program(code, owner="who").owner(0)


@pytest.mark.parametrize(
    ("images", "said"),
    [
        ("{segment((0,0),3,color(1,2,3))}", "segment(p,q,c) is in images where q is 3: a point"),
        ('disc(point(1,2),"a",color(1,2,3))', 'where r is "a": a number is needed'),
        ("text(`a,(1,2),3,color(1,2,3))", "where s is `a: a string is needed"),
        ("disc((1,2^2000),1,color(1,2,3))", ": a point (x,y) is needed"),
        ("disc({1,2},1,color(1,2,3))", "where p is {1, 2}: a point (x,y) is needed"),
        ("disc((1,2),1,7)", "where c is 7: color(r,g,b) is needed"),
        ("(`disc,1,2)", "(`disc, 1, 2) is in images, and is no shape: there are segment(p,q,c)"),
        ("5", "5 is in images, and is no shape: there are segment(p,q,c)"),
    ],
)
def test_what_is_no_shape_is_told_with_the_place_of_what_draws_it(images: str, said: str) -> None:
    made = program(f"initialState := 0 nextState := 1\nimages := {images}")
    with pytest.raises(NoResult) as error:
        made.images(0)
    assert said in error.value.message
    assert str(error.value.place) == "test.led:2:1"


@pytest.mark.parametrize("clicks", [[(1,)], ["here"], [], "12", 7, {"a": 3}])
def test_clicks_are_positions(clicks: Any) -> None:
    with pytest.raises(NotPlayable):
        program("initialState := 0 nextState := 1", clicks=clicks)


# Atoms --------------------------------------------------------------------------------------------

COUNTER = """
    initialState := 0
    nextState := currentState + 1 if button & currentState < 3; currentState otherwise
    button iff clicked & clickX > 3
    done iff currentState = 3
    above(n) iff currentState > n
    sign := `plus if currentState > 0; `zero otherwise
    isSign(s) iff s = sign
    three := 3"""


def test_formulas_ask_in_the_notation_of_the_text() -> None:
    made = program(COUNTER)
    space = StateSpace(made)
    assert space.where("done").count == 1
    assert space.where("above(1)").count == 2
    assert space.where("{currentState mod 2 = 0}").count == 2
    assert space.where("isSign(plus)").count == 3
    assert space.where("EX done").count == 2, "who has arrived rests there"
    assert space.where("AF done").count == 4
    assert space.where("once(button) & done").count == 1
    assert list(made.atoms) == ["done", "above(n)", "isSign(s)"]


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("done2", "no atom 'done2'; there are done"),
        ("isSign(minus)", "no atom 'isSign(minus)'"),
        ("{three + 1}", "is 4 in a state, and no truth"),
        ("{currentState +}", "a term is missing after +"),
    ],
)
def test_an_atom_that_means_nothing_is_said(formula: str, said: str) -> None:
    with pytest.raises(UnknownAtom) as raised:
        StateSpace(program(COUNTER)).where(formula)
    assert said in str(raised.value)


def ending(code: str) -> dict[str, str]:
    return program(f"""initialState := 0
        nextState := currentState + 1 if clicked & currentState < 3; currentState otherwise
        {code}""").requirements


@pytest.mark.parametrize("name", ["gameOver", "over"])
def test_a_condition_that_says_when_it_is_over_is_checked(name: str) -> None:
    wanted = ending(f"{name} iff currentState = 3")
    assert wanted == {f"it ends only when {name}": f"A G (enabled(rest) -> {name})"}
    made = program(f"""initialState := 0 {name} iff currentState = 2
        nextState := currentState + 1 if clicked & currentState < 3; currentState otherwise""")
    assert not check(made)


def test_of_two_such_conditions_the_first_is_asked() -> None:
    wanted = ending("over iff currentState = 2 gameOver iff currentState = 3")
    assert list(wanted) == ["it ends only when gameOver"]


@pytest.mark.parametrize("code", ["over := 3", "over(n) iff n = 3", "over iff clicked"])
def test_what_is_no_condition_of_a_state_says_nothing_about_the_end(code: str) -> None:
    assert ending(code) == {}


def test_a_state_that_cannot_be_written_is_shown_by_why() -> None:
    made = program("initialState := 2^100000 nextState := currentState")
    assert made.show(made.initial()[0]) == {
        "state": "(this value has a number of more digits than Python writes)"
    }


# Shapes -------------------------------------------------------------------------------------------


def test_shapes_are_data_and_filled_ones_come_first() -> None:
    text = module("""a := {text("t", point(1/2,2), 3, color(1,2,3)),
                           disc((1,1), 2, color(0,0,300)),
                           fTri((0,0), (1,0), (0,1), color(9,9,9)),
                           circle((0,0), 1, color(0,0,0))}""")
    assert shapes_of(text.evaluate("a")) == (
        Triangle((0, 0), (1, 0), (0, 1), Colour(9, 9, 9)),
        Disc((1, 1), 2, Colour(0, 0, 255)),
        Circle((0, 0), 1),
        Words("t", (0.5, 2), 3, Colour(1, 2, 3)),
    )
    assert str(Colour(1, 2, 255)) == "#0102ff"


def test_the_picture_of_the_game_follows_its_state(game: LedProgram) -> None:
    words = [
        shape.text for shape in game.images(frozenset({("`x", 5)})) if isinstance(shape, Words)
    ]
    assert sorted(words) == ["it is o's turn", "restart", "x"]
