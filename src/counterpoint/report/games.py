"""Solved games, advice and certificates, as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import Misuse, NotAGame, Refused
from ..figure import counted, figure
from ..games.advice import Advice, Option, Value
from ..games.certificate import CertificateVerdicts, SuperNim
from ..games.critic import Critique
from ..games.minmax import Found
from ..games.rules import Rule
from ..games.solve import Solution
from .audit import audited_data
from .text import WORDS
from .wrap import near

MOST_MISTAKES = 5

MOST_NODES = 20
"""So many nodes of a parity game are listed for a player."""


def solution_text(solution: Solution, strategy: bool) -> Iterator[str]:
    """Lines with the answer, how many states are winning and, on request, the strategy."""
    yield solution.answer
    yield ""
    yield f"  {figure(solution.winning.count)} of {figure(solution.states)} states are winning"
    yield f"  {figure(solution.losing.count)} are not: there the others can prevent it"
    yield f"  {solution.seconds:.2f} s, {solution.engine}"
    if strategy:
        rules, reason = _rules(solution)
        yield ""
        yield from (f"  {near(str(rule))}" for rule in rules)
        if reason:
            yield f"  no rules for the strategy: {reason}"


def parity_text(solution: Solution, strategy: bool) -> Iterator[str]:
    """Lines with the nodes that each player of a parity game wins and, on request, the moves."""
    for player, nodes, moves in _of_both(solution):
        count = f"{len(nodes):,} of {solution.states:,} nodes"
        shown = ", ".join(nodes[:MOST_NODES]) + (" ..." if nodes[MOST_NODES:] else "")
        yield f"{player} wins from {count}{': ' if shown else ''}{shown}"
        if strategy:
            yield from (f"  {node} to {there}" for node, there in moves.items())
    yield f"  {solution.seconds:.2f} s, {solution.engine}"


def parity_data(solution: Solution, strategy: bool) -> dict[str, Any]:
    """A solved parity game as plain data: the nodes that each player wins, and the moves."""
    data: dict[str, Any] = {
        "states": solution.states,
        "wins": {player: nodes for player, nodes, _ in _of_both(solution)},
        "initial": solution.initial,
        "engine": solution.engine,
        "seconds": round(solution.seconds, 4),
        "audited": audited_data(solution.audited),
    }
    if strategy:
        data["moves"] = {player: moves for player, _, moves in _of_both(solution)}
    return data


def _of_both(solution: Solution) -> Iterator[tuple[str, list[str], dict[str, str]]]:
    """For each player of a parity game: the nodes won, and the moves with which they are."""
    (first,) = solution.player
    show = solution.ground.system.show
    (second,) = (player for player in solution.ground.system.players if player != first)
    for player, states, strategy in (
        (first, solution.winning, solution.strategy),
        (second, solution.losing, solution.counter_strategy),
    ):
        names = [show(state)["node"] for state in states]
        yield player, names, {show(state)["node"]: str(label) for state, label in strategy}


def _rules(solution: Solution) -> tuple[tuple[Rule, ...], str]:
    """The strategy as rules, and an empty text; or no rules, and why there are none."""
    try:
        return solution.strategy.rules(), ""
    except (Misuse, NotAGame, Refused) as error:
        return (), error.message


def solution_data(solution: Solution, strategy: bool) -> dict[str, Any]:
    """A solved game as plain data; `winning` and `losing` are numbers of states."""
    data: dict[str, Any] = {
        "player": ", ".join(solution.player),
        "goal": solution.goal,
        "states": solution.states,
        "winning": solution.winning.count,
        "initial": solution.initial,
        "losing": solution.losing.count,
        "engine": solution.engine,
        "seconds": round(solution.seconds, 4),
        "audited": audited_data(solution.audited),
    }
    if strategy:
        rules, reason = _rules(solution)
        data["strategy"] = [str(rule) for rule in rules]
        data |= {"no_rules": reason} if reason else {}
    return data


def counsel_text(given: Advice | Found) -> Iterator[str]:
    """Lines with the moves in a position, the best first, or with the move that was found."""
    if isinstance(given, Advice):
        yield f"{given.player} to move; the position is {_worth(given.value)}"
        yield ""
        width = max(len(str(option.label)) for option in given.moves)
        for option in given.moves:
            yield f"  {option.rank:2}  {option.label!s:<{width}}  {_merit(option)}"
        return
    if given.move is None:
        yield f"{given.player} to move, and the game is decided: {_OVER[given.value]}"
        return
    sure = "for certain" if given.proven else "as far as was looked ahead"
    yield f"{given.player} to move; the position is {_worth(given.value)} {sure}"
    yield ""
    yield f"  move   {given.move}"
    yield f"  line   {', '.join(map(str, given.line))}"
    yield f"  depth  {given.depth}, {counted(given.nodes, 'state')} looked at"


_OVER = {
    Value.WIN: "he has won already",
    Value.LOSS: "he has lost already",
    Value.UNDECIDED: "goals of several are met at once, so nobody has won",
}


def _worth(value: Value) -> str:
    return str(value) if value is Value.UNDECIDED else f"a {value}"


def _merit(option: Option) -> str:
    known = f" in {counted(option.distance, 'step')}" if option.distance is not None else ""
    replies = f"; {float(option.losing_replies):.0%} of the replies give away value"
    return f"{option.value}{known}{replies if option.losing_replies else ''}"


def counsel_data(given: Advice | Found) -> dict[str, Any]:
    """Advice as plain data."""
    if isinstance(given, Advice):
        return {
            "player": given.player,
            "value": str(given.value),
            "moves": [
                {
                    "move": str(option.label),
                    "rank": option.rank,
                    "value": str(option.value),
                    "distance": option.distance,
                    "losing_replies": float(option.losing_replies),
                }
                for option in given.moves
            ],
        }
    return {
        "player": given.player,
        "value": str(given.value),
        "proven": given.proven,
        "move": None if given.move is None else str(given.move),
        "line": [str(label) for label in given.line],
        "depth": given.depth,
        "nodes": given.nodes,
    }


def critique_text(critique: Critique) -> Iterator[str]:
    """Lines with where a program gives away value, and which rules requested those moves."""
    yield (
        f"{critique.player}: {critique.sound:,} of {critique.positions:,} positions keep the best "
        "outcome that can be had"
    )
    if critique.silent:
        yield f"  in {critique.silent:,} more the program moves nothing"
    for rule, count in critique.rules.items():
        yield f"  {rule}: {counted(count, 'move')} that give{'s' if count == 1 else ''} away value"
    for mistake in critique.mistakes[:MOST_MISTAKES]:
        yield f"  {mistake}"
    if len(critique.mistakes) > MOST_MISTAKES:
        yield f"  ... and {len(critique.mistakes) - MOST_MISTAKES:,} more"


def critique_data(critique: Critique) -> dict[str, Any]:
    """A critique as plain data."""
    return {
        "player": critique.player,
        "outcomes": list(critique.outcomes),
        "positions": critique.positions,
        "sound": critique.sound,
        "silent": critique.silent,
        "rules": critique.rules,
        "mistakes": [
            {
                "after": [str(event) for event in mistake.trace.events[:-1]],
                "move": str(mistake.move),
                "before": mistake.before,
                "left": mistake.after,
                "rules": list(mistake.rules),
            }
            for mistake in critique.mistakes
        ],
    }


def certificate_text(verdicts: CertificateVerdicts) -> Iterator[str]:
    """Lines with the answer to each obligation, and the conclusion."""
    size = "piles of any size" if verdicts.width is None else f"piles of {verdicts.width} bits"
    yield f"{verdicts.certificate}, {size}, {verdicts.seconds:.2f} s"
    yield ""
    for verdict in verdicts:
        reason = f" ({verdict.reason})" if verdict.reason else ""
        yield f"  {WORDS[verdict.answer]:7}  {verdict.statement}{reason}"
        if (example := verdict.counterexample) is not None:
            move = f", {example.move}" if example.move else ""
            yield f"           at {example.position}{move}: {example.why}"
    yield ""
    yield f"{verdicts.conclusion}"


def certificate_data(verdicts: CertificateVerdicts) -> dict[str, Any]:
    """A checked certificate as plain data."""
    return {
        "certificate": verdicts.certificate,
        "answer": verdicts.answer.value,
        "claim": verdicts.claim,
        "engine": verdicts.engine,
        "width": verdicts.width,
        "seconds": round(verdicts.seconds, 4),
        "obligations": [
            {
                "name": verdict.name,
                "statement": verdict.statement,
                "answer": verdict.answer.value,
                "reason": verdict.reason,
                "counterexample": _example(verdict.counterexample),
            }
            for verdict in verdicts
        ],
        "conclusion": verdicts.conclusion,
    }


def _example(example: Any) -> dict[str, Any] | None:
    if example is None:
        return None
    return {
        "position": list(example.position),
        "move": None if example.move is None else [example.move.pile, example.move.size],
        "why": example.why,
    }


def super_nim_text(found: SuperNim) -> Iterator[str]:
    """Lines with the checked certificate, and who wins when one player chooses the piles."""
    yield from certificate_text(found.verdicts)
    if found.winner is None:
        yield f"who wins when one player chooses the piles is unknown: {found.reason}"
    elif found.winner == "chooser":
        yield f"who chooses the piles wins, by {found.choice}"
    else:
        yield "who moves first wins, whatever the other chooses"


def super_nim_data(found: SuperNim) -> dict[str, Any]:
    """The same answer as plain data."""
    return {
        **certificate_data(found.verdicts),
        "winner": found.winner,
        "choice": None if found.choice is None else list(found.choice),
        "reason": found.reason,
    }
