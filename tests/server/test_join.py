"""`hoyle join`: programs and people at a terminal, at a table of another process."""

from __future__ import annotations

import subprocess
import sys

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
        made = server.open(game="leduc_poker", chairs=[None, "random"])
        person = join(f"{server.url}t/{made['table']}#{made['chairs'][0]}", "--name", "Ann")
        out = person.communicate("nonsense\n1\nq\n", timeout=60)[0]
        assert person.returncode == 0, out
        assert "Leduc" in out
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
