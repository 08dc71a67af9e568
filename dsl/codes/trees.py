"""Codes 11: the JSON form of rule trees.  They are separate from the codes of rule files, whose examples are rule
files.
"""

from __future__ import annotations

from .base import Code

TREES: tuple[Code, ...] = (
    Code(
        "E1101",
        "not JSON",
        "this is not JSON: {why}",
        "A rule tree is read from one JSON text (RFC 8259) in UTF-8: whole numbers only, every key once, and nothing"
        " nested deeper than a rule can be.",
        '{"tree": 1, "rules": }\n',
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations": []}}\n',
    ),
    Code(
        "E1102",
        "not a rule tree",
        "{why} (at {path})",
        "`schemas/tree.schema.json` says which nodes there are and what each of them holds. The `node` of an object"
        " says which kind it is; a field that is not needed is left out.",
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations": [{"node": "Game"}]}}\n',
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations": [{"node": "Game", "title": "War"}]}}\n',
    ),
    Code(
        "E1103",
        "no rule file says this",
        "no rule file says this: {why} (at {path})",
        "The tree has the right shape, but written down as a rule file it could not be read back as it is: a list that"
        " must not be empty is empty, a word of the language is used as a name, or the parts do not fit together.",
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations": [{"node": "Main", "body": []}]}}\n',
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations":'
        ' [{"node": "Main", "body": [{"node": "Nothing"}]}]}}\n',
    ),
)

CODES: dict[str, Code] = {code.id: code for code in TREES}
