"""A program may use several processes wherever it stands: also one from standard input, and one in a file that does not
say `if __name__ == "__main__"`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import hoyle
print(hoyle.simulate("whist", players="sound", games=30, workers=2).games)
"""


def played(*arguments: str, program: str = "") -> None:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout.strip()) == (0, "30"), done.stderr


def test_a_program_from_standard_input_plays_in_several_processes() -> None:
    played("-", program=PROGRAM)


def test_a_program_in_a_file_plays_in_several_processes(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(PROGRAM, encoding="utf-8")
    played(str(tmp_path / "plain.py"))
