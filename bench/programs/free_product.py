"""Tic-Tac-Toe without a strategy for either player: 230 b-threads, every game of the two."""

from itertools import permutations

from counterpoint import Event, Priority, Program, events, never, sync, thread

SQUARES = range(9)
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
X = tuple(Event("X", square) for square in SQUARES)
O = tuple(Event("O", square) for square in SQUARES)  # noqa: E741 - the player's name
X_WINS, O_WINS, DRAW = events("X_WINS O_WINS DRAW")
PLAY, DETECT_DRAW, DETECT_WIN = 1, 6, 7


@thread
def square_taken(square):
    yield sync(wait_for=[X[square], O[square]])
    yield sync(block=[X[square], O[square]])


@thread
def enforce_turns():
    while True:
        yield sync(wait_for=X, block=O)
        yield sync(wait_for=O, block=X)


@thread
def game_end():
    yield sync(wait_for=[X_WINS, O_WINS, DRAW])
    yield sync(block=lambda event: True)


@thread
def detect_win(player, line, win):
    for square in line:
        yield sync(wait_for=player[square])
    yield sync(request=win, priority=DETECT_WIN)


@thread
def complete_line(player, line):
    yield sync(wait_for=player[line[0]])
    yield sync(wait_for=player[line[1]])
    yield sync(request=X[line[2]], priority=PLAY)


@thread
def detect_draw():
    for _ in SQUARES:
        yield sync(wait_for=[*X, *O])
    yield sync(request=DRAW, priority=DETECT_DRAW)


@thread
def play(moves):
    while True:
        yield sync(request=moves, priority=PLAY)


def program():
    threads = [*map(square_taken, SQUARES), enforce_turns(), game_end()]
    for line in LINES:
        for order in permutations(line):
            threads += [detect_win(X, order, X_WINS), detect_win(O, order, O_WINS)]
            threads += [complete_line(X, order), complete_line(O, order)]
    threads += [detect_draw(), play(X[4:5]), play(X[0:9:2]), play(X[1:9:2]), play(O)]
    forks = list(permutations((0, 2, 6, 8), 3))[:22]
    threads += [complete_line(O, fork) for fork in forks]
    return Program(
        *threads,
        strategy=Priority(),
        final=[X_WINS, O_WINS, DRAW],
        requirements={"never both": never([])},
    )
