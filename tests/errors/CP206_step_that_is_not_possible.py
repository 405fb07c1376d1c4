# counterpoint play CP206_step_that_is_not_possible.py --terminal --from HOT
from counterpoint import Program, events, sync, thread

HOT, COLD = events("HOT COLD")


@thread
def pour():
    yield sync(request=COLD)
    yield sync(request=HOT)


program = Program(pour())
