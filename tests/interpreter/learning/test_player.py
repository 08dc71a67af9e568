"""The player `learned`: by the engine and in a module it plays the same games; its files are safe to read."""

from __future__ import annotations

import json
import zlib
from array import array
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from hoyle import simulate
from hoyle.api import seating
from hoyle.cli.main import run
from hoyle.dsl.loading import RULESETS, find_ruleset, load
from hoyle.interpreter.batch.divergence import EventLister
from hoyle.interpreter.batch.followed import FollowedPlayout
from hoyle.interpreter.batch.modules import ModulePairedGames, ModuleSimulation
from hoyle.interpreter.batch.pairing import PairedGames
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.learning import store
from hoyle.interpreter.learning.lessons import lessons
from hoyle.interpreter.learning.mixing import beaten_by, settled
from hoyle.interpreter.learning.nets import code_of
from hoyle.interpreter.learning.weights import MARK, MOST_BYTES, UnusableWeights, Weights, head_of, weights_in
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program


def program_of(name: str) -> Program:
    game = load(name).game
    assert game is not None
    return lower(game, {})


def taught(program: Program, choices: int = 20_000, begin_with: Weights | None = None) -> Weights:
    """Weights after a very short lesson, as they are in a file."""
    *_, last = lessons(program, choices=choices, begin_with=begin_with)
    return weights_in(last.weights().content())


@cache
def shortly_taught(name: str) -> Weights:
    """Weights of a ruleset after the least that can be called a lesson."""
    return taught(program_of(name), 5_000)


def mixing(weights: Weights, by: float) -> Weights:
    """The same weights for a player who mixes its choices."""
    rest = array("f", weights.rest)
    rest[-3] = by  # after the bias of the last layer
    return replace(weights, rest=rest)


@pytest.mark.parametrize("by", [0.0, 0.3])
@pytest.mark.parametrize("name", ["newberry_euchre", "hearts", "cribbage", "pinochle", "texas_holdem", "go_fish"])
def test_a_learned_player_plays_the_same_games_in_a_module_and_by_the_engine(name: str, by: float) -> None:
    program = program_of(name)
    weights = mixing(shortly_taught(name), by)
    players = tuple("learned" if seat % 2 == 0 else "random" for seat in range(program.players))
    found = [
        kind(program, players, 4, weights).runner().run(0, 2).sums.digest() for kind in (Simulation, ModuleSimulation)
    ]
    assert found[0] == found[1]
    if by:
        plain = ModuleSimulation(program, players, 4, mixing(weights, 0.0)).runner().run(0, 2).sums.digest()
        assert plain != found[0], "the player does not mix"


READABLE = """\
game "Readable"
language 1

players 2
deck 2 3

kind shape: rock or paper or scissors

zones
    stock: face down

remember
    sign of each player: shape
    points of each player: number

main
    repeat 10 times
        shuffle every card into stock
        in secret together
            for p in players
                p chooses
                    "rock"
                        set p.sign to rock
                    "paper"
                        set p.sign to paper
                    "scissors"
                        set p.sign to scissors
        for p in players
            if p.sign = paper and p.left.sign = rock: add 1 to p.points
            if p.sign = scissors and p.left.sign = paper: add 1 to p.points
            if p.sign = rock and p.left.sign = scissors: add 1 to p.points
    game over, won by the player with highest points, otherwise a draw
"""
"""Whoever always chooses the same loses to whoever knows it."""


def test_a_player_mixes_where_it_would_be_read(tmp_path: Path) -> None:
    (tmp_path / "readable.hoyle").write_text(READABLE, encoding="utf-8")
    loaded = load(tmp_path / "readable.hoyle")
    assert loaded.game is not None, loaded.diagnostics
    *_, readable = lessons(lower(loaded.game, {}), choices=60_000)
    beaten = beaten_by(readable, 0.0), beaten_by(readable, 0.3)
    assert beaten[1].gain < 0.5 * beaten[0].gain
    assert mixes(settled(readable))
    *_, tricks = lessons(program_of("whist"), choices=30_000)
    assert not mixes(settled(tricks))


def mixes(weights: Weights) -> bool:
    return weights.rest[-3] > 0


def test_a_seat_knows_what_it_asked_before() -> None:
    """In Go Fish: asking the same again is a feature, and so is who asked for the same rank."""
    module = code_of(program_of("go_fish")).module
    assert module.learned is not None
    keys = [block.key for block in module.learned.features.blocks]
    key = "option ask … for …"
    assert f"{key} again" in keys
    assert any(one.startswith(f"{key} r as r of") and one.endswith(" by q") for one in keys), keys


def test_paired_games_of_learned_players_are_the_same_in_modules_and_by_the_engine() -> None:
    a = b = program_of("newberry_euchre")
    weights = taught(a), taught(a, 5_000)
    sums = [
        kind(a, b, ("learned",) * 4, 1, weights).runner().run(0, 2).sums for kind in (PairedGames, ModulePairedGames)
    ]
    assert sums[0].digest() == sums[1].digest()
    assert sums[0].chosen == sums[1].chosen
    assert any(a != b for a, b in sums[0].chosen.values()), "the two players differ"


def test_a_game_that_a_module_plays_is_listed_by_the_engine_without_what_players_remember() -> None:
    a = b = program_of("newberry_euchre")
    weights = taught(a), taught(a, 5_000)
    work = ModulePairedGames(a, b, ("learned",) * 4, 1, weights)
    for followed, plain in zip(work.playouts(), work.plain().playouts(), strict=True):
        assert isinstance(followed, FollowedPlayout)
        assert not isinstance(plain, FollowedPlayout)
        fast, slow = EventLister(followed), EventLister(plain)
        assert len(list(islice(fast.tell(0), 90))) == 90, "a game that is left before its end"
        for index in (3, 0):
            assert list(fast.tell(index)) == list(slow.tell(index))
    unsure = replace(weights[0], rest=array("f", [*weights[0].rest[:-3], 0.2, *weights[0].rest[-2:]]))
    for kept, names in (((unsure, unsure), ("learned",) * 4), (weights, ("learned", "random") * 2)):
        by_chance = ModulePairedGames(a, b, names, 1, kept).playouts()
        assert not any(isinstance(one, FollowedPlayout) for one in by_chance), "these choose by dice, too"


WAITING = """\
game "Waiting"
language 1

players 2
deck 2 3 4 5

zones
    stock: face down

remember
    opener: player
    points of each player: number
    bored: yes or no

main
    repeat 3 times
        shuffle every card into stock
        set bored to no
        set opener to a random player
        for p around the table from opener until bored
            p chooses
                "wait"
                    set bored to no
                "stop"
                    set bored to yes
                    add 1 to p.left.points
        add 6 to opener.points
    game over, won by the player with highest points, otherwise a draw
"""
"""Who stops gives the other a point; who never stops gives nothing, and never gains what a deal brings by luck."""


def test_deals_that_do_not_end_are_learned_to_be_ended(tmp_path: Path) -> None:
    (tmp_path / "waiting.hoyle").write_text(WAITING, encoding="utf-8")
    loaded = load(tmp_path / "waiting.hoyle")
    assert loaded.game is not None, loaded.diagnostics
    program = lower(loaded.game, {})
    sums = ModuleSimulation(program, ("learned",) * 2, 1, taught(program)).runner().run(0, 2).sums
    assert sums.games == 2
    assert sums.cut == 0


BIDDING = """\
game "Bidding"
language 1

players 2
deck 2 3 4 5 6 7 8 9 10 J

zones
    stock: face down
    hand of each player: private

remember
    bidder: player or none
    points of each player: number

main
    repeat 6 times
        shuffle every card into stock
        set bidder to none
        deal 1 from stock to hand of each player
        for p in players until bidder is not none
            p chooses
                "bid"
                    set bidder to p
                "pass"
                    set bidder to none
        if bidder is not none
            if (any c in bidder.hand has c.rank = J)
                add 4 to bidder.points
            otherwise
                add 2 to bidder.left.points
    game over, won by the player with highest points, otherwise a draw
"""
"""Only who holds the jack should bid.  If nobody does, the deal is thrown in."""


def test_deals_that_are_thrown_in_are_no_loss(tmp_path: Path) -> None:
    (tmp_path / "bidding.hoyle").write_text(BIDDING, encoding="utf-8")
    loaded = load(tmp_path / "bidding.hoyle")
    assert loaded.game is not None, loaded.diagnostics
    program = lower(loaded.game, {})
    sums = ModuleSimulation(program, ("learned",) * 2, 1, taught(program)).runner().run(0, 300).sums
    assert [gains.keys() for gains in sums.gains] == [{0, 4}] * 2, "they bid with the jack, and only with it"


def test_a_score_that_is_counted_up_at_the_end_does_not_hide_the_points_of_deals() -> None:
    program = program_of("gin_rummy")
    names = {info.base: info.name for info in program.variables}
    assert [names[base] for base, _ in program.endings[0].criteria] == ["games", "points"]
    assert program.score is not None
    assert names[program.score[0]] == "points"
    score = program_of("railroad_euchre").score  # here games are counted in the course of play
    assert score is not None
    assert {info.base: info.name for info in program_of("railroad_euchre").variables}[score[0]] == "games_won"


def test_the_same_position_gives_the_same_choice_under_both_rules() -> None:
    """With the same net and the same rules, no game goes otherwise: there is no noise."""
    a = b = program_of("hearts")
    weights = taught(a)
    sums = ModulePairedGames(a, b, ("learned",) * 4, 1, (weights, weights)).runner().run(0, 40).sums
    assert sums.games == 40
    assert (sums.otherwise, sums.deals_otherwise) == (0, 0)


def test_a_lesson_of_so_many_choices_gives_the_same_file() -> None:
    program = program_of("newberry_euchre")
    first, second = (taught(program).content() for _ in range(2))
    assert first == second
    assert len(first) < MOST_BYTES
    assert head_of(first).made_for(program)


def test_weights_are_learned_on_from() -> None:
    program = program_of("newberry_euchre")
    first = taught(program)
    later = taught(program, 5_000, first)
    assert later.head.choices == first.head.choices + 5_000
    assert later.rows != first.rows


def test_weights_fit_other_rules_where_blocks_are_the_same() -> None:
    newberry, texas = program_of("newberry_euchre"), program_of("texas_euchre")
    weights = taught(newberry, 5_000)
    from hoyle.interpreter.learning.nets import code_of

    blocks = [code_of(one).module.learned.features.blocks for one in (newberry, texas)]  # type: ignore[union-attr]
    own, all_of_it = weights.net(blocks[0])
    other, some = weights.net(blocks[1])
    assert (all_of_it, 0 < some < 0.9) == (1.0, True)
    assert len(own) != len(other)


def bad_files(good: bytes) -> dict[str, bytes]:
    """Damaged and foreign files, each with a right checksum if that is not what is wrong."""
    length = int.from_bytes(good[40:44], "little")
    head = json.loads(good[44 : 44 + length])

    def with_head(**changed: object) -> bytes:
        made = json.dumps(head | changed).encode()
        return signed(len(made).to_bytes(4, "little") + made + good[44 + length :])

    return {
        "empty": b"",
        "text": b"hello\n" * 40,
        "only the mark": MARK,
        "no head": signed(b""),
        "cut": good[:-20],
        "cut, signed again": signed(good[40:-20]),
        "longer": signed(good[40:] + b"\0" * 8),
        "turned": good[:5_000] + bytes([good[5_000] ^ 1]) + good[5_001:],
        "endless head": signed((1 << 31).to_bytes(4, "little") + good[44:]),
        "no JSON": signed((9).to_bytes(4, "little") + b"not json!" + good[44 + length :]),
        "deep JSON": signed((50_000).to_bytes(4, "little") + b"[" * 50_000),
        "a list": signed((2).to_bytes(4, "little") + b"[]" + good[44 + length :]),
        "another version": with_head(version=1),
        "another size": with_head(hidden=1 << 20),
        "many features": with_head(blocks=[["x", 1 << 40]]),
        "no features": with_head(blocks=[]),
        "blocks below nothing": with_head(blocks=[["x", -3], ["y", 900]]),
        "not numbers": signed(good[40:-8] + b"\xff" * 8),
        "too large": good + bytes(MOST_BYTES),
    }


def signed(content: bytes) -> bytes:
    return MARK + sha256(content).digest() + content


def test_damaged_and_foreign_files_are_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of("newberry_euchre")
    good = taught(program, 5_000).content()
    assert weights_in(good).content() == good
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
    for what, content in bad_files(good).items():
        with pytest.raises(UnusableWeights) as caught:
            weights_in(content)
        assert len(caught.value.message) < 100, what
        store.file_of(program).write_bytes(content)
        found = store.find(program)
        why = f"{caught.value.message} (`{store.file_of(program)}`)"
        assert found.note == f"what was learned of {program.title} is passed over: {why}", what
        assert found.weights is None or found.weights.head.choices != head_of(good).choices, what


def test_what_was_learned_is_kept_and_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "learned")
    program = program_of("newberry_euchre")
    weights = taught(program, 5_000)
    assert store.keep(program, weights)
    found = store.find(program)
    assert found.exact
    assert found.weights is not None
    assert found.weights.content() == weights.content()
    other = program_of("whist")
    assert store.find(other).weights is None or store.find(other).weights.head.ruleset == "whist"  # type: ignore[union-attr]
    for number in range(store.MOST_FILES + 1):
        (tmp_path / "learned" / f"{number}.weights").write_bytes(b"")
    assert store.keep(program, weights)
    assert len(list((tmp_path / "learned").iterdir())) < store.MOST_FILES


def test_a_lesson_that_begins_with_weights_is_had_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "learned")
    had: list[str] = []
    usual = seating.lesson
    monkeypatch.setattr(seating, "lesson", lambda one, *rest: had.append(one.ruleset) or usual(one, *rest))
    program = program_of("newberry_euchre")
    begun = taught(program, 5_000)
    first = seating.taught_further(program, begun)
    again = seating.taught_further(program, begun)
    assert had == ["newberry_euchre"]
    assert again.content() == first.content() != begun.content()
    assert not store.find(program).exact or store.find(program).weights != first  # nobody plays with it
    seating.taught_further(program, first)
    seating.taught_further(program_of("whist"), begun)
    assert had == ["newberry_euchre", "newberry_euchre", "whist"]
    store.file_of_lesson(program, begun).write_bytes(b"HOYLENET")
    assert seating.taught_further(program, begun).content() == first.content()
    assert had == ["newberry_euchre", "newberry_euchre", "whist", "newberry_euchre"]


def test_who_adds_a_check_to_rules_keeps_what_was_learned_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "folder", lambda: tmp_path / "learned")

    def changed(name: str, text: str) -> Program:
        file = tmp_path / name / "readable.hoyle"
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
        loaded = load(file)
        assert loaded.game is not None, loaded.diagnostics
        return lower(loaded.game, {})

    before = changed("before", READABLE)
    assert store.keep(before, taught(before, 1_000))
    checked = changed("checked", READABLE + "\nalways every p in players has (p.points >= 0)\n")
    assert checked.fingerprint != before.fingerprint
    assert store.find(checked).exact
    assert not store.find(changed("longer", READABLE.replace("10 times", "11 times"))).exact


def test_a_file_has_no_room_for_the_smallest_rows_of_a_large_net() -> None:
    good = taught(program_of("kuhn_poker"), 1_000)
    hidden, count = good.head.hidden, 6_000
    rows = array("f", [(1 + i // hidden * 7_919 % count) / count for i in range(count * hidden)])
    content = replace(good, head=replace(good.head, blocks=(("large", count),)), rows=rows).content()
    assert MOST_BYTES - hidden < len(content) <= MOST_BYTES
    read = weights_in(content).rows
    kept = [max(read[at : at + hidden]) for at in range(0, count * hidden, hidden)]
    left_out = [rows[i * hidden] for i, one in enumerate(kept) if not one]
    assert 1_000 < len(left_out) < count
    assert max(left_out) < min(filter(None, kept)) * (1 + 2**-7), "a scale has six bits after the first"


def test_the_weights_that_come_with_hoyle_can_be_read_and_are_small() -> None:
    files = sorted((RULESETS / "weights").glob("*.weights"))
    assert {file.stem for file in files} == {file.stem for file in RULESETS.glob("*.hoyle")}
    for file in files:
        content = file.read_bytes()
        assert find_ruleset(file.stem) is not None, file.name
        assert weights_in(content).head.ruleset == file.stem
        assert len(content) <= MOST_BYTES
    assert sum(len(zlib.compress(file.read_bytes())) for file in files) < 4_000_000, "in the wheel, which is compressed"


def test_a_compiled_module_has_its_weights_beside_it(tmp_path: Path) -> None:
    assert run(["compile", "kuhn_poker", "--learned", "--output", str(tmp_path / "kuhn.wasm")]) == 0
    assert weights_in((tmp_path / "kuhn.weights").read_bytes()).head.ruleset == "kuhn_poker"
    described = json.loads((tmp_path / "kuhn.json").read_text("utf-8"))
    assert {"NETS", "VALUES", "PUBLIC", "OWN"} <= set(described["net"]["at"])
    assert described["search"] is not None, "what was seen of a deal is kept by the search"


@pytest.mark.parametrize("name", sorted(path.stem for path in RULESETS.glob("*.hoyle")))
def test_players_who_have_learned_bring_a_game_to_its_end(name: str) -> None:
    """They do not pass, or wait for each other, for ever."""
    found = simulate(name, players="learned", games=2, workers=1)
    assert found.cut.value == 0
