"""Makers of declarations: the tree of a form, put together from its leaves upwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal

from .. import nodes as n
from .changes import Edits
from .statements import Block, Cite, Said
from ...source.diagnostics import make
from ..machine import Quoted
from ...source.span import Span

Signature = tuple[n.Name, tuple[n.Param, ...]]
By = tuple[n.Some, n.Expr | None]
Replacing = n.Part | n.After | n.Always | n.Require | n.Preset | n.Document


class Builder(Edits):
    """Makes whole forms."""

    # ---------------------------------------------------------------------------------------------------- headings

    def form(self, span: Span, *declaration: n.Decl) -> n.Decl | None:
        return declaration[0] if declaration else None

    def skipped(self, span: Span, body: Block) -> None:
        return None

    def game(self, span: Span, title: Quoted, cite: Cite) -> n.Game:
        return n.Game(title.text, cite=cite, span=span)

    def language(self, span: Span, version: n.Number, cite: Cite) -> n.Language:
        return n.Language(version.value, cite=cite, span=span)

    def document(self, span: Span, name: n.Name, path: Quoted, cite: Cite) -> n.Document:
        return n.Document(name, path.text, cite=cite, span=span)

    def ruling(self, span: Span, text: Quoted, about: tuple[n.Topic, ...] | None, cite: Cite) -> n.Ruling:
        return n.Ruling(text.text, about or (), cite=cite, span=span)

    def topic(self, span: Span, what: Any, name: n.Name | None = None) -> n.Topic:
        return n.Topic(what, name, span=span)

    def incident_topic(self, span: Span, title: Quoted) -> n.Topic:
        return n.Topic("incident", n.Name(title.text, span=title.span), span=span)

    def not_rule(self, span: Span, cite: n.Citation) -> n.NotARule:
        return n.NotARule(cite=cite, span=span)

    def variant(self, span: Span, title: Quoted, base: n.Name, cite: Cite) -> n.Variant:
        return n.Variant(title.text, base, cite=cite, span=span)

    def replace(self, span: Span, part: Replacing) -> n.Replace:
        return n.Replace(part, span=span)

    def add(self, span: Span, part: n.Part) -> n.Add:
        return n.Add(part, span=span)

    def setting(self, span: Span, name: n.Name, value: n.Value, cite: Cite) -> n.Setting:
        return n.Setting(name, value, cite=cite, span=span)

    def remove(self, span: Span, what: Any, name: n.Name, cite: Cite) -> n.Remove:
        return n.Remove(what, name, cite=cite, span=span)

    def remove_titled(
        self, span: Span, what: Literal["incident", "preset", "ruling"], title: Quoted, cite: Cite
    ) -> n.Remove:
        return n.Remove(what, n.Name(title.text, span=title.span), cite=cite, span=span)

    def remove_ranking(self, span: Span, cite: Cite) -> n.Remove:
        return n.Remove("ranking", None, cite=cite, span=span)

    def remove_after(self, span: Span, phase: n.Name, condition: n.Expr | None, cite: Cite) -> n.Remove:
        return n.Remove("after", phase, condition, cite=cite, span=span)

    def remove_condition(
        self, span: Span, what: Literal["always", "require"], condition: n.Expr, cite: Cite
    ) -> n.Remove:
        return n.Remove(what, None, condition, cite=cite, span=span)

    def keep(self, span: Span, text: Quoted, cite: Cite) -> n.Keep:
        return n.Keep(text.text, cite=cite, span=span)

    def describe(self, span: Span, name: n.Name, text: Quoted, cite: Cite) -> n.Describe:
        return n.Describe(name, text.text, cite=cite, span=span)

    # ------------------------------------------------------------------------------------- players, cards, options

    def players(
        self, span: Span, low: n.Number, high: n.Number | None, default: n.Number | None, *rest: Any
    ) -> n.Players:
        *clauses, cite = rest
        made = n.Players(
            low.value, high.value if high else low.value, default.value if default else None, False, cite=cite, span=span
        )
        return self._with(made, clauses)

    def players_among(self, span: Span, *rest: Any) -> n.Players:
        *listed, cite = rest
        clauses = [item for item in listed if isinstance(item, Said)]
        *numbers, default = [item for item in listed if not isinstance(item, Said)]
        among = tuple(number.value for number in numbers)
        usual = default.value if default is not None else None
        made = n.Players(min(among), max(among), usual, False, among=among, cite=cite, span=span)
        return self._with(made, clauses)

    def _with(self, made: n.Players, clauses: list[Said]) -> n.Players:
        said = self.once(clauses)
        partners = said.get("partners")
        return replace(
            made,
            partners=partners is not None,
            paired=partners.value if partners is not None else (),
            counterclockwise="counterclockwise" in said,
        )

    def partners(self, span: Span, paired: tuple[n.Number, ...] | None) -> Said:
        return Said("partners", tuple(number.value for number in paired or ()), span)

    def counterclockwise(self, span: Span) -> Said:
        return Said("counterclockwise", True, span)

    def deck(
        self,
        span: Span,
        ranks: tuple[n.Rank, ...],
        suits: tuple[n.Name, ...] | None,
        extras: tuple[Said, ...],
        cite: Cite,
    ) -> n.Deck:
        said = self.once(extras)
        copies, jokers = said.get("copies"), said.get("jokers")
        return n.Deck(
            ranks, suits, copies.value if copies else None, jokers.value if jokers else None, cite=cite, span=span
        )

    def deck_of_rows(self, span: Span, cite: Cite, *rows: n.DeckRow) -> n.Deck:
        return n.Deck((), None, None, None, rows, cite=cite, span=span)

    def deck_row(
        self,
        span: Span,
        ranks: tuple[n.Rank | n.FaceRange, ...],
        suits: tuple[n.Name, ...] | None,
        copies: n.Expr | None,
        condition: n.Expr | None,
        cite: Cite,
    ) -> n.DeckRow:
        return n.DeckRow(ranks, suits, copies, condition, cite=cite, span=span)

    def copies(self, span: Span, count: n.Expr) -> Said:
        return Said("copies", count, span)

    def jokers(self, span: Span, count: n.Expr) -> Said:
        return Said("jokers", count, span)

    def kind(self, span: Span, name: n.Name, type: n.Type, description: Quoted | None, cite: Cite) -> n.Kind:
        return n.Kind(name, type, description=_text(description), cite=cite, span=span)

    def option(
        self,
        span: Span,
        name: n.Name,
        type: n.Type | None,
        default: n.Value,
        description: Quoted | None,
        condition: n.Expr | None,
        cite: Cite,
        values: tuple[n.OptionValue, ...] | None,
    ) -> n.Option:
        about = _text(description)
        return n.Option(name, type, default, condition, values or (), description=about, cite=cite, span=span)

    def option_value(self, span: Span, value: n.Value, description: Quoted | None, cite: Cite) -> n.OptionValue:
        return n.OptionValue(value, description=_text(description), cite=cite, span=span)

    def require(self, span: Span, condition: n.Expr, text: Quoted | None, cite: Cite) -> n.Require:
        return n.Require(condition, _text(text), cite=cite, span=span)

    def preset(self, span: Span, title: Quoted, cite: Cite, *settings: n.Setting) -> n.Preset:
        return n.Preset(title.text, settings, cite=cite, span=span)

    def zones(self, span: Span, cite: Cite, *zones: n.Zone) -> n.Zones:
        return n.Zones(zones, cite=cite, span=span)

    def zone(
        self,
        span: Span,
        name: n.Name,
        owner: n.Owner | None,
        places: n.Number | None,
        visibility: n.Visibility,
        description: Quoted | None,
        cite: Cite,
    ) -> n.Zone:
        many = places.value if places is not None else None
        return n.Zone(name, owner, visibility, many, description=_text(description), cite=cite, span=span)

    def shape(self, span: Span, name: n.Name, *rest: Any) -> n.Shape:
        *forms, wild, description, cite = rest
        return n.Shape(name, tuple(forms), wild or (), description=_text(description), cite=cite, span=span)

    def card_form(
        self, span: Span, count: n.Number, more: bool | None, same: Literal["rank", "suit"] | None, run: bool | None
    ) -> n.CardForm:
        return n.CardForm(count.value, None if more else count.value, same, bool(run), span=span)

    def card_form_up_to(
        self, span: Span, low: n.Number, high: n.Number, same: Literal["rank", "suit"] | None, run: bool | None
    ) -> n.CardForm:
        return n.CardForm(low.value, high.value, same, bool(run), span=span)

    def wild_joker(self, span: Span) -> n.JokerPattern:
        return n.JokerPattern(span=span)

    def or_more(self, span: Span) -> bool:
        return True

    def sequence(self, span: Span) -> bool:
        return True

    def face_down(self, span: Span) -> n.Visibility:
        return "face down"

    def face_up(self, span: Span) -> n.Visibility:
        return "face up"

    def private(self, span: Span) -> n.Visibility:
        return "private"

    def remember(self, span: Span, phase: n.Name | None, cite: Cite, *variables: n.Variable) -> n.Remember:
        return n.Remember(phase, variables, cite=cite, span=span)

    def variable(
        self,
        span: Span,
        names: tuple[n.Name, ...],
        owner: n.Owner | None,
        type: n.Type,
        description: Quoted | None,
        cite: Cite,
    ) -> n.Variable:
        return n.Variable(names, owner, type, description=_text(description), cite=cite, span=span)

    # -------------------------------------------------------------------------------------------- rankings, values

    def ranking(self, span: Span, cite: Cite, *rows: n.RankingRow) -> n.Ranking:
        return n.Ranking(rows, cite=cite, span=span)

    def suit_row(self, span: Span, suit: n.Expr, *rest: Any) -> n.SuitRow:
        patterns, cite = rest[:-1], rest[-1]
        return n.SuitRow(suit, tuple(one for group in patterns for one in group), cite=cite, span=span)

    def any_suit_row(self, span: Span, when: n.Expr | None, ranks: tuple[n.Rank, ...], cite: Cite) -> n.AnySuitRow:
        return n.AnySuitRow(False, ranks, when, cite=cite, span=span)

    def any_card_row(self, span: Span, ranks: tuple[n.Rank, ...], cite: Cite) -> n.AnyCardRow:
        return n.AnyCardRow(ranks, cite=cite, span=span)

    def joker_row(self, span: Span, cite: Cite) -> n.JokerRow:
        return n.JokerRow(cite=cite, span=span)

    def any_other_suit_row(
        self, span: Span, when: n.Expr | None, ranks: tuple[n.Rank, ...], cite: Cite
    ) -> n.AnySuitRow:
        return n.AnySuitRow(True, ranks, when, cite=cite, span=span)

    def equal_cards(self, span: Span, which: Literal["first", "last"], cite: Cite) -> n.EqualCards:
        return n.EqualCards(which, cite=cite, span=span)

    def pattern(self, span: Span, ranks: tuple[n.Rank, ...], suit: n.Expr | None) -> tuple[n.Pattern, ...]:
        if len(ranks) == 1:
            return (n.RankPattern(ranks[0], suit, span=span),)
        return tuple(n.RankPattern(rank, suit, span=rank.span) for rank in ranks)

    def joker_pattern(self, span: Span) -> tuple[n.Pattern, ...]:
        return (n.JokerPattern(span=span),)

    def values(
        self, span: Span, name: n.Name, of: n.Name, description: Quoted | None, cite: Cite, *rows: n.ValuesRow
    ) -> n.Values:
        return n.Values(name, of, rows, description=_text(description), cite=cite, span=span)

    def values_row(
        self,
        span: Span,
        face: n.Faces | n.FaceRange | n.NamedFace,
        low: n.Expr,
        high: n.Expr | None,
        cite: Cite,
    ) -> n.ValuesRow:
        return n.ValuesRow(face, low, high, cite=cite, span=span)

    def faces(self, span: Span, ranks: tuple[n.Rank, ...], suit: n.Name | None) -> n.Faces:
        return n.Faces(ranks, suit, span=span)

    def face_range(self, span: Span, low: n.Rank, high: n.Rank) -> n.FaceRange:
        return n.FaceRange(low, high, span=span)

    def named_face(self, span: Span, name: n.Name | str) -> n.NamedFace:
        return n.NamedFace(name if isinstance(name, str) else name.text, span=span)

    # ------------------------------------------------------------------------------- defines, tables, phases, checks

    def signature(self, span: Span, name: n.Name, params: tuple[n.Param, ...] | None) -> Signature:
        return name, params or ()

    def param(self, span: Span, name: n.Name, type: n.Type) -> n.Param:
        return n.Param(name, type, span=span)

    def define(
        self, span: Span, signature: Signature, body: n.Expr, description: Quoted | None, cite: Cite
    ) -> n.Define:
        return n.Define(*signature, body, description=_text(description), cite=cite, span=span)

    def define_by_rows(
        self, span: Span, signature: Signature, description: Quoted | None, cite: Cite, *rows: n.ValueRow
    ) -> n.Define:
        return n.Define(*signature, rows, description=_text(description), cite=cite, span=span)

    def guard(self, span: Span, word: Literal["always", "otherwise"]) -> n.Guard:
        return n.Guard(word, span=span)

    def value_row(self, span: Span, guard: n.Expr | n.Guard, value: n.Expr, cite: Cite) -> n.ValueRow:
        return n.ValueRow(guard, value, cite=cite, span=span)

    def row(self, span: Span, guard: n.Expr | n.Guard, actions: tuple[n.Stmt, ...], cite: Cite) -> n.ActionRow:
        return n.ActionRow(guard, actions, cite=cite, span=span)

    def table(self, span: Span, signature: Signature, description: Quoted | None, cite: Cite, *lines: Any) -> n.Table:
        return self._table(span, signature, None, description, cite, lines)

    def table_of_values(
        self, span: Span, signature: Signature, type: n.Type, description: Quoted | None, cite: Cite, *lines: Any
    ) -> n.Table:
        return self._table(span, signature, type, description, cite, lines)

    def _table(
        self,
        span: Span,
        signature: Signature,
        type: n.Type | None,
        description: Quoted | None,
        cite: Cite,
        lines: Iterable[Any],
    ) -> n.Table:
        lets: list[n.Let] = []
        rows: list[Any] = []
        for line in lines:
            if not isinstance(line, n.Let):
                rows.append(line)
            elif rows:
                self.problems.append(make("E0218", line.span, help="move it above the first row"))
            else:
                lets.append(line)
        if lets and not rows:
            self.problems.append(make("E0219", signature[0].span, name=signature[0].text))
        about = _text(description)
        return n.Table(*signature, type, tuple(lets), tuple(rows), description=about, cite=cite, span=span)

    def main(self, span: Span, block: Block) -> n.Main:
        return n.Main(block.body, cite=block.cite, span=span)

    def phase(self, span: Span, signature: Signature, description: Quoted | None, block: Block) -> n.Phase:
        return n.Phase(*signature, block.body, description=_text(description), cite=block.cite, span=span)

    def incident(
        self, span: Span, title: Quoted, by: By | None, start: n.Name, until: n.Name, block: Block
    ) -> n.Incident:
        return n.Incident(title.text, *(by or (None, None)), start, until, block.body, cite=block.cite, span=span)

    def incident_during(self, span: Span, title: Quoted, by: By | None, phase: n.Name, block: Block) -> n.Incident:
        return n.Incident(title.text, *(by or (None, None)), phase, None, block.body, cite=block.cite, span=span)

    def by(self, span: Span, some: n.Some, where: n.Expr | None) -> By:
        return some, where

    def after(self, span: Span, phase: n.Name, condition: n.Expr, cite: Cite) -> n.After:
        return n.After(phase, condition, cite=cite, span=span)

    def always(self, span: Span, condition: n.Expr, cite: Cite) -> n.Always:
        return n.Always(condition, cite=cite, span=span)


def _text(quoted: Quoted | None) -> str | None:
    return quoted.text if quoted else None
