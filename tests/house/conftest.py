"""The checkout, its files, the wheel built from it and an environment in which only the wheel is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {".git", ".venv", "build", "dist", "__pycache__", ".hypothesis", ".pytest_cache", ".ruff_cache"}


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def files() -> tuple[Path, ...]:
    """Every file that is or would be committed, relative to the checkout."""
    listed = None
    if (ROOT / ".git").exists() and shutil.which("git"):
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        if done.returncode == 0:
            listed = [Path(name) for name in done.stdout.decode().split("\0") if name]
    if listed is None:  # an unpacked archive: all files except those that tools leave behind
        listed = [path.relative_to(ROOT) for path in ROOT.rglob("*")]
        listed = [path for path in listed if not NOT_OURS & set(path.parts) and ".egg-info" not in str(path)]
    return tuple(sorted(path for path in listed if (ROOT / path).is_file()))


@pytest.fixture(scope="session")
def wheel(files: tuple[Path, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the checkout, so that the build leaves nothing in the checkout.

    pip uses the installed setuptools: the tests need no network.
    """
    place = tmp_path_factory.mktemp("wheel")
    copy = place / "a checkout"
    for path in files:
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, copy / path)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"]
    done = subprocess.run([*command, "--wheel-dir", str(place), str(copy)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = place.glob("*.whl")
    return built


@dataclass(frozen=True)
class Installed:
    """An environment in which hoyle is installed from the wheel, and an empty folder to run it in."""

    scripts: Path
    empty: Path
    package: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `hoyle` in the empty folder, without any environment variable that leads to the checkout."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
        environment |= {"PYTHONUTF8": "1", "NO_COLOR": "1"}
        return subprocess.run(
            [str(self.scripts / "hoyle"), *arguments],
            cwd=self.empty, env=environment, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
            check=False, timeout=120,
        )  # fmt: skip


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in a fresh environment.  Its dependencies come from the environment of the tests."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place / "env", with_pip=False)
    scripts = place / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    done = subprocess.run([*command, str(wheel)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    ask = "import hoyle, sysconfig; print(hoyle.__path__[0]); print(sysconfig.get_paths()['purelib'])"
    answer = subprocess.run([str(python), "-c", ask], cwd=place, capture_output=True, text=True, check=True).stdout
    package, site = (Path(line) for line in answer.splitlines())
    assert package.parent == site
    # These folders come after those of the fresh environment, and Python does not read their `.pth` files.  So `hoyle`
    # of the tests' own environment is not found.
    lenders = [path for path in sys.path if path.endswith("site-packages")]
    (site / "lent.pth").write_text("\n".join(lenders) + "\n", encoding="utf-8")
    empty = place / "empty"
    empty.mkdir()
    return Installed(scripts, empty, package)
