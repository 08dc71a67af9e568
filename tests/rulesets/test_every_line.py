"""Every line of the documents stands behind a rule, an option or a ruling, or is marked as no rule.

The documents are not part of the project.  They are looked for in the folder the variable HOYLE_SOURCES names, or in
`../shared/sources` beside the checkout; where they are not found these tests are skipped, but a citation of a line that
cannot be (0, or a range that runs backwards) is found all the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl import nodes as n
from hoyle.dsl.loading import RULESETS, rulesets
from hoyle.dsl.parser import parse
from hoyle.dsl.reading import read_source

ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(os.environ.get("HOYLE_SOURCES") or ROOT.parent / "shared" / "sources")


def tree_of(name: str) -> n.RuleFile:
    """The tree of a ruleset's own file."""
    source, problems = read_source(rulesets()[name])
    assert source is not None, problems
    return parse(source)[0]


def inside(node: Any) -> Iterator[n.Node]:
    """A node and every node in it."""
    if isinstance(node, tuple):
        for item in node:
            yield from inside(item)
    elif is_dataclass(node) and isinstance(node, n.Node):
        yield node
        for field in fields(node):
            if field.name != "span":
                yield from inside(getattr(node, field.name))


def cited(tree: n.RuleFile, first: str = "") -> Iterator[tuple[str, int, int, bool]]:
    """Every range of lines cited: the source's name, first and last line, and whether they are said to be no rule.

    `first` is the source of a citation that names none, in a file that declares none: a variant's."""
    documents = [d.name.text for d in tree.declarations if isinstance(d, n.Document)]
    marked = {id(c) for d in tree.declarations if isinstance(d, n.NotARule) for c in inside(d.cite)}
    for node in inside(tree.declarations):
        if isinstance(node, n.FromSource):
            name = node.source.text if node.source is not None else documents[0] if documents else first
            for part in node.lines:
                yield name, part.first, part.last, id(node) in marked


def variants_of(name: str) -> Iterator[n.RuleFile]:
    """The variants of a ruleset that ship: what a document says of them, they say."""
    for other in rulesets():
        tree = tree_of(other)
        if any(isinstance(d, n.Variant) and d.base.text == name for d in tree.declarations):
            yield tree


def documents_of(tree: n.RuleFile) -> dict[str, str]:
    """The documents a rule file names: their names and files."""
    return {d.name.text: d.path for d in tree.declarations if isinstance(d, n.Document)}


WITH_DOCUMENTS = [
    (name, document)
    for name, path in sorted(rulesets().items())
    if path.parent == RULESETS
    for document in documents_of(tree_of(name))
]


@pytest.mark.parametrize(("name", "document"), WITH_DOCUMENTS)
def test_every_line_is_accounted_for(name, document):
    tree = tree_of(name)
    path = SOURCES / documents_of(tree)[document]
    if not path.is_file():
        pytest.skip(f"the document {path.name} is not here")
    lines = path.read_text(encoding="utf-8").splitlines()
    rule, no_rule = set(), set()
    own = next(iter(documents_of(tree)))
    everything = [*cited(tree), *(part for variant in variants_of(name) for part in cited(variant, own))]
    for source, first, last, marked in everything:
        if source == document:
            assert last <= len(lines), f"[{first}-{last}] is past the end of {document}"
            (no_rule if marked else rule).update(range(first, last + 1))
    left_over = [at for at, line in enumerate(lines, 1) if line.strip() and at not in rule | no_rule]
    assert left_over == [], f"{len(left_over)} lines of {document} are not accounted for"
    # A heading may stand inside a range that is cited as a whole; any other line is one or the other.
    both = [at for at in sorted(rule & no_rule) if lines[at - 1].strip() and not lines[at - 1].startswith("#")]
    assert both == [], "cited as rules and marked as none"


def test_citations_name_lines_that_can_be(ruleset):
    tree = tree_of(ruleset)
    names = documents_of(tree)
    variant = any(isinstance(d, n.Variant) for d in tree.declarations)
    for source, first, last, _ in cited(tree):
        assert 1 <= first <= last
        assert source in names or (variant and source == "")
