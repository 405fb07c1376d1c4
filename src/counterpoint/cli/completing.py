"""Completion by shells: of commands, options, targets, and what can be named in a target.

A target is read as text only: nothing of a user's is run while a word is completed.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from ..trees import module_tree
from .installing import PROGRAM, VARIABLE, register

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Complete: TypeAlias = Callable[[click.Context, str], Iterable[CompletionItem[str]]]

TARGETS = (".py", ".tla", ".led", ".smv", ".aag", ".aig", ".pg")
"""The endings of files that can be targets."""


def completed(cli: click.Group, instruction: str) -> int:
    """Print what a shell asks for by the value of `VARIABLE`; returns the exit code."""
    from click.shell_completion import shell_complete

    register()
    for command in cli.commands.values():
        _prepare(command)
    return shell_complete(cli, {}, PROGRAM, VARIABLE, instruction)


def _prepare(command: click.Command) -> None:
    """Give the parameters of a command what completes them."""
    for parameter in command.params:
        complete = _completer_of(parameter)
        if complete is not None:
            vars(parameter)["shell_complete"] = complete


def _completer_of(parameter: click.Parameter) -> Complete | None:
    """What completes a parameter; None if click knows that by itself, or nobody does."""
    if parameter.name in ("target", "first", "second", "game"):
        return _targets
    if parameter.name in ("properties", "property"):
        return _properties
    if parameter.name in ("without", "only"):
        return _rules
    if parameter.name == "code":
        return _codes
    is_file = str(parameter.metavar).startswith(("FILE", "DIR")) or parameter.name == "log"
    return _files if is_file else None


def _targets(_context: click.Context, begun: str) -> Iterator[CompletionItem[str]]:
    """The bundled examples, files that can be targets, and folders."""
    from click.shell_completion import CompletionItem

    from ..bundled import bundled_examples

    for example in bundled_examples():
        if example.name.startswith(begun):
            yield CompletionItem(example.name, help=example.summary)
    for path, is_folder in _beside(begun):
        if is_folder:
            yield CompletionItem(path, type="dir", is_listed=True)
        elif path.endswith(TARGETS):
            yield CompletionItem(path)


def _beside(begun: str) -> Iterator[tuple[str, bool]]:
    """The files and folders with paths that begin so, and whether each is a folder."""
    folder, name = os.path.split(begun)
    try:
        found = sorted(os.scandir(os.path.expanduser(folder) or "."), key=lambda each: each.name)
    except OSError:
        return
    for each in found:
        is_hidden = each.name.startswith((".", "__")) and not name
        if each.name.startswith(name) and not is_hidden:
            yield os.path.join(folder, each.name), each.is_dir()


def _properties(context: click.Context, begun: str) -> Iterator[CompletionItem[str]]:
    """The requirements that the file of the target names, and the properties of any program."""
    from ..model.property import NAMES

    tree = _tree_of(context)
    return _words(begun, [*_requirements(tree), *NAMES])


def _rules(context: click.Context, begun: str) -> Iterator[CompletionItem[str]]:
    """The functions with `@thread` in the file of the target."""
    functions = (node for node in ast.walk(_tree_of(context)) if isinstance(node, ast.FunctionDef))
    marked = (each for each in functions if any(map(_is_thread, each.decorator_list)))
    return _words(begun, [each.name for each in marked])


def _codes(_context: click.Context, begun: str) -> Iterator[CompletionItem[str]]:
    """The error codes."""
    from click.shell_completion import CompletionItem

    from ..explained import explanations

    for each in explanations():
        if each.code.startswith(begun.upper()):
            yield CompletionItem(each.code, help=each.title)


def _files(_context: click.Context, begun: str) -> Iterator[CompletionItem[str]]:
    """Any file, which the shell itself completes."""
    from click.shell_completion import CompletionItem

    yield CompletionItem(begun, type="file")


def _words(begun: str, words: Iterable[str]) -> Iterator[CompletionItem[str]]:
    from click.shell_completion import CompletionItem

    return (CompletionItem(word) for word in dict.fromkeys(words) if word.startswith(begun))


def _tree_of(context: click.Context) -> ast.Module:
    """The syntax tree of the target's file; an empty one if that is not a file in Python."""
    from ..target import file_of

    target = context.params.get("target") or _first_word()
    path: Path | None = file_of(target)
    if path is None or path.suffix != ".py":
        return ast.Module([], [])
    try:
        return module_tree(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def _first_word() -> str:
    """The first word after the command: click reads no argument while an option lacks a value."""
    from click.shell_completion import split_arg_string

    words = split_arg_string(os.environ.get("COMP_WORDS", ""))[2:]
    return next((word for word in words if not word.startswith("-")), "")


def _requirements(tree: ast.Module) -> Iterator[str]:
    """The names in `requirements={...}`, and those that `requires` is called with."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        is_requires = isinstance(node.func, ast.Attribute) and node.func.attr == "requires"
        given = [word.value for word in node.keywords if word.arg == "requirements"]
        for each in [*given, *(node.args if is_requires else [])]:
            if isinstance(each, ast.Dict):
                keys = (key.value for key in each.keys if isinstance(key, ast.Constant))
                yield from (key for key in keys if isinstance(key, str))
        if is_requires:
            yield from (word.arg for word in node.keywords if word.arg)


def _is_thread(decorator: ast.expr) -> bool:
    """Whether a decorator is `thread`, by itself, called, or as an attribute of the package."""
    match decorator:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name == "thread"
        case ast.Call(func=function):
            return _is_thread(function)
    return False
