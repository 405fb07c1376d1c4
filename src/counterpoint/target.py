"""Targets of the command line: a bundled example by its name, or an object in a file."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import pkgutil
import sys
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from . import examples
from .bundled import bundled_examples
from .errors import BadTarget, Place
from .model.checked import why_no_system
from .model.system import System
from .reading import is_file, is_there, text_in

if TYPE_CHECKING:
    from .bp.program import Program
    from .tla.module import Choice

DEFAULT_NAMES = ("program", "model", "system")

Found: TypeAlias = "Program | System"

loaded: list[Path] = []
"""The Python files of users that were run so far."""

_loading: ContextVar[tuple[Path, ...]] = ContextVar("_loading", default=())
"""The files that are being loaded, from within which others may be."""


def find_target(
    target: str,
    settings: Mapping[str, object] | None = None,
    *,
    config: str | None = None,
    choice: Choice | None = None,
) -> Found:
    """The program, model or system that `target` names: `EXAMPLE`, `FILE`, or either with `:NAME`.

    `FILE.tla` is a TLA+ module, with its `config` and the options in `choice`; there, `NAME` is one
    of its specifications. `FILE.led` is an LED program; `settings` set its definitions. `FILE.smv`
    is an SMV model, `FILE.aag` and `FILE.aig` are circuits, and `FILE.pg` is a parity game.

    In a Python file, `NAME` is a program, model or system, or a function that makes one;
    `settings` are its arguments. Without a name, the first of `program`, `model` and `system` that
    exists is used. Raises `BadTarget`, which says what there is, if nothing is found. An exception
    raised by the file itself passes through.
    """
    where, name = parts_of(target)
    if (path := module_path(where)) is not None:
        from .tla.file import load_module  # imported here because programs do not need TLA+
        from .tla.module import PLAIN

        chosen = _with_specification(target, name, choice or PLAIN)
        return load_module(path, config=config, settings=settings, choice=chosen)
    if (path := led_path(where)) is not None:
        if name is not None or config is not None:
            raise BadTarget(f"{target}: an LED text has no parts, and no configuration")
        return _led_program(target, path, settings, choice)
    if (path := smv_path(where)) is not None:
        if name is not None or config is not None or settings:
            raise BadTarget(f"{target}: an SMV text has no parts, settings or configuration")
        return _smv_model(target, path, choice)
    if config is not None or choice is not None:
        raise BadTarget(
            f"{target} is no TLA+ module and no SMV text, and the options given are for those"
        )
    if (path := _collected(where)) is not None:
        return _of_collection(target, path, name, settings)
    found = find_object(target, settings, DEFAULT_NAMES)
    if not _is_target(found):
        raise BadTarget(_no_target(target, name or DEFAULT_NAMES[0], _module(where), found))
    return found


def file_of(target: str) -> Path | None:
    """The file that a target is in, whether or not it can be read; None if there is none.

    >>> file_of("tictactoe").name, file_of("no such thing")
    ('tictactoe.py', None)
    """
    where, _ = parts_of(target)
    try:
        texts = (module_path(where), led_path(where), smv_path(where))
    except BadTarget:
        return None
    if found := next((path for path in texts if path is not None), None):
        return found
    bundled = Path(examples.__path__[0], f"{where}.py")
    paths = (Path(where), bundled) if where.isidentifier() else (Path(where),)
    return next((path for path in paths if is_file(path)), None)


def module_path(target: str) -> Path | None:
    """The TLA+ file that a target names by its path or as an example; None if it names none."""
    path = Path(target)
    if path.suffix == ".tla":
        if is_file(path):
            return path
        bundled = Path(examples.__path__[0], path.name)
        if path.name == target and is_file(bundled):
            return bundled
        raise BadTarget(_no_file(path))
    bundled = Path(examples.__path__[0], f"{target}.tla")
    return bundled if target.isidentifier() and is_file(bundled) else None


def led_path(target: str) -> Path | None:
    """The LED file that a target names by its path or as an example; None if it names none.

    An example can be named without its suffix unless a Python example has that name.
    """
    return _text_path(target, ".led")


def smv_path(target: str) -> Path | None:
    """The SMV file that a target names by its path or as an example; None if it names none.

    An example can be named without its suffix unless a Python example has that name.
    """
    return _text_path(target, ".smv")


def _text_path(target: str, suffix: str) -> Path | None:
    path, folder = Path(target), Path(examples.__path__[0])
    if path.suffix == suffix:
        bundled = folder / path.name
        if is_file(path) or (path.name == target and is_file(bundled)):
            return path if is_file(path) else bundled
        raise BadTarget(_no_file(path))
    bundled = folder / f"{target}{suffix}"
    is_taken = is_there(folder / f"{target}.py")
    return bundled if target.isidentifier() and not is_taken and is_file(bundled) else None


def _smv_model(target: str, path: Path, choice: Choice | None) -> System:
    """The model in an SMV text; raises `BadTarget` for options that only TLA+ modules take."""
    from .smv.model import load_model  # imported here because others do not need SMV

    if choice is not None and replace(choice, owner=None) != type(choice)():
        raise BadTarget(f"{target} is an SMV text, and of these options it takes --owner only")
    return load_model(path, owner=None if choice is None else choice.owner)


COLLECTED = (".aag", ".aig", ".pg")
"""The endings of files as public collections of benchmarks have them."""


def _collected(target: str) -> Path | None:
    """The file that a target names, if it is of a format of public collections; else None."""
    path = Path(target)
    if path.suffix not in COLLECTED:
        return None
    if not is_file(path):
        raise BadTarget(_no_file(path))
    return path


def _of_collection(
    target: str, path: Path, name: str | None, settings: Mapping[str, object] | None
) -> System:
    """The target in such a file; raises `BadTarget` for a part of it, and for settings."""
    if name is not None or settings:
        raise BadTarget(f"{target}: a file of this kind has no parts and no settings")
    if path.suffix == ".pg":
        from .parity.game import load_parity_game  # imported here because others do not need it

        return load_parity_game(path)
    from .aiger.file import load_circuit  # imported here because others do not need circuits

    return load_circuit(path)


def map_path(name: str) -> Path:
    """The map of a comparison that is meant: a file, or a bundled one; raises `BadTarget`."""
    path = Path(name)
    bundled = Path(examples.__path__[0], path.name)
    if not is_file(path) and not (path.name == name and is_file(bundled)):
        raise BadTarget(_no_file(path))
    return path if is_file(path) else bundled


def _led_program(
    target: str, path: Path, settings: Mapping[str, object] | None, choice: Choice | None
) -> System:
    """The program in an LED text; raises `BadTarget` for options that only TLA+ modules take."""
    from .led.program import load_program  # imported here because others do not need LED

    if choice is not None and replace(choice, owner=None) != type(choice)():
        raise BadTarget(f"{target} is an LED text, and of these options it takes --owner only")
    return load_program(path, settings, owner=None if choice is None else choice.owner)


def _with_specification(target: str, name: str | None, choice: Choice) -> Choice:
    """The options for a module, including the specification that its target names, if any."""
    if name is None:
        return choice
    if choice.spec not in (None, name):
        raise BadTarget(f"{target} names the specification {name}, and --spec says {choice.spec}")
    return replace(choice, spec=name)


def mapping_of(name: str) -> Callable[[Mapping[str, object]], object]:
    """The function of a mapping of logs: `FILE.py`, where it is called `entry`, or `FILE.py:NAME`.

    Raises `BadTarget` if there is no such function.
    """
    where, chosen = parts_of(name)
    found = vars(_module(where)).get(chosen or "entry")
    if not callable(found):
        raise BadTarget(f"{where} has no function {chosen or 'entry'}, which maps records of a log")
    mapping: Callable[[Mapping[str, object]], object] = found
    return mapping


def find_object(
    target: str, settings: Mapping[str, object] | None, names: tuple[str, ...]
) -> object:
    """The object that a target names, by default the first of `names` that exists; None if none."""
    where, name = parts_of(target)
    module = _module(where)
    known = names if name is None else (name,)
    found = next((getattr(module, each) for each in known if hasattr(module, each)), None)
    if inspect.isfunction(found):
        return _made(target, found, settings or {})
    if settings:
        raise BadTarget(f"{target} is not made by a function, so it has no settings")
    return found


def _is_target(found: object) -> TypeGuard[Found]:
    from .bp.program import Program  # imported here because TLA+ modules do not need it

    return isinstance(found, Program | System) and not isinstance(found, type)


def _bundled_modules() -> list[str]:
    """The names of the examples in Python; their texts are not read."""
    return [info.name for info in pkgutil.iter_modules(examples.__path__)]


def parse_settings(given: tuple[str, ...]) -> dict[str, object]:
    """The values in texts such as `n=7`: Python literals, or else the text itself.

    >>> parse_settings(("n=7", "kind=round"))
    {'n': 7, 'kind': 'round'}
    """
    settings: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise BadTarget(f"--set takes NAME=VALUE, not {text!r}")
        try:
            settings[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            settings[name] = value
    return settings


def parts_of(target: str) -> tuple[str, str | None]:
    """The file or example that a target names, and the name in it; None for the usual one.

    >>> parts_of("tap.py:mended"), parts_of("tictactoe")
    (('tap.py', 'mended'), ('tictactoe', None))
    """
    if is_there(target):
        return target, None
    where, colon, name = target.rpartition(":")
    return (where, name) if colon and name.isidentifier() else (target, None)


def _module(where: str) -> ModuleType:
    if is_file(where):
        return _load(Path(where))
    if is_there(where):
        raise BadTarget(_no_module(Path(where)))
    if where in _bundled_modules() and module_path(where) is None:
        return importlib.import_module(f"{examples.__name__}.{where}")
    if Path(where).suffix == ".py":
        raise BadTarget(f"there is no file {where}")
    if is_file(f"{where}.tla"):
        raise BadTarget(f"a TLA+ module is named with its ending: {where}.tla")
    raise BadTarget(
        f"{where!r} is neither a Python file, nor a TLA+ module FILE.tla, nor a bundled example; "
        f"examples: {', '.join(example.name for example in bundled_examples())}"
    )


def _no_file(path: Path) -> str:
    return _no_module(path) if is_there(path) else f"there is no file {path}"


def _no_module(path: Path) -> str:
    """Why a path is not that of a Python file, and what to name instead."""
    if path.is_dir():
        known = {".py", ".tla", ".led", ".smv", *COLLECTED}
        there = sorted(each.name for each in path.iterdir() if each.suffix in known)
        has = ", ".join(there[:8]) + (" ..." if there[8:] else "") or "no Python file and no module"
        return f"{path} is a folder, and a target is a file: it has {has}"
    if path.suffix == ".cfg":
        module = path.with_suffix(".tla")
        return (
            f"{path} is a configuration, and a target is the module: {module}, with which the "
            f"configuration beside it is read, or another one by --config"
        )
    return f"{path} is not a Python file"


def _load(path: Path) -> ModuleType:
    """Import the module in a file; it can import the files beside it, and the package it is in.

    A file may have the name of a library: it hides neither that nor a module already imported.
    """
    whole = path.resolve()
    if whole in _loading.get():
        raise BadTarget(_in_a_circle(path), _place_in(whole))
    loaded.append(path)
    folder = whole.parent
    _make_importable(folder)
    name = f"{_package_of(folder)}{path.stem}"
    if name in sys.modules or name in sys.stdlib_module_names:
        name += "_program"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadTarget(_no_module(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    token = _loading.set((*_loading.get(), whole))
    try:
        spec.loader.exec_module(module)
    except (SyntaxError, ValueError):
        _require_text(path)
        raise
    finally:
        _loading.reset(token)
    return module


def _in_a_circle(path: Path) -> str:
    return f"{path} loads itself: here, while it is loaded, {path} is to be loaded as a target"


def _place_in(path: Path) -> Place | None:
    """The line of a file that is being run; None if there is none."""
    frame = sys._getframe()
    while (back := frame.f_back) is not None:
        frame = back
        if frame.f_code.co_name == "<module>" and Path(frame.f_code.co_filename).resolve() == path:
            return Place.of_line(frame.f_code.co_filename, frame.f_lineno)
    return None


def _require_text(path: Path) -> None:
    """Raise `BadTarget` for a file that is not text; one that declares an encoding is accepted."""
    if b"coding" not in path.read_bytes()[:200]:
        text_in(path, BadTarget)


def _package_of(folder: Path) -> str:
    """Import the package in a folder; returns its name and a dot, or an empty text for none."""
    names: list[str] = []
    root = folder
    while (root / "__init__.py").exists() and root.name.isidentifier():
        names.insert(0, root.name)
        root = root.parent
    if not names:
        return ""
    _make_importable(root)
    package = importlib.import_module(".".join(names))
    is_this = any(Path(place).resolve() == folder for place in package.__path__)
    return f"{package.__name__}." if is_this else ""


def _make_importable(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _made(target: str, function: Callable[..., object], settings: Mapping[str, object]) -> object:
    """The result of `function` for these settings; raises `BadTarget` if they do not fit it."""
    signature = inspect.signature(function)
    try:
        signature.bind(**settings)
    except TypeError as error:
        known = ", ".join(signature.parameters) or "none"
        raise BadTarget(f"{target}: {error}; its settings are {known}") from None
    defaults = {name: parameter.default for name, parameter in signature.parameters.items()}
    try:
        given = {name: _like(defaults.get(name), of, name) for name, of in settings.items()}
        return function(**given)
    except _Unlike as error:
        raise BadTarget(f"{target}: {error}") from None
    except ValueError as error:
        if function.__module__.startswith(examples.__name__):
            raise BadTarget(f"{target}: {error}") from None
        raise


class _Unlike(Exception):
    """A setting has a type that its parameter does not take."""


def _like(default: object, value: object, name: str) -> object:
    """A setting converted to the type of its parameter's default; raises `_Unlike`."""
    match default, value:
        case bool(), _ if str(value).lower() in _TRUTHS:
            return _TRUTHS[str(value).lower()]
        case (int(), bool()) | (float(), bool()):
            pass
        case (int(), int()) | (str(), str()) if not isinstance(default, bool):
            return value
        case float(), int() | float():
            return float(value)
        case tuple() | list(), tuple() | list():
            return type(default)(_like(next(iter(default), None), each, name) for each in value)
    for kind, wanted in _KINDS.items():
        if isinstance(default, kind):
            raise _Unlike(f"{name} takes {wanted} such as {default!r}, and {value!r} is none")
    return value


_TRUTHS = {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}

_KINDS: dict[type, str] = {
    bool: "true or false,",
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
    tuple: "a list",
    list: "a list",
}
"""Types of defaults that restrict a setting, and the names of these types in messages."""


def _no_target(target: str, name: str, module: ModuleType, found: object) -> str:
    there = [key for key, value in vars(module).items() if _is_target(value)]
    missing = f"it has no {name!r}" if found is None else why_no_system(found)
    if not there:
        there_is = "no Program, Model or system at all"
        return f"{target}: {missing}, and {'' if found is None else 'there is '}{there_is}"
    where = parts_of(target)[0]
    return f"{target}: {missing}; it has {', '.join(there)}: try {where}:{there[0]}"
