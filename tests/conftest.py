"""What all tests share: the Hypothesis profiles, and where the documents are that the rulesets cite.

`ci` (when the variable CI is set) draws the same examples every time; `dev` explores.  Neither has a deadline: no test
of this suite measures time.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

# Without the phase that explains a failure: it runs the failing example many times more.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink)

settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    phases=PHASES,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None, phases=PHASES)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Run in the background by a shell: Ctrl-C is to be heard all the same by the programs that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

for name in ("COLUMNS", "LINES"):
    # readline, which pytest imports, sets them for the workers of a run on several cores; alone there are none.
    os.environ.pop(name, None)

# Hundreds of tests start `hoyle` as a program of its own: it is compiled once, wherever bytecode is otherwise not kept.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Ten thousand tests are many objects, which stay: the garbage collector need not look for them so often.
gc.set_threshold(50_000, 20, 1000)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What is garbage is collected; the rest, which pytest would go through five times more, is kept in the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def source_folders() -> list[Path]:
    """Where the documents are that the rulesets cite: they are not part of the project, and may be missing.

    The folders that the variable HOYLE_SOURCES names, then `shared/sources` beside the checkout."""
    named = [Path(folder) for folder in os.environ.get("HOYLE_SOURCES", "").split(os.pathsep) if folder]
    return [*named, Path(__file__).resolve().parents[2] / "shared" / "sources"]


STUDIO = Path(__file__).parent / "studio"
OUTSIDE = {"at", "browser", "client", "fresh", "page", "process", "terminal", "within"}
"""Fixtures that drive a program beside this one: a browser, a terminal, a language server."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What drives another program may fail once by no fault of ours: such a test is run again, and reported as such.

    Every other test must pass at once.  The tests of the studio, which mostly wait for a browser, come first: the other
    worker has enough to do meanwhile, and nobody waits for them in the end.
    """
    gc.freeze()
    items.sort(key=lambda item: STUDIO not in item.path.parents)
    for item in items:
        if OUTSIDE.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=1))
