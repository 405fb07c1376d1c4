"""The server: who is answered, what is served, and what comes over the socket."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from ..patience import PATIENCE
from .conftest import Served

Serve = Callable[..., Served]


def get(served: Served, path: str, **headers: str) -> tuple[int, str]:
    """The status and the text of an answer; the path is sent as it is."""
    connection = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.putrequest("GET", path, skip_host=True)
    for name, value in {"Host": f"127.0.0.1:{served.port}", **headers}.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def talk_to(served: Served, **options: Any) -> ClientConnection:
    options = {"origin": served.address.rstrip("/"), "open_timeout": PATIENCE, **options}
    connection: ClientConnection = connect(f"ws://127.0.0.1:{served.port}/socket", **options)
    return connection


def until(connection: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(connection.recv(timeout=PATIENCE))
        if message["type"] == kind:
            return message


def hello(connection: ClientConnection, tab: str = "", link: str = "") -> str:
    connection.send(json.dumps({"do": "hello", "tab": tab, "link": link}))
    return str(until(connection, "welcome")["tab"])


@contextmanager
def comes_back(served: Served, tab: str) -> Iterator[ClientConnection]:
    """A connection to a tab that was left, once the server has seen that."""
    came = ""
    while came != tab:
        with talk_to(served) as connection:
            came = hello(connection, tab)
            if came == tab:
                yield connection


def test_the_page_and_its_files_are_served(serve: Serve) -> None:
    served = serve("hot_cold")
    with urllib.request.urlopen(served.address) as page:
        assert "<title>Counterpoint</title>" in page.read().decode()
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert get(served, "/page.js")[0] == 200


@pytest.mark.parametrize(
    "path", ["/../guard.py", "/%2e%2e/guard.py", "/static/main.js", "/etc/passwd", "//etc/passwd"]
)
def test_no_other_file_of_the_machine_is_served(serve: Serve, path: str) -> None:
    assert get(serve("hot_cold"), path)[0] == 404


def test_a_foreign_host_or_origin_is_turned_away(serve: Serve) -> None:
    served = serve("hot_cold")
    assert get(served, "/", Host="evil.example")[0] == 403
    assert get(served, "/", Host=f"evil.example:{served.port}")[0] == 403
    assert get(served, "/", Origin="http://evil.example")[0] == 403
    assert get(served, "/", Host=f"localhost:{served.port}")[0] == 200


@pytest.mark.parametrize("origin", ["http://evil.example", None])
def test_a_socket_is_opened_for_the_page_only(serve: Serve, origin: str | None) -> None:
    with pytest.raises(InvalidStatus):
        talk_to(serve("hot_cold"), origin=origin)


def test_the_page_is_told_everything_when_it_comes(serve: Serve) -> None:
    with talk_to(serve("hot_cold")) as connection:
        hello(connection)
        assert until(connection, "target")["name"] == "hot_cold"
        assert until(connection, "walk")["at"] == 0
        answers = until(connection, "properties")
        while not answers["done"]:
            answers = until(connection, "properties")
        assert [row["answer"] for row in answers["rows"]] == ["holds", "holds", "vacuous"]


def test_a_tab_that_comes_back_is_where_it_was(serve: Serve) -> None:
    served = serve("hot_cold")
    with talk_to(served) as connection:
        tab = hello(connection)
        connection.send(json.dumps({"do": "step", "name": "COLD"}))
        while until(connection, "walk")["at"] != 1:
            pass
    with comes_back(served, tab) as connection:
        assert until(connection, "walk")["at"] == 1


def test_a_tab_that_is_in_use_is_not_given_twice(serve: Serve) -> None:
    served = serve("hot_cold")
    with talk_to(served) as one, talk_to(served) as other:
        tab = hello(one)
        assert hello(other, tab, "p=COLD") != tab
        assert until(other, "walk")["at"] == 1


NONSENSE: list[tuple[str | bytes, str]] = [
    ("", "this message is no JSON"),
    ("{", "this message is no JSON"),
    ('{"do": "jump", "at": NaN}', "this message is no JSON: NaN is no JSON number"),
    ('{"do": "jump", "at": ' + "9" * 5000 + "}", "this message is no JSON"),
    ("[]", "this message is []; a command is a JSON object such as"),
    ('"x"', "this message is 'x'; a command is a JSON object such as"),
    ("[" * 60_000, "this message is nested too deeply"),
    (
        '{"do": ' + "[" * 300 + "]" * 300 + "}",
        "a command has a text as 'do', not [[[[[[[...]]]]]]]",
    ),
    (" " * 70_000, "this message has 70,000 characters; 65,536 are read at most"),
    (b"\xff\x00", "this message is binary"),
    ('{"do": 3}', "a command has a text as 'do', not 3"),
    ('{"do": "step"}', "'step' takes a text as 'name', which this command lacks"),
    ('{"do": "hello"}', "there is no command 'hello'; there are"),
]


def test_nonsense_is_answered_before_and_after_a_tab_is_opened(serve: Serve) -> None:
    with talk_to(serve("hot_cold")) as connection:
        for sent in ("{}", '{"do": "step", "name": "COLD"}', '{"do": "hello", "link": 3}'):
            connection.send(sent)
            notice = until(connection, "notice")
            assert (notice["kind"], notice["code"]) == ("misuse", "CP100")
        hello(connection)
        for nonsense, said in NONSENSE:
            connection.send(nonsense)
            notice = until(connection, "notice")
            assert notice["text"].startswith(said)
            assert (notice["kind"], notice["code"]) == ("misuse", "CP100")
        connection.send(json.dumps({"do": "step", "name": "COLD"}))
        while until(connection, "walk")["at"] != 1:
            pass


BROKEN = {
    "bad UTF-8": b"\x81\x82\x00\x00\x00\x00\xff\xff",
    "an unknown kind of frame": b"\xff\x80\x00\x00\x00\x00",
    "a length beyond all limits": b"\x81\xff\x7f" + b"\xff" * 11,
}


@pytest.mark.parametrize("frame", BROKEN.values(), ids=BROKEN)
def test_a_frame_that_breaks_the_protocol_ends_the_connection_and_not_the_tab(
    serve: Serve, frame: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    served = serve("hot_cold")
    with talk_to(served) as connection:
        tab = hello(connection)
        connection.socket.sendall(frame)
        with suppress(ConnectionClosed):
            until(connection, "the end")
    with comes_back(served, tab) as connection:
        connection.send(json.dumps({"do": "step", "name": "COLD"}))
        while until(connection, "walk")["at"] != 1:
            pass
    assert "Traceback" not in capfd.readouterr().err


def test_a_tab_that_goes_away_early_leaves_no_traceback(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    served = serve("tictactoe")
    for _ in range(5):
        with talk_to(served):
            pass
        with talk_to(served) as connection:
            connection.send(json.dumps({"do": "hello"}))
            connection.socket.shutdown(socket.SHUT_RDWR)
    with talk_to(served) as connection:
        hello(connection)
    # The client of this test may be surprised by what it did; the server may not.
    told = [record for record in caplog.records if record.name != "websockets.client"]
    assert [record for record in told if record.exc_info] == []
