"""The site built from docs/: links that open games in the studio.

`.ci/run` builds the site and counts every warning as an error.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import zlib
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def conf() -> ModuleType:
    pytest.importorskip("docutils", reason="Sphinx is not installed (the extra `docs`)")
    spec = importlib.util.spec_from_file_location("hoyle_docs_conf", DOCS / "conf.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_link_to_the_studio_contains_the_whole_file(conf: ModuleType) -> None:
    text = 'game "Ärger"\nlanguage 1\n'
    before, _, part = conf.studio_link("aerger", text).partition("#/write/shared/")
    assert before == "../studio/"
    packed = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    assert json.loads(zlib.decompress(packed, -15)) == {"name": "aerger", "text": text}


def test_only_whole_games_get_a_link(conf: ModuleType) -> None:
    from docutils import nodes
    from docutils.utils import new_document

    tree = new_document("page")
    for language, text in (("hoyle", 'game "A"\nlanguage 1'), ("hoyle", "move c to pile"), ("text", 'game "B"')):
        tree += nodes.literal_block(text, text, language=language)
    conf._openable(None, tree)
    assert [type(one).__name__ for one in tree.children] == [
        "literal_block",
        "paragraph",
        "literal_block",
        "literal_block",
    ]


def test_every_page_is_in_the_table_of_contents() -> None:
    contents = (DOCS / "index.md").read_text(encoding="utf-8").splitlines()
    assert [path.stem for path in DOCS.glob("*.md") if path.stem not in ("index", *contents)] == []
