"""The command that compares two targets of any notation: `compare`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import click

from ..report.exit_code import ExitCode
from .options import (
    audit_option,
    json_option,
    prints_aside,
    say,
    say_audited,
    search_given,
    search_options,
    target_of,
    unknown_as_json,
    watched,
    with_options,
    with_workers,
)

RELATIONS = (
    "traces", "simulation", "bisimulation", "refinement", "weak-simulation", "weak-bisimulation",
)  # fmt: skip
"""The names of the relations; `observation.relation` has them, which few commands need."""


def _side_options() -> Iterator[Callable[..., Any]]:
    """Options that switch rules and set parameters of one target."""
    for side in ("first", "second"):
        yield click.option(f"--{side}-set", multiple=True, metavar="NAME=VALUE",
                           help=f"A parameter of {side.upper()}.")  # fmt: skip
        yield click.option(f"--{side}-without", multiple=True, metavar="RULE",
                           help=f"Switch a rule of {side.upper()} off.")  # fmt: skip
        yield click.option(f"--{side}-only", multiple=True, metavar="RULE",
                           help=f"Switch all other rules of {side.upper()} off.")  # fmt: skip


@click.command()
@click.argument("first")
@click.argument("second")
@click.option(
    "--relation",
    type=click.Choice(RELATIONS),
    help="By default that of the map, or bisimulation.",
)
@click.option("--map", "map_file", metavar="FILE", help="What both have in common; else a guess.")
@with_options((*_side_options(), *search_options, audit_option, json_option))
@unknown_as_json("first", "second")
def compare(
    first: str,
    second: str,
    relation: str | None,
    map_file: str | None,
    as_json: bool,
    **options: Any,
) -> ExitCode:
    """Whether SECOND does what FIRST does, compared by what both have in common; if not, where.

    The targets may be in different notations. traces and refinement compare runs, the others step
    by step; refinement and the weak relations ignore hidden steps that change nothing.
    """
    from ..engines.compare import compare as ask
    from ..report.comparison import comparison_data, comparison_text
    from ..target import map_path

    targets = (target_of(first, _of(options, "first")), target_of(second, _of(options, "second")))
    path = None if map_file is None else map_path(map_file)
    with watched() as watch, prints_aside():
        found = ask(
            *targets,
            relation=relation,
            map=path,
            names=(first, second),
            watch=watch,
            **search_given(options),
        )
    if as_json:
        say(with_workers(comparison_data(found, targets), options))
    else:
        say(comparison_text(found, targets))
        say_audited([(found.relation.value, found.audited)], options)
    return ExitCode.of(found.answer)


def _of(options: dict[str, Any], side: str) -> dict[str, Any]:
    """The options of one target, as `target_of` takes them."""
    return {
        "settings": options[f"{side}_set"],
        "without": options[f"{side}_without"],
        "only": options[f"{side}_only"],
    }
