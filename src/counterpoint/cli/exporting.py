"""The command `export`: a model in another notation."""

from __future__ import annotations

from typing import Any

import click

from ..errors import BadTarget
from ..model.model import Model
from ..report.exit_code import ExitCode
from .options import module_options, rule_options, say, target_of, with_options
from .output import output_of, write


@click.command()
@click.argument("target")
@click.option(
    "--to", "notation", type=click.Choice(["smv"]), required=True, help="The notation to write."
)
@click.option(
    "-o", "--output", metavar="FILE", help="The file that is written; else it is printed."
)
@with_options((*rule_options, *module_options))
def export(target: str, notation: str, output: str | None, **options: Any) -> ExitCode:
    """Write TARGET, which must be a model, in another notation, with its properties."""
    from ..smv.writing.export import smv_text  # other commands write no SMV

    place = None if output is None else output_of(output, target, options, own=(".smv",))
    found = target_of(target, options)
    if not isinstance(found, Model):
        raise BadTarget(
            f"{target} is no model: only what is written as variables and actions, in Python or in "
            f"SMV, can be written in {notation.upper()}"
        )
    text = smv_text(found)
    if place is None:
        say(text.removesuffix("\n"))
    else:
        write(place, text.encode())
        say(f"{target} is written to {output}")
    return ExitCode.HOLDS
