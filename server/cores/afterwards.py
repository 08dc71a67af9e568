"""What everybody has when a game at a table is over: the replay, with the judge if wanted, and what the house rule did.

A house rule is what differs between the rules of the table and their *base*: the ruleset of which they are variants, or
the same ruleset with its usual options.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from ...cli.pages.viewer.data import animation_data
from ...dsl.checked import CheckedGame
from ...dsl.difference import ComparedGame, differences
from ...dsl.loading import rulesets
from ...dsl.rulebook.context import RulebookSettings
from ...interpreter.analysis.judge import EFFORTS, Judge
from ...interpreter.analysis.script import JudgedChoice, ScriptAnalysis
from ...interpreter.engine import Engine
from ...interpreter.faults import Fault
from ...interpreter.lowering import SettingsError, lower, settle
from ...interpreter.notation.files import parse_script
from ...interpreter.notation.model import ScriptedGame
from ...interpreter.opening.opened import OpenedGame
from ...interpreter.players.think import thinker_of
from ...interpreter.replay.first_difference import LineOutcome, first_difference
from ...interpreter.story.scripted.frames import animate
from ...interpreter.story.sentences import text_of
from ...interpreter.text.parse import Words
from ..refusals import refuse
from ..table.entries import Json, RulesChosen
from ..table.played import PlayedGame
from .opening import FILE, checked
from .scripts import script_of

MOST_SENTENCES = 60
"""The most changes of the rules that are told."""
_BASE = re.compile(r"^\s*variant\b.*?\bof\s+([\w-]+)", re.MULTILINE)


def replay(rules: RulesChosen, game: PlayedGame, *, judge: bool) -> Json:
    """The game as the replay page shows it (`cli/pages/viewer/data.py`), with what each choice cost if `judge`.

    Raises a `Refusal` if the rules break down."""
    scripted, program = _scripted(rules, game), game.engine.program
    try:
        costs: list[JudgedChoice] = []
        if judge:
            judging = Judge(program, EFFORTS["quick"], thinker_of(program)).judge
            costs = list(ScriptAnalysis(scripted, game.opened, judging))
        return {"animations": [animation_data(program.title, animate(scripted, game.opened), costs)]}
    except Fault as error:
        raise refuse("S52", why=error.message) from None


def house(rules: RulesChosen, game: PlayedGame) -> Json:
    """What the house rule did: the sentences in which the rules differ from their base, and the first line of the game
    at which it would have gone differently there.

        {"base": its title, or null if there is none, "changes": [sentence …],
         "differs": null, or {"line": of the script, "text": …, "here": [sentence …], "there": [sentence …]}}
    """
    base = base_of(rules)
    if base is None:
        return {"base": None, "changes": [], "differs": None}
    program = game.engine.program
    options = dict(rules.options)
    try:
        chosen = settle(game.opened.game, options, rules.players or None, rules.preset)
        usual = settle(base, {}, program.players)
        there = lower(base, {}, program.players)
    except SettingsError:  # the base is not played by so many
        return {"base": None, "changes": [], "differs": None}
    sides = [
        ComparedGame(base, RulebookSettings(usual.values, usual.players)),
        ComparedGame(game.opened.game, RulebookSettings(chosen.values, chosen.players)),
    ]
    changes = [one.sentence for one in differences(sides[0], sides[1])][:MOST_SENTENCES]
    other = OpenedGame(base, Engine(there), Words(there, game.words.seats))
    scripted = _scripted(rules, game)
    found = first_difference(scripted, game.opened, other)
    differs = None
    if found is not None:
        line = found.span.source.line(found.span.line).strip()
        here, elsewhere = map(_in_words, found.sides)
        differs = {"line": found.span.line, "text": line, "here": here, "there": elsewhere}
    return {"base": base.title, "changes": changes, "differs": differs}


def stats(games: list[Json], against: list[Json], *, judge: bool) -> Json:
    """What happened in the games of some scripts, as the lines of `hoyle stats`; those of `against` are a second set.

    A game is `{"script": text}`, with the text of its `rules` if somebody brought them.  Raises `Refusal`."""
    from ...api.counting import CannotCount
    from ...api.counting import stats as counted

    with TemporaryDirectory() as folder:
        first, second = ([_filed(one, Path(folder) / f"{name}{at}") for at, one in enumerate(some)]
                         for name, some in (("game", games), ("against", against)))  # fmt: skip
        try:
            return {"lines": [*counted(*first, against=second, judge=judge).lines()]}
        except CannotCount as error:
            raise refuse("S27", why=error.message.replace(f"{folder}{os.sep}", "").rstrip(".")) from None


def _filed(game: Json, folder: Path) -> Path:
    """The file of a script, which may name no other rules than those that ship or come with it.  Raises `Refusal`."""
    script, problems = parse_script(game["script"].encode("utf-8", "replace"))
    if script is None:
        raise refuse("S27", why=problems[0].message if problems else "one is empty")
    brought = {f"./{FILE}"} if game.get("rules") else set[str]()
    known = brought.union(rulesets())
    if any(one.text not in known for each in script.games for one in (each.ruleset, *each.variants)):
        raise refuse("S27", why="the rules of one did not come with it")
    folder.mkdir()
    (folder / FILE).write_text(game.get("rules", ""), "utf-8", "replace")
    path = folder / "game.play"
    path.write_text(game["script"], "utf-8", "replace")
    return path


def base_of(rules: RulesChosen) -> CheckedGame | None:
    """The rules that the house rules of a table change; None if they change nothing, or nobody knows what."""
    known = rulesets()
    if rules.text is not None:
        found = _BASE.search(rules.text)
        return checked(found[1], (), None) if found is not None and found[1] in known else None
    if rules.variants or rules.options or rules.preset is not None:
        return checked(rules.ruleset, (), None)
    found = _BASE.search(known[rules.ruleset].read_text("utf-8"))  # a variant that ships
    return checked(found[1], (), None) if found is not None and found[1] in known else None


def _in_words(side: LineOutcome) -> list[str]:
    """What happened in a line, in words."""
    said = [text_of(one) for one in side.happened]
    if side.failure is not None:
        said.append(f"this cannot be: {side.failure.message}")
    elif side.turn:
        said.append(f"then {side.turn} chooses")
    return [one for one in said if one]


def _scripted(rules: RulesChosen, game: PlayedGame) -> ScriptedGame:
    script, problems = parse_script(script_of(rules, game))
    if script is None:
        raise refuse("S26", why=problems[0].message if problems else "empty")
    return script.games[-1]
