"""The words with which a person does something beside the game at a table that somebody serves."""

from __future__ import annotations

from dataclasses import dataclass

from ....interpreter.text.spellings import plain

HELP = """\
Answer with the number of a choice or in its words; table: … is something that happens at the table.
take back   propose to take back your last choice and what followed
give up, claim the rest, end the game   propose what ends the game early
agree, decline   answer a proposal of somebody; programs agree to everything
withdraw    take your own proposal back
pause, go on   stop the game, and continue it
say 3, say thank you   say a phrase, or your own words where the table allows that
?, help     this help, and the table again
q           leave the table
A choice of the game that is called the same comes first; /agree is always the word of the table."""


@dataclass(frozen=True, slots=True)
class TableWord:
    """What somebody does: `propose` something, `say` something, `agree` …"""

    act: str
    what: str = ""


WORDS: dict[str, TableWord] = {
    "agree": TableWord("agree"), "yes": TableWord("agree"), "decline": TableWord("decline"), "no": TableWord("decline"),
    "withdraw": TableWord("withdraw"), "take back": TableWord("propose", "take back"),
    "undo": TableWord("propose", "take back"), "give up": TableWord("propose", "resign"),
    "claim": TableWord("propose", "claim"), "claim the rest": TableWord("propose", "claim"),
    "end": TableWord("propose", "stop"), "end the game": TableWord("propose", "stop"), "pause": TableWord("pause"),
    "go on": TableWord("go on"), "say": TableWord("say"), "?": TableWord("help"), "help": TableWord("help"),
    "q": TableWord("leave"), "quit": TableWord("leave"),
}  # fmt: skip


def word_for(text: str) -> TableWord | None:
    """What a text asks for beside the game; None: it is none of these words."""
    own = text.removeprefix("/").strip()
    found = WORDS.get(plain(own))
    if found is not None:
        return found
    head, _, rest = own.partition(" ")
    return TableWord("say", rest.strip()) if plain(head) == "say" else None
