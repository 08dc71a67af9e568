"""A diagnostic code, read from its text file: `texts/E0204.md`.

The name of the file is the code.  The text is Markdown in a fixed form: the title, the message, one paragraph that says
why, and if a short one shows the mistake, an example and its correction.

    # reserved word

    `{text}` is a word of the language and cannot be a name

    At a place where a name is possible, some words could begin something else.  Such a word
    can never be a name.

    Example:

    ```hoyle
    main
        let top be n
    ```

    Corrected:

    ```hoyle
    main
        let highest_bid be n
    ```

A `{name}` in the message is a field: whoever reports the code gives its value.  An invisible character of an example is
written `\\u0009`.  Examples leave out the lines that do not matter.  The tests complete them to whole files and check
that each one causes its message, or that the corrected one does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import Formatter

from ..source.diagnostics import Severity

_SEVERITIES: dict[str, Severity] = {"E": "error", "W": "warning", "N": "note"}


_FIELD = re.compile(r"`?\{\w+[^{}]*\}`?")
"""A part of a message that varies, with the backticks around it."""

_EXAMPLE = r"```(?P<{0}language>\w+)\n(?P<{0}>(?:(?!```).*\n)+)```\n"
_TEXT = (
    r"# (?P<title>.+)\n\n(?P<message>.+)\n\n(?P<why>(?:.+\n)+)"
    rf"(?:\nExample:\n\n{_EXAMPLE.format('bad')}\nCorrected:\n\n{_EXAMPLE.format('good')})?"
)
_ESCAPED = r"\\u([0-9a-f]{4})"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of mistake.  The message, the page of `hoyle explain` and the tests are made from this record.

    `message` is a template: a fragment in lower case, with the author's text in backticks and a `{name}` for each part
    that varies.  `bad` is a small text in `language` that causes this message, `good` the corrected text.
    """

    id: str
    title: str
    message: str
    why: str
    bad: str = ""
    good: str = ""
    language: str = ""

    @property
    def severity(self) -> Severity:
        """`error` or `warning`, according to the first letter of the code."""
        return _SEVERITIES[self.id[0]]

    @property
    def fields(self) -> frozenset[str]:
        """The names of the parts of the message that vary."""
        return frozenset(name for _, name, _, _ in Formatter().parse(self.message) if name)

    @property
    def outline(self) -> str:
        """The message with `…` for each part that varies."""
        return _FIELD.sub("…", self.message)

    @property
    def family(self) -> str:
        """The two digits of the family: `01` for layout, `02` for form, and so on.

        Errors and warnings share families."""
        return self.id[1:3]


def read_code(id: str, text: str) -> Code:
    """The code with this id, from the text of its file.  Raises `ValueError` if the text is not in the form above."""
    found = re.fullmatch(_TEXT, text)
    if found is None or found["badlanguage"] != found["goodlanguage"]:
        raise ValueError(f"the text of {id} is not in the form that dsl/codes/code.py describes")
    bad, good = (re.sub(_ESCAPED, lambda code: chr(int(code[1], 16)), found[name] or "") for name in ("bad", "good"))
    why = " ".join(found["why"].split("\n")).rstrip()
    return Code(id, found["title"], found["message"], why, bad, good, found["badlanguage"] or "")
