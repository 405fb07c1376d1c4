"""Tic-Tac-Toe as a transition system of 3^9 * 2 states: who can force a win, and from where.

It shows one question in three logics, the same question as a game, and how models with errors
differ from the right one.

The system is from Zhang's "Playing Tic-Tac-Toe Game Using Model Checking": `x[0]` to `x[8]` are
the squares, `t` is the player to move, and the number of a state is 3^9 (t - 1) + sum of 3^j x[j].
The document's question in three logics gets the same answer in all of them.

    counterpoint where ttt_model "<<player1>> F p1_wins"          in ATL: the winning states
    counterpoint where ttt_model "<<player1>> F p1_wins" --all    among all 39,366 encoded states
    counterpoint solve ttt_model --player player1 --goal p1_wins  as a game, with a strategy
    counterpoint advise ttt_model --from "x=[1,2,0,0,0,0,0,0,0], t=1"
    counterpoint check ttt_model     the three logics agree; and nobody can win from the start

Errors of the document, as variants (`differ` compares them, state by state):

    counterpoint differ ttt_model ttt_model:from_one "<<player1>> F p1_wins" --all
    counterpoint differ ttt_model ttt_model:negated "<<player1>> F p1_wins" --all
    counterpoint check ttt_model:without_loops deadlock
"""

from functools import partial

from counterpoint import Model, all_of, any_of, step
from counterpoint.examples.mnk import shown

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

ATL = {1: "<<player1>> F p1_wins", 2: "<<player2>> F p2_wins"}
MU = {
    1: "mu X. p1_wins | (t1 & <>X) | (t2 & []X)",
    2: "mu X. p2_wins | (t2 & <>X) | (t1 & []X)",
}
BOUNDED = {
    1: "(t1 & (EX AX)^4 EX p1_wins) | (t2 & (AX EX)^4 AX p1_wins)",
    2: "(t2 & (EX AX)^4 EX p2_wins) | (t1 & (AX EX)^4 AX p2_wins)",
}
"""The document's three formulations of "a winning state of player 1", and those of player 2."""


def model() -> Model:
    """The game as the document intends it."""
    return _game()


def from_one() -> Model:
    """As printed: the next mark goes on a grid from 1 to 8, so that grid 0 stays empty."""
    return _game(first_grid=1)


def negated() -> Model:
    """As printed: states that are *not* terminal loop, and terminal ones continue."""
    return _game(negated=True)


def without_loops() -> Model:
    """As in the document's text: a state in which somebody has won has no successors."""
    return _game(loops=False)


def _game(*, first_grid: int = 0, negated: bool = False, loops: bool = True) -> Model:
    game = Model("ttt_model", show=partial(shown, 3))
    x = game.array("x", range(9), range(3), init=0)
    t = game.var("t", range(1, 3), init=1)
    p1_wins = game.atom("p1_wins", any_of(all_of(x[i] == 1 for i in line) for line in LINES))
    p2_wins = game.atom("p2_wins", any_of(all_of(x[i] == 2 for i in line) for line in LINES))
    full = game.atom("full", all_of(x[i] != 0 for i in range(9)))
    t1, t2 = game.atom("t1", t == 1), game.atom("t2", t == 2)
    game.turns(player1=t1, player2=t2)
    terminal = p1_wins | p2_wins | full
    over = ~terminal if negated else terminal

    @game.action(grid=range(first_grid, 9))
    def put(grid: int) -> object:
        """The player to move puts a mark on an empty grid."""
        return step(when=(~over, x[grid] == 0), set={x[grid]: t, t: 3 - t})

    @game.action
    def stay() -> object:
        """The game is over."""
        return step(when=over) if loops else []

    for player, atl in ATL.items():
        agree = f"agree on player {player}"
        game.requires(
            {
                f"ATL and mu-calculus {agree}": f"AG (({atl}) <-> ({MU[player]}))",
                f"ATL and bounded CTL {agree}": f"AG (({atl}) <-> ({BOUNDED[player]}))",
            }
        )
    game.requires(
        {
            "nobody wins twice": "AG !(p1_wins & p2_wins)",
            "player 1 can force a win": ATL[1],
        }
    )
    return game
