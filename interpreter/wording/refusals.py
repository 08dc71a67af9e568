"""The sentences that say why a choice is not legal, made from the conditions of the rules and the rulebook's wording.

Each condition of a choice (`dsl/settle/requirements.py`) is one reason.  Its sentence says what is the case when the
condition fails: "{0} is not the suit led".  Facts of the state are added where the sentence names a variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from ...dsl.checked import (
    CallDefine,
    CheckedGame,
    Choice,
    Choose,
    Domain,
    Expr,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    PileEnd,
    PlayTrick,
    VariableRef,
)
from ...dsl.rulebook.context import Book, RulebookSettings
from ...dsl.rulebook.english import Noun
from ...dsl.rulebook.sizes import free_of
from ...dsl.rulebook.speech import folding_of, new_book
from ...dsl.settle.folding import FoldingContext
from ...dsl.settle.logic import disjuncts, is_same, joined_conditions, negated
from ...dsl.settle.requirements import Requirement, requirements
from ...dsl.source.span import Span
from ...dsl.traversal import everything, inside, of_domain
from ..lowering import settle
from ..lowering.waiting.tricks import NARROWED
from ..program import Program
from ..text.refused import RefusalFact, RefusalText, Viewpoint

_BLANKS = 0xF100
"""Characters of the private use area that stand for a blank while a sentence is made (`Book.mark` has those below)."""
_WHO = chr(_BLANKS + 99)
_MOST_FACTS = 3
_SHORT = 60
_LONGEST = 170
"""The longest sentence, in characters, for which a define is replaced by its meaning."""


def settings_of(game: CheckedGame, program: Program) -> tuple[RulebookSettings, FoldingContext]:
    """What sentences of a program are about: how its rules are played."""
    settings = settle(game, program.options, program.players)
    chosen = RulebookSettings(settings.values, settings.players)
    return chosen, folding_of(game, chosen)


class Refusals:
    """The sentences of one game, for given options and a given number of players."""

    def __init__(self, game: CheckedGame, program: Program) -> None:
        self.game = game
        self.program = program
        self._texts: dict[tuple[int, int], tuple[RefusalText, ...]] = {}

    def texts(self, ask: int, alternative: int) -> tuple[RefusalText, ...]:
        """What each reason of an alternative says, in the order of `Alternative.because`."""
        key = ask, alternative
        if key not in self._texts:
            self._texts[key] = tuple(self._made(ask, alternative))
        return self._texts[key]

    def _made(self, ask: int, alternative: int) -> Iterator[RefusalText]:
        entry = self.program.asks[ask].alternatives[alternative]
        place = self.program.places[entry.place]
        if place in self._tricks:
            required = list(_of_trick(self._tricks[place]))
            local = self._tricks[place].player
            chooser = LocalRef(local, type=local.type) if local is not None else None
            names: Sequence[tuple[LocalSymbol, Domain | None]] = []
        elif place in self._choices:
            st, choice = self._choices[place]
            required = [(None, one) for one in requirements_of(choice)]
            chooser, names = st.player, [(local, domain) for local, domain in choice.generators]
        else:
            required, chooser, names = [], None, []
        for number, reason in enumerate(entry.because):
            if number >= len(required):
                yield RefusalText()
                continue
            card, one = required[number]
            if one is None:
                yield RefusalText("follow")
                continue
            own = names if card is None else [(card, None)]
            yield self.text(one, chooser, own, another=reason.text == NARROWED)

    def text(
        self,
        required: Requirement,
        chooser: Expr | None,
        names: Sequence[tuple[LocalSymbol, Domain | None]] = (),
        *,
        another: bool = False,
    ) -> RefusalText:
        """What is said when a condition fails.  `names`: those of the choice, which are blanks."""
        you = self._sentence(names, chooser, required, "you")
        other = self._sentence(names, chooser, required, "one")
        read = _read(required.condition)
        facts = self._facts([*read, *(e for call in required.calls for arg in call.args for e in inside(arg))], chooser)
        return RefusalText("rule", you, other, another, tuple(facts))

    def facts_of_range(self, ask: int, alternative: int, name: int) -> tuple[RefusalFact, ...]:
        """The facts on which it depends what a name of an alternative runs over."""
        place = self.program.places[self.program.asks[ask].alternatives[alternative].place]
        if place not in self._choices:
            return ()
        st, choice = self._choices[place]
        if name >= len(choice.generators):
            return ()
        read = [e for part in of_domain(choice.generators[name][1]) for e in _read(part)]
        return tuple(self._facts(read, st.player))

    def _sentence(
        self,
        names: Sequence[tuple[LocalSymbol, Domain | None]],
        chooser: Expr | None,
        required: Requirement,
        viewpoint: Viewpoint,
    ) -> str:
        """What is the case when a condition fails; empty if the rulebook has no sentence for it."""
        book = new_book(self.game, *self._settings)
        with book.scope():
            own = {local for local, _ in names}
            for number, (local, _) in enumerate(names):
                many = local.type.kind == "set"
                book.called[local] = Noun(chr(_BLANKS + number), many)
            if isinstance(chooser, LocalRef):
                book.called[chooser.local] = Noun("you", True) if viewpoint == "you" else Noun(_WHO)
            for call in required.calls:
                for param, arg in zip(call.params, call.args, strict=True):
                    book.called[param] = book.noun(book.folding.expr(arg))
                    if any(isinstance(e, LocalRef) and e.local in own for e in inside(arg)):
                        own.add(param)
            said = _failing(book, required, own)
        for number in range(len(names)):
            said = said.replace(chr(_BLANKS + number), f"{{{number}}}")
        said = _addressed(said).replace(_WHO, "{who}")
        return "" if said in ("always", "never") else said

    def _facts(self, read: Sequence[Expr], chooser: Expr | None) -> Iterator[RefusalFact]:
        """The values of variables, and the ends of piles, among what a condition reads."""
        shared = dict.fromkeys(e.variable.name for e in read if isinstance(e, VariableRef) and e.owner is None)
        mine = dict.fromkeys(
            e.variable.name
            for e in read
            if isinstance(e, VariableRef) and e.owner is not None and chooser is not None and is_same(e.owner, chooser)
        )
        piles = [e for e in read if isinstance(e, PileEnd) and e.count is None and e.pile.owner is None]
        found = [
            RefusalFact(info.name.replace("_", " "), number, info.owner is not None)
            for number, info in enumerate(self.program.variables)
            if info.name in (shared if info.owner is None else mine) and info.owner != "team"
        ]
        for pile in piles:
            zone = next((n for n, one in enumerate(self.program.zones) if one.name == pile.pile.zone.name), -1)
            if zone >= 0 and self.program.zones[zone].visibility == "face up":
                name = f"{pile.end} card of the {pile.pile.zone.name.replace('_', ' ')}"
                found.append(RefusalFact(name, zone=zone, top=pile.end == "top"))
        yield from list(dict.fromkeys(found))[:_MOST_FACTS]

    @cached_property
    def _settings(self) -> tuple[RulebookSettings, FoldingContext]:
        return settings_of(self.game, self.program)

    @cached_property
    def _choices(self) -> dict[Span, tuple[Choose, Choice]]:
        """The choices of the game by place."""
        return {
            choice.span: (st, choice) for st in everything(self.game) if isinstance(st, Choose) for choice in st.choices
        }

    @cached_property
    def _tricks(self) -> dict[Span, PlayTrick]:
        return {st.span: st for st in everything(self.game) if isinstance(st, PlayTrick)}


def _read(condition: Expr) -> Iterator[Expr]:
    """The expressions in a condition, and in the meaning of the defines that it names."""
    for e in inside(condition):
        yield e
        if isinstance(e, CallDefine) and e.define.body is not None:
            yield from inside(e.define.body)


def requirements_of(choice: Choice) -> list[Requirement]:
    """The conditions of a choice, in the order of `Alternative.because`."""
    return [one for e in (choice.guard, choice.where) if e is not None for one in requirements(e)]


def _of_trick(st: PlayTrick) -> Iterator[tuple[LocalSymbol | None, Requirement | None]]:
    """The conditions on a card of a trick, each with the name of the card; None for following suit."""
    if st.follow:
        yield None, None
    for local, where in st.narrow:
        for one in requirements(where):
            yield local, one


def _failing(book: Book, required: Requirement, own: set[LocalSymbol]) -> str:
    """A clause for a condition that fails.  What it says of the choice itself comes first."""
    condition = required.condition
    if required.row is not None and isinstance(condition, Lit) and required.row.guard is not None:
        condition = negated(required.row.guard)  # such a row forbids everything to which it applies
    said = _clause(book, book.folding.expr(condition), own)
    if said in ("always", "never"):  # it depends on options alone
        said = book.clause(condition, holds=False)
    meaning = _meaning(book, condition)
    opened = _clause(book, meaning, own) if meaning is not None else ""
    if opened in ("", "always", "never", said) or len(opened) > _LONGEST:
        return said
    return f"{said}: {opened}" if isinstance(condition, CallDefine) and len(said) < _SHORT else opened


def _clause(book: Book, condition: Expr, own: set[LocalSymbol]) -> str:
    """A clause for a condition that fails, with what it says of the choice first."""
    parts = disjuncts(condition)
    about = [part for part in parts if not all(free_of(part, local) for local in own)]
    ordered = [*about, *(part for part in parts if part not in about)]
    whole = joined_conditions("or", ordered) if len(parts) > 1 else condition
    return book.clause(whole, holds=False)


def _meaning(book: Book, condition: Expr) -> Expr | None:
    """The meaning of a define of yes and no, under the settings; None for anything else."""
    match condition:
        case CallDefine(define=define, args=args):
            return book.folding.body(define, args)
        case Op(op="not", args=(CallDefine(define=define, args=args),)):
            body = book.folding.body(define, args)
            return negated(body) if body is not None else None
        case _:
            return None


def _addressed(said: str) -> str:
    """A clause about "you", which was made as if of several players, in good English."""
    said = said.replace("you's", "your")
    said = re.sub(r"\bthe (\w+) of you\b", r"your \1", said)
    return re.sub(r"\b(amount|number) you (\w+)s\b", r"\1 you \2", said)
