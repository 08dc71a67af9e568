"""Floor 9, one function for each thing that Hoyle does: `hoyle.check`, `hoyle.simulate`, `hoyle.solve` …

A function takes rules in any form (`opening.py`) and gives a frozen report (`results.py`).  The fields of a report are
named as in its JSON form, which the command of the same name prints with `--format json`.  The commands of `cli` call
these functions, and add only arguments and rendering.

checking.py    check
listing.py     list
reading.py     rulebook, rulings, trace, diff
simulating.py  simulate
comparing.py   compare, compare_settings; comparing_players.py: compare_players
tuning.py      tune
training.py    train
fuzzing.py     fuzz
judging.py     analyse
covering.py    cover
showing.py     show
scripts.py     solve, convert, import_records
"""
