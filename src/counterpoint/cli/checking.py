"""Commands that decide properties: `check`, and its variations `rules` and `stages`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ..progress import watching
from ..report.exit_code import ExitCode
from .options import (
    engine_option,
    json_option,
    limit_options,
    limits,
    prints_aside,
    program_of,
    rule_options,
    say,
    target_of,
    with_options,
)


@click.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@click.option("--formula", "formulas", multiple=True, help="Decide this formula too.")
@with_options((*rule_options, *limit_options, engine_option, json_option))
@click.option("--stop-first", is_flag=True, help="End at the first failure.")
def check(
    target: str,
    properties: tuple[str, ...],
    formulas: tuple[str, ...],
    as_json: bool,
    stop_first: bool,
    engine: str,
    **options: Any,
) -> ExitCode:
    """Decide every requirement of TARGET, or the PROPERTYs and formulas given.

    A PROPERTY is a requirement's name, or: assertions, deadlock, hot-termination, hot-cycle,
    hot-cycle:THREAD, hot-system-cycle, hot-system-cycle:THREAD+THREAD.
    """
    from ..engines.check import check as decide
    from ..engines.check import formula
    from ..report.json import to_text, verdicts_data
    from ..report.text import verdicts_text

    found = target_of(target, options)
    with watching() as watch, prints_aside():
        verdicts = decide(
            found,
            *properties,
            *map(formula, formulas),
            name=target,
            stop_first=stop_first,
            engine=engine,
            watch=watch,
            **limits(options),
        )
    if as_json:
        say(to_text(verdicts_data(verdicts, found)))
    else:
        say(verdicts_text(verdicts, found))
    return ExitCode.of(verdicts.answer)


@click.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@with_options((*rule_options, *limit_options, json_option))
def rules(target: str, properties: tuple[str, ...], as_json: bool, **options: Any) -> ExitCode:
    """For each rule of TARGET: what holds, fails, or holds vacuously without it."""
    from ..engines.variations import check_rules
    from ..report.table import rules_text

    return _variations(check_rules, rules_text, target, properties, as_json, options)


@click.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@with_options((*rule_options, *limit_options, json_option))
def stages(target: str, properties: tuple[str, ...], as_json: bool, **options: Any) -> ExitCode:
    """TARGET as it is built, rule by rule: how many states, and what holds."""
    from ..engines.variations import check_stages
    from ..report.table import stages_text

    return _variations(check_stages, stages_text, target, properties, as_json, options)


def _variations(
    ask: Callable[..., Any],
    show: Callable[..., str],
    target: str,
    properties: tuple[str, ...],
    as_json: bool,
    options: dict[str, Any],
) -> ExitCode:
    from ..engines.task import INTERRUPTED

    with watching() as watch, prints_aside():
        rows = ask(program_of(target, options), *properties, watch=watch, **limits(options))
    if as_json:
        from ..report.json import to_text, variations_data

        say(to_text(variations_data(rows)))
    else:
        say(show(rows))
    interrupted = any(row.verdicts.stopped == INTERRUPTED for row in rows)
    return ExitCode.UNKNOWN if interrupted else ExitCode.HOLDS
