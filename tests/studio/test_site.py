"""The server of `hoyle studio` and the exported site: the server serves only its own page; the site works under any
path and without a network.
"""

from __future__ import annotations

import functools
import gzip
import http.client
import http.server
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.main import run
from hoyle.cli.pages.studio.built import COMMAND, SITE, files, is_built
from hoyle.cli.pages.studio.serve import Studio

from .conftest import Page


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Studio]:
    """A running server for a page of two files."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<h1>here</h1>")
    (tmp_path / "site" / "main.js").write_text("1")
    (tmp_path / "secret").write_text("not yours")
    server = Studio(tmp_path / "site")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def ask(server: Studio, path: str, method: str = "GET", **headers: str) -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    connection.request(
        method, path, headers={"Host": server.host} | {k.replace("_", "-"): v for k, v in headers.items()}
    )
    answer = connection.getresponse()
    found = answer.status, answer.read(), dict(answer.getheaders())
    connection.close()
    return found


def test_the_page_is_served_only_under_the_secret_token(made: Studio) -> None:
    status, content, headers = ask(made, f"/{made.token}/")
    assert (status, content) == (200, b"<h1>here</h1>")
    assert "script-src 'self' 'wasm-unsafe-eval'" in headers["Content-Security-Policy"]
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert ask(made, f"/{made.token}/main.js")[2]["Content-Type"] == "text/javascript"
    assert ask(made, f"/{made.token}/", "HEAD")[:2] == (200, b"")


@pytest.mark.parametrize(
    "path", ["/", "/main.js", "/wrong/", "/{}/../secret", "/{}/%2e%2e/secret", "/{}//etc/passwd", "/{}/x"]
)
def test_no_other_path_is_served(made: Studio, path: str) -> None:
    assert ask(made, path.format(made.token))[0] == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "localhost"},
        {"Origin": "http://evil.example"},
        {"Sec_Fetch_Site": "cross-site"},
    ],
)
def test_requests_from_other_hosts_and_origins_are_refused(made: Studio, headers: dict[str, str]) -> None:
    assert ask(made, f"/{made.token}/", **headers)[0] == 404


def test_other_methods_are_refused(made: Studio) -> None:
    assert ask(made, f"/{made.token}/", "PUT")[0] == 501
    assert ask(made, f"/{made.token}/main.js", "POST")[0] == 404
    assert ask(made, "/desk", "POST")[0] == 404


def test_a_missing_build_gives_a_clear_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hoyle.cli.pages.studio.built.is_built", lambda: False)
    assert run(["studio", "--export", "site"]) == 1
    assert COMMAND in capsys.readouterr().err


def test_every_library_of_the_site_is_listed_with_the_text_of_its_licence(tmp_path: Path) -> None:
    studio = Path(__file__).resolve().parents[2] / "studio"
    if shutil.which("node") is None or not (studio / "node_modules" / "pyodide").is_dir():
        pytest.skip("the packages of the studio are not installed")
    subprocess.run(["node", "build.mjs", str(tmp_path / "site")], cwd=studio, check=True, timeout=120)
    listed = {one["name"]: one for one in json.loads((tmp_path / "site" / "licences.json").read_text("utf-8"))}
    assert {"pyodide", "wabt", "marked", "@codemirror/view"} <= listed.keys()
    for one in listed.values():
        assert "shall be included in" in one["text"] or one["licence"].split("-")[0] in ("MPL", "Apache"), one["name"]
        assert len(one["text"]) > 1000, one["name"]
    assert "Mozilla Public License Version 2.0" in listed["pyodide"]["text"]


def test_an_export_refuses_a_folder_with_files(tmp_path: Path) -> None:
    if not is_built():
        pytest.skip(f"the studio is not built ({COMMAND})")
    (tmp_path / "mine").write_text("mine")
    assert run(["studio", "--export", str(tmp_path)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


MOST, MOST_WITHOUT_PYTHON = 19_300_000, 400_000
"""Upper limits of the compressed size, in bytes.  4 million are weights, of which a game fetches its own."""


def packed(names: Iterable[Path]) -> int:
    return sum(len(gzip.compress((SITE / name).read_bytes(), 6)) for name in names)


def test_the_page_stays_below_its_size_limits() -> None:
    if not is_built():
        pytest.skip(f"the studio is not built ({COMMAND})")
    assert packed(files()) < MOST
    # The files needed to read, play and replay: all scripts except those of the editor, and one game.
    code = "\n".join((SITE / name).read_text("utf-8") for name in ("main.js", "module.js"))
    at_once = {"index.html", "style.css", "main.js", "module.js", "offline.js", "catalogue.json"}
    at_once |= set(re.findall(r"(?:from|import)\s*\"\./(part-\w+\.js)\"", code))
    shell = [Path(name) for name in at_once]
    shell += [Path("games/newberry_euchre.wasm"), Path("games/newberry_euchre.json")]
    assert packed(shell) < MOST_WITHOUT_PYTHON


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def test_an_exported_site_works_under_a_path_and_without_its_server(browser: Any, tmp_path: Path) -> None:
    if not is_built():
        pytest.skip(f"the studio is not built ({COMMAND})")
    assert run(["studio", "--export", str(tmp_path / "games" / "hoyle")]) == 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    page = Page(browser)
    try:
        browser.get(f"http://127.0.0.1:{server.server_port}/games/hoyle/")
        page.wait("document.querySelectorAll('.cards-of-games li').length > 10")
        page.wait("document.documentElement.dataset.offline === 'kept'")
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    browser.get("about:blank")
    browser.get(f"http://127.0.0.1:{server.server_port}/games/hoyle/#/play/hearts")
    page.wait("document.querySelector('button.pick.legal')")
    browser.get("about:blank")
    browser.get(f"http://127.0.0.1:{server.server_port}/games/hoyle/#/write/hearts")
    page.wait("document.querySelector('.state')?.textContent === 'No errors.'")
    browser.get_log("browser")
