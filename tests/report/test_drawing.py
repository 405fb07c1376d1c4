"""State graphs as SVG and DOT."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from counterpoint import Event, Program, state_graph
from counterpoint.engines.state_graph import Graph
from counterpoint.report.drawing import dot, graph_text, svg
from counterpoint.report.layout import curve, layered

from ..engines import programs as p
from ..page.hostile import TEXTS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def graph() -> Graph:
    return state_graph(Program(p.request(p.A, times=2), p.request(p.B, times=2)))


def test_states_stand_in_columns_by_their_distance_from_the_start(graph: Graph) -> None:
    layout = layered(graph, 110, 26)
    columns = {node.depth: set[float]() for node in graph.nodes}
    for node in graph.nodes:
        columns[node.depth].add(layout.places[node.number][0])
    assert all(len(places) == 1 for places in columns.values())
    assert sorted(min(places) for places in columns.values()) == [44, 154, 264, 374, 484]


def test_no_two_states_stand_on_the_same_place(graph: Graph) -> None:
    places = layered(graph, 110, 26).places
    assert len(set(places)) == len(places)


def test_svg_is_well_formed_and_has_every_state_and_step(graph: Graph) -> None:
    root = ElementTree.fromstring(svg(graph))
    assert len(root.findall(f"{SVG}g")) == len(graph.nodes)
    assert len(root.findall(f"{SVG}path")) == len(graph.edges)


def test_names_are_escaped() -> None:
    odd = Event('<&">', 'a"b\\')
    graph = state_graph(Program(p.request(odd, times=1)))
    ElementTree.fromstring(svg(graph))
    assert '\\"' in dot(graph)


def test_pictures_are_told_under_the_pointer(graph: Graph) -> None:
    root = ElementTree.fromstring(svg(graph, lambda way: f"{len(way)} cups"))
    told = [group.findtext(f"{SVG}title") or "" for group in root.findall(f"{SVG}g")]
    assert told[0] == "0: start\n0 cups"
    assert any(text.endswith("4 cups") for text in told)


def test_a_drawing_that_is_cut_short_says_so() -> None:
    graph = state_graph(Program(p.request(p.A, times=40)), limit_states=5)
    assert "the limit of 5 states was reached" in svg(graph)


def test_a_state_that_steps_to_itself_has_a_loop() -> None:
    graph = state_graph(Program(p.request(p.A)))
    assert len(ElementTree.fromstring(svg(graph)).findall(f"{SVG}path")) == 1
    assert curve((50, 50), (50, 50)).at(0.5)[1] < 42


def test_steps_between_the_same_states_share_a_curve_and_a_label() -> None:
    drawn = svg(state_graph(Program(p.request(p.A, p.B, times=1))))
    assert ">A, B</text>" in drawn


def test_everything_is_within_the_drawing() -> None:
    layout = layered(state_graph(Program(p.in_turn(*p.EVENTS))), 150, 46)
    lowest = curve(layout.places[3], layout.places[0]).at(0.5)[1]
    assert lowest < layout.height


def test_the_colours_that_occur_are_explained() -> None:
    drawn = svg(state_graph(Program(p.request(p.A), p.wait_then_block(p.A, 1))))
    assert ">deadlock</tspan>" in drawn
    assert ">failed</tspan>" not in drawn


def test_dot_names_every_state_and_step(graph: Graph) -> None:
    lines = dot(graph).splitlines()
    assert lines[0] == "digraph states {"
    assert lines[-1] == "}"
    assert sum("->" in line for line in lines) == len(graph.edges)
    assert sum("tooltip=" in line for line in lines) == len(graph.nodes)
    assert '  0 -> 1 [label="A"];' in lines


def test_any_text_can_be_drawn_and_written() -> None:
    graph = state_graph(Program(*(p.request(Event(text)) for text in TEXTS[-8:-1])))
    for suffix in (".svg", ".dot", ".json"):
        assert graph_text(graph, suffix).encode()
    read = ElementTree.fromstring(svg(graph))
    assert not [each.tag for each in read.iter() if each.tag == f"{SVG}script"]
