"""Every command with every option, as the commands themselves have them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from counterpoint.cli import cli

HEAD = """# Commands and options

Each command with what it takes, as `counterpoint COMMAND --help` prints it.
[The command line](commands.md) shows them at work.
"""


def options_page() -> str:
    """The page of all commands."""
    return "\n".join([HEAD, *map(_command, contexts())])


def contexts() -> Iterator[click.Context]:
    """The program and each command, as they are called."""
    whole = click.Context(cli, info_name="counterpoint", **cli.context_settings)
    yield whole
    for name, command in sorted(cli.commands.items()):
        yield click.Context(command, info_name=name, parent=whole)


def _command(context: click.Context) -> str:
    command = context.command
    usage = command.get_usage(context).removeprefix("Usage: ")
    rows = [_row(option, context) for option in command.params if isinstance(option, click.Option)]
    table = ["| option | meaning |", "| --- | --- |", *rows, ""] if rows else []
    text = inspect.cleandoc(command.help or "").replace("\b\n", "")
    return "\n".join([f"## {context.info_name}", "", text, "", "```text", usage, "```", "", *table])


def _row(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    assert record is not None, f"{option.name} is not documented"
    names, text = record
    return f"| `{_cell(names)}` | {_cell(text)} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
