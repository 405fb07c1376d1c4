from counterpoint import Event, Program, sync, thread

heard = []


@thread
def listen():
    heard.append("started")
    yield sync(request=Event("HOT"))


program = Program(listen())
