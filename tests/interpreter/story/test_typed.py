"""What is typed for each option; studio/test/drawn.test.mjs holds the pages to the same file."""

from __future__ import annotations

import json
from pathlib import Path

from hoyle.interpreter.story.typed import typed_for


def test_what_is_typed_for_each_option() -> None:
    for case in json.loads(Path(__file__).with_name("typed.json").read_text("utf-8")):
        labels = case["options"]
        cards = case.get("cards") or [[] for _ in labels]
        options = [{"label": label, "cards": own} for label, own in zip(labels, cards, strict=True)]
        assert typed_for(options) == case["typed"], labels
