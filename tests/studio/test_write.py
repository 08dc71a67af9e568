"""The editor of the studio: it shows and fixes mistakes, plays and shares the rules, and treats all input as text."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from typing import Any

import pytest

from hoyle.dsl.loading import rulesets

from .conftest import Page

Keys = pytest.importorskip("selenium.webdriver.common.keys", reason="selenium is not installed").Keys

READY = "document.querySelector('.state')?.textContent === 'No errors.'"
PLAYED = "document.querySelector('.page').dataset.done"
EDITOR_ROOT = "document.getElementById('editor').shadowRoot"

MARKUP = "<img src=x onerror=document.title=1><script>document.title=2</script>"
STRANGE = f"""\
# {MARKUP}
game "{MARKUP}"
language 1

players 2
deck 7 8 9 10 J Q K A

option many: 1..3 = 2   "{MARKUP}"

zones
    stock: face down
    pile: face up
    hand of each player: private

remember
    points of each player: number "{MARKUP}"

main
    gather every card into stock
    shuffle stock
    deal 3 from stock to hand of each player
    for p in players
        p chooses
            "lay {{c}} {MARKUP}" for c in p.hand
                move c to pile
                add many to p.points
            "{MARKUP}"
    game over, won by the player with highest points, otherwise a draw
"""


def link(name: str, text: str) -> str:
    data = json.dumps({"name": name, "text": text}).encode()
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packed.compress(data) + packed.flush()).decode().rstrip("=")


def test_a_mistake_is_underlined_until_it_is_fixed(within: Any) -> None:
    page = within("#/write/whist")
    page.wait(READY)
    page.wait(PLAYED)
    page.js(f"{EDITOR_ROOT}.querySelector('.cm-content').focus()")
    page.browser.switch_to.active_element.send_keys(Keys.CONTROL, Keys.END)
    page.keys("\n", "after play_hand: total trick = 13")
    page.wait("document.querySelector('.state').textContent.startsWith('1 error')")
    page.wait(f"{EDITOR_ROOT}.querySelector('.cm-lintRange-error')")
    page.keys(Keys.BACKSPACE * len("after play_hand: total trick = 13"))
    page.wait(READY)
    page.wait(f"!{EDITOR_ROOT}.querySelector('.cm-lintRange-error')")


def test_a_mistake_is_mended_by_a_key_or_a_click(within: Any) -> None:
    """The message offers the edit that the language server has tried, and Ctrl+. makes it, also elsewhere in its line."""
    page = within("#/write/whist")
    page.wait(READY)
    content = f"{EDITOR_ROOT}.querySelector('.cm-content')"
    page.js(
        "window.said = [], new MutationObserver(() => window.said.push(document.getElementById('live').textContent))"
        ".observe(document.getElementById('live'), {childList: true, characterData: true, subtree: true})"
    )
    button = f"{EDITOR_ROOT}.querySelector('.cm-diagnostic .mends button')"
    for by in ("key", "key in the line", "click"):
        page.js(f"{content}.focus()")
        page.browser.switch_to.active_element.send_keys(Keys.CONTROL, Keys.END)
        page.keys("\n", "after play_hand: total triks = 13")
        page.wait(f"{EDITOR_ROOT}.querySelector('.cm-lintRange-error')?.textContent === 'triks'")  # of the whole line
        if by != "key in the line":
            page.keys(Keys.F8)
        if by == "click":
            page.wait(button).click()
        else:
            page.js(f"{content}.focus()")
            page.browser.switch_to.active_element.send_keys(Keys.CONTROL, ".")
        page.wait(f"{content}.textContent.endsWith('after play_hand: total tricks = 13')")
        page.wait("window.said.splice(0).some(text => text.startsWith('Done: '))")
        page.wait(f"!{EDITOR_ROOT}.querySelector('.cm-lintRange-error')")


def test_the_next_mistake_is_announced_with_its_mends(within: Any) -> None:
    """What F8 shows beside the cursor is no text for a screen reader."""
    page = within("#/write/whist")
    page.wait(READY)
    page.js(f"{EDITOR_ROOT}.querySelector('.cm-content').focus()")
    page.browser.switch_to.active_element.send_keys(Keys.CONTROL, Keys.END)
    page.keys("\n", "after play_hand: total triks = 13")
    page.wait(f"{EDITOR_ROOT}.querySelector('.cm-lintRange-error')?.textContent === 'triks'")
    live = "document.getElementById('live').textContent"
    for _ in range(2):  # pressed again at the only mistake, it says the same
        page.js("document.getElementById('live').replaceChildren()")
        page.keys(Keys.F8)
        page.wait(f"/Mends: .*tricks/.test({live})")
        assert page.js(live).startswith("Line ")
        assert page.js(f"{EDITOR_ROOT}.querySelector('.cm-diagnosticText').firstChild.firstChild.data") in page.js(live)


def test_rules_that_nobody_knows_are_not_another_game(at: Any) -> None:
    page = at("#/write/no_such_game")
    assert page.js("document.querySelector('#page .failed').textContent").endswith("there is no game “no_such_game”")
    assert not page.js("document.getElementById('editor')")


def test_a_studio_that_was_stopped_says_so(browser: Any) -> None:
    """An open page cannot have anything more of it: neither rules nor a worker."""
    command = [sys.executable, "-m", "hoyle", "studio", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            browser.get(server.stdout.readline().split()[4] + "#/")
            page = Page(browser)
            page.wait("document.getElementById('play-whist')")
        finally:
            server.terminate()
    try:
        for where in ("#/write/whist", "#/play/whist", "#/replay/whist_short"):
            page.js("document.getElementById('page').replaceChildren()")
            page.js("void (location.hash = arguments[0])", where)
            page.wait("document.querySelector('#page .failed')?.textContent.startsWith('The studio was stopped')")
        page.js("void (location.hash = '#/write')")
        page.wait("document.querySelector('.state')?.textContent.startsWith('The studio was stopped')")
    finally:
        browser.get("about:blank")
        browser.get_log("browser")


def typed_into_whist(at: Any) -> Any:
    """The editor of Whist, with a comment just typed."""
    page = at("#/write/whist")
    page.wait(f"{EDITOR_ROOT}?.querySelector('.cm-content')")
    page.js(f"{EDITOR_ROOT}.querySelector('.cm-content').focus()")
    page.keys("# mine ")
    return page


def test_what_was_typed_last_is_in_the_gallery_at_once(at: Any) -> None:
    page = typed_into_whist(at)
    page.js("document.querySelector('#parts a').click()")
    page.wait("document.getElementById('game-my_whist')")


def test_what_was_typed_last_is_played(at: Any) -> None:
    page = typed_into_whist(at)
    page.js("document.getElementById('play-this').click()")
    page.wait("location.hash.startsWith('#/play/my_whist')")  # `my_whist_2`, if another test has kept one


def test_a_written_file_is_saved_played_and_compared(within: Any) -> None:
    page = within("#/write/shared/" + link("short", rulesets()["whist"].read_text("utf-8").replace("= 5 ", "= 6 ")))
    page.wait(PLAYED)
    assert "10,000 games" in page.js("document.querySelector('.does').textContent")
    assert "trick is played for each card of a hand" in page.js("document.querySelector('.book').textContent")
    page.wait(f"{EDITOR_ROOT}.querySelectorAll('.fired-gutter .fired').length > 0")
    page.js("document.querySelector('#base').value = 'whist'")
    page.js("document.querySelector('#base').dispatchEvent(new Event('change'))")
    page.wait("document.querySelector('.differences').textContent.includes('6')")
    page.js("document.getElementById('tab-changes').click()")
    sentence = page.wait("document.querySelector('.paired h2 + p')?.textContent")
    assert "changes who wins" in sentence or "changed nothing" in sentence or "changes what is scored" in sentence
    page.js(f"{EDITOR_ROOT}.querySelector('.cm-content').focus()")
    page.keys(" ")
    page.wait("document.querySelector('.page').dataset.done > 2")
    page.js("document.getElementById('play-this').click()")
    page.wait("document.querySelectorAll('button.pick').length === 13")


def test_players_who_have_learned_play_a_variant_and_its_base(within: Any) -> None:
    variant = 'variant "Five" of newberry_euchre\n\nset lone_march to 5\n'
    page = within("#/write/shared/" + link("five", variant))
    page.wait(PLAYED)
    assert "1,000 games of players who have learned the game" in page.js("document.querySelector('.does').textContent")
    page.wait("document.querySelector('.differences').textContent.includes('5')")
    page.js("document.getElementById('tab-changes').click()")
    sentence = page.wait("document.querySelector('.paired h2 + p')?.textContent")
    assert "changes who wins" in sentence or "changes what is scored" in sentence


def test_a_link_contains_the_file(at: Any) -> None:
    page = at("#/write/oh_hell")
    page.wait("document.getElementById('editor')?.shadowRoot")
    page.js("document.getElementById('share').click()")
    address = page.wait("document.getElementById('link')?.value")
    again = at("#" + address.partition("#")[2])
    again.wait("document.getElementById('editor')?.shadowRoot")
    shown = again.js(f"{EDITOR_ROOT}.querySelector('.cm-content').textContent")
    assert "Oh Hell" in shown


ENDLESS = """\
game "Endless"
language 1

players 2
deck 7 8 9 10 J Q K A

zones
    stock: face down
    hand of each player: private

remember
    points of each player: number

main
    gather every card into stock
    shuffle stock
    deal 3 from stock to hand of each player
    repeat until highest points >= 5
        for p in players: set p.points to 0
    game over, won by the player with highest points, otherwise a draw
"""


def test_endless_rules_are_stopped_and_the_page_stays_usable(within: Any) -> None:
    page = within("#/write/shared/" + link("endless", ENDLESS))
    state = "document.querySelector('.state').textContent"
    page.wait(
        f"{state}.startsWith('The rules break down here: 1,000,000 rounds and nobody had to choose: this does not end')"
    )
    within("#/write/whist").wait(READY)


CITING = (
    rulesets()["whist"]
    .read_text("utf-8")
    .replace("language 1\n", 'language 1\nsource book "book.txt"\n', 1)
    .replace("\nplayers 4, partners opposite", "\nplayers 4, partners opposite [book 2]", 1)
)
DROP = """
const given = new DataTransfer(), panel = document.getElementById('panel-sources');
given.items.add(new File([arguments[1]], arguments[0], {type: 'text/plain'}));
panel.dispatchEvent(new DragEvent('drop', {dataTransfer: given, bubbles: true, cancelable: true}));
"""


def test_a_dropped_document_is_shown_beside_the_rules_that_cite_it(within: Any) -> None:
    page = within("#/write/shared/" + link("citing", CITING))
    page.wait("document.querySelector('.sources .tools button')")
    page.js("document.getElementById('tab-sources').click()")
    page.browser.execute_script(DROP, "book.txt", f"{MARKUP}\nFour players in two teams.\n\nA line nobody cites.\n")
    page.wait("document.querySelectorAll('.sources li.open').length === 2")
    assert "players 4, partners opposite" in page.js("document.querySelector('.sources li.rule').textContent")
    assert MARKUP in page.js("document.querySelector('.sources li.open').textContent")
    assert "2 lines are not accounted for" in page.js("document.querySelector('.sources [role=status]').textContent")
    page.js("document.querySelector('.sources li.rule button').click()")
    page.wait(f"{EDITOR_ROOT}.querySelector('.cm-activeLine')?.textContent.includes('[book 2]')")


FULL = """
window.room = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function () { throw new DOMException('full', 'QuotaExceededError'); };
"""


def test_without_browser_storage_the_page_says_so_and_loses_nothing(within: Any) -> None:
    page = within("#/write/whist")
    page.wait(READY)
    page.wait(PLAYED)
    page.browser.execute_script(FULL)
    try:
        page.js(f"{EDITOR_ROOT}.querySelector('.cm-content').focus()")
        page.browser.switch_to.active_element.send_keys(Keys.CONTROL, Keys.HOME)
        page.keys("# Written where there is no room.\n")
        page.wait("document.querySelector('.page').dataset.done > 1")
        said = page.js("document.querySelector('.state').textContent")
        assert said.startswith("No errors.")
        assert "Nothing is lost" in said
        shown = page.js(f"{EDITOR_ROOT}.querySelector('.cm-content').textContent")
        assert "no room" in shown
        # Remove the message: only a new one shows that the file could not be created.
        page.browser.execute_script("document.querySelector('.state').textContent = ''")
        page.js("document.getElementById('new-file').click()")
        page.wait("document.querySelector('.state').textContent.includes('Nothing is lost')")
        assert page.js("location.hash") == "#/write/my_whist", "a copy, which could not be kept"
    finally:
        page.browser.execute_script("IDBObjectStore.prototype.put = window.room")
    page.keys(" ")
    page.wait(READY)
    page.wait("document.querySelector('.page').dataset.done > 2")
    again = within("#/write/my_whist")
    again.wait(f"{EDITOR_ROOT}.querySelector('.cm-content').textContent.includes('no room')")


@pytest.mark.parametrize(
    "part",
    ["", "!!!", "AAAA", link("x", "y")[:-5], link("x", "a" * 50_000_000), "bnVsbA", "a" * 200_000],
    ids=["empty", "no base64", "no data", "torn", "huge", "null", "long"],
)
def test_a_broken_link_gives_a_message(at: Any, part: str) -> None:
    page = at(f"#/write/shared/{part}")
    assert "link is broken" in page.wait("document.querySelector('.failed')?.textContent")


def test_shared_files_are_shown_as_text_only(within: Any) -> None:
    page = within("#/write/shared/" + link(MARKUP, STRANGE))
    page.wait(PLAYED)
    for tab in ("says", "does", "changes"):
        page.js(f"document.getElementById('tab-{tab}').click()")
    assert MARKUP in page.js("document.querySelector('.switches').textContent")
    page.js(f"{EDITOR_ROOT}.querySelector('.cm-content').focus()")
    page.keys(" ")
    page.wait("document.querySelector('.page').dataset.done > 1")
    page.js("document.getElementById('play-this').click()")
    page.wait("document.querySelector('.offers button')")
    assert MARKUP in page.js("document.querySelector('.offers').textContent")
    assert MARKUP in page.js("document.querySelector('h1').textContent")
    assert page.js("document.querySelectorAll('#page img, #page script').length") == 0
    assert page.js("document.title") not in ("1", "2")
