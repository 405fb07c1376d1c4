"""The page in a real Chromium: first load, and from a click to the mark, at the median.

    python bench/page.py [TARGET]

The aims are a first load under 1 s and a mark under 100 ms. Playwright and a Chromium are needed.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import threading

from playwright.sync_api import sync_playwright

from counterpoint.page.with_starlette import application
from counterpoint.page.with_uvicorn import Server, free_socket
from counterpoint.page.workspace import Workspace
from counterpoint.target import find_target

GAMES = 8

MARKS = """
async (games) => {
  const until = (done) => new Promise((resolve) => {
    const look = () => (done() ? resolve() : setTimeout(look, 0));
    look();
  });
  const open = () => [...document.querySelectorAll('.sq.open')];
  const times = [];
  for (let game = 0; game < games; game++) {
    document.querySelector('[data-act=restart]').click();
    await until(() => !document.querySelector('.sq.has'));
    for (let turn = 0; turn < 3; turn++) {
      await until(() => open().length);
      const square = open()[turn % open().length];
      const start = performance.now();
      square.click();
      await until(() => square.classList.contains('has'));
      times.push(performance.now() - start);
      if (/wins|Draw/.test(document.querySelector('#say').textContent)) break;
    }
  }
  return times;
}
"""

LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd"


def served(target: str) -> tuple[Server, str]:
    """A page that is served, and its address."""
    at, ready = free_socket(0), threading.Event()
    port = at.getsockname()[1]
    workspace = Workspace(target, lambda: find_target(target), seed=1)
    server = Server(application(workspace, port), at, ready.set)
    threading.Thread(target=server.serve_here, daemon=True).start()
    ready.wait()
    return server, f"http://127.0.0.1:{port}/"


def main(target: str) -> None:
    """Print the two times."""
    server, address = served(target)
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        load = page.evaluate(LOADED)
        page.wait_for_selector("#progress[hidden]", state="attached")
        marks = page.evaluate(MARKS, GAMES)
        browser.close()
    server.should_exit = True
    print(f"first load            {load:6.0f} ms")
    print(f"click to mark, median {statistics.median(marks):6.0f} ms of {len(marks)} clicks")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "tictactoe")
