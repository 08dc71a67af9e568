"""Help while rules are written: a language server for rule files, variants and scripted games.

    text + position  --features/-->  what an editor shows        pure functions, plain data in and out
    JSON-RPC message --session.py--> answers and notifications    no threads, no processes, no transport
    bytes            --transport.py--> messages                   standard input and output, a socket (pygls)

A page in a browser uses `ClientSession` alone and hands it the messages itself.
"""
