"""Which clicks there are: against the program evaluated at single positions, whose text is changed.

The changed text has numerals in place of the mouse, so nothing that stands for several numbers is
in it.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import NoResult, NotPlayable
from counterpoint.led.easel.ground import WINDOW
from counterpoint.led.module import LedModule
from counterpoint.led.program import LedProgram

from .texts import module, program

EDGES = (0, 1, 99, 100, 101, 199, 200, 201, 299, 300, 400, 401, 500, 799, 800)


@st.composite
def hits(draw: st.DrawFn) -> str:
    """A condition on where the mouse is."""
    a, b = sorted(draw(st.tuples(st.sampled_from(EDGES), st.sampled_from(EDGES))))
    c, d = sorted(draw(st.tuples(st.sampled_from(EDGES), st.sampled_from(EDGES))))
    return draw(
        st.sampled_from(
            [
                f"{a} < mouseX < {b} & {c} <= mouseY <= {d}",
                f"mouseX >= {a} & ~(mouseY > {c})",
                f"mouseX = {a}",
                f"mouseX in {{{a}..{b}}}",
                f"2*mouseX - mouseY/3 <= {b}",
                f"(mouseX - {a})^2 + (mouseY - {c})^2 < 60^2",
                f"floor(mouseX/100) = {draw(st.integers(0, 9))}",
                f"mouseY mod 200 < {draw(st.integers(1, 199))}",
                f"|mouseX - {b}| < 30",
                f"(mouseX, 1) in {{({a},1), ({b},1), ({b},2)}}",
                f"currentState*100 < mouseX < currentState*100 + {draw(st.integers(2, 99))}",
                "near(mouseX, currentState)",
                "column = currentState",
                "column = currentState & prettyPrint(column) = prettyPrint(floor(mouseX/250))",
            ]
        )
    )


@st.composite
def codes(draw: st.DrawFn) -> str:
    """A program with a small number as its state."""
    first, second, third = draw(hits()), draw(hits()), draw(hits())
    guard = draw(st.sampled_from(["clicked", "clicked & currentState < 2", "mouseX < 300"]))
    return f"""
        initialState := 0
        near(x, s) iff s*200 <= x & x < s*200 + 50
        column := floor(mouseX / 250)
        hit iff {first}
        other(k) iff {second} & k > 0
        nextState :=
          1 if clicked & hit;
          currentState + 1 if clicked & currentState < 3 & (some k in {{0,1}}. other(k));
          0 if {guard} & {third};
          currentState otherwise"""


def at_position(code: str, x: int, y: int, clicked: bool) -> LedModule:
    """The text for one position."""
    text = code.replace("mouseX", f"({x})").replace("mouseY", f"({y})")
    return module(text.replace("clicked", "true" if clicked else "false"))


positions = st.lists(
    st.tuples(
        st.one_of(st.sampled_from(EDGES), st.integers(0, 1000)),
        st.one_of(st.sampled_from(EDGES), st.integers(0, 800)),
    ),
    min_size=3,
    max_size=6,
)


@settings(max_examples=7, deadline=None)
@given(codes(), positions)
def test_a_click_does_at_each_position_what_the_text_says(
    code: str, places: list[tuple[int, int]]
) -> None:
    try:
        made = program(code)
        made.successors(0)
    except NotPlayable:
        return
    for (x, y), clicked in product(places, (True, False)):
        plain = at_position(code, x, y, clicked)
        for state in (0, 1, 2, 3):
            there = plain.evaluate("nextState", state)
            label = made.click(state, x, y) if clicked else made.tick(state, x, y)
            if label is not None:
                assert (label, there) in made.successors(state)
            elif clicked:
                moved = {move.there for move in made.moves(state) if not move.clicked}
                assert there in {state, *moved}
            else:
                assert there == state


@settings(max_examples=5, deadline=None)
@given(codes(), st.integers(0, 3))
def test_all_positions_are_covered_once(code: str, state: int) -> None:
    try:
        made = program(code)
        moves = made.moves(state)
    except NotPlayable:
        return
    for clicked in (False, True):
        boxes = [box for move in moves if move.clicked == clicked for box in move.boxes]
        assert sum(box.size for box in boxes) == WINDOW.size
        labels = [move.label for move in moves if move.clicked == clicked and not move.idle]
        assert len(set(labels)) == len(labels)


def fine(made: LedProgram, state: object, step: int = 20) -> dict[str | None, int]:
    """How many points of a grid have each label."""
    found: dict[str | None, int] = {}
    for x in range(0, 1001, step):
        for y in range(0, 801, step):
            label = made.click(state, x, y)
            found[label] = found.get(label, 0) + 1
    return found


DISC = """
    initialState := 0
    inside(x) iff clicked & (mouseX-x)^2 + (mouseY-400)^2 < 100^2
    nextState := 1 if inside(300); 2 if inside(700); currentState otherwise"""


def test_a_round_button_is_one_region_with_the_name_of_its_condition() -> None:
    made = program(DISC)
    assert made.successors(0) == [("inside(300)", 1), ("inside(700)", 2)]
    within = sum(
        (x - 300) ** 2 + (y - 400) ** 2 < 100**2
        for x in range(0, 1001, 20)
        for y in range(0, 801, 20)
    )
    assert fine(made, 0) == {
        "inside(300)": within,
        "inside(700)": within,
        None: 51 * 41 - 2 * within,
    }


def test_regions_are_rectangles_with_their_edges() -> None:
    made = program("initialState := 0 b iff 9 < mouseX < 20 & mouseY <= 5 "
                   "nextState := 1 if clicked & b; currentState otherwise")  # fmt: skip
    (region,) = made.regions(0)
    assert (region.label, region.left, region.bottom, region.right, region.top) == (
        "b",
        10,
        0,
        19,
        5,
    )


def test_what_has_no_name_is_called_by_a_position_in_it() -> None:
    made = program("initialState := 0 nextState := 1 if clicked & mouseX > mouseY; 2 if clicked;"
                   "currentState otherwise")  # fmt: skip
    for label, there in made.successors(0):
        x, y = map(int, str(label).removeprefix("click(").removesuffix(")").split(","))
        assert there == (1 if x > y else 2)


def test_a_region_that_first_matters_later_is_found_there() -> None:
    made = program("""
        initialState := 0
        button iff 100 < clickX < 200
        nextState := currentState + 1 if clicked & currentState < 60;
                     0 if clicked & button; currentState otherwise""")
    assert [there for _, there in made.successors(0)] == [1]
    assert [there for _, there in made.successors(60)] == [0]
    assert made.click(60, 150, 5) is not None
    assert made.click(60, 200, 5) is None


def test_positions_that_all_differ_are_refused_unless_some_are_given() -> None:
    code = "initialState := (0,0) nextState := (mouseX, mouseY) if clicked; currentState otherwise"
    made = program(code)
    with pytest.raises(NotPlayable, match="--set clicks="):
        made.successors((0, 0))
    given_some = program(code, clicks={"a": (1, 2), "b": (3, 4)})
    assert given_some.successors((0, 0)) == [("a", (1, 2)), ("b", (3, 4))]
    assert given_some.click((0, 0), 3, 4) == "b"
    assert given_some.click((0, 0), 3, 5) is None


def test_a_mouse_that_only_moves_makes_steps_of_its_own() -> None:
    made = program("initialState := 0 left iff mouseX < 400 "
                   "nextState := currentState - 1 if left; currentState + 1 otherwise")  # fmt: skip
    assert made.successors(5) == [("left", 4), ("tick", 6)]
    assert (made.tick(5, 399, 0), made.tick(5, 400, 0), made.click(5, 1, 1)) == (
        "left",
        "tick",
        None,
    )


def test_time_alone_is_one_step() -> None:
    made = program("initialState := 0 nextState := (currentState + 1) mod 3")
    assert made.successors(2) == [("tick", 0)]
    assert made.regions(2) == []


def test_no_two_steps_have_one_label() -> None:
    made = program("""
        initialState := 0
        hit(a) iff a > 500
        nextState := 1 if clicked & hit(mouseX) & ~hit(mouseY); 2 if clicked & hit(mouseY);
                     3 if hit(mouseX); currentState otherwise""")
    labels = [move.label for move in made.moves(0) if not move.idle]
    assert len(labels) == len(set(labels)) == 3


def test_a_click_is_told_from_the_mouse_that_only_moves() -> None:
    made = program("""
        initialState := 0
        right iff mouseX > 500
        nextState := 1 if clicked & right; 2 if right; currentState otherwise""")
    assert made.successors(0) == [("right", 2), ("click_right", 1)]
    assert (made.tick(0, 600, 10), made.click(0, 600, 10)) == ("right", "click_right")


def test_in_a_set_it_matters_which_position_it_is() -> None:
    made = program("""
        initialState := 0
        nextState := 1 if clicked & mouseX < 5 & {mouseX} U {3} = {3}; currentState otherwise""")
    assert [made.click(0, x, 7) is not None for x in range(6)] == [False] * 3 + [True] + [False] * 2


def test_a_later_state_that_has_no_next_one_says_so_where_it_is_asked_for() -> None:
    made = program("""
        initialState := 0
        nextState := currentState + 1 if clicked & mouseX < 5 & currentState < 2;
                     currentState if ~clicked V mouseX >= 5""")
    (label, there), *_ = made.successors(0)
    assert (there, made.successors(1)) == (1, [(label, 2)])
    with pytest.raises(NoResult) as raised:
        made.successors(2)
    assert raised.value.calls[-1].startswith("the state 2, a click at")
