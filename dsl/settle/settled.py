"""A rule file for a single setting, with its options worked in.

`FoldingContext` computes everything that an option or the number of players decides.  The results go into the author's
tree.  Lines that can no longer be reached are removed, and with them everything that only they used (`unused.py`).  The
result is a rule file without options.  It plays like the original file in that setting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, TypeVar, cast

from ..checked import CheckedGame, Expr, Lit
from ..operations import OPPOSITES
from ..resolve.context import STANDARD_SUITS
from ..source.frozen import Frozen
from ..source.identity import Exactly, same_items
from ..source.span import Span
from ..syntax import nodes as n
from ..syntax.printer.declarations import print_tree
from ..syntax.printer.formatter import inline_as_written
from ..traversal import all_expressions, inside
from .folding import FoldingContext
from .unused import without_unused

T = TypeVar("T")
_YES, _NO = n.Word("yes"), n.Word("no")
_GONE = (n.Option, n.Require, n.Preset, n.Example)
"""Declarations that concern only options."""


def settled_text(game: CheckedGame, folding: FoldingContext) -> str:
    """The text of `settled_tree`.  Statements keep the author's division into lines."""
    return print_tree(settled_tree(game, folding), inline_as_written)


def settled_tree(game: CheckedGame, folding: FoldingContext) -> n.RuleFile:
    """The rule file of a game, with the options and the number of players of a folding worked in."""
    chosen = {
        option.name: word
        for option, value in folding.values.items()
        if (word := _written(Lit(value, type=option.type.plain()), game))
    }
    work = _Settling(_known(game, folding), chosen)
    declarations: list[n.Decl] = []
    for declaration in game.tree.declarations:
        if isinstance(declaration, n.Players) and folding.players is not None:
            declarations.append(_players(declaration, folding.players, game))
        elif not isinstance(declaration, _GONE):
            made = work.declaration(declaration)
            if not isinstance(made, n.Written) or made.lines:
                declarations.append(made)
    written = {Exactly(d) for d in game.tree.declarations}
    short = {
        d.name.text: d.body for d in declarations if isinstance(d, n.Define) and Exactly(d) not in written and _short(d)
    }
    again = _Settling({}, cast("dict[str, n.Expr]", short))
    tree = without_unused(replace(game.tree, declarations=tuple(map(again.declaration, declarations))))
    emptied = _Settling({}, {})  # a branch whose lines were all unused goes, too
    return replace(tree, declarations=tuple(map(emptied.declaration, _still_named(tree))))


def _still_named(tree: n.RuleFile) -> Iterable[n.Decl]:
    """The declarations, without names for words of kinds that are gone."""
    kinds = [one.type for one in tree.declarations if isinstance(one, n.Kind) and isinstance(one.type, n.OneOf)]
    words = {value.name for kind in kinds for value in kind.values if isinstance(value, n.Ref)}
    suits = {
        name.text
        for one in tree.declarations
        if isinstance(one, n.Deck)
        for names in (one.suits, *(row.suits for row in one.rows))
        for name in names or ()
    }
    there = words | suits | {"joker", *STANDARD_SUITS}
    for one in tree.declarations:
        if not isinstance(one, n.Namings):
            yield one
            continue
        rows = tuple(row for row in one.rows if not isinstance(row.face, n.NamedFace) or row.face.name in there)
        if rows:
            yield replace(one, rows=rows)


def _short(define: n.Define) -> bool:
    """Whether a define has become one simple condition, which is as clear as its name."""
    body = define.body
    return not define.params and (
        isinstance(body, n.Is) or (isinstance(body, n.Binary) and body.op not in ("and", "or"))
    )


def _players(line: n.Players, count: int, game: CheckedGame) -> n.Players:
    """The line that allows only this number of players.  If this number has no partners but others have, the line
    stays, because it makes every player a team."""
    if line.partners and count not in game.paired:
        return replace(line, default=count)
    return replace(line, low=count, high=count, default=None, among=(), paired=())


def _known(game: CheckedGame, folding: FoldingContext) -> dict[Span, n.Expr]:
    """The settled value of each place in the rules that has one."""
    found: dict[Span, n.Expr] = {}
    several: set[Span] = set()
    for e in _expressions_with_options(game):
        made = folding.expr(e)
        word = _written(made, game) if isinstance(made, Lit) and not isinstance(e, Lit) else None
        if e.span in several or (e.span in found and found[e.span] != word):
            several.add(e.span)  # one place in the text means several things: leave it unchanged
            found.pop(e.span, None)
        elif word is not None:
            found[e.span] = replace(word, span=e.span)
        else:
            several.add(e.span)
    return found


def _expressions_with_options(game: CheckedGame) -> Iterable[Expr]:
    """Every expression that can contain an option."""
    yield from all_expressions(game)
    deck = game.deck
    counted = [deck.copies, deck.jokers, *(e for row in deck.rows for e in (row.copies, row.condition))]
    for e in counted:
        if e is not None:
            yield from inside(e)


def _written(e: Lit, game: CheckedGame) -> n.Expr | None:
    """A value as it is written; None if it has no name."""
    match e.type.kind:
        case "flag":
            return _YES if e.value else _NO
        case "number":
            return n.Number(e.value) if e.value >= 0 else n.Unary("-", n.Number(-e.value))
        case "suit" if e.value >= 0:
            return n.Ref(game.suits[e.value])
        case "word" if e.value >= 0:
            return n.Ref(((game.suits if e.type.suits else ()) + e.type.words)[e.value])
        case "none":
            return n.Word("none")
        case _:
            return None


class _Settling:
    """Fills known values into a tree: at places, and for names."""

    def __init__(self, known: dict[Span, n.Expr], names: dict[str, n.Expr]) -> None:
        self.known = known
        self.names = names

    def declaration(self, d: n.Decl) -> n.Decl:
        """A declaration, with all settled values filled in."""
        made = self.tree(d)
        match made:
            case n.Define(body=tuple()):
                return replace(made, body=_value(made.body))
            case n.Table():
                return replace(made, rows=_kept(made.rows, of_value=made.result is not None))
            case n.Main() | n.Phase() | n.Incident():
                return replace(made, body=made.body or (n.Nothing(span=made.span),))
            case n.Deck():
                copies = None if made.copies == n.Number(1) else made.copies
                return replace(made, copies=copies, jokers=None if made.jokers == n.Number(0) else made.jokers)
            case _:
                return made

    def tree(self, node: T) -> T:
        """A node, a tuple of nodes or any other value, with all settled values filled in."""
        if isinstance(node, tuple):
            return cast("T", self._tuple(cast("tuple[object, ...]", node)))
        if not isinstance(node, n.Node) or isinstance(node, n.OneOf):
            return node
        if isinstance(node, n.Notice):
            return cast("T", self._notice(node))
        known = self.known.get(node.span) if isinstance(node, n.Expr) else None
        if known is None and isinstance(node, n.Ref):
            known = self.names.get(node.name)
        if known is not None:
            return cast("T", known)
        record: Any = node
        changed: dict[str, object] = {}
        for f in fields(record):
            old = getattr(record, f.name)
            if f.name not in ("span", "cite") and isinstance(old, (tuple, Frozen)):
                new = self.tree(cast("object", old))
                if new is not old:
                    changed[f.name] = new
        return cast("T", _simpler(replace(record, **changed) if changed else record))

    def _notice(self, node: n.Notice) -> n.Notice:
        """A text on the table with the settled ones of its values written into it."""
        texts, holes = [node.texts[0]], list[n.Ref | n.Attribute]()
        for hole, text in zip(node.holes, node.texts[1:], strict=True):
            made: n.Expr = self.tree(cast("n.Expr", hole))
            match made:
                case n.Number(value):
                    texts[-1] += f"{value}{text}"
                case n.Ref(name) if made is not hole:
                    texts[-1] += name.replace("_", " ") + text
                case _:
                    holes.append(hole)
                    texts.append(text)
        return replace(node, texts=tuple(texts), holes=tuple(holes))

    def _tuple(self, items: tuple[object, ...]) -> tuple[object, ...]:
        made: list[object] = []
        for item in items:
            new = self.tree(item)
            made += remaining_lines(new) if isinstance(new, n.Stmt | n.Choice | n.DeckRow | n.WrittenLine) else [new]
        new = tuple(made)
        return items if same_items(items, new) else new


def _simpler(node: n.Node) -> n.Node:
    """An expression some parts of which are now settled."""
    match node:
        case n.Binary("and", left, right):
            return _NO if _NO in (left, right) else right if left == _YES else left if right == _YES else node
        case n.Binary("or", left, right):
            return _YES if _YES in (left, right) else right if left == _NO else left if right == _NO else node
        case n.Unary("not", operand):
            return _opposite(operand) or node
        case n.Conditional(value, condition, otherwise) if condition in (_YES, _NO):
            return value if condition == _YES else otherwise
        case n.PlayTrick():
            exception = node.exception if node.exception is None or node.exception.where != _NO else None
            narrow = tuple(step for step in node.narrow if step.where not in (_YES, _NO))
            steps = tuple(step for step in node.steps if step.body)
            return replace(node, narrow=narrow, exception=exception, steps=steps)
        case _:
            return node


def _opposite(e: n.Expr) -> n.Expr | None:
    """The opposite of a simple condition, if it is as short; else None."""
    match e:
        case n.Word("yes" | "no"):
            return _NO if e == _YES else _YES
        case n.Is():
            return replace(e, negated=not e.negated)
        case n.Unary("not", operand):
            return operand
        case n.Binary(op) if op in OPPOSITES:
            return replace(e, op=OPPOSITES[op])
        case _:
            return None


# ----------------------------------------------------------------------------------------------------------- lines


def remaining_lines(line: n.Stmt | n.Choice | n.DeckRow | n.WrittenLine) -> list[Any]:
    """The rest of a line whose parts are settled: nothing, the line itself, or the lines of the branch taken."""
    match line:
        case n.If():
            return _if(line)
        case n.Repeat() if line.until == _YES or not line.body or line.times == n.Number(0):
            return []
        case n.Repeat(until=n.Word("no")):
            return [replace(line, until=None)]
        case n.For() if line.where == _NO or line.until == _YES or not line.body:
            return []
        case n.For():
            return [_plain(line, "where", "until")]
        case n.Choice() if _NO in (line.guard, line.where):
            return []
        case n.Choice():
            body = tuple(st for st in line.body if not (isinstance(st, n.If) and _excluded(st, line.guard, line.body)))
            return [_plain(replace(line, body=body) if len(body) < len(line.body) else line, "guard", "where")]
        case n.Change(amount=n.Number(0)) | n.Deal(amounts=(n.Number(0),)):
            return []
        case n.WrittenLine() if _NO in (line.condition, line.where):
            return []
        case n.WrittenLine():
            return [_plain(line, "condition", "where")]
        case n.DeckRow() if line.condition == _NO or line.copies == n.Number(0):
            return []
        case n.DeckRow():
            line = _plain(line, "condition")
            return [replace(line, copies=None) if line.copies == n.Number(1) else line]
        case _:
            return [line]


def _excluded(st: n.If, guard: n.Expr | None, body: tuple[n.Stmt, ...]) -> bool:
    """Whether the first statement of an answer never runs: `if stock is empty` below `"draw" if stock is not empty`.

    The answer is offered only if the statement's condition is false."""
    if st is not body[0] or not isinstance(st.condition, n.Is) or st.otherwise is not None:
        return False
    opposite = replace(st.condition, negated=not st.condition.negated)
    return opposite in _conjuncts(guard)


def _conjuncts(e: n.Expr | None) -> list[n.Expr | None]:
    return [*_conjuncts(e.left), *_conjuncts(e.right)] if isinstance(e, n.Binary) and e.op == "and" else [e]


def _plain(line: T, *conditions: str) -> T:
    """A line without those of its conditions that are always true (for `until`: never true)."""
    record: Any = line
    never = {name: None for name in conditions if getattr(record, name) == (_NO if name == "until" else _YES)}
    return cast("T", replace(record, **never)) if never else line


def _if(st: n.If) -> list[n.Stmt]:
    if st.condition in (_YES, _NO):
        return list(st.then if st.condition == _YES else st.otherwise or ())
    if st.then:
        return [st if st.otherwise else replace(st, otherwise=None, otherwise_cite=None)]
    if not st.otherwise:
        return []
    opposite = _opposite(st.condition) or n.Unary("not", st.condition, span=st.condition.span)
    return [replace(st, condition=opposite, then=st.otherwise, otherwise=None, cite=st.otherwise_cite)]


RowT = TypeVar("RowT", n.ValueRow, n.ActionRow)


def _rows(rows: tuple[RowT, ...], sure: Callable[[RowT], RowT]) -> tuple[RowT, ...]:
    """The rows that can apply, up to the first that always does."""
    found: list[RowT] = []
    for row in rows:
        if row.guard == _YES:
            return (*found, sure(row))
        if row.guard != _NO:
            found.append(row)
    return tuple(found)


def _value(rows: tuple[n.ValueRow, ...]) -> n.Expr | tuple[n.ValueRow, ...]:
    """The rows of a define; or its value, if only one row is left."""
    kept = _rows(rows, lambda row: replace(row, guard=n.Guard("otherwise", span=row.guard.span)))
    only = kept[0] if len(kept) == 1 else None
    return only.value if only is not None and only.guard == n.Guard("otherwise") else kept


def _kept(rows: Any, *, of_value: bool) -> Any:
    """The rows of a table that can apply."""
    if of_value:
        return _rows(cast("tuple[n.ValueRow, ...]", rows), lambda row: replace(row, guard=n.Guard("otherwise")))
    kept: list[n.ActionRow] = []
    settled = False  # a row certainly applies, so only rows that apply in addition to the others are left
    for row in cast("tuple[n.ActionRow, ...]", rows):
        if row.guard == _NO or (settled and row.guard != n.Guard("always")):
            continue
        kept.append(replace(row, guard=n.Guard("always")) if row.guard == _YES else row)
        settled = settled or row.guard == _YES
    return tuple(kept)
