"""The formulas behind texts: where an author's text about a define leaves something out, its lines are shown as well.

A text such as `"the royalty of …: 20 points for each king"` stands in place of a formula, because it reads better.  If
it does not name a number of the formula, or a define that nothing else explains, the define is shown in the words of
the rule file, with the settings worked in.
"""

from __future__ import annotations

from functools import cached_property

from ..checked import DefineSymbol
from ..settle.settled import settled_tree
from ..syntax import nodes as n
from ..syntax.printer.expressions import expr, params
from ..syntax.printer.lines import guard, simple
from . import english as en
from .context import Book
from .document import Grid, Item, Items, Paragraph, TextBlock, TextRun, line
from .names import gloss, named_by
from .needed import hidden


class _Formulas:
    """The defines of a game as its rule file writes them, with the settings worked in."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def _settled(self) -> dict[str, n.Define | n.Table]:
        tree = settled_tree(self.book.game, self.book.folding)
        return {d.name.text: d for d in tree.declarations if isinstance(d, n.Define | n.Table)}

    def item(self, symbol: DefineSymbol) -> Item:
        node = self._settled.get(symbol.name) or symbol.node
        assert node is not None
        about = named_by(symbol)[0] or ("" if named_by(symbol)[1] else gloss(symbol))
        head = line(TextRun(symbol.name + params(node.params), "code"), f" ({about})" if about else "")
        rows = node.rows if isinstance(node, n.Table) else node.body if isinstance(node.body, tuple) else ()
        values = [row for row in rows if isinstance(row, n.ValueRow)]
        if isinstance(node, n.Define) and not values:
            assert not isinstance(node.body, tuple)
            return Item(line(head, " is ", TextRun(expr(node.body), "code")))
        lets = node.lets if isinstance(node, n.Table) else ()
        said = tuple(Paragraph(line(TextRun(simple(let), "code"))) for let in lets)
        cells = tuple((_code(guard(row.guard)), _code(expr(row.value))) for row in values)
        return Item(line(head, ":"), (*said, Grid((line("When"), line("It is")), cells)))


def _code(text: str) -> tuple[TextRun, ...]:
    return (TextRun(text, "code"),)


def worked_out_exactly(book: Book) -> tuple[TextBlock, ...]:
    """The defines that some text of the book stands for without saying all of it; empty if there are none.

    Values and shapes are mentioned, so that their tables follow."""
    formulas, items = _Formulas(book), dict[DefineSymbol, Item]()
    waiting = list(book.described)
    while waiting:
        symbol = waiting.pop(0)
        left_out = hidden(book, symbol, book.described.get(symbol, ""))
        for shown in (*left_out.values, *left_out.shapes):
            book.mention(shown)
        if symbol not in book.described or left_out.numbers or left_out.defines or left_out.things:
            items[symbol] = formulas.item(symbol)
            waiting += [one for one in left_out.defines if one not in items and one not in waiting]
    if not items:
        return ()
    head = "where the rules above count something in words, this is the formula, as the rule file writes it:"
    return (Paragraph(line(en.capital(head))), Items(tuple(items.values())))
