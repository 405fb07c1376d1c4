"""Loads modules from files, with their configurations and the settings of a command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..arguments import says_what_it_takes
from ..errors import BadConfig, BadModule, Misuse, Place
from ..reading import text_in
from ..tuning import USUAL, Tuning
from .choice import PLAIN, Choice
from .library import Library, Surroundings
from .module import TlaModule
from .modules import load
from .modules.given import given, value
from .syntax import Config, read_config, read_expression
from .tree import Expression

LARGEST_CONFIG = 1_000_000
"""The limit on the size of a configuration, in bytes; reading one that large takes seconds."""


@says_what_it_takes
def load_module(
    path: str | Path,
    *,
    config: str | Path | None = None,
    settings: Mapping[str, object] | None = None,
    choice: Choice = PLAIN,
    seed: int = 0,
    tuning: Tuning = USUAL,
) -> TlaModule:
    """The module of a file, with a configuration: the given one, or the one beside it, if any.

    `settings` gives values to constants, and to definitions without parameters: numbers, Booleans,
    or texts that are parsed as TLA+ values, in which a name is a model value. The same `seed` gives
    the same random draws.

    >>> from counterpoint import examples
    >>> module = load_module(Path(examples.__path__[0], "MendedTicTacToe.tla"))
    >>> module.rules[:3]
    ('Board', 'EnforceTurns', 'DetectWin')
    """
    if not isinstance(path, str | Path) or not Path(path).name:
        raise Misuse(f"load_module() takes the path of a file, not {path!r}")
    if not isinstance(config, str | Path | None):
        raise Misuse(f"config= takes the path of a file, or None, not {config!r}")
    if not isinstance(settings, Mapping | None):
        raise Misuse(f"settings= takes a mapping of names, or None, not {settings!r}")
    path = Path(path)
    read = _config(path, config)
    constants: dict[str, Any] = {}
    replaced: Mapping[str, str] = {}
    places: Mapping[str, Place] = {}
    if read is not None:
        said = given(read)
        constants, replaced = dict(said.constants), said.replaced
        places = said.places
    constants.update((name, _value(name, of)) for name, of in (settings or {}).items())
    library = Library(Surroundings(seed=seed, folder=path.parent))
    loaded = load(
        path, constants=constants, replaced=replaced, places=places, library=library, tuning=tuning
    )
    return TlaModule(loaded, read, choice)


def _config(path: Path, config: str | Path | None) -> Config | None:
    """The given configuration, or the one beside the module; None without either."""
    if config is None:
        beside = path.with_suffix(".cfg")
        if not beside.is_file():
            return None
        config = beside
    return read_config(text_in(config, BadConfig, largest=LARGEST_CONFIG), str(config))


def _value(name: str, given: object) -> Any:
    """The value that a setting denotes; raises `BadConfig` if it denotes none."""
    text = {True: "TRUE", False: "FALSE"}.get(given) if isinstance(given, bool) else str(given)
    assert text is not None
    try:
        tree: Expression = read_expression(text)
        return value(tree)
    except (BadModule, BadConfig):
        raise BadConfig(f'{name}={text}: that is no value such as 3, {{a, b}} or "x"') from None
