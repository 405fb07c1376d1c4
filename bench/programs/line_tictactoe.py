"""Tic-Tac-Toe with one b-thread a line: it counts marks on the line in any order.

The b-threads are those of BPpy's own Tic-Tac-Toe, so that both checkers can be given the same work.
"""

from types import SimpleNamespace

LINES = (
    [[(row, col) for col in range(3)] for row in range(3)]
    + [[(row, col) for row in range(3)] for col in range(3)]
    + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
)
CORNER_FORKS = {
    ((2, 2), (0, 2), (2, 0)): [((1, 2), (2, 0)), ((2, 1), (0, 2)), ((1, 2), (2, 1))],
    ((0, 2), (0, 0), (2, 2)): [((1, 2), (0, 0)), ((0, 1), (2, 2)), ((1, 2), (0, 1))],
    ((2, 0), (0, 0), (2, 2)): [((1, 0), (2, 2)), ((2, 1), (0, 0)), ((2, 1), (1, 0))],
    ((0, 0), (0, 2), (2, 0)): [((0, 1), (2, 0)), ((1, 0), (0, 2)), ((0, 1), (1, 0))],
}
SIDES = ((0, 1), (1, 0), (1, 2), (2, 1))
CORNERS = ((0, 0), (0, 2), (2, 0), (2, 2))
DIAGONALS = [((0, 2), (2, 0)), ((0, 0), (2, 2))]


def threads(bp: SimpleNamespace, *, tactics: bool = True) -> list:
    """The b-threads, written with the words that `bp` gives for event, sync, wait and thread.

    Without `tactics` O plays anywhere, as X does.
    """
    x = {(r, c): bp.event(f"X{r}{c}") for r in range(3) for c in range(3)}
    o = {(r, c): bp.event(f"O{r}{c}") for r in range(3) for c in range(3)}
    o_win, x_win, draw = map(bp.event, ("OWin", "XWin", "Draw"))
    any_x, any_o = list(x.values()), list(o.values())
    everything = [*any_x, *any_o, o_win, x_win, draw]
    wait = bp.wait_for

    @bp.thread
    def square_taken(square):
        yield bp.sync(**{wait: [x[square], o[square]]})
        yield bp.sync(block=[x[square], o[square]])

    @bp.thread
    def enforce_turns():
        while True:
            yield bp.sync(**{wait: any_x}, block=any_o)
            yield bp.sync(**{wait: any_o}, block=any_x)

    @bp.thread
    def end_of_game():
        yield bp.sync(**{wait: [o_win, x_win, draw]})
        yield bp.sync(block=everything)

    @bp.thread
    def after(count, watched, wanted, priority):
        for _ in range(count):
            yield bp.sync(**{wait: watched})
        yield bp.sync(request=wanted, priority=priority)

    @bp.thread
    def prefer(wanted, priority):
        while True:
            yield bp.sync(request=wanted, priority=priority)

    def these(player, squares):
        return [player[square] for square in squares]

    found = [square_taken(square) for square in x]
    found += [enforce_turns(), end_of_game(), after(9, any_x + any_o, [draw], 90)]
    found += [after(3, these(x, line), [x_win], 100) for line in LINES]
    found += [after(3, these(o, line), [o_win], 100) for line in LINES]
    if not tactics:
        return [*found, prefer(any_o, 0), prefer(any_x, 0)]
    found += [prefer([o[1, 1]], 35), prefer(these(o, CORNERS), 20), prefer(these(o, SIDES), 10)]
    found += [after(2, these(o, line), these(o, line), 50) for line in LINES]
    found += [after(2, these(x, line), these(o, line), 40) for line in LINES]
    for answers, pairs in CORNER_FORKS.items():
        found += [after(2, these(x, pair), these(o, answers), 30) for pair in pairs]
    found += [after(2, these(x, pair), these(o, SIDES), 30) for pair in DIAGONALS]
    return [*found, prefer(any_x, 0)]
