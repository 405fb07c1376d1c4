from counterpoint import Event, Program, sync, thread


@thread
def listen():
    yield sync(wait_for=lambda: True)


@thread
def speak():
    yield sync(request=Event("HOT"))


program = Program(listen(), speak())
