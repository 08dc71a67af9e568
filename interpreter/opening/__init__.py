"""Opens rules: a name, a path or the head of a script becomes an `OpenedGame`, ready to be played.

finding.py     the rule file for a name
opened.py      `OpenedGame`: checked rules, an engine for them, and their words
header.py      what the head of a script says of its rules: settings, and the rules it was recorded under
rulesets.py    `Rulesets`, which opens each file and each combination of settings once
"""
