"""Prints transcripts, tables and messages on a terminal or as plain lines.

All text about a game for people is printed here, with rich: suits in four colours on a terminal that shows colours, and
letters for suits if the signs cannot be shown.  Names come from files and people, so nothing is read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import assert_never

from rich.cells import cell_len
from rich.console import Console
from rich.control import strip_control_codes
from rich.text import Text

from ...dsl.source.invisible import tamed
from ...interpreter.engine import Result
from ...interpreter.story.chosen import name_in_words
from ...interpreter.story.items import (
    CardsItem,
    ChoiceItem,
    DealItem,
    IncidentItem,
    PhaseItem,
    ResultItem,
    RevealItem,
    ScoreChangeItem,
    ScoresItem,
    TranscriptItem,
    TrickItem,
    VariableItem,
)
from ...interpreter.story.sentences import SENTENCES, counted, sentence
from ...interpreter.story.view import UNSEEN, View
from ...interpreter.text.parse import Words
from .pieces import CARDS, Piece

_SUITED = re.compile(r"\S*[♠♤♥♡♦♢♣♧]")
_STYLES = {"♠": "bold", "♥": "bold red", "♦": "bold dodger_blue2", "♣": "bold green4"}


def coloured(text: str) -> Text:
    """A text, with its cards in the colours of their suits."""
    shown = Text(text)
    for found in _SUITED.finditer(text):
        shown.stylize(_STYLES.get(found[0][-1], "bold"), found.start(), found.end())
    return shown


def text_of(pieces: Iterable[Piece]) -> Text:
    """Pieces as text with styles."""
    return Text.assemble(*(coloured(text) if style == CARDS else Text(text, style) for text, style in pieces))


def _break(text: str, width: int, margin: int) -> int:
    """The position at which a text that is too wide is broken: after the last word that fits, but after its margin."""
    fits = margin + 1
    while fits < len(text) and cell_len(text[: fits + 1]) <= width:
        fits += 1
    blank = text.rfind(" ", margin + 1, fits + 1)
    return blank if blank > margin else fits


class Renderer:
    """Prints items of a transcript.  `ascii` uses only characters that every console has."""

    def __init__(self, console: Console, *, ascii: bool = False) -> None:
        self.console = console
        self.ascii = ascii
        self.plain = console.color_system is None
        """Whether there are no styles.  Lines are then written unchanged, which is much faster."""
        self.blank = True
        """Whether the last printed line was empty."""
        self._reasons: tuple[tuple[str, str], ...] = ()
        """The reasons that the last change of a number had."""

    def print(self, text: str | Text = "", style: str | None = None) -> None:
        """Print one line.

        A line wider than the terminal is wrapped, and its further lines are indented by two characters."""
        shown = Text(text, style or "") if isinstance(text, str) else text
        plain = tamed(shown.plain)
        if plain != shown.plain:
            shown = Text(plain, style or "")
        self.blank = not plain
        for line in self._folded(shown):
            if self.plain:
                self.console.file.write(strip_control_codes(line.plain).expandtabs() + "\n")
                self.console.file.flush()
            else:
                self.console.print(line, crop=False, overflow="ignore", no_wrap=True)

    def _folded(self, text: Text) -> list[Text]:
        """A text, wrapped.  It is broken at blanks, and within a word only if the word is wider than the terminal."""
        width = self.console.width
        if len(text.plain) * 2 <= width or cell_len(text.plain) <= width:
            return [text]
        first, rest = text.plain, text
        start = len(first) - len(first.lstrip())
        margin = " " * min(start + 2, width // 2)
        lines: list[Text] = []
        while cell_len(rest.plain) > width:
            at = _break(rest.plain, width, len(margin) if lines else start)
            lines.append(rest[:at])
            lines[-1].rstrip()
            rest = rest[at:]
            rest = Text(margin) + rest[len(rest.plain) - len(rest.plain.lstrip()) :]
        return [*lines, rest]

    def line(self, *pieces: Piece) -> None:
        """Print one line made of pieces."""
        self.print(Text("".join(text for text, _ in pieces)) if self.plain else text_of(pieces))

    def gap(self) -> None:
        """Print an empty line, unless the last line was empty."""
        if not self.blank:
            self.print()

    def items(self, items: Iterable[TranscriptItem]) -> None:
        """Print items of a transcript, each in the form of its kind."""
        for item in items:
            self.item(item)

    def item(self, item: TranscriptItem) -> None:
        """Print one item."""
        match item:
            case PhaseItem():
                self._reasons = ()
                self.gap()
                self.print(item.title[:1].upper() + item.title[1:], "bold underline")
            case VariableItem():
                self.print(f"{item.name}: {item.value}", "italic")
            case DealItem():
                self._dealt(item)
            case ChoiceItem():
                draws = SENTENCES["draws"]
                drawn = f", {sentence(draws, [item.player], what=counted(item.draws))}" if item.draws else ""
                note = item.note and f"  ({item.note})"
                self.line((f"{item.player}: ", "bold"), (item.label + drawn, CARDS), (note, "dim"))
            case TrickItem():
                self._trick(item)
            case CardsItem():
                self.line((f"to {item.to}: ", ""), (" ".join(item.cards), CARDS))
            case RevealItem():  # of an empty zone there is nothing to see
                if item.cards:
                    self.line((f"shown to {item.to}: ", ""), (" ".join(item.cards), CARDS))
            case IncidentItem():
                self.print(f"At the table: {item.title}", "bold yellow")
            case ScoreChangeItem():
                change = f"{item.name} {item.now} ({item.now - item.before:+d})"
                again = item.why and item.why == self._reasons
                self._reasons = item.why
                self.line((f"{item.owner}: ", "bold"), (change, ""), (", for the same reason" if again else "", "dim"))
                if not again:
                    self._why((f"because {text}", place) for text, place in item.why)
            case ScoresItem():
                self._scores(item)
            case ResultItem():
                self.gap()
                won = sentence(SENTENCES["won"], item.winners) if item.winners else SENTENCES["nobody"]
                self.print(f"{won}.", "bold")
            case _:
                assert_never(item)

    def _dealt(self, item: DealItem) -> None:
        self._reasons = ()
        self.print(f"Dealt ({item.zone}):" if item.rows[0][0] else "Dealt:")
        rows = [[[(owner or item.zone, "")], [(counted(cards), CARDS)]] for owner, cards in item.rows]
        self.table(rows, indent=2)

    def _trick(self, item: TrickItem) -> None:
        if not item.plays:
            self.print(f"{sentence(SENTENCES['takes'], [item.winner or ''])}.", "italic")
            return
        mark = (" *" if self.ascii else " ✓", "bold green")
        cards = [[(card, CARDS), *([mark] if player == item.winner else [])] for player, card in item.plays]
        self.gap()
        self.table([[[(player, "bold")] for player, _ in item.plays], cards])

    def _scores(self, item: ScoresItem) -> None:
        rows: list[list[list[Piece]]] = [[[], *([(column, "bold")] for column in item.columns)]]
        for owner, pairs in item.rows:
            changes = [f"{now} ({now - before:+d})" if now != before else f"{now}" for before, now in pairs]
            rows.append([[(owner, "")], *([(change, "")] for change in changes)])
        self.gap()
        self.table(rows, right=True)
        self._why(item.why)

    def _why(self, reasons: Iterable[tuple[str, str]]) -> None:
        """Print reasons, one line each, with the place of the rule."""
        for text, place in reasons:
            who, because, said = text.partition("because ")
            self.line((who, "bold"), (because, "dim"), (said, ""), (f" ({place})", "dim"))

    def table(self, rows: Sequence[Sequence[Sequence[Piece]]], *, indent: int = 0, right: bool = False) -> None:
        """Print rows of cells, each made of pieces, in aligned columns without lines.  `right` aligns all columns but
        the first to the right.  A table wider than the terminal is printed row by row, as `column: cell`."""
        sizes = [[sum(cell_len(text) for text, _ in cell) for cell in row] for row in rows]
        widths = [max(column) for column in zip_longest(*sizes, fillvalue=0)]
        if indent + sum(widths) + 3 * (len(widths) - 1) > self.console.width and len(widths) > 2:
            self._stacked(rows, indent)
            return
        for row, taken in zip(rows, sizes, strict=True):
            line: list[Piece] = []
            start = " " * indent
            for number, (cell, size) in enumerate(zip(row, taken, strict=True)):
                space = " " * (widths[number] - size)
                before, after = (space, "") if right and number else ("", space)
                line += [(start + before, ""), *cell]
                start = after + "   "
            self.line(*line)

    def _stacked(self, rows: Sequence[Sequence[Sequence[Piece]]], indent: int) -> None:
        """Print a table that is too wide for the terminal.  Its first row names the cells of the others."""
        heads, *others = rows
        for row in others:
            line: list[Piece] = [(" " * indent, "")]
            for number, (head, cell) in enumerate(zip_longest(heads, row, fillvalue=())):
                if number == 1 and row[0]:
                    line.append((": ", ""))
                elif number > 1 or (number and heads[0]):
                    line.append((", ", ""))
                line += [*head, *([(" ", "")] if head and cell else []), *cell]
            self.line(*line)

    def standings(self, words: Words, result: Result) -> None:
        """Print the result of a game: the owners, best first, with the numbers that decided it.

        What has no name and is the same for all decided nothing.
        """
        if result.cut:
            self.print("The game was stopped: it reached the limit of its length.", "bold")
        if not result.standings:
            return
        bases = {info.base: name_in_words(info.name) for info in words.program.variables}
        ending = next((e for e in words.program.endings if e.owner == result.owner), None)
        columns = [bases.get(base, "") for base, _ in ending.criteria] if ending is not None else []
        numbers = [ns for _, ns in result.standings]
        shown = [
            at for at, name in enumerate(columns[: len(numbers[0])]) if name or len({ns[at] for ns in numbers}) > 1
        ]
        rows = tuple(
            (words.owner(result.owner, o), tuple((ns[at], ns[at]) for at in shown)) for o, ns in result.standings
        )
        self._scores(ScoresItem(tuple(columns[at] for at in shown), rows))


def table_view(words: Words, view: View) -> list[tuple[str, str]]:
    """A player's view, as pairs for each kind of zone: its title and its cards."""
    lines: list[tuple[str, str]] = []
    for number, zone in enumerate(words.program.zones):
        parts: list[str] = []
        for seen in view.zones:
            if seen.where.zone != number or not seen.cards:
                continue
            owner = words.owner(zone.owner, seen.where.owner)
            hidden = sum(card == UNSEEN for card in seen.cards)
            known = [card for card in seen.cards if card != UNSEEN]
            shown = words.cards(known) if known else ""
            if hidden:
                shown += (" and " if known else "") + (f"{hidden} unseen" if known else f"{hidden} cards")
            parts.append(f"{owner} {shown}".strip())
        if parts:
            lines.append((name_in_words(zone.name), ", ".join(parts)))
    return lines
