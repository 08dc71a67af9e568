"""The Python code of the studio needs only what the page has: no package but click, no other part of hoyle, no threads."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import json, sys, tempfile, threading
from pathlib import Path

import hoyle
from hoyle.cli.pages.studio.needed import needed

PACKED = needed(Path(hoyle.__file__).parent)
for name in [name for name in sys.modules if name.startswith("hoyle.")]:
    del sys.modules[name]

class Few:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        known = top in sys.stdlib_module_names or top.startswith("__editable__")
        return self.finder.find_spec(name, path, target) if known or name in PACKED else None

sys.meta_path[:] = [Few(finder) for finder in sys.meta_path]
threading.Thread.start = None

from hoyle.cli.pages.studio.desk import Desk
from hoyle.dsl.loading import RULESETS

desk = Desk(lambda message: None, Path(tempfile.mkdtemp()))

def ask(question, **arguments):
    found = json.loads(desk.call(question, json.dumps(arguments)))
    assert "problem" not in found, (question, found)
    return found

rules = {"name": "whist", "text": (RULESETS / "whist.hoyle").read_text("utf-8")}
script = (RULESETS / "games" / "whist_short.play").read_text("utf-8")
ask("about", **rules, options={})
ask("rulebook", **rules, options={})
ask("compile", **rules, options={})
ask("compile", **rules, options={}, players=4, playing=True)
ask("diff", **rules, base="hearts")
ask("trace", **rules, documents={})
ask("animation", text=script)
found = ask("position", text=script, game=0, frame=5)
found = ask("vary", text=script, game=0, frame=5, choices=[0, 0], title="so", comment="")
assert "what if so" in found["text"]
found = ask("position", text=script, game=0, frame=5)
ask("why", **rules, options={}, players=4, state=found["state"], choice="play 2♣")
ask("script", **rules, options={}, players=4, seed="1", choices=[0, 0], own=False)
print("well")
"""


def test_every_request_is_answered_without_other_packages() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=300, check=False)
    assert (done.stdout, done.stderr) == ("well\n", "")
