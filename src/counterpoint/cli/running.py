"""Commands that run programs, and that list what comes with Counterpoint: examples, schemas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ..bundled import bundled_examples
from ..errors import BadTarget
from ..report.exit_code import ExitCode
from ..report.plain import to_text
from ..report.wrap import hanging, terminal_width
from .options import (
    module_options,
    rule_options,
    say,
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
@click.argument("name", required=False)
def examples(name: str | None) -> ExitCode:
    """List the bundled examples; of the one called NAME, say what it shows, and what to try."""
    listed = list(bundled_examples())
    if name is None:
        say("\n".join(_aligned([(example.name, example.summary) for example in listed])))
        return ExitCode.HOLDS
    found = next((example for example in listed if example.name == name), None)
    if found is None:
        known = ", ".join(example.name for example in listed)
        raise BadTarget(f"there is no example {name}; there are {known}")
    commands = (f"  {line}" for line in _aligned(found.commands))
    say("\n".join([found.summary, "", *hanging(found.shows, terminal_width()), "", *commands]))
    return ExitCode.HOLDS


@click.command()
@click.argument("form", required=False)
def schema(form: str | None) -> ExitCode:
    """List the forms of JSON that are printed, written or read; of FORM, print the JSON schema."""
    from ..schemas import forms, read, schema_of  # few commands print a schema

    if form is None:
        said = [(name, read(name)["description"].partition(". ")[0]) for name in forms()]
        say("\n".join(_aligned([(name, text.removesuffix(".")) for name, text in said])))
    else:
        say(to_text(schema_of(form)))
    return ExitCode.HOLDS


def _aligned(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """A line for each pair, in two columns."""
    width = max(len(first) for first, _ in pairs)
    return [f"{first:<{width}}  {second}".rstrip() for first, second in pairs]
