"""Every line of the documents is cited by a rule, an option or a ruling, or is marked as not a rule.

The documents are not part of the project.  `documents.json` contains what the tests need without them: the number of
lines, the blank lines, and the hash of the file that the citations were written for.  If a document is found (see
`source_folders` in `tests/conftest.py`), the test compares its hash and reads it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.loading import RULESETS, rulesets
from hoyle.dsl.provenance.documents import lines_of
from hoyle.dsl.rule_files import read_source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse

CITES = re.compile(r"\[[a-z_ ]*\d")
"""What is in the text of each rule file that cites lines: only these files are parsed."""
KNOWN = json.loads(Path(__file__).with_name("documents.json").read_text("utf-8"))


@cache
def tree_of(name: str) -> n.RuleFile:
    """The tree of a ruleset's own file."""
    source, problems = read_source(rulesets()[name])
    assert source is not None, problems
    return parse(source)[0]


def inside(node: Any) -> Iterator[n.Node]:
    """Yield a node and all nodes inside it."""
    if isinstance(node, tuple):
        for item in node:
            yield from inside(item)
    elif is_dataclass(node) and isinstance(node, n.Node):
        yield node
        for field in fields(node):
            if field.name != "span":
                yield from inside(getattr(node, field.name))


def cited(tree: n.RuleFile, first: str = "") -> Iterator[tuple[str, int, int, bool]]:
    """Yield every cited range of lines: the name of the source, the first and last line, and whether they are marked as
    not a rule.

    `first` is the source of citations without a name in a variant that declares no source.
    """
    documents = [d.name.text for d in tree.declarations if isinstance(d, n.Document)]
    marked = {id(c) for d in tree.declarations if isinstance(d, n.NotARule) for c in inside(d.cite)}
    for node in inside(tree.declarations):
        if isinstance(node, n.FromSource):
            name = node.source.text if node.source is not None else documents[0] if documents else first
            for part in node.lines:
                yield name, part.first, part.last, id(node) in marked


def variants_of(name: str) -> Iterator[n.RuleFile]:
    """The shipped variants of a ruleset.  They cite the parts of the document that are about them."""
    for other, path in rulesets().items():
        if path.parent == RULESETS:
            continue
        tree = tree_of(other)
        if any(isinstance(d, n.Variant) and d.base.text == name for d in tree.declarations):
            yield tree


def documents_of(tree: n.RuleFile) -> dict[str, str]:
    """The documents that a rule file names, with their file names."""
    return {d.name.text: d.path for d in tree.declarations if isinstance(d, n.Document)}


@cache
def with_documents() -> dict[str, tuple[str, str]]:
    """For each file of a document: the ruleset written from it, and the name it has there."""
    return {
        documents_of(tree_of(name))[document]: (name, document)
        for name, path in sorted(rulesets().items())
        if path.parent == RULESETS and CITES.search(path.read_text("utf-8"))
        for document in documents_of(tree_of(name))
        if any(source == document for source, *_ in cited(tree_of(name)))  # others only describe the game elsewhere
    }


def numbers(ranges: str) -> set[int]:
    """Parse `2 4-6` to the numbers 2, 4, 5 and 6."""
    ends = [[int(end) for end in part.split("-")] for part in ranges.split()]
    return {number for pair in ends for number in range(pair[0], pair[-1] + 1)}


def accounted(name: str, document: str) -> tuple[set[int], set[int]]:
    """The lines of a document that a ruleset and its variants cite, and those that they mark as not a rule."""
    tree = tree_of(name)
    rule, no_rule = set[int](), set[int]()
    own = next(iter(documents_of(tree)))
    for source, first, last, marked in (*cited(tree), *(c for v in variants_of(name) for c in cited(v, own))):
        if source == document:
            (no_rule if marked else rule).update(range(first, last + 1))
    return rule, no_rule


def test_each_document_has_a_hash():
    assert set(with_documents()) == set(KNOWN)


@pytest.mark.parametrize("file", KNOWN)
def test_every_line_of_a_document_is_accounted_for(file):
    known = KNOWN[file]
    name, document = with_documents()[file]
    lines, blank = set(range(1, known["lines"] + 1)), numbers(known["blank"])
    rule, no_rule = accounted(name, document)
    assert rule | no_rule <= lines, f"past the end of {document}"
    assert lines - blank - rule - no_rule == set(), f"lines of {document} that are not accounted for"


@pytest.mark.parametrize("file", KNOWN)
def test_a_document_has_the_hash_that_the_citations_were_written_for(file, source_folders):
    name, document = with_documents()[file]
    path = next((folder / file for folder in source_folders if (folder / file).is_file()), None)
    if path is None:
        pytest.skip(f"the document {file} is not here; HOYLE_SOURCES names the folder it is in")
    data, known = path.read_bytes(), KNOWN[file]
    assert hashlib.sha256(data).hexdigest() == known["sha256"]
    lines = lines_of(data.decode("utf-8"))
    assert len(lines) == known["lines"]
    assert {at for at, line in enumerate(lines, 1) if not line.strip()} == numbers(known["blank"])
    # A heading may be part of a range that is cited as a whole.  Any other line is either cited or marked as not a
    # rule.
    rule, no_rule = accounted(name, document)
    both = [at for at in sorted(rule & no_rule) if lines[at - 1].strip() and not lines[at - 1].startswith("#")]
    assert both == [], "cited as rules and marked as none"


def test_citations_name_existing_lines():
    for ruleset, path in rulesets().items():
        if not CITES.search(path.read_text("utf-8")):
            continue
        tree = tree_of(ruleset)
        names = documents_of(tree)
        variant = any(isinstance(d, n.Variant) for d in tree.declarations)
        for source, first, last, _ in cited(tree):
            assert 1 <= first <= last, ruleset
            assert source in names or (variant and source == ""), ruleset
