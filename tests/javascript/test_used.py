"""What a program can do with rules and a game of the TypeScript package, and the errors of what it cannot do.

It lies in `golden/` (UPDATE_GOLDEN=1 writes it anew).  That most of it is right is tested by comparison with Python; these
texts hold the rest, and that nothing of it changes unnoticed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ..golden import same_as_file
from .conftest import written
from .test_constructs import checked, rules_of


@pytest.mark.usefixtures("short_lesson")
@pytest.mark.parametrize("name", ["everything", "hidden", "small tricks"])
def test_what_a_program_can_do_with_a_game(node, tmp_path, name):
    lines = node.ask("used", **written(tmp_path, checked(name), rules_of(name).program), seed=3)
    same_as_file(Path(__file__).with_name("golden") / f"{name.replace(' ', '_')}.txt", "\n".join(lines) + "\n")
