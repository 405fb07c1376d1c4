"""Dining philosophers who take their forks in any order, as BPpy writes them."""

from types import SimpleNamespace


def threads(bp: SimpleNamespace, count: int) -> list:
    """The b-threads, written with the words that `bp` gives for event, sync, wait and thread."""
    wait = bp.wait_for

    def both(action, seat):
        """The philosopher at this seat acts with the right hand, or the next with the left."""
        return [bp.event(f"{action}{seat}R"), bp.event(f"{action}{(seat + 1) % count}L")]

    @bp.thread
    def philosopher(take, put):
        while True:
            for _ in range(2):
                yield bp.sync(request=take)
            for _ in range(2):
                yield bp.sync(request=put)

    @bp.thread
    def fork(take, put):
        while True:
            taken = yield bp.sync(**{wait: take}, block=put)
            not_taker = put[1] if taken.name.endswith("R") else put[0]
            yield bp.sync(**{wait: put}, block=[*take, not_taker])

    def hands(action, seat):
        return [bp.event(f"{action}{seat}{hand}") for hand in "RL"]

    seats = range(count)
    philosophers = [philosopher(hands("T", seat), hands("P", seat)) for seat in seats]
    return [*philosophers, *(fork(both("T", seat), both("P", seat)) for seat in seats)]
