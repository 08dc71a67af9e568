"""The options that people play differently, with the chosen values, and the author's rulings."""

from __future__ import annotations

from ..checked import OptionSymbol
from ..provenance.rulings import option_values
from ..syntax import nodes as n
from ..traversal import played_options
from . import english as en
from .context import Book
from .document import Item, Items, Line, Paragraph, TextBlock, TextRun, line, sentence


def variations(book: Book) -> list[tuple[str, list[TextBlock]]]:
    """The options that people play differently, with the values chosen here."""
    if not played_options(book.game):
        return []
    blocks: list[TextBlock] = [
        Paragraph(line("This is where people play differently. The rules above are for the choices marked “here”."))
    ]
    played = played_options(book.game)
    blocks += [Items(tuple(_option(book, option) for option in book.game.options if option in played))]
    for condition, why in book.game.requirements:
        del condition
        blocks.append(Paragraph(sentence(line(f"not every choice goes with every other: {why}"))))
    if book.game.presets:
        items: list[Item] = []
        for title, settings in book.game.presets:
            chosen = en.listed([f"{en.spaced(o.name)}: {option_words(o, v)}" for o, v in settings])
            items.append(Item(sentence(line(TextRun(title, "term"), f" – {chosen}"))))
        blocks += [Paragraph(line("Choices that go together:")), Items(tuple(items))]
    return [("Variations", blocks)]


def _option(book: Book, option: OptionSymbol) -> Item:
    node = option.node
    here = book.chosen.get(option, option.default)
    title = (node.description if node is not None else None) or en.spaced(option.name)
    head = line(TextRun(en.capital(title), "strong"), f" ({en.spaced(option.name)})")
    if option.condition is not None:
        head = line(head, f", if {_open_clause(book, option)}")
    if node is None or not node.values:
        return Item(line(head, ": ", _range(book, option, here), "."))
    values: list[Item] = []
    for number, value in option_values(option):
        name = option_words(option, number)
        mark = [w for w, is_so in (("here", number == here), ("usual", number == option.default)) if is_so]
        about = (value.description if value is not None else None) or ""
        entry = line(TextRun(name, "term"), f": {about}" if about else "")
        if about.lower().startswith(name):
            entry = line(about)
        values.append(Item(line(entry, TextRun(f" ({', '.join(mark)})", "strong") if mark else "")))
    return Item(line(head, ":"), (Items(tuple(values)),))


def _open_clause(book: Book, option: OptionSymbol) -> str:
    assert option.condition is not None
    return book.clause(option.condition)


def _range(book: Book, option: OptionSymbol, here: int) -> Line:
    type = option.type
    if option.values is not None:
        allowed = en.listed([str(v) for v in option.values], "or")
    elif type.kind == "flag":
        allowed = "yes or no"
    elif type.kind == "word":
        allowed = en.listed([en.spaced(w) for w in type.words], "or")
    else:
        allowed = f"from {type.low} to {type.high}"
    usual = "" if here == option.default else f", usually {option_words(option, option.default)}"
    return line(TextRun(option_words(option, here), "term"), f" here{usual} ({allowed})")


def rulings(book: Book) -> list[tuple[str, list[TextBlock]]]:
    """The author's rulings, without those about a phase that is never played under the chosen settings."""
    reached = {phase.name for phase in book.wanted}
    found = [
        ruling
        for ruling in book.game.tree.declarations
        if isinstance(ruling, n.Ruling)
        and all(
            topic.name is not None and topic.name.text in reached for topic in ruling.about if topic.what == "phase"
        )
    ]
    if not found:
        return []
    return [("Rulings", [Items(tuple(Item(sentence(line(ruling.text))) for ruling in found))])]


def examples(book: Book) -> list[tuple[str, list[TextBlock]]]:
    """The titles of the author's examples that are about the chosen settings."""
    usual = {option: option.default for option in book.game.options}
    chosen = {**usual, **book.chosen}
    found = [
        example.title
        for example in book.game.examples
        if example.title is not None and {**usual, **dict(example.settings)} == chosen
    ]
    return [("Examples", [Items(tuple(Item(sentence(line(title))) for title in found))])] if found else []


def option_words(option: OptionSymbol, value: int) -> str:
    """The value of an option in words."""
    return en.spaced(option.word(value)) if option.type.kind == "word" else option.word(value)
