"""`hoyle join`: programs and people at a terminal, at a table of another process."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from click.testing import CliRunner

from hoyle.cli.commands.tables.join import join as command
from hoyle.interpreter.players.registry import BUILT_IN
from hoyle.server.client.bot import RemotePlayer, UnfitPlayer
from hoyle.server.client.link import NoSuchAddress, TableLink

from .serving import ServerProcess


def join(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "hoyle", "join", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def test_two_programs_play_a_game_from_what_their_seats_are_sent(tmp_path):
    server = ServerProcess(str(tmp_path / "tables.sqlite"), "--generous")
    try:
        made = server.open(game="leduc_poker")
        address = f"{server.url}t/{made['table']}#"
        players = [
            join(address + secret, "--player", name)
            for secret, name in zip(made["chairs"], ("think:quick", "random"), strict=True)
        ]
        ended = [player.communicate(timeout=90)[0] for player in players]
        assert [player.returncode for player in players] == [0, 0], ended
        status, _, text = server.ask(f"api/tables/{made['table']}/script", authorization=f"Bearer {made['door']}")
        assert status == 200
        assert "Think" in text
        assert "Random" in text
    finally:
        server.stop()


def test_a_person_answers_by_number_and_leaves(tmp_path):
    server = ServerProcess(str(tmp_path / "tables.sqlite"), "--generous")
    try:
        made = server.open(game="whist", chairs=[None, "random", "random", "random"])
        person = join(f"{server.url}t/{made['table']}#{made['chairs'][0]}", "--name", "Ann")
        out = person.communicate("nonsense\n1\nq\n", timeout=60)[0]
        assert person.returncode == 0, out
        assert "You sit at this table as Ann." in out
        assert "`nonsense`" in out
        assert out.endswith("The table is left.\n")
    finally:
        server.stop()


def test_a_name_that_the_server_dislikes_is_refused_once(tmp_path):
    server = ServerProcess(str(tmp_path / "tables.sqlite"), "--generous")
    try:
        made = server.open(game="leduc_poker", chairs=[None, "random"])
        address = f"{server.url}t/{made['table']}#{made['chairs'][0]}"
        for name in ("D. Smith", "😀", "x" * 50):
            person = join(address, "--name", name)
            out = person.communicate("", timeout=60)[0]
            assert person.returncode == 1
            assert len(out.splitlines()) == 1
    finally:
        server.stop()


class Person:
    """Somebody at a terminal of their own; what is shown there is read until some words come."""

    def __init__(self, *arguments: str) -> None:
        import pty

        self.terminal, other = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hoyle", "join", *arguments], stdin=other, stdout=other, stderr=other,
            env={**os.environ, "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "100"}, start_new_session=True,
        )  # fmt: skip
        os.close(other)
        self.text = ""

    def until(self, *words: str) -> str:
        """Wait until one of these words is shown: which.  What was shown until then is dropped."""
        until = time.monotonic() + 60
        while (found := next((one for one in words if one in self.text), None)) is None:
            assert time.monotonic() < until, self.text
            if select.select([self.terminal], [], [], 0.2)[0]:
                self.text += os.read(self.terminal, 65_536).decode()
        _, _, self.text = self.text.partition(found)
        return found

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.terminal, f"{line}\n".encode())

    def end(self) -> int:
        """Its exit code."""
        code = self.process.wait(30)
        os.close(self.terminal)
        return code


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_two_people_at_terminals_propose_agree_talk_and_read_what_a_deal_came_to(tmp_path):
    server = ServerProcess(str(tmp_path / "tables.sqlite"), "--generous")
    try:
        made = server.open(game="leduc_poker", chat="phrases")
        address = f"{server.url}t/{made['table']}#"
        ann = Person(address + made["chairs"][0], "--name", "D. Smith")
        ann.until("Another name: ")
        ann.type("Ann")
        ann.until("You sit at this table as Ann.")
        bob = Person(address + made["chairs"][1], "--name", "Ann")
        bob.until("You sit at this table as Ann2.")
        bob.until("Dealt")  # both wait for whoever is asked
        ann.until("Dealt")
        ann.type("say thank you")
        bob.until("Ann says: Thank you.")
        bob.type("give up")
        ann.until("Ann2 would like to give up.")
        ann.until("Answer with `agree` or `decline`.")
        ann.type("decline")
        bob.until("The proposal to give up was declined or withdrawn.")
        bob.type("pause")
        ann.until("The game is paused; `go on` continues it.")
        ann.type("go on")
        bob.until("The game goes on.")
        bob.type("end the game")
        ann.until("Ann2 would like to end the game.")
        bob.until("`withdraw` takes the proposal back.")
        bob.type("withdraw")
        ann.until("The proposal to end the game was declined or withdrawn.")
        ann.type("claim the rest")
        bob.until("Ann would like to claim the rest.")
        bob.type("agree")
        ann.until("You claimed the rest.")
        bob.until("Ann claimed the rest.")
        assert (ann.end(), bob.end()) == (0, 0)
        one = server.open(game="newberry_euchre", chairs=[None, "random", "random", "random"])
        dan = Person(f"{server.url}t/{one['table']}#{one['chairs'][0]}", "--name", "Dan")
        for _ in range(30):
            if dan.until("Dan> ", "Press Enter to go on. ") != "Dan> ":
                break
            dan.type("1")
        else:
            pytest.fail("it goes on without a stop")
        dan.type("")
        while dan.until("Dan> ", "Press Enter to go on. ") != "Dan> ":  # a partner may play a whole deal alone
            dan.type("")
        dan.type("q")
        dan.until("The table is left.")
        assert dan.end() == 0
    finally:
        server.stop()


def test_a_pipe_plays_on_after_what_a_deal_came_to(tmp_path):
    server = ServerProcess(str(tmp_path / "tables.sqlite"), "--generous")
    try:
        made = server.open(game="newberry_euchre", chairs=[None, "random", "random", "random"])
        person = join(f"{server.url}t/{made['table']}#{made['chairs'][0]}", "--name", "Ann", "--plain")
        out = person.communicate("1\n" * 30, timeout=120)[0]
        assert person.returncode == 0, out
        assert "Deal 1: what it came to\n" in out
        assert re.search("deal [2-9]", out), out
        assert "Press Enter" not in out
        assert "last trick: " in out
        assert "dealer" in out
    finally:
        server.stop()


@pytest.mark.parametrize("url", ["nosuch", "http://host/", "ftp://host/t/x#y", "http://host/x/y"])
def test_an_address_that_is_no_table_is_refused(url):
    with pytest.raises(NoSuchAddress):
        TableLink.to(url)


def test_the_secret_stays_out_of_the_address_that_is_asked():
    link = TableLink.to("https://host:1/t/table#secret")
    assert (link.address, link.secret) == ("wss://host:1/t/table/socket", "secret")


@pytest.mark.parametrize("name", ["sound", "learned"])
def test_a_player_that_needs_more_than_a_server_sends_is_refused_before_it_takes_a_chair(name):
    said = CliRunner().invoke(command, ["http://host/t/table#secret", "--player", name])
    assert said.exit_code == 2
    assert f"`{name}` looks at more than a server sends" in said.output


def test_all_other_players_may_play_from_afar():
    for name in BUILT_IN.keys() - {"sound", "learned"}:
        assert RemotePlayer(name).name == name
    with pytest.raises(UnfitPlayer):
        RemotePlayer("learned")
