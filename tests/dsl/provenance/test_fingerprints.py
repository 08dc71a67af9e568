"""The identity of rules: the same whatever is said about them, another one whenever they play otherwise."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.provenance import former
from hoyle.dsl.provenance.fingerprints import fingerprint, fingerprints
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.declarations import print_tree
from hoyle.interpreter.lowering import SettingsError, lower

BASES = sorted(name for name, path in rulesets().items() if path.parent.name == "rulesets")
IDLE = {"cite", "otherwise_cite", "description", ("Game", "title"), ("Require", "text"), ("Language", "version")}
"""The fields whose change keeps the identity, in any node or in one kind."""
IDLE_PARTS = (n.Game, n.Document, n.Language, n.NotARule, n.Ruling, n.Written, n.Namings, n.Example)

Path_ = tuple[str | int, ...]


def tree(name: str) -> n.RuleFile:
    found, problems = parse(Source(name, rulesets()[name].read_text("utf-8")))
    assert not problems
    return found


def places(value: object, path: Path_ = ()) -> Iterator[tuple[Path_, object]]:
    """Every value of a tree with its path: fields of nodes and items of tuples."""
    yield path, value
    if isinstance(value, n.Node):
        for f in fields(value):
            if f.name != "span":
                yield from places(getattr(value, f.name), (*path, f.name))
    elif isinstance(value, tuple):
        for i, inner in enumerate(value):
            yield from places(inner, (*path, i))


def at(value: object, path: Path_) -> object:
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def put(value: Any, path: Path_, new: object) -> object:
    """A copy of a tree with another value at a path."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*value[:step], put(value[step], rest, new), *value[step + 1 :])
    return replace(value, **{step: put(getattr(value, step), rest, new)})


def edits(value: object, dice: random.Random) -> list[object]:
    """Other values for a place, of the kind that is there."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1]
        case str():
            return [value + "x"]
        case tuple() if value:
            i = dice.randrange(len(value))
            made: list[object] = [(*value[:i], *value[i + 1 :]), (*value[:i], value[i], *value[i:])]
            if len(value) > 1 and value[0] != value[-1]:
                made.append((value[-1], *value[1:-1], value[0]))
            return made
        case _:
            return []


def is_idle(whole: n.RuleFile, path: Path_) -> bool:
    """Whether the value at a path has no effect on play."""
    if len(path) > 1 and isinstance(at(whole, path[:2]), IDLE_PARTS):
        return True
    if isinstance(path[-1], int) or (path == ("declarations",)):
        return False
    return any(path[i] in IDLE or (type(at(whole, path[:i])).__name__, path[i]) in IDLE for i in range(len(path)))


@pytest.mark.parametrize("name", BASES)
def test_every_meaningful_edit_and_no_other_alters_the_identity(name: str) -> None:
    """Tries one random place for each field of each kind of node, with every edit of the value there."""
    whole, dice = tree(name), random.Random(name)
    kinds: dict[tuple[str, object], list[Path_]] = {}
    for path, _ in places(whole):
        if path:
            step = path[-1] if isinstance(path[-1], str) else "item"
            holder = at(whole, path[:-1])
            kinds.setdefault((type(holder).__name__, step), []).append(path)
    before, tried = fingerprint(whole), 0
    for found in kinds.values():
        path = dice.choice(found)
        for new in edits(at(whole, path), dice):
            changed = put(whole, path, new)
            if changed != whole:
                tried += 1
                idle = is_idle(whole, path) or idle_list(whole, path, new)
                assert (fingerprint(changed) == before) == idle, (path, at(whole, path), new)
    assert tried > 50


def idle_list(whole: n.RuleFile, path: Path_, new: object) -> bool:
    """Whether two versions of the list of declarations differ only in declarations without effect."""
    if path != ("declarations",):
        return False
    kept = [[d for d in one if not isinstance(d, IDLE_PARTS)] for one in (new, whole.declarations)]
    return kept[0] == kept[1]


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_layout_comments_citations_and_descriptions_keep_the_identity(name: str) -> None:
    text = rulesets()[name].read_text("utf-8")
    before = fingerprint(tree(name))
    uncited = re.sub(r"^(?!not a rule)(.*?) *\[[-0-9,; a-z_]*\](?= *(#|$))", r"\1", text, flags=re.MULTILINE)
    commented = "".join(f"{line}  # so it is\n" if line.strip() else "# a comment\n\n" for line in text.splitlines())
    for other in (print_tree(tree(name)), uncited, commented, text.replace("\n", "\r\n")):
        again, problems = parse(Source(name, other))
        assert [str(one) for one in problems if one.severity == "error"] == []
        assert fingerprint(again) == before
        assert fingerprints(again)[1] == fingerprints(tree(name))[1]


@pytest.mark.parametrize("name", BASES)
def test_rules_with_the_same_identity_play_the_same(name: str) -> None:
    """Without titles, descriptions, citations, sources and rulings, the program is the same but for its places."""
    whole = load(name).game
    assert whole is not None
    bare = without(whole.tree)
    game = load(Source(name, print_tree(bare))).game
    assert game is not None
    assert game.fingerprint == whole.fingerprint
    try:
        one, other = lower(whole), lower(game)
    except SettingsError:
        return
    for f in fields(one):
        if f.name not in ("title", "ruleset", "identity", "places", "variables", "zones"):
            assert getattr(one, f.name) == getattr(other, f.name), f.name


def without(value: object) -> object:
    """A tree without what has no effect on play."""
    if isinstance(value, n.RuleFile):
        kept = [d for d in value.declarations if not isinstance(d, (n.Document, n.Ruling, n.NotARule))]
        return n.RuleFile(tuple(without(replace(d, title="X") if isinstance(d, n.Game) else d) for d in kept))
    if isinstance(value, n.Node):
        gone = {"cite": None, "otherwise_cite": None, "description": None}
        given = {f.name: without(getattr(value, f.name)) for f in fields(value) if f.name not in gone}
        return replace(value, **given, **{f.name: None for f in fields(value) if f.name in gone})
    return tuple(map(without, value)) if isinstance(value, tuple) else value


def test_the_definition_of_identity_stays() -> None:
    """If this fails, recorded games no longer fit their rules: give the definition a new version, and keep this one."""
    text = 'game "G"\nlanguage 1\nplayers 2..4\n' + "main\n    repeat 3 times\n        shuffle stock [12]\n"
    found, problems = parse(Source("g", text))
    assert not problems
    assert fingerprint(found) == "2-29f848e37dedf148"
    assert fingerprints(found)[1] == {"players": "9255df", "main": "8e89aa"}
    assert former.fingerprint(found) == "5aeb76c89912c226"


def test_different_trees_are_said_differently() -> None:
    """No text in quotes, number or border of a list can be taken for another."""
    one = n.RuleFile((n.Incident('a"],("', None, None, n.Name("b"), None, ()),))
    other = n.RuleFile((n.Incident("a", None, None, n.Name('"],("b'), None, ()),))
    assert fingerprint(one) != fingerprint(other)
    two = n.RuleFile((n.Players(1, 12, None, False),))
    assert fingerprint(two) != fingerprint(n.RuleFile((n.Players(11, 2, None, False),)))


@pytest.mark.parametrize("name", ["whist", "newberry_euchre"])
def test_the_identity_of_a_variant_is_that_of_the_laid_rules(name: str, tmp_path: Path) -> None:
    variant = tmp_path / "mine.hoyle"
    variant.write_text(f'variant "Mine" of {name}\nlanguage 1\n', "utf-8")
    mine, base = load(variant).game, load(name).game
    assert mine is not None
    assert base is not None
    assert mine.fingerprint == base.fingerprint
