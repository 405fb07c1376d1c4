"""Options shared by several commands, and the target that they select, with rules switched."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from ..certificate import Audited, Extent
from ..engines.base.engine import ENGINES
from ..engines.base.workers import AUTO, Workers, workers_of
from ..errors import (
    BadTarget,
    CounterpointError,
    Misuse,
    NothingToCheck,
    Refused,
    Undecided,
)
from ..model.notation import Notation, has_rules, notation_of
from ..progress import watching
from ..report.exit_code import ExitCode
from ..report.plain import to_text, unknown_data
from ..stopped import NOT_STOPPED, Stopped
from ..target import find_target, parse_settings
from ..watchman import Watchman, nothing_decided, why_ended

HOUSE = str(Path(__file__).parents[1])
"""The folder of Counterpoint: a warning that is given there names no line of a user."""

EXAMPLES = str(Path(HOUSE, "examples"))

Command = TypeVar("Command", bound=Callable[..., Any])


def _readable(what: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """A callback for an option that is a `size` or a `time`: errors name the option."""

    def read(context: click.Context, _option: click.Parameter, given: str | None) -> Any:
        if given is None:
            return None
        # imported here because few commands have a limit
        from ..engines.base.limits import parse_size, parse_time

        try:
            found = parse_time(given) if what == "time" else parse_size(given)
        except Misuse as error:
            raise click.BadParameter(error.message) from None
        watchman = context.find_object(Watchman)
        if watchman is not None and what == "time":
            watchman.bound(found)
        return found

    return read


def _workers(_context: click.Context, _option: click.Parameter, given: str) -> Workers:
    """The number of workers, in a form that notes how many there were."""
    if given != AUTO and not (given.isdecimal() and int(given)):
        raise click.BadParameter(f"{given!r} is no number from 1 up, and not auto")
    return workers_of(given if given == AUTO else int(given))


rule_options = (
    click.option("--without", multiple=True, metavar="RULE", help="Switch a rule off."),
    click.option("--only", multiple=True, metavar="RULE", help="Switch all other rules off."),
    click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter."),
)
module_options = (
    click.option("--spec", metavar="NAME", help="TLA+: the specification to explore."),
    click.option(
        "--theorem",
        "theorems",
        multiple=True,
        metavar="NAME",
        help="This theorem, by name, number or formula.",
    ),
    click.option("--config", metavar="FILE", help="The configuration, if not FILE.cfg beside it."),
    click.option("--owner", metavar="VARIABLE", help="The variable that says whose turn it is."),
    click.option(
        "--free",
        is_flag=True,
        default=None,
        help="TLA+: variables that no rule sets take any value; otherwise they keep theirs.",
    ),
)
time_option = click.option(
    "--limit-time",
    metavar="TIME",
    callback=_readable("time"),
    help="Give up after TIME, such as 90s or 5m.",
)


def _workers_option(text: str) -> Callable[[Command], Command]:
    return click.option(
        "--workers",
        default="auto",
        show_default=True,
        metavar="N",
        callback=_workers,
        help=text,
    )


workers_option = _workers_option(
    "Up to N threads at once; auto: one for each CPU, where that pays."
)
checks_option = _workers_option("Up to N checks at once; auto: one for each CPU.")
search_options = (
    click.option(
        "--limit-states", type=click.IntRange(min=1), metavar="N", help="Give up after N states."
    ),
    click.option(
        "--limit-memory",
        metavar="SIZE",
        callback=_readable("size"),
        help="Give up past SIZE, such as 500M or 2G.",
    ),
    time_option,
    workers_option,
)
engine_option = click.option(
    "--engine",
    type=click.Choice([*ENGINES]),
    default="auto",
    show_default=True,
    help="Models: all but tabled. Programs: explicit, bounded, portfolio. "
    "TLA+ theorems: explicit, tabled. Only checks use bounded and portfolio.",
)
all_option = click.option(
    "--all", "everything", is_flag=True, help="Ask of every encoded state, reached or not."
)
audit_option = click.option(
    "--audit",
    type=click.Choice(["none", "sample", "all"]),
    default="sample",
    show_default=True,
    help="How much of each answer is checked again by the reference semantics.",
)
position_option = click.option(
    "--from",
    "position",
    metavar="STATE",
    help="Begin here: values, a number, or the steps from the start.",
)


def _folder(_context: click.Context, _option: click.Parameter, given: str | None) -> str | None:
    """The name of a folder; an empty one is an error, and so is the name of a file."""
    if given == "":
        raise click.UsageError("--disk needs the name of a folder, which is empty here")
    if given is not None and os.path.isfile(given):
        raise click.UsageError(f"--disk needs a folder, and {given} is a file")
    return given


def _cluster(_context: click.Context, _option: click.Parameter, given: str | None) -> str | None:
    """A cluster; a text that is none is an error."""
    if given is not None:
        from ..engines.base.cluster import cluster_of  # few commands have a cluster

        cluster_of(given)
    return given


storage_options = (
    click.option("--disk", metavar="DIR", callback=_folder, help="Keep the states in folder DIR."),
    click.option(
        "--cluster",
        metavar="C",
        callback=_cluster,
        help="Workers that search: local:N, auto or ray://HOST:PORT.",
    ),
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def with_options(options: Iterable[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    """A decorator that adds options to a command, which are shown in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(tuple(options)):
            command = option(command)
        return command

    return decorate


def unknown_as_json(*asked: str, **beside: str) -> Callable[[Command], Command]:
    """A decorator for a command with `--json`: if the answer is unknown, it says so in JSON.

    `asked` are the names of arguments to repeat in the answer, and `beside` is what else it has.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def answered(**given: Any) -> Any:
            said = {name: given[name] for name in asked} | beside
            with last_words(said if given["as_json"] else None):
                try:
                    return command(**given)
                except (Undecided, Refused, KeyboardInterrupt) as error:
                    if not given["as_json"]:
                        raise
                    say(_unknown(said, *_reason(error)))
                return ExitCode.UNKNOWN

        return answered  # type: ignore[return-value]

    return decorate


def _reason(error: BaseException) -> tuple[str, Stopped]:
    """Why a question was not answered, and what ended the work, if something did."""
    if isinstance(error, CounterpointError):
        return error.message, error.stopped if isinstance(error, Undecided) else NOT_STOPPED
    why = why_ended(error)
    return nothing_decided(why), why


def _unknown(asked: dict[str, Any], reason: str, stopped: Stopped) -> str:
    """JSON text saying that the answer is unknown."""
    return to_text(unknown_data(asked, reason, stopped))


def speak_json(watchman: Watchman, asked: dict[str, Any]) -> None:
    """Let a watchman print its last words as JSON, with what was `asked`."""

    def say_json(text: str, why: Stopped) -> None:
        click.echo(_unknown(asked, text, why), file=watchman.out)

    watchman.last_words = say_json


@contextmanager
def last_words(asked: dict[str, Any] | None) -> Iterator[None]:
    """A context in which last words are printed as JSON, if `asked` is given."""
    watchman = click.get_current_context().find_object(Watchman)
    if watchman is None or asked is None:
        yield
        return

    before = watchman.last_words
    speak_json(watchman, asked)
    try:
        yield
    finally:
        watchman.last_words = before


@contextmanager
def watched() -> Iterator[Any]:
    """A watcher that shows progress, and reports it to the watchman for the last words."""
    watchman = click.get_current_context().find_object(Watchman)
    with watching() as shown:
        if watchman is not None:
            shown.heard.append(watchman.note)
        yield shown


def target_of(target: str, options: dict[str, Any]) -> Any:
    """The program, model, system or module of a target, with rules switched by the options."""
    settings = parse_settings(options["settings"])
    found: Any = find_target(
        target, settings, config=options.get("config"), choice=_choice_of(target, options)
    )
    if has_rules(found):
        return _switched(found, options)
    if options["only"] or options["without"]:
        raise BadTarget(f"{target} is no behavioral program, so it has no rules to switch")
    return found


def _choice_of(target: str, options: dict[str, Any]) -> Any:
    """The options for a TLA+ module; None if there are none."""
    asked = {
        name: options[name]
        for name in ("spec", "theorems", "invariants", "properties", "deadlock", "owner", "free")
        if options.get(name) not in (None, ())
    }
    if not asked:
        return None
    from ..tla.module import Choice  # imported here because programs do not need TLA+

    return Choice(**asked)


def rules_of(target: str, options: dict[str, Any]) -> Any:
    """The target of a command about rules: a behavioral program or a TLA+ module."""
    found = target_of(target, options)
    if not has_rules(found):
        raise BadTarget(f"{target} has no rules, and this command is for programs and modules")
    return found


def _switched(target: Any, options: dict[str, Any]) -> Any:
    target = target.only(*options["only"]) if options["only"] else target
    target = target.without(*options["without"]) if options["without"] else target
    if notation_of(target) is Notation.PROGRAM and not target.threads:
        raise NothingToCheck("the program has no b-threads")
    return target


@contextmanager
def prints_aside() -> Iterator[None]:
    """A context in which prints of b-threads go to standard error, not between answers.

    Warnings of Counterpoint about what was asked go there too, without a line of Counterpoint.
    """
    with redirect_stdout(sys.stderr), warnings.catch_warnings():
        usual = warnings.showwarning

        def show(message: Any, category: Any, filename: str, *where: Any) -> None:
            if filename.startswith(HOUSE) and not filename.startswith(EXAMPLES):
                print(f"warning: {message}", file=sys.stderr)
            else:
                usual(message, category, filename, *where)

        warnings.showwarning = show  # type: ignore[assignment]
        yield


def leave_ctrl_c_alone() -> None:
    """Stop the watchman from ending the command on Ctrl-C, which gets another meaning."""
    watchman = click.get_current_context().find_object(Watchman)
    if watchman is not None:
        watchman.rest()


def say(text: str) -> None:
    """Print an answer, even if the output is closed: the exit code has the answer too.

    Ctrl-C no longer interrupts: little work is left.
    """
    take_floor()
    say_line(text)


def take_floor() -> None:
    """Let Ctrl-C no longer interrupt: the work is done, and only its answer is to be printed."""
    context = click.get_current_context(silent=True)
    watchman = None if context is None else context.find_object(Watchman)
    if watchman is not None:
        watchman.take_floor()


def say_line(text: str) -> bool:
    """Print one of several lines; returns whether the output is still open."""
    try:
        try:
            click.echo(text)
        except UnicodeEncodeError:  # a file name may contain undecodable bytes
            click.echo(text.encode(sys.stdout.encoding, "backslashreplace"))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True


def say_audited(audits: Sequence[tuple[str, Audited | None]], options: dict[str, Any]) -> None:
    """Print how much of some answers was audited, if a full audit was requested."""
    if options["audit"] == Extent.ALL.value:
        from ..report.audit import audit_text  # only a full audit is reported

        say("\n".join(["", *audit_text(audits)]))


def search_given(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a search, as keyword arguments of `check`."""
    names = ("limit_states", "limit_memory", "limit_time", "workers", "audit")
    return {name: options[name] for name in names if name in options}


def storage_given(options: dict[str, Any]) -> dict[str, Any]:
    """Where states are kept, as keyword arguments of `check`, `where` and `solve`."""
    return {"disk": options["disk"], "cluster": options["cluster"]}


def task_of(options: dict[str, Any], watch: Any) -> Any:
    """The options of a search, with the watcher of progress, as a task for engines."""
    from ..engines.base.options import task_of as task

    given: Any = {**search_given(options), "watch": watch}
    return task(given)


def with_workers(data: dict[str, Any], options: dict[str, Any]) -> str:
    """An answer as JSON text, which also says how many workers there were."""
    return to_text({**data, "workers": options["workers"].used})
