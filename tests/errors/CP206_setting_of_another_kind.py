# counterpoint check CP206_setting_of_another_kind.py:tap --set times=often
from counterpoint import Program, events, sync, thread

(HOT,) = events("HOT")


@thread
def pour(times):
    for _ in range(times):
        yield sync(request=HOT)


def tap(times=3):
    return Program(pour(times))
