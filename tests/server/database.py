"""A PostgreSQL of the tests' own: a cluster in a temporary folder, which can be stopped in the middle of anything."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


class Cluster:
    """One cluster.  Raises `FileNotFoundError` where PostgreSQL is not installed."""

    def __init__(self) -> None:
        found = next((path for folder in FOLDERS if (path := folder / "initdb").is_file()), None)
        on_path = shutil.which("initdb")
        if found is None and on_path is None:
            raise FileNotFoundError("PostgreSQL is not installed (apt-get install postgresql)")
        self.programs = (found or Path(on_path or "")).parent
        self.folder = Path(tempfile.mkdtemp(prefix="hoyle-postgres-"))
        self.user = "postgres" if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", "hoyle", "-E", "UTF8", "--no-sync")
        self.start()

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://hoyle@127.0.0.1:{self.port}/{database}"

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.programs / program, *arguments], check=True, user=self.user, cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        )  # fmt: skip

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", self.data, "-l", log, "-w", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it.  `mode`: `immediate` is as if it had crashed."""
        self._run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def database(self, name: str) -> str:
        """A new, empty database; its address."""
        self._run(
            "psql",
            "-h",
            str(self.folder),
            "-p",
            str(self.port),
            "-U",
            "hoyle",
            "-c",
            f"create database {name}",
            "postgres",
        )
        return self.address(name)

    def end(self) -> None:
        """Stop it, and remove its folder."""
        with suppress(subprocess.CalledProcessError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)
