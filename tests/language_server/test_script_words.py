"""Words that are offered in a scripted game: whatever is offered at a place and taken there is no mistake itself."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import RULESETS

from .conftest import Client, Json

HEAD = "hoyle play 1\n\ngame hearts\nplayers Ann, Bob, Cyd, Dan\n\n"
PLACES = (
    "expect turn ", "expect trick won by ", "expect legal ", "expect illegal ", "expect ", "trick: ", "hand ", "hand of ",
    "hand Ann: ", "expect points: ", "expect points of ", "expect hand: ", "expect settlement points: ", "first ", "seats ",
    "expect game over, ",
)  # fmt: skip
MISSING = {"E1005", "E1034"}
"""What a line lacks as yet: its end, the other players."""
UNMET = {"E1061", "E1062", "E1065"}
"""Nothing can be expected here, as no trick was played or the game is not over: then anything may be written."""


def offered(client: Client, name: str, text: str) -> list[Json]:
    """What is offered at the end of a text."""
    uri, above = client.open(name, text), text.split("\n")
    position = {"line": len(above) - 1, "character": len(above[-1])}
    found = client.ask("textDocument/completion", textDocument={"uri": uri}, position=position)
    return found["items"]


def names(client: Client, text: str) -> list[str]:
    """The labels offered at the end of a text."""
    return [one["label"] for one in offered(client, "a.play", text)]


@pytest.mark.parametrize(
    "begun",
    ["expect turn ", "expect trick won by ", "trick: ", "hand ", "hand of ", "expect points: ", "expect hand of "],
)
def test_players_are_offered_where_players_stand(client: Client, begun: str) -> None:
    found = names(client, HEAD + begun)
    assert set(found) <= {"Ann", "Bob", "Cyd", "Dan"}
    assert found


def test_what_follows_a_player_is_offered(client: Client) -> None:
    assert "Q♠" in names(client, f"{HEAD}trick: Ann ")
    assert "Q♠" in names(client, f"{HEAD}expect hand: Ann ")
    assert names(client, f"{HEAD}expect illegal A") == ["Ann:", "Bob:", "Cyd:", "Dan:"]
    assert names(client, f"{HEAD}seats ")[0] == "person"
    assert names(client, f"{HEAD}table: ") == []


def test_behind_a_player_of_a_trick_only_cards_are_offered_that_can_be_played(client: Client) -> None:
    lines = (RULESETS / "games" / "hearts_limits.play").read_text(encoding="utf-8").split("\n")
    above = "\n".join(lines[: next(at for at, line in enumerate(lines) if line.startswith("D: pass")) + 1])
    assert names(client, f"{above}\ntrick: D ") == ["2♣"]
    found = names(client, f"{above}\ntrick: D 2♣, A ")
    assert found
    held = "7♥ 3♥ K♣ 8♦ K♠ J♠ 10♦ Q♥ 2♠ 6♦ J♦ 3♠ A♦ Q♣ J♥ 9♠"
    assert all(card in held.split() for card in found)


def test_a_player_whose_name_is_a_word_of_scripts_is_quoted(client: Client) -> None:
    assert names(client, HEAD.replace("Ann", '"First"') + "trick: ")[0] == '"First"'


@pytest.mark.parametrize("name", ["hearts", "texas_euchre", "durak_four"])
def test_what_is_offered_is_no_mistake_itself(client: Client, name: str) -> None:
    path = next((RULESETS / "games").glob(f"{name}*.play"))
    lines = path.read_text(encoding="utf-8").split("\n")
    tried = 0
    for count in (5, len(lines) // 2):
        above = "\n".join(lines[:count]) + "\n"
        for number, begun in enumerate(PLACES):
            codes: list[set[str]] = []
            for place, one in enumerate(offered(client, f"o{count}_{number}.play", above + begun)[:3]):
                edit = one["textEdit"]
                start = edit["range"]["start"]["character"]
                uri = client.open(f"t{count}_{number}_{place}.play", above + begun[:start] + edit["newText"] + "\n")
                codes.append(
                    {
                        found["code"]
                        for found in client.rest()[uri]
                        if found["code"] not in MISSING and found["severity"] == 1
                        and found["range"]["start"]["line"] == count
                        and found["range"]["start"]["character"] < start + len(edit["newText"])
                        and found["range"]["end"]["character"] > start
                    }
                )  # fmt: skip
            unmet = bool(codes) and all(one and one <= UNMET for one in codes)
            assert unmet or not any(codes), (begun, codes)
            tried += len(codes)
    assert tried > 20
