"""Commands for readers: `explain` for error codes, and `docs` for the site."""

from __future__ import annotations

import click

from ..report.exit_code import ExitCode
from .options import say_line


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> ExitCode:
    """Print what the error code CODE means and what helps; without CODE, list all codes."""
    from ..explained import explanation_of, explanations
    from ..report.explanation import codes_text, explanation_text
    from ..report.wrap import terminal_width

    if code is None:
        say_line(codes_text(explanations()))
    else:
        say_line(explanation_text(explanation_of(code), terminal_width()))
    return ExitCode.HOLDS
