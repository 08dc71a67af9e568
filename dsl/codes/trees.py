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
        "A rule tree is one JSON text (RFC 8259) in UTF-8. It contains only whole numbers, no key twice in an"
        " object, and no deeper nesting than a rule can have.",
        '{"tree": 1, "rules": }\n',
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations": []}}\n',
    ),
    Code(
        "E1102",
        "not a rule tree",
        "{why} (at {path})",
        "`schemas/tree.schema.json` says which nodes there are and what each of them contains. The `node` of an"
        " object says which kind of node it is. A field that is not needed is left out.",
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations": [{"node": "Game"}]}}\n',
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations": [{"node": "Game", "title": "War"}]}}\n',
    ),
    Code(
        "E1103",
        "tree that no rule file can have",
        "no rule file says this: {why} (at {path})",
        "The tree has the right form. But if Hoyle wrote it as a rule file, the file could not be read back as this"
        " tree: a list that must not be empty is empty, a word of the language is used as a name, or the parts do"
        " not fit together.",
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations": [{"node": "Main", "body": []}]}}\n',
        '{"tree": 1, "rules": {"node": "RuleFile", "declarations":'
        ' [{"node": "Main", "body": [{"node": "Nothing"}]}]}}\n',
    ),
)

CODES: dict[str, Code] = {code.id: code for code in TREES}
