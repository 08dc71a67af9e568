"""A game as a rulebook: its parts in the order card players expect.

Players and cards; ranking; the course of the game; every phase where it is first played; the end; what may happen at
the table; what always holds; the options with the readings chosen; the rulings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ..checked import (
    CallPhase,
    Expr,
    Game,
    If,
    IncidentRule,
    IsShape,
    Let,
    OptionSymbol,
    Over,
    PhaseSymbol,
    Repeat,
    ShapeSymbol,
    Stmt,
    Symbol,
    ValueOf,
    ValuesSymbol,
)
from ..settle.constant import constants
from ..settle.folding import Folding
from ..settle.logic import conjuncts, negated, same
from ..settle.logic import joined as joined_conditions
from ..source.span import Span
from ..syntax import nodes as n
from ..traversal import everything, inside, of_define, said
from . import english as en
from .actions import title_of
from .document import (
    Block,
    Document,
    Grid,
    Item,
    Items,
    Line,
    Para,
    Run,
    Section,
    joined,
    line,
    paragraph,
    sentence,
    slug,
    words,
)
from .variations import Variations

_DEEPEST = 3
"""How far sections stand inside each other."""
_HEADING = 400
"""Characters of the comment at the head of a rule file that are taken over as its introduction."""


@dataclass(frozen=True)
class Chosen:
    """The settings a rulebook is written for."""

    values: Mapping[OptionSymbol, int]
    players: int | None = None
    """None leaves the number open."""


def rulebook(game: Game, chosen: Chosen) -> Document:
    """The rulebook of a game as it is played with these settings."""
    return Book(game, chosen).document()


class Book(Variations):
    """The speaker, complete: it writes one rulebook and remembers what it has explained."""

    def __init__(self, game: Game, chosen: Chosen) -> None:
        low, high, _ = game.players
        players = chosen.players if chosen.players is not None else low if low == high else None
        folding = Folding(dict(chosen.values), players)
        super().__init__(game, replace(folding, fixed=constants(game, folding)))
        self.values_set = chosen.values
        self.wanted: list[PhaseSymbol] = []

    def document(self) -> Document:
        """The whole text."""
        opening = introduction(self.game)
        sections = [
            self._equipment(),
            *self._cards(),
            *self._course(),
            *self._incidents(),
            *(self.section(title, blocks) for title, blocks in (*self.variations(), *self.rulings())),
        ]
        lead: tuple[Block, ...] = (Para(line(opening)),) if opening else ()
        return Document(self.game.title, lead, tuple(sections))

    def section(self, title: str, blocks: Iterable[Block], sections: tuple[Section, ...] = ()) -> Section:
        """A section, with what it mentions explained at its end."""
        told = tuple(blocks)
        return Section(title, slug(title), (*told, *self.explanations()), sections)

    # ------------------------------------------------------------------------------- what it is played with

    def _equipment(self) -> Section:
        blocks: list[Block] = [paragraph([self.players(), *self.deck()])]
        blocks += self.by_number()
        blocks += self.zones()
        return self.section("Players and cards", blocks)

    def _cards(self) -> list[Section]:
        found: list[Section] = []
        ranking = self.ranking()
        if ranking:
            found.append(self.section("Ranking", ranking))
        symbols = [s for s in spoken_of(self.game) if isinstance(s, ValuesSymbol)]
        if symbols:
            told = [block for symbol in symbols for block in (*self.lead(symbol), self.values(symbol))]
            found.append(self.section("Card values", told))
        shapes = [s for s in spoken_of(self.game) if isinstance(s, ShapeSymbol)]
        if shapes:
            found.append(self.section("Combinations", [Items(tuple(self.shape(s) for s in shapes))]))
        return found

    # ------------------------------------------------------------------------------------------------------- the course

    def _course(self) -> list[Section]:
        """Main, the phases it leads to, and how the game ends."""
        body = self.folding.block(self.game.main.body)
        ending: list[Stmt] = [st for st in body if isinstance(st, Over)]
        blocks: list[Block] = []
        self.main = True
        with self.scope():
            before: list[Stmt] = []
            for st in body:
                if isinstance(st, Repeat):
                    blocks += self.blocks(before)
                    before = []
                    blocks += self._rounds(st)
                elif not isinstance(st, Over):
                    before.append(st)
            blocks += self.blocks(before)
            end = [line(self.over(st)) for st in ending if isinstance(st, Over)]
            until = next((st.until for st in body if isinstance(st, Repeat) and st.until is not None), None)
            if until is not None and ending:
                end.insert(0, line(f"the game goes on until {self.clause(until)}"))
        self.main = False
        found = [self.section("Course of the game", blocks)]
        found += self._phases(self.wanted.copy(), set())
        if ending:
            found.append(self.section("End of the game", [paragraph(end)]))
        return found

    def _rounds(self, st: Repeat) -> list[Block]:
        """The loop of the match, as steps with numbers."""
        saying = self.saying(st)
        items = [
            Items(tuple(map(self._step, block.items)), True) if isinstance(block, Items) and at == 0 else block
            for at, block in enumerate(saying.blocks)
        ]
        return [Para(sentence(saying.line)), *items]

    def _step(self, item: Item) -> Item:
        """A step of the match that is just a phase: its name, and what its author says happens there."""
        match item.line:
            case (Run(text="Go through "), Run(style="link") as link, Run(text=".")):
                about = next((p.description for p in self.wanted if slug(title_of(p)) == link.to), None)
                return Item(sentence(line(link, f": {about}"))) if about else item
            case _:
                return item

    def _phases(self, phases: list[PhaseSymbol], done: set[PhaseSymbol], depth: int = 0) -> list[Section]:
        """A section for each phase, those it leads to inside it; further down they follow one after the other."""
        found: list[Section] = []
        waiting = list(phases)
        while waiting:
            phase = waiting.pop(0)
            if phase in done:
                continue
            done.add(phase)
            before = len(self.wanted)
            with self.scope():
                blocks = [*self.lead(phase), *self._params(phase), *self.told(phase)]
            inner = [p for p in self.wanted[before:] if p not in done]
            made = self.section(title_of(phase), blocks)
            below: list[Section] = []
            if depth < _DEEPEST:
                below = self._phases(inner, done, depth + 1)
            else:
                waiting = [*inner, *waiting]
            found.append(Section(made.title, made.key, made.blocks, tuple(below)))
        return found

    def told(self, phase: PhaseSymbol) -> tuple[Block, ...]:
        """What a phase or a table of actions says; what it remembers for itself is as new when it begins."""
        begun = self.begun([v for v in self.game.variables if v.during is phase])
        first: tuple[Block, ...] = (Para(sentence(begun)),) if begun else ()
        if not phase.table:
            return (*first, *self.blocks(self.folding.block(phase.body)))
        return (*first, *self._table(phase))

    @staticmethod
    def lead(symbol: Symbol) -> list[Block]:
        """What its author says of something, as a paragraph at its head."""
        return [Para(sentence(line(symbol.description)))] if symbol.description else []

    def _params(self, phase: PhaseSymbol) -> list[Block]:
        nouns = [self.christen(param) for param in phase.params]
        if not nouns:
            return []
        who = [str(n) for n, p in zip(nouns, phase.params, strict=True) if p.type.kind in ("player", "team")]
        what = [str(n) for n, p in zip(nouns, phase.params, strict=True) if p.type.kind not in ("player", "team")]
        quoted = [f"“{name}”" for name in what]
        said = [f"“{en.listed(who)}” {'are those' if len(who) > 1 else 'is the one'} this is done for"] if who else []
        if what:
            said.append(f"{en.listed(quoted)} {'are' if len(what) > 1 else 'is'} given where the rules lead here")
        return [Para(sentence(line(f"here {', and '.join(said)}")))]

    def _table(self, phase: PhaseSymbol) -> tuple[Block, ...]:
        """A table of actions: conditions on the left, what is done on the right."""
        lines: list[Line] = []
        folding = self.folding
        for st in folding.block(phase.body):
            if isinstance(st, Let):
                value = folding.expr(st.value)
                if st.local.type.kind == "flag" or len(st.local.name) <= 2:
                    folding = folding.knowing({st.local: value})
                else:
                    lines.append(self.naming(Let(st.local, value, span=st.span), ()))
        rows = folding.kept(phase.rows)
        always = [row for row in rows if row.guard is None and not row.otherwise]
        for row in always:
            lines += [saying.line for saying in self.sayings(row.actions)]
        cases: list[tuple[list[Expr], Line]] = []
        for row in rows:
            if row not in always:
                parts = [] if row.guard is None else self.unfolded(conjuncts(row.guard))
                with self.scope():
                    told = joined([saying.line for saying in self.sayings(row.actions)])
                cases.append((parts, told or line("nothing happens")))
        found = [(line(en.capital(self._case(parts))), told) for parts, told in merged(cases)]
        blocks: list[Block] = [paragraph(lines)] if lines else []
        if len(found) == 1 and not cases[0][0]:
            blocks.append(paragraph([found[0][1]]))
        elif found:
            blocks.append(Grid((line("If"), line("Then")), tuple(found)))
        return tuple(blocks)

    def _case(self, parts: list[Expr]) -> str:
        return self.clause(joined_conditions("and", parts)) if parts else "in all other cases"

    # ------------------------------------------------------------------------------------------------ one part alone

    def describe(self, kind: str, name: str) -> tuple[Block, ...]:
        """One part of the game by its kind and name, as `phase pay`; nothing if there is none."""
        match kind:
            case "main":
                self.explained.update(self.game.variables, self.game.zones, self.game.defines)
                return self._course()[0].blocks
            case "incident":
                return next((self.incident(rule) for rule in self.game.incidents if rule.title == name), ())
            case "values":
                found = [s for s in spoken_of(self.game) if isinstance(s, ValuesSymbol) and s.name == name]
                return tuple(self.values(symbol) for symbol in found)
            case "shape":
                shapes = [s for s in spoken_of(self.game) if isinstance(s, ShapeSymbol) and s.name == name]
                return (Items(tuple(self.shape(symbol) for symbol in shapes)),) if shapes else ()
            case _:
                return self._named_part(name)

    def _named_part(self, name: str) -> tuple[Block, ...]:
        phase = next((p for p in self.game.phases if p.name == name), None)
        if phase is not None:
            with self.scope():
                return (*self._params(phase), *self.told(phase))
        define = next((d for d in self.game.defines if d.name == name), None)
        return (Items((self.definition(define),)),) if define is not None else ()

    # ----------------------------------------------------------------------------------------- incidents, what holds

    def _incidents(self) -> list[Section]:
        found = [self.section(en.capital(rule.title), self.incident(rule)) for rule in self.game.incidents]
        return [Section("What may happen at the table", "incidents", (), tuple(found))] if found else []

    def incident(self, rule: IncidentRule) -> tuple[Block, ...]:
        """When something may be declared, and what follows."""
        with self.scope():
            window = self._window(rule)
            if rule.player is not None:
                self.christen(rule.player)
            return (Para(window), *self.blocks(self.folding.block(rule.body)))

    def _window(self, rule: IncidentRule) -> Line:
        declared = "This may be declared"
        if rule.players is not None:
            declared += f" of one of {self.text(self.folding.expr(rule.players))},"
        if rule.until is None:
            return line(f"{declared} at any time during ", self.link(rule.start), ".")
        first = self.link(rule.start)
        return line(f"{declared} from ", first, " until the first choice of ", self.link(rule.until), ".")


def merged(cases: list[tuple[list[Expr], Line]]) -> list[tuple[list[Expr], Line]]:
    """Cases with the same outcome that differ in one condition only, which holds in one of them, as one case."""
    found = list(cases)
    at = 0
    while at < len(found):
        parts, told = found[at]
        for other in range(at + 1, len(found)):
            if words(found[other][1]) == words(told) and (both := without_one(parts, found[other][0])) is not None:
                found[at] = (both, told)
                del found[other]
                at = -1
                break
        at += 1
    return found


def without_one(one: list[Expr], other: list[Expr]) -> list[Expr] | None:
    """What two lists of conditions share, if all they differ in is a condition and its opposite."""
    mine = [e for e in one if not any(same(e, x) for x in other)]
    theirs = [e for e in other if not any(same(e, x) for x in one)]
    if len(mine) == len(theirs) == 1 and same(negated(mine[0]), theirs[0]):
        return [e for e in one if e is not mine[0]] or None
    return None


def introduction(game: Game) -> str:
    """The comment at the head of the rule file, before anything else, as a paragraph."""
    first = next((d for d in game.tree.declarations if isinstance(d, n.Game)), None)
    if first is None:
        return ""
    found: list[str] = []
    for number in range(1, first.span.line):
        text = first.span.source.line(number).strip()
        if text.startswith("#"):
            found.append(text.lstrip("# ").strip())
        elif found:
            break
    text = " ".join(" ".join(found).split())
    if text.startswith(f"{game.title}: "):
        text = en.capital(text.removeprefix(f"{game.title}: "))
    return text if len(text) <= _HEADING else ""


def spoken_of(game: Game) -> list[ValuesSymbol | ShapeSymbol]:
    """The values and shapes the rules use, in the order they are first used."""
    found: dict[ValuesSymbol | ShapeSymbol, None] = {}
    roots = [e for st in everything(game) for e in said(st)]
    roots += [e for define in game.defines for e in of_define(define)]
    for root in roots:
        for e in inside(root):
            if isinstance(e, ValueOf):
                found.setdefault(e.values)
            elif isinstance(e, IsShape):
                found.setdefault(e.shape)
    return list(found)


__all__ = ["Book", "CallPhase", "Chosen", "If", "Span", "rulebook"]
