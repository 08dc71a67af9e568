"""Code lenses: how often rules fire, counted over games, shown above lines, and dropped when the text changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hoyle.language_server.counting import counted
from hoyle.language_server.features.lenses import frequency

from .conftest import SMALL, Client, Json
from .test_features import SCRIPT, VARIANT

TABLE = SMALL.replace("        set dealer to dealer.left\n", "        settle\n        set dealer to dealer.left\n") + (
    "table settle\n    highest points >= 3 -> nothing\n    highest points < 3 -> nothing\n"
)


class Recorded:
    """A stand-in for the background process that only records its jobs."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Json, Callable[[Json], None]]] = []
        self.stopped = 0

    def start(self, job: Json, heed: Callable[[Json], None]) -> None:
        self.jobs.append((job, heed))

    def stop(self) -> None:
        self.stopped += 1


def titles(client: Client, uri: str) -> dict[int, str]:
    found = client.ask("textDocument/codeLens", textDocument={"uri": uri})
    return {one["range"]["start"]["line"]: one["command"]["title"] for one in found}


def begun(fresh: Client) -> Recorded:
    capabilities = {"workspace": {"codeLens": {"refreshSupport": True}}}
    fresh.start(capabilities=capabilities, initializationOptions={"lensGames": 60})
    background = fresh.session.state.background = Recorded()
    return background


@pytest.mark.parametrize(
    ("count", "games", "deals", "wording"),
    [
        (0, 10_000, 500, "never in 10,000 games"), (31, 10, 500, "6.2 % of deals"), (700, 10, 500, "1.4 times a deal"),
        (5, 10, 0, "50.0 % of games"), (500, 9, 500, "100 % of deals"), (1, 9, 100_000, "under 0.1 % of deals"),
        (99_999, 9, 100_000, "over 99.9 % of deals"),
    ],
)  # fmt: skip
def test_a_frequency_is_written_in_words(count: int, games: int, deals: int, wording: str) -> None:
    assert frequency(count, games, deals) == wording


def test_rules_are_counted_after_a_pause_and_the_editor_is_notified(fresh: Client) -> None:
    background = begun(fresh)
    uri = fresh.open("small.hoyle", TABLE)
    assert titles(fresh, uri) == {}
    fresh.rest()
    ((job, heed),) = background.jobs
    *_, result = counted(job)
    heed(result)
    assert fresh.sent[-1]["method"] == "workspace/codeLens/refresh"
    found = titles(fresh, uri)
    line = {text: number for number, text in enumerate(TABLE.split("\n"))}
    assert found[line['        "pass" if quick']] == "never in 60 games"
    rows = found[line["    highest points >= 3 -> nothing"]], found[line["    highest points < 3 -> nothing"]]
    shares = [float(row.split(" ")[0]) for row in rows]
    assert sum(shares) == pytest.approx(100, abs=0.2)


def test_an_edit_stops_the_games_and_a_late_result_is_ignored(fresh: Client) -> None:
    background = begun(fresh)
    uri = fresh.open("small.hoyle", TABLE)
    fresh.rest()
    ((job, heed),) = background.jobs
    before = background.stopped
    fresh.change(uri, {"text": TABLE + "# more\n"})
    assert background.stopped > before
    heed({"games": 1, "deals": 1, "places": [[job["path"], TABLE.index("turn(p: player)"), "phase", 1]]})
    assert titles(fresh, uri) == {}
    fresh.rest()
    assert len(background.jobs) == 2


def test_a_late_result_for_a_variant_is_ignored_when_its_base_has_changed(fresh: Client) -> None:
    background = begun(fresh)
    base = fresh.open("small.hoyle", SMALL)
    uri = fresh.open("quick.hoyle", VARIANT.replace("change main\n    remove the line shuffle stock\n", ""))
    fresh.rest()
    job, heed = background.jobs[-1]
    *_, result = counted(job)
    fresh.change(base, {"text": SMALL + "# more\n"})
    heed(result)
    assert titles(fresh, uri) == {}


def test_rules_with_mistakes_are_not_played(fresh: Client) -> None:
    background = begun(fresh)
    fresh.open("small.hoyle", TABLE.replace("shuffle stock", "shuffle stok"))
    fresh.rest()
    assert background.jobs == []
    assert list(counted({"path": fresh.folder / "none.hoyle", "games": 5, "files": {}})) == []


def test_a_setting_turns_lenses_off(fresh: Client) -> None:
    background = begun(fresh)
    fresh.tell("workspace/didChangeConfiguration", settings={"hoyle": {"lenses": False, "trial": False}})
    uri = fresh.open("small.hoyle", TABLE)
    fresh.rest()
    assert background.jobs == []
    assert titles(fresh, uri) == {}


def test_a_lens_shows_how_often_a_variant_changes_the_winner(fresh: Client) -> None:
    background = begun(fresh)
    fresh.open("small.hoyle", SMALL)
    uri = fresh.open("quick.hoyle", VARIANT.replace("change main\n    remove the line shuffle stock\n", ""))
    fresh.rest()
    job, heed = background.jobs[-1]
    *_, result = counted(job)
    heed(result)
    assert titles(fresh, uri)[0].startswith("changes the winner in ")
    assert result["compared"] == 60


def test_a_lens_shows_whether_an_expectation_holds(fresh: Client) -> None:
    fresh.start()
    fresh.open("small.hoyle", SMALL)
    fresh.tell("workspace/didChangeConfiguration", settings={"hoyle": {"lenses": True}})
    uri = fresh.open("a.play", SCRIPT)
    assert titles(fresh, uri) == {8: "holds"}
    fresh.change(uri, {"text": SCRIPT.replace("A 0, B 0", "A 2, B 0")})
    assert "2" in titles(fresh, uri)[8]


NEVER_FOUR = SMALL + "always highest points < 3\n"


def published(client: Client, uri: str) -> list[list[str]]:
    """The codes of a file's diagnostics, one list for each time that they were published."""
    sent = [one["params"] for one in client.sent if one.get("method") == "textDocument/publishDiagnostics"]
    return [[found["code"] for found in one["diagnostics"]] for one in sent if one["uri"] == uri]


def test_faults_found_by_play_are_published_after_a_pause(fresh: Client) -> None:
    background = begun(fresh)
    uri = fresh.open("small.hoyle", NEVER_FOUR)
    fresh.rest()
    assert published(fresh, uri) == [[]]
    ((job, heed),) = background.jobs
    first, *_ = counted({**job, "games": 1})
    heed(first)
    assert published(fresh, uri)[-1] == ["E1302"]
    fresh.change(uri, {"text": SMALL})
    heed(first)  # too late: the text has changed since
    fresh.rest()
    assert published(fresh, uri)[-1] == []


def test_games_are_played_only_as_the_settings_allow(fresh: Client) -> None:
    for settings, said in (({"lenses": False}, (True, 0)), ({"trial": False}, (False, 60))):
        background = begun(fresh) if fresh.session.state.background is None else Recorded()
        fresh.session.state.background = background
        fresh.session.state.configure({"lenses": True, "trial": True, **settings})
        fresh.open("small.hoyle", SMALL + f"# {settings}\n")
        fresh.rest()
        ((job, _),) = background.jobs
        assert (job["trial"], job["games"]) == said
    assert [len(list(counted({**job, "trial": trial, "games": 0}))) for trial in (False, True)] == [0, 1]
