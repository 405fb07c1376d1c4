# counterpoint solve CP600_two_players_choose.py --player one --goal HOT
from counterpoint import Program, events, sync, thread

HOT, COLD = events("HOT COLD")


@thread
def pour(event):
    yield sync(request=event)


program = Program(pour(HOT), pour(COLD), owners={"one": HOT, "two": COLD})
