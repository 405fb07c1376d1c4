"""Searches of which finished levels are copied to a URI: another machine goes on with them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import check, where
from counterpoint.engines.base import usual
from counterpoint.engines.base.storage import Storage
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.levels.search import LevelSearch
from counterpoint.engines.search.levels.sizes import Sizes
from counterpoint.errors import BadCheckpoint, Refused
from counterpoint.examples.mnk import model as board
from counterpoint.stopped import NOT_STOPPED
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import load
from counterpoint.verdict import Answer
from tests.engines.search.levels.graph import Graph, graphs
from tests.engines.search.levels.test_search import OFTEN, SIZES, answers, expected, found
from tests.share import share

pytest.importorskip("pyarrow", reason="the extra cluster is not installed")

from counterpoint.engines.search.cluster.search import ClusterSearch
from counterpoint.engines.search.levels.copies import Copies
from tests.engines.search.cluster.here import CrewHere
from tests.engines.search.cluster.test_search import OfGraph

MODULE = r"""
---- MODULE M ----
VARIABLE n
Init == n = TRUE
Next == n' = ~n
Spec == Init /\ [][Next]_n
THEOREM Spec => []n
====
"""


def copied(uri: str) -> Task:
    return replace(OFTEN, storage=Storage(uri=uri))


@given(graphs(), SIZES, st.lists(st.integers(0, 6), max_size=4))
@settings(max_examples=share(60), deadline=None, derandomize=True)
def test_another_machine_goes_on_with_a_search(graph: Graph, sizes: Sizes, ends: list[int]) -> None:
    with TemporaryDirectory() as folder:
        uri = f"file://{folder}/copies"
        for machine, end in enumerate([*ends, 1 << 60]):
            graph.left[0] = end
            own = Path(folder) / str(machine)
            with (
                suppress(SystemExit),
                LevelSearch(graph, own, sizes, copied(uri), counted=(0,)) as search,
            ):
                assert search.run() == NOT_STOPPED
                assert found(search) == graph.levels()
                assert answers(search) == expected(graph)
                search.discard()
        assert not (Path(folder) / "copies").exists()


@given(graphs(), SIZES, st.integers(1, 3), st.lists(st.integers(0, 12), max_size=3))
@settings(max_examples=share(60), deadline=None, derandomize=True)
def test_workers_that_share_no_folder_go_on_when_some_are_lost(
    graph: Graph, sizes: Sizes, workers: int, losses: list[int]
) -> None:
    with TemporaryDirectory() as folder:
        uri, machines = f"file://{folder}/copies", Path(folder) / "machines"

        def hire(look: object) -> CrewHere:
            return CrewHere(OfGraph(graph), machines, sizes, workers, losses, uri=uri)

        driver, task = Path(folder) / "driver", copied(uri)
        with ClusterSearch(graph, driver, sizes, task, hire, counted=(0,)) as search:
            assert search.run() == NOT_STOPPED
            rows = {tuple(row.tolist()) for row in search.rows()}
            assert rows == set().union(*graph.levels())
            search.discard()
        assert not (Path(folder) / "copies").exists()


def test_copies_that_are_damaged_or_missing_are_found_again(tmp_path: Path) -> None:
    graph = Graph(1, [(0,)], {(n,): [(n + 1,), (n // 2,)] for n in range(20)})
    uri = f"file://{tmp_path}/copies"

    def search(machine: str) -> LevelSearch:
        return LevelSearch(graph, tmp_path / machine, Sizes(bits=1), copied(uri))

    with search("first") as first:
        first.run()
    file = next(tmp_path.glob("copies/level-00005/*"))
    content = file.read_bytes()
    damaged = (content[:-1] + b"\1", content[:-8], content + content, b"", None)
    for number, damage in enumerate(damaged):
        file.unlink() if damage is None else file.write_bytes(damage)
        (tmp_path / "copies" / "level-00007" / "notes").touch()  # of somebody else
        with search(f"machine{number}") as again:
            assert again.run() == NOT_STOPPED
            assert found(again) == graph.levels()
        assert file.read_bytes() == content


@pytest.mark.parametrize("uri", ["nope://host/path", "file://not/absolute", "http://[::1"])
def test_a_uri_that_cannot_be_reached_is_an_error_before_the_search(uri: str) -> None:
    with pytest.raises(BadCheckpoint, match="cannot be reached: "):
        check(board(), disk=uri)


def test_a_uri_that_cannot_be_written_is_an_error_before_the_search(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadCheckpoint, match=r"cannot be (read|written): "):
        check(board(), disk=f"file://{tmp_path}/file/states")
    with pytest.raises(BadCheckpoint, match=r"cannot be (read|written): "):
        where(board(), "full", disk=f"file://{tmp_path}/file/states")


def test_a_check_goes_on_on_another_machine_and_nothing_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uri, wanted = f"file://{tmp_path}/copies", "AG !(p1_wins & p2_wins)"
    monkeypatch.setattr(usual, "default_folder", lambda: tmp_path / "one")
    first = check(board(), wanted, disk=uri, limit_states=1000)
    assert first.answer is Answer.UNKNOWN
    assert f"go on with --recover {uri}" in first.warnings[-1]
    monkeypatch.setattr(usual, "default_folder", lambda: tmp_path / "other")
    with pytest.raises(BadCheckpoint, match="holds another search"):
        check(board(rows=2), wanted, disk=uri)
    last = check(board(), wanted, disk=uri + "/")
    assert (last.states, last.answer) == (5478, Answer.HOLDS)
    assert not (tmp_path / "copies").exists()
    assert list((tmp_path / "other" / "disk").iterdir()) == []


def test_modules_are_refused_at_a_uri(tmp_path: Path) -> None:
    module = TlaModule(load("M.tla", text=MODULE))
    with pytest.raises(Refused, match="kept in a folder, not at a URI"):
        check(module, disk=f"file://{tmp_path}/states")


def test_a_copy_of_nothing_is_not_written(tmp_path: Path) -> None:
    copies = Copies(f"file://{tmp_path}/copies")
    copies.keep(0, range(2), [])
    copies.discard()
    assert copies.journal() is None
    assert list(tmp_path.iterdir()) == []


def test_a_refused_search_leaves_a_uri_free_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uri, wanted = f"file://{tmp_path}/copies", "AG !(p1_wins & p2_wins)"
    monkeypatch.setattr(usual, "default_folder", lambda: tmp_path / "one")
    for leave in (lambda: check(board(), wanted, disk=uri), lambda: rmtree(tmp_path / "copies")):
        check(board(), wanted, disk=uri, limit_states=1000)
        with pytest.raises(BadCheckpoint, match=f"{uri} holds another search"):
            where(board(rows=2), "p1_wins", disk=uri)
        with pytest.raises(BadCheckpoint, match=f"{uri} holds another search"):
            check(board(rows=2), wanted, disk=uri)
        leave()
        assert check(board(rows=2), wanted, disk=uri)
        assert not (tmp_path / "copies").exists()


def test_a_copy_that_was_removed_is_not_gone_on_with_here(tmp_path: Path) -> None:
    uri, wanted = f"file://{tmp_path}/copies", "AG !(p1_wins & p2_wins)"
    check(board(), wanted, disk=uri, limit_states=1000)
    rmtree(tmp_path / "copies")
    found = check(board(), wanted, disk=uri)
    assert (found.states, found.answer) == (5478, Answer.HOLDS)


def test_a_journal_of_somebody_else_at_a_uri_is_refused_and_stays(tmp_path: Path) -> None:
    (tmp_path / "levels.jsonl").write_text("my levels")
    uri = f"file://{tmp_path}"
    for _ in range(2):
        with pytest.raises(BadCheckpoint, match=f"the journal in {uri} cannot be read"):
            check(board(), disk=uri)
    assert (tmp_path / "levels.jsonl").read_text() == "my levels"


@pytest.mark.parametrize("form", ["file:{}", "FILE://{}"])
def test_a_uri_may_be_written_in_other_ways(form: str, tmp_path: Path) -> None:
    wanted = "AG !(p1_wins & p2_wins)"
    check(board(), wanted, disk=form.format(tmp_path / "copies"), limit_states=1000)
    assert (tmp_path / "copies" / "levels.jsonl").exists()
    assert check(board(), wanted, disk=form.format(tmp_path / "copies"))


def test_what_others_put_among_the_levels_stays(tmp_path: Path) -> None:
    uri, wanted = f"file://{tmp_path}/copies", "AG !(p1_wins & p2_wins)"
    check(board(), wanted, disk=uri, limit_states=1000)
    mine = [tmp_path / "copies" / name / "mine" for name in ("level-99999", "level-00002")]
    for file in mine:
        file.parent.mkdir(exist_ok=True)
        file.touch()
    assert check(board(), wanted, disk=uri)
    assert all(file.exists() for file in mine)
    assert len([file for file in (tmp_path / "copies").rglob("*") if file.is_file()]) == 2


def test_files_of_others_at_a_uri_are_not_touched(tmp_path: Path) -> None:
    for name in ("level-design", "level-00001"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine").touch()
    with pytest.raises(BadCheckpoint, match="holds other files"):
        check(board(), disk=f"file://{tmp_path}")
    assert len(list(tmp_path.glob("*/mine"))) == 2


def test_a_place_that_was_there_stays_with_what_came_into_it(tmp_path: Path) -> None:
    copies = Copies(f"file://{tmp_path}")
    copies.begin()
    copies.keep_journal(b"")
    (tmp_path / "level-design").mkdir()
    copies.discard()
    assert [file.name for file in tmp_path.iterdir()] == ["level-design"]
