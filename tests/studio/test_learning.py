"""The studio learns rules of one's own, keeps what it learned, and says what they do among people who have learned them."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

OTHERS = "The computer plays with what it knows of the game that these rules were made from."
VARIANT = """\
variant "Spades to 200" of spades
language 1

replace option target: 100..1000 = 200   "points that win the game"
"""


def link(name: str, text: str) -> str:
    data = json.dumps({"name": name, "text": text}).encode()
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packed.compress(data) + packed.flush()).decode().rstrip("=")


def known(page: Any) -> str:
    return page.js("document.querySelector('.lesson p')?.textContent")


def test_rules_of_ones_own_are_learned_kept_and_compared(within: Any) -> None:
    page = within(f"#/write/shared/{link('short_spades', VARIANT)}")
    page.js("document.getElementById('tab-does').click()")
    page.wait("document.querySelector('#learn-rules') !== null", 60)
    assert known(page) == OTHERS
    page.js("document.getElementById('learn-rules').click()")
    page.wait("Number(document.querySelector('.lesson progress')?.value) > 0", 60)
    page.js("document.getElementById('stop-learning').click()")
    page.wait("document.querySelector('.lesson p')?.textContent.includes('on this device')", 60)
    learned = known(page)
    page.js("document.getElementById('tab-changes').click()")
    page.wait("document.querySelectorAll('.paired h3').length === 2", 90)
    headings = page.js("[...document.querySelectorAll('.paired h3')].map((one) => one.textContent)")
    assert headings == ["People who go on as before", "People who have learned the rules here"]
    page = within("#/write/shared/" + link("spades_to_200", VARIANT))
    page.js("document.getElementById('tab-does').click()")
    page.wait("document.querySelector('.lesson p')?.textContent.includes('on this device')", 90)
    assert known(page) == learned
