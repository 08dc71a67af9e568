"""Help for authors while they write: a language server for rule files, variants and scripted games.

    text + position  --features/-->  what an editor shows        pure functions, plain data in and out
    JSON-RPC message --session.py--> answers and notifications    no threads, no processes, no transport
    bytes            --transport.py--> messages                   standard input and output, a socket (pygls)

A page in a browser uses only `Session` and passes the messages to it directly.
"""
