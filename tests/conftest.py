"""What all tests share: a cache of compiled code of their own, and a way to run commands."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from counterpoint.bp.local.processes.elsewhere import Elsewhere
from counterpoint.engines.base.fallback import EngineFailed

from .command_line import Run, Said
from .share import FULL, share

pytest_plugins = ["pytester"]

ASK = Elsewhere._ask

# The same examples at each run, on however slow a machine. There are few of them: `scripts/soak`
# tries ever new ones by the thousand.
settings.register_profile("house", deadline=None, derandomize=True, max_examples=share(40))
settings.load_profile("house")


SELDOM = (100_000, 50, 100)
"""When garbage is looked for: tests make much of it, and hardly any in cycles."""

gc.set_threshold(*SELDOM)


def pytest_configure(config: pytest.Config) -> None:
    """Workers, and all processes that tests start, share what the session has compiled.

    Nothing of it lands in the cache of the person who runs the tests.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
        signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = tempfile.TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    os.environ.setdefault("COUNTERPOINT_CACHE_DIR", str(Path(folder.name, "kernels")))
    if not FULL:  # thousands of small searches: more time goes into compilers than into the code
        os.environ.setdefault("COUNTERPOINT_COMPILE", "quick")
    if sys.dont_write_bytecode:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = folder.name
        sys.dont_write_bytecode = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more worker than there are cores: now and then one waits for a browser or a process."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """The tests themselves stay; a collection of garbage need not look at them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def fresh_heap() -> None:
    """A collection of garbage looks only at what the test makes, which asks for it many times."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _one_hash_seed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs are compared in one other process only, where a test is not marked `hash_seeds`."""
    if request.node.get_closest_marker("hash_seeds") is None:
        monkeypatch.setattr(
            Elsewhere, "_ask", lambda of, what, argument, seeds: ASK(of, what, argument, seeds[:1])
        )


@pytest.fixture(autouse=True)
def _no_engine_fails_unseen(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """If an engine fails, another one decides: a test that is not about that must not pass then."""
    failed: list[tuple[str, BaseException]] = []
    begin = EngineFailed.__init__

    def noting(self: EngineFailed, engine: str, error: BaseException) -> None:
        failed.append((engine, error))
        begin(self, engine, error)

    monkeypatch.setattr(EngineFailed, "__init__", noting)
    yield
    if request.node.get_closest_marker("engine_fails") is None:
        assert failed == []


@pytest.fixture(scope="session", autouse=True)
def _seldom_collected() -> None:
    """Commands that tests run here leave it so."""
    from counterpoint import cli

    cli.COLLECTED_AT = SELDOM


@pytest.fixture(scope="session", autouse=True)
def _no_terminal() -> None:
    """What is shown is as wide as where there is no terminal: workers of pytest claim one."""
    os.environ.pop("COLUMNS", None)


@pytest.fixture
def run(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Runs a command in a folder of its own, with the files that the test's module names in FILES.

    Each command reads the files anew.
    """
    from counterpoint.cli import main

    files: dict[str, str] = getattr(request.module, "FILES", {})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    def call(*words: str) -> Said:
        with pytest.raises(SystemExit) as left:
            main(list(words))
        for name in files:
            monkeypatch.delitem(sys.modules, Path(name).stem, raising=False)
        return Said(int(left.value.code or 0), *capsys.readouterr())

    return call
