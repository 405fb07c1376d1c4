"""Dining philosophers as NuSMV reads them: `python philosophers.py COUNT`.

Each takes the fork on his left, then the one on his right, and puts both down together; one of them
moves at a time. When all hold their left forks nobody moves any more.
"""

from __future__ import annotations

import sys


def smv(count: int) -> str:
    """The table, with two questions: is there a deadlock, and may the first one starve?"""
    seats = range(count)
    starving = " & ".join(f"p{i} = left" for i in seats)
    moves = [move for i in seats for move in _moves(i, (i + 1) % count, count)]
    return "\n".join(
        (
            "MODULE main",
            "VAR",
            *(f"  p{i} : {{thinking, left, eating}};\n  taken{i} : boolean;" for i in seats),
            "INIT " + " & ".join(f"p{i} = thinking & !taken{i}" for i in seats),
            "TRANS",
            *(f"  ({move}) |" for move in moves),
            f"  ({starving} & {_unchanged((), (), count)})",
            f"SPEC AG !({starving})",
            "SPEC AG (p0 = left -> EF p0 = eating)",
            "",
        )
    )


def _moves(i: int, right: int, count: int) -> tuple[str, str, str]:
    """What philosopher i does next: take a fork, take the other, put both down."""
    first = f"p{i} = thinking & !taken{i} & next(p{i}) = left & next(taken{i})"
    second = f"p{i} = left & !taken{right} & next(p{i}) = eating & next(taken{right})"
    done = f"p{i} = eating & next(p{i}) = thinking & !next(taken{i}) & !next(taken{right})"
    return (
        f"{first} & {_unchanged((i,), (i,), count)}",
        f"{second} & {_unchanged((i,), (right,), count)}",
        f"{done} & {_unchanged((i,), (i, right), count)}",
    )


def _unchanged(philosophers: tuple[int, ...], forks: tuple[int, ...], count: int) -> str:
    """All but these keep their values."""
    kept = [f"next(p{j}) = p{j}" for j in range(count) if j not in philosophers]
    kept += [f"next(taken{j}) = taken{j}" for j in range(count) if j not in forks]
    return " & ".join(kept)


if __name__ == "__main__":
    print(smv(int(sys.argv[1])), end="")
