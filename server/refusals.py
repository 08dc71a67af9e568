"""Everything that the server refuses: for each code the status of an HTTP answer, and a sentence for people.

A code never changes its meaning, so that other clients may rely on it.  A sentence may have gaps for what is not
secret.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..dsl.source.invisible import visible

REFUSALS: dict[str, tuple[int, str]] = {
    "S01": (404, "There is no such page."),
    "S02": (404, "There is no such table."),
    "S03": (403, "This secret opens no chair at this table."),
    "S04": (400, "This is not a message of the protocol: {why}."),
    "S05": (413, "That is too long: at most {most} are read."),
    "S06": (429, "Too much at once from this address; please try again in {seconds} seconds."),
    "S07": (503, "This server has as many tables as it can hold; please try again later."),
    "S08": (403, "A page of another address may not ask this server."),
    "S09": (405, "This address does not understand {method}."),
    "S10": (403, "This is for the operator of the server, who has a token."),
    "S11": (500, "Something went wrong in the server; it was written down there."),
    "S12": (503, "The server is being stopped; the tables go on when it is back."),
    "S20": (422, "There are no rules called `{name}` here."),
    "S21": (422, "These rules have mistakes: {why}"),
    "S22": (422, "These settings do not fit the rules: {why}"),
    "S23": (422, "These rules take too long or too much memory to be played here."),
    "S24": (422, "There is no player called `{name}`."),
    "S25": (422, "There are {chairs} chairs, and {players} people play this."),
    "S26": (422, "This is no script of a game that can be taken up: {why}"),
    "S27": (422, "These scripts cannot be counted together: {why}."),
    "S30": (409, "It is not your turn; {name} is asked."),
    "S31": (409, "That question is answered already; here is the table as it is now."),
    "S32": (409, "That question has not been asked; here is the table as it is now."),
    "S33": (409, "That is no choice here: {why}."),
    "S34": (409, "{why}."),
    "S35": (409, "Nobody is asked: {why}."),
    "S36": (403, "Only somebody with a chair at this table may do that."),
    "S37": (409, "This chair is taken."),
    "S38": (422, "Somebody here is called `{name}` already; please take another name."),
    "S39": (403, "Nobody may watch this table."),
    "S40": (409, "There is nothing to take back."),
    "S41": (409, "There is no such proposal any more."),
    "S42": (409, "A proposal is waiting for answers already."),
    "S43": (403, "That is not allowed at this table."),
    "S44": (409, "The game is not over."),
    "S45": (409, "The game is over."),
    "S46": (409, "The game has not begun: somebody is still missing."),
    "S47": (409, "There is no such program or phrase."),
    "S48": (404, "That is only shown when the game is over."),
    "S50": (503, "This could not be written down, so it does not count: {why}."),
    "S51": (500, "The record of this table is damaged; it was left as it is."),
    "S52": (409, "The rules break down here: {why}."),
    "S54": (409, "The program at this chair failed: {why}."),
    "S53": (503, "The game could not be worked out in time; please try again."),
    "S60": (422, "A free chair here is called `{name}`; please take another name."),
    "S61": (422, "A name needs a letter or a digit."),
    "S62": (422, "A name has at most {most} characters; this one has {count}."),
    "S63": (422, "A name cannot contain `{sign}`: it has letters, digits, blanks, hyphens and apostrophes."),
    "S64": (422, "A name begins with a letter or a digit."),
    "S65": (422, "A name ends with a letter, a digit or a full stop."),
    "S66": (422, "A full stop stands only at the end of a name."),
    "S67": (422, "The word `and` cannot be part of a name, because it joins two names."),
    "S68": (422, "The name `{name}` means something else in the scripts of games; please take another name."),
}
"""Codes from S01: requests; S20: new tables; S30: what people do at a table; S50: what goes wrong; S60: names."""


@dataclass(eq=False)
class Refusal(Exception):
    """Something is refused.  `fields` fill the gaps of the sentence; `notes` say more, a sentence each."""

    code: str
    fields: dict[str, Any] = field(default_factory=dict[str, Any])
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """The status of an HTTP answer."""
        return REFUSALS[self.code][0]

    @property
    def sentence(self) -> str:
        """The sentence.  What somebody wrote is cut and has no invisible characters."""
        shown = {name: visible(str(value)[:400]) for name, value in self.fields.items()}
        return REFUSALS[self.code][1].format(**shown)

    def data(self) -> dict[str, Any]:
        """The refusal as JSON data."""
        notes = [visible(one[:400]) for one in self.notes[:8]]
        more = {name: value for name, value in (("notes", notes), ("seconds", self.fields.get("seconds"))) if value}
        return {"code": self.code, "sentence": self.sentence, **more}


def refuse(code: str, *notes: str, **fields: Any) -> Refusal:
    """Make a refusal."""
    return Refusal(code, fields, notes)
