"""Games written down by other programs, read into scripts and written back.

    EGN, PBN, PTN  --egn, pbn, ptn-->  record  --importing + a mapping-->  script (`.play`)
    script  --exporting + a mapping-->  record  --egn_text, pbn_text-->  EGN, PBN

A format knows its own words and nothing of a game; which words of the rules they mean is data that lies beside the
rulesets (`rulesets/records/*.json`, see `mappings.py`).  Nothing is judged here: a record that breaks the rules becomes
a script that does, and `hoyle replay` says where.  `docs/records.md` is for people.

    egn.py  Euchre Game Notation, https://github.com/NextSuit-Labs/euchre-game-notation, schema 1.6
    pbn.py  Portable Bridge Notation 2.1, https://www.tistis.nl/pbn/pbn_v21.txt
    ptn.py  the notation of Trickster's tests, https://github.com/TricksterCards/TricksterBots (`TestBots/PTN.cs`)
"""
