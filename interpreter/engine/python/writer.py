"""The context to which the functions of this folder write: the lines so far, and what is known about the program."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...firing import counting_place, trick_places
from ...program import Expr, Fold, Place, Program, Stmt
from ...traversal import units
from .reading import predecessor_counts


@dataclass
class BlockWriter:
    """One program that is being written as Python source.  `blocks.module_text` gives the whole text."""

    program: Program
    traced: bool = False
    """Whether every event is given to a listener; without one, the code is as fast as possible."""
    decided: bool = False
    """Whether an object that decides chance is asked; with `traced` it always is."""
    counted: bool = False
    """Whether the code counts how often each place of the rule file was executed."""
    expressions: bool = False
    """Whether the values that a program notes (`Noted`) are counted too."""
    lines: list[str] = field(default_factory=list["str"])
    depth: int = 0
    """The indentation of the next line, in levels."""
    temporaries: int = 0
    helpers: list[str] = field(default_factory=list["str"])
    """The lines of further functions, for parts of expressions that are nested too deeply."""
    nesting: int = 0
    """How many expressions enclose the one being written."""
    put_off: list[tuple[int, Expr]] = field(default_factory=list["tuple[int, Expr]"])
    """Deep expressions whose functions are still to be written, by their place in `helpers`."""
    purposes: list[str] = field(default_factory=list["str"])
    rows: set[tuple[int, int]] = field(default_factory=set["tuple[int, int]"])
    """Tables that are read row by row, with the length of a row: `T2_24[row][column]`."""
    failures: list[str] = field(default_factory=list["str"])
    tables_noted: list[tuple[Place, ...]] = field(default_factory=list["tuple[Place, ...]"])
    """The places of counted expressions, if any: `note` gets the number of one of these tuples, and an index into
    it.
    """
    path: list[int] = field(default_factory=list["int"])
    """The blocks that are being written around this place, the innermost last."""
    tricks: frozenset[int] = field(init=False)
    """The places where tricks are played."""
    predecessors: list[int] = field(init=False)
    """For each block, how many blocks jump to it."""
    counts_work: bool = field(init=False)
    """Whether some fold counts the work since the last choice."""

    def __post_init__(self) -> None:
        self.tricks = trick_places(self.program)
        self.predecessors = predecessor_counts(self.program)
        parts = (part for unit in units(self.program) for part in unit.parts)
        self.counts_work = any(isinstance(part, Fold) and part.units for part in parts)

    def line(self, text: str) -> None:
        """Write one line at the current depth."""
        self.lines.append("    " * self.depth + text)

    def head(self, name: str, params: int, given: str = "") -> None:
        """Write the first line of a function; its body follows."""
        self.depth = 0
        self.line(f"def {name}(S, K{''.join(f', r{i}' for i in range(params))}{given}):")
        self.depth = 1

    def temporary(self) -> str:
        """Make a new name."""
        self.temporaries += 1
        return f"t{self.temporaries}"

    def count(self, st: Stmt) -> None:
        """Write the count of a statement, if an author would count it."""
        if (place := counting_place(st, self.tricks)) >= 0:
            self.line(f"C[{place}] += 1")
