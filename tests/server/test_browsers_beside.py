"""What people do beside the game, in real browsers: pause, clocks, talk, proposals and answers to them, the next game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from .pages import STEP, clean, press, sit, state, wait
from .serving import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    found = ServerProcess(str(tmp_path_factory.mktemp("beside") / "tables.sqlite"), "--generous")
    yield found
    found.stop()


def until_state(browsers: list[Any], text: str) -> None:
    for one in browsers:
        wait(one, f"document.querySelector('.state').textContent.includes('{text}')")


def test_two_people_pause_talk_take_back_end_the_game_and_begin_the_next(server, browsers):
    made = server.open(game="cribbage", clock=[600, 5])
    both = [ann, bob] = [browsers(), browsers()]
    for at, one in enumerate(both):
        sit(one, server.url, made, at, ("Ann", "Bob")[at])
    until_state(both, "choose")
    for one in both:
        wait(one, "document.querySelectorAll('.clocks li').length === 2")
        wait(one, "document.querySelector('.clocks').textContent.includes(':')")
        assert one.execute_script("return document.querySelector('.talk input')") is None  # free text is off by default
    happened = "return document.querySelector('.log').textContent"
    before = [one.execute_script(happened) for one in both]
    press(ann, "Pause")
    until_state(both, "paused")
    press(bob, "Go on")
    until_state(both, "choose")
    assert [one.execute_script(happened) for one in both] == before  # nothing happened meanwhile
    ann.execute_script("""
        const say = document.querySelector('.talk select');
        say.value = 3;
        say.form.requestSubmit();
    """)
    wait(bob, "document.querySelector('.remarks').textContent.includes('Ann Thank you.')")

    number = "document.querySelector('.ask').dataset.question"
    asked, other = both if "you choose" in state(ann) else [*reversed(both)]
    before = asked.execute_script(f"return {number}")
    while asked.execute_script(f"return {number}") == before:
        asked.execute_script(STEP)
    chosen = asked.execute_script(f"return {number}")
    press(asked, "Take back")
    wait(other, "document.querySelector('.proposal').textContent.includes('take back the last choice')")
    assert other.execute_script("return document.querySelector('.proposal').textContent.includes('Withdraw')") is False
    press(asked, "Withdraw")
    for one in both:
        wait(one, "document.querySelector('.proposal') === null")
    press(asked, "Take back")
    wait(other, "document.querySelector('.proposal').textContent.includes('take back the last choice')")
    press(other, "No")
    wait(asked, "document.querySelector('.proposal') === null")
    assert asked.execute_script(f"return {number}") == chosen
    press(asked, "Take back")
    press(other, "Agree")
    wait(asked, f"{number} !== '{chosen}'")
    until_state([asked], "you choose")

    press(bob, "End the game")
    press(ann, "Agree")
    until_state(both, "Bob ended the game")
    press(ann, "Next game")
    until_state(both, "choose")
    for one in both:
        clean(one)
