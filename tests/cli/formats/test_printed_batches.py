"""What the commands print about the small game of the club, word for word.

The texts lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .printing import printed_as_kept

SIMULATE = "simulate club_whist.hoyle --workers 1"
COMPARE = "compare club_whist.hoyle --workers 1 -n 6 --players-a sound --players-b random"
FUZZ = "fuzz club_whist.hoyle --workers 1"
COMMANDS: dict[str, tuple[str, ...]] = {
    "simulate": (f"{SIMULATE} -n 5 -p sound --seats 4 --rules",),
    "simulate_mixed": (f"{SIMULATE} -n 2 -p sound,random,sound,random --format csv -o target=3",),
    "players": (COMPARE,),
    "players_row": (f"{COMPARE} --format csv",),
    "fuzz": (f"{FUZZ} -n 2",),
    "fuzz_left": (f"{FUZZ} -n 3 --length 5 -o target=3",),
    "fuzz_json": (f"{FUZZ} -n 1 --format json",),
    "fuzz_script": ("fuzz club_whist.hoyle --script evening.play", "fuzz club_whist.hoyle --script two.play"),
}
"""Commands, by the name of the file that has what they print."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints(name: str, hoyle, club: Path) -> None:
    printed_as_kept(name, COMMANDS[name], hoyle, club)
