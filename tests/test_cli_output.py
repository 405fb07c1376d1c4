"""Files that commands write: never over a source, nor over what a user wrote."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from counterpoint.report.tours_filled import HEAD

from .command_line import Run

RULES = """
from counterpoint import Body, Program, events, sync, thread

Place, Pay = events("Place Pay")

@thread
def customer() -> Body:
    yield sync(request=Place(1))
    yield sync(request=Pay(1))

program = Program(customer())
"""
MODEL = """
from counterpoint import Model, step

model = Model("lamp")
on = model.var("on", range(2), init=0)

@model.action
def press():
    return step(set={on: 1 - on})
"""
LAMP = """
MODULE main
VAR on : boolean;
ASSIGN init(on) := FALSE; next(on) := !on;
"""
MODULE = """---- MODULE Lamp ----
VARIABLE on
Spec == on = FALSE /\\ [][on' = ~on]_on
THEOREM Spec => [](on \\in BOOLEAN)
====
"""
FILES = {
    "orders.py": RULES,
    "lamp.py": MODEL,
    "lamp.smv": LAMP,
    "Lamp.tla": MODULE,
    "lamp.cfg": "",
    "x.json": "{}",
}

WRITERS = [
    ("tests", "orders.py", "-o", "orders.py"),
    ("tests", "lamp.smv", "-o", "lamp.smv.py"),
    ("report", "orders.py", "-o", "orders.py"),
    ("report", "orders.py", "-o", "lamp.cfg"),
    ("report", "orders.py", "-o", "page.PY"),
    ("report", "orders.py", "-o", "page.html"),
    ("graph", "orders.py", "-o", "orders.py"),
    ("export", "lamp.py", "--to", "smv", "-o", "lamp.py"),
    ("export", "lamp.smv", "--to", "smv", "-o", "./lamp.smv"),
    ("export", "lamp.smv", "--to", "smv", "-o", "hard.smv"),
    ("sweep", "lamp.py", "--set", "n=1..2", "-o", "rows.csv"),
    ("check", "orders.py", "--junit", "page.html"),
    ("check", "Lamp.tla", "--limit-states", "1", "--checkpoint", "Lamp.tla"),
]
LINKS = {"page.html": "orders.py", "rows.csv": "orders.py", "lamp.smv.py": "lamp.smv"}


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_nothing_is_written_over_a_source(run: Run, words: tuple[str, ...]) -> None:
    for link, file in LINKS.items():
        os.symlink(file, link)
    os.link("lamp.smv", "hard.smv")
    said = run(*words)
    assert said.code == 2
    assert f"{words[-2]} {words[-1]} would be written over a source" in said.err
    assert {file: Path(file).read_text() for file in FILES} == FILES


def test_a_model_is_written_again(run: Run) -> None:
    for _ in range(2):
        assert run("export", "lamp.py", "--to", "smv", "-o", "new.smv").code == 0


def test_what_cannot_be_written_is_said_before_the_work(run: Run) -> None:
    assert "needs the name of a file" in run("report", "none.py", "-o", "").err
    said = run("report", "none.py", "-o", "none/page.html", "--limit-time", "1")
    assert (said.code, "No such file or directory: 'none/page.html'" in said.err) == (2, True)


def test_tests_replace_only_tests(run: Run) -> None:
    write = ("tests", "orders.py", "-o")
    for file in ("x.json", "lamp.py"):
        said = run(*write, file)
        assert said.code == 2
        assert "`counterpoint tests` did not write it: write to another name" in said.err
        assert Path(file).read_text() == FILES[file]
    for file in ("new.json", "test_new.py"):
        Path(file).touch()
        assert [run(*write, file).code for _ in range(2)] == [0, 0]


@pytest.mark.parametrize(("target", "runs", "code"), [("x", HEAD, 0), (HEAD * "x", 0, 2)])
def test_json_is_known_as_tests_by_how_it_begins(
    run: Run, target: str, runs: int, code: int
) -> None:
    text = json.dumps({"target": target, "cover": "states", "runs": runs * "r"}, indent=2)
    Path("old.json").write_text(text)
    assert run("tests", "orders.py", "-o", "old.json").code == code
    assert (Path("old.json").read_text() == text) == (code == 2)


KEPT = [
    ("raise NotImplementedError('pay is", "self.shop.pay()", "its Adapter is filled in"),
    ("    def __init__", "    emits = ()\n\n    def __init__", "its Adapter is filled in"),
    ("# For each run", "def helper(): ...\n\n\n# For each run", "it has helper, which"),
    ("HERE = ", "FIRST = HERE = ", "it has FIRST = HERE = Path(__file__).parent, which"),
    ("class Adapter:", "class Adapter:\nx = (", "its Adapter is filled in"),
]


@pytest.mark.parametrize(("old", "new", "why"), KEPT)
def test_tests_keep_what_a_user_has_filled_in(run: Run, old: str, new: str, why: str) -> None:
    assert run("tests", "orders.py", "-o", "test_it.py").code == 0
    text = Path("test_it.py").read_text()
    assert old in text
    Path("test_it.py").write_text(text.replace(old, new))
    said = run("tests", "orders.py", "-o", "test_it.py", "--json")
    assert said.code == 2
    message = json.loads(said.out)["error"]["message"]
    assert why in message
    assert ("give it by --implementation" in message) == ("Adapter" in why)
    assert Path("test_it.py").read_text() == text.replace(old, new)


def test_an_adapter_of_a_program_says_how_to_name_what_is_sent(run: Run) -> None:
    for target, is_program in (("orders.py", True), ("lamp.py", False)):
        assert run("tests", target, "-o", "test_it.py").code == 0
        assert ('as in `emits = ("Refund",)`.' in Path("test_it.py").read_text()) == is_program


def test_tests_replace_those_with_another_adapter(run: Run) -> None:
    given = ("tests", "orders.py", "-o", "test_it.py", "--implementation")
    assert [run(*given, f"shop:{name}").code for name in ("One", "Other")] == [0, 0]
    assert "from shop import Other as Adapter" in Path("test_it.py").read_text()


@pytest.mark.parametrize(
    "files",
    [
        {"it.py": "find_target(__file__)"},
        {"it.py": "find_target('other.py')", "other.py": "find_target('it.py')"},
    ],
    ids=len,
)
def test_a_file_that_loads_itself_is_an_error_of_that_file(run: Run, files: dict[str, str]) -> None:
    for file, code in files.items():
        head = "from counterpoint.target import find_target"
        Path(file).write_text(f"{head}\nprogram = {code}\n")
    said = run("check", "it.py")
    assert said.code == 2
    assert said.err.startswith("counterpoint: [CP206] ")
    assert "it.py loads itself: here, while it is loaded, " in said.err
    assert "it.py:2\n" in said.err
    Path("it.py").write_text(RULES)
    assert run("check", "it.py", "deadlock").code == 0
