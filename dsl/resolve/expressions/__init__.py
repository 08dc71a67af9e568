"""Resolves expressions: names become symbols, types are determined, and short forms are expanded.

`expression` takes the *expected* type if it is known, because some words depend on it: `others_gain` is a value of the
option it is compared with, and `3` is a rank beside `c.rank`.  `expression_of_type` also requires the type.  It wraps a
value that may be none in `Present`, which is a fault during play if the value is none.

    core         any expression, by its kind
    names        names, numbers and words
    calls        calls, attributes, faces, what lies in a zone
    attributes   what a card, a player or a team has
    operations   conditions and operations
    properties   what comes behind `is`
    phrases      phrases over a set, a range or a list
    pairs        how many values the names of such a phrase take together
    measures     sums and extremes of an attribute, what was gained, cards left over
    chance       what chance decides
"""

from __future__ import annotations

from ...syntax import nodes as n
from . import calls, chance, measures, names, operations, phrases
from .core import CASES, DEPENDING, condition, expression, expression_of_type, set_expression
from .phrases import chosen, domain

CASES |= {
    n.Rank: names.rank,
    n.Word: names.word,
    n.CardFace: calls.face,
    n.Attribute: calls.attribute_of,
    n.Apply: calls.apply,
    n.NumberOfPlayers: calls.number_of_players,
    n.SizeOf: calls.size,
    n.Pick: calls.pick,
    n.SoFar: calls.so_far,
    n.Extreme: measures.extreme,
    n.Gained: measures.gained,
    n.LeftOver: measures.left_over,
    n.ExtremeFor: phrases.extreme_for,
    n.Quantified: phrases.quantified,
    n.EveryWhere: phrases.every_where,
    n.TheOne: phrases.the_one,
    n.First: phrases.first,
    n.Best: phrases.best,
    n.NumberWhere: phrases.number_where,
    n.RandomThing: chance.random,
    n.Unary: operations.unary,
    n.Is: operations.is_,
    n.In: operations.in_,
}
DEPENDING |= {
    n.Number: names.number,
    n.Ref: names.ref,
    n.Conditional: operations.conditional,
    n.Binary: operations.binary,
    n.SetOf: phrases.set_of,
}

__all__ = ["CASES", "DEPENDING", "chosen", "condition", "domain", "expression", "expression_of_type", "set_expression"]
