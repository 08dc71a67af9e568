"""A program that Python reads from standard input may use several processes, too."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import hoyle
print(hoyle.simulate("whist", players="sound", games=90, workers=2).games)
"""


def test_a_program_from_standard_input_plays_in_several_processes() -> None:
    done = subprocess.run([sys.executable, "-"], input=PROGRAM, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "90"), done.stderr
