"""Commands for readers: `explain` for error codes, and `docs` for the site."""

from __future__ import annotations

from pathlib import Path

import click

from ..report.exit_code import ExitCode
from .options import say_line

SITE = Path(__file__).parents[1] / "site"
"""Where a copy of the site is, if there is one: `scripts/site --install` makes it."""


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


@click.command()
@click.option("--print", "prints", is_flag=True, help="Print the path of the first page only.")
def docs(prints: bool) -> ExitCode:
    """Open the documents of this version in the browser, without a connection to the network."""
    page = SITE / "index.html"
    if not page.is_file():
        raise click.ClickException(_how_to_get_it())
    say_line(str(page))
    if not prints:
        import webbrowser  # few commands open one

        if not webbrowser.open(page.as_uri()):
            raise click.ClickException("no browser was found: open this file yourself")
    return ExitCode.HOLDS


def _how_to_get_it() -> str:
    script = Path(__file__).parents[3] / "scripts" / "site"
    if script.is_file():
        return (
            f"the documents are not built yet: run `{script} --install`, which needs what "
            "`counterpoint[test]` does; until then, read the folder docs/ beside it"
        )
    return (
        "this installation has no copy of the documents: run `scripts/site --install` in the "
        "repository of Counterpoint, which needs what `counterpoint[test]` does, and install it "
        "from there again; or read its folder docs/"
    )
