"""The command that proposes what is missing: `repair`."""

from __future__ import annotations

from typing import Any

import click

from ..report.exit_code import ExitCode
from .options import (
    audit_option,
    json_option,
    module_options,
    prints_aside,
    rule_options,
    say,
    search_given,
    search_options,
    target_of,
    unknown_as_json,
    watched,
    with_options,
    with_workers,
)


@click.command()
@click.argument("target")
@click.argument("property")
@with_options((*rule_options, *module_options))
@click.option(
    "--controls", multiple=True, metavar="PLAYER", help="Forbid steps of this player only."
)
@click.option(
    "--may-block", multiple=True, metavar="EVENT", help="Forbid these events or actions only."
)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    metavar="N",
    help="Stop when so many additions are found.",
)
@click.option(
    "--size",
    type=click.IntRange(min=1),
    default=8,
    show_default=True,
    metavar="N",
    help="The size of the largest addition that is tried.",
)
@with_options((*search_options, audit_option, json_option))
@unknown_as_json("target", "property", outcome="unknown")
def repair(
    target: str,
    property: str,
    controls: tuple[str, ...],
    may_block: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> ExitCode:
    """Propose the smallest b-threads, guards or conjuncts with which PROPERTY holds of TARGET.

    PROPERTY is one of `check`'s, or a formula; of a TLA+ module a theorem, by its name, number or
    goal, or a formula in TLA+. Each proposal was checked with all that held before.
    """
    from ..repairs.repair import repair as ask
    from ..report.repairs import repairs_data, repairs_text

    with watched() as watch, prints_aside():
        found = ask(
            target_of(target, options),
            property,
            name=target,
            controls=controls,
            may_block=may_block,
            count=options["count"],
            size=options["size"],
            watch=watch,
            **search_given(options),
        )
    if as_json:
        say(with_workers(repairs_data(found), options))
    else:
        say("\n".join(repairs_text(found)))
    return _EXIT[found.outcome.value]


_EXIT = {
    "holds": ExitCode.HOLDS,
    "repaired": ExitCode.HOLDS,
    "impossible": ExitCode.FAILS,
    "unknown": ExitCode.UNKNOWN,
}
