"""Nim: two players take matches from piles, and whoever takes the last one wins.

It shows a winning strategy as rules, and a proof of who wins for piles of every size.

The move `take(pile,left)` takes matches from a pile, and leaves `left` of them.

    counterpoint solve nim --player player1 --goal p1_wins         from 3-4-5 player1 can force it
    counterpoint solve nim --player player1 --goal p1_wins --set "piles=[1,2,3,4]" --strategy
    counterpoint advise nim --from "take(0,0)"
    counterpoint certificate nim --set k=3 --unbounded             for piles of any size
"""

from collections.abc import Sequence

from counterpoint import Model, all_of, step


def picture(t: int, **piles: int) -> str:
    """The matches as a picture, one line per pile; player `t` is to move.

    >>> print(picture(1, pile0=2, pile1=0))
    ||
    .  t = 1
    """
    return "\n".join("|" * left or "." for left in piles.values()) + f"  t = {t}"


def model(*, piles: Sequence[int] = (3, 4, 5)) -> Model:
    """The game with these piles; player 1 begins."""
    if not piles or min(piles) < 0:
        raise ValueError("piles are one or more numbers of matches, from 0 up")
    game = Model(f"nim {'-'.join(map(str, piles))}", show=picture)
    matches = [game.var(f"pile{n}", range(size + 1), init=size) for n, size in enumerate(piles)]
    t = game.var("t", range(1, 3), init=1)
    t1, t2 = game.atom("t1", t == 1), game.atom("t2", t == 2)
    full = game.atom("full", all_of(pile == 0 for pile in matches))  # the end, as in board games
    game.atom("p1_wins", full & t2)
    game.atom("p2_wins", full & t1)
    game.turns(player1=t1, player2=t2)
    game.requires({"nobody wins twice": "AG !(p1_wins & p2_wins)"})

    @game.action(pile=range(len(piles)), left=range(max((1, *piles))))
    def take(pile: int, left: int) -> object:
        """Take matches from a pile, so that `left` of them remain."""
        if left >= piles[pile]:
            return []
        return step(when=matches[pile] > left, set={matches[pile]: left, t: 3 - t})

    return game
