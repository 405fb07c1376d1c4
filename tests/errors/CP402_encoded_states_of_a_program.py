# counterpoint where CP402_encoded_states_of_a_program.py once(HOT) --all
from counterpoint import Program, events, sync, thread

(HOT,) = events("HOT")


@thread
def pour(event):
    yield sync(request=event)


program = Program(pour(HOT))
