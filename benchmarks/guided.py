"""Inputs that Atheris (libFuzzer) finds for all that reads what strangers wrote.

    pip install atheris
    python benchmarks/guided.py rules|scripts|trees|egn|pbn|ptn [--seconds 600] [--keep FOLDER]

The readers, what they begin with and the changes are those of `hostile.py`; libFuzzer's own changes take turns with
them, and every branch of Hoyle is watched for every input.  The first input that ends in a traceback, takes longer than
a minute by the clock or more than 1 GB ends the run and is kept.  Atheris is no part of Hoyle and of no extra: it
exists for few versions of Python.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from revision import measured_on

LONGEST_SECONDS, MOST_MEGABYTES, LONGEST = 60, 1024, 20_000


def main() -> None:
    """Feed one reader; libFuzzer ends the process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reader")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("build/guided"))
    given = parser.parse_args()
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["hoyle"]):
        hostile: Any = import_module("hostile")
    reader, pool = hostile.READERS[given.reader], hostile.seeds(given.reader)

    def fed(data: bytes) -> None:
        reader(data.decode("utf-8", "replace"))

    def mutated(data: bytes, longest: int, seed: int) -> bytes:
        if seed % 2:
            return bytes(atheris.Mutate(data, longest))
        changed: str = hostile.changed(data.decode("utf-8", "replace"), pool, random.Random(seed))
        return changed.encode("utf-8", "replace")[:longest]

    given.keep.mkdir(parents=True, exist_ok=True)
    begun = Path(tempfile.mkdtemp(prefix="guided-"))
    for number, text in enumerate(pool):
        (begun / str(number)).write_text(text[:LONGEST], "utf-8")
    bounds = [
        f"-max_total_time={given.seconds}", f"-timeout={LONGEST_SECONDS}", f"-rss_limit_mb={MOST_MEGABYTES}",
        f"-max_len={LONGEST}", f"-seed={given.seed}", f"-artifact_prefix={given.keep}/{given.reader}-",
        "-print_final_stats=1",
    ]  # fmt: skip
    print(measured_on(), flush=True)
    atheris.Setup(["guided", *bounds, str(begun)], fed, custom_mutator=mutated)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
