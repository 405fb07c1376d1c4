"""Pictures of the examples: states, runs and state graphs, as notebooks display them.

They are made for each build, of what the examples do. They need no script, and have the colors of
the theme, light or dark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from counterpoint.data import dataclass
from counterpoint.engines.state_graph import state_graph
from counterpoint.led.module import load_module
from counterpoint.led.values.value import show
from counterpoint.notebook.picture import picture
from counterpoint.notebook.pieces import said
from counterpoint.notebook.run import presenter_of
from counterpoint.notebook.sheet import Sheet, styled
from counterpoint.notebook.stepped import stepped
from counterpoint.position import parse_position
from counterpoint.report.drawing import elements
from counterpoint.report.layout import layered
from counterpoint.session import Session
from counterpoint.target import file_of, find_target
from counterpoint.verdict import Subject, Trace

INSIDE = ":is(#counterpoint, .counterpoint)"
"""Selects pictures, with more weight than the theme has for what is in them: that of an id."""

THEMES = {
    '[data-jp-theme-light="true"]': "[data-md-color-scheme=default]",
    '[data-jp-theme-light="false"]': "[data-md-color-scheme=slate]",
}
"""How the page says which theme it has, for how a notebook does."""

Draw = Callable[[Sheet, str, Mapping[str, object]], str]
"""Draws a target, with settings, on a sheet."""

LABELLED = 20
"""States up to which the steps of a state graph are labelled."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is shown of an example under some words, by default of the target with its name."""

    words: str
    draw: Draw
    of: str = ""
    settings: Mapping[str, object] | None = None
    is_small: bool = False

    def html(self, name: str) -> str:
        """The picture of the example with this name; a small one stands beside the text."""
        sheet = Sheet(f"picture-{re.sub('[^a-z_]', '-', name)}")
        inside = self.draw(sheet, self.of or name, self.settings or {})
        size = " small" if self.is_small else ""
        return (
            f'<figure class="example{size}" data-search-exclude><figcaption>{said(self.words)}'
            f'</figcaption><div class="counterpoint">{inside}</div></figure>'
        )


def styles() -> str:
    """The styles that all pictures share, in the theme that the page has.

    >>> "[data-md-color-scheme=slate] :is(#counterpoint, .counterpoint)" in styles()
    True
    """
    found = styled()
    for notebook, page in THEMES.items():
        assert notebook in found, notebook
        found = found.replace(notebook, page)
    return found.replace("&", INSIDE)


# What is drawn ------------------------------------------------------------------------------------


def at(position: str) -> Draw:
    """A state, by its values or by the steps that lead there, as its target draws it."""

    def draw(sheet: Sheet, of: str, settings: Mapping[str, object]) -> str:
        target = find_target(of, settings)
        found = parse_position(position, target)
        trace = found if isinstance(found, Trace) else None
        states = [found] if trace is None else trace.states[-2:]
        events = [] if trace is None else [label for label, _ in trace.steps]
        drawn = picture(sheet, target, presenter_of(Subject(target)), states, events)
        return f'<div class="picture">{drawn}</div>'

    return draw


def run(steps: str) -> Draw:
    """A run, which a reader goes through step by step."""

    def draw(sheet: Sheet, of: str, settings: Mapping[str, object]) -> str:
        return stepped(sheet, Session.replay(find_target(of, settings), steps).trace)

    return draw


def graph(sheet: Sheet, of: str, settings: Mapping[str, object]) -> str:
    """The state graph; its steps have labels if there are few states."""
    found = state_graph(find_target(of, settings))
    is_labelled = len(found.nodes) <= LABELLED
    layout = layered(found, *((104.0, 46.0) if is_labelled else (56.0, 26.0)))
    kind = "graph" if is_labelled else "graph plain"
    size = f'viewBox="0 0 {layout.width:.0f} {layout.height:.0f}" width="{layout.width:.0f}"'
    inside = "".join(elements(found, layout, None, sheet.new_id()))
    words = f"State graph of {len(found.nodes)} states"
    drawing = f'<svg class="{kind}" {size} role="img" aria-label="{words}">{inside}</svg>'
    return f'<div class="wide">{drawing}</div>'


def value(expression: str) -> Draw:
    """An expression of LED with its value."""

    def draw(_sheet: Sheet, of: str, _settings: Mapping[str, object]) -> str:
        path = file_of(of)
        assert path is not None
        return (
            f"<pre>{said(expression)}\n{said(show(load_module(path).evaluate(expression)))}</pre>"
        )

    return draw


# The pictures -------------------------------------------------------------------------------------


def conjoined(*choices: str) -> str:
    """Steps of all rules together, of which some have a number among those that are possible.

    >>> conjoined("", "#2")
    'Next1,Next2,Next3 Next1,Next2,Next3#2'
    """
    return " ".join(f"Next1,Next2,Next3{choice}" for choice in choices)


def small(words: str, draw: Draw, of: str = "", **settings: object) -> Picture:
    """A picture that stands beside the text."""
    return Picture(words, draw, of, settings, is_small=True)


PICTURES: dict[str, Picture] = {
    "hot_cold": Picture("The only run: three of each, in turn", run("COLD HOT COLD HOT COLD HOT")),
    "tictactoe": Picture(
        "A game, and what each rule does at each step",
        run("X(1,0) O(1,1) X(0,2) O(2,0) X(2,2) O(1,2) X(2,1) O(0,0) X(0,1) DRAW"),
    ),
    "philosophers": Picture(
        "The states of three philosophers, with the deadlock", graph, settings={"n": 3}
    ),
    "junction": Picture("The states; in those that are violet a car waits", graph),
    "delivery": Picture(
        "Without the rule too_late a parcel is cancelled after it was sent",
        run("Order(parcel=1) Pack(parcel=1) Packed(parcel=1) Send(parcel=1) Cancel(parcel=1)"),
        "delivery:careless",
    ),
    "shop": Picture(
        "An order is paid and cancelled, and the money is sent back",
        run("Place(1) Pay(1) Cancel(1) Refund(1)"),
    ),
    "lift": Picture("Two calls are served", run("Call(2) Up Up Open Close Call(0) Down Down Open")),
    "alternating_bit": Picture(
        "A message is lost, then an answer",
        run("send lose_message send receive lose_answer send receive_again acknowledged"),
    ),
    "async_queue": Picture("Two values are put, and one is got", run("put(2) put(1) get(1)")),
    "best_play": small("O keeps the draw", at("put(0) put(4)")),
    "connect_four": small("Three marks have fallen", at("drop(1) drop(2) drop(1)")),
    "elevator": Picture(
        "Two calls are served on the way up",
        run("call(1) call(3) move_up open_door close_door move_up move_up open_door"),
    ),
    "krk": small(
        "White moves and wins", at("turn=white, white_king=27, white_rook=36, black_king=45")
    ),
    "mnk": small("A larger board", at("put(1,1) put(2,2)"), rows=4, columns=4),
    "nim": small("One match of the last pile is taken", at("take(2,4)")),
    "peterson": Picture("The states of both processes", graph),
    "transactions": Picture(
        "What one connection writes, the other does not read before it is committed",
        run("begin(a) write(a,1) read(b) commit(a) read(b)"),
    ),
    "ttt_model": small("X has won", at("put(4) put(1) put(0) put(2) put(8)")),
    "BehavioralRules": small("Two steps", at(conjoined("#4", "#3"))),
    "BehavioralTicTacToe": small(
        "X wins, as a rule is missing", at(conjoined("", "#1", "#2", "#1", ""))
    ),
    "FreeTicTacToe": small(
        "X plays anywhere",
        at("MoveXAnywhere#2 MoveO#4 MoveXAnywhere#1 MoveO#3"),
        "FreeTicTacToe:Free",
    ),
    "MendedTicTacToe": small("Three steps", at(conjoined("", "#1", "#2"))),
    "StrategicTicTacToe": small(
        "X wins by its strategy", at("MoveX#2 MoveO#3 MoveX MoveO#5 MoveX")
    ),
    "breakout": small("The ball on its way", at("left right left tick")),
    "reachability": small("What can be reached from vertex 1", value("reachable({1}, example)")),
    "tictactoe.led": small("The window", at("cell(5) cell(1) cell(9)")),
    "ttt": small("A state", at("mark4 mark0 mark8")),
}
