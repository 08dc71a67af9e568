"""Shows a scripted game on a terminal, one picture at a time: `hoyle replay --step`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console, Group, RenderableType
from rich.text import Text

from ...dsl.source.diagnostics import Diagnostic
from ...interpreter.story.camera import Caption, Remark
from ...interpreter.story.scripted.facts import following, position, preceding
from ...interpreter.story.scripted.frames import Animation
from .diagnostics import print_diagnostics, whole
from .keys import Keyboard, ended_in_order
from .render import Renderer, coloured
from .scenes import Data, Line, SceneStyle, settlement_lines, table_lines

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
        self.style = SceneStyle(ascii=ascii)

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
        shown = self.animation.pictures[number].scene
        head = Text.assemble((self.title, "bold"), "   ", (position(self.animation, number), "dim"))
        lines = _LineBuffer(self.console, ascii=self.ascii)
        for line in self._lines(shown):
            lines.line(*line)
        parts: list[RenderableType] = [head, Text(), *lines.lines, Text()]
        used = sum(len(self.console.render_lines(part)) for part in parts)
        room = max(1, self.console.height - used - 2)
        captions = self._captions(number)
        wrong = next((at for at, line in enumerate(captions) if line.plain.startswith("! ")), len(captions))
        parts += captions[min(len(captions) - room, wrong) if len(captions) > room else 0 :]
        return Group(*parts, Text(KEYS, "dim"))

    def _lines(self, shown: Data) -> Iterator[Line]:
        """The table, and what was settled."""
        yield from table_lines(shown, self.style, width=self.console.width)
        if shown["settlement"] is not None:
            yield ()
            yield from settlement_lines(shown, self.style, width=self.console.width)

    def _captions(self, number: int) -> list[Text]:
        """The captions up to a picture, line by line.  The newest is last and brightest."""
        lines = _LineBuffer(self.console, ascii=self.ascii, failure=self.animation.failure)
        for picture in self.animation.pictures[max(0, number - self.console.height) : number]:
            lines.captions(picture.captions)
        before = len(lines.lines)
        lines.captions(self.animation.pictures[number].captions)
        for line in lines.lines[:before]:
            line.stylize("dim")
        return [line for line in lines.lines if line.plain]


class _LineBuffer(Renderer):
    """Keeps the lines instead of printing them."""

    def __init__(self, console: Console, *, ascii: bool, failure: Diagnostic | None = None) -> None:
        super().__init__(console, ascii=ascii)
        self.lines: list[Text] = []
        self.failure = failure

    def print(self, text: str | Text = "", style: str | None = None) -> None:
        self.lines += self._folded(Text(text, style or "") if isinstance(text, str) else text)

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
                first, *others = self._whole(remark.text).splitlines()
                self.print(f"! {first}", "bold red")
                for line in others:
                    self.print(f"  {line}")
            case "side":
                self.print(f"What if: {remark.text}", "magenta")
                for line in remark.lines:
                    self.print(Text("  ") + coloured(line))
            case "position":
                self.print(remark.text, "italic")
            case _:
                self.print(f"# {remark.text}", "dim")

    def _whole(self, message: str) -> str:
        """What is wrong, with its place, its code and its help."""
        if self.failure is None:
            return message
        return whole(message, self.failure, width=self.console.width - 2)


def show_problems(console: Console, problems: Iterable[Diagnostic]) -> bool:
    """Show what is wrong with a game that cannot be shown, until a key is pressed.

    Returns False if the user leaves.
    """
    with ended_in_order(), console.screen(), Keyboard() as keys:
        console.clear()
        print_diagnostics(console, problems)
        console.print(Text("This game cannot be shown.   space next   q quit", "dim"))
        return keys.read() not in _LEAVE
