"""The targets that a run of pytest checks, and the properties of them that it selects."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ..data import dataclass
from ..reading import is_file
from ..target import file_of, parts_of
from ..trees import module_tree

SEPARATOR = "::"


@dataclass(frozen=True, slots=True)
class Asked:
    """A target: its text for `find_target`, the beginning of its node ids, and its file.

    `only` are the properties that were selected by node ids; if there are none, all are meant.
    """

    text: str
    base: str
    path: Path
    only: tuple[str, ...] = ()

    @property
    def name(self) -> str | None:
        """What follows the file, if a part of it is named."""
        return parts_of(self.text)[1]

    def rest(self, argument: str, folder: Path) -> str | None:
        """What an argument of pytest selects of this target; None if it means something else.

        The result is empty for the whole target.
        """
        head, _, rest = argument.partition(SEPARATOR)
        where = parts_of(self.text)[0]
        if head != where and Path(folder, head).resolve() != self.path.resolve():
            return None
        if self.name is not None:
            first, _, rest = rest.partition(SEPARATOR)
            return rest if first == self.name else None
        if self.path.suffix == ".py" and is_file(Path(folder, head)):
            return rest if rest and not _defines(self.path, rest) else None
        return rest


@dataclass(frozen=True, slots=True)
class Plan:
    """The targets of a run, and the arguments that are left for pytest itself."""

    targets: tuple[Asked, ...] = ()
    arguments: tuple[str, ...] | None = None

    def data(self) -> dict[str, Any]:
        """The plan as plain data, for `plan_in` in another process."""
        alone = self.arguments == ()
        return {"targets": [[each.text, *each.only] for each in self.targets], "alone": alone}


def plan_in(data: Mapping[str, Any], config: pytest.Config) -> Plan:
    """The plan of another process; pytest's own arguments have come to this one without it."""
    targets = tuple(asked_for(text, config, *only) for text, *only in data["targets"])
    return Plan(targets, () if data["alone"] else None)


def plan_of(config: pytest.Config) -> Plan:
    """What the options and the arguments of a run ask for.

    Targets of the configuration belong to the run if it is of everything, of their files or folders
    or of properties of theirs. Those of the option always do.
    """
    given = [*config.getoption("counterpoint")]
    known = {each.base: each for each in (asked_for(text, config) for text in given)}
    always = set(known)
    for text in config.getini("counterpoint_targets"):
        found = asked_for(_from_the_configuration(text, config), config)
        known.setdefault(found.base, found)
    if config.args_source is not config.ArgsSource.ARGS:
        return Plan(tuple(known.values()))
    folder = config.invocation_params.dir
    left: list[str] = []
    selected: dict[str, list[str]] = {}
    for argument in config.args:
        by = _selected_by(argument, known, folder)
        if by is None:
            left.append(argument)
        else:
            selected.setdefault(by[0], []).append(by[1])
    around = {Path(folder, each).resolve() for each in left if SEPARATOR not in each}
    targets = (
        replace(each, only=() if "" in only else tuple(only))
        for base, each in known.items()
        if (only := selected.get(base, [])) or base in always or _is_in(each, around)
    )
    return Plan(tuple(targets), tuple(left))


def asked_for(text: str, config: pytest.Config, *only: str) -> Asked:
    """The target with this text; its file may not exist, which its collection then says."""
    where, name = parts_of(text)
    path = file_of(text)
    base = where
    if is_file(where):
        base = Path(os.path.relpath(Path(where).resolve(), config.rootpath)).as_posix()
    if name is not None:
        base += f"{SEPARATOR}{name}"
    return Asked(text, base, Path(path or where).resolve(), only)


def _from_the_configuration(text: str, config: pytest.Config) -> str:
    """A target of the configuration: its file is beside that of the configuration."""
    folder = config.rootpath if config.inipath is None else config.inipath.parent
    beside = Path(folder, parts_of(text)[0])
    if not is_file(beside) and not is_file(parts_of(str(Path(folder, text)))[0]):
        return text
    return os.path.relpath(Path(folder, text))


def _selected_by(argument: str, known: dict[str, Asked], folder: Path) -> tuple[str, str] | None:
    """The target that an argument means, and the property of it, or an empty text for all."""
    for base in sorted(known, key=len, reverse=True):
        if (rest := known[base].rest(argument, folder)) is not None:
            return base, rest
    return None


def _is_in(target: Asked, around: set[Path]) -> bool:
    return bool(around & {target.path, *target.path.parents})


def _defines(path: Path, rest: str) -> bool:
    """Whether a file defines or imports what a node id begins with, such as a test function."""
    name = rest.partition(SEPARATOR)[0].partition("[")[0]
    try:
        return name in set(_names_in(module_tree(path.read_text(encoding="utf-8"))))
    except (OSError, ValueError, SyntaxError):  # loading it says what is wrong
        return False


def _names_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name
