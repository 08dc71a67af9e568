"""A person with a chair at a table that somebody serves: what is shown, and what each typed line does.

    guest = TableGuest(link, "Ann", Renderer(…), SceneStyle(), typed=True)
    guest.hear(message)     # each message of the server
    guest.answer("pass")    # each line of the person, when `guest.listens`

What happens comes from two sides at any time, so nothing here waits.
"""

from __future__ import annotations

from typing import Any

from ....interpreter.story.items import ScoresItem, TranscriptItem
from ....interpreter.text.spellings import plain
from ....server.client.link import Unreachable
from ....server.client.screen import fresh, items, news, numbers, taken_back, waiting_for
from ....server.client.seating import ChairSought, GuestLink
from ....server.table.intents import PHRASES
from ...terminal.console import echo, visible
from ...terminal.offers import in_columns
from ...terminal.pieces import CARDS
from ...terminal.render import Renderer
from ...terminal.scenes import SceneStyle, cards_text, table_lines
from ...terminal.settled import GO_ON, deal_settled, show_settled
from .words import HELP, TableWord, word_for

Message = dict[str, Any]


class PersonLeft(Exception):
    """The person has left the table."""


class TableGuest:
    """Somebody at a terminal.  `typed`: whether a person types the lines; `games`: after how many games they leave."""

    def __init__(
        self, link: GuestLink, name: str, out: Renderer, style: SceneStyle, *, typed: bool, games: int = 1
    ) -> None:
        self.link, self.style, self.typed, self.games = link, style, typed, games
        self.chair = ChairSought(link, name)
        self.done = False
        """Whether enough games are over."""
        self.waits: Message | None = None
        """The table as it was sent last before that."""
        self.last: Message | None = None
        """The table as it was sent last, once this client has its place."""
        self.shown: Message | None = None
        """The table of which everything that happened was shown."""
        self.after: list[TranscriptItem] | None = None
        """What happened after a deal that was settled, while the person reads that; None: nobody does."""
        self.settled: object = None
        """The settlement that was shown last."""
        self.asked = self.drawn = -1
        """The numbers of the question that was put last, and of that for which the table was drawn."""
        self.over = 0
        """The game whose end was shown."""
        self.proposed = ""
        """What was proposed here and not answered yet."""
        self.sent = False
        """Whether something was sent, and nothing came since."""
        self.named = ""
        """The name that the person was shown as their own."""
        self._out, self._prompted = out, False

    @property
    def out(self) -> Renderer:
        """Where things are printed.  A prompt that waits there is left behind."""
        if self._prompted:
            self._out.console.file.write("\n")
            self._prompted = False
        return self._out

    @property
    def listens(self) -> bool:
        """Whether a line is to be read now.  People type at any time; lines of a file wait until one is needed."""
        if self.typed:
            return True
        if self.sent or self.link.waiting or self.last is None:
            return False
        proposal = self.last["proposal"]
        sits = self.last["you"] >= 0
        answers = proposal is not None and sits and self.last["you"] not in proposal["agreed"]
        return self._question is not None or answers or (sits and self.last["phase"] == "paused")

    @property
    def _question(self) -> Message | None:
        """The question that this person is asked and has not answered."""
        last = self.last
        if last is None or last["phase"] != "playing" or last["view"] is None or self.link.waiting:
            return None
        return last["view"]["question"] if self.asked == last["question"] else None

    # ---------------------------------------------------------------------------------------------------- the server

    def hear(self, message: Message) -> None:
        """Show what a message brings.  Raises `Unreachable` if the server refuses for good."""
        match message["type"]:
            case "table":
                self._table(message)
            case "refused":
                self._refused(message)
            case "closing":
                self.out.print("The server is being stopped; it is tried again.")
            case _:
                return
        self._prompt()

    def _table(self, message: Message) -> None:
        self.sent = False
        if not self.chair.seated(message):
            self.waits = message
            return
        if message["you"] >= 0 and self.named != self.chair.name:
            self.named = self.chair.name
            self.out.print(f"You sit at this table as {self.named}.")
        before, self.last = self.last, message
        back = taken_back(before, message, self.proposed)
        if before is not None and before["question"] != message["question"]:
            self.proposed = ""
        for line in news(before, message, back=back):
            self.out.print(line, "bold yellow")
        if back:  # that position has been shown before
            self.shown, self.after = message, None
            self._settles(message["game"], message["view"]["scene"])
        if message["phase"] == "paused":
            self.asked = -1
        if self.after is None:
            self._happened()

    def _happened(self) -> None:
        """Show what happened, and go on."""
        message = self.last
        assert message is not None
        before, self.shown = self.shown, message
        if message["view"] is None:
            said = waiting_for(message)
            if before is None or waiting_for(before) != said:
                self.out.print(said)
            return
        found, scene = items(fresh(before, message)), message["view"]["scene"]
        if self._settles(message["game"], scene):
            after = show_settled(self.out, self.style, found, scene)
            if after and self.typed and not message["left"]:
                self.after = after
                return
            self.out.items(after)
        elif found:
            self.out.items(found)
        self._go_on(before)

    def _settles(self, game: int, scene: Message) -> bool:
        """Whether a deal has just been settled that was not shown."""
        settled = scene["settlement"]
        key = settled and (game, settled["deal"], settled["entries"])
        fresh, self.settled = key != self.settled, key
        return deal_settled(scene) and fresh

    def _go_on(self, before: Message | None) -> None:
        """Ask what is to be asked, or say for whom the table waits."""
        message = self.last
        assert message is not None
        if message["phase"] == "over":
            self._end(message)
            return
        question = message["view"]["question"] if message["phase"] == "playing" else None
        if question is not None and not self.link.waiting:
            if self.asked != message["question"]:
                self.asked = message["question"]
                self._put(message, question)
            return
        new = before is None or before["question"] != message["question"] or before["phase"] != message["phase"]
        if new and message["seat"] < 0:
            self._draw(message)
        elif new and (said := waiting_for(message)):
            self.out.print(said, "dim")

    def _end(self, message: Message) -> None:
        """Show how a game ended, and begin the next one or leave."""
        if self.over == message["game"]:
            return
        self.over = message["game"]
        if message["stopped"] is not None:
            self.out.print("The game is over.", "bold")
        for group in message["view"]["scene"]["scores"]:
            columns = [one for one in group["columns"] if one["decides"]]
            rows = tuple(
                (owner, tuple((one["values"][at],) * 2 for one in columns)) for at, owner in enumerate(group["owners"])
            )
            if columns:
                self.out.item(ScoresItem(tuple(one["name"] for one in columns), rows))
        if message["game"] >= self.games:
            self.done = True
        elif message["you"] >= 0:
            self._send({"type": "next"})

    def _refused(self, message: Message) -> None:
        said = visible(" ".join([message["sentence"], *message.get("notes", ())]))
        self.sent, self.proposed = False, ""
        about_chair = self.chair.refused(message, self.last or self.waits)
        if about_chair and self.chair.nameless and not self.typed:
            raise Unreachable(said)
        self.out.console.file.flush()
        echo(said, err=True)
        if about_chair or self.last is None or self.after is not None:
            return
        question = self.last["view"] and self.last["view"]["question"]
        if message["code"] in _STALE:  # the table follows
            self.asked = -1
        elif question and self.last["phase"] == "playing" and not self.link.waiting:
            self.asked = self.last["question"]
            self._put(self.last, question)

    # ------------------------------------------------------------------------------------------------------- drawing

    def _draw(self, message: Message) -> None:
        """The table as this person sees it."""
        scene, width = message["view"]["scene"], self._out.console.width
        self.drawn = message["question"]
        self.out.gap()
        for line in table_lines(scene, self.style, width=width):
            self.out.line(*line)
        for zone in scene["zones"]:
            if zone["owner"] == scene["viewer"] and zone["whose"] and zone["kind"] == "hand" and zone["count"]:
                self.out.line((f"{zone['name']}: ", "dim"), (cards_text(zone), CARDS))

    def _put(self, message: Message, question: Message) -> None:
        """Put the question; the table is drawn once for each."""
        if self.drawn != message["question"]:
            self._draw(message)
        self.out.line((f"{question['name']}: ", "bold"), (question["prompt"], "bold"))
        width = 0 if self.style.plain else self._out.console.width
        for line in in_columns(
            [(typed, one["label"]) for typed, one in zip(numbers(question), question["options"], strict=True)], width
        ):
            self.out.line(*line)
        if question["more"]:
            self.out.print(f"     and {question['more']} more: write yours in words, as these are", "dim")
        for incident in question["incidents"]:
            self.out.print(f"     table: {incident['title']}", "dim")

    def _prompt(self) -> None:
        """Ask for a line, where one is needed."""
        if self.done and self.after is None:
            return
        if self.after is not None:
            asks = GO_ON
        elif self.chair.nameless:
            asks = "Another name: "
        else:
            needed = self._question is not None or (self.listens and not self.typed)
            asks = f"{self.chair.name}> " if needed and not self.sent else ""
        if asks and not self._prompted:
            self._out.console.file.write(visible(asks))
            self._out.console.file.flush()
            self._prompted = True

    # ---------------------------------------------------------------------------------------------------- the person

    def answer(self, line: str | None) -> None:
        """Do what a typed line says; None: the input has ended.  Raises `PersonLeft`."""
        if self.typed and line is not None:
            self._prompted = False  # the terminal itself shows the end of the line
        text = (line or "").strip()
        question = self._question
        own = question is not None and self.after is None and not self.chair.nameless and _is_own(question, text)
        word = None if own else self._word(text)
        if line is None or (word is not None and word.act == "leave"):
            self.out.console.file.flush()  # on a line of its own
            raise PersonLeft
        if self.chair.nameless:
            if text:
                self.sent = True
                self.chair.ask(text)
        elif self.after is not None and (word is None or not text):
            self._read()
        elif own or (text and word is None):
            self._choose(question, text)
        elif word is not None:
            self._do(word)
        self._prompt()

    def _word(self, text: str) -> TableWord | None:
        """The word of the table that a text is.  `yes` and `no` are answers to a proposal, if there is one."""
        proposed = self.last is not None and self.last["proposal"] is not None
        return word_for(text) if proposed or plain(text) not in ("yes", "no") else None

    def _read(self) -> None:
        """The person has read what a deal came to."""
        after, self.after = self.after, None
        self.out.items(after or ())
        if self.shown is self.last:
            self._go_on(None)
        else:
            self._happened()

    def _choose(self, question: Message | None, text: str) -> None:
        """Answer the question."""
        if question is None or self.last is None:
            waits = (
                "Your answer is on its way."
                if self.link.waiting
                else "You are not asked now; ? shows what you can type."
            )
            self.out.print(waits, "dim")
            return
        options = question["options"]
        typed = numbers(question)
        if text.isdecimal() and len(text) < 6 and int(text) in typed:
            answer = {"option": options[typed.index(int(text))]["number"]}
        elif text.startswith("table:"):
            answer = {"incident": text.removeprefix("table:").strip() or "?"}
        else:
            answer = {"choice": text[:600]}
        self.sent = True
        self.link.choose(self.last["question"], answer)

    def _send(self, message: Message) -> None:
        self.sent = True
        self.link.send(message)

    def _do(self, word: TableWord) -> None:
        """Do what one of the words of the table asks for."""
        last = self.last
        proposal = last["proposal"] if last is not None else None
        mine = proposal is not None and last is not None and proposal["chair"] == last["you"]
        match word.act:
            case "help":
                self._help()
            case "agree" | "decline" | "withdraw" if proposal is None or (word.act == "withdraw" and not mine):
                self.out.print("There is no proposal of yours." if word.act == "withdraw" else "Nothing is proposed.")
            case "agree" if mine:
                self.out.print("You have proposed that; `withdraw` takes it back.")
            case "agree" | "decline" | "withdraw":
                assert proposal is not None
                self._send({"type": "agree", "proposal": proposal["number"], "agree": word.act == "agree"})
            case "propose":
                self.proposed = word.what
                self._send({"type": "propose", "what": word.what})
            case "pause" | "go on":
                self._send({"type": "pause", "pause": word.act == "pause"})
            case _:
                self._say(word.what)

    def _say(self, text: str) -> None:
        """Say a phrase, by its number or in its words, or something of one's own where the table allows that."""
        chat = self.last["may"]["chat"] if self.last is not None else "off"
        if text.isdecimal() and 1 <= int(text[:4]) <= len(PHRASES):
            self._send({"type": "say", "phrase": int(text) - 1})
            return
        own = _letters(text)
        phrase = next((at for at, one in enumerate(PHRASES) if own and _letters(one).startswith(own)), None)
        if chat == "free" and text:
            self._send({"type": "say", "text": text[:300]})
        elif phrase is not None:
            self._send({"type": "say", "phrase": phrase})
        elif chat == "off":
            self.out.print("Nothing can be said at this table.")
        else:
            self.out.print(f"say N, with the number of a phrase: {_phrases()}")

    def _help(self) -> None:
        """What can be typed, and the table again."""
        last = self.last
        for line in HELP.splitlines():
            self.out.print(line, "dim")
        if last is None or last["view"] is None:
            return
        if last["may"]["chat"] != "off":
            self.out.print(f"phrases: {_phrases()}", "dim")
        question = self._question
        self._draw(last)
        if question is not None:
            self._put(last, question)


_STALE = ("S30", "S31", "S32", "S35")
"""Refusals of an answer that is older than the table."""


def _phrases() -> str:
    return ", ".join(f"{number} {text}" for number, text in enumerate(PHRASES, 1))


def _letters(text: str) -> str:
    """A text without its punctuation, as phrases are compared."""
    return "".join(one for one in text.casefold() if one.isalnum() or one == " ").strip()


def _is_own(question: Message, text: str) -> bool:
    """Whether a text is a choice of the game, or the beginning of one, rather than a word of the table."""
    own = plain(text)
    labels = (plain(one["label"]) for one in question["options"])
    verbs = (plain(one["verb"]) for one in question["alternatives"])
    return bool(own) and (any(f"{label} ".startswith(f"{own} ") for label in labels) or own in verbs)
