from counterpoint import Event, Program, Runner, sync, thread


@thread
def pour():
    yield sync(request=Event("HOT"))


def log(runner, event):
    print(event)


program = Program(pour())
Runner(program, listeners=[log]).run()
