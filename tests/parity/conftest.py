"""Files with parity games, as commands read them."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a file with the `GAME` of the module that asks, in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    Path("game.pg").write_text(request.module.GAME, encoding="utf-8")
    return "game.pg"
