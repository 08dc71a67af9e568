"""`hoyle compile`: writes the rules of a game as a WebAssembly module, with a description for other hosts.

Exit codes: 0 both files were written, 1 the rules have errors or cannot be compiled, 2 the command was used wrongly, 74
a file could not be written.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import click

from ..arguments.calling import calling, rules_of, variants_of
from ..arguments.common import preset_option, settings_option, variant_option
from ..arguments.inputs import pairs
from ..arguments.writing import check_target, write_file
from ..terminal.console import echo, visible


@click.command()
@click.argument("ruleset")
@click.option("--output", required=True, metavar="FILE", help="The module: FILE.wasm, or FILE.wat for its text.")
@click.option("--description", metavar="FILE", help="Its description, if not beside it as FILE.json.")
@click.option("--records", is_flag=True, help="The module can also write down what happens in a game.")
@click.option("--thinking", is_flag=True, help="The module can also think, for players that are programs.")
@click.option(
    "--learned", is_flag=True, help="It can also rate options by weights, which are written beside it as FILE.weights."
)
@click.option("--lessons", is_flag=True, help="It teaches the player `learned` these rules, and can do nothing else.")
@click.option("--types", metavar="FILE.ts", help="The types of the game for TypeScript.")
@click.option("--players", "--seats", "-p", type=click.IntRange(1, 64), help="How many play.")
@settings_option
@preset_option
@variant_option()
@click.pass_context
def compile(
    ctx: click.Context, ruleset: str, output: str, description: str | None, records: bool, thinking: bool,
    learned: bool, lessons: bool, types: str | None, players: int | None, options: tuple[str, ...],
    preset: str | None, variants: tuple[str, ...],
) -> None:  # fmt: skip
    """Compile the rules of a game to a WebAssembly module.

    RULESET is the name of a ruleset, a rule file, or - for standard input. The module holds one game: its options and
    the number of players are fixed. It imports nothing, so it can run anywhere and has no access to anything outside.
    A description is written beside it as JSON: what the module exports, and where the state, the options of a
    question and the counters lie in its memory.

    With --learned, the module can do what it can with --thinking, and a file of weights is written for the player
    `learned`: those that were learned for these rules, or of the rules that they share most parts with. With --lessons,
    the module plays games of that player against itself, from which it learns (`Lessons` of the npm package).

    \b
    Exit code: 0    both files were written
               1    the rules have errors, or cannot be compiled
               2    the command was used wrongly
               74   a file could not be written
    """
    if lessons and (records or thinking or learned):
        raise click.UsageError("a module with --lessons has no records and no other players; compile two")
    from ...api.opening import lowered
    from ...api.running import NO_WASMTIME, remark

    with calling():
        game, program = lowered(
            rules_of(ruleset), variants_of(variants), options=pairs(options, "--option"), preset=preset, seats=players
        )
    if find_spec("wasmtime") is None:
        raise click.UsageError(f"a module cannot be assembled: {NO_WASMTIME}")
    target = Path(output)
    if target.suffix not in (".wasm", ".wat"):
        raise click.BadParameter(f"`{visible(output)}` ends neither in .wasm nor in .wat", param_hint="--output")
    beside = Path(description) if description is not None else target.with_suffix(".json")
    if beside.resolve() == target.resolve():
        raise click.BadParameter("that is the module itself", param_hint="--description")
    read = (ruleset, *variants)
    check_target(output, (".wasm", ".wat"), read, "--output")
    check_target(str(beside), (".json",), read, "--description")
    if types is not None:
        if Path(types).suffix != ".ts":
            raise click.BadParameter(f"`{visible(types)}` does not end in .ts", param_hint="--types")
        check_target(types, (".ts",), read, "--types")

    from ...interpreter.batch.modules import watch_of
    from ...interpreter.wasm import Module, Uncompilable
    from ...interpreter.wasm.description import describe, sealed
    from ...interpreter.wording.outcomes import Outcomes
    from ...interpreter.wording.refusals import Refusals

    weights = None
    if learned:
        from ...interpreter.learning.store import find

        found = find(program)
        remark(found.note, progress=True)
        weights = found.weights
        if weights is None:
            echo(f"hoyle: nobody has learned these rules yet; `hoyle train {visible(ruleset)}` does", err=True)
            ctx.exit(1)
        check_target(str(target.with_suffix(".weights")), (".weights",), read, "--learned")
    try:
        watched, playing = watch_of(program), thinking or learned
        module = Module(program, watched, searching=playing, rating=learned, recording=records, learning=lessons)
    except Uncompilable as error:
        echo(f"hoyle: {visible(error.message_for(program))}", err=True)
        ctx.exit(1)
    binary = module.binary()
    names = [Path(one).stem for one in variants]
    described = describe(module, binary, Outcomes(game, program).sentence, names, Refusals(game, program).texts)
    text = json.dumps(sealed(described), ensure_ascii=False, indent=2) + "\n"
    content = module.text.encode() if target.suffix == ".wat" else binary
    made = [(target, content), (beside, text.encode())]
    if weights is not None:
        made.append((target.with_suffix(".weights"), weights.content()))
    if types is not None:
        from ..formats.typescript import interface_name, typescript

        made.append((Path(types), typescript(program, interface_name(Path(types).stem)).encode()))
    for path, data in made:
        write_file(path, data)
    echo(f"{visible(str(target))}: {len(content):,} bytes, {module.layout.pages} pages of memory")
