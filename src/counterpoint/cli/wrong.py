"""What a command prints if it cannot answer: on standard error, or as JSON on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ..alarm import ended
from ..errors import CounterpointError, Refused, Undecided
from ..report.blame import error_text
from ..report.exit_code import ExitCode
from ..report.plain import to_text, unknown_data
from ..stopped import Stopped
from ..watchman import nothing_decided, why_ended
from .options import say_line
from .tlc import with_replacement

USAGE = "CP001"
"""The code of a command with wrong usage."""

NO_FILE = "CP002"
"""The code of a file that cannot be read or written."""


def said_of(error: BaseException, arguments: Sequence[str]) -> ExitCode:
    """Print what went wrong with a command and its arguments; returns the exit code."""
    error = with_replacement(_unwrapped(error), arguments)
    code = _code_of(error)
    if "--json" in arguments:
        _say_json(error, arguments)
    elif isinstance(error, click.ClickException):
        error.show()
    else:
        click.echo(_text(error), err=True)
    return code


def after_interrupt(error: BaseException, why: Stopped) -> BaseException:
    """The error of a command that was interrupted: a fault counts as the interrupt itself.

    It may leave a library half imported, which then cannot be imported again. `why` is the reason
    for the interrupt, which may be a limit of time.
    """
    error = _unwrapped(error)
    is_said = isinstance(error, (CounterpointError, click.ClickException, KeyboardInterrupt))
    return error if is_said else ended(why)


def _unwrapped(error: BaseException) -> BaseException:
    """The error itself: click wraps every interrupt, and every EOFError."""
    return error.__cause__ or error if isinstance(error, click.Abort) else error


def _code_of(error: BaseException) -> ExitCode:
    unknown = isinstance(error, (Undecided, Refused, click.Abort, KeyboardInterrupt))
    return ExitCode.UNKNOWN if unknown else ExitCode.WRONG_INPUT


def _text(error: BaseException) -> str:
    match error:
        case CounterpointError() | OSError():
            return f"counterpoint: {error}"
        case click.Abort() | KeyboardInterrupt():
            return f"counterpoint: {nothing_decided(why_ended(error))}"
        case SystemExit():
            return f"counterpoint: {_left(error)}"
        case _:
            return error_text(error)


def _say_json(error: BaseException, arguments: Sequence[str]) -> None:
    data = _data(error)
    if "error" in data and data["error"]["place"] is None:
        name, *others = arguments
        data["error"]["place"] = {"command": f"counterpoint {name}", "arguments": others}
    say_line(to_text(data))


def _data(error: BaseException) -> dict[str, Any]:
    from ..report.errors import error_data

    match error:
        case click.Abort() | KeyboardInterrupt():
            why = why_ended(error)
            return unknown_data({}, nothing_decided(why), why)
        case click.ClickException():
            return _usage(error)
        case SystemExit():
            return {"error": {**error_data(error)["error"], "message": _left(error)}}
        case OSError():
            place = None if error.filename is None else {"file": str(error.filename)}
            remedy = "Name a file that is there and may be used."
            return _wrong(NO_FILE, str(error), place, remedy)
        case _:
            return error_data(error)


def _usage(error: click.ClickException) -> dict[str, Any]:
    option = None
    if isinstance(error, click.NoSuchOption | click.BadOptionUsage):
        option = error.option_name
    elif isinstance(error, click.BadParameter):
        option = _name_of(error.param)
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = "counterpoint" if context is None else context.command_path
    place = {"command": command, "option": option}
    return _wrong(USAGE, error.format_message(), place, f"See {command} --help.")


def _name_of(parameter: Any) -> str | None:
    return None if parameter is None else parameter.get_error_hint(None).strip("'")


def _wrong(code: str, message: str, place: object, remedy: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "place": place, "remedy": remedy}}


def _left(error: SystemExit) -> str:
    return "\n".join(
        (f"the program called sys.exit({error.code!r})", *vars(error).get("__notes__", ()))
    )
