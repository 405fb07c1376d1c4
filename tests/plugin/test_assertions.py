"""Assertions about verdicts and sets of states: what pytest prints if they fail."""

from __future__ import annotations

import pytest

from .files import TAP, failures, run, run_on_tap, write

pytestmark = pytest.mark.slow


@pytest.fixture(params=["here", "in CI"], autouse=True)
def surroundings(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the variable CI is set, pytest cuts nothing, also not in its summary."""
    monkeypatch.delenv("BUILD_NUMBER", raising=False)
    if request.param == "in CI":
        monkeypatch.setenv("CI", "true")
    else:
        monkeypatch.delenv("CI", raising=False)


def test_a_failed_assertion_shows_the_verdicts_that_it_is_about(pytester: pytest.Pytester) -> None:
    result = run_on_tap(
        pytester,
        """
import unittest

from counterpoint import Answer, check
from tap import mild, program


def test_all():
    assert check(program)


def test_one():
    verdicts = check(program)
    assert verdicts["cold comes"]
    assert verdicts["nobody is scalded"], "mind the tap"


def test_not():
    assert not check(program, "cold comes")


def test_both():
    assert check(mild()) and check(program, "nobody is scalded")


def test_answer():
    assert check(mild(), "cold comes").answer is Answer.FAILS


class TestOfUnittest(unittest.TestCase):
    def test_case(self):
        assert check(program, "nobody is scalded")
""",
    )
    result.assert_outcomes(failed=6)
    result.stdout.fnmatch_lines(
        [
            "*_ test_all _*",
            ">       assert check(program)",
            "E       assert <behavioral program: nobody is scalded fails after HOT, HOT, SCALD; *",
            "E       behavioral program: 32 states (all of them), 43 transitions, * s",
            "E         FAILS    nobody is scalded (SCALD can be selected)",
            "E         holds    cold comes",
            "E       nobody is scalded: fails after 3 events",
            "E           3  SCALD  requested by feel at *",
            "*_ test_one _*",
            "E       AssertionError: mind the tap",
            "E         FAILS    nobody is scalded (SCALD can be selected)",
            "E           3  SCALD  requested by feel at *",
            "*_ test_not _*",
            "E         holds    cold comes",
            "E       cold comes: holds, as shown after 1 event",
            "*_ test_both _*",
            "E         FAILS    nobody is scalded (SCALD can be selected)",
            "*_ test_answer _*",
            "E         holds    cold comes",
            "*_ TestOfUnittest.test_case _*",
            "E         FAILS    nobody is scalded (SCALD can be selected)",
        ]
    )
    parts = failures(result).split("_ test_")
    assert [part.count("states (all of them)") for part in parts] == [0, 1, 1, 1, 1, 2]
    assert "cold comes" not in parts[2].partition("mind the tap\n")[2].partition("test_tap")[0]


def test_boards_are_drawn_as_in_the_terminal(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        test_game_dot_py="""
from counterpoint import check
from counterpoint.examples.tictactoe import program


def test_that_x_never_wins():
    assert check(program.without("prevent_diagonal_fork"))
""",
    )
    result = run(pytester)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E         start   1 X(0,0)   2 O(1,1)   3 X(2,2) *",
            "E         . . .   X . .      X . .      X . .  *",
            "E         X X X      X X X",
        ]
    )


def test_an_unknown_answer_shows_its_reason_where_it_was_asked_for(
    pytester: pytest.Pytester,
) -> None:
    result = run_on_tap(
        pytester,
        """
from counterpoint import check
from tap import mild


def test_all():
    assert check(mild(), limit_states=3)


def test_one():
    verdict = check(mild(), limit_states=3)["nobody is scalded"]
    if not verdict:
        print("never reached")
""",
    )
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        [
            ">       assert check(mild(), limit_states=3)",
            "E       counterpoint.errors.Undecided: [[]CP204] nobody is scalded: the limit of 3 *",
            "E         unknown  nobody is scalded",
            "E                  (the limit of 3 states was reached; no violation among *",
            "E         holds    cold comes",
            "test_tap.py:6: Undecided",
            ">       if not verdict:",
            "E         unknown  nobody is scalded",
            "test_tap.py:11: Undecided",
        ]
    )


def test_results_of_fixtures_and_parameters_are_drawn_too(pytester: pytest.Pytester) -> None:
    result = run_on_tap(
        pytester,
        """
import pytest

from counterpoint import check
from tap import program


@pytest.fixture(scope="module")
def verdicts():
    return check(program)


@pytest.fixture
def verdict(verdicts):
    return verdicts["nobody is scalded"]


def test_nothing(verdicts):
    assert verdicts.states == 32


def test_fixture(verdict):
    assert verdict


@pytest.mark.parametrize("each", [*check(program)], ids=lambda verdict: verdict.name)
def test_parameter(each):
    assert each
""",
    )
    result.assert_outcomes(failed=2, passed=2)
    result.stdout.fnmatch_lines(
        [
            "*_ test_fixture _*",
            "E           3  SCALD  requested by feel at *",
            "*_ test_parameter[[]nobody is scalded] _*",
            "E           3  SCALD  requested by feel at *",
        ]
    )


def test_a_verdict_from_elsewhere_is_shown_in_words(pytester: pytest.Pytester) -> None:
    result = run_on_tap(
        pytester,
        """
from threading import Thread

from counterpoint import check
from tap import program


def test_in_a_thread():
    found = []
    thread = Thread(target=lambda: found.append(check(program)))
    thread.start()
    thread.join()
    assert found[0]
""",
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E       FAILS nobody is scalded (SCALD can be selected): HOT HOT SCALD",
            "E       holds cold comes: COLD",
        ]
    )


def test_names_explain_an_assertion_that_is_not_rewritten(pytester: pytest.Pytester) -> None:
    result = run_on_tap(
        pytester,
        """
from counterpoint import check
from tap import program


def test_one():
    verdicts = check(program)
    assert verdicts


def test_other():
    other, verdicts = 3, check(program)
    assert other == 4
""",
        "--assert=plain",
    )
    result.assert_outcomes(failed=2)
    one, _, other = failures(result).partition("_ test_other _")
    assert "3  SCALD  requested by feel" in one
    assert "SCALD" not in other


def test_a_picture_that_cannot_be_drawn_hides_nothing(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        tap_dot_py=TAP.replace(
            "requirements=requirements)\n\n\ndef",
            "requirements=requirements, show=lambda events: events[9])\n\n\ndef",
        ),
        test_tap_dot_py="""
from counterpoint import check
from tap import program


def test_one():
    assert check(program), "as it was"
""",
    )
    result = run(pytester, "test_tap.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["E       AssertionError: as it was", "E       what was found cannot be shown: IndexError*"]
    )


def test_sets_of_states_are_explained_by_some_of_them(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        test_sets_dot_py="""
from counterpoint import StateSpace
from counterpoint.examples.peterson import model

space = StateSpace(model())


def test_none():
    assert not space.where("critical1")


def test_subset():
    assert space.where("waiting0") <= space.where("waiting0 & critical1")


def test_equal():
    assert space.where("critical1") == space.where("waiting0 & critical1")
""",
    )
    result = run(pytester, "-vv")
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(
        [
            "E       *assert not <4 of 34 states>",
            "E       4 of 34 states",
            "E         place = [[]idle, critical], wants = [[]false, true], turn = 0",
            "*_ test_subset _*",
            "E         only in the set on the left: 12 of 34 states",
            "E           ... and 7 more",
            "*_ test_equal _*",
            "E         only in the set on the left: 2 of 34 states",
        ]
    )
    assert "on the right" not in failures(result)


def test_other_assertions_are_as_they_were(pytester: pytest.Pytester) -> None:
    result = run_on_tap(
        pytester,
        """
import pytest

from counterpoint import check
from tap import program


def test_other():
    verdicts = check(program)
    assert [1, 2] == [1, 3]


def test_raised():
    verdicts = check(program)
    raise AssertionError("by hand")


def test_caught():
    with pytest.raises(AssertionError):
        assert check(program)
""",
    )
    result.assert_outcomes(failed=2, passed=1)
    assert "SCALD" not in failures(result)


def test_marks_give_options_to_the_checks_of_a_test(pytester: pytest.Pytester) -> None:
    result = run_on_tap(
        pytester,
        """
import pytest

from counterpoint import Undecided, check
from tap import mild


@pytest.fixture(scope="module")
def of_all():
    return check(mild())


@pytest.mark.counterpoint(limit_states=3)
def test_marked(of_all):
    assert of_all, "a fixture of several tests is not marked by one"
    with pytest.raises(Undecided, match="limit of 3 states"):
        bool(check(mild()))
    assert check(mild(), limit_states=100), "what is given to the check itself counts"
    assert check(mild(), limit_states=None)


@pytest.mark.counterpoint(limit_states=3)
class TestMarked:
    @pytest.mark.counterpoint(limit_time="1m")
    def test_both(self):
        with pytest.raises(Undecided, match="limit of 3 states"):
            bool(check(mild()))

    @pytest.mark.counterpoint(limit_states=100)
    def test_closest(self):
        assert check(mild())


def test_unmarked():
    assert check(mild())
""",
        "--strict-markers",
    )
    result.assert_outcomes(passed=4)
    result = run(pytester, "test_tap.py", "-o", "counterpoint_limit_states=4", "-k", "unmarked")
    result.assert_outcomes(failed=1, deselected=3)
    result.stdout.fnmatch_lines(["*the limit of 4 states was reached*"])


def test_a_mark_that_is_wrong_is_an_error_of_its_test(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        test_marks_dot_py="""
import pytest


@pytest.mark.counterpoint(limit_state=3)
def test_name():
    pass


@pytest.mark.counterpoint(30)
def test_nameless():
    pass


@pytest.mark.counterpoint(engine="fast")
def test_value():
    pass


def test_other():
    pass
""",
    )
    result = run(pytester)
    result.assert_outcomes(errors=3, passed=1)
    takes = "engine=, limit_states=, limit_memory=, limit_time="
    result.stdout.fnmatch_lines(
        [
            f"the mark counterpoint takes {takes} and not 'limit_state'",
            f"the mark counterpoint takes {takes} and not 30",
            "the mark counterpoint: engine= is one of auto, *, not 'fast'",
        ]
    )


def test_ctrl_c_in_a_check_ends_the_run(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        test_endless_dot_py="""
import signal

from counterpoint import check


class Endless:
    def initial(self):
        return [0]

    def successors(self, state):
        if state == 50:
            signal.raise_signal(signal.SIGINT)
        return [("up", state + 1)]

    def show(self, state):
        return str(state)


def test_caught():
    assert check(Endless()).stopped == "interrupted"


def test_endless():
    assert check(Endless())


def test_never():
    raise AssertionError
""",
    )
    result = run(pytester)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["E         unknown * (interrupted; *", "*! Interrupted: during a check !*"]
    )


def test_all_works_in_workers_too(pytester: pytest.Pytester) -> None:
    result = run_on_tap(
        pytester,
        """
from counterpoint import check
from tap import program


def test_all():
    assert check(program)
""",
        "-n",
        "2",
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E           3  SCALD  requested by feel at *"])
