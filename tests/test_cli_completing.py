"""Completion by shells: what is proposed where, and what the shells make of it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import click
import pytest

from counterpoint.bundled import bundled_examples
from counterpoint.cli import cli
from counterpoint.cli.completing import completed
from counterpoint.cli.installing import SHELLS, VARIABLE, installation_for

from .command_line import Run

RULES = """
import counterpoint
from counterpoint import Program, thread

raise SystemExit("this is not run")

@thread
def pour(): yield

@thread()
def alternate(): yield

@counterpoint.thread
def feel(): yield

def no_rule(): yield

program = Program(pour(), requirements={"nobody is scalded": 1, "cold comes": 2})
other = {"no requirement": 3}
model.requires({"mild": 4}, low=5)
"""

FILES = {"rules.py": RULES, "broken.py": "def (", "Game.tla": "", "notes.txt": "", "t.led": ""}

PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

Ask: TypeAlias = Callable[..., list[str]]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """What is proposed for the last of some words, in a folder with FILES."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "models" / "__pycache__").mkdir(parents=True)
    (tmp_path / "models" / "m.smv").touch()
    (tmp_path / ".hidden").mkdir()

    def proposed(*words: str) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", shlex.join(["counterpoint", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        assert completed(cli, "bash_complete") == 0
        lines = [line for line in capsys.readouterr().out.splitlines() if line]
        assert all(line.startswith(("plain,", "file,")) for line in lines)
        return [line.removeprefix("plain,") for line in lines]

    return proposed


def test_commands_and_options_are_completed(ask: Ask) -> None:
    assert ask("co") == ["compare", "conform"]
    assert set(ask("")) == cli.commands.keys()
    assert ask("check", "--limit-") == ["--limit-states", "--limit-memory", "--limit-time"]
    assert ask("--install") == ["--install-completion"]
    assert ask("check", "hot_cold", "--engine", "sym") == ["symbolic"]


def test_a_target_is_an_example_a_file_or_a_folder(ask: Ask) -> None:
    examples = {example.name for example in bundled_examples()}
    assert set(ask("check", "")) == examples | FILES.keys() - {"notes.txt"} | {"models"}
    assert ask("check", "hot") == ["hot_cold"]
    assert ask("check", "rul") == ["rules.py"]
    assert ask("check", "models/") == ["models/m.smv"]
    assert ask("check", "none/") == []
    assert ask("compare", "hot_cold", "pet") == ["peterson"]
    assert ask("play", "hot_cold", "pet") == ["peterson"]


def test_each_target_of_a_command_is_completed(ask: Ask) -> None:
    for name, command in cli.commands.items():
        arguments = [each for each in command.params if isinstance(each, click.Argument)]
        if arguments and arguments[0].name in ("target", "first", "game"):
            assert ask(name, "peters") == ["peterson"], name


def test_a_property_is_a_requirement_or_one_that_every_program_has(ask: Ask) -> None:
    assert ask("check", "rules.py", "") == [
        *("nobody is scalded", "cold comes", "mild", "low"),
        *("assertions", "deadlock", "hot-termination", "hot-cycle", "hot-system-cycle"),
    ]
    assert ask("check", "rules.py:program", "no") == ["nobody is scalded"]
    assert ask("check", "peterson", "never both", "who") == ["who waits gets in"]
    assert ask("repair", "peterson", "never") == ["never both"]
    assert ask("check", "Game.tla", "dead") == ask("check", "broken.py", "dead") == ["deadlock"]


def test_rules_are_completed(ask: Ask) -> None:
    assert ask("check", "rules.py", "--without", "") == ["pour", "alternate", "feel"]
    assert ask("check", "hot_cold", "--only", "st") == ["stays_mild"]
    assert ask("check", "--only", "") == []


def test_codes_and_files_are_completed(ask: Ask) -> None:
    assert ask("explain", "cp60") == ["CP600", "CP601", "CP605"]
    for words in (["check", "Game.tla", "--config"], ["conform", "rules.py"], ["eval"]):
        assert ask(*words, "no") == ["file,no"]


def test_what_cannot_be_completed_is_no_error(ask: Ask) -> None:
    assert completed(cli, "tcsh_complete") == 1
    assert ask("dance", "with") == []
    assert ask("check", "hot_cold", "--limit-time", "so") == []
    assert ask("check", "hot_cold", "--workers", "many", "dead") == ["deadlock"]
    assert ask("new", "cross") == []


def said_by(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={**os.environ, "PATH": PATH, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_process_answers_a_shell_and_nothing_else() -> None:
    said = said_by(
        *(sys.executable, "-m", "counterpoint"),
        **{VARIABLE: "fish_complete", "COMP_WORDS": "counterpoint exp", "COMP_CWORD": "exp"},
    )
    assert (said.returncode, said.stderr) == (0, "")
    assert [line.partition("\t")[0] for line in said.stdout.splitlines()] == [
        "plain,explain",
        "plain,export",
    ]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_and_quotes(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(said_by("counterpoint", "--show-completion", "bash").stdout)
    lines = (
        f". {shlex.quote(str(script))}",
        "complete -p counterpoint",
        "COMP_WORDS=(counterpoint check peterson ne) COMP_CWORD=3",
        "_counterpoint_completion counterpoint ne peterson",
        'printf "<%s>\\n" "${COMPREPLY[@]}"',
    )
    said = said_by("bash", "--norc", "-c", "\n".join(lines))
    assert said.stderr == ""
    registered, *proposed = said.stdout.splitlines()
    assert "-o filenames" in registered, "Bash quotes blanks in what it inserts"
    assert registered.endswith("-F _counterpoint_completion counterpoint")
    assert proposed == ["<never both>"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_fish_completes(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(said_by("counterpoint", "--show-completion", "fish").stdout)
    asks = f"source {script}; complete --do-complete 'counterpoint check peterson ne'"
    said = said_by("fish", "--no-config", "-c", asks, HOME=str(tmp_path))
    assert said.stdout == "never both\n"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_reads_the_script(tmp_path: Path) -> None:
    script = tmp_path / "_counterpoint"
    script.write_text(said_by("counterpoint", "--show-completion", "zsh").stdout)
    asks = (
        f"fpath+=({tmp_path}); autoload -Uz compinit && compinit -u -D; print $_comps[counterpoint]"
    )
    assert said_by("zsh", "-f", "-c", asks).stdout == "_counterpoint\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("BASH_COMPLETION_USER_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


PLACES = {
    "bash": ".local/share/bash-completion/completions/counterpoint",
    "zsh": ".zfunc/_counterpoint",
    "fish": ".config/fish/completions/counterpoint.fish",
}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_written_where_the_shell_looks_for_it(run: Run, home: Path, shell: str) -> None:
    for _again in "ab":
        said = run("--install-completion", shell)
        assert (said.code, said.err) == (0, "")
        assert said.out.startswith(
            f"The completion for {shell} is written to {home / PLACES[shell]}.\n"
        )
    written = (home / PLACES[shell]).read_text("utf-8")
    assert written.strip() == run("--show-completion", shell).out.strip()
    assert VARIABLE in written
    assert [path for path in home.rglob("*") if path.is_file()] == [home / PLACES[shell]]


def test_the_folders_that_shells_are_given_are_used(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    place = tmp_path / "data" / "bash-completion" / "completions" / "counterpoint"
    assert installation_for("bash").path == place
    monkeypatch.setenv("BASH_COMPLETION_USER_DIR", f"{tmp_path / 'own'}:/other")
    assert installation_for("bash").path == tmp_path / "own" / "completions" / "counterpoint"
    monkeypatch.setenv("ZDOTDIR", str(tmp_path / "z"))
    assert installation_for("zsh").path == tmp_path / "z" / ".zfunc" / "_counterpoint"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "conf"))
    assert installation_for("fish").path.is_relative_to(tmp_path / "conf" / "fish")


def test_the_shell_in_use_is_the_usual_one(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert "for fish is written to" in run("--install-completion").out
    monkeypatch.setenv("SHELL", "/bin/dash")
    said = run("--install-completion")
    assert said.code == 2
    assert "SHELL is 'dash': name bash, zsh or fish" in said.err
    assert "'tcsh' is none of bash, zsh or fish" in run("--show-completion", "tcsh").err


def test_a_file_of_someone_else_is_not_overwritten(run: Run, home: Path) -> None:
    place = home / PLACES["fish"]
    place.parent.mkdir(parents=True)
    place.write_text("mine")
    said = run("--install-completion", "fish")
    assert said.code == 2
    assert "is another file, and is not overwritten" in " ".join(said.err.split())
    assert place.read_text() == "mine"
