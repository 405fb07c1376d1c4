"""The command line: each command finds a target, asks one question, and prints the answer.

Modules that only one command needs are imported inside it, to keep start-up quick.
"""

from __future__ import annotations

import gc
import os
import sys

import click

from ..depth import is_deep_running
from ..engines.base.meter import resident
from ..watchman import Watchman
from . import (
    checking,
    comparing,
    conforming,
    evaluating,
    explaining,
    exporting,
    play,
    playing,
    repairing,
    report,
    running,
    starting,
    states,
    sweeping,
    touring,
)
from .installing import VARIABLE, completion_options
from .options import speak_json, with_options
from .wrong import after_interrupt, said_of

HELP = ["-h", "--help"]
"""Names of the option for help, of the program and of each command by itself: a command keeps the
option that it makes for whoever calls it first."""


@click.group(context_settings={"help_option_names": HELP})
@click.version_option(package_name="counterpoint")
@with_options(completion_options)
def cli() -> None:
    """Behavioral programming for Python with a model checker inside.

    A TARGET is the name of a bundled example; or a Python file with a Program named `program` or a
    Model named `model` (FILE:NAME for another name); or FILE.tla, a TLA+ module, FILE.led, an LED
    program, or FILE.smv, an SMV model; or FILE.aag or FILE.aig, a circuit, or FILE.pg, a parity
    game. Exit codes: 0 holds, 1 fails, 2 wrong input, 3 unknown.

    To begin: `new` writes a small project, `explain` says what an error code means, and `docs`
    opens the documents.
    """


for command in (
    checking.check,
    states.where,
    states.differ,
    comparing.compare,
    conforming.conform,
    playing.solve,
    playing.advise,
    playing.criticize,
    playing.certificate,
    repairing.repair,
    running.run,
    play.play,
    report.report,
    evaluating.evaluate,
    checking.rules,
    checking.stages,
    sweeping.sweep,
    states.graph,
    touring.tests,
    exporting.export,
    running.examples,
    starting.new,
    explaining.explain,
    explaining.docs,
    running.schema,
):
    command.context_settings["help_option_names"] = HELP
    cli.add_command(command)


COLLECTED_AT = (10_000, 20, 20)
"""Thresholds of the garbage collector: a search keeps millions of objects, few in cycles."""


_LARGE = 1 << 29
"""Bytes above which a process exits without freeing its memory, which would take seconds."""


def main(arguments: list[str] | None = None, watchman: Watchman | None = None) -> None:
    """Run the command line and exit with its code; a `watchman` ends the process after Ctrl-C."""
    code = _code_of(arguments, watchman)
    if watchman is not None:
        # Python crashes if it ends while another thread is in native code.
        at_once = resident() > _LARGE or is_deep_running() or _is_compiling()
        watchman.leave(code, at_once=at_once)
        if not _has_run_code_of_users():
            gc.freeze()  # so that Python does not search for cycles in it, which takes a tenth
    sys.exit(code)


def _has_run_code_of_users() -> bool:
    """Whether a program of a user was loaded: a file that it left open may be in a cycle."""
    target = sys.modules.get("counterpoint.target")
    return target is not None and bool(target.loaded)


def _is_compiling() -> bool:
    """Whether a thread is compiling: Python would wait for it, and the answer is there already."""
    improving = sys.modules.get("counterpoint.native.improving")
    return improving is not None and improving.is_improving()


def _code_of(arguments: list[str] | None, watchman: Watchman | None) -> int:
    """Run the command line; returns its exit code."""
    gc.set_threshold(*COLLECTED_AT)
    given = sys.argv[1:] if arguments is None else arguments
    if arguments is None and (instruction := os.environ.get(VARIABLE)):
        from .completing import completed

        return completed(cli, instruction)
    if watchman is not None and "--json" in given:
        speak_json(watchman, {})
    try:
        code = cli.main(arguments, "counterpoint", standalone_mode=False, obj=watchman)
    except (Exception, GeneratorExit, KeyboardInterrupt, SystemExit) as error:
        said: BaseException = error
        if watchman is not None:
            watchman.take_floor()
            if watchman.heard:
                said = after_interrupt(error, watchman.why)
        code = said_of(said, given)
    return int(code or 0)
