"""The command that evaluates LED: `eval`, once or at a prompt."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from ..errors import BadTarget, CounterpointError
from ..report.exit_code import ExitCode
from ..target import led_path, parse_settings
from .options import leave_ctrl_c_alone, say, say_line

if TYPE_CHECKING:
    from ..led.module import LedModule

PROMPT = "led> "

LEAVE = ("quit", "exit")
"""Words that end the prompt, unless the LED text defines them."""

DEPTH = 4


class Evaluation(click.Command):
    """A command with arguments that may begin with a minus: its own options begin with two."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse with a blank, which LED ignores, before each minus that begins no option."""
        flags = ctx.help_option_names
        minus = [re.match("-[^-]", one) is not None and one not in flags for one in args]
        return super().parse_args(ctx, [" " * m + one for m, one in zip(minus, args, strict=True)])


@click.command("eval", cls=Evaluation)
@click.argument("text", metavar="FILE.led")
@click.argument("expression", required=False)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Set a definition.")
@click.option("--state", metavar="VALUE", help="The state of a program, if not the initial one.")
@click.option("--explain", is_flag=True, help="Say what the value is made of.")
@click.option(
    "--depth", type=click.IntRange(min=0), default=DEPTH, show_default=True, metavar="N",
    help="How deep an explanation goes.",
)  # fmt: skip
def evaluate(
    text: str,
    expression: str | None,
    settings: tuple[str, ...],
    state: str | None,
    explain: bool,
    depth: int,
) -> ExitCode:
    """Evaluate EXPRESSION with the definitions of FILE.led; without EXPRESSION, open a prompt.

    FILE.led may also be a bundled example. At the prompt, ?EXPRESSION explains a value, and quit,
    exit or the end of the input (ctrl-d) ends it. If the value is false, the exit code is 1.
    """
    from ..led.module import load_module

    path = led_path(text)
    if path is None:
        raise BadTarget(f"{text} is no LED text: name a file FILE.led, or an example that is one")
    module = load_module(path, parse_settings(settings))
    if state is not None:
        module.begin(state)
    if expression is None:
        return _prompt(module, depth)
    return _answered(module, expression.strip(), explain, depth)


def _answered(module: LedModule, expression: str, explain: bool, depth: int) -> ExitCode:
    """Print the value of an expression, or its explanation."""
    from ..led.evaluate.machine import failed
    from ..led.values.trouble import Trouble
    from ..led.values.value import FALSE, show

    value = module.evaluate(expression)
    try:
        lines = module.explain(expression, depth=depth).lines() if explain else [show(value)]
        say("\n".join(lines))
    except Trouble as trouble:
        raise failed(trouble, module.expression(expression).at) from None
    return ExitCode.FAILS if value is FALSE else ExitCode.HOLDS


def _prompt(module: LedModule, depth: int) -> ExitCode:
    """Answer line by line; an error is printed and does not end the prompt."""
    leave_ctrl_c_alone()
    with suppress(ImportError):
        import readline  # noqa: F401  # gives `input` a history

    leave = [word for word in LEAVE if not module.known.counts(word)]
    asks = sys.stdin.isatty()
    while True:
        try:
            line = input(PROMPT if asks else "").strip()
        except EOFError:
            if asks:
                say_line("")
            return ExitCode.HOLDS
        except KeyboardInterrupt:
            say_line("")
            continue
        if line in leave:
            return ExitCode.HOLDS
        if line:
            _reply(module, line, depth)


def _reply(module: LedModule, line: str, depth: int) -> None:
    try:
        _answered(module, line.removeprefix("?"), line.startswith("?"), depth)
    except CounterpointError as error:
        say_line(str(error))
    except KeyboardInterrupt:
        say_line("interrupted")
