"""The printer and the formatter: the printed text parses to the same tree, and formatting twice equals formatting once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.shapes.shape import FieldShape, ListShape, NodeShape, WordShape, slots
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.layout import scan
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.declarations import OutLine, print_tree
from hoyle.dsl.syntax.printer.formatter import format_source
from hoyle.dsl.syntax.tables import tables

ROOT = Path(__file__).resolve().parents[3]

# ------------------------------------------------------------------------------------------------- trees of all kinds

NUMBERS = st.builds(n.Number, st.integers(0, 2**31 - 1))
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters='"{}') | st.just(" "))
# Without regular expressions and filters: Hypothesis describes these at length, over and over, in nested strategies.
SMALL, LETTERS, DIGITS = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
PLAIN = st.builds(str.__add__, st.sampled_from(SMALL), st.text(SMALL + DIGITS + "_", max_size=5)).map(
    lambda text: text + "_" if text in tables().words else text
)
NAME = st.builds(n.Name, PLAIN | st.sampled_from(["cards", "suit", "team", "trick"]))
ANY_NAME = st.builds(n.Name, PLAIN | st.sampled_from(sorted(tables().words)))
REF = st.builds(n.Ref, PLAIN)
RANK = st.builds(
    n.Rank, st.builds(str.__add__, st.sampled_from(LETTERS), st.text(LETTERS + SMALL + DIGITS, max_size=3))
)
ANY_RANK = RANK | st.builds(n.Rank, st.integers(0, 20).map(str))
CITES = st.none() | st.builds(
    n.Citation,
    st.lists(
        st.builds(
            n.FromSource,
            st.none() | NAME,
            st.lists(st.builds(n.Lines, st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=2).map(tuple),
        ),
        min_size=1,
        max_size=2,
    ).map(tuple),
)


def several(strategy: st.SearchStrategy, least: int = 1, most: int = 3) -> st.SearchStrategy:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


def attributes(inner: st.SearchStrategy, args: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(n.Attribute, inner, ANY_NAME, st.none() | args)


def larger(x: st.SearchStrategy) -> st.SearchStrategy:
    """Expressions one level larger than `x`."""
    domains = (
        x
        | st.builds(n.Range, x, x, st.integers(1, 9))
        | st.builds(n.DownTo, x, x, st.integers(1, 9))
        | st.builds(n.CardsOf, x, st.none() | x, x)
        | x.flatmap(lambda count: st.builds(n.CardsOf, st.just(count), st.just(count), x))
    )
    some = st.builds(n.Some, NAME, domains)
    which = st.sampled_from(["total", "highest", "lowest"])
    maybe = st.none() | x
    args = several(x)
    operators = "or and = != < <= > >= + - except * / mod beats follows".split()  # noqa: SIM905 (reads like the grammar)
    return (
        attributes(x, args)
        | st.builds(n.SetOf, args)
        | st.builds(n.Binary, st.sampled_from(operators), x, x)
        | st.builds(n.Unary, st.sampled_from(["not", "-"]), x)
        | st.builds(n.Is, x, st.sampled_from(["none", "empty", "joker"]).map(n.Name), st.booleans())
        | st.builds(n.Is, x, NAME, st.booleans(), st.just(True))
        | st.builds(n.In, x, x | st.builds(n.Range, x, x), st.booleans())
        | st.builds(n.Extreme, which, NAME, maybe, st.booleans())
        | st.builds(n.Gained, REF | st.builds(n.Attribute, x, ANY_NAME, st.none()))
        | st.builds(n.ExtremeFor, which, x, some, maybe)
        | quantified(some, x)
        | quantified(some, x).map(lambda inner: n.Quantified(inner.which, inner.some, inner, True))
        | st.builds(n.NumberWhere, some, x)
        | st.builds(n.NumberWhere, some, x).map(lambda inner: n.NumberWhere(inner.some, inner, True))
        | st.builds(n.RandomThing, st.just("card"), x)
        | st.builds(n.RandomThing, NAME.map(lambda name: name.text), st.none(), x)
        | st.one_of([by_shape(kind, x, some) for kind in get_args(n.Expr) if kind not in BY_HAND])
    )


def quantified(some: st.SearchStrategy, x: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(n.Quantified, st.sampled_from(["any", "every"]), some, x)


BY_HAND = {
    *(n.Number, n.Rank, n.Word, n.Ref, n.NumberOfPlayers, n.Attribute, n.SetOf, n.Binary, n.Unary, n.Is, n.In),
    *(n.Extreme, n.Gained, n.ExtremeFor, n.RandomThing, n.Quantified, n.NumberWhere),
}
"""Expression classes whose fields hold only certain values.

All others are generated from the types of their fields.
"""


def by_shape(kind: type, x: st.SearchStrategy, some: st.SearchStrategy) -> st.SearchStrategy:
    """Expressions of a class with any values that its fields allow."""
    return st.builds(kind, *(of_slot(slot, x, some) for slot in slots(kind)))


def of_slot(slot: FieldShape, x: st.SearchStrategy, some: st.SearchStrategy) -> st.SearchStrategy:
    match slot.shape:
        case NodeShape((n.Name,)):
            made = NAME
        case NodeShape((n.Rank,)):
            made = ANY_RANK
        case NodeShape((n.Some,)):
            made = some
        case NodeShape():
            made = x
        case ListShape():
            made = several(x)
        case WordShape(words):
            made = st.sampled_from(words)
        case shape:
            raise AssertionError(f"{slot.name}: no example of {shape}; make the class by hand")
    return made if slot.required else st.none() | made


LEAVES = (
    NUMBERS
    | RANK
    | REF
    | st.builds(n.Word, st.sampled_from(["yes", "no", "none", "players"]))
    | st.just(n.NumberOfPlayers())
    | st.just(n.RandomThing("player", None))
)
EXPR = st.recursive(LEAVES, larger, max_leaves=12)
SOMES = st.builds(n.Some, NAME, EXPR | st.builds(n.Range, EXPR, EXPR) | st.builds(n.CardsOf, EXPR, st.none(), EXPR))
VALUE = NUMBERS | st.builds(n.Word, st.sampled_from(["yes", "no", "none"])) | REF
TYPE = (
    st.just(n.NumberType(None, None))
    | st.builds(n.NumberType, st.integers(0, 99), st.integers(0, 99))
    | st.builds(n.OneOf, several(VALUE))
)
OWNER = st.none() | st.sampled_from(["player", "team"])
PATH = st.recursive(REF, lambda inner: st.builds(n.Attribute, inner, ANY_NAME), max_leaves=3)
PLACE = st.recursive(REF, lambda inner: attributes(inner, several(LEAVES)), max_leaves=3)
TARGET = st.builds(n.Target, PLACE, OWNER)
PARAMS = several(st.builds(n.Param, NAME, TYPE), 0)

MAYBE = st.none() | EXPR
ACTIONS = (
    st.builds(n.Set, several(TARGET), EXPR, cite=CITES)
    | st.builds(n.Change, st.sampled_from(["add", "subtract"]), EXPR, TARGET, cite=CITES)
    | st.builds(n.Gather, PATH, cite=CITES)
    | st.builds(n.GatherInOrder, PATH, cite=CITES)
    | st.builds(n.Cut, PATH, cite=CITES)
    | st.builds(n.Shuffle, PATH, cite=CITES)
    | st.builds(n.Deal, st.booleans(), several(EXPR), EXPR, TARGET, MAYBE, cite=CITES)
    | st.builds(n.Move, EXPR, TARGET, cite=CITES)
    | st.builds(n.Show, EXPR, MAYBE, cite=CITES)
    | st.builds(n.Call, NAME, several(EXPR, 0), cite=CITES)
    | st.builds(n.Nothing, cite=CITES)
)
AWARD = st.builds(n.Award, st.sampled_from(["highest", "lowest"]), NAME, EXPR) | st.builds(
    n.Award, st.just("who"), st.none(), EXPR
)


def clauses(trick: n.PlayTrick) -> st.SearchStrategy:
    """A trick with what its clauses may say besides."""
    exceptions = st.builds(n.FollowException, NAME, EXPR) if trick.rule == "following suit" else st.none()
    awards = AWARD if trick.winner is not None else st.none()
    return st.builds(
        lambda e, a, s: replace(trick, exception=e, award=a, stand_in=s),
        *(st.none() | exceptions, st.none() | awards, st.none() | st.builds(n.StandIn, EXPR, EXPR)),
    )


LETS = st.builds(n.Let, NAME, EXPR, cite=CITES)
SIMPLE = (
    ACTIONS
    | LETS
    | st.builds(n.Stop, cite=CITES)
    | st.builds(n.Again, NAME, cite=CITES)
    | st.builds(n.TurnedRound, cite=CITES)
    | st.builds(
        n.PlayTrick,
        NAME,
        NAME,
        EXPR,
        MAYBE,
        st.sampled_from(["following suit", "any card"]),
        several(st.builds(n.Narrow, NAME, EXPR), 0),
        st.none() | NAME,
        st.none() | NAME,
        st.just(0),
        cite=CITES,
    ).flatmap(clauses)
    | st.builds(
        n.Over,
        st.sampled_from(["player", "team"]),
        several(st.builds(n.Criterion, st.sampled_from(["highest", "lowest"]), NAME)),
        st.sampled_from([None, "draw", "shared"]),
        cite=CITES,
    )
)


@st.composite
def templates(draw: st.DrawFn) -> n.Template:
    holes = draw(several(NAME, 0))
    return n.Template(tuple(draw(TEXTS) for _ in range(len(holes) + 1)), holes)


def steps(body: st.SearchStrategy) -> st.SearchStrategy:
    """What is done at each card of a trick."""
    before = st.builds(n.CardStep, st.just("before"), st.none(), st.none() | NAME, body, cite=CITES)
    after = st.builds(n.CardStep, st.just("after"), st.none() | NAME, st.none() | NAME, body, cite=CITES)
    return st.tuples(before) | st.tuples(after) | st.tuples(before, after)


def compound(inner: st.SearchStrategy) -> st.SearchStrategy:
    body = several(inner)
    plain = st.builds(n.Choice, templates(), MAYBE, st.just(()), st.none(), several(inner, 0), cite=CITES)
    generated = st.builds(n.Choice, templates(), MAYBE, several(SOMES), MAYBE, several(inner, 0), cite=CITES)
    last = st.builds(
        n.Choice, templates(), st.none(), st.just(()), st.none(), several(inner, 0), st.just(True), cite=CITES
    ) | st.builds(n.Choice, templates(), st.none(), several(SOMES), MAYBE, several(inner, 0), st.just(True), cite=CITES)
    choose = st.builds(n.Choose, PATH, several(plain | generated | last), cite=CITES)
    loop = st.builds(n.For, NAME, SOMES.map(lambda s: s.domain), MAYBE, MAYBE, MAYBE, body, cite=CITES)
    around = st.builds(n.For, NAME, st.none(), EXPR, st.none(), MAYBE, body, cite=CITES)
    return (
        st.builds(n.If, EXPR, body, st.none(), cite=CITES)
        | st.builds(n.If, EXPR, body, body, CITES, cite=CITES)
        | st.builds(n.Repeat, MAYBE, MAYBE, body, cite=CITES)
        | st.builds(n.Repeat, EXPR, EXPR, body, st.just(True), body, CITES, cite=CITES)
        | loop
        | around
        | choose
        | st.builds(n.PlayTrick, NAME, NAME, EXPR, MAYBE, st.just("any card"), st.just(()), NAME, steps=steps(body))
        | st.builds(n.Together, several(choose | loop | around), cite=CITES)
    )


STATEMENT = st.recursive(SIMPLE, compound, max_leaves=6)
BODY = several(STATEMENT)
GUARD = EXPR | st.builds(n.Guard, st.sampled_from(["always", "otherwise"]))
VALUE_ROWS = several(st.builds(n.ValueRow, GUARD, EXPR, cite=CITES))
ROW_ACTIONS = several(ACTIONS.map(lambda action: replace(action, cite=None)))
ACTION_ROWS = several(st.builds(n.ActionRow, GUARD, ROW_ACTIONS, cite=CITES))
RANKS = several(ANY_RANK, 1, 5)
SUIT_PATTERN = st.builds(n.RankPattern, ANY_RANK, st.none() | PATH) | st.just(n.JokerPattern())


ABOUT = st.none() | TEXTS
COMPARED = st.builds(n.Binary, st.just("="), PATH, PATH)
RANK_ROW = (
    st.builds(n.SuitRow, PATH, several(SUIT_PATTERN, 1, 6), st.none() | COMPARED, cite=CITES)
    | st.builds(n.AnySuitRow, st.booleans(), RANKS, st.none() | COMPARED, cite=CITES)
    | st.builds(n.AnyCardRow, RANKS, st.none() | COMPARED, cite=CITES)
    | st.builds(n.JokerRow, cite=CITES)
    | st.builds(n.EqualCards, st.sampled_from(["first", "last"]), cite=CITES)
)
FACE = (
    st.builds(n.Faces, RANKS, st.none() | NAME)
    | st.builds(n.FaceRange, ANY_RANK, ANY_RANK)
    | st.builds(n.NamedFace, st.sampled_from(["joker", "otherwise"]) | PLAIN)
)
NOTICE = several(PATH, 0).flatmap(
    lambda holes: st.builds(n.Notice, st.tuples(*[TEXTS] * (len(holes) + 1)), st.just(holes))
)
WRITTEN_LINE = st.builds(n.WrittenLine, NOTICE, MAYBE, st.none(), st.none(), cite=CITES) | st.builds(
    n.WrittenLine, NOTICE, MAYBE, SOMES, MAYBE, cite=CITES
)
VALUES_ROW = st.builds(n.ValuesRow, FACE, EXPR, MAYBE, cite=CITES)
DECK_ROWS = st.builds(
    n.DeckRow,
    several(ANY_RANK | st.builds(n.FaceRange, ANY_RANK, ANY_RANK)),
    st.none() | several(NAME),
    MAYBE,
    MAYBE,
    cite=CITES,
)
PART = (
    st.builds(n.Players, st.integers(0, 9), st.integers(0, 9), st.none() | st.integers(0, 9), st.booleans(), cite=CITES)
    | st.builds(n.Deck, RANKS, st.none() | several(NAME), MAYBE, MAYBE, cite=CITES)
    | st.builds(n.Deck, st.just(()), st.none(), st.none(), st.none(), several(DECK_ROWS), cite=CITES)
    | st.builds(n.Kind, NAME, TYPE, description=ABOUT, cite=CITES)
    | st.builds(n.Written, several(WRITTEN_LINE), cite=CITES)
    | st.builds(n.Namings, several(st.builds(n.Naming, FACE, TEXTS, cite=CITES)), cite=CITES)
    | st.builds(
        n.Shape,
        NAME,
        several(
            REF
            | st.builds(
                n.CardForm,
                st.integers(0, 9),
                st.none() | st.integers(0, 9),
                st.sampled_from([None, "rank", "suit"]),
                st.booleans(),
            )
        ),
        description=ABOUT,
        cite=CITES,
    )
    | st.builds(
        n.Option,
        NAME,
        st.none() | TYPE,
        VALUE,
        MAYBE,
        several(st.builds(n.OptionValue, VALUE, description=ABOUT, cite=CITES), 0),
        description=ABOUT,
        cite=CITES,
    )
    | st.builds(
        n.Zones,
        several(
            st.builds(
                n.Zone,
                NAME,
                OWNER,
                st.sampled_from(["face down", "face up", "private"]),
                description=ABOUT,
                cite=CITES,
            )
        ),
        cite=CITES,
    )
    | st.builds(
        n.Remember,
        st.none() | NAME,
        several(st.builds(n.Variable, several(NAME), OWNER, TYPE, description=ABOUT, cite=CITES)),
        cite=CITES,
    )
    | st.builds(
        n.Ranking,
        several(RANK_ROW),
        cite=CITES,
    )
    | st.builds(
        n.Values,
        NAME,
        NAME,
        several(VALUES_ROW),
        description=ABOUT,
        cite=CITES,
    )
    | st.builds(n.Define, NAME, PARAMS, EXPR | VALUE_ROWS, description=ABOUT, cite=CITES)
    | st.builds(n.Main, BODY, cite=CITES)
    | st.builds(n.Phase, NAME, PARAMS, BODY, description=ABOUT, cite=CITES)
    | st.builds(n.Table, NAME, PARAMS, st.none(), several(LETS, 0), ACTION_ROWS, description=ABOUT, cite=CITES)
    | st.builds(n.Table, NAME, PARAMS, TYPE, several(LETS, 0), VALUE_ROWS, description=ABOUT, cite=CITES)
    | st.builds(n.Incident, TEXTS, st.none(), st.none(), NAME, st.none() | NAME, BODY, cite=CITES)
    | st.builds(n.Incident, TEXTS, SOMES, st.none() | EXPR, NAME, st.none() | NAME, BODY, cite=CITES)
)
ANSWER = st.builds(n.Template, st.tuples(TEXTS), st.just(()))
EXAMPLE_LINE = (
    st.builds(n.Expect, EXPR, cite=CITES)
    | st.builds(n.ExpectAnswer, ANSWER, st.booleans(), cite=CITES)
    | st.builds(n.Answered, ANSWER, cite=CITES)
    | st.builds(n.WholeGame, cite=CITES)
    | st.builds(n.ExpectOver, st.none() | EXPR, cite=CITES)
    | st.just(n.ExpectOver(None, draw=True))
    | st.builds(n.Dealt, EXPR, TARGET, cite=CITES)
    | st.builds(n.ExpectTurn, EXPR, cite=CITES)
    | st.builds(n.ExpectSight, st.none() | EXPR, TARGET, st.booleans(), cite=CITES)
)
SETTING = st.builds(n.Setting, NAME, VALUE, cite=CITES)
TOPIC = (
    st.builds(n.Topic, st.sampled_from(["option", "define", "phase", "table", "values", "kind", "shape"]), NAME)
    | st.builds(n.Topic, st.just("incident"), st.builds(n.Name, TEXTS))
    | st.builds(n.Topic, st.sampled_from(["ranking", "deck", "players", "main"]), st.none())
)
OPTION_EDIT = (
    st.builds(
        n.OptionEdit,
        st.just("add"),
        st.builds(n.OptionValue, VALUE, description=ABOUT),
        st.none(),
        cite=CITES,
    )
    | st.builds(
        n.OptionEdit, st.just("describe"), st.builds(n.OptionValue, VALUE, description=TEXTS), st.none(), cite=CITES
    )
    | st.builds(n.OptionEdit, st.just("remove"), st.builds(n.OptionValue, VALUE), st.none(), cite=CITES)
    | st.builds(n.OptionEdit, st.just("allow"), st.none(), TYPE, cite=CITES)
)
CHECKED = (
    st.builds(n.After, NAME, EXPR, cite=CITES)
    | st.builds(n.Always, EXPR, cite=CITES)
    | st.builds(n.Require, EXPR, st.none() | TEXTS, cite=CITES)
    | st.builds(n.Preset, TEXTS, several(SETTING), cite=CITES)
    | st.builds(n.Document, NAME, TEXTS, cite=CITES)
)
DECLARATION = (
    PART
    | st.builds(n.Game, TEXTS, cite=CITES)
    | st.builds(n.Language, st.integers(0, 9), cite=CITES)
    | st.builds(n.Document, NAME, TEXTS, cite=CITES)
    | st.builds(n.Ruling, TEXTS, several(TOPIC, 0), cite=CITES)
    | st.builds(n.Keep, TEXTS, cite=CITES)
    | st.builds(n.Describe, NAME, TEXTS, cite=CITES)
    | st.builds(n.AmendOption, NAME, several(OPTION_EDIT), cite=CITES)
    | st.builds(n.NotARule, cite=CITES.filter(lambda cite: cite is not None))
    | st.builds(n.Variant, TEXTS, NAME, cite=CITES)
    | st.builds(n.Require, EXPR, st.none() | TEXTS, cite=CITES)
    | st.builds(n.Preset, TEXTS, several(SETTING), cite=CITES)
    | SETTING
    | st.builds(n.After, NAME, EXPR, cite=CITES)
    | st.builds(n.Always, EXPR, cite=CITES)
    | st.builds(
        n.Example, st.none() | TEXTS, st.none() | NAME, st.none() | st.integers(2, 9), several(EXAMPLE_LINE), cite=CITES
    )
    | st.builds(n.Replace, PART | CHECKED)
    | st.builds(n.Add, PART)
    | st.builds(n.Remove, st.sampled_from(["option", "define", "phase", "table", "values"]), NAME, cite=CITES)
    | st.builds(n.Remove, st.sampled_from(["kind", "shape", "zone", "remembered"]), NAME, cite=CITES)
    | st.builds(n.Remove, st.sampled_from(["incident", "preset", "ruling"]), st.builds(n.Name, TEXTS), cite=CITES)
    | st.builds(n.Remove, st.sampled_from(["ranking", "the lines on the table"]), st.none(), cite=CITES)
    | st.builds(n.Remove, st.just("after"), NAME, MAYBE, cite=CITES)
    | st.builds(n.Remove, st.sampled_from(["always", "require"]), st.none(), EXPR, cite=CITES)
)


def _head(statement: n.Stmt) -> n.Stmt:
    """The statement as a variant names it.  Of a statement with a block only the heading remains."""
    match statement:
        case n.If():
            return replace(statement, then=(), otherwise=None, otherwise_cite=None, cite=None)
        case n.Repeat():
            return replace(statement, body=(), otherwise=None, otherwise_cite=None, cite=None)
        case n.For():
            return replace(statement, body=(), cite=None)
        case n.Choose():
            return replace(statement, choices=(), cite=None)
        case n.Together():
            return n.Together(())
        case _:
            return replace(statement, cite=None)


LINE = STATEMENT.map(_head) | st.builds(n.If, EXPR, SIMPLE.map(lambda only: (replace(only, cite=None),)), st.none())
NEW_CHOICES = several(st.builds(n.Choice, templates(), MAYBE, st.just(()), st.none(), several(SIMPLE, 0), cite=CITES))
HOW = st.sampled_from(["replace", "before", "after"])
EDIT = (
    st.builds(n.Edit, HOW, LINE, BODY, cite=CITES)
    | st.builds(n.Edit, HOW, templates(), NEW_CHOICES, cite=CITES)
    | st.builds(n.Edit, st.just("replace"), st.builds(n.RowOf, GUARD), ACTION_ROWS, cite=CITES)
    | st.builds(n.Edit, st.just("remove"), LINE | templates() | st.builds(n.RowOf, GUARD), st.just(()), cite=CITES)
    | st.builds(n.Edit, st.sampled_from(["start", "end"]), st.none(), BODY, cite=CITES)
    | st.builds(n.Edit, st.just("rows"), st.none(), ACTION_ROWS, cite=CITES)
)


def row_edits(at: st.SearchStrategy, rows: st.SearchStrategy) -> st.SearchStrategy:
    """Changes of rows that are identified by the text before their colon."""
    return several(
        st.builds(n.Edit, st.sampled_from(["replace", "before", "after"]), at, several(rows), cite=CITES)
        | st.builds(n.Edit, st.just("remove"), at, st.just(()), cite=CITES)
        | st.builds(n.Edit, st.sampled_from(["start", "end"]), st.none(), several(rows), cite=CITES)
    )


HEADS = st.sampled_from(["any suit", "any other suit", "any card", "joker", "equal cards"])
SUIT_HEADS = st.builds(n.RankHead, st.sampled_from(["any suit", "any other suit", "any card"]), COMPARED)
RANK_OF = st.builds(n.RankOf, PATH, st.none() | COMPARED) | st.builds(
    n.RankOf, st.builds(n.RankHead, HEADS) | SUIT_HEADS
)
AMEND = (
    st.builds(n.Amend, st.just("phase"), NAME, several(EDIT), cite=CITES)
    | st.builds(n.Amend, st.just("ranking"), st.none(), row_edits(RANK_OF, RANK_ROW), cite=CITES)
    | st.builds(n.Amend, st.just("lines on the table"), st.none(), row_edits(NOTICE, WRITTEN_LINE), cite=CITES)
    | st.builds(n.Amend, st.just("values"), NAME, row_edits(st.builds(n.FaceOf, FACE), VALUES_ROW), cite=CITES)
)
TREE = st.builds(n.RuleFile, several(DECLARATION | AMEND, 0, 4))


def read(text: str) -> n.RuleFile:
    tree, diagnostics = parse(Source("printed", text))
    assert not diagnostics, (text, [str(problem) for problem in diagnostics])
    return tree


@given(TREE)
def test_the_printed_tree_parses_to_itself_and_is_formatted(tree: n.RuleFile) -> None:
    text = print_tree(tree)
    found = read(text)
    assert found == tree
    assert print_tree(found) == text
    assert format_source(Source("printed", text)) == text


@given(EXPR)
def test_a_printed_expression_parses_to_itself(expression: n.Expr) -> None:
    tree = n.RuleFile((n.Define(n.Name("x"), (), expression),))
    assert read(print_tree(tree)) == tree


# ----------------------------------------------------------------------------------------------------- how it looks


def formatted(text: str) -> str:
    result = format_source(Source("test", text))
    assert isinstance(result, str), [str(problem) for problem in result]
    assert format_source(Source("again", result)) == result
    assert parse(Source("again", result))[0] == parse(Source("test", text))[0]
    return result


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("always ((x or (y)) and (not (z)))", "always (x or y) and not z"),
        ("always x+1=2*(y-1)", "always x + 1 = 2 * (y - 1)"),
        ("always (x - y) - z = x - (y - z)", "always x - y - z = x - (y - z)"),
        ("always n in 1 .. 3 and n in x+1..3", "always n in 1..3 and n in x + 1 .. 3"),
        ("always (any p in players has x) and y", "always any p in players has x and y"),
        ("always any p in players has (x and y)", "always any p in players has (x and y)"),
        ("always (number of p in players where x) = 1", "always (number of p in players where x) = 1"),
        ("always (bottom of stock).suit = 2 of clubs.sister", "always (bottom of stock).suit = 2 of clubs.sister"),
        (
            "always h left over by melds with least pips is empty",
            "always h left over by melds with least pips is empty",
        ),
        ("always ((h + j) left over by melds) = k", "always h + j left over by melds = k"),
        ("always any c in h,d in j has c = d", "always any c in h, d in j has c = d"),
        ("always no c in h has any d in j has c = d", "always no c in h has any d in j has c = d"),
        (
            "always (number of c in h, d in j,k in 1..2 where c = d and k > 1) = 1",
            "always (number of c in h, d in j, k in 1..2 where c = d and k > 1) = 1",
        ),
        ("always h   not in {1,2}", "always h not in {1, 2}"),
        ("always not h in 1 .. 2", "always not h in 1..2"),
        ("always size of (h left over by melds) = 1", "always size of (h left over by melds) = 1"),
        (
            'phase play_out   "all cards are played"\n    stop',
            'phase play_out                   "all cards are played"\n    stop',
        ),
        (
            'kind mood: bold or careful "how" [3]',
            'kind mood: bold or careful       "how"                                  [3]',
        ),
        ("always -(-x) = - - x", "always --x = --x"),
        ("always x in {1,2 , 3}", "always x in {1, 2, 3}"),
        ("players 4..4", "players 4"),
        ("players 3..4 = 4 , partners opposite", "players 3..4 = 4, partners opposite"),
        ("deck J Q, 2 jokers, 2 copies", "deck J Q, 2 copies, 2 jokers"),
        ("not a rule  [1,2-3 ;x 4]", "not a rule [1, 2-3; x 4]"),
        ('game  "X"[1]', 'game "X"' + " " * 64 + "[1]"),
        ('ruling "' + "x" * 70 + '" [1]', 'ruling "' + "x" * 70 + '"  [1]'),
    ],
)
def test_the_layout_of_one_line(written: str, printed: str) -> None:
    assert formatted(written) == printed + "\n"


def test_the_columns_of_tables_are_aligned() -> None:
    text = """\
table t
  let x be 1
  x = 1 -> add 1 to p.points [1]
  otherwise -> nothing [2]
define d means
  x = 1 -> 2
  otherwise -> 3
option o = x
  x "one" [1]
  longer "two"
"""
    assert (
        formatted(text)
        == f"""\
table t
    let x be 1
    x = 1     -> add 1 to p.points{" " * 38}[1]
    otherwise -> nothing{" " * 48}[2]
define d means
    x = 1     -> 2
    otherwise -> 3
option o = x
    x      "one"{" " * 56}[1]
    longer "two"
"""
    )


def test_the_author_chooses_between_a_colon_and_a_block() -> None:
    text = """\
main
    if x: stop
    otherwise
        stop
    if x
        stop
    otherwise: stop
    if x: stop
    otherwise if y
        stop
    otherwise
        if z: stop
    for p in players
        stop
"""
    assert formatted(text) == text
    assert (
        print_tree(read(text))
        == """\
main
    if x: stop
    otherwise: stop
    if x: stop
    otherwise: stop
    if x: stop
    otherwise if y: stop
    otherwise if z: stop
    for p in players: stop
"""
    )


def test_comments_and_single_blank_lines_are_kept() -> None:
    text = """\


# The beginning.
#   Indented by itself.

game "X"   # behind
language 1#close


  # before zones
zones # the places

  # a zone
  stock: face down        # far to the right
    # too deep, with the zone

main
  if x
      stop
      # in the if
  # in main
# of what follows
always x
# The end.

"""
    assert (
        formatted(text)
        == """\
# The beginning.
#   Indented by itself.

game "X"  # behind
language 1  #close

# before zones
zones  # the places

    # a zone
    stock: face down  # far to the right
    # too deep, with the zone

main
    if x
        stop
        # in the if
    # in main
# of what follows
always x
# The end.
"""
    )


def test_comments_behind_lines_stand_in_columns() -> None:
    """Two blanks away, or in the column of citations; what stood one below the other does so afterwards."""
    blanks = " " * 150
    text = f"""\
game "X"{blanks}# far
language 1     # near
players 2
zones
    aa: face down         # alike
    hand of each player: private [1] # not
    stock: face down      # alike
    bb: face down         # alike, too
    cc: face down [1]     # alike, three
    dd: face up           # another
    {"x" * 70}: face up                # too long for the column
    ee: face up                                                                        # right
    fff: face up                                                                        # right
"""
    shown = formatted(text)
    margin = " " * (72 - len("    ee: face up"))
    assert (
        shown
        == f"""\
game "X"{" " * 64}# far
language 1  # near
players 2
zones
    aa: face down  # alike
    hand of each player: private                                        [1]  # not
    stock: face down                                                         # alike
    bb: face down                                                            # alike, too
    cc: face down                                                       [1]  # alike, three
    dd: face up                                                              # another
    {"x" * 70}: face up  # too long for the column
    ee: face up{margin}# right
    fff: face up{margin[1:]}# right
"""
    )
    assert formatted(shown) == shown


def test_carriage_returns_and_a_byte_order_mark_are_removed() -> None:
    assert formatted('\ufeff# a\r\ngame "X" # b\r\n\r\n\r\nlanguage 1\r\n') == '# a\ngame "X"  # b\n\nlanguage 1\n'


def test_a_file_of_comments_only() -> None:
    assert formatted("  # a\n\n\n# b") == "# a\n\n# b\n"
    assert formatted("") == formatted("\n\n") == ""


def test_a_file_with_a_mistake_is_not_formatted() -> None:
    problems = format_source(Source("test", "game X\n"))
    assert not isinstance(problems, str)
    assert [problem.code for problem in problems] == ["E0222"]


def test_a_file_with_a_warning_is_formatted() -> None:
    assert formatted("main\n    stop # [3]\n") == "main\n    stop  # [3]\n"


def test_groups_of_declarations_are_separated_by_blank_lines() -> None:
    text = 'game "X"\nlanguage 1\nplayers 4\ndeck A K\nzones\n    x: private\nzones\n    y: private\nalways x\n'
    assert print_tree(read(text)) == (
        'game "X"\nlanguage 1\n\nplayers 4\ndeck A K\n\nzones\n    x: private\n\nzones\n    y: private\n\nalways x\n'
    )


@pytest.mark.parametrize("path", sorted((ROOT / "rulesets").rglob("*.hoyle")), ids=lambda path: path.stem)
def test_printing_and_formatting_keep_the_tree_of_a_ruleset(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = read(text)
    assert read(print_tree(tree)) == tree
    assert read(formatted(text)) == tree


@pytest.mark.parametrize("path", sorted((ROOT / "rulesets").rglob("*.hoyle")), ids=lambda path: path.stem)
def test_formatting_keeps_every_comment_of_a_ruleset(path: Path) -> None:
    def comments(text: str) -> list[str]:
        return [text[comment.start : comment.end] for comment in scan(Source("test", text)).comments]

    text = path.read_text(encoding="utf-8")
    assert comments(formatted(text)) == comments(text)


def test_citations_lie_below_each_other_where_there_is_room() -> None:
    """A citation is at the margin; where less than two spaces would be left it is two spaces behind the line."""
    cite = n.Citation((n.FromSource(None, (n.Lines(3, 4),)),))
    for depth in (0, 2):
        for length in range(1, 40):
            text = "x" * length
            line = " " * (4 * depth) + text
            assert OutLine(depth, text, margin=30).render() == line
            written = OutLine(depth, text, cite, margin=30).render()
            assert written == (line.ljust(30) if len(line) <= 28 else f"{line}  ") + "[3-4]"
            assert OutLine(depth, text, cite, margin=0).render() == f"{line} [3-4]"
