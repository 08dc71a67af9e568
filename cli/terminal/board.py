"""The table as one player sees it: the players, the cards between them, the tricks, the scores, and the hand.

It is a list of lines, each made of pieces with styles.  So it can be read at any width, without colours, and by a
screen reader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...interpreter.engine import Engine, State
from ...interpreter.program import ACTOR
from ...interpreter.story.camera import Camera, Picture
from ...interpreter.story.chosen import name_in_words
from ...interpreter.story.hand import sorted_hand, trick_now
from ...interpreter.story.items import TrickItem
from ...interpreter.story.scripted.facts import badges, facts
from ...interpreter.story.scripted.frames import Animation
from ...interpreter.story.tabletop import Tabletop
from ...interpreter.story.view import UNSEEN, View
from ...interpreter.text.parse import Words
from .pieces import CARDS, Piece

Line = tuple[Piece, ...]


class Board:
    """Draws the table for the seat whose turn it is to answer."""

    def __init__(self, engine: Engine, words: Words, *, ascii: bool, plain: bool) -> None:
        self.engine, self.words = engine, words
        self.program = engine.program
        self.ascii, self.plain = ascii, plain

    def lines(self, state: State, camera: Camera, last: TrickItem | None) -> Iterator[Line]:
        """All lines.  `camera` must have followed the game; `last` is the last trick that was taken."""
        actor = state.values[ACTOR]
        assert isinstance(actor, int)
        view = self.engine.view(state, actor)
        now = self._picture(view, camera)
        animation = Animation(self.program, self.words, actor)
        yield from self._head(now, animation)
        yield from self._scores(now)
        yield from self._seats(view, now, animation, actor)
        yield from self._between(view)
        yield from self._tricks(state, camera.table, last)

    def hand(self, state: State, player: int) -> list[list[int]]:
        """The cards of a player's hands, in the order in which people hold them, by group."""
        view = self.engine.view(state, player)
        own = [
            card
            for zone in view.zones
            if zone.where.owner == player and self.program.zones[zone.where.zone].visibility == "private"
            if self.program.zones[zone.where.zone].owner == "player"
            for card in zone.cards
            if card != UNSEEN
        ]
        return sorted_hand(self.engine, state, own)

    # ------------------------------------------------------------------------------------------------------- parts

    def _picture(self, view: View, camera: Camera) -> Picture:
        """The numbers of a view, in the form of a picture."""
        values = {
            (number, owner if info.owner is not None else -1): view.variables[number][owner]
            for number, info in enumerate(self.program.variables)
            for owner in range(info.count)
        }
        return Picture((), {}, {}, values, view.turn, camera.deal, camera.trick)

    def _head(self, now: Picture, animation: Animation) -> Iterator[Line]:
        where = [f"{what} {count}" for what, count in (("deal", now.deal), ("trick", now.trick)) if count]
        known = [f"{name} {value}" for name, value in facts(animation, now)]
        rule = "" if self.plain else ("-- " if self.ascii else "── ")
        if where or known:
            yield ((rule + ", ".join([*where, *known]), "bold"),)

    def _scores(self, now: Picture) -> Iterator[Line]:
        """The numbers of teams, one line each."""
        for number, info in enumerate(self.program.variables):
            if info.owner == "team" and info.type.kind == "number":
                each = (f"{self.words.team(team)} {now.values[number, team]}" for team in range(info.count))
                yield ((f"{name_in_words(info.name)}: ", "dim"), (", ".join(each), ""))

    def _seats(self, view: View, now: Picture, animation: Animation, actor: int) -> Iterator[Line]:
        """A line for each seat, clockwise from the player who is asked."""
        counts = [n for n, info in enumerate(self.program.variables) if info.owner == "player"]
        counts = [n for n in counts if self.program.variables[n].type.kind == "number"]
        width = max(len(name) for name in self.words.seats)
        for step in range(self.program.players):
            seat = (actor + step) % self.program.players
            partner = seat != actor and any(seat in team and actor in team for team in self.program.teams)
            said = ["you"] if seat == actor else ["your partner"] if partner else []
            said += badges(animation, now, seat)
            parts = [f"({', '.join(said)})"] if said else []
            parts += [text for text in self._held(view, seat) if seat != actor]
            parts += [f"{name_in_words(self.program.variables[n].name)} {now.values[n, seat]}" for n in counts]
            mark = "  " if self.plain or seat != actor else "> " if self.ascii else "▸ "
            yield (mark, "bold green"), (f"{self.words.player(seat):<{width}}  ", "bold"), (_joined(parts), CARDS)

    def _held(self, view: View, seat: int) -> Iterator[str]:
        """A player's cards: the number of cards in the hand, and all visible ones."""
        for zone in view.zones:
            info = self.program.zones[zone.where.zone]
            if info.owner == "player" and zone.where.owner == seat and zone.cards:
                seen = [card for card in zone.cards if card != UNSEEN]
                hidden = len(zone.cards) - len(seen)
                parts = [self.words.cards(seen)] if seen else []
                parts += [f"{hidden} {'card' if hidden == 1 else 'cards'}"] if hidden else []
                yield f"{name_in_words(info.name)} {' and '.join(parts)}"

    def _between(self, view: View) -> Iterator[Line]:
        """The cards between the players, without tricks."""
        tricks = {ask.trick.trick for ask in self.program.asks if ask.trick is not None}
        for zone in view.zones:
            info = self.program.zones[zone.where.zone]
            if info.owner == "player" or zone.where.zone in tricks or not zone.cards:
                continue
            seen = [card for card in zone.cards if card != UNSEEN]
            hidden = len(zone.cards) - len(seen)
            parts = [self.words.cards(seen)] if seen else []
            parts += [f"{hidden} {'card' if hidden == 1 else 'cards'} face down"] if hidden else []
            yield (f"{name_in_words(self.words.where(zone.where))}: ", "dim"), (" and ".join(parts), CARDS)

    def _tricks(self, state: State, table: Tabletop, last: TrickItem | None) -> Iterator[Line]:
        """The current trick, the card to beat, and the previous trick."""
        if last is not None and last.plays:
            played = ", ".join(f"{player} {card}" for player, card in last.plays)
            taken = f"; {last.winner} took it" if last.winner else ""
            yield ("last trick: ", "dim"), (played, CARDS), (taken, "")
        trick = trick_now(self.engine, state, table.brought)
        if trick is None:
            return
        if not trick.plays:
            yield (("trick: ", "dim"), ("you lead", "bold"))
            return
        played = ", ".join(
            f"{self.words.player(seat) if seat >= 0 else '?'} {self.words.card(card)}" for seat, card in trick.plays
        )
        yield ("trick: ", "dim"), (played, CARDS)
        if trick.winning >= 0:
            whose = next((seat for seat, card in trick.plays if card == trick.winning), -1)
            by = f" of {self.words.player(whose)}" if whose >= 0 else ""
            after = [self.words.player(seat) for seat in trick.left[1:]]
            rest = f"; {_and(after)} still to play" if after else "; you play last"
            yield ("to beat: ", "dim"), (self.words.card(trick.winning) + by, CARDS), (rest, "")


def _joined(parts: Sequence[str]) -> str:
    return "  ".join(parts)


def _and(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
