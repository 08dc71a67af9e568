"""Games recorded by other programs: read into scripts, and written back.

    EGN, PBN, PTN  --egn, pbn, ptn-->  record  --importing + a mapping-->  script (`.play`)
    script  --exporting + a mapping-->  record  --egn_text, pbn_text-->  EGN, PBN

The readers and writers of a format know the words of the format and no game.  A mapping, a data file beside the
rulesets (`rulesets/records/*.json`, see `mappings.py`), says which words of the rules they mean.  This package does not
check play: a record that breaks the rules becomes a script that breaks them, and `hoyle replay` reports where.
`docs/records.md` describes records for users.

    egn.py  Euchre Game Notation, https://github.com/NextSuit-Labs/euchre-game-notation, schema 1.6
    pbn.py  Portable Bridge Notation 2.1, https://www.tistis.nl/pbn/pbn_v21.txt
    ptn.py  the notation of Trickster's tests, https://github.com/TricksterCards/TricksterBots (`TestBots/PTN.cs`)
"""
