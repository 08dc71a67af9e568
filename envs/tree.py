"""The tree of a game with every chance event as a node, made as it is walked and kept while it is small.

    root = GameRoot(rules, actions, deal)
    node = root.node()                     # before the deal
    node.child(action)                     # the same object each time, as long as the tree is kept

Algorithms such as CFR go through the same tree hundreds of times.  A node keeps what was worked out about it: the
position or the open chance event, the legal actions, its children.  `MOST_KEPT` nodes are kept; then the tree is begun
anew, so long games do not fill the memory.
"""

from __future__ import annotations

from collections.abc import Callable

from ..dsl.codes.reporting import ScriptError
from ..interpreter.errors import game_error, translated, wrong
from ..interpreter.game import Rules
from ..interpreter.game.deals import FixedDeal, facts, used_up
from ..interpreter.notation import model as m
from ..interpreter.program import Program, Slots
from ..interpreter.records import AnyRecord, Listener
from .actions import Actions, NumberedOptions
from .chance import FixedDealOutcomes, FixedOutcomes, UndecidedChance
from .position import GameNode, GameTree, Raw

MOST_KEPT = 200_000
"""How many nodes of one game are kept."""

CHANCE, OVER = -1, -4
"""What `TreeNode.player` is at a chance node and at the end: OpenSpiel's numbers."""


class GameRoot:
    """What all nodes of a game share."""

    def __init__(self, rules: Rules, actions: Actions, deal: FixedDeal | None = None) -> None:
        """`deal` fixes what chance gives before the first question, as in `hoyle.open`; the rest are chance nodes.

        Raises `UnknownName` for a name in it that the game does not have.
        """
        self.rules, self.actions, self.player = rules, actions, GameTree(rules.engine)
        self.deal = deal
        self.program: Program = rules.program
        self.facts: list[m.Fact] = translated(lambda: facts(rules.names, deal or {}))
        self.kept = 0
        self._root: TreeNode | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return _root, (self.rules, self.actions.bound, self.deal)

    def node(self) -> TreeNode:
        """The first node of the tree."""
        if self._root is None or self.kept > MOST_KEPT:
            self.kept, self._root = 0, TreeNode(self, None, None, ())
        return self._root

    def opened(self, outcomes: tuple[int, ...], listener: Listener | None = None) -> GameNode:
        """The first question, with the outcomes decided so far and what was fixed by hand.

        Raises `UndecidedChance`, and `GameError` if the rules do not deal what was fixed.
        """
        if not self.facts:
            return self.player.start(0, chance=FixedOutcomes(self.program, outcomes), listener=listener)

        def hear(record: AnyRecord, slots: Slots) -> None:
            said.live = slots
            if listener is not None:
                listener(record, slots)

        try:
            said = FixedDealOutcomes(self.rules.names, self.facts, outcomes)
            found = self.player.start(0, chance=said, listener=hear)
            used_up(said)
        except ScriptError as error:
            raise game_error(error) from None
        return found

    def played(
        self, position: GameNode, raw: Raw, outcomes: tuple[int, ...], listener: Listener | None = None
    ) -> GameNode:
        """The position after a choice, with the outcomes decided so far.  Raises `UndecidedChance`."""
        return self.player.play(position, raw, FixedOutcomes(self.program, outcomes), listener)


class TreeNode:
    """A position, or a chance event on the way from a position to the next.

    `before`: the position that was left (None before the first); `raw`: the choice made there; `outcomes`: the chance
    outcomes decided since.
    """

    __slots__ = (
        "_children", "_legal", "_options", "before", "outcomes", "player", "position", "raw", "returns", "root",
        "strings", "undecided", "what",
    )  # fmt: skip

    def __init__(self, root: GameRoot, before: GameNode | None, raw: Raw | None, outcomes: tuple[int, ...]) -> None:
        self.root, self.before, self.raw, self.outcomes = root, before, raw, outcomes
        self.undecided: tuple[tuple[int, float], ...] = ()
        self.what = ""
        self._children: dict[int, TreeNode] = {}
        self._options: NumberedOptions | None = None
        self._legal: list[int] | None = None
        self.strings: dict[tuple[bool, int], str] = {}
        """The observations (False) and information states (True) that were written for a seat."""
        self.returns: list[float] | None = None
        """The final rewards, once they were computed."""
        try:
            if raw is None:
                self.position: GameNode | None = root.opened(outcomes)
            else:
                assert before is not None
                self.position = root.played(before, raw, outcomes)
            self.raw, self.outcomes = None, ()
            self.player = self.position.player if self.position.ask >= 0 else OVER
        except UndecidedChance as stop:
            self.undecided, self.what, self.position, self.player = stop.outcomes, stop.what, before, CHANCE

    @classmethod
    def at(cls, root: GameRoot, position: GameNode) -> TreeNode:
        """A node at a position that was not reached by playing from the root."""
        node = cls.__new__(cls)
        node.root, node.before, node.raw, node.outcomes = root, None, None, ()
        node.undecided, node.what, node.position = (), "", position
        node.player = position.player if position.ask >= 0 else OVER
        node._children, node._options, node._legal, node.strings, node.returns = {}, None, None, {}, None
        return node

    def __deepcopy__(self, _: object) -> TreeNode:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what the node stands for; its children are made again."""
        if self.player == CHANCE:
            return TreeNode, (self.root, self.before, self.raw, self.outcomes)
        return TreeNode.at, (self.root, self.position)

    @property
    def options(self) -> NumberedOptions:
        """The options of the open question, by their numbers."""
        if self._options is None:
            position = self.position
            assert position is not None
            self._options = self.root.actions.numbered(position.ask, self.root.player.options(position))
        return self._options

    @property
    def legal(self) -> list[int]:
        """The numbers of the actions, or of the chance outcomes, that are possible; empty at the end."""
        if self._legal is None:
            if self.undecided:
                self._legal = [outcome for outcome, _ in self.undecided]
            else:
                self._legal = sorted(self.options.options) if self.player >= 0 else []
        return self._legal

    def child(self, action: int) -> TreeNode:
        """The node after an action or a chance outcome.  Raises `GameError` if it is not possible."""
        found = self._children.get(action)
        if found is None:
            if action not in self.legal:
                what = f"outcome {action}" if self.undecided else f"action {action} ({self.root.actions.label(action)})"
                raise wrong(f"{what} may not be chosen now")
            if self.undecided:
                found = TreeNode(self.root, self.before, self.raw, (*self.outcomes, action))
            else:
                found = TreeNode(self.root, self.position, self.options.options[action], ())
            self.root.kept += 1
            self._children[action] = found
        return found

    def string(self, recall: bool, seat: int, write: Callable[[], str]) -> str:
        """An observation or information state, written once."""
        found = self.strings.get((recall, seat))
        if found is None:
            found = self.strings[recall, seat] = write()
        return found


def _root(rules: Rules, bound: int, deal: FixedDeal | None) -> GameRoot:
    return GameRoot(rules, Actions(rules.program, bound), deal)


def walk(root: GameRoot, most: int) -> list[TreeNode] | None:
    """Every node of a game, children after their parents; None if there are more than `most`."""
    found, waiting = list[TreeNode](), [root.node()]
    while waiting:
        node = waiting.pop()
        found.append(node)
        if len(found) > most:
            return None
        waiting += [node.child(action) for action in node.legal]
    return found


__all__ = ["CHANCE", "MOST_KEPT", "OVER", "GameRoot", "TreeNode", "walk"]
