"""Parity games: files that are written and read, and who wins, against two other solvers."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from random import Random

from counterpoint import check, solve
from counterpoint.model.property import WinsParity
from counterpoint.parity.game import ParityGame
from counterpoint.parity.read import ParityArena, read_arena
from counterpoint.verdict import Answer
from tests.parity.arenas import random_arena, won_by_measures, won_by_strategies, written

from .. import ways
from ..compare import Tally
from ..ways import Ways, audited

MOST_STRATEGIES = 3000


@dataclass(frozen=True)
class Case:
    arena: ParityArena
    over: str
    ways: Ways


def draw(random: Random) -> Case:
    nodes = random.choice((random.randint(1, 6), random.randint(1, 25)))
    arena = random_arena(random, nodes, random.randint(1, 8), start=random.randrange(2) == 1)
    return Case(arena, random.choice(("reachable", "all")), ways.draw(random))


def compare(case: Case, tally: Tally) -> None:
    arena = case.arena
    with tally.answering("read", "text"):
        tally.same("read", "text", read_arena(written(arena)), arena)
    won = won_by_measures(arena)
    if prod(len(node.successors) for node in arena.nodes.values()) <= MOST_STRATEGIES:
        tally.same("brute force", "measures", won, won_by_strategies(arena))
    every = set(arena.nodes)
    game = ParityGame(arena)
    starts = set(game.initial())
    for player in ("0", "1"):
        wins = won if player == "0" else every - won
        with tally.answering("solve", player):
            found = solve(game, player=player, goal="parity", over=case.over, task=case.ways.task)
            winning, losing = set(found.winning), set(found.losing)
            tally.same("solve", player, winning, (winning | losing) & wins)
            tally.true("solve, all", player, case.over != "all" or winning | losing == every)
            tally.true("strategy", player, found.verify(), found)
        with tally.answering("check", player):
            (verdict,) = verdicts = check(game, WinsParity(player), **case.ways.options)
            if verdict.answer is Answer.UNKNOWN:
                tally.unanswered("check", verdict.reason)
                continue
            tally.same("check", player, verdict.answer is Answer.HOLDS, starts <= wins)
            audited(verdicts, tally)


def show(case: Case) -> str:
    return f"{written(case.arena)}\n# over: {case.over}\n# {case.ways}"
