"""The page of a game in a real browser: navigation, accessibility, and a layout for telephones."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.main import run
from hoyle.dsl.loading import RULESETS

from ....browsers import SharedBrowser

GAMES = sorted((RULESETS / "games").glob("*.play"))
pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
Show = Callable[..., Any]
PATIENCE = 90
"""Seconds to wait for an event that must come.

The limit is generous, because the machine may be busy; no test measures time.
"""


def offline(browser: Any) -> None:
    """Let a new browser fetch nothing: a request would find no network."""
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
    )


@pytest.fixture(scope="module")
def shared_browser(start_browser: Callable[[], Any]) -> Iterator[SharedBrowser]:
    shared = SharedBrowser(start_browser, offline)
    yield shared
    shared.quit()


@pytest.fixture
def browser(shared_browser: SharedBrowser) -> Any:
    return shared_browser()


@pytest.fixture
def show(browser: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Show]:
    """Return a function that opens the page of some scripts.

    The console must have no errors at the end of the test.
    """

    def open_page(*arguments: object) -> Any:
        path = tmp_path / "page.html"
        run(["replay", *map(str, arguments), "--html", str(path)])
        browser.get("about:blank")
        browser.get(path.as_uri())
        return browser

    browser.set_window_size(1280, 900)
    browser.get_log("browser")
    yield open_page
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert browser.get_log("browser") == []


def js(page: Any, code: str, *arguments: object) -> Any:
    return page.execute_script(f"return {code}", *arguments)


def where(page: Any) -> str:
    return js(page, "document.getElementById('where').textContent")


def press(page: Any, *keys: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(page).send_keys(*keys).perform()


def test_pictures_of_the_golden_games_show_all_cards_inside_the_table(show: Show) -> None:
    """Checks every twentieth game, or all of them with HOYLE_SLOW_TESTS."""
    chosen = GAMES if "HOYLE_SLOW_TESTS" in os.environ else GAMES[::20]
    page = show(*chosen)
    found = page.execute_async_script(
        """
        const done = arguments[0], wrong = [], animations = JSON.parse(document.getElementById('data').textContent);
        (async () => {
          for (let n = 0; n < animations.length; n++) {
            const choice = document.getElementById('games');
            choice.value = String(n);
            choice.dispatchEvent(new Event('change'));
            const show = Viewer.show();
            for (let i = 0; i < show.frames.length; i += 1 + Math.floor(show.frames.length / 5)) {
              show.go(i);
              document.querySelector('.settlement')?.remove();
              document.getAnimations().forEach(one => one.finish());  // from one frame to the next, cards travel
              const {scene} = show.frames[i], drawn = document.querySelectorAll('#table svg.card').length;
              const plays = scene.trick?.plays.length;
              const cards = scene.zones.reduce((sum, zone) => {
                const hidden = zone.kind !== 'trick' && zone.cards.every(card => card === null);
                const piled = hidden || zone.kind === 'pile' || (zone.kind === 'open' && zone.ordered && zone.owner >= 0);
                if (piled) return sum + Math.min(1, zone.count);
                if (zone.kind === 'trick' && plays) return sum;
                return sum + (zone.ordered && zone.kind === 'open' ? Math.min(8, zone.count) : zone.count);
              }, plays || 0);
              if (drawn !== cards) wrong.push(`${animations[n].title} ${i}: ${drawn} of ${cards} cards`);
              const room = document.querySelector('.middle').getBoundingClientRect();
              for (const one of document.querySelectorAll('.middle svg.card')) {
                const r = one.getBoundingClientRect();
                if (r.left < room.left - 12 || r.right > room.right + 12) wrong.push(`${animations[n].title} ${i}: over the edge`);
              }
              if (document.querySelectorAll('#table [role=img]:not([aria-label])').length) wrong.push('a card without a name');
            }
          }
          done([animations.length, wrong]);
        })();
        """
    )
    games, wrong = found
    assert games >= len(chosen)
    assert wrong == []


def until(page: Any, condition: str) -> None:
    """Wait until a JavaScript expression is true in the page."""
    page.execute_async_script(f"const done = arguments[0]; setInterval(() => {{ if ({condition}) done() }}, 20)")


def test_keys_buttons_slider_links_and_address_select_a_step(show: Show) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    page = show(RULESETS / "games" / "texas_worked_round.play")
    assert where(page) == "1 of 37"
    for keys, wanted in (
        (Keys.ARROW_RIGHT, "2 of 37 · deal 1"), (" ", "3 of 37 · deal 1"), (Keys.ARROW_LEFT, "2 of 37 · deal 1"),
        ("t", "10 of 37 · deal 1 · trick 1"), ("t", "15 of 37 · deal 1 · trick 2"),
        (Keys.PAGE_DOWN, "37 of 37 · deal 1 · trick 5"), (Keys.HOME, "1 of 37"), (Keys.END, "37 of 37 · deal 1 · trick 5"),
        (Keys.ARROW_RIGHT, "37 of 37 · deal 1 · trick 5"), (Keys.PAGE_UP, "2 of 37 · deal 1"),
    ):  # fmt: skip
        press(page, keys)
        assert where(page) == wanted, keys
    for button, wanted in (("on", "3 of 37"), ("trick-on", "10 of 37"), ("back", "9 of 37"), ("last", "37 of 37"),
                           ("deal-back", "2 of 37"), ("deal-on", "37 of 37"), ("first", "1 of 37")):  # fmt: skip
        page.find_element(By.CSS_SELECTOR, f"[data-go={button}]").click()
        assert where(page).startswith(wanted), button
    slider = page.find_element(By.ID, "slider")
    js(page, "arguments[0].focus()", slider)
    slider.send_keys(Keys.ARROW_RIGHT)
    assert where(page).startswith("2 of 37"), "the slider's own keys move it once, not twice"
    assert slider.get_attribute("aria-valuetext") == "2 of 37, deal 1"
    page.find_elements(By.CSS_SELECTOR, "#transcript li")[4].click()
    assert where(page).startswith("5 of 37")
    until(page, "location.hash === '#5'")
    assert page.current_url.endswith("#5")
    js(page, "void (location.hash = '#14')")
    until(page, "document.getElementById('slider').value === '14'")
    assert where(page) == "14 of 37 · deal 1 · trick 1"
    names = js(page, "[...document.querySelectorAll('.trick-cards svg')].map(one => one.getAttribute('aria-label'))")
    assert names == ["ace of clubs", "3 of clubs", "3 of spades", "7 of clubs"]
    page.get("about:blank")
    page.back()
    until(page, "document.getElementById('where')?.textContent.startsWith('14 of 37')")  # a reload keeps the step


def test_it_plays_by_itself_and_stops_at_the_end(show: Show) -> None:
    page = show(RULESETS / "games" / "texas_worked_round.play")
    js(page, "void (document.getElementById('speed').innerHTML = '<option value=20 selected>')")
    press(page, "p")
    assert js(page, "document.getElementById('play').getAttribute('aria-pressed')") == "true"
    page.execute_async_script(
        "const done = arguments[0]; setInterval(() => {"
        " if (document.getElementById('play').getAttribute('aria-pressed') === 'false') done() }, 20)"
    )
    assert where(page).startswith("37 of 37")


def test_a_screen_reader_announces_what_happens(show: Show) -> None:
    from selenium.webdriver.common.keys import Keys

    page = show(RULESETS / "games" / "texas_worked_round.play", "--as", "B")
    press(page, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    live = page.find_element("id", "live")
    assert live.get_attribute("aria-live") == "polite"
    assert live.get_attribute("textContent") == "C: lay 6 of diamonds, draws 1 card"
    seats = page.find_elements("css selector", "#table [data-seat]")
    assert [seat.find_element("css selector", ".name b").text for seat in seats] == ["D", "C", "A", "B"]
    groups = [one.get_attribute("aria-label") for one in page.find_elements("css selector", "#table [role=group]")]
    assert "hand, 5 cards" in groups
    backs = page.find_elements("css selector", "[data-seat='0'] .hand .stack")
    assert [one.get_attribute("aria-label") for one in backs] == ["5 cards, face down"], "said once, not card by card"
    current = page.find_elements("css selector", "#transcript [aria-current=step]")
    assert len(current) == 1
    for tag in ("button", "select", "input"):
        for one in page.find_elements("css selector", f"main {tag}"):
            assert one.accessible_name or one.get_attribute("hidden"), one.get_attribute("outerHTML")
    # The tab key reaches every control, and the controls come before the transcript.
    press(page, Keys.HOME)
    reached = []
    for _ in range(14):
        press(page, Keys.TAB)
        reached.append(
            js(
                page,
                "document.activeElement.dataset.go || document.activeElement.id || document.activeElement.className",
            )
        )
    wanted = [
        "first",
        "deal-back",
        "back",
        "play",
        "on",
        "trick-on",
        "deal-on",
        "last",
        "slider",
        "speed",
        "transcript",
        "step",
    ]
    assert [one for one in reached if one in wanted][: len(wanted)] == wanted


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_have_enough_contrast(show: Show, scheme: str) -> None:
    """At least 4.5 to 1, as the Web Content Accessibility Guidelines require."""
    page = show(RULESETS / "games" / "texas_worked_round.play")
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    press(page, "t")
    low = js(
        page,
        """(() => {
        const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
        const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
            .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
        const low = [];
        for (const one of document.querySelectorAll('h1, .where, .step, .note, .held, .made, .made b, .keys, .speed, #transcript h3')) {
          let at = one, back = [0, 0, 0, 0];
          while (at && !(back[3] === undefined || back[3] > .99)) { back = parse(getComputedStyle(at).backgroundColor); at = at.parentElement; }
          const [a, b] = [light(parse(getComputedStyle(one).color)), light(back)].sort((x, y) => y - x);
          const ratio = (a + .05) / (b + .05);
          if (ratio < 4.5) low.push(`${one.className || one.tagName}: ${ratio.toFixed(2)}`);
        }
        return [...new Set(low)];
        })()""",
    )
    assert low == []


def test_the_layout_on_a_telephone_and_without_animations(show: Show) -> None:
    browser = show(RULESETS / "games" / "hearts_short.play")
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    )
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )
    try:
        browser.refresh()
        for _ in range(9):
            press(browser, " ")
            assert js(browser, "document.getAnimations().length") == 0
        assert js(browser, "document.documentElement.scrollWidth") <= 360, "nothing to the right of the screen"
        wide = js(
            browser,
            "[...document.querySelectorAll('button:not([hidden])')].map(b => b.getBoundingClientRect()).filter(r => r.width < 32 || r.height < 36).length",
        )
        assert wide == 0, "buttons a finger can hit"
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize(
    "command", [("simulate", "hearts", "-n", "20"), ("compare", "newberry_euchre", "benny", "-n", "20")]
)
def test_reports_fit_a_telephone(
    browser: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    """No plot, no table and no word in a plot extends beyond the right edge of a narrow screen."""
    assert run([*command, "--players", "random", "--format", "html"]) == 0
    path = tmp_path / "report.html"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 375, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    )
    try:
        browser.get(path.as_uri())
        right = "one => one.getBoundingClientRect()).filter(box => box.width > 0 && box.right > 375).length"
        assert js(browser, f"[...document.querySelectorAll('svg, svg text, table, td, pre, code')].map({right}") == 0
        shown = "svg => svg.getBoundingClientRect().width > 0"
        assert js(browser, f"[...document.querySelectorAll('svg.narrow')].filter({shown}).length") > 0
        assert js(browser, f"[...document.querySelectorAll('svg.wide')].filter({shown}).length") == 0
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_cards_are_animated_unless_the_user_prefers_less_motion(show: Show) -> None:
    page = show(RULESETS / "games" / "texas_worked_round.play")
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]}
    )
    js(page, "Viewer.show().go(10)")
    assert js(page, "(Viewer.show().go(11), document.getAnimations().length)") > 0


STRANGE = """\
game "Strange & <b>Cards</b>"
language 1

players 2..8 = 8
deck 1 2 3 C Q K of coins cups hearts spades, 3 copies, 2 jokers

zones
    stock: face down
    trick: face up
    hand of each player: private

remember
    dealer: player
    points of each player: number

main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 8 from stock to hand of each player from dealer.left
    for p in players from dealer.left
        p chooses
            "play {c}" for c in p.hand
                move c to trick
                add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 8])
def test_tables_for_two_to_eight_players_with_own_suits_and_jokers(show: Show, tmp_path: Path, seats: int) -> None:
    rules = tmp_path / "strange.hoyle"
    rules.write_text(STRANGE, encoding="utf-8")
    assert run(["simulate", str(rules), "--seats", str(seats), "-n", "1", "--record", str(tmp_path / "games")]) == 0
    page = show(tmp_path / "games")
    js(page, "Viewer.show().go(Viewer.show().frames.length - 2)")
    assert js(page, "document.getElementById('title').textContent").startswith("Strange & <b>Cards</b>")
    sizes = js(
        page,
        """[...document.querySelectorAll('#table .seat')].map(seat => {
          const r = seat.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] })""",
    )
    assert len(sizes) == seats
    table = js(
        page, "(r => [r.left, r.top, r.right, r.bottom])(document.getElementById('table').getBoundingClientRect())"
    )
    for i, one in enumerate(sizes):
        assert one[0] >= table[0]
        assert one[1] >= table[1]
        assert one[2] <= table[2]
        assert one[3] <= table[3] + 1
        for other in sizes[:i]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, "two seats lie on each other"
    names = js(
        page, "[...document.querySelectorAll('#table svg[role=img]')].map(one => one.getAttribute('aria-label'))"
    )
    assert {"1 of coins", "C of cups", "king of spades", "joker"} & set(names)
    assert not any("." in name for name in names)


def test_judgements_are_drawn(show: Show) -> None:
    """The page draws a graph below the table and marks each mistake with a link to its step.

    Without judgements it draws nothing.
    """
    page = show(RULESETS / "games" / "revoke.play", "--analyse")
    graph = page.find_element("id", "graph")
    assert graph.is_displayed()
    assert "clear mistake" in graph.text
    marks = page.find_elements("css selector", "#graph a")
    assert marks
    step = marks[0].get_attribute("aria-label").split(":")[0].removeprefix("Step ")
    page.execute_script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", marks[0])
    until(page, f"document.getElementById('slider').value === '{step}'")
    assert page.find_element("css selector", "[aria-current] .costly")
    finds_the_card(page)
    plain = show(RULESETS / "games" / "revoke.play")
    assert not plain.find_element("id", "graph").is_displayed()
    assert not plain.find_element("id", "guess").is_displayed()


def finds_the_card(page: Any) -> None:
    """Guess the chosen cards: the page hides a choice and all later steps until the user guesses."""
    asked = js(page, "Viewer.show().animation.judged.filter(one => one.at > 0).map(one => one.at)")
    page.execute_script("document.querySelector('[data-go=first]').click()")
    page.execute_script("document.getElementById('guess').click()")
    assert not page.find_element("id", "graph").is_displayed()
    page.execute_script("document.querySelector('[data-go=last]').click()")
    assert where(page).startswith(f"{asked[0]} of ")
    assert js(page, "Viewer.show().items.filter(item => !item.hidden).length") == asked[0]
    question = page.find_element("id", "question")
    assert "is to choose" in question.text
    one = js(page, "Viewer.show().animation.judged.find(one => one.at > 0)")
    assert len(question.find_elements("tag name", "button")) == len(one["options"]) > 1
    page.execute_script("document.querySelector('#question button').click()")
    assert f"Chosen: {one['options'][one['made']][0]}" in question.text
    assert where(page).startswith(f"{asked[0]} of "), "until one goes on"
    page.execute_script("document.querySelector('#question button').click()")
    assert where(page).startswith(f"{asked[0] + (asked[1] > asked[0])} of ")
    page.execute_script("document.getElementById('guess').click()")
    page.execute_script("document.querySelector('[data-go=last]').click()")
    assert js(page, "Viewer.show().at === Viewer.show().frames.length - 1")
    assert not question.is_displayed()


def test_trick_winner_side_lines_and_the_view_of_another_seat(show: Show) -> None:
    page = show(RULESETS / "games" / "a_lead_to_think_about.play")
    drawn = "[...document.querySelectorAll('{}')].map(one => one.textContent)"
    takes = drawn.format(".trick-cards .takes .who")
    sides = "document.querySelector('.side-line')"
    at = js(page, "Viewer.show().frames.findIndex(frame => frame.captions.some(caption => caption.kind === 'side'))")
    js(page, f"void ({sides}.open = true)")
    js(page, f"void {sides}.querySelectorAll('button')[1].click()")
    assert where(page) == "what if · D: play 9♣"
    cards = "[...document.querySelectorAll('.trick-cards svg')].map(one => one.getAttribute('aria-label'))"
    assert js(page, cards) == ["king of spades", "ace of spades", "9 of clubs"]
    assert js(page, f"[...{sides}.querySelectorAll('button')].map(one => one.getAttribute('aria-pressed'))") == [
        "false", "true", "false"
    ]  # fmt: skip
    js(page, f"void Viewer.show().go({at})")
    assert where(page).startswith(f"{at + 1} of "), "a step of the game leaves the side line"
    assert js(page, cards) != ["king of spades", "ace of spades", "9 of clubs"]
    full = js(
        page,
        "Viewer.show().frames.findIndex((frame, i, all) => all[i + 1]?.captions.some(({kind}) => kind === 'tricktable'))",
    )
    for step, wanted in ((full, ["A"]), (full - 1, []), (full + 1, [])):
        js(page, f"void Viewer.show().go({step})")
        assert js(page, takes) == wanted, step
    open_hands = "[...document.querySelectorAll('.hand')].map(one => one.querySelectorAll('[data-card]').length > 0)"
    js(page, "void Viewer.show().go(0)")
    seats = js(page, "document.querySelectorAll('.seat').length")
    assert js(page, open_hands) == [True] * seats
    js(page, "void document.getElementById('hide').click()")
    js(
        page,
        "document.getElementById('sit').value = '2', document.getElementById('sit').dispatchEvent(new Event('change'))",
    )
    assert js(page, "document.querySelector('.side.bottom .name').firstChild.textContent") == "C"
    assert sorted(js(page, open_hands)) == [False] * (seats - 1) + [True]
    assert js(page, "document.querySelector('.side.bottom .hand [data-card]') !== null")
