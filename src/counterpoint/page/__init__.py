"""The page: play, check and understand a target in a browser, on this machine only.

`walk.py` and `tab.py` are what a tab does, without any server; `screen.py` makes the messages that
are sent. Only `with_starlette.py` and `with_uvicorn.py` depend on a server.
"""
