"""The command `conform`: whether the log of a real system is explained by a run of a target."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from ..report.exit_code import ExitCode
from .options import (
    json_option,
    module_options,
    prints_aside,
    rule_options,
    say,
    target_of,
    time_option,
    unknown_as_json,
    with_options,
)


@click.command()
@click.argument("target")
@click.argument("log")
@with_options((*rule_options, *module_options))
@click.option(
    "--mapping",
    metavar="FILE",
    help="What lines mean: FILE.toml, or FILE.py:NAME for a Python function.",
)
@click.option(
    "--hidden", multiple=True, metavar="NAME", help="Steps of this name are not in the log."
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["jsonl", "csv", "otel"]),
    help="By default csv for FILE.csv, and jsonl for all else.",
)
@click.option("--coverage", is_flag=True, help="Count the lines for each rule or action.")
@click.option(
    "--limit-states",
    type=click.IntRange(min=1),
    metavar="N",
    help="Give up where more than N states are possible at a time.",
)
@time_option
@json_option
@unknown_as_json("target", "log")
def conform(target: str, log: str, as_json: bool, **options: Any) -> ExitCode:
    """Whether LOG, what a real system logged, is explained by the beginning of a run of TARGET.

    LOG has a line of JSON for each step, such as {"event": "X", "args": [1]}, {"action": "put(3)"}
    or {"state": {"t": 2}}; or it is CSV, or spans of OpenTelemetry. - is standard input. Exit
    codes: 0 conforms, 1 diverges, 2 a line cannot be read, 3 unknown.
    """
    from ..implementation.conform import conform as decide
    from ..implementation.lines import Lines
    from ..implementation.reading import format_of

    fields, hidden, by_end = _mapping(options["mapping"])
    with _opened(log) as lines, prints_aside():
        read = Lines(lines, log, options["kind"] or format_of(log), fields, by_end)
        found = decide(
            target_of(target, options),
            read,
            hidden=(*options["hidden"], *hidden),
            coverage=options["coverage"],
            limit_states=options["limit_states"],
            limit_time=options["limit_time"],
        )
    if not found.lines and found.answer.value == "conforms":
        click.echo(f"warning: no line of {log} was compared: {_why_none(read.records)}", err=True)
    if as_json:
        from ..report.conformed import conformed_data
        from ..report.plain import to_text

        say(to_text(conformed_data(found, target, log)))
    else:
        from ..report.conformed import conformed_text

        say(conformed_text(found, log))
    return {
        "conforms": ExitCode.HOLDS,
        "diverges": ExitCode.FAILS,
        "unknown": ExitCode.UNKNOWN,
    }[found.answer.value]


def _why_none(records: int) -> str:
    """Why no record was compared, of those that were read."""
    if not records:
        return "there is none"
    return f"all {records:,} were skipped" if records > 1 else "the only one was skipped"


def _mapping(name: str | None) -> tuple[Any, tuple[str, ...], bool]:
    """What a mapping says: the function of records, the hidden names, and the order of spans."""
    if name is None:
        return None, (), False
    from ..implementation.mapping import by_function, read_mapping

    if name.endswith(".toml"):
        read = read_mapping(name)
        return read.fields, read.hidden, read.by_end
    from ..target import mapping_of

    return by_function(mapping_of(name)), (), False


@contextmanager
def _opened(log: str) -> Iterator[IO[bytes]]:
    """The lines of a log; raises `BadTarget` for a file that cannot be read."""
    from ..errors import BadTarget

    if log == "-":
        if sys.stdin is None:
            raise BadTarget("the log is to come from the standard input, which is closed")
        yield sys.stdin.buffer
        return
    try:
        file = open(log, "rb")  # noqa: SIM115, closed below
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadTarget(f"the log {log} cannot be read: {reason}") from None
    with file:
        yield file
