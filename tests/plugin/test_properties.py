"""Properties of targets as tests of pytest."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

import counterpoint

from .files import CIRCUIT, LOGGED, MODULE, PARITY, SMV, TAP, run, write

pytestmark = pytest.mark.slow


def checks(pytester: pytest.Pytester) -> list[str]:
    """What was checked so far, one line a check."""
    return (pytester.path / "checks.log").read_text().splitlines()


def test_each_property_is_a_test_that_shows_its_verdict(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP)
    result = run(pytester, "--counterpoint", "tap.py", "-v")
    result.assert_outcomes(passed=2, failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(
        [
            "tap.py::nobody is scalded FAILED*",
            "tap.py::cold comes PASSED*",
            "tap.py::assertions PASSED*",
            "*_ tap.py: nobody is scalded _*",
            "FAILS    nobody is scalded (SCALD can be selected)",
            "nobody is scalded: fails after 3 events",
            "    1  HOT    requested by pour(HOT) at *tap.py:9",
            "    3  SCALD  requested by feel at *tap.py:24",
            "tap.py: 32 states (all of them), 43 transitions, * s",
            "FAILED tap.py::nobody is scalded*",
        ]
    )
    result.stdout.no_fnmatch_line("*cold comes: holds*")


def test_boards_are_drawn_as_in_the_terminal(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        game_dot_py="from counterpoint.examples.tictactoe import program as whole\n"
        'program = whole.without("prevent_diagonal_fork")\n',
    )
    result = run(pytester, "--counterpoint", "game.py", "-k", "never")
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines(
        ["*1 X(0,0)   2 O(1,1)   3 X(2,2)*", "  . . .   X . .      X . .      X . .*"]
    )


def test_targets_of_every_notation_have_properties(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        tap_dot_py=TAP,
        Ups_dot_tla=MODULE,
        ups_dot_smv=SMV,
        game_dot_pg=PARITY,
        gates_dot_aag=CIRCUIT,
    )
    targets = ("tap.py:mild", "Ups.tla", "ups.smv", "game.pg", "gates.aag", "tictactoe.led", "nim")
    given = (word for target in targets for word in ("--counterpoint", target))
    result = run(pytester, *given, "--collect-only", "-q")
    assert result.outlines[: result.outlines.index("")] == [
        "tap.py::mild::nobody is scalded",
        "tap.py::mild::cold comes",
        "tap.py::mild::assertions",
        "Ups.tla::Spec => []Small",
        "Ups.tla::Spec => [](x < 2)",
        "ups.smv::AG EF x = 0",
        "ups.smv::small",
        "game.pg::0 wins",
        "gates.aag::bad 0",
        "tictactoe.led::it ends only when gameOver",
        "nim::nobody wins twice",
    ]


def test_a_property_has_the_line_where_it_is_written(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP, Ups_dot_tla=MODULE, ups_dot_smv=SMV)
    result = run(
        pytester,
        *("--counterpoint", "tap.py", "--counterpoint", "Ups.tla", "--counterpoint", "ups.smv"),
        *("--junitxml", "found.xml", "-o", "junit_family=xunit1"),
    )
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    lines = {
        case.get("name"): (case.get("file"), int(str(case.get("line"))) + 1)
        for case in ElementTree.parse(pytester.path / "found.xml").iter("testcase")
    }
    assert lines["nobody is scalded"] == ("tap.py", 28)
    assert lines["cold comes"] == ("tap.py", 29)
    assert lines["assertions"] == ("tap.py", 31)
    assert lines["AG EF x = 0"] == ("ups.smv", 4)
    assert [line for name, line in lines.items() if "x < 2" in str(name)] == [("Ups.tla", 7)]


def test_a_report_in_xml_has_the_verdict(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP)
    run(pytester, "--counterpoint", "tap.py", "--junitxml", "found.xml")
    failures = list(ElementTree.parse(pytester.path / "found.xml").iter("failure"))
    assert [failure.get("message", "").partition("\n")[0] for failure in failures] == [
        "FAILS    nobody is scalded (SCALD can be selected)"
    ]


def test_all_properties_of_a_target_are_decided_by_one_check(pytester: pytest.Pytester) -> None:
    write(pytester, conftest_dot_py=LOGGED, tap_dot_py=TAP, Ups_dot_tla=MODULE)
    run(pytester, "--counterpoint", "tap.py", "--counterpoint", "Ups.tla").assert_outcomes(
        passed=3, failed=2
    )
    assert checks(pytester) == [
        "tap.py ['assertions', 'cold comes', 'nobody is scalded'] ",
        "Ups.tla ['Spec => [](x < 2)', 'Spec => []Small'] ",
    ]


def test_only_what_is_selected_is_decided(pytester: pytest.Pytester) -> None:
    write(pytester, conftest_dot_py=LOGGED, tap_dot_py=TAP, Ups_dot_tla=MODULE)
    given = ("--counterpoint", "tap.py", "--counterpoint", "Ups.tla")
    run(pytester, *given, "-k", "comes or Small").assert_outcomes(passed=2, deselected=3)
    assert checks(pytester) == ["tap.py ['cold comes'] ", "Ups.tla ['Spec => []Small'] "]


def test_nothing_is_decided_after_the_first_failure_if_that_ends_the_run(
    pytester: pytest.Pytester,
) -> None:
    write(pytester, conftest_dot_py=LOGGED, tap_dot_py=TAP, Ups_dot_tla=MODULE)
    result = run(pytester, "--counterpoint", "tap.py", "--counterpoint", "Ups.tla", "-x")
    result.assert_outcomes(failed=1)
    assert [line.split()[0] for line in checks(pytester)] == ["tap.py"]


def test_what_failed_last_is_run_alone(pytester: pytest.Pytester) -> None:
    write(pytester, conftest_dot_py=LOGGED, tap_dot_py=TAP, Ups_dot_tla=MODULE)
    given = ("--counterpoint", "tap.py", "--counterpoint", "Ups.tla")
    run(pytester, *given)
    result = run(pytester, *given, "--lf", "-v")
    result.assert_outcomes(failed=2, deselected=3)
    assert checks(pytester)[2:] == [
        "tap.py ['nobody is scalded'] ",
        "Ups.tla ['Spec => [](x < 2)'] ",
    ]


def test_an_assertion_that_fails_spoils_what_nothing_after_it_was_searched_for(
    pytester: pytest.Pytester,
) -> None:
    write(
        pytester,
        wrong_dot_py="""
from counterpoint import Event, Program, never, sync, thread

GO, BAD = Event("GO"), Event("BAD")


@thread
def goes():
    yield sync(request=GO)
    assert False, "it went"
    yield sync(request=BAD)


program = Program(goes(), requirements={"never bad": never(BAD)})
""",
    )
    result = run(pytester, "--counterpoint", "wrong.py", "-k", "bad")
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines(
        [
            "FAILS    no failed assertion",
            "*(assertion of goes failed: it went",
            "  holds    never bad *",
            "FAILED wrong.py::never bad*",
        ]
    )
    run(pytester, "--counterpoint", "wrong.py").assert_outcomes(passed=1, failed=1)


def test_why_a_property_holds_is_shown_on_request(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP.replace("never(SCALD)", '"AG (once(SCALD) -> once(COLD))"'))
    result = run(pytester, "--counterpoint", "tap.py:mild", "-rP", "-k", "scalded")
    result.assert_outcomes(passed=1, deselected=2)
    result.stdout.fnmatch_lines(
        ["*- Captured verdict call -*", "holds nobody is scalded (vacuously: *"]
    )


def test_an_unknown_answer_does_not_pass(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP)
    limited = ("--counterpoint", "tap.py:mild", "-o", "counterpoint_limit_states=3")
    result = run(pytester, *limited)
    result.assert_outcomes(failed=2, passed=1)  # the run that shows the third was found
    result.stdout.fnmatch_lines(
        ["unknown  nobody is scalded*", "*the limit of 3 states was reached*"]
    )
    result = run(pytester, *limited, "-o", "counterpoint_unknown=skip", "-rs")
    result.assert_outcomes(skipped=2, passed=1)
    result.stdout.fnmatch_lines(["*unknown: nobody is scalded: the limit of 3 states was reached*"])


def test_a_question_that_an_engine_refuses_is_unknown(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP)
    symbolic = ("--counterpoint", "tap.py:mild", "-o", "counterpoint_engine=symbolic")
    result = run(pytester, *symbolic)
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(["[[]CP402] the symbolic engine explores models only*"])
    run(pytester, *symbolic, "-o", "counterpoint_unknown=skip").assert_outcomes(skipped=3)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("counterpoint_unknown=pass", "counterpoint_unknown is fail or skip, not 'pass'"),
        ("counterpoint_engine=fast", "engine= is one of auto, *, not 'fast'"),
        ("counterpoint_limit_states=many", "limit_states= takes a number from 1 up, not 'many'"),
        ("counterpoint_limit_time=soon", "*'soon'*"),
    ],
)
def test_a_wrong_option_ends_the_run(pytester: pytest.Pytester, option: str, says: str) -> None:
    result = run(pytester, "-o", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: *{says}"])


def test_a_target_that_cannot_be_loaded_is_an_error_of_collection(
    pytester: pytest.Pytester,
) -> None:
    write(
        pytester,
        imports_dot_py="import nothing_of_the_kind",
        empty_dot_py="x = 3",
        leaves_dot_py="import sys; sys.exit(3)",
        Bad_dot_tla="---- MODULE Bad ----\nVARIABLE x\nfoo(==\n====\n",
        formula_dot_py=TAP.replace("EF once(COLD)", "EF EF"),
        tap_dot_py=TAP,
    )
    names = ("imports.py", "empty.py", "leaves.py", "Bad.tla", "formula.py", "none.py", "nonesuch")
    given = (word for name in (*names, "tap.py") for word in ("--counterpoint", name))
    result = run(pytester, *given, "--continue-on-collection-errors")
    result.assert_outcomes(errors=7, passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "* ERROR collecting imports.py *",
            '  File "*imports.py", line 1, in <module>',
            "ModuleNotFoundError: No module named 'nothing_of_the_kind'",
            "* ERROR collecting empty.py *",
            "[[]CP206] empty.py: it has no 'program', and no Program, Model or system at all",
            "* ERROR collecting leaves.py *",
            "the program called sys.exit(3)",
            "* ERROR collecting Bad.tla *",
            "[[]CP700] == only defines: = compares",
            "  at Bad.tla:3:5",
            "* ERROR collecting formula.py *",
            "[[]CP400] *",
            "* ERROR collecting none.py *",
            "[[]CP206] there is no file none.py",
            "* ERROR collecting nonesuch *",
            "[[]CP206] 'nonesuch' is neither a Python file, *",
        ]
    )
    text = result.stdout.str() + result.stderr.str()
    assert "INTERNALERROR" not in text
    assert "src/counterpoint" not in text, "frames of Counterpoint say nothing to users"


def test_an_exception_of_the_program_is_shown_with_its_own_frames(
    pytester: pytest.Pytester,
) -> None:
    write(
        pytester,
        breaks_dot_py="""
from counterpoint import Event, Program, never, sync, thread

GO = Event("GO")


@thread
def goes():
    yield sync(request=GO)
    {}["missing"]


program = Program(goes(), requirements={"never": never(GO)})
""",
    )
    result = run(pytester, "--counterpoint", "breaks.py")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        [
            "KeyError: 'missing'",
            '  File "*breaks.py", line 9, in goes',
            "in b-thread goes, resumed with GO at *",
            "FAILED breaks.py::never*",
        ]
    )
    assert "src/counterpoint" not in result.stdout.str()


def test_a_node_id_selects_a_property(pytester: pytest.Pytester) -> None:
    write(pytester, conftest_dot_py=LOGGED, tap_dot_py=TAP, test_other_dot_py="def test(): pass")
    result = run(pytester, "--counterpoint", "tap.py", "tap.py::cold comes", "-v")
    result.assert_outcomes(passed=1)
    assert checks(pytester) == ["tap.py ['cold comes'] "]
    result = run(pytester, "--counterpoint", "tap.py:mild", "tap.py::mild::cold comes", "-v")
    result.assert_outcomes(passed=1)


def test_an_id_is_understood_as_it_is_printed(pytester: pytest.Pytester) -> None:
    """pytest closes a bracket that it takes for a parameter's."""
    write(pytester, Ups_dot_tla=MODULE)
    result = run(pytester, "--counterpoint", "Ups.tla")
    result.assert_outcomes(passed=1, failed=1)
    (printed,) = re.findall(r"^FAILED (.*?)(?: - FAILS.*)?$", result.stdout.str(), re.M)
    run(pytester, "--counterpoint", "Ups.tla", printed).assert_outcomes(failed=1)


def test_a_node_id_of_a_function_is_left_to_pytest(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP, pytest_dot_ini="[pytest]\ncounterpoint_targets = tap.py\n")
    result = run(pytester, "tap.py::test_what_is_mild", "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["tap.py::test_what_is_mild PASSED*"])


def test_odd_names_are_names_of_tests(pytester: pytest.Pytester) -> None:
    names = ["a::b", "with [x] in", "x\x00y", "two\nlines", "two lines", "\u00e9\u2192"]
    write(
        pytester,
        odd_dot_py=f"""
from counterpoint import Event, Program, sync, thread


@thread
def go():
    yield sync(request=Event("GO"))


program = Program(go(), requirements=dict.fromkeys({names!r}, "AG true"))
""",
    )
    given = ("--counterpoint", "odd.py", "-v")
    result = run(pytester, *given)
    result.assert_outcomes(passed=7)
    result.stdout.fnmatch_lines(
        [
            "odd.py::a::b PASSED*",
            "odd.py::with [[]x] in PASSED*",
            "odd.py::x\ufffdy PASSED*",
            "odd.py::two lines PASSED*",
            "odd.py::two lines (2) PASSED*",
            "odd.py::\u00e9\u2192 PASSED*",
        ]
    )
    ids = ("odd.py::a::b", "odd.py::with [x] in", "odd.py::two lines (2)", "odd.py::\u00e9\u2192")
    run(pytester, *given, *ids).assert_outcomes(passed=4)


def test_a_property_that_is_not_there_is_an_error(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP)
    result = run(pytester, "--counterpoint", "tap.py", "tap.py::warm")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        ["tap.py has no property 'warm'; it has nobody is scalded; cold comes; assertions"]
    )


def test_targets_of_the_configuration_belong_to_runs_of_everything_and_of_their_files(
    pytester: pytest.Pytester,
) -> None:
    pytester.mkdir("deep")
    write(pytester, test_other_dot_py="def test_one(): pass")
    (pytester.path / "deep" / "tap.py").write_text(TAP)
    write(
        pytester,
        pytest_dot_ini="[pytest]\ncounterpoint_targets =\n  deep/tap.py:mild\n  hot_cold\n",
    )
    run(pytester).assert_outcomes(passed=7)
    run(pytester, "-n", "2").assert_outcomes(passed=7)
    run(pytester, "test_other.py").assert_outcomes(passed=1)
    run(pytester, "deep").assert_outcomes(passed=3)
    run(pytester, "test_other.py", "hot_cold::deadlock").assert_outcomes(passed=2)


def test_a_target_of_the_configuration_is_beside_it(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pytester.mkdir("deep")
    write(pytester, tap_dot_py=TAP, pytest_dot_ini="[pytest]\ncounterpoint_targets = tap.py:mild\n")
    monkeypatch.chdir(folder)
    result = run(pytester, "--rootdir", str(pytester.path), "-c", "../pytest.ini", "-v")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*tap.py::mild::cold comes PASSED*"])


@pytest.mark.parametrize("how", ["load", "loadgroup"])
def test_workers_find_the_same_properties(pytester: pytest.Pytester, how: str) -> None:
    write(pytester, tap_dot_py=TAP, Ups_dot_tla=MODULE, test_one_dot_py="def test_one(): pass")
    given = ("--counterpoint", "tap.py", "--counterpoint", "Ups.tla", "--counterpoint", "hot_cold")
    result = run(pytester, *given, "-n", "2", "--dist", how, "-v")
    result.assert_outcomes(passed=7, failed=2)
    result.stdout.fnmatch_lines(["*FAILS    nobody is scalded (SCALD can be selected)*"])


def test_workers_run_what_a_node_id_selects(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP, test_one_dot_py="def test_one(): pass")
    run(pytester, "--counterpoint", "tap.py", "tap.py::cold comes", "-n", "2").assert_outcomes(
        passed=1
    )


def test_marks_of_properties_limit_their_checks(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        conftest_dot_py=LOGGED
        + """

import pytest


def pytest_collection_modifyitems(items):
    for item in items:
        if item.name == "nobody is scalded":
            item.add_marker(pytest.mark.counterpoint(limit_states=3))
""",
        tap_dot_py=TAP,
    )
    run(pytester, "--counterpoint", "tap.py:mild").assert_outcomes(passed=2, failed=1)
    assert checks(pytester) == [
        "tap.py:mild ['nobody is scalded'] {'limit_states': 3}",
        "tap.py:mild ['assertions', 'cold comes'] ",
    ]


def test_theorems_that_look_alike_are_told_apart(pytester: pytest.Pytester) -> None:
    twice = MODULE.replace("THEOREM Spec => [](x < 2)", "THEOREM Spec => []Small")
    write(pytester, Ups_dot_tla=twice)
    result = run(pytester, "--counterpoint", "Ups.tla", "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["Ups.tla::Spec => []Small (2) PASSED*"], consecutive=False)


def test_ctrl_c_ends_the_run(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        endless_dot_py="""
import signal


class Endless:
    def initial(self):
        return [0]

    def successors(self, state):
        if state == 50:
            signal.raise_signal(signal.SIGINT)
        return [("up", state + 1)]

    def show(self, state):
        return str(state)


system = Endless()
""",
        tap_dot_py=TAP,
    )
    result = run(pytester, "--counterpoint", "endless.py", "--counterpoint", "tap.py")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*KeyboardInterrupt*"])
    result.assert_outcomes()


def test_a_target_given_twice_is_checked_once(pytester: pytest.Pytester) -> None:
    write(pytester, tap_dot_py=TAP, pytest_dot_ini="[pytest]\ncounterpoint_targets = tap.py\n")
    result = run(pytester, "--counterpoint", "tap.py", "--counterpoint", "./tap.py", "-k", "comes")
    result.assert_outcomes(passed=1, deselected=2)


def test_the_plugin_is_loaded_once_however_often_it_is_named(pytester: pytest.Pytester) -> None:
    write(pytester, conftest_dot_py='pytest_plugins = ["counterpoint.plugin"]', tap_dot_py=TAP)
    again = ("-p", "counterpoint.plugin")
    run(pytester, *again, "--counterpoint", "tap.py::mild".replace("::", ":")).assert_outcomes(
        passed=3
    )


def test_the_entry_point_has_the_name_by_which_the_plugin_is_asked_for() -> None:
    """Otherwise pytest would load it twice, and refuse that, if both are used."""
    project = Path(counterpoint.__path__[0]).parents[1] / "pyproject.toml"
    points = tomllib.loads(project.read_text())["project"]["entry-points"]["pytest11"]
    assert points == {"counterpoint.plugin": "counterpoint.plugin"}


def test_a_run_without_checks_imports_hardly_anything(pytester: pytest.Pytester) -> None:
    write(
        pytester,
        test_one_dot_py="""
import sys


def test_one():
    print("loaded:", *sorted(name for name in sys.modules if name.startswith("counterpoint")))
""",
    )
    result = run(pytester, "-s")
    result.assert_outcomes(passed=1)
    (line,) = re.findall(r"loaded: (.*)", result.stdout.str())
    assert line.split() == [
        "counterpoint",
        "counterpoint.engines",
        "counterpoint.engines.base",
        "counterpoint.engines.base.observer",
        "counterpoint.plugin",
        "counterpoint.plugin.monitors",
        "counterpoint.plugin.notebook",
        "counterpoint.plugin.options",
    ]
