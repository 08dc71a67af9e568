"""Both stores do the same: numbers decide races, nothing is confirmed before it is written, faults are said in words."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.server.refusals import Refusal
from hoyle.server.store import StoreFailed, sqlite
from hoyle.server.store.sqlite import AddedEntry, SqliteStore

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'hoyle[serve]'")

from hoyle.server.store.postgres import PostgresStore  # noqa: E402 - it needs psycopg

_names = (f"db{number}" for number in itertools.count())


@pytest.fixture(params=["sqlite", "postgres"])
def made(request, tmp_path):
    """A function that makes stores of the same tables."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "tables.sqlite")
    cluster = request.getfixturevalue("cluster")
    address = cluster.database(next(_names))
    return lambda: PostgresStore(address, 4)


async def refused(playing) -> Refusal:
    with pytest.raises(Refusal) as found:
        await playing
    return found.value


def ignore(*_) -> None:
    pass


def test_what_is_written_is_read_in_its_order(made, run):
    async def go():
        store = made()
        await store.open(ignore)
        await store.create("t", "Whist", "zero", listed=True, awaits="people")
        await store.create("u", "Skat", "zero", listed=False, awaits="program")
        assert await asyncio.gather(*(store.append("t", number, f"e{number}", "person") for number in range(1, 50)))
        assert await store.read("t") == ["zero", *(f"e{number}" for number in range(1, 50))]
        assert await store.read("t", 48) == ["e48", "e49"]
        assert await store.read("nothing") == []
        assert await store.count() == 2
        assert [one.id for one in await store.tables(listed=True)] == ["t"]
        assert [one.id for one in await store.tables(awaits="program")] == ["u"]
        assert {one.id: one.count for one in await store.tables()}["t"] == 50
        await store.close()
        again = made()
        await again.open(ignore)
        assert len(await again.read("t")) == 50
        await again.close()

    run(go())


def test_one_writer_gets_each_number(made, run):
    async def go():
        store = made()
        await store.open(ignore)
        await store.create("t", "Whist", "zero", listed=False, awaits="people")
        won = await asyncio.gather(*(store.append("t", 1, f"by {number}", "person") for number in range(20)))
        assert sum(won) == 1
        assert await store.read("t", 1) == [f"by {won.index(True)}"]
        await store.close()

    run(go())


def test_a_full_disk_refuses_in_words_and_loses_nothing(run, tmp_path, house):
    """The file may not grow any more, as on a disk that is full."""

    async def go():
        store = SqliteStore(tmp_path / "tables.sqlite")
        async with house.hosting(store) as host:
            made, clients = await house.seated(host, {"game": "cribbage"})
            await house.play(clients, Random(1), most=6)
            table = await host.table(made["table"])
            before = await store.read(made["table"])

            def bounded(connection: sqlite3.Connection) -> None:
                connection.execute(f"pragma max_page_count = {connection.execute('pragma page_count').fetchone()[0]}")

            await store._written(
                lambda connection: (connection.execute("commit"), bounded(connection), connection.execute("begin"))
            )
            found = await refused(house.play(clients, Random(2), most=3000))
            assert found.code == "S50"
            assert "the disk is full" in found.sentence
            after = await store.read(made["table"])
            assert after[: len(before)] == before
            assert len(after) == table.record.count  # nothing counts that is not written
            await store._written(
                lambda connection: (
                    connection.execute("commit"),
                    connection.execute("pragma max_page_count = 100000"),
                    connection.execute("begin"),
                )
            )
            assert await house.play(clients, Random(3), most=2) == 2  # and it goes on when there is room

    run(go())


def test_a_file_that_is_no_store_is_refused(run, tmp_path):
    async def go():
        path = tmp_path / "x"
        path.write_bytes(b"this is no database at all" * 100)
        with pytest.raises(StoreFailed):
            await SqliteStore(path).open(ignore)
        with pytest.raises(StoreFailed):
            await SqliteStore(tmp_path).open(ignore)
        newer = tmp_path / "newer"
        with sqlite3.connect(newer) as connection:
            connection.execute("pragma user_version = 99")
        connection.close()
        with pytest.raises(StoreFailed, match="another version"):
            await SqliteStore(newer).open(ignore)

    run(go())


# -------------------------------------------------------------------------------------------------- two processes


def test_one_table_through_two_servers(cluster, house, run):
    """Two chairs at each of two servers with one database: a whole game, and both have the same record."""
    address = cluster.database(next(_names))

    async def go():
        async with house.hosting(PostgresStore(address)) as one, house.hosting(PostgresStore(address)) as two:
            made = await one.open({"game": "newberry_euchre", "pace": 0, "options": {"target": "5"}})
            clients = [
                await house.Client(host, made["table"], secret).come(f"Player {number + 1}")
                for number, (host, secret) in enumerate(zip((one, two, one, two), made["chairs"], strict=True))
            ]
            await house.play(clients, Random(7))
            for client in clients:
                await client.until(lambda client=client: client.shown["phase"] == "over")
            first, second = await one.table(made["table"]), await two.table(made["table"])
            assert first.record.game == second.record.game
            assert await first.script(made["door"]) == await second.script(made["door"])

    run(go())


def test_programs_of_two_servers_choose_once(cluster, house, run):
    """Both servers let the program think; the number lets one answer count."""
    address = cluster.database(next(_names))

    async def go():
        async with house.hosting(PostgresStore(address)) as one, house.hosting(PostgresStore(address)) as two:
            made = await one.open({"game": "cribbage", "pace": 0, "chairs": [None, "random"]})
            ann = await house.Client(one, made["table"], made["chairs"][0]).come("Ann")
            await house.Client(two, made["table"]).come()  # watches at the other server
            await house.play([ann], Random(1), most=25)
            record = (await one.table(made["table"])).record
            questions = [move.question for _, move in record.game.moves]
            assert len(questions) == len(set(questions))

    run(go())


def test_a_database_that_is_restarted_loses_no_choice_and_makes_none_twice(cluster, house, run, monkeypatch):
    monkeypatch.setattr("hoyle.server.store.postgres.PATIENCE", 60)
    address = cluster.database(next(_names))

    async def go():
        async with house.hosting(PostgresStore(address, 2)) as host:
            made, clients = await house.seated(host, {"game": "cribbage"})
            random = Random(3)
            made_choices = await house.play(clients, random, most=5)
            for mode in ("fast", "immediate"):
                stopping = asyncio.create_task(asyncio.to_thread(cluster.stop, mode))
                choosing = asyncio.create_task(house.play(clients, random, most=6))
                await stopping
                await asyncio.to_thread(cluster.start)
                made_choices += await choosing
            table = await host.table(made["table"])
            texts = await host.store.read(made["table"])
            assert len(texts) == table.record.count
            moves = table.record.game.moves
            assert made_choices - 2 <= len(moves) <= made_choices
            assert len({move.question for _, move in moves}) == len(moves)

    run(go())


def test_a_database_that_is_gone_is_said_in_words(cluster, run, monkeypatch):
    monkeypatch.setattr("hoyle.server.store.postgres.PATIENCE", 0.2)

    async def go():
        with pytest.raises(StoreFailed, match="cannot be reached"):
            await PostgresStore("postgresql://hoyle@127.0.0.1:1/none").open(ignore)

    run(go())


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6)
ADDED = st.builds(AddedEntry, st.sampled_from(["t", "u", "v"]), st.integers(0, 2), TEXTS, TEXTS, st.integers(0, 2**53))


def stored(acts: list[AddedEntry], together: bool) -> tuple[list[object], list[tuple[object, ...]]]:
    """What the writers of some entries are reported, and what is stored then."""
    connection, reported = sqlite3.connect(":memory:", isolation_level=None), list[object]()
    connection.executescript(sqlite._MADE)
    for id in "tuv":
        connection.execute("insert into tables values (?, 'Whist', 0, 1, '', 0, 0)", (id,))

    class Reporting(SqliteStore):
        def _answer(self, answers: list[tuple[Any, Any]]) -> None:
            reported.extend(result for _, result in answers)

    store = Reporting(Path("unused"))
    for some in [acts] if together else [[one] for one in acts]:
        store._together(connection, [(act, cast("Any", None)) for act in some])
    rows = [*connection.execute("select * from entries order by 1, 2"), *connection.execute("select * from tables")]
    return reported, rows


@given(st.lists(ADDED, max_size=6))
def test_entries_added_together_are_stored_as_one_by_one(acts):
    assert stored(acts, together=True) == stored(acts, together=False)
