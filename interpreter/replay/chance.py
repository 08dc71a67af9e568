"""Scripted chance: the facts of a script decide what the engine would otherwise draw.

The engine asks for every card that is taken from a pile of unknown order, and for every random player.  The facts
between two choices of a script (*a window*) answer what is asked while the first of the two choices is applied:

* `hand A: 4♠ 8♦ ??` answers the cards dealt to that zone, in this order;
* `B: lay 2♣, draws 4♥` answers the cards that come to any zone of B;
* `pile stock: 4♥ 5♠` answers the next cards of the pile, whoever gets them or looks at them.  It stays valid in later
  windows until the pile is shuffled.  After `hand A: …` it is about the cards after that deal; a second line about the
  same pile goes on where the first one ended;
* `first dealer A` answers the random player (or card) for `dealer`; `random: 7♥` answers the next random card or player
  that no variable takes.

What no fact answers is drawn, but never a card that a fact of the window still needs.  A fact must name all cards of a
deal: it is an error if its cards run out before the deal ends, or if some are left when the next choice is reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.types import Type
from ..engine import stream
from ..engine.chance import drawn_below
from ..notation import model as m
from ..records import Where
from ..wording.names import UNKNOWN, Names
from .looked import LookedAtEarlier
from .moved import named_by_pile
from .supply import Supply, begun, starts_in

_STREAM = 1 << 20
"""The random stream from which this module draws; no player uses it."""


@dataclass(slots=True)
class _FactWindow:
    """The facts between two choices."""

    deals: dict[Where, list[Supply]] = field(default_factory=dict[Where, "list[Supply]"])
    draws: Supply | None = None
    drawer: int = -1
    line: str = ""
    """The line with these draws."""
    firsts: list[m.FirstFact | m.RandomFact] = field(default_factory=list["m.FirstFact | m.RandomFact"])
    fresh: set[Where] = field(default_factory=set[Where])
    """The piles that were named in this window."""
    continued: Where | None = None
    """The pile of the last fact, if it was about one: another fact about the same pile goes on where it ended."""


@dataclass(slots=True)
class ScriptedChance:
    """Answers the engine's questions about chance from the facts of a script.  Call `open` before each choice, and look
    for what is left over (`leftover`) before the next.
    """

    names: Names
    seed: InitVar[int]
    deck: Sequence[int] = field(init=False)
    """The face of each card."""
    window: _FactWindow = field(default_factory=_FactWindow)
    said: bool = False
    """Whether the open window contains any fact."""
    piles: dict[Where, Supply] = field(default_factory=dict[Where, Supply])
    given: dict[int, m.SpannedText] = field(default_factory=dict[int, m.SpannedText])
    """For each face, the words that named it last, since the last shuffle."""
    asked: list[int | None] = field(default_factory=list[int | None])
    """The answers since the last deal was recorded."""
    live: list[int | tuple[int, ...]] = field(default_factory=list[int | tuple[int, ...]])
    """The slots of the current game as last reported, to say where a card is."""
    dealt_to: set[Where] = field(default_factory=set[Where])
    """The zones to which the script deals."""
    drawn: int = 0
    """How many cards and players were left to chance."""
    facts: int = 0
    """How many facts were taken so far."""
    windows: int = 0
    """How many windows were opened so far."""
    picked: dict[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    """The picks before the first choice that no fact answers: for what, and from which values."""
    undealt: dict[Where, int] = field(default_factory=dict[Where, int])
    """To which zones cards were dealt before the first choice that no fact names, and how many; until a shuffle."""
    redealt: dict[int, dict[Where, int]] = field(default_factory=dict[int, "dict[Where, int]"])
    """The same for each later window."""
    fitting: dict[int, frozenset[int]] | None = None
    """If it is given, cards that are only looked at are drawn here: the number of the look, and the faces from which it
    must be drawn so that the card fits a later deal.
    """
    looked: list[int] = field(default_factory=list[int])
    """The cards drawn so."""
    dice: int = field(init=False)
    """The state of the generator that draws what no fact names."""

    def __post_init__(self, seed: int) -> None:
        self.deck, self.dice = self.names.program.deck, stream(seed, player=_STREAM)

    # ---------------------------------------------------------------------------------------------------- windows

    def open(self, facts: Sequence[m.Fact], answer: m.Answer | None = None, actor: int = -1) -> None:
        """Take the facts between a choice and the next one.  Raises `ScriptError` for words that have no meaning."""
        self.asked = []
        self.windows += 1
        if not self.said and not facts and (answer is None or not answer.draws):
            return
        self.window = window = _FactWindow()
        self.said = False
        if answer is not None and answer.draws:
            title = f"what {self.names.words.player(actor)} draws"
            window.draws, window.drawer = self._supply(answer.draws, title, answer.draws[0]), actor
            cards = " ".join(card.text for card in answer.draws)
            window.line = f"{self.names.words.player(actor)}: {answer.text}, draws {cards}"
            self.said = True
        self.extend(facts)

    def extend(self, facts: Sequence[m.Fact]) -> None:
        """Take more facts in the open window.  Raises `ScriptError` for words that have no meaning."""
        window = self.window
        self.said = self.said or bool(facts)
        for fact in facts:
            match fact:
                case m.FirstFact() | m.RandomFact():
                    window.firsts.append(fact)
                case m.DealtCards():
                    where = self.names.zone(fact.zone, fact.owner)
                    supply = self._supply(fact.cards, self._title(where), fact.zone)
                    window.deals.setdefault(where, []).append(supply)
                    self.dealt_to.add(where)
                case m.Pile():
                    where = self.names.zone(fact.zone, fact.owner)
                    supply = self._supply(fact.cards, self._title(where), fact.zone)
                    if window.continued == where:
                        before = self.piles[where].left
                        supply.left, supply.size = before + supply.left, len(before) + supply.size
                    self.piles[where] = supply
                    window.fresh.add(where)
                    window.continued = where
                    continue
            window.continued = None

    def _supply(self, cards: Sequence[m.SpannedText], title: str, said: m.SpannedText) -> Supply:
        face = self.names.face
        self.facts += 1
        return Supply(said, title, [(face(card), card) for card in cards], len(cards), self.facts)

    def leftover(self) -> Diagnostic | None:
        """An error for the first fact of this window that was not used, or not used up; None if there is none."""
        if not self.said:
            return None
        window = self.window
        supplies = [supply for found in window.deals.values() for supply in found]
        for supply in ([window.draws] if window.draws else []) + supplies:
            if supply.left:
                return self._surplus(supply)
        for first in window.firsts:
            name = first.name if isinstance(first, m.FirstFact) else first.value
            fits = [one for one, values in self.picked.items() if first.value.text in values]
            drawn = fits if isinstance(first, m.FirstFact) and name.text not in self.picked else []
            help = " or ".join(f"write `first {one} {first.value.text}`" for one in drawn[:1]) or None
            return report("E1047", name.span, name=name.text, help=help)
        return None

    def _surplus(self, supply: Supply) -> Diagnostic:
        if len(supply.left) == supply.size:
            what = f"nothing is dealt to {supply.title}"
            help = named_by_pile(self.names.program, supply.said.text, [said.text for _, said in supply.left])
            if supply is self.window.draws:
                what = "nothing is drawn"
                help = "what another player gets next is a line of its own below: `hand NAME: …`"
            return report("E1043", supply.said.span, what=f"{what} before the next choice", help=help)
        came = f"only {supply.size - len(supply.left)} of these {supply.size} cards come before the next choice"
        return report("E1043", supply.left[0][1].span, what=f"{supply.title}: {came}")

    # ------------------------------------------------------------------------------------------ answering the engine

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """The random player that a fact names; None if there is no such fact."""
        said = self._first(purpose)
        if said is None:
            self._left_open(purpose, map(self.names.words.player, candidates))
            return None
        seat = self.names.player(said)
        if seat not in candidates:
            raise self._not_among(said, purpose)
        return seat

    def random_card(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """The random card of a set that a fact names; None if there is no such fact."""
        said = self._first(purpose)
        face = self.names.face(said) if said is not None else None
        if said is None or face is None:
            return None
        card = self._card(candidates, face)
        if card is None:
            raise self._not_among(said, purpose)
        return card

    def random_value(self, purpose: str, type: Type, candidates: tuple[int, ...]) -> int | None:
        """The random suit, rank, number or word that a fact names; None if there is no such fact."""
        said = self._first(purpose)
        if said is None:
            self._left_open(purpose, (self.names.words.value(type, value) for value in candidates))
            return None
        for value in candidates:
            if self.names.words.value(type, value).casefold() == said.text.replace("_", " ").casefold():
                return value
        raise self._not_among(said, purpose)

    def _left_open(self, purpose: str, values: Iterable[str]) -> None:
        """Note a pick that no fact answers."""
        if self.windows == 1 and purpose:
            self.picked.setdefault(purpose, tuple(values))

    def _first(self, purpose: str) -> m.SpannedText | None:
        """The value that a fact gives for the next random pick for a purpose; None if it is left to chance."""
        for number, first in enumerate(self.window.firsts):
            name = first.name.text if isinstance(first, m.FirstFact) else ""
            if name.casefold() == purpose.casefold():
                del self.window.firsts[number]
                if first.value.text != UNKNOWN:
                    return first.value
                break
        self.drawn += 1
        return None

    @staticmethod
    def _not_among(said: m.SpannedText, purpose: str) -> ScriptError:
        for_what = f" `{purpose}`" if purpose else ""
        what = f"{said.text} is not among those the rules draw{for_what} from"
        return ScriptError(report("E1046", said.span, what=what))

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """The next card of a pile, if a fact names it.  If facts need other cards, a random card that no fact needs;
        None for any.
        """
        deal = self._deal_for(target)
        known = self.piles.get(pile)
        if known is not None and deal is not None and known.order > deal.order and not starts_in(known, deal):
            known = None  # it is about what comes after this deal
        top = known.left.pop(0) if known is not None and known.left else (None, m.SpannedText(""))
        if top[0] is not None:
            if deal is not None and not deal.take(top[0]):
                what = f"{top[1].text} is the next card of {self._title(pile)}, but others are dealt to {deal.title}"
                raise ScriptError(report("E1046", deal.left[0][1].span, what=what, notes=((top[1].span, "said here"),)))
            card = self._find(pile, bag, top[0], top[1])
        else:
            card = self._open(pile, target, bag) if deal is None else self._dealt_next(pile, bag, deal)
            if deal is None and target is not None:
                dealt = self.undealt if self.windows == 1 else self.redealt.setdefault(self.windows, {})
                dealt[target] = dealt.get(target, 0) + 1
        if target is not None:
            self.asked.append(card)
        return card

    def deal(self, pile: Where, target: Where, bag: tuple[int, ...], amount: int) -> Sequence[int] | None:
        """The next cards dealt to a zone, if one fact names all of them and no other fact is about them; otherwise
        None.
        """
        supplies = self.window.deals.get(target)
        known = self.piles.get(pile)
        if self._drawn_by(target) and self.window.draws is not None:
            supplies = [self.window.draws] if supplies is None else None
        if supplies is None or (known is not None and known.left):
            return None
        supply = next((one for one in supplies if one.left), None)
        if supply is None or len(supply.left) < amount:
            return None
        named = supply.left[:amount]
        of_face = self.names.words.of_face
        found: list[int] = []
        for face, _ in named:
            if face is None:
                return None
            cards = of_face[face]
            card = cards[0] if len(cards) == 1 else next((c for c in cards if c in bag and c not in found), -1)
            if card not in bag or card in found:
                return None
            found.append(card)
        del supply.left[:amount]
        for face, said in named:
            if face is not None:
                self.given[face] = said
        return found

    def _drawn_by(self, target: Where) -> bool:
        """Whether a zone can receive the cards that a choice draws for its player."""
        window = self.window
        zone = self.names.program.zones[target.zone]
        return window.draws is not None and zone.owner == "player" and target.owner == window.drawer

    def _deal_for(self, target: Where | None) -> Supply | None:
        """The fact that names the next card for a zone.  Raises `ScriptError` if the fact about this deal has run
        out.
        """
        if target is None:
            return None
        window = self.window
        supplies = list(window.deals.get(target, ()))
        if window.draws is not None and self._drawn_by(target):
            supplies.insert(0, window.draws)
        found = next((supply for supply in supplies if supply.left), None)
        if found is None and supplies and not supplies[-1].closed:
            last = supplies[-1]
            later = f"a later deal may be a line below: `{begun(target, last.title)}: …`"
            later = later if last is not window.draws else f"write `{window.line} ??`"
            help = f"name every card, `??` for one you do not know; {later}"
            where = self.names.words.where(target)
            raise ScriptError(report("E1044", last.said.span, where=where, count=_cards(last.size), help=help))
        return found

    def _dealt_next(self, pile: Where, bag: tuple[int, ...], deal: Supply) -> int | None:
        """The first card of a deal's fact that can come now; an unknown card if none can."""
        held = ((i, face) for i, (face, _) in enumerate(deal.left) if face is not None)
        at = next((i for i, face in held if self._card(bag, face) is not None), None)
        if at is None:
            at = next((i for i, (face, _) in enumerate(deal.left) if face is None), 0)
        face, said = deal.left.pop(at)
        return self.draw(bag) if face is None else self._find(pile, bag, face, said)

    def _find(self, pile: Where, bag: tuple[int, ...], face: int, said: m.SpannedText) -> int:
        """The card of a face in the bag.  Raises `ScriptError` if there is none."""
        card = self._card(bag, face)
        if card is not None:
            self.given[face] = said
            return card
        shown = self.names.words.faces[face]
        before = self.given.get(face)
        if before is not None and len(self.names.words.of_face[face]) == 1:
            notes = ((before.span, "it is dealt here as well"),)
            raise ScriptError(report("E1041", said.span, card=shown, notes=notes))
        where = self.names.whereabouts(self.live, face, pile) if self.live else None
        help = f"it is in {where}" if where else None
        before_this = self.dealt_to - set(self.window.deals)
        others = [one for one in before_this if self.names.program.zones[one.zone].owner == "player"]
        given = {self._title(one) for one in others}
        if where and where not in given and any(where in self._others(one) for one in others):
            help = f"it is in {where}, which the script does not give, so it was drawn at random: write `{where}: …`"
        raise ScriptError(report("E1042", said.span, card=shown, pile=self._title(pile), help=help))

    def _others(self, where: Where) -> list[str]:
        """The zones like it, of each player."""
        return [self._title(Where(where.zone, owner)) for owner in range(self.names.program.zones[where.zone].count)]

    def _card(self, bag: tuple[int, ...], face: int) -> int | None:
        """The first card of a face in the bag; None if there is none."""
        cards = self.names.words.of_face[face]
        if len(cards) == 1:
            return cards[0] if cards[0] in bag else None
        return next((card for card in bag if card in cards), None)

    def _open(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """A card that no fact names.  If all other cards of a later deal are named, a card that is looked at now must
        be named too.
        """
        needed = self._needed()
        if target is None and len(bag) > 1 and Counter(self.deck[card] for card in bag) <= needed:
            supply = next((one for found in self.window.deals.values() for one in found if one.left), None)
            if supply is not None:
                name = self._title(pile)
                help = f"name it: write `pile {name}: …` with that card above this line"
                raise ScriptError(report("E1049", supply.said.span, pile=name, help=help))
        return self.draw(bag) if target is not None or self.fitting is None else self._look(bag, self.fitting)

    def _look(self, bag: tuple[int, ...], fitting: Mapping[int, frozenset[int]]) -> int:
        """Draw a card that is only looked at.  Some fact may be about it: it fits one of those for this look."""
        self.drawn += 1
        wanted = fitting.get(len(self.looked))
        among = self.free(bag) if wanted is None else [card for card in bag if self.deck[card] in wanted]
        number, self.dice = drawn_below(self.dice, len(among or bag))
        self.looked.append((among or bag)[number])
        return self.looked[-1]

    def draw(self, bag: tuple[int, ...]) -> int | None:
        """A random card that no fact of this window needs; None to let the engine draw from all cards."""
        self.drawn += 1
        free = self.free(bag)
        if not free or len(free) == len(bag):
            return None
        number, self.dice = drawn_below(self.dice, len(free))
        return free[number]

    def free(self, bag: tuple[int, ...]) -> Sequence[int]:
        """The cards of a bag that no fact of this window needs."""
        needed = self._needed()
        if not needed:
            return bag
        held = Counter(self.deck[card] for card in bag)
        free: list[int] = []
        for card in bag:
            face = self.deck[card]
            if held[face] > needed[face]:
                free.append(card)
                held[face] -= 1
        return free

    def _needed(self) -> Counter[int]:
        """How many cards of each face the facts still need; of several deals to one zone, only those of the next."""
        window = self.window
        dealt: Counter[int] = Counter()
        for supplies in window.deals.values():
            supply = next((one for one in supplies if one.left), None)
            dealt.update(supply.faces() if supply else ())
        dealt.update(window.draws.faces() if window.draws else ())
        return dealt | Counter(face for supply in self.piles.values() for face in supply.faces())

    def _title(self, where: Where) -> str:
        return self.names.title(where)

    # ------------------------------------------------------------------------------------------------- following

    def shuffled(self, pile: Where) -> None:
        """Note a shuffle, which ends deals."""
        self.given.clear()
        self.undealt.clear()
        self.redealt.clear()
        window = self.window
        for supply in [one for found in window.deals.values() for one in found] + [window.draws]:
            if supply is not None:
                supply.closed = supply.closed or not supply.left
        known = self.piles.get(pile)
        if known is not None and (len(known.left) < known.size or pile not in window.fresh):
            del self.piles[pile]

    def dealt(self, target: Where, cards: Sequence[int]) -> None:
        """Check cards whose place was known before, for which chance was not asked: they must be among those the script
        names.
        """
        asked, self.asked = self.asked, []
        known = len(cards) - len(asked)
        if known <= 0:
            return
        for card in [card for card in cards if card not in asked][:known]:
            deal = self._deal_for(target)
            if deal is not None and not deal.take(self.deck[card]):
                what = f"{self.names.words.card(card)} comes to {deal.title}, not one of these cards"
                look = self.looked.index(card) if card in self.looked else -1
                raise LookedAtEarlier(report("E1046", deal.left[0][1].span, what=what), look, frozenset(deal.faces()))


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
