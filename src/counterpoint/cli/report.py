"""The command `report`: verdicts and runs in one file that opens without a server."""

from __future__ import annotations

from typing import Any

import click

from ..figure import counted
from ..report.exit_code import ExitCode
from .options import (
    module_options,
    prints_aside,
    rule_options,
    say,
    target_of,
    time_option,
    watched,
    with_options,
    workers_option,
)
from .output import output_of, write


@click.command()
@click.argument("target")
@click.option(
    "-o", "--output", required=True, metavar="FILE.html", help="The file that is written."
)
@with_options((*rule_options, *module_options))
@click.option(
    "--limit-states", type=click.IntRange(min=1), metavar="N", help="Check up to N states."
)
@time_option
@workers_option
def report(
    target: str, output: str, limit_states: int | None, limit_time: float | None, **options: Any
) -> ExitCode:
    """Write one page with the verdicts of TARGET, and every counterexample to be stepped through.

    It needs no server and loads nothing. Exit codes are those of `check`.
    """
    from ..page.bounds import Bounds
    from ..page.loaded import Loaded
    from ..page.standalone import report_of

    place = output_of(output, target, options)
    with watched() as watch, prints_aside():
        found = target_of(target, options)
        loaded = Loaded(target, found, bounds=Bounds(limit_states, limit_time))
        text, verdicts = report_of(loaded, watch, workers=options["workers"])
    write(place, text.encode())
    more = f" ({verdicts.stopped})" if verdicts.stopped else ""
    say(f"{target}: {counted(verdicts.states, 'state')}{more}; written to {output}")
    return ExitCode.of(verdicts.answer)
