"""Options that several commands share, and what they lead to: a target with its rules switched."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, redirect_stdout
from typing import Any, TypeVar

import click

from ..bp.program import Program
from ..engines.engine import ENGINES
from ..errors import BadTarget, NothingToCheck
from ..target import find_target, parse_settings

Command = TypeVar("Command", bound=Callable[..., Any])

rule_options = (
    click.option("--without", multiple=True, metavar="RULE", help="Switch a rule off."),
    click.option("--only", multiple=True, metavar="RULE", help="Switch all other rules off."),
    click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter."),
)
limit_options = (
    click.option(
        "--limit-states", type=click.IntRange(min=1), metavar="N", help="Give up after N."
    ),
    click.option("--limit-memory", metavar="SIZE", help="Give up past SIZE, such as 500M or 2G."),
)
engine_option = click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="auto",
    show_default=True,
    help="How formulas are decided; symbolic and cudd read models only.",
)
all_option = click.option(
    "--all", "everything", is_flag=True, help="Ask of every encoded state, reached or not."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def with_options(options: Iterable[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    """A decorator that adds options to a command, shown in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(tuple(options)):
            command = option(command)
        return command

    return decorate


def target_of(target: str, options: dict[str, Any]) -> Any:
    """The program, model or system of a target, with its rules switched as the options say."""
    found = find_target(target, parse_settings(options["settings"]))
    if isinstance(found, Program):
        return _switched(found, options)
    if options["only"] or options["without"]:
        raise BadTarget(f"{target} is no behavioral program, so it has no rules to switch")
    return found


def program_of(target: str, options: dict[str, Any]) -> Program:
    """The same where only a behavioral program will do."""
    found = target_of(target, options)
    if not isinstance(found, Program):
        raise BadTarget(f"{target} is no behavioral program, and this command is for those")
    return found


def _switched(program: Program, options: dict[str, Any]) -> Program:
    program = program.only(*options["only"]) if options["only"] else program
    program = program.without(*options["without"])
    if not program.threads:
        raise NothingToCheck("the program has no b-threads")
    return program


def prints_aside() -> AbstractContextManager[object]:
    """What b-threads print while they are replayed goes to standard error, not among answers."""
    return redirect_stdout(sys.stderr)


def say(text: str) -> None:
    """Print, even if nobody reads it any more: what a check found is in the exit code too."""
    try:
        click.echo(text)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def limits(options: dict[str, Any]) -> dict[str, Any]:
    """The limits among the options, as `check` takes them."""
    return {name: options[name] for name in ("limit_states", "limit_memory")}


def task_of(options: dict[str, Any], watch: Any) -> Any:
    """The limits among the options, and who is told of progress, as engines take them."""
    from ..engines.limits import limits_of
    from ..engines.task import Task

    return Task(limits_of(options["limit_states"], options["limit_memory"]), watch=watch)
