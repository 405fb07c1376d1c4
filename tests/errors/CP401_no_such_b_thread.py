# counterpoint where CP401_no_such_b_thread.py ended(pours)
from counterpoint import Program, events, sync, thread

(HOT,) = events("HOT")


@thread
def pour(event):
    yield sync(request=event)


program = Program(pour(HOT))
