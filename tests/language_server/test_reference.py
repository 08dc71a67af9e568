"""The paragraphs shown for keywords are those of docs/language.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

from hoyle.dsl.syntax.tables import tables
from hoyle.language_server import reference

from ..golden import same_as_file


def test_the_generated_file_is_up_to_date() -> None:
    page = Path(reference.__file__).parents[1] / "docs" / "language.md"
    made = reference.made(page.read_text(encoding="utf-8"))
    assert json.loads(reference.HERE.read_text(encoding="utf-8")) == made, (
        "python -m hoyle.language_server.reference > language_server/reference.json"
    )


def test_every_keyword_is_explained() -> None:
    assert {word for word in tables().words if not reference.paragraph(word)} == set()


def test_every_keyword_stands_in_a_sentence_of_the_reference() -> None:
    """A word that only examples use is not explained to whoever points at it."""
    page = Path(reference.__file__).parents[1] / "docs" / "language.md"
    prose = re.sub(
        r"```.*?```", "", page.read_text(encoding="utf-8").partition("## Words of the language")[0], flags=re.DOTALL
    )
    named = {word for span in re.findall(r"`([^`\n]+)`", prose) for word in re.findall(r"[a-z]+", span)}
    assert set(tables().words) - named == set()


SMALL = """\
# The language of rule files

`game` is not read here.

## First

Nothing of `deal` is taken from the first section by example.

```hoyle
cut stock
move trick to stock
```

## The `deal`

Cards: a line `deal 5 from stock` gives cards. See [the stock](#stock).

`deal` begins a line.

```hoyle
deal 5 from stock      [12]
shuffle stock
repeat 3 times
```

| a | table of `repeat` |

- [a list](#of) of `cut`

## Repeating

A `repeat` is said so. {long}.

```hoyle
repeat until tired
    gather every card
```

## Choosing

The `top` is here, and `hand` too: {longer}.

## Odd

```hoyle
gather every card into stock     [1.2, "x"]
order by rank
```

| only |

## Fine points

`shuffle` is here.

## Late

An `until` ends it, `in steps of 5` as well. After `cut` nothing.

Then `more shuffle` and `gathered`.
"""


def test_a_word_gets_the_paragraph_that_is_most_about_it() -> None:
    """The paragraphs of a small reference, of which one has as many characters as are shown and another has one more."""
    long, longer = "word " * 135 + "a", "word " * 132 + "ended"
    small = SMALL.format(long=long, longer=longer)
    lengths = [len(block) for block in small.split("\n\n") if "word word" in block]
    assert lengths == [700, 701]
    found = reference.made(small)
    for ends in ("\r\n", "\n"):
        assert reference.made(small.replace("\n", ends)) == found
    text = "".join(f"---- {word}\n{said}\n" for word, said in found.items()).replace("word " * 120, "WORDS ")
    same_as_file(Path(__file__).with_name("small_reference.txt"), text)


def test_a_paragraph_that_a_word_begins_is_preferred_to_all_others() -> None:
    blocks = [
        "Of `cut by rank` and a `fast cut`.", "What `cut` means.", "A `cut` is made.", "`cut` is later.",
        "```hoyle\ncut stock\n```",
    ]  # fmt: skip
    for said in range(3):
        sections = [("None", ["`deal`"]), ("Cut", blocks[said:])]
        best = blocks[max(said, 2)]
        assert reference._of("cut", sections).endswith(f"**Cut**\n\n{best}")
        assert reference._of("cut", [("Cut", blocks[said::-1])]).endswith(f"**Cut**\n\n{blocks[said]}")
    assert reference._of("cut", [("One", ["`the cut`"]), ("Two", ["`cut it`"])]) == "**Two**\n\n`cut it`"
    assert reference._of("cut", [("One", ["`cut it`", "```\ndeal\n```"]), ("Two", ["`a cut`", "```\n cut\n```"])]) == (
        "**Two**\n\n`a cut`"
    )
    assert reference._of("cut", [("One", ["`uncut`"])]) == ""
