"""Writes small functions of a module out where they are called, because `wasmtime` does not.

    (call $f A B)   becomes   (block $i7 (result i32) (local.set $i7_a A) (local.set $i7_b B) …)

`…` is the body of `$f` with its names changed; a `return` leaves the block.  No number is computed otherwise, so a
module gives the same results, but in less time: games of players with nets take a quarter less.  As it takes longer to
write and to compile a module this way, it is for modules that play many games.

Functions for sets of one word take the place of those with loops (`runtime/one_word.wat`).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

MOST = 50
"""The most forms in the body of a function that is written out.  With more, modules become larger and no quicker."""

_COMMENT = re.compile(r";;[^\n]*")
_FORM = re.compile(r"^\((?:func|global|tag|type|import|memory|data)\s", re.MULTILINE)
_NAME = re.compile(r"\(func (\$\w+)")
_HEAD = re.compile(r"\s*\((export|param|result|local)\s+([^()]*)\)")
_CALL = re.compile(r"\(call (\$\w+)")
_BRACKET = re.compile(r"[()]")
_LOCAL = re.compile(r"(\(local\.(?:get|set|tee) \$)")
_RETURN = re.compile(r"\(return\b(?!_)")
_ONE_WORD = re.compile(r"\(call \$s_(\w+) \(i32\.const 1\)")


@dataclass
class FunctionText:
    """A function of a module: its head in parts, and its body."""

    begin: str
    params: list[tuple[str, str]]
    result: str
    locals: list[tuple[str, str]]
    body: str
    exported: bool
    written: bool = field(default=False)
    """Whether the functions that it calls were looked at."""

    @property
    def text(self) -> str:
        """The function as text."""
        params = "".join(f" (param {name} {kind})" for name, kind in self.params)
        result = f" (result {self.result})" if self.result else ""
        own = "".join(f" (local {name} {kind})" for name, kind in self.locals)
        return f"{self.begin}{params}{result}{own}\n{self.body})"


def inlined(text: str) -> str:
    """The forms of a module with small functions written out where they are called, and without those that nobody calls
    any more.  Each form must begin at the beginning of a line.
    """
    ones = _one_word()
    text = _COMMENT.sub("", text)
    text = _ONE_WORD.sub(lambda found: f"(call $one_{found[1]}" if found[1] in ones else found[0], text)
    text = "\n".join((text, *(form for name, form in ones.items() if f"(call $one_{name}" in text)))
    starts = [match.start() for match in _FORM.finditer(text)]
    forms = [text[at:end].strip() for at, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return _Inlining(forms).text()


@cache
def _one_word() -> dict[str, str]:
    """The functions for sets of one word, by the names of those with loops, without `s_`."""
    text = _COMMENT.sub("", files("hoyle.interpreter.wasm").joinpath("runtime", "one_word.wat").read_text("utf-8"))
    forms = text.strip().split("\n\n")
    return {form[len("(func $one_") : form.index(" (param")]: form for form in forms}


class _Inlining:
    """One pass over the forms of a module."""

    def __init__(self, forms: list[str]) -> None:
        self.forms: list[str | FunctionText] = [_function(form) if form.startswith("(func") else form for form in forms]
        self.by_name: dict[str, FunctionText] = {}
        for form in self.forms:
            if isinstance(form, FunctionText) and (name := _NAME.match(form.begin)):
                self.by_name[name[1]] = form
        self.blocks = 0

    def text(self) -> str:
        """All forms that are needed."""
        for form in self.forms:
            if isinstance(form, FunctionText):
                self._write(form)
        done = [form if isinstance(form, str) else form.text for form in self.forms]
        calls = [Counter(_CALL.findall(text)) for text in done]
        callers = sum(calls, Counter[str]())
        left = [
            number
            for number, form in enumerate(self.forms)
            if isinstance(form, FunctionText) and not form.exported and _NAME.match(form.begin)
        ]
        gone: set[int] = set()
        while found := [i for i in left if i not in gone and not callers[_NAME.match(done[i])[1]]]:  # type: ignore[index]
            for number in found:
                gone.add(number)
                callers.subtract(calls[number])
        return "\n".join(text for number, text in enumerate(done) if number not in gone)

    def _write(self, function: FunctionText) -> None:
        """Write out what is small in a function and in those that it calls."""
        if not function.written:
            function.written = True
            function.body = self._expanded(function.body, function)

    def _small(self, name: str, host: FunctionText) -> FunctionText | None:
        """The function of this name if it is to be written out.  One that calls itself, perhaps by others, is not
        ready when it is met inside.
        """
        function = self.by_name.get(name)
        if function is None or function is host:
            return None
        self._write(function)
        return function if function.body.count("(") <= MOST and f"(call {name}" not in function.body else None

    def _expanded(self, text: str, host: FunctionText) -> str:
        """A text of a function with small functions written out."""
        parts: list[str] = []
        at = 0
        while found := _CALL.search(text, at):
            function = self._small(found[1], host)
            arguments, end = _arguments(text, found.end()) if function is not None else ([], 0)
            if function is None or len(arguments) != len(function.params):
                parts.append(text[at : found.end()])
                at = found.end()
                continue
            parts += text[at : found.start()], self._block(function, arguments, host)
            at = end
        return "".join((*parts, text[at:]))

    def _block(self, function: FunctionText, arguments: list[str], host: FunctionText) -> str:
        """The body of a function with these arguments, as a block of another function."""
        inner = [self._expanded(one, host) for one in arguments]
        self.blocks += 1
        label = f"$i{self.blocks}"
        made = [f"(block {label}", f" (result {function.result})\n" if function.result else "\n"]
        for (name, kind), value in zip(function.params, inner, strict=True):
            host.locals.append((f"{label}_{name[1:]}", kind))
            made.append(f"(local.set {label}_{name[1:]} {value})\n")
        for name, kind in function.locals:
            host.locals.append((f"{label}_{name[1:]}", kind))
            zero = "(v128.const i64x2 0 0)" if kind == "v128" else f"({kind}.const 0)"
            made.append(f"(local.set {label}_{name[1:]} {zero})\n")
        body = _LOCAL.sub(rf"\1{label[1:]}_", function.body)
        return "".join((*made, _RETURN.sub(f"(br {label}", body), ")"))


def _function(form: str) -> FunctionText:
    """A function in parts."""
    name = _NAME.match(form)
    at = name.end() if name else len("(func")
    begin = [form[:at]]
    params: list[tuple[str, str]] = []
    own: list[tuple[str, str]] = []
    result = ""
    while head := _HEAD.match(form, at):
        at = head.end()
        match head[1]:
            case "export":
                begin.append(head[0])
            case "result":
                result = head[2].strip()
            case kind:
                one, type = head[2].split()
                (params if kind == "param" else own).append((one, type))
    return FunctionText("".join(begin), params, result, own, form[at:-1], len(begin) > 1)


def _arguments(text: str, at: int) -> tuple[list[str], int]:
    """The arguments of a call whose name ends at a place, and where the call ends."""
    depth, begin, found = 1, at, list[str]()
    for match in _BRACKET.finditer(text, at):
        if match[0] == "(":
            if depth == 1:
                begin = match.start()
            depth += 1
            continue
        depth -= 1
        if depth == 1:
            found.append(text[begin : match.end()])
        elif not depth:
            return found, match.end()
    raise AssertionError("a call does not end")
