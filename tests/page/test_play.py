"""The command `play`: it serves until it is interrupted."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from ..command_line import Run
from ..patience import PATIENCE

FILES = {"nothing.py": "x = 1\n"}


def served_until_ctrl_c(*options: str) -> None:
    """Serve a page, look at it until its properties are checked, and press Ctrl-C."""
    command = [sys.executable, "-m", "counterpoint", "play", "hot_cold", "--no-browser"]
    with subprocess.Popen(
        [*command, "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as served:
        assert served.stdout is not None
        assert served.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", served.stdout.readline())
        assert found is not None
        with urllib.request.urlopen(found[0]) as page:
            assert page.status == 200
        port = found[1]
        origin, socket = Origin(f"http://127.0.0.1:{port}"), f"ws://127.0.0.1:{port}/socket"
        with connect(socket, origin=origin, open_timeout=PATIENCE) as connection:
            connection.send(json.dumps({"do": "hello", "tab": "", "link": ""}))
            while not is_checked(json.loads(connection.recv(timeout=PATIENCE))):
                pass
            served.send_signal(signal.SIGINT)
            assert served.wait(timeout=PATIENCE) == 0
        assert served.stderr.read() == ""


def is_checked(message: dict[str, Any]) -> bool:
    return message["type"] == "properties" and bool(message["done"])


@pytest.mark.slow
def test_the_page_is_served_until_ctrl_c() -> None:
    served_until_ctrl_c()


@pytest.mark.slow
def test_a_folder_that_was_made_for_the_page_goes_with_it_and_any_other_stays(
    tmp_path: Path,
) -> None:
    made, other = tmp_path / "made", tmp_path / "other"
    other.mkdir()
    for folder in (made, other):
        served_until_ctrl_c("--disk", str(folder))
    assert list(tmp_path.rglob("*")) == [other]


def test_a_port_that_is_taken_is_named(run: Run) -> None:
    from counterpoint.page.with_uvicorn import free_socket

    with free_socket(0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        said = run("play", "hot_cold", "--no-browser", "--port", str(port))
    assert said.code == 2
    assert f"port {port} is taken" in said.err


def test_a_target_without_a_program_is_refused_before_anything_is_served(run: Run) -> None:
    said = run("play", "nothing.py", "--no-browser")
    assert said.code == 2
    assert "it has no 'program'" in said.err
