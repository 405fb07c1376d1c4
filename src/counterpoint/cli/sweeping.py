"""The command `sweep`: a check for each combination of parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..report.exit_code import ExitCode
from ..report.plain import to_text
from .options import (
    audit_option,
    checks_option,
    engine_option,
    json_option,
    say,
    watched,
    with_options,
)
from .output import require_no_source

KINDS = (".csv", ".parquet", ".html")


def _result(_context: click.Context, _option: click.Parameter, given: str | None) -> Path | None:
    if given is not None and Path(given).suffix not in KINDS:
        raise click.BadParameter(f"{given!r} ends in none of {', '.join(KINDS)}")
    return None if given is None else Path(given)


@click.command()
@click.argument("target")
@click.argument("properties", nargs=-1, metavar="[PROPERTY]...")
@click.option(
    "--set", "settings", multiple=True, required=True, metavar="NAME=VALUES",
    help="Values of a parameter, such as n=2..9 or k=2,3.",
)  # fmt: skip
@click.option("--formula", "formulas", multiple=True, help="Decide this formula too.")
@click.option("--without", multiple=True, metavar="RULE", help="Switch a rule off.")
@click.option("--limit-states", metavar="N", help="Give up each check after N states.")
@click.option("--limit-memory", metavar="SIZE", help="Give up each check past SIZE.")
@click.option("--limit-time", metavar="TIME", help="Give up each check after TIME.")
@click.option("--cluster", metavar="C", help="local:N, auto or ray://HOST:PORT.")
@with_options((checks_option, engine_option, audit_option))
@click.option("-o", "result", metavar="FILE", callback=_result, help=".csv, .parquet or .html.")
@json_option
def sweep(target: str, properties: tuple[str, ...], **options: Any) -> ExitCode:
    """Check TARGET for each combination of parameters, and say how the number of states grows.

    Up to --workers checks run at once, each in a process of its own. With --cluster,
    as many run as the cluster has CPUs; its machines must share the folder in which this is run.
    With -o, a row for each check is written to FILE, and a sweep that was interrupted goes on after
    the rows that are done.
    """
    from ..engines.base.limits import limits_of
    from ..sweeps.growth import said_of, series_of
    from ..sweeps.rows import Kept
    from ..sweeps.settings import combinations

    every = combinations(options["settings"])
    given = [*properties, *_words(options)]
    kept = None
    if options["result"] is not None:
        require_no_source("-o", str(options["result"]))
        asked = {"target": target, "given": given, "content": _content(target)}
        kept = Kept(options["result"], asked)
    done = [] if kept is None else list(kept.rows)
    left = [each for each in every if each not in [dict(row.settings) for row in done]]
    runner = _runner(target, given, options, len(left))
    with watched() as watch:
        for row in runner.rows(left):
            done.append(row)
            if kept is not None:
                kept.add(row)
            watch.say(_line(row, len(done), len(every)))
    rows = sorted(done, key=lambda row: every.index(dict(row.settings)))
    memory = limits_of(None, options["limit_memory"]).bytes
    if options["result"] is not None and kept is not None:
        _write(options["result"], target, rows, memory)
        kept.discard()
    if options["as_json"]:
        said = [{"series": s.title, "said": said_of(s, memory, rows)} for s in series_of(rows)]
        say(to_text({"target": target, "rows": [row.data for row in rows], "growth": said}))
    else:
        say(_table(rows))
        for series in series_of(rows):
            title = f"{series.title}: " if series.title else ""
            say(f"{title}{said_of(series, memory, rows)}")
    return _code(row.answer for row in rows)


def _content(target: str) -> str:
    """A hash of the file of a target, as its rows are those of this text; empty if it is none."""
    from hashlib import sha256

    file = Path(target.partition(":")[0])
    return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def _words(options: dict[str, Any]) -> list[str]:
    """The words that are passed on to each check."""
    passed = {
        "--limit-states": options["limit_states"],
        "--limit-memory": options["limit_memory"],
        "--limit-time": options["limit_time"],
        "--engine": options["engine"],
        "--audit": options["audit"],
    }
    words = [word for name, value in passed.items() if value is not None for word in (name, value)]
    words += [word for each in options["formulas"] for word in ("--formula", each)]
    words += [word for each in options["without"] for word in ("--without", each)]
    return [*words, "--workers", "1"]


def _runner(target: str, given: list[str], options: dict[str, Any], checks: int) -> Any:
    """What runs the checks; raises `Misuse` for no cluster, and `Refused` without Ray."""
    if options["cluster"] is None:
        from ..sweeps.running import Runner

        return Runner(target, given, _at_once(options["workers"].most, checks))
    from ..engines.base.cluster import cluster_of, needs_ray

    cluster = cluster_of(options["cluster"])
    try:
        from ..sweeps.on_cluster import ClusterRunner
    except ImportError as error:
        raise needs_ray(error) from None
    return ClusterRunner(target, given, cluster)


def _at_once(most: int | None, checks: int) -> int:
    from ..tuning import USUAL

    return max(1, min(USUAL.workers if most is None else most, checks))


def _line(row: Any, number: int, count: int) -> str:
    settings = ", ".join(f"{name} = {value}" for name, value in row.settings.items())
    said = row.error or f"{row.states:,} states, {row.seconds:.2f} s"
    return f"{number}/{count}  {settings}: {row.answer} ({said})"


def _table(rows: Any) -> str:
    from ..sweeps.rows import columns, shown

    names, values = columns(rows)
    cells = list(zip(names, *(map(shown, row) for row in values), strict=True))
    widths = [max(map(len, column)) for column in cells]
    lines = zip(*cells, strict=True)
    padded = (
        (cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )
    return "\n".join("  ".join(line).rstrip() for line in padded)


def _write(path: Path, target: str, rows: Any, memory: int) -> None:
    from ..sweeps.page import write_page
    from ..sweeps.rows import write_csv, write_parquet

    if path.suffix == ".csv":
        write_csv(path, rows)
    elif path.suffix == ".parquet":
        write_parquet(path, rows)
    else:
        write_page(path, f"Sweep of {target}", rows, memory)


def _code(answers: Any) -> ExitCode:
    """Fails if one fails, else unknown if one is unknown."""
    found = set(answers)
    if "fails" in found:
        return ExitCode.FAILS
    return ExitCode.UNKNOWN if "unknown" in found else ExitCode.HOLDS
