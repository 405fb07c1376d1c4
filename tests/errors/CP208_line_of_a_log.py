# counterpoint conform CP208_line_of_a_log.py CP208_line_of_a_log.jsonl
from counterpoint import Event, Program, sync, thread


@thread
def pour():
    yield sync(request=Event("HOT"))


program = Program(pour())
