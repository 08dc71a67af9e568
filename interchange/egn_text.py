"""Writing a record as EGN, schema 1.6."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..dsl.codes.reporting import ScriptError, report
from .egn import FILE_TYPE, NAME, OWN
from .record import RANKS_BY_NAME, SUITS, UNKNOWN, RecordedAction, RecordedDeal, RecordedGame

VERSION = "1.6"
_LETTERS = {sign: letter.lower() for letter, (sign, _) in SUITS.items()}
_NUMBERS = {"true": True, "false": False}
_LONGEST = 128

Json = bool | int | str | list["Json"] | dict[str, "Json"]


def write(record: RecordedGame) -> str:
    """Return the text of a game.  Raises `ScriptError` for anything that the format cannot express."""
    meta: dict[str, Json] = {}
    if record.title is not None:
        meta["title"] = record.title.text[:_LONGEST]
    meta["players"] = [name.text for name in record.names]
    meta["initialScore"] = list(record.scores)
    meta["finalScore"] = list(record.final)
    meta["ruleset"] = {
        name: _NUMBERS.get(said.text, int(said.text) if said.text.isdigit() else said.text)
        for name, said in record.settings.items()
        if (name, said.text) != ("num_deals", "0")
    }
    if record.ruleset is not None:
        own: dict[str, Json] = {"ruleset": record.ruleset.text}
        if record.variants:
            own["variants"] = [one.text for one in record.variants]
        own["options"] = {name: said.text for name, said in record.options.items()}
        meta[OWN] = own
    top: dict[str, Json] = {"fileType": FILE_TYPE, "version": VERSION, "metadata": meta}
    top["deals"] = [_deal(deal, number) for number, deal in enumerate(record.deals)]
    return json.dumps(top, ensure_ascii=False, indent=2) + "\n"


def _deal(deal: RecordedDeal, number: int) -> Json:
    if deal.dealer is None or deal.turned is None:
        raise ScriptError(report("E1085", deal.place, format=NAME, why="a deal has a dealer and a card turned up"))
    bidding: dict[str, Json] = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": []}
    calls: list[Json] = []
    for action in deal.actions:
        match action.word.text:
            case "discard":
                bidding["discard"] = card(action.card.text if action.card is not None else UNKNOWN, deal)
            case "defend alone":
                bidding["aloneDefender"] = action.seat
            case "defend together":
                pass
            case _:
                calls.append(_call(action))
    bidding["calls"] = calls
    bidding["isAlone"] = any(action.alone for action in deal.actions)
    state: dict[str, Json] = {"dealer": deal.dealer, "upCard": card(deal.turned.text, deal)}
    if any(hand is not None for hand in deal.hands):
        state["playerCards"] = [[card(one.text, deal) for one in hand or ()] for hand in deal.hands]
    phases: list[Json] = [bidding] if calls else []
    if deal.tricks:
        tricks: list[Json] = [[card(play.card.text, deal) for play in trick] for trick in deal.tricks]
        phases.append({"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks})
    return {"dealNumber": number, "initialState": state, "phases": phases}


def _call(action: RecordedAction) -> str:
    if action.word.text == "suit":
        letters = [letter.lower() for letter, (_, name) in SUITS.items() if name == action.suit]
        if not letters:
            why = f"there is no letter for `{action.suit}`"
            raise ScriptError(report("E1085", action.word.span, format=NAME, why=why))
        return letters[0]
    return action.word.text


def card(text: str, deal: RecordedDeal) -> str:
    """`Th` for `10♥`."""
    if text == UNKNOWN:
        return "Xx"
    if text == "Joker":
        return "B"
    rank, suit = RANKS_BY_NAME.get(text[:-1]), _LETTERS.get(text[-1:])
    if rank is None or suit is None or rank not in _RANKS:
        raise ScriptError(report("E1085", deal.place, format=NAME, why=f"there is no writing `{text}`"))
    return rank + suit


_RANKS: Sequence[str] = "789TJQKA"
