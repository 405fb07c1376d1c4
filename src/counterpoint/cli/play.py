"""The command `play`: a target on a page in the browser, or in the terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ..errors import BadTarget
from ..report.exit_code import ExitCode
from .options import (
    leave_ctrl_c_alone,
    module_options,
    position_option,
    rule_options,
    say_line,
    storage_given,
    storage_options,
    target_of,
    with_options,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..model.system import State
    from ..page.bounds import Bounds
    from ..page.companion import Companion
    from ..page.workspace import Workspace
    from ..verdict import Trace


LEAVE_WITHIN = 10.0
"""Seconds that searches on disk have to remove their files when the page ends."""


@click.command()
@click.argument("target")
@click.argument("second", required=False, metavar="[SECOND]")
@with_options((*rule_options, *module_options))
@click.option("--map", "map_file", metavar="FILE", help="What TARGET and SECOND have in common.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port of the page; 0: any one.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--no-watch", is_flag=True, help="Do not read the file again when it is saved.")
@click.option("--terminal", is_flag=True, help="Play in this terminal, without a page.")
@click.option(
    "--goal", "goals", multiple=True, metavar="PLAYER=FORMULA", help="What a player wants."
)
@position_option
@click.option("--seed", type=int, help="The same seed gives the same moves of others.")
@click.option(
    "--limit-states", type=click.IntRange(min=1), metavar="N", default=1_000_000,
    help="Check up to N states; by default 1,000,000.",
)  # fmt: skip
@with_options(storage_options)
def play(
    target: str,
    port: int | None,
    no_browser: bool,
    no_watch: bool,
    terminal: bool,
    goals: tuple[str, ...],
    seed: int | None,
    limit_states: int,
    **options: Any,
) -> ExitCode:
    """Play TARGET in the browser: a board or its events, its rules, verdicts and reasons.

    SECOND is shown beside it, and takes the steps that match. The page is for this machine only.
    It follows the file: save it, and the page checks it anew. With --terminal it is played here, by
    commands; `help` lists them.
    """
    from ..page.bounds import Bounds
    from .playing import goals_given

    wanted = goals_given(goals) or None
    storage = storage_given(options)
    bounds = Bounds(limit_states, **storage)
    second, map_file = options.pop("second"), options.pop("map_file")
    begin = _beginning(options.pop("position"))
    if second is None and map_file is not None:
        raise BadTarget("--map says what two targets have in common: name the second one as well")
    if terminal:
        if second is not None:
            raise BadTarget("in the terminal one target is played, and two on the page")
        from ..page.terminal import play_in_terminal, typed

        lines = typed() if sys.stdin.isatty() else sys.stdin
        found = target_of(target, options)
        leave_ctrl_c_alone()
        return play_in_terminal(
            found, seed, lines, say_line, name=target, goals=wanted, bounds=bounds, begin=begin,
        )  # fmt: skip
    from ..page.workspace import Workspace

    workspace = Workspace(
        target,
        lambda: target_of(target, options),
        watch=not no_watch,
        goals=wanted,
        seed=seed,
        bounds=bounds,
        beside=None if second is None else _beside(target, second, map_file),
        begin=begin,
    )
    with _tidied(workspace, bounds):
        return _serve(workspace, port, no_browser)


@contextmanager
def _tidied(workspace: Workspace, bounds: Bounds) -> Iterator[None]:
    """Let searches on disk remove their files at the end, and remove their folder if it is empty.

    A folder that was there before stays.
    """
    folder = bounds.folder
    is_made = folder is not None and not folder.exists()
    yield
    if bounds.is_stored:
        workspace.end(LEAVE_WITHIN)
    if folder is not None and is_made:
        with suppress(OSError):  # what was interrupted stays there
            folder.rmdir()


def _beginning(text: str | None) -> Callable[[Any], State | Trace] | None:
    """Finds the state in which games begin, or the run after which they do, in a target."""
    if text is None:
        return None
    from ..position import parse_position

    return partial(parse_position, text)


def _beside(target: str, second: str, map_file: str | None) -> Callable[[Any], Companion]:
    """Makes the second target, which follows the first one, each time that this is read."""
    from ..page.companion import companion_of
    from ..target import find_target, map_path

    path = None if map_file is None else map_path(map_file)
    return lambda first: companion_of((target, second), first, find_target(second), path)


def _serve(workspace: Workspace, port: int | None, no_browser: bool) -> ExitCode:
    """Serve the page until Ctrl-C."""
    from ..page.with_starlette import application
    from ..page.with_uvicorn import Server, free_socket

    at = free_socket(port)
    number = at.getsockname()[1]
    address = f"http://127.0.0.1:{number}/"

    def ready() -> None:
        say_line(f"{workspace.name} is played at {address} - Ctrl-C ends it")
        if not no_browser:
            import webbrowser

            webbrowser.open(address)

    leave_ctrl_c_alone()
    with suppress(KeyboardInterrupt):  # the usual way to end the server
        Server(application(workspace, number), at, ready).serve_here()
    return ExitCode.HOLDS
