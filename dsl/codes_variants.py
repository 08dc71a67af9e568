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
)  # fmt: skip
