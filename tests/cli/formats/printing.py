"""Runs commands on the small game of the club, and compares what they print with a text in `printed/`.

UPDATE_GOLDEN=1 writes the texts anew.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from ...golden import same_as_file

LOADED = [
    "hoyle.api.counting",
    "hoyle.api.judging",
    "hoyle.api.recording",
    "hoyle.api.solving",
    "hoyle.cli.commands.batches.compare",
    "hoyle.cli.commands.batches.fuzz",
    "hoyle.cli.commands.batches.simulate",
    "hoyle.cli.commands.batches.stats",
    "hoyle.cli.commands.games.analyse",
    "hoyle.cli.commands.games.replay",
    "hoyle.cli.commands.games.solve",
    "hoyle.cli.commands.rules.diff",
    "hoyle.cli.commands.rules.rulings",
    "hoyle.cli.commands.rules.show",
    "hoyle.cli.commands.rules.trace",
    "hoyle.cli.replaying.covering",
    "hoyle.cli.replaying.judging",
    "hoyle.cli.replaying.other_rules",
    "hoyle.interpreter.fuzz",
    "hoyle.interpreter.search",
]
"""Modules that commands import when they are called: all are imported here, so that no test is slow because it is the
first.
"""
for module in LOADED:
    import_module(module)

PRINTED = Path(__file__).with_name("printed")


def printed_as_kept(name: str, commands: Iterable[str], hoyle, club: Path) -> None:
    """Run commands in the folder of the club, and fail if they print anything but what `printed/NAME.txt` has."""
    text = (club / "club_whist.hoyle").read_text("utf-8")
    (club / "bad.hoyle").write_text(text.replace("set bidder to p", "set bider to p").replace("[6]", "[60]"), "utf-8")
    evening = (club / "evening.play").read_text("utf-8")
    (club / "failing.play").write_text(evening.replace("Ann 1, Bob 0", "Ann 0, Bob 1"), "utf-8")
    second = evening.partition("\n\n")[2].replace("An evening", "Another evening").partition("what if")[0]
    (club / "two.play").write_text(f"{evening}\n{second}", "utf-8")
    out: list[str] = []
    for command in commands:
        done = hoyle(*shlex.split(command))
        out += [
            f"$ hoyle {command}  ({done.code})\n",
            re.sub(r'time="[\d.]+"|"seconds": [\d.]+', "", done.out).rstrip() + "\n",
        ]
        out.append(done.err)
    same_as_file(PRINTED / f"{name}.txt", "".join(out))
