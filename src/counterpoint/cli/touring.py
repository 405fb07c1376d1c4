"""The command that makes tests from rules: `tests`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from ..report.exit_code import ExitCode
from ..target import parse_settings
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
)
from .output import output_of, write

MOST_STATES = 500_000
"""The limit of states, if none is given: more may take minutes, and files of gigabytes."""


def _output(_context: click.Context, _option: click.Parameter, given: Path | None) -> Path | None:
    """A file of a kind that can be written."""
    if given is not None and given.suffix not in (".json", ".py"):
        raise click.BadParameter(f"{given} is no .json file, and no .py file")
    return given


def _implementation(
    _context: click.Context, _option: click.Parameter, given: str | None
) -> str | None:
    """The name of a class in a module."""
    if given is None:
        return None
    module, _, name = given.rpartition(":")
    if not all(part.isidentifier() for part in (*module.split("."), name)):
        raise click.BadParameter(f"{given!r} names no class: write MODULE:CLASS")
    return given


@click.command()
@click.argument("target")
@click.option(
    "--cover",
    default="transitions",
    show_default=True,
    metavar="WHAT",
    help="states, transitions, pairs, rules, or a formula: the states in which it is true.",
)
@click.option("--max", "most", type=click.IntRange(min=1), metavar="N", help="At most N runs.")
@click.option("--loops", is_flag=True, help="Cover steps that change nothing, too.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Chooses among equally good runs."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_output,
    help="Write FILE.json, or FILE.py with tests for pytest.",
)
@click.option(
    "--implementation",
    metavar="MODULE:CLASS",
    callback=_implementation,
    help="In FILE.py: the adapter of what is tested.",
)
@with_options((*rule_options, *module_options))
@click.option(
    "--limit-states",
    type=click.IntRange(min=1),
    default=MOST_STATES,
    show_default=True,
    metavar="N",
    help="Explore at most N states.",
)
@with_options((*search_options[1:], audit_option, json_option))
@unknown_as_json("target", "cover")
def tests(
    target: str,
    cover: str,
    most: int | None,
    loops: bool,
    seed: int,
    output: Path | None,
    as_json: bool,
    **options: Any,
) -> ExitCode:
    """Few and short runs that together cover TARGET, with what must be observed in each.

    It says how many events such runs need at least. Rests are not covered, and in models and
    modules neither is a step that changes nothing.
    """
    if options["implementation"] and (output is None or output.suffix != ".py"):
        raise click.UsageError("--implementation is for tests that are written: -o FILE.py")
    from ..report.tours import tours_json, tours_text
    from ..tours.covering import covering_runs

    place = None if output is None else _place(output, target, options)
    with watched() as watch, prints_aside():
        of = target_of(target, options)
        found = covering_runs(
            of,
            cover,
            max_runs=most,
            loops=loops,
            seed=seed,
            name=target,
            watch=watch,
            **search_given(options),
        )
        if output is not None and place is not None:
            write(place, _text_of(found, of, target, output, options).encode())
    if as_json:
        say("".join(tours_json(found, of, workers=options["workers"].used)))
    else:
        written = "" if output is None else f"\n\n{output} is written"
        say(tours_text(found, runs=output is None) + written)
    return ExitCode.of(found.answer)


def _place(output: Path, target: str, options: dict[str, Any]) -> str:
    """Where tests are written; raises `UsageError` for a file with something else in it."""
    place = output_of(str(output), target, options, own=(".py",))
    if not output.exists():
        return place
    from ..report.tours_filled import HEAD, filled_in, is_json_of_tests  # few tests are replaced

    with output.open(encoding="utf-8", errors="replace") as file:
        if output.suffix == ".json":
            added = None if is_json_of_tests(file.read(HEAD)) else ""
        else:
            added = filled_in(file.read())
    if added is not None:
        raise click.UsageError(_kept(output, added))
    return place


def _kept(output: Path, added: str) -> str:
    """Why a file is not replaced by tests, and what to do."""
    more = ""
    if not added:
        why = "`counterpoint tests` did not write it"
    elif added == "Adapter":
        why = "its Adapter is filled in"
        more = ", or move the adapter to a module of its own and give it by --implementation"
    else:
        why = f"it has {added}, which `counterpoint tests` did not write"
    return f"-o {output}: this file is not replaced, as {why}: write to another name{more}"


def _text_of(found: Any, of: Any, target: str, output: Path, options: dict[str, Any]) -> str:
    """What is written to a file."""
    if output.suffix == ".json":
        from ..report.tours import tours_json

        return "".join((*tours_json(found, of), "\n"))
    from ..report.tours_file import tours_file

    return tours_file(found, of, _chosen(target, options, output), options["implementation"])


def _chosen(target: str, options: dict[str, Any], output: Path) -> Any:
    """How the file finds the target."""
    from ..report.tours_file import Chosen

    given = {"settings": parse_settings(options["settings"])} if options["settings"] else {}
    code = {name: repr(value) for name, value in given.items()}
    if options["config"] is not None:
        code["config"] = _beside(options["config"], output)
    imports = ["from counterpoint import Conformance"]
    choice = {
        name: repr(options[name])
        for name in ("spec", "theorems", "owner", "free")
        if options[name] not in (None, (), False)
    }
    if choice:
        imports.append("from counterpoint.tla.module import Choice")
        code["choice"] = _called("Choice", choice)
    name = _named(target, output)
    if Path(target).suffix == ".tla" and Path(target).exists():
        imports[0] += ", load_module"
        found = _called("load_module", code, name)
    else:
        imports.append("from counterpoint.target import find_target")
        found = _called("find_target", code, name)
    for switch in ("only", "without"):
        found += f".{switch}({', '.join(map(repr, options[switch]))})" if options[switch] else ""
    return Chosen(tuple(imports), found)


def _called(name: str, named: dict[str, str], *given: str) -> str:
    return f"{name}({', '.join((*given, *(f'{key}={value}' for key, value in named.items())))})"


def _beside(file: str, output: Path) -> str:
    """Python that gives the name of a file, by the way to it from the output."""
    return f"str(HERE / {os.path.relpath(file, output.parent)!r})"


def _named(target: str, output: Path) -> str:
    """Python that gives the name of a target; for a file, by the way to it from the output."""
    file, colon, name = target, "", ""
    if not Path(file).exists():
        file, colon, name = target.rpartition(":")
    if not file or not Path(file).exists():
        return repr(target)
    return _beside(file, output) + (f" + {colon + name!r}" if name else "")
