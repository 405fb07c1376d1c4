"""The server: who is answered, what is served, and what comes over the socket."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from .conftest import Served

Serve = Callable[..., Served]


def get(served: Served, path: str, **headers: str) -> tuple[int, str]:
    """The status and the text of an answer; the path is sent as it is."""
    connection = HTTPConnection("127.0.0.1", served.port, timeout=20)
    connection.putrequest("GET", path, skip_host=True)
    for name, value in {"Host": f"127.0.0.1:{served.port}", **headers}.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def talk_to(served: Served, **options: Any) -> ClientConnection:
    options = {"origin": served.address.rstrip("/"), **options}
    return connect(f"ws://127.0.0.1:{served.port}/socket", **options)


def until(connection: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(connection.recv(timeout=20))
        if message["type"] == kind:
            return message


def hello(connection: ClientConnection, tab: str = "", link: str = "") -> str:
    connection.send(json.dumps({"do": "hello", "tab": tab, "link": link}))
    return str(until(connection, "welcome")["tab"])


def test_the_page_and_its_files_are_served(serve: Serve) -> None:
    served = serve("hot_cold")
    with urllib.request.urlopen(served.address) as page:
        assert "<title>Counterpoint</title>" in page.read().decode()
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert get(served, "/main.js")[0] == 200


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
    with talk_to(served) as connection:
        while hello(connection, tab) != tab:  # until the server has seen that it was left
            connection.close()
            connection = talk_to(served)
        assert until(connection, "walk")["at"] == 1
        connection.close()


def test_a_tab_that_is_in_use_is_not_given_twice(serve: Serve) -> None:
    served = serve("hot_cold")
    with talk_to(served) as one, talk_to(served) as other:
        tab = hello(one)
        assert hello(other, tab, "p=COLD") != tab
        assert until(other, "walk")["at"] == 1


@pytest.mark.parametrize("text", ["", "[]", "{", '"x"', '{"do": 3}', '{"do": "step"}'])
def test_nonsense_is_answered_and_the_connection_stays(serve: Serve, text: str) -> None:
    with talk_to(serve("hot_cold")) as connection:
        hello(connection)
        connection.send(text)
        assert until(connection, "notice")["kind"] == "misuse"
        connection.send(json.dumps({"do": "step", "name": "COLD"}))
        while until(connection, "walk")["at"] != 1:
            pass


def test_what_is_no_text_is_answered_and_so_is_what_is_nested_too_deep(serve: Serve) -> None:
    with talk_to(serve("hot_cold")) as connection:
        hello(connection)
        for sent in (b"\xff\x00", "[" * 60_000):
            connection.send(sent)
            assert until(connection, "notice")["kind"] == "misuse"


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
