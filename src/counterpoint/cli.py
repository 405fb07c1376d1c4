"""The command line: each command finds a program, asks one question, and prints the answer.

What only one command needs is imported inside it: a cold command must feel instant.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, redirect_stdout
from pathlib import Path
from typing import Any, TypeVar

import click

from .bp.program import Program
from .errors import CounterpointError, NothingToCheck
from .progress import watching
from .report.blame import error_text
from .report.exit_code import ExitCode
from .target import bundled_examples, find_program, parse_settings

Command = TypeVar("Command", bound=Callable[..., Any])

_rule_options = (
    click.option("--without", multiple=True, metavar="RULE", help="Switch a rule off."),
    click.option("--only", multiple=True, metavar="RULE", help="Switch all other rules off."),
    click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter."),
)
_limit_options = (
    click.option(
        "--limit-states", type=click.IntRange(min=1), metavar="N", help="Give up after N."
    ),
    click.option("--limit-memory", metavar="SIZE", help="Give up past SIZE, such as 500M or 2G."),
)
_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def _with(options: Iterable[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(tuple(options)):
            command = option(command)
        return command

    return decorate


def _program(target: str, options: dict[str, Any]) -> Program:
    """The program of a target, with its rules switched as the options say."""
    program = find_program(target, parse_settings(options["settings"]))
    program = program.only(*options["only"]) if options["only"] else program
    program = program.without(*options["without"])
    if not program.threads:
        raise NothingToCheck("the program has no b-threads")
    return program


def _prints_aside() -> AbstractContextManager[object]:
    """What b-threads print while they are replayed goes to standard error, not among answers."""
    return redirect_stdout(sys.stderr)


def _say(text: str) -> None:
    """Print, even if nobody reads it any more: what a check found is in the exit code too."""
    try:
        click.echo(text)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _limits(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("limit_states", "limit_memory")}


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="counterpoint")
def cli() -> None:
    """Behavioral programming for Python with a model checker inside.

    A TARGET is the name of a bundled example, or a Python file with a Program named `program`
    (FILE:NAME for another name). Exit codes: 0 holds, 1 fails, 2 wrong input, 3 unknown.
    """


@cli.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@_with((*_rule_options, *_limit_options, _json_option))
@click.option("--stop-first", is_flag=True, help="End at the first failure.")
def check(
    target: str, properties: tuple[str, ...], as_json: bool, stop_first: bool, **options: Any
) -> ExitCode:
    """Decide every requirement of TARGET, or the PROPERTYs named.

    A PROPERTY is a requirement's name, or: assertions, deadlock, hot-termination, hot-cycle,
    hot-cycle:THREAD, hot-system-cycle, hot-system-cycle:THREAD+THREAD.
    """
    from .engines.check import check as decide
    from .report.json import to_text, verdicts_data
    from .report.text import verdicts_text

    program = _program(target, options)
    with watching() as watch, _prints_aside():
        verdicts = decide(
            program,
            *properties,
            name=target,
            stop_first=stop_first,
            watch=watch,
            **_limits(options),
        )
    if as_json:
        _say(to_text(verdicts_data(verdicts, program)))
    else:
        _say(verdicts_text(verdicts, program))
    return ExitCode.of(verdicts.answer)


@cli.command()
@click.argument("target")
@_with(_rule_options)
@click.option("--seed", type=int, default=None, help="The same seed gives the same run.")
@click.option("--steps", type=click.IntRange(min=0), default=100, show_default=True)
@click.option("--explain", is_flag=True, help="Say before each step who asks for what.")
def run(target: str, seed: int | None, steps: int, explain: bool, **options: Any) -> ExitCode:
    """Run TARGET and print the events; declared outside events are chosen by the seed as well."""
    from .report.run import run_lines

    lines = run_lines(_program(target, options), seed, steps, explain)
    while True:
        try:
            _say(next(lines))
        except StopIteration as end:
            return ExitCode.FAILS if end.value else ExitCode.HOLDS


@cli.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@_with((*_rule_options, *_limit_options, _json_option))
def rules(target: str, properties: tuple[str, ...], as_json: bool, **options: Any) -> ExitCode:
    """For each rule of TARGET: what holds, fails, or holds vacuously without it."""
    from .engines.variations import check_rules
    from .report.table import rules_text

    return _variations(check_rules, rules_text, target, properties, as_json, options)


@cli.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@_with((*_rule_options, *_limit_options, _json_option))
def stages(target: str, properties: tuple[str, ...], as_json: bool, **options: Any) -> ExitCode:
    """TARGET as it is built, rule by rule: how many states, and what holds."""
    from .engines.variations import check_stages
    from .report.table import stages_text

    return _variations(check_stages, stages_text, target, properties, as_json, options)


def _variations(
    ask: Callable[..., Any],
    show: Callable[..., str],
    target: str,
    properties: tuple[str, ...],
    as_json: bool,
    options: dict[str, Any],
) -> ExitCode:
    from .engines.task import INTERRUPTED

    with watching() as watch, _prints_aside():
        rows = ask(_program(target, options), *properties, watch=watch, **_limits(options))
    if as_json:
        from .report.json import to_text, variations_data

        _say(to_text(variations_data(rows)))
    else:
        _say(show(rows))
    interrupted = any(row.verdicts.stopped == INTERRUPTED for row in rows)
    return ExitCode.UNKNOWN if interrupted else ExitCode.HOLDS


@cli.command()
@click.argument("target")
@_with(_rule_options)
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--limit-states", type=click.IntRange(min=1), default=2000, show_default=True)
def graph(target: str, output: Path, limit_states: int, **options: Any) -> ExitCode:
    """Draw the states of TARGET into a file: .svg, .dot or .json."""
    from .engines.graph import state_graph
    from .report.drawing import graph_text

    program = _program(target, options)
    found = state_graph(program, limit_states)
    output.write_text(graph_text(found, output.suffix, program.show), encoding="utf-8")
    more = f" ({found.stopped})" if found.stopped else ""
    click.echo(f"{output}: {len(found.nodes):,} states, {len(found.edges):,} steps{more}")
    return ExitCode.UNKNOWN if found.stopped else ExitCode.HOLDS


@cli.command()
def examples() -> ExitCode:
    """List the bundled examples."""
    listed = list(bundled_examples())
    width = max((len(example.name) for example in listed), default=0)
    for example in listed:
        click.echo(f"{example.name:<{width}}  {example.summary}")
    return ExitCode.HOLDS


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    try:
        code = cli.main(arguments, prog_name="counterpoint", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = ExitCode.WRONG_INPUT
    except (CounterpointError, OSError) as error:
        click.echo(f"counterpoint: {error}", err=True)
        code = ExitCode.WRONG_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("counterpoint: interrupted, nothing was decided", err=True)
        code = ExitCode.UNKNOWN
    except SystemExit as error:
        click.echo(f"counterpoint: the program called sys.exit({error.code!r})", err=True)
        code = ExitCode.WRONG_INPUT
    except Exception as error:
        click.echo(error_text(error), err=True)
        code = ExitCode.WRONG_INPUT
    sys.exit(int(code or 0))
