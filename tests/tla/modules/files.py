"""Modules for tests: written into a folder, or read from a text."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from counterpoint.tla.modules import Loaded, load


def module(name: str, body: str) -> str:
    """The text of a module."""
    return f"---- MODULE {name} ----\n{dedent(body).strip()}\n====\n"


def write(folder: Path, **bodies: str) -> Path:
    """The path of the first module; all are written into the folder."""
    for name, body in bodies.items():
        (folder / f"{name}.tla").write_text(module(name, body))
    return folder / f"{next(iter(bodies))}.tla"


def read(body: str) -> Loaded:
    """The module M with this body, loaded from no file."""
    return load("M.tla", text=module("M", body))
