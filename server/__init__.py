"""People at one table, over the network: `hoyle serve`.

    what people send ─ protocol.py: the schema (schemas/table.schema.json)
         │ who sent it, and to which question              table/reconnect.py: one decision table, no network
         ▼
    an intent ─ table/intents.py: what may be done, by the record alone
         │ a choice: the engine says whether it is legal, and draws what chance gives       table/played.py, cores/
         ▼
    an entry with the next number ─ written durably before anybody hears of it              store/
         │ table/record.py folds it in; the engine plays it
         ▼
    for each viewer its scene and its question, nothing else, all of one length             live/

*The record is the truth.*  A table is an append-only list of entries with the numbers 0, 1, 2, …: how the table was
opened, who sat down, what was chosen, and what chance gave.  The state of the table and of the game is a consequence of
that list, the same on every machine, and can be built again at any time: so a worker, a process or a machine may die at
any moment.  Two processes that add to the same table both try the next number, and the store lets one of them have it.

*Chance is drawn, not generated.*  A seed would let whoever finds it know every card to come, and it would have to be
kept secret for ever.  Here the operating system's generator decides each draw when it is made, and the entry keeps what
was drawn (table/chance.py).

*A worker is a cache.*  Games are played in other processes (cores/).  A request carries everything that the answer
depends on; what a worker keeps only saves time.  A worker that takes too long or too much memory is ended, another
begins, and nothing is lost but the time.
"""

PORT = 8731
"""The usual port of `hoyle serve`."""
DATABASE = "hoyle-tables.sqlite"
"""The file in which it keeps its tables if no other is named."""
