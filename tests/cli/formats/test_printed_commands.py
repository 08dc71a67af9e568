"""What the commands print about the small game of the club, word for word.

The texts lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .printing import printed_as_kept

COMMANDS: dict[str, tuple[str, ...]] = {
    "replay": ("replay evening.play", "replay evening.play --quiet"),
    "replay_seen": ("replay evening.play --as Bob --ascii", "replay evening.play --as Ann --format json"),
    "replay_not_seen": ("replay misdealt.play --as Bob", "replay failing.play --as Ann --format json"),
    "replay_several": ("replay evening.play misdealt.play failing.play position.play", "replay two.play --quiet"),
    "replay_json": ("replay evening.play misdealt.play --format json", "replay position.play --format json"),
    "replay_page": ("replay evening.play --html evening.html", "replay failing.play --html failing.html --as Bob"),
    "replay_junit": ("replay misdealt.play failing.play --format junit",),
    "replay_with": (
        "replay evening.play --with club_double.hoyle",
        "replay evening.play misdealt.play --with target=5",
    ),
    "replay_otherwise": ("replay evening.play --with left_leads=no", "replay two.play --with target=5"),
    "cover": ("replay evening.play --cover --quiet",),
    "cover_file": ("replay evening.play --cover-to cover.html --fail-under 90", "replay evening.play --cover-to x.txt"),
    "stats": ("stats evening.play --rules", "stats evening.play --against evening.play"),
    "analyse": ("analyse evening.play --open --quiet",),
    "analyse_json": ("analyse evening.play --open --format json",),
    "analyse_wrong": ("analyse misdealt.play two.play --open --quiet",),
    "solve": ("solve evening.play --at 9", "solve evening.play --at 10 --format json"),
    "show": ("show club_whist.hoyle", "show club_double.hoyle -o target=3 --json"),
    "show_preset": ("show club_whist.hoyle --preset 'long evening'",),
    "rulings": ("rulings club_whist.hoyle", "rulings club_double.hoyle --format md -o target=4"),
    "rulings_json": ("rulings club_whist.hoyle --json --preset 'long evening'",),
    "diff": ("diff club_whist.hoyle club_double.hoyle", "diff club_whist.hoyle --a target=3 --b target=9"),
    "diff_json": ("diff club_whist.hoyle club_whist.hoyle", "diff club_whist.hoyle club_double.hoyle --json"),
    "trace": ("trace club_whist.hoyle", "trace club_whist.hoyle --source club=nowhere.txt"),
    "trace_json": ("trace club_whist.hoyle --format json --complete",),
    "check": ("check bad.hoyle --format json", "check bad.hoyle --format github"),
    "check_sarif": ("check bad.hoyle", "check bad.hoyle --format sarif", "check club_whist.hoyle --no-play"),
}
"""Commands, by the name of the file that has what they print."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints(name: str, hoyle, club: Path) -> None:
    printed_as_kept(name, COMMANDS[name], hoyle, club)
