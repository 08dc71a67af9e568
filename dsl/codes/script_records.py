"""Codes for records of other programs that are converted into scripts, or written from scripts."""

from __future__ import annotations

from .base import Code

RECORDS: tuple[Code, ...] = (
    Code(
        "E1080",
        "a record that cannot be read",
        "this record cannot be read: {why}",
        "A record is a file in one of the formats that `hoyle import` knows. The file is missing, may not be read,"
        " is empty or too large, or does not contain text. Or its name does not show its format: then name the"
        " format with `--from`.",
    ),
    Code(
        "E1081",
        "a mistake in the format of a record",
        "this is not {format}: {why}",
        "The file breaks off, or it is not written as its format requires. Hoyle reads everything before this place,"
        " and leaves out the game that contains it.",
    ),
    Code(
        "E1082",
        "a record with unknown rules",
        "it is not known by which rules this was played: {why}",
        "A record rarely names a ruleset. A file `RULESET.FORMAT.json` says which words of a format mean which"
        " choices of a ruleset. This file lies beside the rule file, or comes with Hoyle. `--ruleset` names the"
        " ruleset.",
    ),
    Code(
        "W1083",
        "something that is not kept",
        "`{text}` is not kept: {why}",
        "A script says what was dealt, chosen and expected. If a record says more, or follows rules that the ruleset"
        " does not have, the script leaves this out.",
    ),
    Code(
        "W1084",
        "something that a record leaves open",
        "the record leaves open {what}; it is taken to be {taken}",
        "The rules need something that the format cannot say. The script says what was assumed instead.",
    ),
    Code(
        "E1085",
        "a game that does not fit the format",
        "this game cannot be written as {format}: {why}",
        "The format has no words for something that happened, or for the rules of this game.",
    ),
)
