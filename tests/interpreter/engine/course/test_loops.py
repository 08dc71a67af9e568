"""Loops: the values of each form, when `until` is tested, and which loop `stop` leaves.

The last test generates nested loops of every form at random.  It plays them without choices and with choices at some
steps.  Loops without choices are lowered to nested statements, loops with choices to blocks.  Both must give the same
result.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Fault

REMEMBER = """
    trace: number
    x, y: number
    q: player
    seat of each player: number
"""

SEATS = "for p0 in players from q\n    set p0.seat to x\n    add 1 to x\nset x to 0\n"

NOTED = {
    # loop: the noted numbers, as digits
    "for n in 1..4\n    NOTE(n)": 1234,
    "for n in 4..1\n    NOTE(n)": 0,
    "for n in 3..3\n    NOTE(n)": 3,
    "for n in 4 down to 1\n    NOTE(n)": 4321,
    "for n in 1 down to 4\n    NOTE(n)": 0,
    "for n in {3, 1, 2, 1}\n    NOTE(n)": 3121,
    "for n in 1..9 where n mod 3 = 0\n    NOTE(n)": 369,
    "for n in 1..9 until n = 4\n    NOTE(n)": 123,
    "for n in 1..9 where n mod 2 = 0 until n > 4\n    NOTE(n)": 24,
    "for n in 9 down to 1 where n mod 2 = 1 until n < 4\n    NOTE(n)": 975,
    "for n in {5, 2, 8} where n > 4\n    NOTE(n)": 58,
    "for n in {5, 2, 8} until n = 2\n    NOTE(n)": 5,
    "for p in players\n    NOTE(p.seat + 1)": 1234,
    "for p in players from q.left\n    NOTE(p.seat + 1)": 2341,
    "for p in players from q.right where p != q\n    NOTE(p.seat + 1)": 423,
    "for p in players from q.left until p = q\n    NOTE(p.seat + 1)": 234,
    "for p in {q.left, q}\n    NOTE(p.seat + 1)": 12,
    "for p in {q.left, q} from q.left\n    NOTE(p.seat + 1)": 21,
    "for p in {q, q, q.left}\n    NOTE(p.seat + 1)": 12,
    "for p in q.left + q.right\n    NOTE(p.seat + 1)": 24,
    "for s in suits where s.color = red\n    NOTE(3 if s = hearts otherwise 2)": 23,
    "for r in ranks\n    NOTE(9 if r = 9 otherwise 2)": 29,
    "for c in top 2 of stock\n    NOTE(c.number)": 29,
    "for c in {2 of hearts, 9 of clubs}\n    NOTE(c.number)": 92,
    "for p around the table from q.left until x = 6\n    add 1 to x\n    NOTE(p.seat + 1)": 234123,
    "for p around the table from q\n    add 1 to x\n    if x > 5: stop\n    NOTE(p.seat + 1)": 12341,
    # an existing name is assigned, and after the last round it keeps the next player
    "for q around the table from q.left until x = 3\n    add 1 to x\n    NOTE(q.seat + 1)\nNOTE(q.seat + 1)": 2341,
    "let l be q\nfor l around the table from q.left until x = 2\n    add 1 to x\n    NOTE(l.seat + 1)\nNOTE(l.seat + 1)": 234,
    "for q around the table from q\n    add 1 to x\n    if x > 2: stop\n    NOTE(q.seat + 1)\nNOTE(q.seat + 1)": 123,
    "repeat 3 times\n    NOTE(7)": 777,
    "repeat 0 times\n    NOTE(7)": 0,
    "repeat x - 1 times\n    NOTE(7)": 0,
    "repeat 5 times until x = 2\n    add 1 to x\n    NOTE(x)": 12,
    "repeat until x = 3\n    add 1 to x\n    NOTE(x)": 123,
    "repeat until x = 0\n    NOTE(7)": 0,
    "repeat\n    add 1 to x\n    if x = 4: stop\n    NOTE(x)": 123,
    "repeat at most 3 times until x = 9\n    add 1 to x\n    NOTE(x)\notherwise\n    NOTE(8)": 1238,
    "repeat at most 3 times until x = 3\n    add 1 to x\n    NOTE(x)\notherwise\n    NOTE(8)": 123,
    "repeat at most 3 times until x = 2\n    add 1 to x\n    NOTE(x)\notherwise\n    NOTE(8)": 12,
    "repeat at most 0 times until x = 2\n    NOTE(x)\notherwise\n    NOTE(8)": 8,
    "repeat at most 0 times until x = 0\n    NOTE(x)\notherwise\n    NOTE(8)": 0,
    "repeat at most 3 times until x = 9\n    add 1 to x\n    if x = 2: stop\n    NOTE(x)\notherwise\n    NOTE(8)": 1,
    "repeat at most 2 times until x = 9\n    add 1 to x\n    if x = 2: stop\n    NOTE(x)\notherwise\n    NOTE(8)": 1,
    # nested loops: `stop` leaves the innermost
    "for n in 1..3\n    for m in 1..3\n        if m = 2: stop\n        NOTE(n)\n    NOTE(9)": 192939,
    "for n in 1..3\n    if n = 2: stop\n    for m in 1..2\n        NOTE(m)": 12,
    "repeat 2 times\n    repeat at most 2 times until x = 9\n        NOTE(1)\n    otherwise\n        stop\n    NOTE(5)": 11,
    # the set of a loop is fixed at the start
    "set y to 3\nfor n in 1..y\n    set y to 9\n    NOTE(n)": 123,
    "for n in x..3 where n > x\n    set x to 2\n    NOTE(n)": 123,
    "for n in {x, x + 1} where n = x\n    set x to 1\n    NOTE(n + 1)": 1,
    "for p in players where p.seat > x\n    set x to 2\n    NOTE(p.seat)": 123,
    "for c in top 3 of stock where c in stock\n    move top 2 of stock to heap\n    NOTE(c.number)": 929,
    "repeat x + 2 times\n    add 1 to x\n    NOTE(x)": 12,
    # assigning the name does not change the loop
    "for n in 1..3\n    set n to 3\n    NOTE(n)": 333,
    "for n in 3 down to 1\n    set n to 3\n    NOTE(n)": 333,
    "for p in players\n    set p to q\n    NOTE(p.seat + 1)": 1111,
    "for n in {1, 2, 3}\n    set n to 1\n    NOTE(n)": 111,
}


def written(loops: str, ask: bool) -> str:
    """The loops with every `NOTE(e)` replaced by an assignment, inside a choice if `ask` is true."""
    out: list[str] = []
    for line in loops.splitlines():
        head, note, value = line.partition("NOTE(")
        if not note:
            out.append(line)
            continue
        value = value.removesuffix(")")
        if ask:
            out += [f"{head}q chooses", f'{head}    "on"', f"{head}        set trace to trace * 10 + {value}"]
        else:
            out.append(f"{head}set trace to trace * 10 + {value}")
    return "\n".join(out)


@pytest.mark.parametrize("loops", NOTED)
def test_loops_with_and_without_choices(play, loops) -> None:
    for ask in (False, True):
        table = play(SEATS + written(loops, ask), remember=REMEMBER, deck="2 9")
        while not table.over:
            table.choose("on")
        assert table.var("trace") == NOTED[loops]


@dataclass
class Writing:
    """Generates random loops: the lines so far, the names in scope, and the number of names."""

    draw: st.DrawFn
    lines: list[str]
    made: int = 0

    def pick(self, *values: str) -> str:
        return self.draw(st.sampled_from(values))

    def condition(self, names: list[str]) -> str:
        number = self.pick(*names, "x")
        return self.pick(
            f"x mod 3 = {self.pick('0', '1')}", "x > 7", "y < 3", f"{number} = {self.pick('0', '1', '2')}",
            f"{number} + x > {self.pick('2', '5')}", "no", f"({number} = x or y > 2)",
        )  # fmt: skip

    def block(self, margin: int, depth: int, names: list[str], loops: int) -> None:
        for _ in range(self.draw(st.integers(1, 3))):
            self.statement(margin, depth, names, loops)

    def line(self, margin: int, text: str) -> None:
        self.lines.append("    " * margin + text)

    def statement(self, margin: int, depth: int, names: list[str], loops: int) -> None:
        kinds = ["note", "note", "add"] + ["stop"] * (loops > 0) + ["if", "loop", "loop"] * (depth > 0)
        match self.pick(*kinds):
            case "note":
                self.line(margin, f"NOTE({self.pick(*names, 'x')})")
            case "add":
                self.line(margin, self.pick("add 1 to x", "add 2 to x", "set y to (y + 1) mod 5", "set y to x mod 4"))
            case "stop":
                self.line(margin, f"if {self.condition(names)}: stop")
            case "if":
                self.line(margin, f"if {self.condition(names)}")
                self.block(margin + 1, depth - 1, names, loops)
                if self.draw(st.booleans()):
                    self.line(margin, "otherwise")
                    self.block(margin + 1, depth - 1, names, loops)
            case _:
                self.loop(margin, depth, names, loops)

    def loop(self, margin: int, depth: int, names: list[str], loops: int) -> None:
        self.made += 1
        n, inner, otherwise = f"n{self.made}", names, False
        low, high = self.pick("0", "1", "x", "y"), self.pick("2", "3", "y + 1")
        match self.pick("range", "down", "list", "players", "some", "around", "times", "until", "most"):
            case "range" | "down" | "list" as kind:
                over = {"range": f"{low}..{high}", "down": f"{high} down to {low}", "list": f"{{{high}, {low}, 1}}"}
                head, inner = f"for {n} in {over[kind]}", [*names, n]
                head += f" where {self.condition(inner)}" if self.draw(st.booleans()) else ""
                head += f" until {self.condition(inner)}" if self.draw(st.booleans()) else ""
            case "players" | "some" as kind:
                over = {"players": "players", "some": "{q, q.left, q.right}"}
                head, inner = f"for {n} in {over[kind]}", [*names, f"{n}.seat"]
                head += " from q.left" if self.draw(st.booleans()) else ""
                head += f" where {self.condition(inner)}" if self.draw(st.booleans()) else ""
                head += f" until {self.condition(inner)}" if self.draw(st.booleans()) else ""
            case "around":
                head, inner = f"for {n} around the table from q.left until x > 9", [*names, f"{n}.seat"]
            case "times":
                head = f"repeat {high} times" + (f" until {self.condition(names)}" if self.draw(st.booleans()) else "")
            case "until":
                head = "repeat until x > 9"
            case _:
                head, otherwise = f"repeat at most {high} times until {self.condition(names)}", True
        self.line(margin, head)
        if head.endswith("until x > 9"):
            self.line(margin + 1, "add 1 to x")
        self.block(margin + 1, depth - 1, inner, loops + 1)
        if otherwise:
            self.line(margin, "otherwise")
            self.block(margin + 1, depth - 1, names, loops)


@st.composite
def some_loops(draw: st.DrawFn) -> str:
    writing = Writing(draw, [])
    writing.loop(0, 3, ["y"], 0)
    writing.block(0, 2, ["x"], 0)
    return "\n".join(writing.lines)


def hashed(loops: str, ask: list[bool]) -> str:
    """The loops with every `NOTE(e)` replaced by an assignment; `ask` says which of them are inside a choice."""
    out: list[str] = []
    for line in loops.splitlines():
        head, note, value = line.partition("NOTE(")
        if note:
            statement = f"set trace to (trace * 31 + 7 * {value.removesuffix(')')} + 1) mod 1000003"
            asked = ask[len(out) % len(ask)]
            out += (
                [f"{head}q chooses", f'{head}    "on"', f"{head}        {statement}"] if asked else [head + statement]
            )
        else:
            out.append(line)
    return "\n".join(out)


@settings(max_examples=12)
@given(some_loops(), st.lists(st.booleans(), min_size=1, max_size=7))
def test_nested_statements_and_blocks_give_the_same_result(play, loops, ask) -> None:
    ends: set[tuple[int, ...]] = set()
    for form in ([False], ask if any(ask) else [True]):
        table = play(SEATS + hashed(loops, form), remember=REMEMBER, deck="2")
        for _ in range(400):
            if table.over:
                break
            table.choose("on")
        else:
            return
        ends.add((table.var("trace"), table.var("x"), table.var("y")))
    assert len(ends) == 1


@pytest.mark.parametrize("ask", [False, True])
@pytest.mark.parametrize(
    "head", ["for n{i} in 1..1", "if x = 0", "repeat 1 times", "for n{i} in players where n{i} = q"]
)
def test_thirty_nested_statements(play, head, ask) -> None:
    """Python allows only twenty nested loops."""
    lines = ["    " * i + head.format(i=i) for i in range(30)] + ["    " * 30 + "NOTE(3)"]
    table = play(written("\n".join(lines) + "\nNOTE(4)", ask), *["on"] * 2 * ask, remember=REMEMBER)
    assert table.over
    assert table.var("trace") == 34


def test_twenty_names_in_one_choice(play) -> None:
    over = ", ".join(f"n{i} in {'1..2' if i in (3, 19) else '1..1'}" for i in range(20))
    label = " ".join(f"{{n{i}}}" for i in range(20))
    table = play(
        f'q chooses\n    "{label}" for {over} where n3 >= n19\n        set trace to n3 * 10 + n19', remember=REMEMBER
    )
    assert [label.count("2") for label in table.labels] == [0, 1, 2]
    table.choose(table.labels[1])
    assert table.var("trace") == 21


def limit_work(monkeypatch, units: int) -> None:
    for executor in ("engine.python.statements", "engine.guards", "wasm.writing.statements", "wasm.writing.folds"):
        monkeypatch.setattr(f"hoyle.interpreter.{executor}.WORK_LIMIT", units)


@pytest.mark.parametrize("head", ["repeat 100 times", "for p{i} in players", "for n{i} in 1..9"])
def test_nested_bounded_loops_have_the_limit_of_endless_loops(play, monkeypatch, head) -> None:
    """The limit counts the rounds of all loops together.  A few nested loops stay below it."""
    for executor in ("engine.python.statements", "engine.guards", "wasm.module"):
        monkeypatch.setattr(f"hoyle.interpreter.{executor}.STEP_LIMIT", 3000)
    limit_work(monkeypatch, 30_000)

    def nested(depth: int) -> str:
        return "\n".join("    " * i + head.format(i=i) for i in range(depth)) + "\n" + "    " * depth + "set x to 1"

    with pytest.raises(Fault) as fault:
        play(nested(8), remember=REMEMBER)
    assert fault.value.code == "E1205"
    assert play(nested(1), remember=REMEMBER).over


def test_a_loop_may_have_as_many_rounds_as_the_limit(play, monkeypatch) -> None:
    for executor in ("engine.python.statements", "engine.guards", "wasm.module"):
        monkeypatch.setattr(f"hoyle.interpreter.{executor}.STEP_LIMIT", 100)
    limit_work(monkeypatch, 1_000)
    main = "repeat {} times\n    add 1 to x"
    assert play(main.format(100), remember=REMEMBER).var("x") == 100
    with pytest.raises(Fault) as fault:
        play(main.format(101), remember=REMEMBER)
    assert fault.value.code == "E1205"


@pytest.mark.parametrize("domain", ["1..100", "stock", "1..x + 100"])
@pytest.mark.parametrize("form", ["a phrase", "a define"])
def test_phrases_inside_each_other_have_a_limit_too(play, monkeypatch, domain, form) -> None:
    limit_work(monkeypatch, 30_000)

    def nested(depth: int) -> str:
        inner = f"(number of n{depth} in {domain} where n{depth} != n0) > 0" if form == "a phrase" else "met(x)"
        heads = "".join(f"(number of n{i} in {domain} where " for i in range(depth))
        return f"if {heads}{inner}{') > 0' * depth}: set x to 1"

    defines = f"define met(k: number) means (number of m in {domain} where k = 0) > 0"
    with pytest.raises(Fault) as fault:
        play(nested(4), remember=REMEMBER, more=defines)
    assert fault.value.code == "E1205"
    assert "elements of sets inside each other" in fault.value.message
    assert play(nested(1), remember=REMEMBER, more=defines).over


def test_work_is_counted_anew_for_each_question(play, monkeypatch) -> None:
    """Looking at the options again and again is no work, nor are the choices before."""
    limit_work(monkeypatch, 1_000)
    where = "(number of n in 1..100 where (number of m in 1..9 where m = n) = 0) > 0"
    table = play(f'repeat 9 times\n    q chooses\n        "a" if {where}\n        "b"', remember=REMEMBER)
    for _ in range(9):
        for _ in range(30):
            assert table.labels == ["a", "b"]
        table.choose("a")
    assert table.over


def test_long_pieces_of_code_count_for_more(play, monkeypatch) -> None:
    limit_work(monkeypatch, 10_000)
    long = " + ".join(f"f{{}}(x + {i})" for i in range(9))
    defines = "define f0(k: number) means k * 2 - k\n"
    defines += "".join(
        f"define f{i + 1}(x: number) means {long.format(*[i] * 9)}\n".replace("(x", "(k") for i in range(3)
    )
    main = "repeat {} times\n    set x to f{}(1) - f{}(1)"
    assert play(main.format(100, 0, 0), remember=REMEMBER, more=defines).over
    with pytest.raises(Fault) as fault:
        play(main.format(100, 3, 3), remember=REMEMBER, more=defines)
    assert fault.value.code == "E1205"
