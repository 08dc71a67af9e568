"""Turns a scripted game into a record: the cards dealt, the calls and the plays of each deal, ready to be written in a
format.

The engine plays the game, and its records say what happened, so the result also contains steps that the script leaves
out.  Choices and options for which the mapping has no word are reported: a choice as an error, an option as a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from ..dsl.codes.reporting import ScriptError, report
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import Span
from ..dsl.types import setting_text
from ..interpreter.engine import State
from ..interpreter.lowering import lower
from ..interpreter.notation import model as m
from ..interpreter.notation.model import SpannedText
from ..interpreter.opening.opened import OpenedGame
from ..interpreter.opening.rulesets import Rulesets
from ..interpreter.program import trick_rules
from ..interpreter.records import AnyRecord, Chosen, Declared, Moved, Shown, Shuffled, TrickTaken
from ..interpreter.replay.events import Acted, Began, Ended, Failed, mainline
from ..interpreter.replay.replayer import Replay
from .formats import FORMATS
from .mappings import RecordMapping, mapping_for
from .record import PlayedCard, RecordedAction, RecordedDeal, RecordedGame


@dataclass(slots=True)
class _OpenDeal:
    """A deal that is not finished yet."""

    place: Span
    dealer: int | None = None
    declarer: int | None = None
    hands: dict[int, list[int]] = field(default_factory=dict[int, "list[int]"])
    turned: int | None = None
    actions: list[RecordedAction] = field(default_factory=list["RecordedAction"])
    tricks: list[tuple[PlayedCard, ...]] = field(default_factory=list["tuple[PlayedCard, ...]"])
    trick: list[PlayedCard] = field(default_factory=list["PlayedCard"])
    taken: dict[int, int] = field(default_factory=dict[int, int])
    """How many tricks each player has taken."""
    trump: str | None = None


def exported(
    game: m.ScriptedGame, opened: OpenedGame, mapping: RecordMapping, format: str
) -> tuple[RecordedGame, tuple[Diagnostic, ...]]:
    """Return the record of a game and warnings.  Raises `ScriptError` if the game cannot be replayed, or cannot be
    expressed in the format.
    """
    return _Export(game, opened, mapping, format).record()


def written(
    script: m.Script, format: str, rulesets: Rulesets, near: Path | None
) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """Return the games of a script as the text of a format, or None if one of them cannot be expressed in it."""
    warnings: list[Diagnostic] = []
    kind = FORMATS[format]
    assert kind.write is not None, f"{kind.title} is only read"

    def records() -> Iterator[RecordedGame]:
        for game in script.games:
            opened = rulesets.for_script(game, near)
            mapping = _mapping_of(game, opened, format, near)
            record, found = exported(game, opened, mapping, format)
            warnings.extend(found)
            yield record

    try:
        if kind.one_game and len(script.games) > 1:
            raise ScriptError(report("E1085", script.games[1].span, format=kind.title, why="a file holds one game"))
        text = kind.write(records())
        return text, tuple(warnings)
    except ScriptError as error:
        return None, (*warnings, error.diagnostic)


def _mapping_of(game: m.ScriptedGame, opened: OpenedGame, format: str, near: Path | None) -> RecordMapping:
    """The mapping of a game's ruleset, or of the ruleset that it is a variant of.  Raises `ScriptError` if there is
    none.
    """
    said = game.ruleset
    try:
        found = mapping_for(format, said.text, near)
    except ValueError as error:
        raise ScriptError(report("E1085", said.span, format=FORMATS[format].title, why=str(error))) from None
    if found is None:
        why = f"no file `{Path(said.text).stem}.{format}.json` says which words it has for {opened.game.title}"
        raise ScriptError(report("E1085", said.span, format=FORMATS[format].title, why=why))
    return found


class _Export:
    def __init__(self, game: m.ScriptedGame, opened: OpenedGame, mapping: RecordMapping, format: str) -> None:
        self.game = game
        self.opened = opened
        self.program = opened.engine.program
        self.mapping = mapping
        self.format = format
        self.here = game.span
        self.deals: list[_OpenDeal] = []
        zones = {zone.name: number for number, zone in enumerate(self.program.zones)}
        self.hand = zones.get(mapping.hand, -1)
        self.turned = zones.get(mapping.turned, -1)
        self.last = zones.get(mapping.last, -1)
        self.shuffled = False
        variables = {info.name: number for number, info in enumerate(self.program.variables)}
        self.dealer = variables.get(mapping.dealer)
        self.points = variables.get(mapping.points)
        self.declarer = variables.get(mapping.declarer)
        rules = trick_rules(self.program)
        self.ruler = rules.ruler if rules is not None else -1

    def record(self) -> tuple[RecordedGame, tuple[Diagnostic, ...]]:
        """Play the game and build the record of it."""
        first = self.game.steps[0] if self.game.steps else None
        if isinstance(first, m.StartPosition):
            raise self.wrong("it begins in the middle")
        warnings = list(self.unsaid())
        state = State([])
        for event in mainline(Replay(self.game, self.opened)):
            match event:
                case Began(records, reached):
                    self.hear(records, reached, reached)
                    state = reached
                case Acted():
                    self.here = event.step.span if event.step is not None else self.here
                    self.hear(event.scripted, state, event.state)
                    state = event.state
                case Failed(diagnostic):
                    raise ScriptError(diagnostic)
                case Ended():
                    state = event.state
                case _:
                    pass
        sides = self.program.teams or tuple((seat,) for seat in range(self.program.players))
        final = ()
        if self.points is not None:
            owned = self.program.variables[self.points].owner
            final = tuple(
                self.opened.engine.value(state, self.points, side if owned == "team" else team[0])
                for side, team in enumerate(sides)
            )
        return (
            RecordedGame(
                place=self.game.span,
                title=self.game.title,
                names=tuple(map(SpannedText, self.opened.words.seats)),
                settings=self.settings(),
                deals=tuple(self.deal(one) for one in self.deals if one.hands),
                scores=(0,) * len(final),
                final=final,
                ruleset=self.game.ruleset,
                variants=self.game.variants,
                options={name: SpannedText(setting_text(value)) for name, value in self.program.options.items()},
            ),
            tuple(warnings),
        )

    # ------------------------------------------------------------------------------------------------ what happened

    def hear(self, records: Iterable[AnyRecord], before: State, after: State) -> None:
        """Process what happened when a choice was made."""
        for record in records:
            match record:
                case Shuffled():
                    self.shuffled = True
                case Shown(cards, -1) if self.shuffled and self.last >= 0 and len(cards) == 1:
                    self.open().turned = cards[0]
                case Moved(cards, _, target, True) if target.zone == self.hand:
                    self.open().hands.setdefault(target.owner, []).extend(cards)
                case Moved(cards, _, target, _) if target.zone == self.turned and self.deals:
                    self.deals[-1].turned = cards[0]
                case Chosen():
                    self.chosen(record, before)
                case TrickTaken(player, _) if self.deals:
                    deal = self.deals[-1]
                    deal.tricks.append(tuple(deal.trick))
                    deal.trick = []
                    deal.taken[player] = deal.taken.get(player, 0) + 1
                    deal.declarer = (
                        self.opened.engine.value(after, self.declarer) if self.declarer is not None else None
                    )
                case Declared():
                    raise self.wrong("something happened at the table that is no choice")
                case _:
                    pass
        if self.deals and self.deals[-1].dealer is None and self.dealer is not None:
            self.deals[-1].dealer = self.opened.engine.value(after, self.dealer)

    def open(self) -> _OpenDeal:
        """The deal that the next cards belong to: a new one after a shuffle."""
        if self.shuffled or not self.deals:
            self.deals.append(_OpenDeal(self.here))
            self.shuffled = False
        return self.deals[-1]

    def chosen(self, record: Chosen, before: State) -> None:
        """Add a card played to a trick, or an action for which the mapping has a word."""
        ask = self.program.asks[record.ask]
        deal = self.deals[-1] if self.deals else self.open()
        if ask.trick is not None:
            if self.ruler >= 0 and deal.trump is None:
                info = self.program.variables[self.ruler]
                value = self.opened.engine.value(before, self.ruler)
                known = 0 <= value < len(self.program.suits) and info.owner is None
                deal.trump = self.program.suits[value] if known else None
            held_by = cast("int", before.values[ask.trick.player])
            deal.trick.append(PlayedCard(self.card(record.choice.values[0]), held_by))
            return
        label = self.opened.words.label(ask.alternatives[record.choice.alternative], record.choice.values)
        for phrase in self.mapping.phrases:
            found = phrase.match(label)
            if found is None:
                continue
            level = found.get("level")
            card = found.get("card")
            deal.actions.append(
                RecordedAction(
                    record.player,
                    SpannedText(phrase.word, self.here),
                    suit=found.get("suit"),
                    level=int(level) if level is not None and level.isdigit() else None,
                    card=SpannedText(card) if card is not None else None,
                    alone=phrase.alone,
                )
            )
            return
        raise self.wrong(f"it has no word for `{label}`")

    def card(self, card: int) -> SpannedText:
        """A card as scripts write it."""
        return SpannedText(self.opened.words.script_card(card), self.here)

    def deal(self, one: _OpenDeal) -> RecordedDeal:
        """Make the recorded deal of a deal that is complete."""
        tricks = [*one.tricks, *([tuple(one.trick)] if one.trick else [])]
        seats = self.program.players
        hands = tuple(
            tuple(map(self.card, one.hands[seat])) if seat in one.hands else None for seat in range(seats)
        )  # fmt: skip
        side = one.declarer if one.declarer is not None else one.dealer
        result = None
        if side is not None:
            team = next((team for team in self.program.teams if side in team), (side,))
            result = side, sum(one.taken.get(seat, 0) for seat in team), SpannedText("", one.place)
        return RecordedDeal(
            place=one.place,
            dealer=one.dealer,
            hands=hands,
            turned=self.card(one.turned) if one.turned is not None else None,
            actions=tuple(one.actions),
            trump=one.trump or self.mapping.trump or None,
            leader=tricks[0][0].seat if tricks else None,
            tricks=tuple(tricks),
            result=result,
        )

    # --------------------------------------------------------------------------------------------------- the rules

    def settings(self) -> dict[str, SpannedText]:
        """The settings of the format that stand for the options and variants of the game."""
        found: dict[str, SpannedText] = {}
        laid = {one.text for one in self.game.variants} | {self.game.ruleset.text}
        for name, means in self.mapping.settings.items():
            if isinstance(means, str):
                if means in self.program.options:
                    found[name] = SpannedText(setting_text(self.program.options[means]))
                continue
            plain = next((value for value, effect in means.items() if not effect.options and not effect.variants), None)
            chosen = next(
                (
                    value
                    for value, effect in means.items()
                    if (effect.options or effect.variants)
                    and set(effect.variants) <= laid
                    and all(
                        setting_text(self.program.options.get(key, "")) == want for key, want in effect.options.items()
                    )
                ),
                plain,
            )
            if chosen is not None:
                found[name] = SpannedText(chosen)
        return found

    def unsaid(self) -> Iterable[Diagnostic]:
        """Warnings for options whose value no setting of the format expresses."""
        if FORMATS[self.format].keeps_options:
            return
        plain = self.plain()
        means: dict[str, set[str]] = {name: {value} for name, value in plain.items()}
        free = {one for one in self.mapping.settings.values() if isinstance(one, str)}
        for effects in self.mapping.settings.values():
            for effect in effects.values() if not isinstance(effects, str) else ():
                for name, value in effect.options.items():
                    means.setdefault(name, set()).add(value)
        for name, value in self.program.options.items():
            if name not in free and setting_text(value) not in means.get(name, {setting_text(value)}):
                why = f"{FORMATS[self.format].title} has no word for it"
                yield report("W1083", self.game.span, text=f"option {name} {setting_text(value)}", why=why)

    def plain(self) -> dict[str, str]:
        """The option values of a record that does not say which rules it was played by."""
        game = self.opened.game
        mapping, game = self.mapping, self.opened.game
        program = lower(game, dict(mapping.options), self.program.players, mapping.preset or None)
        return {name: setting_text(value) for name, value in program.options.items()}

    def wrong(self, why: str) -> ScriptError:
        """Make the error that the game cannot be written in this format."""
        return ScriptError(report("E1085", self.here, format=FORMATS[self.format].title, why=why))
