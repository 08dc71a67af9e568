"""Pictures of games: complete, in order, and without anything that a seat cannot see."""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rich.console import Console

from hoyle.cli.pages.viewer.page import page
from hoyle.cli.terminal.render import Renderer
from hoyle.cli.terminal.stepping import Screen
from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script, read_script
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.records import Assigned, Moved, Shown
from hoyle.interpreter.replay.events import Acted, Began, Branched, Ended, Failed, ReplayEvent, Returned
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.story.camera import Remark
from hoyle.interpreter.story.items import DealItem, TrickItem
from hoyle.interpreter.story.scripted.facts import following, preceding
from hoyle.interpreter.story.scripted.frames import animate
from hoyle.interpreter.story.scripted.seat import seen_by
from hoyle.interpreter.story.transcript import Transcript
from hoyle.interpreter.story.view import sees

NAMES = sorted(path.stem for path in RULESETS.rglob("*.hoyle"))
GAMES = sorted((RULESETS / "games").glob("*.play"))
RULES = Rulesets()
WORD = re.compile(r"\S+")


def everything(game: m.ScriptedGame, viewer: int | None) -> str:
    """The whole text that any output shows a seat about a game."""
    table = RULES.for_script(game)
    made = animate(game, table, viewer)
    out = io.StringIO()
    console = Console(file=out, width=150, height=60, force_terminal=True)
    screen = Screen(console, made, "a game", ascii=False)
    for number in {0, len(made.pictures) // 2, len(made.pictures) - 1}:
        console.print(screen.picture(number))
    lines = Renderer(console)
    transcript = Transcript(table.words, viewer, reasons=True)
    for event in seen_by(viewer, Replay(game, table)):
        if isinstance(event, Began | Acted | Failed):
            lines.items(transcript.read(event.records if isinstance(event, Failed) else event.scripted))
        if isinstance(event, Failed):
            lines.print(str(event.diagnostic) + event.diagnostic.span.text + str(event.diagnostic.help))
    lines.items(transcript.rest())
    return out.getvalue() + page([("a game", made)])


def pictured(text: str) -> list[list[object]]:
    """The captions of each picture of a script."""
    script, problems = parse_script(text)
    assert script is not None, problems
    return [list(picture.captions) for picture in animate(script.games[0], RULES.for_script(script.games[0])).pictures]


def test_expectations_are_shown_with_the_events_they_are_about() -> None:
    text = (RULESETS / "games" / "newberry_rulebook.play").read_text(encoding="utf-8")
    captions = pictured(text)
    for number, here in enumerate(captions):
        for remark in here:
            if isinstance(remark, Remark) and remark.text.startswith("trick won by"):
                assert any(isinstance(item, TrickItem) for item in here), number
            if isinstance(remark, Remark) and remark.text.startswith("tricks:"):
                assert not any(isinstance(item, DealItem) for item in here), number


def exchanged(game: m.ScriptedGame, one: str, other: str) -> m.ScriptedGame:
    """The same script with two cards exchanged everywhere."""
    swap = {one: other, other: one}

    def said(text: m.SpannedText) -> m.SpannedText:
        return m.SpannedText(WORD.sub(lambda word: swap.get(word[0], word[0]), text.text))

    def step(it: m.Step) -> m.Step:
        match it:
            case m.DealtCards() | m.Pile():
                return dataclasses.replace(it, cards=tuple(map(said, it.cards)))
            case m.Answer():
                return dataclasses.replace(it, text=said(it.text), draws=tuple(map(said, it.draws)))
            case m.Note(text):
                return m.Note(said(m.SpannedText(text)).text)
            case _:
                return it

    return dataclasses.replace(game, steps=tuple(map(step, game.steps)))


def known_to(viewer: int, game: m.ScriptedGame, table: OpenedGame) -> set[str]:
    """All cards that a seat ever held, was shown or saw in a zone.

    This is the definition, computed from the records alone.
    """
    program, words = table.words.program, table.words
    known: set[int] = set()
    for event in Replay(game, table):
        for record in event.records if isinstance(event, Began | Acted) else ():
            match record:
                case Moved(cards, source, target) if any(
                    sees(program, program.zones[where.zone], where.owner, viewer) for where in (source, target)
                ):
                    known.update(cards)
                case Shown(cards, to) if to < 0 or to >> viewer & 1:
                    known.update(cards)
                case _:
                    pass
    return {words.card(card) for card in known}


@dataclasses.dataclass
class Course:
    """Everything public about a game, apart from cards."""

    public: list[object]
    """For each step: the player to move, the variables, the cards visible to all; and the failure."""
    remembered: list[tuple[int, int, object]]
    """The values of variables, one after the other."""


def seen_by_all(table: OpenedGame, moved: Moved) -> bool:
    """Return whether all players see certain cards when they move, for example pairs that the rules throw out
    themselves.
    """
    zones = table.words.program.zones
    return any(sees(table.words.program, zones[one.zone], one.owner, -1) for one in (moved.source, moved.target))


def course_of(game: m.ScriptedGame) -> Course:
    table, found = RULES.for_script(game), Course([], [])
    for event in Replay(game, table):
        if isinstance(event, Began | Acted):
            seen = table.engine.view(event.state, -1)
            found.public.append((seen.turn, seen.variables, [len(zone.cards) for zone in seen.zones]))
            assigned = [one for one in event.records if isinstance(one, Assigned)]
            found.remembered += [(one.variable, one.owner, one.value) for one in assigned]
            found.public += [one.cards for one in event.records if isinstance(one, Moved) and seen_by_all(table, one)]
        elif isinstance(event, Failed):
            found.public.append(event)
    return found


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=2)
@given(data=st.data())
def test_hidden_cards_appear_in_no_output_for_a_seat(random_games, name: str, data) -> None:
    game = random_games(name, data.draw(st.integers(0, 2**32)), data.draw(st.integers(0, 30)))
    table = RULES.for_script(game)
    viewer = data.draw(st.integers(0, table.engine.program.players - 1))
    known = known_to(viewer, game, table)
    hidden = sorted({table.words.card(card) for card in range(len(table.words.program.deck))} - known)
    assume(len(hidden) > 1)
    one, other = data.draw(st.permutations(hidden))[:2]
    note = m.Note(f"somebody holds {one}")
    wrong = m.Answer(m.SpannedText(table.words.player((viewer + 1) % 2)), m.SpannedText(f"eat {one}"))
    first = dataclasses.replace(game, steps=(*game.steps, note, wrong) if data.draw(st.booleans()) else game.steps)
    second = exchanged(first, one, other)
    # With exchanged cards another choice may be illegal or another player may begin.  Then it is a different game.
    as_it_was, changed = course_of(game), course_of(exchanged(game, one, other))
    assume(as_it_was.public == changed.public)
    # Variables are public, even if the rules compute them from hidden cards (the player with the lowest trump begins).
    # If a variable differs, the outputs may differ, too.
    assume(as_it_was.remembered == changed.remembered)
    assert everything(first, viewer) == everything(second, viewer)


def played(events: Iterable[ReplayEvent]) -> Iterator[Began | Acted]:
    """The records of the game itself, without its side lines."""
    depth = 0
    for event in events:
        depth += isinstance(event, Branched) - isinstance(event, Returned)
        if not depth and isinstance(event, Began | Acted):
            yield event


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_an_animation_shows_everything_in_the_transcript(path) -> None:
    script, _ = read_script(path)
    assert script is not None
    for game in script.games:
        table = RULES.for_script(game, path.parent)
        animations = {viewer: animate(game, table, viewer) for viewer in (None, 0)}
        events = list(played(Replay(game, table)))
        records = [r for e in events for r in (e.records if isinstance(e, Failed) else e.scripted)]
        for viewer, made in animations.items():
            captions = [one for picture in made.pictures for one in picture.captions if not isinstance(one, Remark)]
            transcript = Transcript(table.words, viewer, tricks=False, reasons=True)
            if made.pictures and any(isinstance(step, m.StartPosition) for step in game.steps):
                began = {key: value for key, value in made.pictures[0].values.items() if key[1] >= 0}
                transcript.values |= began  # numbers of the position, which have no records
            wanted = [*transcript.read(records), *transcript.rest()]
            plain = [dataclasses.replace(one, note="") if hasattr(one, "note") else one for one in captions]
            assert plain == wanted
            asked = [turn for picture in made.pictures if (turn := picture.scene["turn"]) >= 0]
            assert len(asked) >= sum(isinstance(event, Acted) for event in events) // 2, "scenes say whose turn it is"
        remarks = [
            one.kind for picture in animations[None].pictures for one in picture.captions if isinstance(one, Remark)
        ]
        assert remarks.count("held") > 0
        assert animations[0].ended is not None
        seat = [one for picture in animations[0].pictures for one in picture.captions if isinstance(one, Remark)]
        assert {one.kind for one in seat} <= {"position"}, "where it begins, everybody may know"


def test_deals_and_tricks_are_numbered_and_can_be_jumped_to() -> None:
    path = RULESETS / "games" / "hearts_short.play"
    script, _ = read_script(path)
    assert script is not None
    made = animate(script.games[0], RULES.for_script(script.games[0], path.parent))
    deals = {picture.deal for picture in made.pictures}
    assert deals == set(range(min(deals), max(deals) + 1))
    assert max(picture.trick for picture in made.pictures) == 13
    combination_count = []
    for what in ("trick", "deal"):
        at, visited = 0, [0]
        while at < len(made.pictures) - 1:
            at = following(made, at, what)
            visited.append(at)
        assert visited == sorted(set(visited))
        combination_count.append(len(visited))
        back = [at]
        while at:
            at = preceding(made, at, what)
            back.append(at)
        assert set(visited[:-1]) <= set(back)
    assert combination_count[0] > combination_count[1] > 1


def test_a_failure_is_the_last_picture() -> None:
    path = RULESETS / "games" / "texas_worked_round.play"
    script, _ = read_script(path)
    assert script is not None
    game = script.games[0]
    broken = dataclasses.replace(game, steps=(*game.steps, m.Answer(m.SpannedText("A"), m.SpannedText("play 2♣"))))
    made = animate(broken, RULES.for_script(broken, path.parent))
    assert made.failure is not None
    assert made.pictures[-1].captions[-1] == Remark("wrong", made.failure.message)
    assert "2♣" not in str(animate(broken, RULES.for_script(broken, path.parent), 1).failure)


MIDDLE = """\
hoyle play 1
game newberry_euchre
players Ann, Bob, Cyd, Dan
position play_hand
  turn Cyd
  dealer: Ann
  maker: Bob
  trump: hearts
  points: Ann and Cyd 8, Bob and Dan 9
  tricks: Ann and Cyd 2, Bob and Dan 1
  hand: Ann 9♥ K♠, Bob J♥ ??, Cyd A♥ A♠, Dan 9♣ 10♣
what if "Cyd saves the trump"
  Cyd: play A♠
  what if "deeper"
    Dan: play 10♣
    # a thought
  expect legal Dan: play 9♣
trick: Cyd A♥, Dan 9♣, Ann 9♥, Bob J♥, won by Bob
"""


def test_pictures_of_a_game_from_a_position_with_side_lines() -> None:
    script, problems = parse_script(MIDDLE)
    assert script is not None, problems
    game = script.games[0]
    table = RULES.for_script(game)
    made = animate(game, table)
    first = made.pictures[0]
    words = table.words
    hands = {zone["whose"]: zone["cards"] for zone in first.scene["zones"] if zone["name"] == "hand"}
    assert set(hands["Cyd"]) == {"A♥", "A♠"}
    assert first.scene["turn"] == 2
    assert first.captions[0] == Remark("position", "The game begins in play hand.")
    side = first.captions[1]
    assert isinstance(side, Remark)
    assert (side.kind, side.text) == ("side", "Cyd saves the trump")
    assert [line.strip() for line in side.lines] == [
        "Cyd: play A♠", "What if: deeper", "Dan: play 10♣", "# a thought", "✓ legal Dan: play 9♣",
    ]  # fmt: skip
    end = list(Replay(game, table))[-1]
    assert isinstance(end, Ended)
    state = end.state
    for seat in (None, *range(4)):
        last = animate(game, table, seat).pictures[-1]
        for zone in table.engine.view(state, seat or 0).zones:
            at = (zone.where.zone, zone.where.owner)
            shown = next(one for one in last.scene["zones"] if (one["zone"], one["owner"]) == at)
            if seat is not None:
                known = sorted(words.card(card) for card in zone.cards if card >= 0)
                assert sorted(filter(None, shown["cards"])) == known
            assert shown["count"] == len(zone.cards)
    ann = everything(game, 0)
    assert "saves" not in ann
    assert "thought" not in ann
    assert "A♠" not in ann, "it is played in the side line only"


def test_a_failure_in_a_side_line_ends_the_animation() -> None:
    script, _ = parse_script(MIDDLE.replace("    Dan: play 10♣\n", "    Dan: play 10♦\n"))
    assert script is not None
    made = animate(script.games[0], RULES.for_script(script.games[0]))
    assert made.failure is not None
    assert len(made.pictures) == 1
    last = made.pictures[0].captions[-1]
    assert isinstance(last, Remark)
    assert last.text.startswith("in the side line: ")
    assert animate(script.games[0], RULES.for_script(script.games[0]), 0).failure is not None


@pytest.mark.parametrize("path", GAMES[::4], ids=lambda path: path.stem)
def test_a_picture_breaks_no_words_on_any_screen(path) -> None:
    script, _ = read_script(path)
    assert script is not None
    game = script.games[0]
    made = animate(game, RULES.for_script(game, path.parent))
    number = len(made.pictures) // 2
    for width in (40, 60, 80, 120):
        console = Console(file=io.StringIO(), width=width, height=30)
        console.print(Screen(console, made, "a game", ascii=True).picture(number))
        assert isinstance(console.file, io.StringIO)
        shown = console.file.getvalue()
        assert max(map(len, shown.splitlines())) <= width, width
        words = {word.strip("()|,:>") for word in shown.split()}
        for zone in made.pictures[number].scene["zones"]:
            info = made.program.zones[zone["zone"]]
            if info.owner == "player" and info.visibility != "face down" and zone["cards"]:
                assert set(" ".join(filter(None, zone["cards"])).split()) <= words, width
                assert set(zone["name"].split()) <= words | {"1", "2", "3", "4", "5", "6"}, width
