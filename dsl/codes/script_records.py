"""Codes for records of other programs that are converted into scripts, or written from scripts."""

from __future__ import annotations

from .base import Code

RECORDS: tuple[Code, ...] = (
    Code(
        "E1080",
        "a record that cannot be read",
        "this record cannot be read: {why}",
        "A record is a file in one of the formats `hoyle import` knows. What was named is missing, may not be read, is "
        "empty or too large, does not hold text, or its format cannot be told by its name: then `--from` says it.",
    ),
    Code(
        "E1081",
        "not the form of a record",
        "this is not {format}: {why}",
        "The file breaks off or is not written as its format demands. What stands before it is read; the game it is in "
        "is left out.",
    ),
    Code(
        "E1082",
        "rules for a record",
        "it is not known by which rules this was played: {why}",
        "A record rarely names a ruleset. Which words of a format mean which choices of a ruleset is told by a file "
        "`RULESET.FORMAT.json`, beside the rule file or among those that ship; `--ruleset` names the ruleset.",
    ),
    Code(
        "W1083",
        "what is not kept",
        "`{text}` is not kept: {why}",
        "A script says what was dealt, chosen and expected. What a record says beyond that, or by rules the ruleset "
        "does not have, is left out of the script.",
    ),
    Code(
        "W1084",
        "what a record leaves open",
        "the record leaves open {what}; it is taken to be {taken}",
        "The rules need something the format has no word for. The script says what was taken instead.",
    ),
    Code(
        "E1085",
        "a game that cannot be written down so",
        "this game cannot be written as {format}: {why}",
        "The format has no words for something that happened, or for the rules it happened by.",
    ),
)
