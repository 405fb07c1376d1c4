"""Every command with every option, as the commands themselves have them."""

from __future__ import annotations

import inspect

import click

from counterpoint.cli import cli

HEAD = """# Commands and options

Each command with what it takes, as `counterpoint COMMAND --help` prints it.
[The command line](commands.md) shows them at work.
"""


def options_page() -> str:
    """The page of all commands."""
    commands = ((f"counterpoint {name}", each) for name, each in sorted(cli.commands.items()))
    sections = (_command(name, each) for name, each in (("counterpoint", cli), *commands))
    return "\n".join([HEAD, *sections])


def _command(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=name)
    usage = command.get_usage(context).removeprefix("Usage: ")
    rows = [_row(option, context) for option in command.params if isinstance(option, click.Option)]
    table = ["| option | meaning |", "| --- | --- |", *rows, ""] if rows else []
    text = inspect.cleandoc(command.help or "").replace("\b\n", "")
    title = name.removeprefix("counterpoint ")
    return "\n".join([f"## {title}", "", text, "", "```text", usage, "```", "", *table])


def _row(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    assert record is not None, f"{option.name} is not documented"
    names, text = record
    return f"| `{_cell(names)}` | {_cell(text)} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
