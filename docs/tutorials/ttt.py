from itertools import permutations

from counterpoint import Priority, Program, events, named, never, sync, thread

X, O = events("X O")
SQUARES = [(row, column) for row in range(3) for column in range(3)]
ALL_X = [X(*square) for square in SQUARES]
ALL_O = [O(*square) for square in SQUARES]


@thread
def play(moves, priority):
    """A player who knows no rules: any move, at any time."""
    while True:
        yield sync(request=moves, priority=priority)


players = [play(ALL_X, 1), play(ALL_O, 0)]
program = Program(*players, strategy=Priority())


@thread
def square_taken(square):
    yield sync(wait_for=[X(*square), O(*square)])
    yield sync(block=[X(*square), O(*square)])


@thread
def enforce_turns():
    while True:
        yield sync(wait_for=ALL_X, block=ALL_O)
        yield sync(wait_for=ALL_O, block=ALL_X)


rules = [*map(square_taken, SQUARES), enforce_turns()]
program = Program(*players, *rules, strategy=Priority())


X_WINS, O_WINS, DRAW = events("X_WINS O_WINS DRAW")
LINES = [[(r, 0), (r, 1), (r, 2)] for r in range(3)] + [[(0, c), (1, c), (2, c)] for c in range(3)]
LINES += [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
ORDERS = [order for line in LINES for order in permutations(line)]


@thread
def detect_win(player, win, order):
    for square in order:
        yield sync(wait_for=player(*square))
    yield sync(request=win, priority=100)


@thread
def detect_draw():
    for _ in SQUARES:
        yield sync(wait_for=named(X, O))
    yield sync(request=DRAW, priority=90)


@thread
def game_end():
    yield sync(wait_for=[X_WINS, O_WINS, DRAW])
    yield sync(block=named(X, O))


rules += [
    detect_win(player, win, order) for player, win in [(X, X_WINS), (O, O_WINS)] for order in ORDERS
]
rules += [detect_draw(), game_end()]


def show(selected):
    """The board after these events, for a reader."""
    marks = {event.args: event.name for event in selected if event.args}
    return "\n".join(" ".join(marks.get((r, c), ".") for c in range(3)) for r in range(3))


goals = {"X never wins": never(X_WINS)}
options = dict(strategy=Priority(), final=[X_WINS, O_WINS, DRAW], requirements=goals, show=show)
program = Program(*players, *rules, **options)


@thread
def complete(watched, priority, order):
    """Put an O on the third square of a line when `watched` has the two others."""
    first, second, third = order
    yield sync(wait_for=watched(*first))
    yield sync(wait_for=watched(*second))
    yield sync(request=O(*third), priority=priority)


@thread
def prefer(squares, priority):
    while True:
        yield sync(request=[O(*square) for square in squares], priority=priority)


CORNERS = [(0, 0), (0, 2), (2, 0), (2, 2)]
tactics = [
    complete(player, priority, order) for player, priority in [(O, 50), (X, 40)] for order in ORDERS
]
tactics += [prefer([(1, 1)], 35), prefer(CORNERS, 20)]
program = Program(*players, *rules, *tactics, **options)


FORKS = {
    (2, 2): [((1, 2), (2, 0)), ((2, 1), (0, 2)), ((1, 2), (2, 1))],
    (0, 2): [((1, 2), (0, 0)), ((0, 1), (2, 2)), ((1, 2), (0, 1))],
    (2, 0): [((1, 0), (2, 2)), ((2, 1), (0, 0)), ((2, 1), (1, 0))],
    (0, 0): [((0, 1), (2, 0)), ((1, 0), (0, 2)), ((0, 1), (1, 0))],
}
SIDES = [(0, 1), (1, 0), (1, 2), (2, 1)]


@thread
def prevent_fork(pair, answers, priority):
    """When X holds these two squares, in this order, put an O on one of `answers`."""
    for square in pair:
        yield sync(wait_for=X(*square))
    yield sync(request=[O(*square) for square in answers], priority=priority)


for corner, pairs in FORKS.items():
    answers = [corner, (corner[0], 2 - corner[1]), (2 - corner[0], corner[1])]
    tactics += [prevent_fork(order, answers, 30) for pair in pairs for order in permutations(pair)]
for pair in [((0, 2), (2, 0)), ((0, 0), (2, 2))]:
    tactics += [prevent_fork(order, SIDES, 28) for order in permutations(pair)]
program = Program(*players, *rules, *tactics, **options)


free = Program(*players, *rules, owners={"X": ALL_X, "O": ALL_O}, **options)
