"""The limits and other fixed numbers of the interpreter, module by module, as a list: whoever changes one sees it there.

Many are the results of measurements, or are named in documents and messages; most of them nobody reaches in a test.
"""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType

import pytest

import hoyle.interpreter
from hoyle.interpreter.program import slots, statements

from ..golden import same_as_file

ROOT = Path(hoyle.interpreter.__file__).parent
GOLDEN = Path(__file__).with_name("golden") / "limits.txt"


def fixed_in(path: Path) -> list[str]:
    """The names of constants to which a module gives a number."""
    found: list[str] = []
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name() as name], value=value)
                | ast.AnnAssign(target=ast.Name() as name, value=ast.expr() as value)
            ) if _is_number(value):
                found.append(name.id)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value) if _is_number(value):
                found += [one.id for one in names if isinstance(one, ast.Name)]
            case _:
                pass
    return [name for name in found if name.isupper()]


def _is_number(value: ast.expr) -> bool:
    """Whether an expression is a number or several, or is computed from numbers."""
    parts = (ast.BinOp, ast.UnaryOp, ast.Tuple, ast.Name, ast.Call, ast.operator, ast.unaryop, ast.expr_context)
    inside = [*ast.walk(value)]
    whole = all(isinstance(one, (*parts, ast.Constant)) for one in inside)
    return whole and any(isinstance(one, ast.Constant) and type(one.value) in (int, float) for one in inside)


def numbers_of(path: Path, module: ModuleType) -> dict[str, int | float]:
    """These numbers."""
    values = {name: getattr(module, name) for name in fixed_in(path)}
    return {name: value for name, value in values.items() if type(value) in (int, float)}


def dotted(path: str) -> str:
    return f"hoyle.interpreter.{path.replace('/', '.')}"


def loaded(path: str) -> tuple[ModuleType, ModuleType]:
    """A module, and the same made once more from its file."""
    name = dotted(path)
    known = import_module(name)
    spec = find_spec(name)
    assert spec is not None
    assert spec.loader is not None
    fresh = module_from_spec(spec)
    spec.loader.exec_module(fresh)
    return known, fresh


def modules() -> list[str]:
    """The modules with such constants, by their paths without the ending."""
    paths = sorted(ROOT.rglob("*.py"))
    return [str(path.relative_to(ROOT))[:-3] for path in paths if path.name != "__init__.py" and fixed_in(path)]


def lines_of(name: str, module: ModuleType) -> list[str]:
    """The numbers of a module as lines of the list."""
    return [f"{name} {constant} {value}" for constant, value in numbers_of(ROOT / f"{name}.py", module).items()]


def test_the_list_has_the_numbers_of_all_modules() -> None:
    whole = [line for name in modules() for line in lines_of(name, import_module(dotted(name)))]
    same_as_file(GOLDEN, "".join(f"{line}\n" for line in whole))


@pytest.mark.parametrize("name", modules())
def test_the_fixed_numbers_of_a_module(name: str) -> None:
    listed = [line for line in GOLDEN.read_text(encoding="utf-8").splitlines() if line.startswith(f"{name} ")]
    one, fresh = loaded(name)
    assert lines_of(name, one) == lines_of(name, fresh) == listed


def test_the_limits_of_every_game() -> None:
    """Those that `docs/language.md` and the messages name."""
    assert (slots.LENGTH_LIMIT, slots.STEP_LIMIT, slots.WORK_LIMIT) == (100_000, 1_000_000, 10_000_000)
    assert (slots.FIRST_FREE, slots.OVER, slots.CUT, slots.NOWHERE_KNOWN) == (5, -1_048_576, -2_097_152, -1)
    assert (slots.DEAL_SALT, statements.UNITS) == (0x2545F4914F6CDD1D, 10)
