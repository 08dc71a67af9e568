"""Makers for declarations: they assemble the tree of a form from its leaves upwards."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Literal

from ...codes.reporting import report
from ...source.span import Span
from .. import nodes as n
from ..machine import QuotedText
from .building import Building, Cite, OptionalPart, ParsedBlock, parts_by_keyword, text_of

Signature = tuple[n.Name, tuple[n.Param, ...]]
By = tuple[n.Some, n.Expr | None]
Replacing = n.Part | n.After | n.Always | n.Require | n.Preset | n.Document


def form(b: Building, span: Span, *declaration: n.Decl) -> n.Decl | None:
    return declaration[0] if declaration else None


def skipped(b: Building, span: Span, body: ParsedBlock) -> None:
    return None


def game(b: Building, span: Span, title: QuotedText, cite: Cite) -> n.Game:
    return n.Game(title.text, cite=cite, span=span)


def language(b: Building, span: Span, version: n.Number, cite: Cite) -> n.Language:
    return n.Language(version.value, cite=cite, span=span)


def document(
    b: Building, span: Span, name: n.Name, path: QuotedText, description: QuotedText | None, cite: Cite
) -> n.Document:
    return n.Document(name, path.text, description=text_of(description), cite=cite, span=span)


def ruling(b: Building, span: Span, text: QuotedText, about: tuple[n.Topic, ...] | None, cite: Cite) -> n.Ruling:
    return n.Ruling(text.text, about or (), cite=cite, span=span)


def topic(b: Building, span: Span, what: Any, name: n.Name | None = None) -> n.Topic:
    return n.Topic(what, name, span=span)


def incident_topic(b: Building, span: Span, title: QuotedText) -> n.Topic:
    return n.Topic("incident", n.Name(title.text, span=title.span), span=span)


def not_rule(b: Building, span: Span, cite: n.Citation) -> n.NotARule:
    return n.NotARule(cite=cite, span=span)


def variant(b: Building, span: Span, title: QuotedText, base: n.Name, cite: Cite) -> n.Variant:
    return n.Variant(title.text, base, cite=cite, span=span)


def replace(b: Building, span: Span, part: Replacing) -> n.Replace:
    return n.Replace(part, span=span)


def add(b: Building, span: Span, part: n.Part) -> n.Add:
    return n.Add(part, span=span)


def setting(b: Building, span: Span, name: n.Name, value: n.Value, cite: Cite) -> n.Setting:
    return n.Setting(name, value, cite=cite, span=span)


def remove(b: Building, span: Span, what: Any, name: n.Name, cite: Cite) -> n.Remove:
    return n.Remove(what, name, cite=cite, span=span)


def remove_titled(
    b: Building, span: Span, what: Literal["incident", "preset", "ruling"], title: QuotedText, cite: Cite
) -> n.Remove:
    return n.Remove(what, n.Name(title.text, span=title.span), cite=cite, span=span)


def remove_ranking(b: Building, span: Span, cite: Cite) -> n.Remove:
    return n.Remove("ranking", None, cite=cite, span=span)


def remove_written(b: Building, span: Span, cite: Cite) -> n.Remove:
    return n.Remove("the lines on the table", None, cite=cite, span=span)


def remove_names(b: Building, span: Span, cite: Cite) -> n.Remove:
    return n.Remove("names", None, cite=cite, span=span)


def remove_after(b: Building, span: Span, phase: n.Name, condition: n.Expr | None, cite: Cite) -> n.Remove:
    return n.Remove("after", phase, condition, cite=cite, span=span)


def remove_condition(
    b: Building, span: Span, what: Literal["always", "require"], condition: n.Expr, cite: Cite
) -> n.Remove:
    return n.Remove(what, None, condition, cite=cite, span=span)


def keep(b: Building, span: Span, text: QuotedText, cite: Cite) -> n.Keep:
    return n.Keep(text.text, cite=cite, span=span)


def describe(b: Building, span: Span, name: n.Name, text: QuotedText, cite: Cite) -> n.Describe:
    return n.Describe(name, text.text, cite=cite, span=span)


def players(
    b: Building, span: Span, low: n.Number, high: n.Number | None, default: n.Number | None, *rest: Any
) -> n.Players:
    *clauses, cite = rest
    made = n.Players(
        low.value, high.value if high else low.value, default.value if default else None, False, cite=cite, span=span
    )
    return _with(b, made, clauses)


def players_among(b: Building, span: Span, *rest: Any) -> n.Players:
    *listed, cite = rest
    clauses = [item for item in listed if isinstance(item, OptionalPart)]
    *numbers, default = [item for item in listed if not isinstance(item, OptionalPart)]
    among = tuple(number.value for number in numbers)
    usual = default.value if default is not None else None
    made = n.Players(min(among), max(among), usual, False, among=among, cite=cite, span=span)
    return _with(b, made, clauses)


def _with(b: Building, made: n.Players, clauses: list[OptionalPart]) -> n.Players:
    said = parts_by_keyword(b, clauses)
    partners = said.get("partners")
    return dataclasses.replace(
        made,
        partners=partners is not None,
        paired=partners.value if partners is not None else (),
        counterclockwise="counterclockwise" in said,
    )


def partners(b: Building, span: Span, paired: tuple[n.Number, ...] | None) -> OptionalPart:
    return OptionalPart("partners", tuple(number.value for number in paired or ()), span)


def counterclockwise(b: Building, span: Span) -> OptionalPart:
    return OptionalPart("counterclockwise", True, span)


def option(
    b: Building,
    span: Span,
    name: n.Name,
    type: n.Type | None,
    default: n.Value,
    description: QuotedText | None,
    condition: n.Expr | None,
    cite: Cite,
    values: tuple[n.OptionValue, ...] | None,
) -> n.Option:
    about = text_of(description)
    return n.Option(name, type, default, condition, values or (), description=about, cite=cite, span=span)


def option_value(b: Building, span: Span, value: n.Value, description: QuotedText | None, cite: Cite) -> n.OptionValue:
    return n.OptionValue(value, description=text_of(description), cite=cite, span=span)


def require(b: Building, span: Span, condition: n.Expr, text: QuotedText | None, cite: Cite) -> n.Require:
    return n.Require(condition, text_of(text), cite=cite, span=span)


def preset(b: Building, span: Span, title: QuotedText, cite: Cite, *settings: n.Setting) -> n.Preset:
    return n.Preset(title.text, settings, cite=cite, span=span)


def zones(b: Building, span: Span, cite: Cite, *zones: n.Zone) -> n.Zones:
    return n.Zones(zones, cite=cite, span=span)


def zone(
    b: Building,
    span: Span,
    name: n.Name,
    owner: n.Owner | None,
    places: n.Number | None,
    visibility: n.Visibility,
    description: QuotedText | None,
    cite: Cite,
) -> n.Zone:
    many = places.value if places is not None else None
    return n.Zone(name, owner, visibility, many, description=text_of(description), cite=cite, span=span)


def face_down(b: Building, span: Span) -> n.Visibility:
    return "face down"


def face_up(b: Building, span: Span) -> n.Visibility:
    return "face up"


def private(b: Building, span: Span) -> n.Visibility:
    return "private"


def remember(b: Building, span: Span, phase: n.Name | None, cite: Cite, *variables: n.Variable) -> n.Remember:
    return n.Remember(phase, variables, cite=cite, span=span)


def variable(
    b: Building,
    span: Span,
    names: tuple[n.Name, ...],
    owner: n.Owner | None,
    type: n.Type,
    description: QuotedText | None,
    cite: Cite,
) -> n.Variable:
    return n.Variable(names, owner, type, description=text_of(description), cite=cite, span=span)


def written(b: Building, span: Span, cite: Cite, *lines: n.WrittenLine) -> n.Written:
    return n.Written(lines, cite=cite, span=span)


def written_line(
    b: Building, span: Span, notice: n.Notice, condition: n.Expr | None, beside: By | None, cite: Cite
) -> n.WrittenLine:
    return n.WrittenLine(notice, condition, *(beside or (None, None)), cite=cite, span=span)


def namings(b: Building, span: Span, cite: Cite, *rows: n.Naming) -> n.Namings:
    return n.Namings(rows, cite=cite, span=span)


def naming(
    b: Building, span: Span, face: n.Faces | n.FaceRange | n.NamedFace, text: QuotedText, cite: Cite
) -> n.Naming:
    return n.Naming(face, text.text, cite=cite, span=span)


def beside(b: Building, span: Span, some: n.Some, where: n.Expr | None) -> By:
    return some, where


def signature(b: Building, span: Span, name: n.Name, params: tuple[n.Param, ...] | None) -> Signature:
    return name, params or ()


def param(b: Building, span: Span, name: n.Name, type: n.Type) -> n.Param:
    return n.Param(name, type, span=span)


def define(
    b: Building, span: Span, signature: Signature, body: n.Expr, description: QuotedText | None, cite: Cite
) -> n.Define:
    return n.Define(*signature, body, description=text_of(description), cite=cite, span=span)


def define_by_rows(
    b: Building, span: Span, signature: Signature, description: QuotedText | None, cite: Cite, *rows: n.ValueRow
) -> n.Define:
    return n.Define(*signature, rows, description=text_of(description), cite=cite, span=span)


def guard(b: Building, span: Span, word: Literal["always", "otherwise"]) -> n.Guard:
    return n.Guard(word, span=span)


def value_row(b: Building, span: Span, guard: n.Expr | n.Guard, value: n.Expr, cite: Cite) -> n.ValueRow:
    return n.ValueRow(guard, value, cite=cite, span=span)


def row(b: Building, span: Span, guard: n.Expr | n.Guard, actions: tuple[n.Stmt, ...], cite: Cite) -> n.ActionRow:
    return n.ActionRow(guard, actions, cite=cite, span=span)


def table(
    b: Building, span: Span, signature: Signature, description: QuotedText | None, cite: Cite, *lines: Any
) -> n.Table:
    return _table(b, span, signature, None, description, cite, lines)


def table_of_values(
    b: Building, span: Span, signature: Signature, type: n.Type, description: QuotedText | None, cite: Cite, *lines: Any
) -> n.Table:
    return _table(b, span, signature, type, description, cite, lines)


def _table(
    b: Building,
    span: Span,
    signature: Signature,
    type: n.Type | None,
    description: QuotedText | None,
    cite: Cite,
    lines: Iterable[Any],
) -> n.Table:
    lets: list[n.Let] = []
    rows: list[Any] = []
    for line in lines:
        if not isinstance(line, n.Let):
            rows.append(line)
        elif rows:
            b.problems.append(report("E0218", line.span, help="move it above the first row"))
        else:
            lets.append(line)
    if lets and not rows:
        b.problems.append(report("E0219", signature[0].span, name=signature[0].text))
    about = text_of(description)
    return n.Table(*signature, type, tuple(lets), tuple(rows), description=about, cite=cite, span=span)


def main(b: Building, span: Span, block: ParsedBlock) -> n.Main:
    return n.Main(block.body, cite=block.cite, span=span)


def phase(b: Building, span: Span, signature: Signature, description: QuotedText | None, block: ParsedBlock) -> n.Phase:
    return n.Phase(*signature, block.body, description=text_of(description), cite=block.cite, span=span)


def incident(
    b: Building, span: Span, title: QuotedText, by: By | None, start: n.Name, until: n.Name, block: ParsedBlock
) -> n.Incident:
    return n.Incident(title.text, *(by or (None, None)), start, until, block.body, cite=block.cite, span=span)


def incident_during(
    b: Building, span: Span, title: QuotedText, by: By | None, phase: n.Name, block: ParsedBlock
) -> n.Incident:
    return n.Incident(title.text, *(by or (None, None)), phase, None, block.body, cite=block.cite, span=span)


def by(b: Building, span: Span, some: n.Some, where: n.Expr | None) -> By:
    return some, where


def after(b: Building, span: Span, phase: n.Name, condition: n.Expr, cite: Cite) -> n.After:
    return n.After(phase, condition, cite=cite, span=span)


def always(b: Building, span: Span, condition: n.Expr, cite: Cite) -> n.Always:
    return n.Always(condition, cite=cite, span=span)


def example(
    b: Building,
    span: Span,
    title: QuotedText | None,
    player: n.Name | None,
    players: n.Number | None,
    cite: Cite,
    *body: n.ExampleLine,
) -> n.Example:
    return n.Example(text_of(title), player, None if players is None else players.value, body, cite=cite, span=span)


def expect(b: Building, span: Span, condition: n.Expr, cite: Cite) -> n.Expect:
    return n.Expect(condition, cite=cite, span=span)


def expect_answer(b: Building, span: Span, answer: n.Template, cite: Cite) -> n.ExpectAnswer:
    return n.ExpectAnswer(answer, cite=cite, span=span)


def expect_no_answer(b: Building, span: Span, answer: n.Template, cite: Cite) -> n.ExpectAnswer:
    return n.ExpectAnswer(answer, True, cite=cite, span=span)


def dealt(b: Building, span: Span, cards: n.Expr, target: n.Target, cite: Cite) -> n.Dealt:
    return n.Dealt(cards, target, cite=cite, span=span)


def expect_turn(b: Building, span: Span, player: n.Expr, cite: Cite) -> n.ExpectTurn:
    return n.ExpectTurn(player, cite=cite, span=span)


def expect_sight(b: Building, span: Span, player: n.Expr, place: n.Target, cite: Cite) -> n.ExpectSight:
    return n.ExpectSight(player, place, cite=cite, span=span)


def expect_no_sight(b: Building, span: Span, player: n.Expr, place: n.Target, cite: Cite) -> n.ExpectSight:
    return n.ExpectSight(player, place, negated=True, cite=cite, span=span)


def expect_open(b: Building, span: Span, place: n.Target, cite: Cite) -> n.ExpectSight:
    return n.ExpectSight(None, place, cite=cite, span=span)


def expect_hidden(b: Building, span: Span, place: n.Target, cite: Cite) -> n.ExpectSight:
    return n.ExpectSight(None, place, negated=True, cite=cite, span=span)


def answered(b: Building, span: Span, answer: n.Template, cite: Cite) -> n.Answered:
    return n.Answered(answer, cite=cite, span=span)


def whole_game(b: Building, span: Span, cite: Cite) -> n.WholeGame:
    return n.WholeGame(cite=cite, span=span)


def expect_over(b: Building, span: Span, winner: n.Expr | None, cite: Cite) -> n.ExpectOver:
    return n.ExpectOver(winner, cite=cite, span=span)


def expect_draw(b: Building, span: Span, cite: Cite) -> n.ExpectOver:
    return n.ExpectOver(None, draw=True, cite=cite, span=span)
