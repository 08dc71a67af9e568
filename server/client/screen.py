"""A table as lines of text, for a terminal or a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...interpreter.story.items import ResultItem, item_of
from ...interpreter.story.sentences import text_of
from ...interpreter.story.typed import typed_for

Json = dict[str, Any]


def fresh(before: Json | None, message: Json) -> list[Json]:
    """The lines of a message that `before`, the one shown last, did not tell.

    A message tells what happened since its seat chose last.  So what the one before told stands at its beginning,
    unless that one asked the seat, or somebody only watches.
    """
    since: list[Json] = message["view"]["scene"]["since"]
    if before is None or before["view"] is None or message["seat"] < 0 or before["seat"] != message["seat"]:
        return since
    reported = before["view"]["scene"]["since"]
    if before["turn"] == before["seat"] or before["game"] != message["game"] or since[: len(reported)] != reported:
        return since
    return since[len(reported) :]


def lines(message: Json, before: Json | None = None) -> Iterator[str]:
    """The table as it is now.  `before`: the message that was shown last."""
    view = message["view"]
    if view is None:
        missing = [one["name"] for one in message["chairs"] if not one["came"]]
        yield f"{message['title']}: waiting for {', '.join(missing) or 'the first deal'}"
        return
    scene = view["scene"]
    you = scene["seats"][message["seat"]] if message["seat"] >= 0 else None
    for line in fresh(before, message):
        item = item_of(line)
        if item is not None and not isinstance(item, ResultItem):  # who won is said below
            yield f"  {text_of(item, you)}"
    facts = [one.get("text") or f"{one['name']} {one['value']}" for one in scene["facts"]]
    roles = [f"{one['name']} {' and '.join(scene['seats'][seat] for seat in one['seats'])}" for one in scene["roles"]]
    yield "; ".join([message["title"], *facts, *(role for role in roles if not role.endswith(" "))])
    for zone in scene["zones"]:
        if zone["count"]:
            known = [card if card is not None else "??" for card in zone["cards"]]
            whose = f"{zone['whose']}'s " if zone["whose"] else ""
            yield f"  {whose}{zone['name']}: {' '.join(known) if known else zone['count']}"
    if scene["calls"]:
        calls = [f"{scene['seats'][one['seat']]} {one['text']}" for one in scene["calls"]]
        yield f"  calls: {', '.join(calls)}"
    for scores in scene["scores"]:
        for column in scores["columns"]:
            pairs = zip(scores["owners"], column["values"], strict=True)
            yield f"  {column['name']}: {', '.join(f'{owner} {value}' for owner, value in pairs)}"
    if scene["over"] is not None:
        yield f"{text_of(ResultItem(tuple(scene['over']['names'])), you)}."


def numbers(question: Json) -> list[int | None]:
    """What is typed for each option of a question: its own number, or its place from 1 where cards are played, too."""
    options: list[Json] = question["options"]
    return list(range(1, len(options) + 1)) if any(one.get("cards") for one in options) else typed_for(options)


def question_lines(message: Json) -> Iterator[str]:
    """The options of an open question, with what is typed for them."""
    question = message["view"]["question"]
    yield question["prompt"]
    for number, option in zip(numbers(question), question["options"], strict=True):
        yield f"  {'' if number is None else number:>3}  {option['label']}"
    if question["more"]:
        yield f"       and {question['more']} more; write yours in words, as these are"
    for incident in question["incidents"]:
        yield f"       table: {incident['title']}"
