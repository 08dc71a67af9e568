"""Options: their types, their possible values, and the value that a setting selects."""

from __future__ import annotations

from ..checked import OptionSymbol
from ..syntax import nodes as n
from ..types import FLAG, NUMBER, SUIT, UNKNOWN, Type
from .advice import of_a_number
from .context import BUILT_IN_TYPES, ResolveContext, value_name


def declare_option(ctx: ResolveContext, node: n.Option) -> OptionSymbol:
    """Declare an option with its name and the type of its values.  Its condition is resolved later."""
    name = node.name.text
    listed = [value_name(v.value) for v in node.values]
    for i, value in enumerate(node.values):
        if listed[i] in listed[:i]:
            ctx.report("E0302", value.value.span, name=listed[i])
    type = _type_with_none(ctx, node)
    if type is None:
        type = ctx.type_of(node.type) if node.type is not None else _listed_type(ctx, node)
    if type.kind not in ("word", "number", "flag", "unknown"):
        no_list = f"{type.phrase} is nothing that is settled before the game: write the words, as in `early or late`"
        help = "write a word beside it: `suit or no_trump`" if type == SUIT else no_list
        ctx.report("E0418", node.span, name=name, help=help)
        type = UNKNOWN
    if type.kind == "word" and node.type is None:
        for word in type.words:
            ctx.words.setdefault(word, []).append(type)
    symbol = OptionSymbol(name, node.name.span, type, node=node, description=node.description)
    symbol.words = ctx.word_values(type) if type.kind == "word" else ()
    if type.kind == "number" and (node.values or isinstance(node.type, n.OneOf)):
        values = node.type.values if isinstance(node.type, n.OneOf) else [v.value for v in node.values]
        symbol.values = tuple(v.value for v in values if isinstance(v, n.Number))
    symbol.default = option_value(ctx, symbol, node.default) or 0
    ctx.declare(symbol)
    if type.kind in ("word", "number") and name not in BUILT_IN_TYPES:
        ctx.kinds[name] = type
    return symbol


def _type_with_none(ctx: ResolveContext, node: n.Option) -> Type | None:
    """The type of an option that lists `none`, which is reported; None for any other option.  The type keeps the word,
    so that a use of it is not reported as well.
    """
    values = node.type.values if isinstance(node.type, n.OneOf) else tuple(v.value for v in node.values)
    nothing = next((v for v in values if isinstance(v, n.Word) and v.word == "none"), None)
    if nothing is None:
        return None
    help = "`none` says that there is no value: write a word, such as `off` or `without`"
    ctx.report("E0419", nothing.span, value="none", name=node.name.text, help=help)
    words = tuple(dict.fromkeys(v.name for v in values if isinstance(v, n.Ref)))
    return Type("word", name=node.name.text, words=(*words, "none"))


def _listed_type(ctx: ResolveContext, node: n.Option) -> Type:
    values = [v.value for v in node.values]
    if not values:
        if isinstance(node.default, n.Number):
            return NUMBER
        if isinstance(node.default, n.Word) and node.default.word in ("yes", "no"):
            return FLAG
        ctx.report("E0418", node.span, name=node.name.text)
        return UNKNOWN
    numbers = [v.value for v in values if isinstance(v, n.Number)]
    if len(numbers) == len(values):
        return Type("number", low=min(numbers), high=max(numbers))
    return Type("word", name=node.name.text, words=tuple(dict.fromkeys(value_name(v) for v in values)))


def option_value(ctx: ResolveContext, symbol: OptionSymbol, node: n.Value) -> int | None:
    """The value of an option as a number.  Reports an error if the option does not have this value."""
    type, name = symbol.type, value_name(node)
    if type.kind == "unknown":
        return None
    if type.kind == "flag" and name in ("yes", "no"):
        return int(name == "yes")
    if type.kind == "number" and isinstance(node, n.Number):
        allowed = symbol.values is None or node.value in symbol.values
        if type.low <= node.value <= type.high and allowed:
            return node.value
    if name in symbol.words:
        return symbol.words.index(name)
    meant = ctx.suggestion(name, symbol.words) or (of_a_number(name) if type.kind == "number" else None)
    help = meant or f"it is {describe(symbol)}"
    if not meant and type.kind != "flag" and node.span.source is not symbol.span.source:  # a variant sets it
        help += f"; {_allowing(symbol, node)} allows this, too"
    ctx.report("E0419", node.span, value=name, name=symbol.name, help=help)
    return None


def set_twice(ctx: ResolveContext, settings: dict[str, n.Setting], setting: n.Setting) -> bool:
    """Report an option that another line sets before.  `settings`: the lines so far; the new one is added."""
    first = settings.setdefault(setting.name.text, setting)
    if first is setting:
        return False
    notes = ((first.span, "first here"),)
    ctx.report("E0926", setting.span, name=setting.name.text, notes=notes, help="leave one of them out")
    return True


def _allowing(symbol: OptionSymbol, node: n.Value) -> str:
    """The lines of a variant that allow an option another value."""
    heading = f"`change the option {symbol.name}` and below it "
    if isinstance(node, n.Number) and symbol.type.kind == "number" and symbol.values is None:
        low, high = min(symbol.type.low, node.value), max(symbol.type.high, node.value)
        return f"{heading}`allow {low}..{high}`"
    return f"{heading}`add value {value_name(node)}`"


def describe(option: OptionSymbol) -> str:
    """The values of an option, in words: `a number from 10 to 500`, `1 or 2`, `yes or no`, `tens or ranked`."""
    if option.type.kind == "flag":
        return "yes or no"
    if option.values is not None:
        return " or ".join(str(v) for v in option.values)
    if option.type.kind == "number":
        return f"a number from {option.type.low} to {option.type.high}"
    return " or ".join(option.words)
