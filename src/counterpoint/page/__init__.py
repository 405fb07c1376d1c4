"""The page: a target that is played, checked and understood in a browser, on this machine only.

`walk.py` and `tab.py` are what a tab does, without any server; `screen.py` makes the messages that
go over the wire. `with_starlette.py` and `with_uvicorn.py` are the only ones that know of a server.
"""
