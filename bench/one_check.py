"""One check by one checker, from a cold start: `python one_check.py CASE ours|bppys|explore`.

Prints its count of states as JSON; `explore` prints the seconds of our search alone, the least of
three.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

sys.path.insert(0, "programs")

NEVER = "XWin"


def our_program(name: str, detail: str) -> Any:
    """The program of a case, for us."""
    from counterpoint import Event, Priority, Program, never
    from counterpoint.target import find_target

    if name == "philosophers":
        return find_target(name, {"n": int(detail)})
    if name == "tictactoe":
        return find_target(name)
    if name == "free_product":
        import free_product

        return free_product.program()
    goals = {"X never wins": never(Event(NEVER))}
    strategy = Priority() if name == "line_tictactoe" else None
    threads = shared_threads(name, detail, "ours")
    return Program(*threads, strategy=strategy, requirements=goals)


def shared_threads(name: str, detail: str, side: str) -> list[Any]:
    """The b-threads of a program that is written for both checkers."""
    import line_tictactoe
    import round_table
    import words

    bp = words.ours() if side == "ours" else words.bppys()
    if name == "line_tictactoe":
        return line_tictactoe.threads(bp, tactics=detail != "free")
    return round_table.threads(bp, int(detail))


def ours(name: str, detail: str) -> dict[str, float]:
    from counterpoint import check

    return {"states": check(our_program(name, detail)).states}


def explore(name: str, detail: str) -> dict[str, float]:
    from counterpoint.engines.search.network import explore as explicit

    network = our_program(name, detail).network()
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        explicit.explore(network)
        seconds.append(time.perf_counter() - start)
    return {"seconds": min(seconds)}


def bppys(name: str, detail: str) -> dict[str, float]:
    """Its depth-first search, which its verifier runs and which alone tells a count."""
    import bppy
    from bppy.utils.dfs import DFSBProgram

    if name == "line_tictactoe":
        strategy = bppy.PriorityBasedEventSelectionStrategy(default_priority=0)
    else:
        strategy = bppy.SimpleEventSelectionStrategy()

    def program() -> Any:
        threads = shared_threads(name, detail, "bppys")
        return bppy.BProgram(bthreads=threads, event_selection_strategy=strategy)

    _, visited = DFSBProgram(program).run()
    return {"states": len(visited)}


if __name__ == "__main__":
    case, side = sys.argv[1:]
    name, _, detail = case.partition(":")
    act = {"ours": ours, "bppys": bppys, "explore": explore}[side]
    print(json.dumps(act(name, detail)))
