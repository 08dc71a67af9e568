"""Shows a scripted game on a terminal, one picture at a time: `hoyle replay --step`."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...interpreter.program import ZoneInfo
from ...interpreter.records import Where
from ...interpreter.story.camera import Caption, Picture, Remark
from ...interpreter.story.chosen import name_in_words
from ...interpreter.story.scripted.facts import badges, facts, following, position, preceding, scores
from ...interpreter.story.scripted.frames import Animation
from .keys import Keyboard, ended_in_order
from .render import Renderer, coloured, counted

KEYS = "space next   b back   t trick   d deal   T D back by them   g first   G last   q quit"
_NEXT = (" ", "\r", "\n", "n", "l", "j", "\x1b[C", "\x1b[B", "\x1bOC", "\x1bOB", "\x1b[6~")
_BACK = ("b", "p", "h", "k", "\x7f", "\x08", "\x1b[D", "\x1b[A", "\x1bOD", "\x1bOA", "\x1b[5~")
_FIRST = ("g", "\x1b[H", "\x1bOH", "\x1b[1~")
_LAST = ("G", "\x1b[F", "\x1bOF", "\x1b[4~")
_LEAVE = ("q", "Q", "\x1b", "\x04", "")


class Screen:
    """Shows one picture of an animation, and another after each key."""

    def __init__(self, console: Console, animation: Animation, title: str, *, ascii: bool) -> None:
        self.console = console
        self.animation = animation
        self.title = title
        self.ascii = ascii
        self.scores = scores(animation)

    def run(self) -> bool:
        """Show pictures until the user passes the last one (returns True) or leaves (returns False)."""
        number = 0
        with ended_in_order(), self.console.screen(), Keyboard() as keys:
            while True:
                self.console.clear()
                self.console.print(self.picture(number))
                key = keys.read()
                if key in _LEAVE:
                    return False
                if key in _NEXT and number == len(self.animation.pictures) - 1:
                    return True
                number = self._moved(number, key)

    def _moved(self, number: int, key: str) -> int:
        """The number of the picture after a key."""
        if key in _NEXT:
            return number + 1
        if key in _BACK:
            return max(0, number - 1)
        if key in _FIRST:
            return 0
        if key in _LAST:
            return len(self.animation.pictures) - 1
        if key in "td":
            return following(self.animation, number, "trick" if key == "t" else "deal")
        if key in "TD":
            return preceding(self.animation, number, "trick" if key == "T" else "deal")
        return number

    # ------------------------------------------------------------------------------------------------- one picture

    def picture(self, number: int) -> RenderableType:
        """One picture, if possible not higher than the screen: the table above, the captions below."""
        picture = self.animation.pictures[number]
        head = Text.assemble((self.title, "bold"), "   ", (position(self.animation, number), "dim"))
        parts: list[RenderableType] = [head, Text(), self._seats(picture), Text(), *self._middle(picture), Text()]
        used = sum(len(self.console.render_lines(part)) for part in parts)
        room = max(1, self.console.height - used - 2)
        parts += self._captions(number)[-room:]
        return Group(*parts, Text(KEYS, "dim"))

    def _seats(self, picture: Picture) -> RenderableType:
        """The seats, with the turn and each player's role, cards and scores: as a table if it fits."""
        table = self._seat_table(picture)
        fits = self.console.measure(table, options=self.console.options.update(max_width=1000)).maximum
        return table if fits <= self.console.width else Group(*self._seat_lines(picture))

    def _seat_lines(self, picture: Picture) -> Iterator[Text]:
        """The seats on a narrow screen, with a few lines for each."""
        animation = self.animation
        for seat in range(animation.program.players):
            mark = (">" if self.ascii else "▸") if picture.turn == seat else " "
            counts = [
                f"{animation.program.variables[n].name.replace('_', ' ')} {picture.values.get((n, seat), 0)}"
                for n in self.scores
                if animation.program.variables[n].owner == "player"
            ]
            shown = badges(animation, picture, seat)
            name = Text.assemble((f"{mark} ", "bold green"), (animation.words.player(seat), "bold"))
            name.append("".join(f" ({badge})" for badge in shown), "italic")
            name.append("  " + ", ".join(counts) if counts else "")
            yield name
            for number, zone in enumerate(animation.program.zones):
                cards = picture.zones.get(Where(number, seat), ())
                if zone.owner == "player" and cards:
                    title = Text(f"    {zone.name.replace('_', ' ')}: ", "dim")
                    yield title + self._cards(zone, cards)

    def _seat_table(self, picture: Picture) -> Table:
        """The seats as a table, with one line for each."""
        animation = self.animation
        owned = [(n, zone) for n, zone in enumerate(animation.program.zones) if zone.owner == "player"]
        counts = [n for n in self.scores if animation.program.variables[n].owner == "player"]
        table = Table(box=box.ASCII2 if self.ascii else box.ROUNDED, expand=False, header_style="dim")
        for title in ("", "", *(name_in_words(zone.name) for _, zone in owned)):
            table.add_column(title, overflow="fold")
        for number in counts:
            table.add_column(name_in_words(animation.program.variables[number].name), justify="right", overflow="fold")
        for seat in range(animation.program.players):
            mark = (">" if self.ascii else "▸") if picture.turn == seat else ""
            name = Text(animation.words.player(seat), "bold")
            shown = badges(animation, picture, seat)
            if shown:
                name.append("\n" + ", ".join(shown), "not bold italic")
            zones = [self._cards(zone, picture.zones.get(Where(n, seat), ())) for n, zone in owned]
            numbers = [Text(str(picture.values.get((n, seat), 0))) for n in counts]
            table.add_row(Text(mark, "bold green"), name, *zones, *numbers)
        return table

    def _cards(self, zone: ZoneInfo, cards: tuple[str, ...]) -> Text:
        """The cards of a zone.  Of a pile that is face down: their number."""
        if zone.visibility == "face down":
            return Text(counted(("??",) * len(cards)), "dim")
        return coloured(counted(cards))

    def _middle(self, picture: Picture) -> list[RenderableType]:
        """The cards between the players: tricks as tables, piles, and the facts about the table."""
        animation = self.animation
        lines: list[RenderableType] = []
        for number, zone in enumerate(animation.program.zones):
            if zone.owner == "player":
                continue
            for owner in range(zone.count):
                where = Where(number, owner if zone.owner is not None else -1)
                cards = picture.zones.get(where, ())
                if number in animation.tricks and cards:
                    lines.append(self._trick(animation.words.where(where), cards, picture.bringers[where]))
                elif cards:
                    title = name_in_words(animation.words.where(where))
                    lines.append(Text(f"{title}: ", "dim") + self._cards(zone, cards))
        known = ", ".join(f"{name} {value}" for name, value in facts(animation, picture))
        teams = [n for n in self.scores if animation.program.variables[n].owner == "team"]
        for number in teams:
            each = (
                f"{animation.words.team(team)} {picture.values.get((number, team), 0)}"
                for team in range(len(animation.program.teams))
            )
            lines.append(
                Text(f"{animation.program.variables[number].name.replace('_', ' ')}: ", "dim") + ", ".join(each)
            )
        return [*lines, *([coloured(known)] if known else [])]

    def _trick(self, title: str, cards: tuple[str, ...], bringers: tuple[int, ...]) -> Table:
        table = Table(box=box.ASCII2 if self.ascii else box.SIMPLE_HEAD, title=title, title_justify="left")
        for seat in bringers:
            table.add_column(self.animation.words.player(seat) if seat >= 0 else "", justify="center")
        table.add_row(*(coloured(card) for card in cards))
        return table

    def _captions(self, number: int) -> list[Text]:
        """The captions up to a picture, line by line.  The newest is last and brightest."""
        lines = _LineBuffer(self.console, ascii=self.ascii)
        for picture in self.animation.pictures[max(0, number - self.console.height) : number]:
            lines.captions(picture.captions)
        before = len(lines.lines)
        lines.captions(self.animation.pictures[number].captions)
        for line in lines.lines[:before]:
            line.stylize("dim")
        return [line for line in lines.lines if line.plain]


class _LineBuffer(Renderer):
    """Keeps the lines instead of printing them."""

    def __init__(self, console: Console, *, ascii: bool) -> None:
        super().__init__(console, ascii=ascii)
        self.lines: list[Text] = []

    def print(self, text: str | Text = "", style: str | None = None) -> None:
        self.lines.append(Text(text, style or "") if isinstance(text, str) else text)

    def captions(self, captions: tuple[Caption, ...]) -> None:
        """Collect the captions of one picture."""
        for one in captions:
            if isinstance(one, Remark):
                self.remark(one)
            else:
                self.item(one)

    def remark(self, remark: Remark) -> None:
        """Collect a remark from the script."""
        match remark.kind:
            case "held":
                self.print(f"{'*' if self.ascii else '✓'} {remark.text}", "green")
            case "wrong":
                self.print(f"! {remark.text}", "bold red")
            case "side":
                self.print(f"What if: {remark.text}", "magenta")
                for line in remark.lines:
                    self.print(Text("  ") + coloured(line))
            case "position":
                self.print(remark.text, "italic")
            case _:
                self.print(f"# {remark.text}", "dim")
