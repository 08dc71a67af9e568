"""Hints about names that people read: the heading `names`, and its lines."""

from __future__ import annotations

from ...source.diagnostics import Diagnostic
from ..parse_error import ParserError
from .written import in_block

_HEADINGS = (
    (r"^names?:", "write `names` without a colon"),
    (r"^(?:labels?|aliases|rename|translations?|display names?)$", "write `names`, and the lines below it"),
    (r"^change (?:the )?names\b.*", "write `replace names` and all its lines"),
    (r"^remove the names$", "write `remove names`"),
    (r'^names +(.+) (".*")', "the line stands below `names`, indented: `{0} {1}`"),
)
_LINES = (
    (r"^(?:rank|suit|word|card|the|label|name) (?=\S)(.+)", "leave the first word out: `{0}`"),
    (r'^(.+?) *(?:=|:|->|,) *(".*")', "leave the sign out: `{0} {1}`"),
    (r'^(.+?) (?:is|as|means|called|named|to|be|reads?|is called) (".*")', "leave the word out: `{0} {1}`"),
    (r'^(".*?") (?:is|for|means|=|stands for) *(.+)', "the name in the rules stands first: `{1} {0}`"),
    (r'^(".*?") (.+)', "the name in the rules stands first: `{1} {0}`"),
    (r'^([a-z]\w*) ([A-Z0-9]\w*) *(".*")', "write `{1} of {0} {2}`"),
    (r'^([A-Z0-9]\w*)\.(\w+) *(".*")', "write `{0} of {1} {2}`"),
    (r'^([A-Z0-9]\w*(?: of \w+)?|[a-z]\w*) ((?!of\b)[^"]+)$', 'what people read is a text in quotes: `{0} "{1}"`'),
    (r"^([A-Z0-9]\w*(?: of \w+)?|[a-z]\w*)$", 'what people read stands behind it: `{0} "…"`'),
    (r'^(\S.*? ".*?") (?:if|when) .+', "a name has no condition: `{0}`"),
    (r'(".*[{}].*")', "what people read has no blanks in braces"),
)
_BLOCKS = ("names", "replace names", "add names")


def names(t: ParserError) -> Diagnostic | None:
    """A heading or a line of names that people read, in words that the language does not have."""
    return in_block(t, _HEADINGS, _LINES, _BLOCKS)
