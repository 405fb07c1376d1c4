"""The command `play`: a target on a page in the browser, or in the terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from ..report.exit_code import ExitCode
from .options import (
    leave_ctrl_c_alone,
    module_options,
    rule_options,
    say_line,
    target_of,
    with_options,
)

if TYPE_CHECKING:
    from ..page.workspace import Workspace


@click.command()
@click.argument("target")
@with_options((*rule_options, *module_options))
@click.option("--port", type=click.IntRange(0, 65535), help="The port of the page; 0 is any.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--no-watch", is_flag=True, help="Do not read the file again when it is saved.")
@click.option("--terminal", is_flag=True, help="Play in this terminal, without a page.")
@click.option(
    "--goal", "goals", multiple=True, metavar="PLAYER=FORMULA", help="What a player wants."
)
@click.option("--seed", type=int, help="The same seed gives the same answers of others.")
@click.option(
    "--limit-states", type=click.IntRange(min=1), metavar="N", default=1_000_000,
    help="Check up to N states; 1,000,000 if not said.",
)  # fmt: skip
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

    The page is for this machine only. It follows the file: save it, and the page checks it anew.
    With --terminal it is played here, by commands; `help` lists them.
    """
    from .playing import goals_given

    wanted = goals_given(goals) or None
    if terminal:
        from ..page.terminal import play_in_terminal, typed

        lines = typed() if sys.stdin.isatty() else sys.stdin
        found = target_of(target, options)
        leave_ctrl_c_alone()
        return play_in_terminal(
            found, seed, lines, say_line, name=target, goals=wanted, limit_states=limit_states
        )
    from ..page.workspace import Workspace

    workspace = Workspace(
        target,
        lambda: target_of(target, options),
        watch=not no_watch,
        goals=wanted,
        seed=seed,
        limit_states=limit_states,
    )
    return _serve(workspace, port, no_browser)


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
