from counterpoint import Event, Program, Runner, sync, thread


@thread
def pour():
    yield sync(request=Event("HOT"))


program = Program(pour())
Runner(program, 7).run()
