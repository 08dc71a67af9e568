"""What is new in a message about a table, as lines of text: what happened, and what people did beside the game.

How the game itself is drawn is known to the terminal (`cli/terminal`), which draws what a server sends as it draws a
game of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...interpreter.story.items import TranscriptItem, item_of
from ...interpreter.story.typed import typed_for

Json = dict[str, Any]

PROPOSALS = {
    "take back": "take back the last choice", "resign": "give up", "claim": "claim the rest", "stop": "end the game",
}  # fmt: skip
"""What somebody would like to do, by its name in the protocol."""
ENDINGS = {"resign": "gave up", "claim": "claimed the rest", "stop": "ended the game", "time": "ran out of time"}
"""How a game ended otherwise than by the rules."""


def items(lines: list[Json]) -> list[TranscriptItem]:
    """Lines of a story as items; what a newer server says in another way is left out."""
    return [found for line in lines if (found := item_of(line)) is not None]


def fresh(before: Json | None, message: Json) -> list[Json]:
    """The lines of a message that `before`, the one shown last, did not tell.

    A message tells what happened since its seat chose last.  So what the one before told stands at its beginning,
    unless that one asked the seat, or somebody only watches.  While the question is the same, nothing has happened.
    """
    since: list[Json] = message["view"]["scene"]["since"]
    if before is None or before["view"] is None or before["seat"] != message["seat"]:
        return since
    if before["game"] != message["game"]:
        return since
    if before["question"] == message["question"]:
        return []
    chosen = before["turn"] == before["seat"] and message["stopped"] is None
    if message["seat"] < 0 or chosen or not _begins(since, before):
        return since
    return since[len(before["view"]["scene"]["since"]) :]


def _begins(since: list[Json], before: Json) -> bool:
    """Whether these lines begin with those of a message."""
    reported = before["view"]["scene"]["since"]
    return since[: len(reported)] == reported


def taken_back(before: Json | None, message: Json, proposed: str) -> bool:
    """Whether something was taken back between two messages.  `proposed`: what this chair has proposed meanwhile;
    programs agree at once, so such a proposal is in no message.
    """
    if before is None or not before["view"] or not message["view"] or before["game"] != message["game"]:
        return False
    if before["question"] == message["question"] or message["proposal"] is not None:
        return False
    open_ = before["proposal"]
    if open_ is not None:
        return open_["what"] == "take back"
    if proposed != "take back" or message["turn"] != message["seat"]:
        return False
    reported = before["view"]["scene"]["since"]
    return not reported or not _begins(message["view"]["scene"]["since"], before)


# ---------------------------------------------------------------------------------------------------- beside the game


def news(before: Json | None, message: Json, *, back: bool = False) -> Iterator[str]:
    """What people did beside the game since `before`: who came and left, remarks, pauses, proposals, a game that was
    ended.  `back`: whether something was taken back.
    """
    if before is not None:
        yield from _people(before, message)
        said = {one["number"] for one in before["remarks"]}
        for one in message["remarks"]:
            if one["number"] not in said:
                yield f"{_chair(message, one['chair'])} says: {one['text']}"
    yield from _proposal(before, message, back=back)
    phase, was = message["phase"], before["phase"] if before is not None else ""
    if phase == "paused" and was != phase:
        yield "The game is paused; `go on` continues it." if message["you"] >= 0 else "The game is paused."
    elif phase == "playing" and was == "paused":
        yield "The game goes on."
    stopped = message["stopped"]
    if stopped is not None and (before is None or before["stopped"] is None or before["game"] != message["game"]):
        who = "You" if stopped["chair"] == message["you"] else _chair(message, stopped["chair"])
        yield f"{who} {ENDINGS[stopped['how']]}."


def _chair(message: Json, chair: int) -> str:
    return message["chairs"][chair]["name"]


def _people(before: Json, message: Json) -> Iterator[str]:
    """Who came, left and came back, without this client itself."""
    for at, (was, now) in enumerate(zip(before["chairs"], message["chairs"], strict=False)):
        name = now["name"]
        if at == message["you"]:
            continue
        if now["program"] is not None:
            if was["program"] != now["program"]:
                yield f"The program {now['program']} takes the chair of {name}."
        elif now["came"] and (not was["came"] or was["program"] is not None or was["name"] != name):
            yield f"{name} sits down."
        elif now["came"] and was["here"] != now["here"]:
            yield f"{name} is back." if now["here"] else f"{name} has left."


def _proposal(before: Json | None, message: Json, *, back: bool) -> Iterator[str]:
    """Who would like to do what, who has agreed, and what became of it."""
    was, now = before["proposal"] if before is not None else None, message["proposal"]
    you = message["you"]
    if before is not None and was is not None and (now is None or now["number"] != was["number"]):
        done = back or message["stopped"] is not None or message["game"] != before["game"]
        if not done:
            yield f"The proposal to {PROPOSALS[was['what']]} was declined or withdrawn."
    if back:
        yield "Taken back."
    if now is None:
        return
    if was is None or was["number"] != now["number"]:
        mine = now["chair"] == you
        yield f"{'You' if mine else _chair(message, now['chair'])} would like to {PROPOSALS[now['what']]}."
        agreed: set[int] = {now["chair"]}
    else:
        agreed = set(was["agreed"])
    others = [_chair(message, one) for one in now["agreed"] if one not in agreed and one != you]
    if others:
        yield f"{' and '.join(others)} {'agree' if len(others) > 1 else 'agrees'}."
    elif was is not None and was == now:
        return
    yield from _answers(message)


def _answers(message: Json) -> Iterator[str]:
    """Who has not answered the open proposal, and how this client does."""
    now, you = message["proposal"], message["you"]
    missing = [
        one["name"]
        for at, one in enumerate(message["chairs"])
        if at not in now["agreed"] and one["came"] and one["program"] is None and at != you
    ]
    if now["chair"] == you:
        yield f"{' and '.join(missing) or 'Nobody'} must agree; `withdraw` takes the proposal back."
    elif you >= 0 and you not in now["agreed"]:
        yield "Answer with `agree` or `decline`."
    elif missing:
        yield f"Not answered yet: {', '.join(missing)}."


def waiting_for(message: Json) -> str:
    """For whom the table waits; empty if for nobody else."""
    if message["view"] is None:
        missing = [one["name"] for one in message["chairs"] if not one["came"]]
        return f"{message['title']}: waiting for {', '.join(missing) or 'the first deal'}"
    asked = [one for one in message["chairs"] if one["seat"] == message["turn"]]
    if message["phase"] != "playing" or message["turn"] == message["seat"] or not asked or asked[0]["program"]:
        return ""
    return f"{asked[0]['name']} chooses."


def numbers(question: Json) -> list[int | None]:
    """What is typed for each option of a question: its own number, or its place from 1 where cards are played, too."""
    options: list[Json] = question["options"]
    return list(range(1, len(options) + 1)) if any(one.get("cards") for one in options) else typed_for(options)
