"""A page that is served for a test, and a real browser to look at it with, where there is one."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from counterpoint.page.with_starlette import application
from counterpoint.page.with_uvicorn import Server, free_socket
from counterpoint.page.workspace import Workspace
from counterpoint.target import find_target

from ..patience import PATIENCE

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Served:
    """A workspace that is served: its address, and how to cut and restore the connection."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        at = free_socket(0)
        self.port: int = at.getsockname()[1]
        self._begin(at)

    def _begin(self, at: Any) -> None:
        ready = threading.Event()
        self._server = Server(application(self.workspace, self.port), at, ready.set)
        self._thread = threading.Thread(target=self._server.serve_here, daemon=True)
        self._thread.start()
        assert ready.wait(PATIENCE)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def stop(self) -> None:
        self.leave()
        self.wait()

    def leave(self) -> None:
        """Have it stop; that takes a fifth of a second, in which others can go on."""
        self._server.should_exit = True

    def wait(self) -> None:
        self._thread.join()

    def start_again(self) -> None:
        self._begin(free_socket(self.port))


@pytest.fixture(scope="module")
def leaving() -> Iterator[list[Served]]:
    """Servers that are about to stop."""
    servers: list[Served] = []
    yield servers
    for each in servers:
        each.wait()


@pytest.fixture
def serve(
    monkeypatch: pytest.MonkeyPatch, leaving: list[Served]
) -> Iterator[Callable[..., Served]]:
    """Serves a target by its name; others answer at once."""
    monkeypatch.setattr("counterpoint.page.tab.PAUSE", 0.0)
    monkeypatch.setattr("counterpoint.page.with_starlette.LOOK_EVERY", 0.02)
    served: list[Served] = []

    def begin(target: str, **options: Any) -> Served:
        workspace = Workspace(target, lambda: find_target(target), **{"seed": 1, **options})
        served.append(Served(workspace))
        return served[-1]

    yield begin
    for each in served:
        each.leave()
    leaving += served


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A headless Chromium; without one, or without playwright, the test is skipped.

    While it lives an event loop runs in this thread, so tests of other modules come after it.
    """
    playwright = pytest.importorskip("playwright.sync_api")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"there is no browser: none of {', '.join(BROWSERS)} is installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox"], timeout=1000 * PATIENCE
        )
        yield browser
        browser.close()


def tab_of(browser: Any, **options: Any) -> Any:
    """An empty tab in a context of its own, where everything has time enough to come."""
    return context_of(browser, **options).new_page()


def context_of(browser: Any, **options: Any) -> Any:
    context = browser.new_context(**options)
    context.set_default_timeout(1000 * PATIENCE)
    return context


@pytest.fixture(scope="module")
def tab(chromium: Any) -> Callable[..., Any]:
    """Opens empty tabs that share a context, and so a process, which is half of what a page costs.

    Each server has a port, so an origin and a storage, of its own; a tab has its own session.
    """
    context = context_of(chromium, viewport={"width": 1440, "height": 900})
    context.new_page()  # while there is a tab, the process is kept
    opens: Callable[..., Any] = context.new_page
    return opens


@pytest.fixture(scope="module")
def idle(tab: Callable[..., Any]) -> list[Any]:
    """Tabs that nobody uses any more, ready for the next address."""
    return []


@pytest.fixture
def open_page(tab: Callable[..., Any], idle: list[Any]) -> Iterator[Callable[..., Any]]:
    """Opens an address in a tab of its own; at the end its console must have no errors."""
    pages: list[Any] = []
    errors: list[str] = []

    def note_error(error: Any) -> None:
        errors.append(str(error))

    def note_said(said: Any) -> None:
        if said.type == "error":
            errors.append(said.text)

    def begin(address: str, width: int = 1440, height: int = 900) -> Any:
        page = idle.pop() if idle else tab()
        pages.append(page)
        page.bring_to_front()  # in a tab behind another, time goes slowly
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", note_error)
        page.on("console", note_said)
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        return page

    begin.errors = errors  # type: ignore[attr-defined]
    yield begin
    for page in pages:
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")
        page.mouse.move(0, 0)
        page.remove_listener("pageerror", note_error)
        page.remove_listener("console", note_said)
    idle += pages
    # A server that is stopped refuses connections, and resets one that was just being opened.
    lost = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
    assert [error for error in errors if not any(sign in error for sign in lost)] == []
