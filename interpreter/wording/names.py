"""Finds what the words of a script mean in one game: players, zones, cards, variables.  Reports words that have no
meaning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.nearest import nearest
from ...dsl.types import Type
from ..notation.model import SpannedText
from ..program import DefineInfo, VariableInfo, ZoneInfo
from ..program.expressions import RandomPick
from ..records import Where
from ..text.format import HIDDEN
from ..text.parse import Words
from ..text.spellings import plain
from ..traversal import carried_out

UNKNOWN = HIDDEN
"""A card that is not known."""
_MOST_ANSWERS = 20_000


def suggestion(said: str, known: Iterable[str], list_them: str = "") -> str | None:
    """`did you mean …`, or the list of all possible words if it is short; None if there is nothing to suggest."""
    names = list(known)
    near = nearest(said, names)
    if near:
        return f"did you mean `{near}`?"
    if not list_them or not names:
        return None
    shown = ", ".join(f"`{name}`" for name in names[:12])
    return f"{list_them} {shown}" + (f" and {len(names) - 12} more" if len(names) > 12 else "")


class Names:
    """Looks up words for a game.  Every method raises `ScriptError`, with the place of the word, if it has no
    meaning.
    """

    def __init__(self, words: Words, defined: Collection[str] = ()) -> None:
        self.words = words
        self._defined = frozenset(map(_key, defined))
        """All defines of the rules, also those of which the program has nothing."""
        self.program = words.program
        self._zones = {_key(zone.name): number for number, zone in enumerate(self.program.zones)}
        self._variables = {_key(info.name): number for number, info in enumerate(self.program.variables)}
        self._defines = {_key(info.name): number for number, info in enumerate(self.program.defines)}
        self.seats: dict[str, int] = {}
        """The seats that were looked up, by the words used."""
        self._faces: dict[str, int | None] = {UNKNOWN: None}
        self._places: dict[tuple[str, str | None], Where] = {}
        self._titles: dict[Where, str] = {}
        self._answers: dict[tuple[int, str], tuple[tuple[int, ...], ...]] = {}
        self._phases = {_key(name): number for number, name in enumerate(self.program.phases)}

    def player(self, said: SpannedText, what: str = "") -> int:
        """The seat that a word names.  `what`: what the script says this player does."""
        seat = self.seats.get(said.text)
        if seat is not None:
            return seat
        seat = self.words.read_player(said.text)
        if seat is None:
            help = self._commas(said.text) or (what and self._said_of(said.text, what)) or None
            help = help or suggestion(said.text, self.words.seats, "they are")
            raise ScriptError(report("E1035", said.span, name=said.text, help=help))
        self.seats[said.text] = seat
        return seat

    def _said_of(self, name: str, what: str) -> str | None:
        """The line to write for `dealer: Ann` or `stock: 9♥`, which say something of a variable or a zone."""
        key = _key(name)
        if key in self._zones:
            zone = self.program.zones[self._zones[key]]
            if zone.owner is None:
                return f"write `deal {zone.name}: {what}`"
            first, _, cards = what.partition(" ")
            owned = cards and self.words.read_owner(zone.owner, first) is not None
            owner = first if owned else self.words.owner(zone.owner, 0)
            return f"write `{zone.name} {owner}: {cards if owned else what}`"
        if key in self._variables:
            info = self.program.variables[self._variables[key]]
            fits = self.words.read_value(info.type, what) is not None
            picked = (one.purpose for one in carried_out(self.program) if isinstance(one, RandomPick))
            drawn = f"`first {info.name} {what}` for what chance decides, " if fits and info.name in picked else ""
            return f"write {drawn}{'or ' if drawn else ''}`expect {info.name}: {what}` for what must be true"
        return None

    def _turned_round(self, name: str, owner: str) -> str | None:
        """The line to write for cards where the player comes before the zone, or without it: `Bob's hand: 9♥`."""
        said = _without_s(name)
        own = [zone.name for zone in self.program.zones if zone.owner == "player"]
        if self.words.read_player(said) is None or not own:
            return None
        zone = owner if _key(owner) in self._zones else own[0]
        return f"write `{zone} {said}: …`"

    def _commas(self, said: str) -> str | None:
        """Help for the plays of a trick without commas, which are taken for a name: `D 2♥ A K♥`."""
        words = said.split()
        if len(words) < 3 or self.words.read_player(words[0]) is None or self.words.read_card(words[1]) is None:
            return None
        plays = (
            " ".join(words[at : at + 2])
            for at in range(0, len(words), 2)
            if self.words.read_player(words[at]) is not None
        )
        return f"commas stand between the plays: `{', '.join(plays)}{' …' * (len(words) % 2)}`"

    def incident(self, title: SpannedText, by: SpannedText | None) -> int:
        """The number of an incident, given by its title and the player whose it was.  Raises `ScriptError`."""
        entries = self.words.program.incidents
        said = title.text if by is None else f"{title.text} by {by.text}"
        for spelled, whose in ((said, None), (title.text, by)):  # `by` may be part of a title
            named = [i for i, entry in enumerate(entries) if plain(entry.title) == plain(spelled)]
            nobodys = bool(named) and entries[named[0]].player < 0
            if nobodys and whose is None:
                return named[0]
            if nobodys:
                what = f"`{title.text}` is not said of a player"
                raise ScriptError(report("E1054", title.span, what=what, help=f"write `table: {title.text}`"))
            if named and whose is not None:
                player = self.player(whose)
                return next(i for i in named if entries[i].player == player)
            if named:
                what, first = f"it is not said whose `{spelled}` it was", self.words.incident(named[0])
                raise ScriptError(report("E1054", title.span, what=what, help=f"write `table: {first}`"))
        what = f"`{said}` is not an incident of {self.words.program.title}"
        known = [self.words.incident(i) for i in range(len(entries))]
        raise ScriptError(report("E1054", title.span, what=what, help=suggestion(said, known, "there are")))

    def face(self, said: SpannedText) -> int | None:
        """The face that a word names; None for `??`."""
        text = said.text
        if text in self._faces:
            return self._faces[text]
        face = self._faces[text] = self.words.read_card(text)
        if face is None:
            del self._faces[text]
            near = nearest(said.text.upper(), self.words.faces)
            help = f"did you mean `{near}`?" if near else None
            raise ScriptError(report("E1040", said.span, text=said.text, help=help))
        return face

    def zone(self, said: SpannedText, owner: SpannedText | None) -> Where:
        """A zone, with its owner if its zones have owners."""
        key = said.text, owner.text if owner is not None else None
        known = self._places.get(key)
        if known is not None:
            return known
        number = self._zones.get(_key(said.text))
        if number is None:
            names = [zone.name for zone in self.program.zones]
            turned = self._turned_round(said.text, owner.text if owner is not None else "")
            help = turned or suggestion(said.text, names, "there are")
            raise ScriptError(report("E1045", said.span, name=said.text, game=self.program.title, help=help))
        found = self._places[key] = Where(number, self.owner(self.program.zones[number], said, owner))
        return found

    def title(self, where: Where) -> str:
        """A zone in words: `hand of A`."""
        found = self._titles.get(where)
        if found is None:
            found = self._titles[where] = self.words.where(where)
        return found

    def owner(self, info: ZoneInfo | VariableInfo | DefineInfo, said: SpannedText, owner: SpannedText | None) -> int:
        """The owner; -1 for something shared."""
        if info.owner is None:
            if owner is not None:
                what = f"`{info.name}` belongs to nobody in particular"
                raise ScriptError(report("E1048", owner.span, what=what, help=f"write `{info.name}` alone"))
            return -1
        if owner is None:
            what = f"each {info.owner} has a `{info.name}` of its own"
            help = f"write `{info.name} of {self.words.owner(info.owner, 0)}`"
            raise ScriptError(report("E1048", said.span, what=what, help=help))
        found = self.words.read_owner(info.owner, owner.text)
        if found is None:
            known = [self.words.owner(info.owner, number) for number in range(info.count)]
            help = suggestion(owner.text, known, "they are")
            raise ScriptError(report("E1035", owner.span, name=owner.text, help=help))
        return found

    def answers(self, ask: int, text: str) -> tuple[tuple[int, ...], ...]:
        """The options (alternative, values …) that a text may mean at a question; the first legal one is the one meant.

        Empty if the meaning depends on more than the text.
        """
        found = self._answers.get((ask, text))
        if found is None:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            choices = self.words.meant(self.program.asks[ask].alternatives, text) or ()
            found = self._answers[ask, text] = tuple((choice.alternative, *choice.values) for choice in choices)
        return found

    def define(self, said: SpannedText) -> int | None:
        """The number of a define, if the word names one."""
        return self._defines.get(_key(said.text))

    def thing(self, said: SpannedText, turn: str = "") -> int | Where:
        """The number of a variable, or else a zone (without its owner).  `turn`: the line that says what this one says,
        if it says whose turn it is.
        """
        key = _key(said.text)
        if key in self._variables:
            return self._variables[key]
        if key in self._zones:
            return Where(self._zones[key], -1)
        program = self.program
        names = [one.name for some in (program.variables, program.zones, program.defines) for one in some]
        help = suggestion(said.text, names, "there are")
        own = [info.name for info in program.variables if info.owner == "player"]
        name = _without_s(said.text)
        if self.words.read_player(name) is not None and own:
            help = f"the player comes behind: `expect {own[0]} of {name}: …`"
        if key == "turn" and turn:
            raise ScriptError(report("E1006", said.span, text=":", why=f"write `{turn}`"))
        if key in self._defined:
            help = (
                f"`{said.text}` is a define, but play does not use it, or it has other parameters than one player or "
                "team; expect the values from which it is worked out"
            )
        raise ScriptError(report("E1066", said.span, name=said.text, game=self.program.title, help=help))

    def no_value(self, type: Type, said: SpannedText) -> ScriptError:
        """The error that a word is no value of a type; a player who is almost named is suggested."""
        help = suggestion(said.text, self.words.seats) if type.kind == "player" else None
        return ScriptError(report("E1067", said.span, text=said.text, kind=f"a {type}", help=help))

    def phase(self, said: SpannedText, tables: Collection[str] = ()) -> int:
        """The number of a phase.  `tables`: what could have been named, too."""
        number = self._phases.get(_key(said.text))
        if number is None:
            help = suggestion(said.text, [*self.program.phases, *sorted(tables)], "there are")
            raise ScriptError(report("E1068", said.span, name=said.text, game=self.program.title, help=help))
        return number

    def whereabouts(self, slots: list[int | tuple[int, ...]], face: int, without: Where | None = None) -> str | None:
        """Where the cards of a face lie: `in the hand of A`."""
        cards = self.words.of_face[face]
        for number, zone in enumerate(self.program.zones):
            for owner in range(zone.count):
                content = slots[zone.base + owner]
                where = Where(number, owner if zone.owner is not None else -1)
                held = content if isinstance(content, tuple) else ()
                mask = content if isinstance(content, int) else 0
                if where != without and any(card in held or mask >> card & 1 for card in cards):
                    return self.words.where(where)
        return None


def _without_s(name: str) -> str:
    """`Ann` for `Ann's`."""
    return name.removesuffix("'s").removesuffix("’s")


def _key(name: str) -> str:
    return name.casefold().replace(" ", "_")
