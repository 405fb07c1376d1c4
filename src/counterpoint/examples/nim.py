"""Nim: two players take matches from piles, and who takes the last one wins.

counterpoint solve nim --player player1 --goal p1_wins                         3-4-5: he can
counterpoint where nim "<<player1>> F p1_wins" --set "piles=[1,2,3,4]"
counterpoint certificate nim --set k=3 --unbounded      for piles of whatever size: see there
"""

from collections.abc import Sequence

from counterpoint import Model, all_of, step


def model(*, piles: Sequence[int] = (3, 4, 5)) -> Model:
    """The game with these piles; player 1 begins."""
    game = Model(f"nim {'-'.join(map(str, piles))}")
    left = [game.var(f"pile{n}", range(size + 1), init=size) for n, size in enumerate(piles)]
    t = game.var("t", range(1, 3), init=1)
    empty = game.atom("empty", all_of(pile == 0 for pile in left))
    game.atom("p1_wins", empty & (t == 2))
    game.atom("p2_wins", empty & (t == 1))
    game.turns(player1=t == 1, player2=t == 2)

    @game.action(pile=range(len(piles)), leave=range(max(piles, default=0)))
    def take(pile: int, leave: int) -> object:
        """Take matches from a pile, so that fewer are left of it."""
        if leave >= piles[pile]:
            return []
        return step(when=left[pile] > leave, set={left[pile]: leave, t: 3 - t})

    return game
