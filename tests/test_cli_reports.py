"""Reports of `check` for other programs: files, annotations, and what has changed since."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from counterpoint.cli import output

from .command_line import Run, Said
from .patience import PATIENCE
from .report.checked import FILES
from .report.sarif_rules import faults
from .test_watchman import DEAF, ENDLESS, begun

assert FILES  # they are written for each command

NOTATIONS = [
    ("taps.py",),
    ("taps.py:stuck",),
    ("lift.py",),
    ("Lift.tla",),
    ("lift.smv",),
    ("lamps.led",),
    ("flip.aag",),
    ("game.pg",),
    ("clock.py", "deadlock"),
]

ALL = ("--junit", "j.xml", "--sarif", "s.json", "--save", "b.json", "--format", "github")


def cases(path: str = "j.xml") -> list[tuple[str, str]]:
    """The name of each test case in a report, and what became of it."""
    (suite,) = Xml.parse(path).getroot()
    return [
        (case.attrib["name"], next((each.tag for each in case if each.tag != "system-out"), "ok"))
        for case in suite.findall("testcase")
    ]


def log(path: str = "s.json") -> Any:
    found = json.loads(Path(path).read_text(encoding="utf-8"))
    assert faults(found) == []
    return found


def levels(path: str = "s.json") -> list[str]:
    return [result["level"] for result in log(path)["runs"][0]["results"]]


def noted(said: Said) -> list[str]:
    return [line for line in said.out.splitlines() if line.startswith("::")]


@pytest.fixture
def never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """No check begins."""

    def begin(*_given: object, **_options: object) -> None:
        raise AssertionError("a check has begun")

    monkeypatch.setattr("counterpoint.engines.check.check", begin)


@pytest.mark.slow
@pytest.mark.parametrize("target", NOTATIONS, ids=lambda of: of[0])
def test_all_reports_are_written_in_one_call_for_each_notation(
    run: Run, target: tuple[str, ...]
) -> None:
    said = run("check", *target, *ALL)
    assert said.code == 1
    assert len(noted(said)) == len(levels())
    assert "error" in levels()
    assert [case for case in cases() if case[1] == "failure"]
    assert said.out.splitlines()[-1].startswith("::error ")
    again = run("check", *target, "--against", "b.json")
    assert again.code == 1
    assert "FAILS by the same run" in again.out
    assert not any(word in again.out for word in ("  changed  ", "  new  ", "  rules  "))


def test_without_options_nothing_is_written_and_the_text_is_the_same(run: Run) -> None:
    before = sorted(os.listdir())
    plain = run("check", "taps.py:stuck")
    assert sorted(set(os.listdir()) - {"__pycache__"}) == before
    reported = run("check", "taps.py:stuck", *ALL)
    usual = [line for line in reported.out.splitlines() if not line.startswith("::")]
    assert usual[1:] == plain.out.splitlines()[1:]


def test_the_text_comes_first_and_annotations_have_the_place(run: Run) -> None:
    said = run("check", "taps.py:outside", "--format", "github")
    (line,) = noted(said)
    assert said.out.splitlines()[-1] == line
    assert line.startswith("::error file=taps.py,line=35,title=never left::never left: fails after")
    assert "%0A    2  LEFT  requested by turns at " in line


def test_what_holds_has_no_annotation(run: Run) -> None:
    said = run("check", "taps.py", "deadlock", "--format", "github", "--sarif", "s.json")
    assert (said.code, noted(said), levels()) == (0, [], [])


@pytest.mark.slow
def test_beyond_a_limit_the_reports_say_unknown(run: Run) -> None:
    said = run("check", "taps.py:endless", "--limit-states", "600", *ALL)
    assert said.code == 3
    assert cases() == [("not cold", "error")]
    assert levels() == ["warning"]
    (line,) = noted(said)
    assert line.startswith("::warning file=taps.py,line=70,title=not cold::not cold: unknown (")
    (saved,) = json.loads(Path("b.json").read_text())["properties"]
    assert saved["answer"] == "unknown"


def test_what_held_before_and_is_unknown_now_is_said(run: Run) -> None:
    run("check", "lift.py", "back", "--save", "b.json")
    said = run("check", "lift.py", "back", "--against", "b.json", "--limit-states", "1",
               "--engine", "explicit")  # fmt: skip
    assert said.code == 3
    assert "  changed  back: holds -> unknown" in said.out


def test_an_interrupted_check_is_reported_as_unknown(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(self: object, tuning: object = None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("counterpoint.bp.program.Program.network", press)
    said = run("check", "taps.py", *ALL)
    assert said.code == 3
    assert cases() == [("no cold", "error")]
    assert levels() == ["warning"]
    assert noted(said)[0].startswith("::warning ")
    assert json.loads(Path("b.json").read_text())["properties"][0]["reason"] == "interrupted"


def test_an_interrupt_before_there_is_a_target_is_reported_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pressed.py").write_text("raise KeyboardInterrupt\n")
    said = run("check", "pressed.py", *ALL)
    assert said.code == 3
    assert cases() == [("check", "error")]
    assert levels() == ["warning"]
    assert not Path("b.json").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_a_signal_while_much_is_found_leaves_whole_reports(tmp_path: Path) -> None:
    options = ("--junit", "j.xml", "--sarif", "s.json")
    with begun(tmp_path, ENDLESS, *options) as process:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert [became for _, became in cases(str(tmp_path / "j.xml"))] == ["error"]
    assert levels(str(tmp_path / "s.json")) == ["warning"]
    assert sorted(tmp_path.glob(".*")) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_where_the_main_thread_hears_no_signal_the_reports_are_written_anyway(
    tmp_path: Path,
) -> None:
    with begun(tmp_path, DEAF, "--junit", "j.xml") as process:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert "interrupted, nothing was decided" in (tmp_path / "j.xml").read_text()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_a_check_that_is_killed_leaves_no_report_that_passes(tmp_path: Path) -> None:
    (tmp_path / "j.xml").write_text("an old report")
    with begun(tmp_path, DEAF, "--junit", "j.xml", "--sarif", "s.json") as process:
        process.kill()
        process.communicate(timeout=PATIENCE)
    assert "the check did not end" in (tmp_path / "j.xml").read_text()
    assert cases(str(tmp_path / "j.xml")) == [("check", "error")]
    assert levels(str(tmp_path / "s.json")) == ["warning"]


def test_what_an_engine_refuses_is_unknown_and_no_error(run: Run) -> None:
    said = run("check", "taps.py", "--engine", "tabled", *ALL)
    assert said.code == 3
    assert noted(said)[0].startswith("::warning file=taps.py,line=1,title=check::check: unknown (")
    assert (cases(), levels()) == ([("check", "error")], ["warning"])


def test_wrong_input_is_reported_as_an_error_and_passes_through(run: Run, tmp_path: Path) -> None:
    (tmp_path / "Bad.tla").write_text("---- MODULE Bad ----\nVARIABLE x\nInit == x = \n====\n")
    said = run("check", "Bad.tla", *ALL)
    assert said.code == 2
    assert "[CP700]" in said.err
    (line,) = noted(said)
    assert line.startswith("::error file=Bad.tla,line=3,col=11,")
    assert said.out == f"{line}\n"
    assert cases() == [("check", "error")]
    assert levels() == ["error"]
    assert not log()["runs"][0]["invocations"][0]["executionSuccessful"]
    assert not Path("b.json").exists()


def test_an_exception_in_the_program_is_reported_at_its_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import counterpoint\nprogram = 1 / 0\n")
    said = run("check", "broken.py", *ALL)
    assert said.code == 2
    assert noted(said) == [
        "::error file=broken.py,line=2,title=check::check: ZeroDivisionError: division by zero"
    ]


# What has changed since.


def test_against_says_what_has_changed(run: Run) -> None:
    run("check", "taps.py:stuck", "it flows", "assertions", "--save", "b.json")
    text = FILES["taps.py"].replace("yield sync(block=[HOT, COLD])", "yield sync(block=[HOT])")
    Path("taps.py").write_text(text)
    said = run("check", "taps.py:stuck", "it flows", "hot-termination", "--against", "b.json")
    tail = said.out.partition("against b.json\n\n")[2].splitlines()
    assert tail[:3] == [
        "  new      no hot termination: holds vacuously",
        "  gone     no failed assertion: holds vacuously before",
        "  as was   it flows: FAILS by another run: 3 steps, not 1",
    ]
    assert tail[-2:] == ["  rules    changed bars", "  files    changed taps.py"]
    assert said.code == 1


def test_what_is_worse_than_before_fails_if_asked(run: Run) -> None:
    given = ("--against", "b.json", "--format", "github")
    run("check", "taps.py:stuck", "assertions", "hot-termination", "--save", "b.json")
    words = ("check", "taps.py:stuck", "assertions", "--without", "bars", *given)
    said = run(*words)
    assert said.code == 0
    changed = "::warning file=taps.py,line=1,title=changed::"
    assert noted(said) == [
        f"{changed}no hot termination: gone, holds vacuously before (against b.json)",
        f"{changed}rule bars: removed (against b.json)",
    ]
    strict = run(*words, "--fail-on-change")
    assert strict.code == 1
    assert [line.partition(" ")[0] for line in noted(strict)] == ["::error", "::error"]
    assert "failed by --fail-on-change: no hot termination: gone, holds" in strict.out
    same = run(
        "check", "taps.py:stuck", "assertions", "hot-termination", *given, "--fail-on-change"
    )
    assert (same.code, noted(same)) == (0, [])


def test_what_holds_vacuously_fails_if_asked(run: Run) -> None:
    words = ("check", "taps.py:stuck", "assertions", "hot-termination", *ALL)
    assert run(*words).code == 0
    said = run(*words, "--fail-on-vacuous")
    assert said.code == 1
    assert [what for _, what in cases()] == ["failure", "failure"]
    assert levels() == ["error", "error"]
    assert [line.partition(" ")[0] for line in noted(said)] == ["::error", "::error"]
    assert "failed by --fail-on-vacuous: assertions; hot-termination" in said.out


def test_an_unknown_event_of_a_requirement_is_said_with_its_line(run: Run) -> None:
    Path("typo.py").write_text(
        "from taps import program as taps\n"
        "from counterpoint import Program\n"
        "program = Program(\n"
        "    *taps.threads,\n"
        "    requirements={'flows': 'F HOT', 'comes': 'F PARCEL'},\n"
        ")\n"
    )
    said = run("check", "typo.py", "--format", "github")
    assert said.code == 2
    assert noted(said)[0].startswith(
        "::error file=typo.py,line=5,title=check::[CP401] check: requirement 'comes': 'PARCEL' is "
        "no event of the program and no atom: no b-thread requests, waits for or blocks it"
    )


def test_a_failure_is_a_failure_even_if_it_was_one_before(run: Run) -> None:
    assert run("check", "taps.py", "--save", "b.json").code == 1
    assert run("check", "taps.py", "--against", "b.json").code == 1


def test_rules_that_are_switched_off_are_said_to_be_gone(run: Run) -> None:
    run("check", "taps.py:stuck", "--save", "b.json")
    said = run("check", "taps.py:stuck", "--without", "bars", "--against", "b.json")
    assert "  rules    removed bars" in said.out
    assert "  changed  it flows: FAILS -> holds" in said.out


def test_definitions_of_a_module_that_changed_are_named(run: Run) -> None:
    run("check", "Lift.tla", "--save", "b.json")
    text = FILES["Lift.tla"].replace("Low == floor < 3", "Low == floor < 4")
    Path("Lift.tla").write_text(text)
    said = run("check", "Lift.tla", "--against", "b.json")
    assert said.code == 0
    assert said.out.partition("against b.json\n\n")[2].splitlines() == [
        "  changed  Spec => []Low: FAILS -> holds",
        "  rules    changed Low",
        "  files    changed Lift.tla",
    ]


def test_json_has_the_same(run: Run) -> None:
    run("check", "taps.py:stuck", "--save", "b.json")
    said = run("check", "taps.py:stuck", "--without", "bars", "--against", "b.json", "--json")
    found = json.loads(said.out)["against"]
    assert found["file"] == "b.json"
    assert [(each["name"], each["before"], each["now"]) for each in found["changed"]] == [
        ("it flows", "fails", "holds")
    ]
    assert found["rules"] == {"changed": [], "added": [], "removed": ["bars"]}
    assert "against" not in json.loads(run("check", "taps.py", "--json").out)


def test_a_baseline_may_be_compared_with_and_saved_anew(run: Run) -> None:
    run("check", "taps.py:stuck", "--save", "b.json")
    text = FILES["taps.py"].replace("yield sync(block=[HOT, COLD])", "yield sync(block=LEFT)")
    Path("taps.py").write_text(text)
    both = ("--against", "b.json", "--save", "b.json")
    assert "FAILS -> holds" in run("check", "taps.py:stuck", *both).out
    assert "  nothing has changed" in run("check", "taps.py:stuck", *both).out


def test_a_target_has_the_same_name_from_each_folder_of_a_repository(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    run("check", "taps.py:stuck", "--save", "b.json")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    said = run("check", "../taps.py:stuck", "--against", "../b.json", "--format", "github")
    assert "FAILS by the same run" in said.out
    assert noted(said)[0].startswith("::error file=taps.py,line=22,")


# What is refused, before a check begins.


@pytest.mark.usefixtures("never_asked")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--json", "--format", "github"), "--json prints one object, and --format github"),
        (("--format", "xml"), "'xml' is not one of 'text', 'github'"),
        (("--junit", ""), "--junit needs the name of a file, which is empty here"),
        (("--fail-on-change",), "--fail-on-change compares with a baseline"),
        (("--against", ""), "--against needs the name of a file"),
        (("--junit", "taps.py"), "--junit taps.py would be written over a source"),
        (("--save", "other.cfg"), "--save other.cfg would be written over a source"),
        (("--junit", "a", "--sarif", "./a"), "--junit and --sarif name one file, and need two"),
        (("--sarif", "a", "--save", "a"), "--sarif and --save name one file, and need two"),
        (("--junit", "a", "--against", "a"), "--junit and --against name one file"),
        (("--save", "a", "--sarif", "a", "--against", "a"), "--sarif and --save name one file"),
        (("--save", "a", "--recover", "a"), "--save and --recover name one file, and need two"),
        (("--junit", "none/j.xml"), "No such file or directory: 'none/j.xml'"),
        (("--sarif", "none/s.json"), "No such file or directory: 'none/s.json'"),
        (("--save", "none/b.json"), "No such file or directory: 'none/b.json'"),
        (("--junit", "."), "this is a folder, and a file is needed: '.'"),
        (("--against", "none.json"), "[CP209] none.json cannot be read: No such file"),
        (("--against", "taps.py"), "[CP209] taps.py holds no saved verdicts: it is not JSON"),
    ],
)
def test_wrong_options_are_said_before_a_check_begins(
    run: Run, options: tuple[str, ...], message: str
) -> None:
    said = run("check", "taps.py", *options)
    assert said.code == 2
    err = said.err if "--json" not in options else json.loads(said.out)["error"]["message"]
    assert message in " ".join(err.split())
    assert Path("taps.py").read_text() == FILES["taps.py"]
    assert not Path("a").exists()


@pytest.mark.usefixtures("never_asked")
def test_a_baseline_of_another_target_is_refused_before_a_check_begins(run: Run) -> None:
    data = {
        "format": 1,
        "target": "taps.py:stuck",
        "version": "0",
        "notation": "model",
        "states": 1,
        "transitions": 1,
        "complete": True,
        "properties": [],
        "rules": {},
        "files": {},
    }
    Path("b.json").write_text(json.dumps(data))
    said = run("check", "taps.py", "--against", "b.json", "--junit", "j.xml")
    assert said.code == 2
    assert "[CP209] b.json was saved for taps.py:stuck, and taps.py is checked" in said.err
    assert not Path("j.xml").exists()


def test_a_file_that_may_not_be_written_is_said_before_a_check_begins(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("j.xml").write_text("kept")
    monkeypatch.setattr(os, "access", lambda *_: False)
    said = run("check", "taps.py", "--junit", "j.xml")
    assert said.code == 2
    assert "this file may not be written: 'j.xml'" in said.err
    assert Path("j.xml").read_text() == "kept"


def test_a_program_may_change_the_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "taps.py").write_text(f"import os\nos.chdir('below')\n{FILES['taps.py']}")
    said = run("check", "taps.py", *ALL)
    assert said.code == 1
    assert noted(said)[0].startswith("::error file=taps.py,line=12,")
    assert sorted(os.listdir(tmp_path / "below")) == []
    assert cases(str(tmp_path / "j.xml")) == [("no cold", "failure")]
    assert levels(str(tmp_path / "s.json")) == ["error"]
    saved = json.loads((tmp_path / "b.json").read_text())
    assert (saved["target"], list(saved["files"])) == ("taps.py", ["taps.py"])


def test_a_file_that_cannot_be_written_in_the_end_is_said_after_the_answers(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    text = f"import shutil\nshutil.rmtree('out', ignore_errors=True)\n{FILES['taps.py']}"
    (tmp_path / "taps.py").write_text(text)
    said = run("check", "taps.py", "--junit", "out/j.xml", "--sarif", "s.json", "--save", "b.json")
    assert said.code == 2
    assert levels() == ["error"]
    assert Path("b.json").exists()
    assert "  FAILS    no cold" in said.out
    assert "No such file or directory" in said.err


def test_a_file_stays_as_it_is_if_writing_it_fails(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text("kept")
    with pytest.raises(TypeError):
        output.write(str(path), "no bytes")  # type: ignore[arg-type]
    assert path.read_text() == "kept"
    assert os.listdir(tmp_path) == ["b.json"]


@pytest.mark.skipif(os.name != "posix", reason="links and modes are those of POSIX")
def test_a_link_leads_on_to_its_file_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path, link = tmp_path / "b.json", tmp_path / "link.json"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    output.write(str(link), b"new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there are no devices")
def test_a_device_is_written_to_and_not_replaced(run: Run) -> None:
    assert run("check", "taps.py", "--junit", "/dev/null", "--save", "/dev/null").code == 2
    assert run("check", "taps.py", "--junit", "/dev/null").code == 1
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there are no devices")
def test_the_output_may_be_the_file(tmp_path: Path) -> None:
    (tmp_path / "taps.py").write_text(FILES["taps.py"])
    with (tmp_path / "out").open("wb") as out:
        command = [sys.executable, "-m", "counterpoint", "check", "taps.py"]
        options = ["--junit", "/dev/stdout"]
        done = subprocess.run([*command, *options], cwd=tmp_path, stdout=out, check=False)
    text, _, xml = (tmp_path / "out").read_text().partition("<?xml")
    assert done.returncode == 1
    assert "  FAILS    no cold" in text
    assert xml.rstrip().endswith("</testsuites>")


def test_paths_of_odd_names_are_escaped(run: Run, tmp_path: Path) -> None:
    name = "ö, b%c.py"
    (tmp_path / name).write_text(FILES["taps.py"], encoding="utf-8")
    said = run("check", name, *ALL)
    sys.modules.pop("ö, b%c", None)
    assert noted(said)[0].startswith("::error file=ö%2C b%25c.py,line=")
    (result,) = log()["runs"][0]["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "%C3%B6%2C%20b%25c.py"
