"""Codes 09: citations, variants and comments to the checker."""

from __future__ import annotations

from .codes_base import Code

VARIANTS: tuple[Code, ...] = (
    Code("E0901", "not a change", "`{what}` cannot stand in a variant by itself", "A variant says what it does: `replace`, `add`, `remove`, or `set OPTION to …`."),
    Code("E0902", "nothing to change", "the game below has no `{what}`", "Only what is there can be replaced or removed."),
    Code("E0903", "already there", "the game below already has a `{what}`", "What is there is replaced, not added."),
    Code("E0904", "variant in a circle", "`{name}` is, through others, a variant of itself", "A variant lies over another file, down to one that is a game."),
    Code("E0906", "variants in conflict", "`{what}` is changed by `{other}` as well", "Two variants laid side by side over one game may not change the same thing; make one a variant of the other."),
    Code("E0907", "not a variant", "`{name}` is a whole game, so it cannot be laid over another", "What is laid over a game begins with `variant \"…\" of NAME`."),
    Code("E0908", "variant of another game", "this is a variant of `{name}`, not of {known}", "A variant fits the game it names, and the variants of that."),
    Code("E0905", "unknown ruleset", "there is no ruleset `{name}`", "A ruleset is found beside the file that names it, or among those that come with hoyle."),
    Code("E0906", "source not named", "no `source` is called `{name}`", "why"),
    Code("E0907", "lines backwards", "{first}-{last} are no lines: they are counted from 1, the first before the last", "why"),
    Code("E0908", "source named twice", "there are two sources called `{name}`", "why"),
    Code("W0909", "nothing to cite", "lines are cited, and no `source` is named", "why"),
    Code("E0910", "line outside the document", "line {line} of `{name}`, which has {length} lines", "why"),
    Code("W0911", "empty lines cited", "nothing stands there in `{name}`", "why"),
    Code("W0912", "silenced without a reason", "a warning is silenced with a reason", "why"),
    Code("W0913", "nothing to silence", "this line draws no {code}", "why"),
    Code("W0914", "not to be silenced", "`{code}` {why}", "why"),
)  # fmt: skip
