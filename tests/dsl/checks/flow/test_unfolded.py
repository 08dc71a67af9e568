"""Rules that are short but endless once every call is written out: the size is computed, and none of it is built."""

from __future__ import annotations

import pytest

from hoyle.dsl.checked import CallDefine, CheckedGame, DefineSymbol, Expr, LocalRef, LocalSymbol
from hoyle.dsl.checks.flow.unfolded import MOST_PARTS, MOST_PHRASES, UnfoldedSizes
from hoyle.dsl.limits import MOST_FORMS
from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.traversal import defines_in_order, of_define, parts

from ....small_rules import small_rules

BAR = "\n                "
DEEP = 45


def game(defines: str = "", act: str = "add 1 to p.points", phases: str = "", shapes: str = "") -> Source:
    return Source("deep.hoyle", small_rules(players="2", head=shapes, defines=defines, act=act, tables=phases))


def errors(source: Source) -> list[Diagnostic]:
    return [d for d in load(source).diagnostics if d.severity == "error"]


def chain(first: str, more: str, depth: int) -> str:
    return "\n".join((first, *(more.format(this=i + 1, last=i) for i in range(depth)))) + "\n"


def defines(depth: int) -> Source:
    made = chain(
        "define f0(p: player) means p.points", "define f{this}(p: player) means f{last}(p) + f{last}(p.left)", depth
    )
    return game(made, f"add f{depth}(p) to p.points")


def conditions(depth: int) -> Source:
    made = chain(
        "define f0(p: player) means p.points > 3",
        "define f{this}(p: player) means f{last}(p) and f{last}(p.left)",
        depth,
    )
    return game(made, f"if f{depth}(p): add 1 to p.points")


def tables(depth: int) -> Source:
    made = chain(
        "table f0(p: player): number\n    p.points > 3 -> 1\n    otherwise -> 2",
        "table f{this}(p: player): number\n    f{last}(p) > 1 -> 1\n    otherwise -> f{last}(p.left)",
        depth,
    )
    return game(made, f"add f{depth}(p) to p.points")


def lets(depth: int) -> Source:
    made = [f"let x{i + 1} be x{i} + x{i}" for i in range(depth)]
    return game(act=BAR.join(("let x0 be p.points", *made, f"add x{depth} to p.points")))


def arguments(depth: int) -> Source:
    """The define reads its parameter twice."""
    depth = min(depth, 20)  # brackets are limited too
    return game("define twice(k: number) means k + k", f"add {'twice(' * depth}p.points{')' * depth} to p.points")


def phases(depth: int) -> Source:
    made = chain("phase a0\n    shuffle stock", "phase a{this}\n    a{last}\n    a{last}", depth)
    return game(act=f"a{depth}", phases=made)


def asking_phases(depth: int) -> Source:
    made = chain(
        'phase a0(p: player)\n    p chooses\n        "x"\n        "y"',
        "phase a{this}(p: player)\n    a{last}(p)\n    a{last}(p.left)",
        depth,
    )
    return game(act=f"a{depth}(p)", phases=made)


def action_tables(depth: int) -> Source:
    made = chain(
        "table a0\n    highest points > 3 -> shuffle stock\n    otherwise -> nothing",
        "table a{this}\n    highest points > 3 -> a{last}, a{last}\n    otherwise -> nothing",
        depth,
    )
    return game(act=f"a{depth}", phases=made)


KINDS = (defines, conditions, tables, lets, arguments, phases, asking_phases, action_tables)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_exponential_rules_is_an_error_with_its_place(kind) -> None:
    source = kind(DEEP)
    (found,) = errors(source)
    assert found.code == "E0118"
    assert "parts when everything it calls is written out" in found.message
    assert f"there may be {MOST_PARTS:,} at most" in found.message
    assert found.span.source is source
    assert "call the others less often" in found.help
    assert load(kind(3)).game is not None


def test_the_part_that_goes_beyond_the_limit_is_reported() -> None:
    depth = next(i for i in range(DEEP) if errors(defines(i)))
    (found,) = errors(defines(DEEP))
    assert found.span.text == f"f{depth}"
    (found,) = errors(lets(DEEP))
    assert found.span.text.startswith("let x")


def test_a_shape_has_each_form_once_and_not_too_many() -> None:
    same = chain("shape s0: 3 cards of one rank", "shape s{this}: s{last} or s{last}", DEEP)
    loaded = load(game(act=f"if p.hand is a s{DEEP}: add 1 to p.points", shapes=same))
    assert loaded.game is not None
    more = chain("shape s0: 3 cards of one rank", "shape s{this}: s{last} or s{last}, 2 wild", 1)
    many = "shape t: " + " or ".join(f"{i + 1} cards of one suit" for i in range(MOST_FORMS + 1)) + "\n"
    (found,) = errors(game(shapes=more + many))
    assert (found.code, found.span.text) == ("E0118", "t")


def phrases(depth: int) -> Source:
    heads = "".join(f"(number of c{i} in p.hand where " for i in range(depth))
    return game(act=f"if {heads}c0 = c{depth - 1}{') > 1' * depth}: add 1 to p.points")


def test_phrases_inside_each_other_are_limited() -> None:
    assert not errors(phrases(MOST_PHRASES))
    (found,) = errors(phrases(MOST_PHRASES + 1))
    assert (found.code, found.message) == (
        "E0117",
        f"`main` goes more than {MOST_PHRASES} levels deep through phrases about sets inside each other",
    )


# ------------------------------------------------------------------------------ the size against the text written out


def written_out(e: Expr, names: dict[LocalSymbol, tuple[Expr, dict]]) -> int:
    """The number of parts of an expression, found by following each call and each name."""
    if isinstance(e, LocalRef):
        return written_out(*names[e.local]) if e.local in names else 1
    if not isinstance(e, CallDefine):
        return 1 + sum(written_out(part, names) for part in parts(e))
    given = {param: (arg, names) for param, arg in zip(e.define.params, e.args, strict=True)}
    read: set[LocalSymbol] = set()
    size = 1 + define_size(e.define, given, read)
    unread = [arg for param, arg in zip(e.define.params, e.args, strict=True) if param not in read]
    return size + sum(written_out(arg, names) for arg in unread)


def define_size(define: DefineSymbol, names: dict, read: set[LocalSymbol]) -> int:
    own = dict(names) | {let.local: (let.value, names) for let in define.lets}
    values = {id(let.value) for let in define.lets}
    for e in of_define(define):
        _reads(e, read)
    return sum(written_out(e, own) for e in of_define(define) if id(e) not in values)


def _reads(e: Expr, read: set[LocalSymbol]) -> None:
    if isinstance(e, LocalRef):
        read.add(e.local)
    for part in parts(e):
        _reads(part, read)


@pytest.mark.parametrize("name", ["texas_holdem", "cribbage", "schafkopf", "skat", "newberry_euchre"])
def test_the_size_is_that_of_the_rules_written_out(name: str) -> None:
    checked: CheckedGame | None = load(name).game
    assert checked is not None
    sizes = UnfoldedSizes()
    for define in defines_in_order(checked):
        size = sizes.add_define(define)
        plain = not any(type(e).__name__ == "ValueOf" for e in _everything(define))
        if plain and not define.lets:
            assert size.parts == define_size(define, {}, set())


def _everything(define: DefineSymbol) -> list[Expr]:
    found, waiting = [], list(of_define(define))
    while waiting:
        e = waiting.pop()
        found.append(e)
        waiting += parts(e)
        if isinstance(e, CallDefine):
            waiting += of_define(e.define)
    return found
