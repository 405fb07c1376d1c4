"""The options that install or print the script by which a shell completes the command."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..data import dataclass
from .options import say_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

PROGRAM = "counterpoint"
VARIABLE = f"_{PROGRAM}_COMPLETE".upper()
"""The variable by which the script of a shell asks for completions, as click names it."""

SHELLS = ("bash", "zsh", "fish")
USED = "the shell in use"
"""What the options stand for that name no shell."""


@dataclass(frozen=True, slots=True)
class Installation:
    """Where the script of a shell belongs, and what has to be done for it to be found there."""

    path: Path
    how: str


def installation_for(shell: str) -> Installation:
    """Where the script of a shell belongs, by the variables that the shell itself reads."""
    match shell:
        case "bash":
            folder = _folder("BASH_COMPLETION_USER_DIR", _data() / "bash-completion")
            path = folder / "completions" / PROGRAM
            return Installation(
                path,
                "The package bash-completion loads it in each new shell. Without that package, add "
                f"this line to ~/.bashrc:\n\n  . {path}",
            )
        case "zsh":
            folder = _folder("ZDOTDIR", Path.home())
            return Installation(
                folder / ".zfunc" / f"_{PROGRAM}",
                f"If {folder / '.zshrc'} does not have these lines yet, add them at its end:\n\n"
                f"  fpath+=({folder / '.zfunc'})\n  autoload -Uz compinit && compinit",
            )
        case _:
            folder = _folder("XDG_CONFIG_HOME", Path.home() / ".config")
            return Installation(
                folder / "fish" / "completions" / f"{PROGRAM}.fish",
                "fish loads it in each new shell.",
            )


def script_of(shell: str) -> str:
    """The script that lets a shell complete the command."""
    from click.shell_completion import get_completion_class

    register()
    made = get_completion_class(shell)
    assert made is not None
    return made(click.Group(), {}, PROGRAM, VARIABLE).source()


def register() -> None:
    """Let Bash quote what it completes, and mark folders: names of properties have blanks."""
    from click.shell_completion import BashComplete, add_completion_class

    class Quoting(BashComplete):
        source_template = BashComplete.source_template.replace(
            "complete -o nosort", "complete -o nosort -o filenames"
        )

        def format_completion(self, item: CompletionItem[str]) -> str:
            return f"plain,{item.value}" if item.is_listed else super().format_completion(item)

    add_completion_class(Quoting)


def _data() -> Path:
    return _folder("XDG_DATA_HOME", Path.home() / ".local" / "share")


def _folder(variable: str, usual: Path) -> Path:
    """The first folder that a variable names, if it is set and not empty; else the usual one."""
    return Path(os.environ.get(variable, "").split(os.pathsep)[0] or usual)


def _shell(given: str) -> str:
    """The shell that is meant; raises `BadParameter`."""
    name = Path(os.environ.get("SHELL", "")).name if given == USED else given
    if name in SHELLS:
        return name
    which = f"SHELL is {name!r}: name" if given == USED else f"{name!r} is none of"
    raise click.BadParameter(f"{which} bash, zsh or fish")


def _install(context: click.Context, _parameter: click.Parameter, given: str | None) -> None:
    if given is None or context.resilient_parsing:
        return
    shell = _shell(given)
    place = installation_for(shell)
    if place.path.exists() and VARIABLE not in place.path.read_text("utf-8", "replace"):
        raise click.BadParameter(f"{place.path} is another file, and is not overwritten")
    place.path.parent.mkdir(parents=True, exist_ok=True)
    place.path.write_text(script_of(shell), encoding="utf-8")
    say_line(f"The completion for {shell} is written to {place.path}.\n{place.how}")
    context.exit()


def _show(context: click.Context, _parameter: click.Parameter, given: str | None) -> None:
    if given is None or context.resilient_parsing:
        return
    say_line(script_of(_shell(given)))
    context.exit()


completion_options = (
    click.option(
        "--install-completion",
        is_flag=False,
        flag_value=USED,
        expose_value=False,
        is_eager=True,
        metavar="[SHELL]",
        callback=_install,
        help="Let bash, zsh or fish complete the command.",
    ),
    click.option(
        "--show-completion",
        is_flag=False,
        flag_value=USED,
        expose_value=False,
        is_eager=True,
        metavar="[SHELL]",
        callback=_show,
        help="Print the script by which the shell completes it.",
    ),
)
