"""A player that learns, inside a module: what it sees, what it remembers, its net, and how the net learns.

    features      what a seat knows, and what an option is, as numbers of features         features.py
                  what can be counted of cards                                     counted.py
                  what goes together                                               together.py
    memory        what a careful person remembers of the deal                              memory.py
    asked         whether a seat was asked the same before                                 asked.py
    net           features → the expected gain of an option                                net.py
    games         whole games of such players; lessons                                     learned.wat, writer.py
                  how lessons go on, whoever holds them                                plan.py

Nothing here knows a game: the features follow from the program.  All arithmetic is that of WebAssembly (IEEE 754 in a
fixed order), so the same weights make the same choices on every machine.
"""
