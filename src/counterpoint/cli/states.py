"""Commands that answer with states: `where`, `differ` and `graph`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..model.capabilities import note_of
from ..model.notation import Notation, notation_of
from ..report.exit_code import ExitCode
from .options import (
    all_option,
    audit_option,
    engine_option,
    json_option,
    module_options,
    prints_aside,
    rule_options,
    say,
    say_audited,
    search_given,
    search_options,
    storage_given,
    storage_options,
    target_of,
    time_option,
    unknown_as_json,
    watched,
    with_options,
    with_workers,
)
from .output import output_of, write


@click.command()
@click.argument("target")
@click.argument("formula")
@with_options((*rule_options, *module_options, *search_options, *storage_options))
@with_options((engine_option, all_option, audit_option, json_option))
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="How many states are shown.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Which ones are shown.")
@unknown_as_json("target", "formula")
def where(
    target: str,
    formula: str,
    engine: str,
    everything: bool,
    as_json: bool,
    sample: int,
    seed: int,
    **options: Any,
) -> ExitCode:
    """In which states of TARGET FORMULA is true: how many, and a few of them."""
    from ..engines.where import StateSpace
    from ..report.states import states_data, states_text

    over = "all" if everything else "reachable"
    with watched() as watch, prints_aside():
        of = target_of(target, options)
        given = {**search_given(options), **storage_given(options)}
        space = StateSpace(of, over=over, engine=engine, watch=watch, **given)
        found = space.where(formula)
        no_run = space.why_no_run_counts() if _is_of_runs(formula) else ""
    notes = "; ".join(filter(None, (found.note if as_json else "", _said(formula, of), no_run)))
    shown = found.sample(sample, seed=seed)
    if as_json:
        data = states_data(target, formula, over, found, shown)
        say(with_workers({**data, "note": notes}, options))
    else:
        say(states_text(found, shown, of) + (f"\n  ({notes})" if notes else ""))
        say_audited([(formula, found.audited)], options)
    return ExitCode.HOLDS


def _is_of_runs(formula: str) -> bool:
    """Whether a formula is about runs, not about states alone."""
    from ..logic.formula import Path, Temporal, parts
    from ..logic.parser import parse

    return any(isinstance(part, Path | Temporal) for part in parts(parse(formula)))


def _said(formula: str, target: Any) -> str:
    """A remark on the paths that a formula is about."""
    from ..engines.formula.question import Question
    from ..logic.parser import parse

    said = Question((parse(formula),)).said_of_paths(target)
    return said or note_of(target)


@click.command()
@click.argument("first")
@click.argument("second")
@click.argument("formula", default="true")
@with_options((*search_options, engine_option, all_option, json_option))
@unknown_as_json("first", "second", "formula")
def differ(
    first: str,
    second: str,
    formula: str,
    engine: str,
    everything: bool,
    as_json: bool,
    **options: Any,
) -> ExitCode:
    """In which states FIRST and SECOND, variants of a model or module, disagree about FORMULA.

    Without FORMULA: which states only one of them has. MODULE:NAME is a specification of a module.
    """
    from ..engines.disagreement import disagreement, require_same_variables
    from ..engines.where import where as ask
    from ..report.states import disagreement_data, disagreement_text
    from ..target import find_target

    targets = [find_target(name) for name in (first, second)]
    require_same_variables(*targets)
    over = "all" if everything else "reachable"
    with watched() as watch, prints_aside():
        one, other = (
            ask(target, formula, over=over, engine=engine, watch=watch, **search_given(options))
            for target in targets
        )
        found = disagreement(one, other)
    if as_json:
        say(with_workers(disagreement_data(found, first, second, one.space.as_json), options))
    else:
        # States that also record their past are not states of the target.
        target = None if one.note else targets[0]
        lines = disagreement_text(found, first, second, one.space.show, target)
        say("\n".join(lines))
    return ExitCode.HOLDS if found.same else ExitCode.FAILS


@click.command()
@click.argument("target")
@with_options((*rule_options, *module_options))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file that is written.",
)
@click.option(
    "--limit-states",
    type=click.IntRange(min=1),
    default=2000,
    show_default=True,
    metavar="N",
    help="Draw at most N states.",
)
@time_option
def graph(
    target: str, output: Path, limit_states: int, limit_time: float | None, **options: Any
) -> ExitCode:
    """Draw the states of TARGET into a file: .svg, .dot or .json."""
    from ..engines.state_graph import state_graph
    from ..report.drawing import graph_figures, graph_text

    place = output_of(str(output), target, options)
    system = target_of(target, options)
    found = state_graph(system, limit_states, limit_time)
    show = system.show if notation_of(system) is Notation.PROGRAM else None
    write(place, graph_text(found, output.suffix, show).encode())
    more = f" ({found.stopped})" if found.stopped else ""
    note = f"\n  ({said})" if (said := note_of(system)) else ""
    click.echo(f"{output}: {graph_figures(found, drawn=output.suffix == '.svg')}{more}{note}")
    return ExitCode.UNKNOWN if found.stopped else ExitCode.HOLDS
