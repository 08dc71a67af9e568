"""Values that may be none: a random game without warnings never fails in play because a value is none.

The games ask no player anything.  They branch on a few random players, so a handful of seeds covers many paths.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Engine, Fault
from hoyle.interpreter.lowering import lower

HEAD = """\
game "Perhaps"
players 4, partners opposite
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    dealer, lucky: player
    maker, loner: player or none
    best of each team: player or none
    steps: number
    points of each player: number
define pair means maker is not none and loner = maker
define someone means maker if maker is not none otherwise loner
"""
MAIN = """\
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    set dealer to a random player
    set lucky to a random player
"""
END = """\
    set maker, loner to dealer
    set best of each team to dealer
    if someone is not none and pair: add 1 to steps
    for p in players where p = lucky: add steps to p.points
    game over, won by the player with highest points
"""

things = st.sampled_from(["maker", "loner", "lucky.team.best", "someone"])
variables = st.sampled_from(["maker", "loner", "lucky.team.best"])
conditions = st.recursive(
    st.one_of(
        st.builds(lambda x: f"{x} is none", things),
        st.builds(lambda x: f"{x} is not none", things),
        st.builds(lambda x: f"lucky = {x}", things),
        st.sampled_from(["dealer = lucky", "pair", "dealer.left = lucky", "any p in players has p = maker"]),
    ),
    lambda inner: st.one_of(
        st.builds(lambda a, b: f"({a} and {b})", inner, inner),
        st.builds(lambda a, b: f"({a} or {b})", inner, inner),
        st.builds(lambda a: f"not ({a})", inner),
        st.builds(lambda a, x: f"({a} and {x}.points >= 0)", inner, things),
    ),
    max_leaves=3,
)
Lines = list[str]


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


simple = st.one_of(
    st.builds(lambda x: [f"set {x} to dealer"], variables),
    st.builds(lambda x: [f"if {x} is none: set {x} to lucky"], variables),
    st.builds(lambda x: [f"if {x} is not none: add 1 to {x}.points"], things),
    st.builds(lambda x: [f"add 1 to {x}.points"], things),
    st.builds(lambda x: [f"set {x} to none"], variables),
    st.builds(lambda x, y: [f"set {x} to {y}"], variables, variables),
    st.builds(lambda x: [f"set lucky to {x}.left"], things),
    st.sampled_from(
        [["set lucky to lucky.left"], ["first_phase"], ["second_phase"], ["set best of each team to none"]]
    ),
    st.builds(lambda x: [f"third_phase({x})"], variables),
    st.builds(lambda c, x: [f"if {c}: add 1 to {x}.points"], conditions, things),
)


def blocks(inner: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    return st.one_of(
        st.builds(lambda c, a: [f"if {c}", *indented(a)], conditions, inner),
        st.builds(lambda c, a, b: [f"if {c}", *indented(a), "otherwise", *indented(b)], conditions, inner, inner),
        st.builds(lambda a: ["repeat 2 times", *indented(a)], inner),
        st.builds(lambda c, a: [f"repeat at most 2 times until {c}", *indented(a), "otherwise: nothing"], conditions, inner),
        st.builds(lambda c, a: [f"for p in players until {c}", *indented(a)], conditions, inner),
        st.builds(lambda c, a: [f"for p in players where {c}", *indented(a)], conditions, inner),
        st.builds(
            lambda c, a, b: ["repeat 3 times", *indented(a), f"    if {c}", *indented(indented(b)), "        stop"],
            conditions, inner, inner,
        ),
        st.builds(lambda a, b: [*a, *b], inner, inner),
    )  # fmt: skip


bodies = st.recursive(simple, blocks, max_leaves=7)
phases = st.recursive(simple.filter(lambda lines: "phase" not in lines[0]), blocks, max_leaves=3).filter(
    lambda lines: not any("phase" in line for line in lines)
)


def written(name: str, lines: Lines) -> str:
    return "\n".join([f"phase {name}", *indented(lines)]) + "\n"


@settings(max_examples=40)
@given(bodies, phases, phases, st.booleans())
def test_a_game_without_warnings_never_lacks_a_value(body: Lines, first: Lines, second: Lines, tested: bool) -> None:
    third = ["if q is not none: add 1 to q.points"] if tested else ["add 1 to q.points"]
    text = HEAD + MAIN + "\n".join(indented(body)) + "\n" + END
    text += written("first_phase", first) + written("second_phase", second)
    text += written("third_phase(q: player or none)", third)
    loaded = load(Source("perhaps", text))
    assert {d.code for d in loaded.diagnostics if d.severity == "error"} <= {"E0303"}
    if loaded.game is None or any(d.code in ("W0421", "W0422") for d in loaded.diagnostics):
        return
    engine = Engine(lower(loaded.game))
    assert [why for seed in range(12) if "none" in (why := fault_of(engine, seed))] == [], text


def fault_of(engine: Engine, seed: int) -> str:
    """The message of the fault that ends a game, or an empty string."""
    try:
        engine.start(seed=seed)
    except Fault as fault:
        return str(fault)
    return ""


def found(defined: str, asked: str) -> set[str]:
    """The codes for a game with a define whose rows test `maker`."""
    loaded = load(
        Source("perhaps", HEAD + defined + MAIN + "    if lucky = dealer: set maker to lucky\n" + asked + END)
    )
    return {one.code for one in loaded.diagnostics} - {"W0301", "W0302"}


def test_the_guard_of_a_row_proves_that_its_value_is_not_none() -> None:
    named = "define named means\n    maker is not none -> maker\n    otherwise         -> {}\n"
    asked = "    add 1 to named.points\n"
    assert found(named.format("dealer"), asked) == found(named.format("lucky"), asked)
    assert "W0421" not in found(named.format("dealer"), asked)
    assert "W0421" in found(named.format("loner"), asked)


def test_a_row_that_never_holds_proves_nothing() -> None:
    never = "define never means\n    maker is none -> no\n    otherwise     -> no\n"
    assert "W0421" in found(never, "    if never: add 1 to maker.points\n")
