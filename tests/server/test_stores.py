"""Both stores do the same: numbers decide races, nothing is confirmed before it is written, faults are said in words."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
from contextlib import suppress
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


def test_what_cannot_be_written_is_refused_and_stops_nobody_else(made, run):
    """Half a surrogate pair is no UTF-8."""

    async def go():
        store = made()
        await store.open(ignore)
        await store.create("t", "Whist", "zero", listed=False, awaits="people")
        found = await asyncio.wait_for(
            asyncio.gather(
                store.create("u", "Skat", "\ud800", listed=False, awaits="people"),
                store.append("t", 1, "one", "person"),
                store.create("v", "\udfff", "zero", listed=False, awaits="people"),
                store.read("\ud800"),
                return_exceptions=True,
            ),
            20,
        )
        assert [type(one) for one in found] == [StoreFailed, bool, StoreFailed, StoreFailed]
        assert str(found[0]) == "the database refused it (UnicodeEncodeError)"
        await asyncio.wait_for(store.create("w", "Skat", "zero", listed=False, awaits="people"), 20)
        assert await store.read("t") == ["zero", "one"]
        assert {one.id for one in await store.tables()} == {"t", "w"}
        await store.close()

    run(go())


def test_a_table_whose_text_is_no_utf_8_is_refused_and_others_are_opened(house, run, tmp_path):
    """With a number of 19 digits, a body is not read by orjson."""
    from hoyle.dsl.loading import rulesets
    from hoyle.server.protocol import MOST_BODY, parsed

    rules = rulesets()["leduc_poker"].read_text("utf-8")

    async def go():
        async with house.hosting(SqliteStore(tmp_path / "tables.sqlite")) as host:
            with pytest.raises(Refusal) as found:
                parsed(
                    json.dumps({"game": "mine", "text": f"{rules}\n# \ud800 1234567890123456789\n"}), "new", MOST_BODY
                )
            assert found.value.sentence == "This is not a message of the protocol: it is no JSON."
            settled = {"game": "mine", "text": f"{rules}\n# \ud800\n"}  # even if it came so far
            with suppress(Refusal):
                await asyncio.wait_for(host.open(settled), 30)
            assert (await asyncio.wait_for(host.open({"game": "leduc_poker"}), 30))["table"]

    run(go())


def test_a_fault_of_a_file_is_known_by_its_code_not_by_its_message(tmp_path):
    made: dict[int, sqlite3.Error] = {}
    for code in (
        sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_READONLY_DBMOVED,
        sqlite3.SQLITE_CORRUPT_VTAB, sqlite3.SQLITE_CONSTRAINT,
    ):  # fmt: skip
        made[code] = sqlite3.OperationalError("a full message, locked in another language")
        made[code].sqlite_errorcode, made[code].sqlite_errorname = code, "SQLITE_SOMETHING"
    assert [sqlite._why(one) for one in made.values()] == [
        "the disk is full", "another process writes to the file", "the disk cannot be written",
        "the file cannot be written", "the file is damaged", "the database refused it (SQLITE_SOMETHING)",
    ]  # fmt: skip
    with pytest.raises(sqlite3.OperationalError) as found:
        sqlite3.connect(tmp_path / "none" / "x")
    assert sqlite._why(found.value) == "the file cannot be opened"
    connection = sqlite3.connect(":memory:")
    connection.execute("create table full (locked unique)")
    connection.execute("insert into full values (1)")
    with pytest.raises(sqlite3.IntegrityError) as taken:
        connection.execute("insert into full values (1)")
    connection.close()
    assert sqlite._why(taken.value) == "the database refused it (SQLITE_CONSTRAINT_UNIQUE)"


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


def test_a_database_that_cannot_be_heard_is_said_in_words_and_nothing_stays(run, monkeypatch):
    monkeypatch.setattr("hoyle.server.store.postgres.PATIENCE", 0.2)

    class Deaf(PostgresStore):
        async def _with(self, act: Any) -> Any:  # the tables are made
            pass

        async def _connect(self):
            raise psycopg.OperationalError

    async def go():
        store = Deaf("postgresql://hoyle@127.0.0.1:1/none")
        before = asyncio.all_tasks()
        with pytest.raises(StoreFailed, match="the database cannot be heard"):
            await store.open(ignore)
        assert asyncio.all_tasks() == before
        await store.close()

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
