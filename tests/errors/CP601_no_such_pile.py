# counterpoint certificate CP601_no_such_pile.py
from counterpoint.games.certificate import Certificate, Take, TakeAway

certificate = Certificate(
    TakeAway(1), invariant=lambda x: x[0] == 0, witness=lambda x: [Take(3, to=x[0] - 1)]
)
