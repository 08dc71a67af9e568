"""`hoyle play` as a table: what a player sees at a question, and the commands there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ...small_rules import small_rules

Hoyle = Callable[..., Any]
CHANCE = ("--seat", "all=random", "--seat", "A=person")


def euchre(hoyle: Hoyle, *lines: str, more: tuple[str, ...] = ()) -> str:
    done = hoyle("play", "newberry_euchre", "--seed", "3", *CHANCE, *more, stdin="\n".join((*lines, "q", "")).encode())
    assert done.code == 0, done.err
    return done.out


def test_the_table_at_a_question_shows_hand_and_choices(hoyle: Hoyle) -> None:
    out = euchre(hoyle, "10C", "1", "1", "1")
    first = out[: out.index("A> ")]
    assert "hand:  [1]J♣ [2]A♣ [3]K♣ [4]10♣   [5]A♦   [6]K♥" in first, "by suit, trumps first, the highest first"
    assert "A: Discard a card." in first
    assert "▸ A  (you, dealer" in first
    assert "C  (your partner" in first
    assert "A: Play a card." in out
    assert "last trick: " in out
    assert "to beat: " in out
    assert "tricks 1" in out


def test_the_left_bower_is_sorted_with_the_trumps(hoyle: Hoyle) -> None:
    for seed in range(30):
        done = hoyle("play", "newberry_euchre", "--seed", str(seed), *CHANCE, stdin=b"1\n1\nq\n")
        for text in done.out.split("── ")[1:]:
            trump = text.partition("trump ")[2].partition("\n")[0]
            hand = text.partition("hand:  ")[2].partition("\n")[0]
            partner = {"spades": "J♣", "clubs": "J♠", "hearts": "J♦", "diamonds": "J♥"}.get(trump)
            if partner and partner in hand:
                others = [card for card in hand.split("   ")[0].split() if not card.endswith(partner)]
                assert partner in hand.split("   ")[0]
                if any(card[-1] == {"J♣": "♠", "J♠": "♣", "J♦": "♥", "J♥": "♦"}[partner] for card in others):
                    return
    raise AssertionError("no such hand was dealt")


def test_whoever_is_tired_of_waiting_for_a_hint_goes_on(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    def thinks(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hoyle.cli.terminal.table.show_hint", thinks)
    out = euchre(hoyle, "hint", "score")
    assert out[out.index("No hint, then.") :].count("A> ") == 2, "it is asked once more, and then left"


@pytest.mark.parametrize("player", ["think:quick", "sound"])
def test_rules_that_break_down_ahead_end_no_game(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, player: str
) -> None:
    """The third card breaks the game, and only when it is played."""
    monkeypatch.chdir(tmp_path)
    act = "add 1 to p.points\n                add 12 / (3 - size of pile) to p.points"
    Path("small.hoyle").write_text(small_rules(players="3", act=act), "utf-8")
    seats = ("--seat", f"all={player}", "--seat", "A=person", "--seat", "C=person")
    done = hoyle("play", "small.hoyle", "--seed", "3", *seats, stdin=b"hint\n1\n\nhint\nq\n")
    assert done.code == 0, done.err
    assert "break down" not in done.out
    assert done.out.count("Best, as far as you can know: ") == 2
    done = hoyle("play", "small.hoyle", "--seed", "3", *seats, stdin=b"1\n1\n")
    assert (done.code, done.out.count("The rules break down here: division by 0")) == (1, 1)
    assert "(`hoyle explain E1203`)" in done.out


def test_a_number_outside_its_range_is_answered_with_the_line_that_widens_it(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = small_rules(act="add size of p.hand to p.points").replace("player: number", "player: 0..1")
    seats = ("--players", "2", "--seat", "all=person")
    Path("small.hoyle").write_text(text, "utf-8")
    done = hoyle("play", "small.hoyle", "--seed", "3", *seats, stdin=b"1\n")
    said = "`points` has its range at small.hoyle:11; if 2 is meant, write `points of each player: 0..2`\n"
    assert (done.code, said in done.out) == (1, True), done.out
    Path("small.hoyle").write_text(text.replace("player: 0..1", "player: 0..2"), "utf-8")
    assert "break" not in hoyle("play", "small.hoyle", "--seed", "3", *seats, stdin=b"1\nq\n").out


@pytest.mark.parametrize(("rules", "some"), [("newberry_euchre", True), ("gin_rummy", False)])
def test_the_help_names_incidents_only_where_there_are_some(hoyle: Hoyle, rules: str, some: bool) -> None:
    out = hoyle("play", rules, *CHANCE, "--seed", "3", stdin=b"help\nq\n").out
    assert ("table: … something that happens" in out) is some


def test_the_commands_at_a_question(hoyle: Hoyle) -> None:
    out = euchre(hoyle, "help", "hint", "score", "rules", "log", "? play J♣", "?", "undo", "nonsense")
    assert "what each choice is worth" in out
    assert "Best, as far as you can know: " in out
    assert " pass\n" in out[out.index("Points your side gains") :], "the options with their values"
    assert "newberry_euchre.hoyle:" in out
    assert "dealer chooses" in out
    assert "  from the Newberry rulebook, lines " in out
    assert "There is nothing to take back." in out
    assert "not one of the choices that A has" in out
    assert out.count("A: Discard a card.") == 4


def test_what_a_deal_came_to_is_shown_with_its_reasons(hoyle: Hoyle) -> None:
    out = euchre(hoyle, *["1"] * 9)
    settled = out[out.index("Deal 1: what it came to") :]
    lines = settled.splitlines()
    points = next(at for at, line in enumerate(lines) if line.startswith("points: "))
    assert re.search(r"(A and C|B and D) [124] \(\+[124]\)", lines[points]), "the score, and what it has gained"
    reason = next(line for line in lines if line.startswith(("  A and C +", "  B and D +")) and "the makers" in line)
    assert re.match(r"  (A and C|B and D) \+[124]: the makers have ", reason), "who, how much and why"
    assert re.search(r": the makers gain [124] points?", reason)
    assert "->" not in reason, "what is said is a sentence, not the line of the rule file"
    assert "(newberry_euchre.hoyle:" in reason
    assert re.search(r" \[[\d, -]+\] ", reason), "the lines of the rulebook that it cites"
    assert settled.index("points: ") < settled.index("Dealt"), "the table stops before the next deal"


def test_cards_are_picked_by_their_numbers(hoyle: Hoyle) -> None:
    """Hearts has 286 ways to pass three cards: none is listed but examples, and the numbers of the cards pick them."""
    more = ("--seat", "all=random", "--seat", "A=person")
    done = hoyle("play", "hearts", "--seed", "3", *more, stdin=b"1\n8 9 10\nq\n")
    first = done.out[: done.out.index("A> ")]
    assert "A: Pass three cards to B." in first
    assert "[13]3♠" in first
    assert first.count("pass ") <= 3
    assert "You must pass three cards to B, and you picked one." in done.out
    assert "You cannot pass 9♣" not in done.out, "what must be done is said, so what cannot be done need not be"
    assert "A: pass J♥ K♥ A♥" in done.out


def test_a_refusal_is_a_sentence_about_the_hand(hoyle: Hoyle) -> None:
    done = hoyle("play", "whist", "--seed", "3", *CHANCE, stdin=("1\n" * 4 + "q\n").encode())
    played = hoyle(
        "play", "whist", "--seed", "3", *CHANCE, stdin=("? play 2♣\n? play 2♦\n? play 2♥\n? play 2♠\nq\n").encode()
    )
    assert done.code == played.code == 0
    assert "You cannot play 2" in played.out
    assert "you do not hold 2" in played.out


def test_all_sets_the_player_of_every_seat_not_named(hoyle: Hoyle) -> None:
    done = hoyle("play", "crazy_eights", "--seed", "3", "--seat", "A=person", "--seat", "all=random", stdin=b"q\n")
    assert "\nA: " in done.out
    assert done.out == hoyle("play", "crazy_eights", "--seed", "3", *CHANCE, stdin=b"q\n").out


def test_presets_variants_and_any_player(hoyle: Hoyle, here: Path) -> None:
    more = ("--preset", "club euchre", "--variant", "benny", "--option", "target=5", "--record", "x.play")
    out = euchre(hoyle, "1", more=(*more, "--seat", "B=sound"))
    assert out.startswith("Newberry Euchre with the Benny, seed 3")
    text = (here / "x.play").read_text(encoding="utf-8")
    assert "\nvariant benny\n" in text
    assert "\noption target 5\n" in text
    assert "\nseats person, sound, random, random\n" in text
    assert hoyle("replay", "-q", "x.play").code == 0
    assert hoyle("play", "--resume", "x.play", stdin=b"1\nq\n").code == 0
    done = hoyle("play", "whist", "--seat", "B=sounds")
    assert done.code == 2
    assert "did you mean `sound`?" in done.err


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("ruleset", ["newberry_euchre", "texas_euchre", "president"])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_broken(
    columns: int, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    from rich.console import Console

    from hoyle.cli.arguments.seats import seats_of
    from hoyle.cli.terminal import table
    from hoyle.interpreter.opening.rulesets import Rulesets
    from hoyle.interpreter.record.session import GameSession

    out = io.StringIO()
    monkeypatch.setattr(
        table, "console_for", lambda **_: Console(file=out, width=columns, no_color=True, highlight=False)
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nhelp\nscore\n1\n1\n1\nlog\n" + "1\n" * 30))
    opened = Rulesets().open(ruleset)
    session = GameSession(opened, 3)
    session.begin()
    seats = seats_of(opened.engine.program.players, CHANCE[1::2])
    table.PlayTable(session, seats, ascii=False).play()
    words = {word for line in _wide(opened, session.seed, monkeypatch) for word in line.split()}
    for line in out.getvalue().splitlines():
        if not line.startswith("A> "):
            assert len(line) <= columns, line
            assert all(word in words for word in line.split()), line


def _wide(opened: Any, seed: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines of the same game on a very wide terminal."""
    import io

    from rich.console import Console

    from hoyle.cli.arguments.seats import seats_of
    from hoyle.cli.terminal import table
    from hoyle.interpreter.record.session import GameSession

    out = io.StringIO()
    monkeypatch.setattr(table, "console_for", lambda **_: Console(file=out, width=1000, no_color=True, highlight=False))
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nhelp\nscore\n1\n1\n1\nlog\n" + "1\n" * 30))
    session = GameSession(opened, seed)
    session.begin()
    table.PlayTable(session, seats_of(opened.engine.program.players, CHANCE[1::2]), ascii=False).play()
    return out.getvalue().replace(",", " , ").replace(" ,", ",").splitlines()


def test_plain_output_in_ascii(hoyle: Hoyle) -> None:
    out = euchre(hoyle, "1", "help", more=("--plain", "--ascii"))
    assert "in words: play JS, lay 2C 10D" in out
    assert out.isascii()
    assert "\ndeal 1, " in out
    assert "\x1b" not in out


@pytest.mark.parametrize("more", [(), ("--plain",)])
def test_many_choices_stand_in_columns(hoyle: Hoyle, more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = hoyle("play", "spades", "--seed", "3", *CHANCE, *more, stdin=b"")
    options = done.out[: done.out.index("A> ")].splitlines()[-40:]
    shown = [re.findall(r"(?<=  )(?:nil|bid \d+)(?=  |$)", line) for line in options]
    bids = ["nil", *(f"bid {number}" for number in range(1, 14))]
    assert sorted(one for line in shown for one in line) == sorted(bids)
    assert max(map(len, shown)) == (1 if more else 5)
    assert [line[0] for line in shown if line] == bids[: sum(map(bool, shown))], "down, then across"


def test_a_choice_that_is_a_number_is_typed_as_that_number(hoyle: Hoyle) -> None:
    done = hoyle("play", "spades", "--seed", "3", *CHANCE, "--plain", stdin=b"14\n3\nq\n")
    assert "   3  bid 3\n" in done.out
    assert "      nil\n" in done.out
    before, _, after = done.out.partition("A> ")
    assert "A: bid 3" not in before
    assert "A: bid 3\n" in after


def test_a_game_that_begins_in_the_middle_is_taken_up(hoyle: Hoyle, here: Path, root: Path) -> None:
    """The table of a game that begins at a position shows what lies there, also after a choice is taken back."""
    text = (root / "rulesets" / "games" / "a_lead_to_think_about.play").read_text(encoding="utf-8")
    path = here / "position.play"
    path.write_text(text[: text.index("C: play A♠\nD: play 9♣")], "utf-8")
    done = hoyle("play", "--resume", path, "--seat", "all=person", stdin=b"1\nundo\nq\n")
    assert done.code == 0, done.err
    assert "trick: B K♠, C A♠" in done.out
    assert "trump hearts" in done.out
    assert "points: A and C 6, B and D 8" in done.out
    assert done.out.count("trick: B K♠, C A♠") >= 2, "also after the choice is taken back"


def test_all_cards_that_came_since_a_player_was_asked_are_marked_as_new(hoyle: Hoyle) -> None:
    """Cards that are drawn because nothing else can be done are no look at the table."""
    done = hoyle("play", "crazy_eights", "--seed", "3", *CHANCE, stdin=b"1\n" * 8 + b"q\n")
    between = next(
        part for part in re.split(r"^A> ", done.out, flags=re.MULTILINE)[1:] if part.count("(the only choice)") > 1
    )
    drawn = re.findall(r"draws (\S+)  \(the only choice\)", between)
    new = next(line for line in between.splitlines() if line.startswith("new in your hand: "))
    assert sorted(new.removeprefix("new in your hand: ").split()) == sorted(drawn)


def test_an_answer_with_a_card_that_is_none_says_how_cards_are_picked(hoyle: Hoyle) -> None:
    more = ("--seat", "all=random", "--seat", "A=person")
    done = hoyle("play", "hearts", "--seed", "3", *more, stdin="Q♠ J♣ K\nq\n".encode())
    said = done.out[done.out.index("`Q♠ J♣ K` is not one of the choices") :]
    assert "Name the cards, or give their numbers, as 1 2 3." in said
    assert "more" not in said, "none of the 286 sets is listed"


def test_the_result_has_no_column_without_a_name_that_decided_nothing(hoyle: Hoyle) -> None:
    done = hoyle("play", "pinochle", "-o", "deals=1", "--seed", "3", "--seat", "all=random")
    _, *result = filter(None, done.out[done.out.index("The game is over") :].splitlines())
    assert result[0].split() == ["points"]
    assert [len(line.split()) for line in result[1:]] == [4, 4]
