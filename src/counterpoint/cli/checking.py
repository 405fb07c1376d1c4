"""Commands that decide properties: `check`, and its variations `rules` and `stages`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from ..errors import UnknownAtom
from ..model.notation import Notation, notation_of
from ..report.exit_code import ExitCode
from ..target import file_of
from .options import (
    audit_option,
    engine_option,
    json_option,
    module_options,
    prints_aside,
    rule_options,
    rules_of,
    say,
    say_audited,
    search_given,
    search_options,
    storage_options,
    target_of,
    unknown_as_json,
    watched,
    with_options,
)
from .recovery import recovery
from .reports import Reports, report_options, reports_of

if TYPE_CHECKING:
    from ..verdict import Verdicts


@click.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@click.option("--formula", "formulas", multiple=True, help="Decide this formula too.")
@with_options((*rule_options, *module_options))
@click.option(
    "--invariant", "invariants", multiple=True, metavar="P", help="TLA+: every state satisfies P."
)
@click.option(
    "--property", "temporal", multiple=True, metavar="F", help="TLA+: every run satisfies F."
)
@click.option("--deadlock/--no-deadlock", default=None, help="TLA+: look for deadlocks, or not.")
@with_options((*search_options, engine_option, audit_option, json_option, *report_options))
@click.option("--stop-first", is_flag=True, help="End at the first failure.")
@click.option("--continue", "go_on", is_flag=True, help="Go on after a failure, despite a .cfg.")
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    metavar="N",
    help="TLA+: give up after N levels; bounded engine: after runs of N steps.",
)
@click.option("--coverage", is_flag=True, help="TLA+: say how often each action was taken.")
@click.option("--checkpoint", metavar="FILE", help="TLA+: write checkpoints to FILE.")
@click.option("--recover", metavar="FILE", help="Resume from FILE, or from a folder of --disk.")
@with_options(storage_options)
@unknown_as_json("target")
def check(target: str, properties: tuple[str, ...], **options: Any) -> ExitCode:
    """Decide every requirement of TARGET, or the PROPERTYs and formulas given.

    A PROPERTY is a requirement's name, or: assertions, deadlock, hot-termination, hot-cycle,
    hot-cycle:THREAD, hot-system-cycle, hot-system-cycle:THREAD+THREAD. For a TLA+ module, every
    theorem is decided, or what the configuration beside it asks for.
    """
    with reports_of(target, options) as reports:
        found, verdicts = _decided(target, properties, options)
        _say_answers(found, verdicts, options, reports)
        return ExitCode.FAILS if reports.failed_by(verdicts) else ExitCode.of(verdicts.answer)


def _decided(
    target: str, properties: tuple[str, ...], options: dict[str, Any]
) -> tuple[Any, Verdicts]:
    """The target of `check`, and the answers about it."""
    from ..engines.check import check as decide
    from ..engines.check import formula

    found = target_of(target, {**options, "properties": options["temporal"]})
    is_configured = notation_of(found) is Notation.MODULE and found.is_configured
    asked: tuple[Any, ...] = (*properties, *map(formula, options["formulas"]))
    if options["disk"] is not None and options["recover"] is not None:
        raise click.UsageError("--recover names the folder itself: leave --disk out")
    files = options["checkpoint"], options["recover"]
    with (
        watched() as watch,
        prints_aside(),
        recovery(found, *files, watch.say, saves=not asked) as recovering,
        _placing(target),
    ):
        verdicts = decide(
            found,
            *asked,
            name=target,
            stop_first=options["stop_first"] or (is_configured and not options["go_on"]),
            engine=options["engine"],
            limit_depth=options["depth"],
            coverage=options["coverage"],
            keeper=recovering.keeper,
            disk=options["disk"] if recovering.folder is None else recovering.folder,
            cluster=options["cluster"],
            watch=watch,
            **search_given(options),
        )
        recovering.judge(verdicts)
    return found, verdicts


@contextmanager
def _placing(target: str) -> Iterator[None]:
    """A context in which an error in the formula of a requirement has its line, if it is known."""
    try:
        yield
    except UnknownAtom as error:
        if error.asked_in and error.place is None and (file := file_of(target)) is not None:
            from ..report.required import requirement_places  # few checks have wrong formulas

            error.place = requirement_places(str(file)).get(error.asked_in)
        raise


def _say_answers(found: Any, verdicts: Verdicts, options: dict[str, Any], reports: Reports) -> None:
    """Print the answers, and what has changed since others were saved; then write the reports."""
    against = reports.compare(verdicts, found)
    if options["as_json"]:
        from ..report.json import verdicts_data
        from ..report.plain import to_text

        more = {} if against is None else {"against": against.data}
        say(to_text({**verdicts_data(verdicts, found), **more}))
    else:
        from ..report.text import verdicts_text

        say(verdicts_text(verdicts, found))
        say_audited([(each.name, each.audited) for each in verdicts], options)
        if against is not None:
            say(f"\n{against.text}")
        for option, what in reports.failed_by(verdicts).items():
            say(f"\nfailed by {option}: {'; '.join(what)}")
    reports.end(verdicts, found)


@click.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@with_options((*rule_options, *module_options, *search_options, json_option))
@unknown_as_json("target")
def rules(target: str, properties: tuple[str, ...], as_json: bool, **options: Any) -> ExitCode:
    """For each rule of TARGET: what holds, fails, or holds vacuously without it."""
    from ..engines.variations import check_rules
    from ..report.table import rules_text

    return _variations(check_rules, rules_text, target, properties, as_json, options)


@click.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@with_options((*rule_options, *module_options, *search_options, json_option))
@unknown_as_json("target")
def stages(target: str, properties: tuple[str, ...], as_json: bool, **options: Any) -> ExitCode:
    """Add the rules of TARGET one by one: how many states there are after each, and what holds."""
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
    with watched() as watch, prints_aside():
        rows = ask(rules_of(target, options), *properties, watch=watch, **search_given(options))
    if as_json:
        from ..report.json import variations_data
        from ..report.plain import to_text

        say(to_text(variations_data(rows)))
    else:
        say(show(rows))
    interrupted = any(row.verdicts.stopped.ends_everything for row in rows)
    return ExitCode.UNKNOWN if interrupted else ExitCode.HOLDS
