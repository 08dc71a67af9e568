"""What the functions of this folder write to: the lines so far, and what is known of the program."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...firing import counted, trick_places
from ...program import Expr, Place, Program, Stmt
from .reading import predecessor_counts


@dataclass
class BlockWriter:
    """One program being written as Python source; `blocks.module_text` gives the whole."""

    program: Program
    traced: bool = False
    """Whether a listener is given everything that happens; without one, code is as fast as may be."""
    decided: bool = False
    """Whether somebody may decide what is left to chance, who is then asked; with `traced` he always may."""
    counted: bool = False
    """Whether it is added up how often each place of the rule file was carried out."""
    expressions: bool = False
    """Whether the values that a program notes (`Noted`) are counted, too."""
    lines: list[str] = field(default_factory=list["str"])
    depth: int = 0
    """How many levels the next line is indented."""
    temporaries: int = 0
    helpers: list[str] = field(default_factory=list["str"])
    """Lines of further functions: parts of expressions that are nested too deep."""
    nesting: int = 0
    """How many expressions stand around the one being written."""
    put_off: list[tuple[int, Expr]] = field(default_factory=list["tuple[int, Expr]"])
    """Helpers whose lines are yet to be written, by their place in `helpers`: deep expressions, piece by piece."""
    purposes: list[str] = field(default_factory=list["str"])
    rows: set[tuple[int, int]] = field(default_factory=set["tuple[int, int]"])
    """Tables that are looked up row by row, with the length of a row: `T2_24[row][column]`."""
    failures: list[str] = field(default_factory=list["str"])
    tables_noted: list[tuple[Place, ...]] = field(default_factory=list["tuple[Place, ...]"])
    """Where expressions are counted, if anything is: `note` is given a number of these, and an index into it."""
    path: list[int] = field(default_factory=list["int"])
    """The blocks written out around this place, the innermost last."""
    tricks: frozenset[int] = field(init=False)
    """Where tricks are played."""
    predecessors: list[int] = field(init=False)
    """For each block, how many blocks jump to it."""

    def __post_init__(self) -> None:
        self.tricks = trick_places(self.program)
        self.predecessors = predecessor_counts(self.program)

    def line(self, text: str) -> None:
        """One line at the current depth."""
        self.lines.append("    " * self.depth + text)

    def head(self, name: str, params: int, given: str = "") -> None:
        """The first line of a function; what follows is its body."""
        self.depth = 0
        self.line(f"def {name}(S, K{''.join(f', r{i}' for i in range(params))}{given}):")
        self.depth = 1

    def temporary(self) -> str:
        """A new name."""
        self.temporaries += 1
        return f"t{self.temporaries}"

    def count(self, st: Stmt) -> None:
        """Count a statement, if an author would."""
        if (place := counted(st, self.tricks)) >= 0:
            self.line(f"C[{place}] += 1")
