"""Many games at once inside one module's memory: `hoyle.envs.vector`.

many          the games, their arrays, and `step`                                many.py
programs      players that are programs, in such games                           programs.py
inside        what a module is told to do with its games                         inside.py
rows          observations; what a seat remembers; the numbers of actions        rows.py, memory.py, numbers.py
"""
