"""The page in a real browser: what a person clicks, and what is seen then."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from counterpoint import examples
from counterpoint.page.companion import Companion, companion_of
from counterpoint.target import find_target

from .conftest import Served
from .hands import LONG, TAPS, expect, play, said, square

Serve = Callable[..., Served]

pytestmark = pytest.mark.slow


RESULTS = [
    ("X wins.", [(0, 0), (1, 1), (0, 1), (2, 2), (0, 2)]),
    ("O wins.", [(0, 0), (1, 1), (0, 1), (0, 2), (2, 2), (2, 0)]),
    ("Draw.", [(0, 0), (1, 1), (2, 2), (0, 1), (2, 1), (2, 0), (0, 2), (1, 2), (1, 0)]),
]


@pytest.mark.parametrize(("result", "moves"), RESULTS)
def test_a_game_is_played_by_clicks_to_each_result_and_restarted(
    serve: Serve, open_page: Any, result: str, moves: list[tuple[int, int]]
) -> None:
    page = open_page(serve("tictactoe:free").address)
    page.select_option("[data-by=O]", "person")
    said(page, "X's turn.")
    play(page, *moves)
    said(page, result)
    page.click("[data-act=restart]")
    said(page, "X's turn.")
    expect(page.locator(".sq.has")).to_have_count(0)


PLAY_GAMES = """
async ([games, moves]) => {
  const said = () => document.querySelector('#say').textContent;
  const open = () => [...document.querySelectorAll('.sq.open')];
  const until = (done) => new Promise((resolve) => {
    const look = () => (done() ? resolve() : setTimeout(look, 2));
    look();
  });
  const results = [];
  for (let game = 0; game < games; game++) {
    let turn = 0;
    for (;;) {
      await until(() => /wins|Draw/.test(said()) || open().length);
      if (/wins|Draw/.test(said())) break;
      const squares = open();
      squares[moves[game][turn++] % squares.length].click();
      await until(() => !squares[0].isConnected || open().length !== squares.length
        || /wins|Draw/.test(said()));
    }
    results.push(said());
    document.querySelector('[data-act=restart]').click();
    await until(() => !document.querySelector('.sq.has'));
  }
  return results;
}
"""


def test_o_loses_no_game_of_six_and_wins_against_a_careless_x(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address, width=390)
    moves = [[(7 * game + 3 * turn * (game + 1)) for turn in range(9)] for game in range(6)]
    results = page.evaluate(PLAY_GAMES, [6, moves])
    assert len(results) == 6
    assert "X wins." not in results
    assert "O wins." in results


def test_undo_goes_back_to_my_choice_and_redo_on_to_my_next(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address)
    play(page, (0, 0), (2, 2))
    expect(page.locator(".pos")).to_have_text("4 / 4")
    page.click("[data-act=undo]")
    expect(page.locator(".pos")).to_have_text("2 / 4")
    page.keyboard.press("u")
    expect(page.locator(".pos")).to_have_text("0 / 4")
    page.keyboard.press("Shift+U")
    expect(page.locator(".pos")).to_have_text("2 / 4")
    page.keyboard.press("End")
    expect(page.locator(".pos")).to_have_text("4 / 4")


def test_a_rule_that_is_switched_off_changes_the_verdict_and_its_counterexample_is_played(
    serve: Serve, open_page: Any
) -> None:
    page = open_page(serve("tictactoe").address)
    play(page, (0, 0))
    expect(page.locator("#props li.holds")).to_have_count(1)
    page.click("[data-rule=prevent_diagonal_fork]")
    expect(page.locator("#props li.fails")).to_contain_text("was: holds")
    page.click("[data-property]")
    expect(page.locator(".strip")).to_contain_text("without prevent_diagonal_fork")
    page.keyboard.press("End")
    said(page, "Here “X never wins” is broken.")
    expect(page.locator(".strike line")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".pos")).to_have_text("2 / 2")
    page.click("[data-act=restore]")
    expect(page.locator("#props li.holds")).to_contain_text("was: fails")


def test_a_step_that_rules_no_longer_allow_stays_and_is_underlined(
    serve: Serve, open_page: Any
) -> None:
    page = open_page(serve("tictactoe").address + "#p=X(0,0)~O(1,1)")
    page.click("[data-rule=center]")
    expect(page.locator(".st.ill")).to_have_count(1)
    expect(page.locator("#why")).to_contain_text("it could not happen")


def test_a_link_reopens_the_position_and_the_rules_in_a_second_tab(
    serve: Serve, open_page: Any
) -> None:
    served = serve("tictactoe")
    page = open_page(served.address)
    play(page, (0, 0))
    expect(page.locator(".pos")).to_have_text("2 / 2")
    page.click("[data-rule=corners]")
    expect(page.locator(".rule.off")).to_have_count(1)
    expect(page).to_have_url(re.compile("off=corners"))
    other = open_page(page.url)
    expect(other.locator(".pos")).to_have_text("2 / 2")
    expect(other.locator(".rule.off .nm")).to_have_text("corners")
    other.click("[data-act=restart]")
    expect(other.locator(".pos")).to_have_text("0 / 0")
    expect(page.locator(".pos")).to_have_text("2 / 2")


def test_a_lost_connection_resumes_where_it_was(serve: Serve, open_page: Any) -> None:
    served = serve("tictactoe")
    page = open_page(served.address)
    play(page, (0, 0))
    expect(page.locator(".pos")).to_have_text("2 / 2")
    served.stop()
    expect(page.locator("#watch")).to_have_text("reconnecting")
    expect(square(page, 2, 2)).to_have_attribute("aria-disabled", "true")
    served.start_again()
    expect(page.locator("#watch")).to_have_text("connected")
    play(page, (2, 2))
    expect(page.locator(".pos")).to_have_text("4 / 4")


def test_a_file_that_is_broken_and_mended_is_followed(
    serve: Serve, open_page: Any, tmp_path: Path
) -> None:
    file = tmp_path / "taps_on_a_page.py"
    file.write_text(TAPS)
    page = open_page(serve(str(file), watch=True).address)
    page.click("[data-name=COLD]")
    page.click("[data-name=HOT]")
    expect(page.locator(".pos")).to_have_text("2 / 2")
    file.write_text(TAPS.replace("def alternate():", "def alternate(:"))
    expect(page.locator(".toast.err")).to_contain_text("Line 13")
    expect(page.locator("#watch")).to_contain_text("error in taps_on_a_page.py")
    page.click("[data-name=COLD]")
    expect(page.locator(".pos")).to_have_text("3 / 3")
    file.write_text(TAPS.replace("Cold first.", "Cold comes first."))
    expect(page.locator(".toast.ok")).to_contain_text("position kept")
    expect(page.locator(".toast.ok")).to_contain_text("Changed: alternate")
    expect(page.locator(".pos")).to_have_text("3 / 3")
    file.write_text(TAPS.replace("range(2)", "range(1)"))
    expect(page.locator(".toast.ok")).to_contain_text("step 3, COLD, is not possible")
    expect(page.locator(".pos")).to_have_text("2 / 2")


def test_values_say_what_each_move_is_worth(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("nim").address)
    page.keyboard.press("v")
    expect(page.locator(".evb.v-wins")).to_have_count(1)
    expect(page.locator(".evb.v-wins")).to_contain_text("take(0,1)")


def test_the_board_is_played_by_the_keyboard_alone(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address)
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(square(page, 1, 1)).to_have_attribute("aria-label", "Row 2, column 2: X")
    expect(square(page, 1, 1)).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("dialog[open] h2")).to_have_text("Keys")


def test_a_run_is_played_step_by_step_and_marks_its_loop(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("peterson").address)
    page.click("[data-property]")
    expect(page.locator(".rep").first).to_be_attached()
    page.keyboard.press("Space")
    expect(page.locator(".pos b")).not_to_have_text("0")
    page.keyboard.press("Escape")
    expect(page.locator(".strip")).to_have_count(0)


def test_o_plays_as_another_program_of_the_file_does(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe:free").address)
    page.select_option("[data-by=O]", "as:program")
    play(page, (0, 0))
    expect(square(page, 1, 1)).to_have_attribute("aria-label", "Row 2, column 2: O")


def test_of_a_long_walk_only_the_columns_in_sight_are_drawn(
    serve: Serve, open_page: Any, tmp_path: Path
) -> None:
    file = tmp_path / "long_walk.py"
    file.write_text(LONG)
    page = open_page(serve(str(file)).address + "#p=" + "~".join(["UP"] * 450))
    expect(page.locator(".pos")).to_have_text("450 / 450")
    assert page.locator(".st").count() < 100
    page.keyboard.press("Home")
    expect(page.locator(".st").first).to_have_attribute("data-col", "0")


def test_a_group_of_rules_is_closed_and_opened(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address)
    expect(page.locator("li.rule")).to_have_count(14)
    page.click(".gt >> nth=1")
    expect(page.locator("li.rule")).to_have_count(7)
    expect(page.locator(".gt >> nth=1")).to_have_attribute("aria-expanded", "false")
    page.click(".gt >> nth=1")
    expect(page.locator("li.rule")).to_have_count(14)


@pytest.mark.parametrize("fragment", ["p=100%", "p=%FF%zz", "%"])
def test_a_link_with_a_stray_sign_is_followed_as_far_as_it_goes(
    serve: Serve, open_page: Any, fragment: str
) -> None:
    page = open_page(f"{serve('hot_cold').address}#{fragment}")
    if fragment != "%":
        expect(page.locator(".toast")).to_contain_text("followed as far as it goes")
    page.click("[data-name=COLD]")
    expect(page.locator(".pos")).to_have_text("1 / 1")


def test_a_run_that_is_played_is_reopened_by_its_link(serve: Serve, open_page: Any) -> None:
    served = serve("peterson")
    page = open_page(served.address)
    page.click("[data-property]")
    said(page, "The run begins.")
    page.keyboard.press("End")
    said(page, "From here it repeats for ever.")
    other = open_page(page.url)
    said(other, "From here it repeats for ever.")
    expect(other.locator(".strip")).to_contain_text("repeats for ever")


def test_a_square_that_is_not_possible_looks_and_sounds_so(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("MendedTicTacToe").address)
    said(page, "Click the one open square.")
    expect(page.locator(".mayplay .sq.shut[aria-disabled=true]")).to_have_count(8)
    expect(page.locator(".sq.shut").first).to_have_attribute(
        "aria-label", "Row 1, column 1: empty, not possible now"
    )
    expect(page.locator(".sq.open")).to_have_count(1)


def test_a_rule_that_others_start_has_a_row_while_it_runs_in_the_walk(
    serve: Serve, open_page: Any
) -> None:
    page = open_page(serve("delivery").address)
    expect(page.locator("li.rule")).to_have_count(5)
    page.locator(".evb:not([aria-disabled])").first.click()
    expect(page.locator("li.rule .nm", has_text="delivery")).to_be_visible()
    expect(page.locator("li.rule")).to_have_count(7)
    expect(page.locator("li.rule [role=switch]")).to_have_count(5)
    page.click("[data-act=restart]")
    expect(page.locator("li.rule")).to_have_count(5)


LONG_NAME = """
from counterpoint import Event, Program, sync, thread

LONG = Event("an_event_whose_name_is_so_long_that_no_button_can_hold_it_whole")

@thread
def ask(number):
    yield sync(request=LONG, priority=number)
    yield sync(request=Event("LAST"))

program = Program(*(ask(number) for number in range(3)))
"""


def test_a_long_name_is_cut_in_the_middle(serve: Serve, open_page: Any, tmp_path: Path) -> None:
    file = tmp_path / "long_names.py"
    file.write_text(LONG_NAME)
    page = open_page(serve(str(file)).address)
    expect(page.locator(".evb b")).to_have_text("an_event_whose…hold_it_whole")
    before = page.locator(".say").bounding_box()["height"]
    page.click(".evb")
    expect(page.locator(".pos")).to_have_text("1 / 1")
    assert page.locator(".say").bounding_box()["height"] == before


def test_a_note_that_was_selected_is_seen_in_a_closed_group(serve: Serve, open_page: Any) -> None:
    page = open_page(serve("tictactoe").address + "#p=X(0,0)~O(1,1)")
    for number in range(page.locator(".gt").count()):
        page.click(f".gt >> nth={number}")
    expect(page.locator("li.rule")).to_have_count(0)
    last = page.locator(".col[data-col='1'] circle.note")
    expect(last.first).to_be_attached()
    heights = last.evaluate_all("(all) => all.map((each) => each.getAttribute('cy'))")
    assert len(heights) == len(set(heights))
    expect(page.locator(".col[data-col='1'] circle.note.won")).not_to_have_count(0)


def test_two_targets_stand_side_by_side_and_a_click_moves_both(
    serve: Serve, open_page: Any
) -> None:
    names = ("tictactoe:free", "ttt_model")
    path = Path(examples.__path__[0], "one_game.toml")

    def beside(first: Any) -> Companion:
        return companion_of(names, first, find_target(names[1]), path)

    page = open_page(serve(names[0], beside=beside).address)
    page.select_option("[data-by=O]", "person")
    play(page, (0, 0))
    expect(page.locator("#panel-beside .msq svg")).to_have_count(1)
    expect(page.locator("#beside-meta")).to_have_text("put(0)")
    page.click("#panel-beside [data-play='O(1,1)']")
    expect(page.locator(".sq.has")).to_have_count(2)
    expect(page.locator("#panel-beside .msq svg")).to_have_count(2)
    expect(page.locator("#beside-said")).to_contain_text("It looks the same")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#tab-beside")).to_have_count(1)


def test_of_very_many_values_some_are_shown_and_all_are_asked_for(
    serve: Serve, open_page: Any, tmp_path: Path
) -> None:
    latches = "".join(f"{2 * n + 2} {2 * n + 3}\n" for n in range(60))
    (tmp_path / "wide.aag").write_text(f"aag 60 0 60 1 0\n{latches}120\n")
    page = open_page(serve(str(tmp_path / "wide.aag")).address)
    expect(page.locator("#board .state tbody tr")).to_have_count(24)
    page.click("[data-act=inFull]")
    expect(page.locator("#board .state tbody tr")).to_have_count(60)
    page.click("[data-act=inFull]")
    page.click(".evb")
    expect(page.locator("#board .state tr.ch")).to_have_count(60)
    expect(page.locator(".staves .vl.ch text")).to_have_text(["60", "1"])


def test_an_smv_model_shows_its_source_and_its_numbers(
    serve: Serve, open_page: Any, tmp_path: Path
) -> None:
    (tmp_path / "two.smv").write_text(
        "MODULE main -- a counter\nVAR n : 0..1;\nINIT n = 0\nCOMPUTE MIN [n = 0, n = 1]\n"
    )
    page = open_page(serve(str(tmp_path / "two.smv")).address)
    expect(page.locator("#source .c")).to_have_text("-- a counter")
    expect(page.locator("#props li.holds small")).to_have_text("it is 1")
    expect(page.locator(".evb span")).to_have_text(["nothing changes", "n 1"])
