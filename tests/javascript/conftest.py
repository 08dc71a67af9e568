"""The TypeScript package: Node runs it, and Python says what it must say."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.program import Program
from hoyle.interpreter.search import modules, thinker
from hoyle.interpreter.wasm import Module
from hoyle.interpreter.wasm.description import describe, sealed
from hoyle.interpreter.wasm.search import host
from hoyle.interpreter.wording.outcomes import Outcomes
from hoyle.interpreter.wording.refusals import Refusals

PACKAGE = Path(__file__).resolve().parents[2] / "javascript"
COMPILER = PACKAGE / "node_modules" / "typescript" / "bin" / "tsc"


def written(folder: Path, game: CheckedGame, program: Program, *, rating: bool = False) -> dict[str, str]:
    """The module of a program and its description, as files.  `rating`: with a net."""
    module = Module(program, watch_of(program), recording=True, searching=True, rating=rating)
    binary = module.binary()
    (folder / "game.wasm").write_bytes(binary)
    description = describe(module, binary, Outcomes(game, program).sentence, refusals=Refusals(game, program).texts)
    (folder / "game.json").write_text(json.dumps(sealed(description)), encoding="utf-8")
    return {"module": str(folder / "game.wasm"), "description": str(folder / "game.json")}


class Node:
    """A process of Node that plays games by the package: `test/answer.ts`."""

    def __init__(self, folder: Path) -> None:
        command = ["node", str(folder / "test" / "answer.js")]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, ask: str, **question: Any) -> Any:
        """The answer to a question; `RuntimeError` with the stack of the exception that it raised there."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"ask": ask, **question}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "Node has ended"
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["answer"]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package and its tests, compiled."""
    if shutil.which("node") is None:
        pytest.skip("Node is not installed here")
    if not COMPILER.exists():
        pytest.skip("the compiler of the package is not installed (npm ci --prefix javascript)")
    folder = tmp_path_factory.mktemp("javascript")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    command = ["node", str(COMPILER), "-p", str(PACKAGE / "test"), "--outDir", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="session")
def node(built: Path) -> Iterator[Node]:
    """Node with the package."""
    found = Node(built)
    with found.process:
        yield found
        found.process.kill()


@pytest.fixture
def compiled(tmp_path: Path) -> Callable[[CheckedGame, Program], dict[str, str]]:
    """Return a function that writes the module of a program and its description, and gives the names of the files."""
    return lambda game, program: written(tmp_path, game, program)


@pytest.fixture(scope="module")
def short_lesson() -> Iterator[None]:
    """Let the cheap model learn only for a short time."""
    with pytest.MonkeyPatch.context() as patch:
        for module, names in ((thinker, ("_LESSONS", "_LESSON")), (host, ("LESSONS", "LESSON"))):
            for name, value in zip(names, (2, 400), strict=True):
                patch.setattr(module, name, value)
        patch.setattr(host.lesson_of, "__defaults__", (400,))
        modules.code_of.clear()
        yield
    modules.code_of.clear()
