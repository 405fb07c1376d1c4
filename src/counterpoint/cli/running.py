"""Commands that run programs and list what there is to run: `run`, `examples`."""

from __future__ import annotations

from typing import Any

import click

from ..report.exit_code import ExitCode
from ..target import bundled_examples
from .options import (
    module_options,
    rule_options,
    say_line,
    target_of,
    with_options,
)


@click.command()
@click.argument("target")
@with_options((*rule_options, *module_options))
@click.option("--seed", type=int, default=None, help="The same seed gives the same run.")
@click.option(
    "--steps",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    help="End after so many events.",
)
@click.option("--explain", is_flag=True, help="Before each step, print who requests what.")
def run(target: str, seed: int | None, steps: int, explain: bool, **options: Any) -> ExitCode:
    """Run TARGET and print the events; declared outside events are chosen by the seed as well."""
    from ..report.run import run_lines

    lines = run_lines(target_of(target, options), seed, steps, explain)
    while True:
        try:
            if not say_line(next(lines)):
                return ExitCode.HOLDS
        except StopIteration as end:
            return ExitCode.FAILS if end.value else ExitCode.HOLDS


@click.command()
def examples() -> ExitCode:
    """List the bundled examples."""
    listed = list(bundled_examples())
    width = max((len(example.name) for example in listed), default=0)
    for example in listed:
        click.echo(f"{example.name:<{width}}  {example.summary}")
    return ExitCode.HOLDS
