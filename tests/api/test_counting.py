"""What is counted from scripts is what a simulation counts while it plays the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle

COUNTED = ("sides", "ties", "cut", "dealer", "length", "questions", "rules", "never", "games")


@pytest.mark.parametrize("name", ["newberry_euchre", "cribbage", "hearts", "gin_rummy", "texas_holdem"])
def test_scripts_of_a_simulation_are_counted_as_the_simulation_was(name: str, tmp_path: Path) -> None:
    played = hoyle.simulate(name, games=5, seed=5, workers=1, players="random", record=tmp_path / "games").data()
    counted = hoyle.stats(*sorted((tmp_path / "games").glob("*.play"))).sets[0].data()
    for data in (counted, played):
        for side in data["sides"]:
            del side["players"]
    assert {key: counted[key] for key in COUNTED} == {key: played[key] for key in COUNTED}


def test_a_game_that_was_left_does_not_count(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    hoyle.simulate("cribbage", games=2, seed=1, workers=1, players="random", record=folder)
    (path,) = folder.glob("*.play")
    whole = path.read_text(encoding="utf-8")
    path.write_text("\n".join(whole.splitlines()[:-8]) + "\n", encoding="utf-8")
    found = hoyle.stats(path)
    assert (found.sets[0].games, found.unfinished) == (1, (1,))
    assert "left before the end" in str(found)


def test_two_sets_are_compared(tmp_path: Path) -> None:
    for target in (3, 7):
        folder = tmp_path / str(target)
        hoyle.simulate("leduc_poker", games=3, seed=target, workers=1, players="random", record=folder)
    first, second = (sorted((tmp_path / name).glob("*.play")) for name in ("3", "7"))
    found = hoyle.stats(*first, against=second)
    assert len(found.sets) == 2
    for one in found.differences:
        assert one.difference.value == pytest.approx(one.second.value - one.first.value, abs=1e-5)
        assert one.difference.low <= one.difference.value <= one.difference.high
    assert hoyle.stats(*first, against=first).differences[0].difference.value == 0


def test_choices_are_judged_for_each_player() -> None:
    script = Path(hoyle.__file__).parent / "rulesets" / "games" / "texas_worked_round.play"
    found = hoyle.stats(script, judge=True)
    assert [one.player for one in found.choices] == sorted(one.player for one in found.choices)
    assert all(0 <= one.best.value <= 1 and one.cost.value >= 0 for one in found.choices)
    assert sum(one.judged for one in found.choices) > 10


def test_what_cannot_be_counted_is_said(tmp_path: Path) -> None:
    with pytest.raises(hoyle.CannotCount, match="no games"):
        hoyle.stats()
    with pytest.raises(hoyle.CannotCount):
        hoyle.stats("hoyle play 1\n\ngame nosuch\n")
    for name in ("whist", "hearts"):
        hoyle.simulate(name, games=1, workers=1, record=tmp_path / name)
    with pytest.raises(hoyle.CannotCount, match="other rules"):
        hoyle.stats(*sorted(tmp_path.glob("*/*.play")))
