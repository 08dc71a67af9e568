"""Draws scenes (schemas/scene.schema.json) as lines of text: the table of `hoyle play`, and what a deal came to.

Each line is made of pieces with styles.  So a scene can be read at any width, without colours, and by a screen reader.
Everything that is shown stands in the scene; nothing here knows how it came about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len

from .pieces import CARDS, Piece

Line = tuple[Piece, ...]
Data = dict[str, Any]
_FEW_NEW = 0.6
"""If more than this share of a hand is new, the whole hand is new, and its new cards are not listed."""
_MOST_CALLS = 16
"""So many calls are listed, and at least two rounds; of more only the last two rounds, and at least `_LAST_CALLS`."""
_LAST_CALLS = 8


@dataclass(frozen=True, slots=True)
class SceneStyle:
    """How lines are drawn: with which signs, and whether without ornament."""

    ascii: bool = False
    plain: bool = False

    @property
    def rule(self) -> str:
        """The ornament before a heading."""
        return "" if self.plain else "-- " if self.ascii else "── "

    @property
    def turn(self) -> str:
        """The mark of the player whose turn it is."""
        return "> " if self.ascii else "▸ "

    @property
    def minus(self) -> str:
        """The sign of a negative number."""
        return "-" if self.ascii else "−"

    def number(self, value: int) -> str:
        """A number."""
        return str(value).replace("-", self.minus)

    def change(self, value: int) -> str:
        """A change: `+4`, `−2`."""
        return f"+{value}" if value >= 0 else self.number(value)


# ----------------------------------------------------------------------------------------------------------- the table


def table_lines(scene: Data, style: SceneStyle, *, leads: int = -1, width: int = 0) -> Iterator[Line]:
    """The table as the viewer of a scene sees it.  `leads`: the seat that leads to the next trick now.

    In a `width`, what is too long for a line is broken between two calls, plays or numbers; without one it is one line.
    """
    yield from _head(scene, style, width)
    yield from _scores(scene, style, width)
    yield from _seats(scene, style, width)
    yield from _between(scene, width)
    yield from _calls(scene, width)
    yield from _tricks(scene, width, leads=leads)


def in_lines(head: Line, items: Sequence[Line], between: str, width: int, inside: str = "  ") -> Iterator[Line]:
    """A line of items, each kept in one line: if they are too long for the width, it is broken between two of them."""
    line, used = list(head), _cells(head)
    gap = " " * (len(between) - len(between.rstrip()))
    for at, item in enumerate(items):
        said: Line = (*item, (between.rstrip(), "")) if between.rstrip() and at + 1 < len(items) else item
        if at:
            if width and used + len(gap) + _cells(said) > width:
                yield tuple(line)
                line, used = [(inside, "")], len(inside)
            else:
                line.append((gap, ""))
                used += len(gap)
        line += said
        used += _cells(said)
    yield tuple(line)


def _cells(line: Line) -> int:
    return sum(cell_len(text) for text, _ in line)


def _head(scene: Data, style: SceneStyle, width: int) -> Iterator[Line]:
    """The deal, the trick, and what is written on the table."""
    counts = (("deal", scene["deal"]), ("trick", scene["trick_of_deal"]))
    where = [f"{what} {count}" for what, count in counts if count]
    facts = [fact_text(fact) for fact in scene["facts"]]
    if where or facts:
        head: Line = ((style.rule + ", ".join(where), "bold"), (": " if where and facts else "", ""))
        yield from in_lines(head, [((fact, CARDS),) for fact in facts], "; ", width)


def fact_text(fact: Data) -> str:
    """A fact or a badge in words."""
    said = fact.get("text")
    if said is None:
        said = f"{fact['name']} {fact.get('value', '')}".rstrip()
    return said


def _scores(scene: Data, style: SceneStyle, width: int) -> Iterator[Line]:
    """The numbers of teams, a line each."""
    for group in scene["scores"]:
        if group["owner"] != "team":
            continue
        for column in group["columns"]:
            each = [f"{owner} {_score(style, column, at)}" for at, owner in enumerate(group["owners"])]
            yield from in_lines(((f"{column['name']}: ", "dim"),), [((one, ""),) for one in each], ", ", width)


def _score(style: SceneStyle, column: Data, owner: int) -> str:
    """A number, with what was gained in this deal if it decides who wins: `12 (+4)`."""
    value, gained = column["values"][owner], column["gained"][owner]
    gain = f" ({style.change(gained)})" if column["decides"] and gained and gained != value else ""
    return style.number(value) + gain


def _seats(scene: Data, style: SceneStyle, width: int) -> Iterator[Line]:
    """A line for each seat, clockwise from the viewer."""
    names, viewer = scene["seats"], scene["viewer"] if isinstance(scene["viewer"], int) else None
    widest = max(len(name) for name in names)
    for step in range(len(names)):
        seat = ((viewer or 0) + step) % len(names)
        said = [] if viewer is None else ["you"] if seat == viewer else _partner(scene, viewer, seat)
        said += [role.get("text", role["name"]) for role in scene["roles"] if seat in role["seats"]]
        said += [fact_text(badge) for badge in scene["badges"] if badge["seat"] == seat]
        parts: list[Piece] = [(f"({', '.join(said)})", "")] if said else []
        parts += [(text, CARDS) for text in _held(scene, seat, own=seat == viewer)]
        parts += [(text, "") for text in _numbers(scene, style, seat)]
        turn = scene["turn"] == seat and not style.plain
        mark = style.turn if turn else "" if style.plain else "  "
        head: Line = ((mark, "bold green"), (f"{names[seat]:<{widest}}", "bold"), ("  " if parts else "", ""))
        yield from in_lines(head, [(part,) for part in parts], "  ", width, "  " if style.plain else "    ")


def _partner(scene: Data, viewer: int, seat: int) -> list[str]:
    return ["your partner"] if any({viewer, seat} <= set(team) for team in scene["teams"]) else []


def _numbers(scene: Data, style: SceneStyle, seat: int) -> Iterator[str]:
    for group in scene["scores"]:
        if group["owner"] == "player":
            for column in group["columns"]:
                yield f"{column['name']} {_score(style, column, seat)}"


def _held(scene: Data, seat: int, *, own: bool) -> Iterator[str]:
    """A player's cards: how many, and all that are seen.  The viewer's own hands are shown apart."""
    rows: dict[str, list[str]] = {}
    for zone in scene["zones"]:
        if zone["owner"] != seat or not zone["whose"] or not zone["count"] or _of_team(scene, zone):
            continue
        if own and zone.get("kind") == "hand":
            continue
        row, _, place = zone["name"].rpartition(" ")
        if not (row and place.isdecimal()):
            rows[zone["name"]] = [cards_text(zone)]
        elif zone["count"] == 1 and not any(zone["cards"]):
            rows.setdefault(row, []).append(place)
        else:
            rows.setdefault(row, []).append(f"{place} {cards_text(zone)}")
    yield from (f"{name} {', '.join(places)}" for name, places in rows.items())


def _of_team(scene: Data, zone: Data) -> bool:
    return zone["whose"] != scene["seats"][zone["owner"]]


def cards_text(zone: Data, hidden: str = "") -> str:
    """The cards of a zone: `J♠ 9♥ and 3 cards`."""
    seen = [card for card in zone["cards"] if card is not None]
    unseen = zone["count"] - len(seen)
    parts = [" ".join(seen)] if seen else []
    parts += [f"{unseen} {'card' if unseen == 1 else 'cards'}{hidden}"] if unseen else []
    return " and ".join(parts)


def _between(scene: Data, width: int) -> Iterator[Line]:
    """The cards between the players, without tricks, and the new cards of the viewer."""
    trick = scene["trick"]
    for zone in scene["zones"]:
        if zone.get("kind") == "trick" and zone["cards"] and (trick is None or not trick["plays"]):
            yield from in_lines(((f"{zone['name']}: ", "dim"),), list(_brought(scene, zone)), ", ", width)
        elif zone["count"] and zone.get("kind") != "trick" and (not zone["whose"] or _of_team(scene, zone)):
            name = f"{zone['name']} of {zone['whose']}" if zone["whose"] else zone["name"]
            yield (f"{name}: ", "dim"), (cards_text(zone, " face down"), CARDS), (_last_to_come(scene, zone), "dim")
    for zone in scene["zones"]:
        if zone["owner"] == scene["viewer"] and zone["whose"] and zone.get("kind") == "hand":
            fresh = [zone["cards"][at] for at in zone.get("new", []) if zone["cards"][at] is not None]
            if fresh and len(fresh) <= _FEW_NEW * zone["count"]:
                yield (f"new in your {zone['name']}: ", "dim"), (" ".join(fresh), CARDS)


def _brought(scene: Data, zone: Data) -> Iterator[Line]:
    """The cards of a trick whose beginning was not seen, each with who played it."""
    by: list[int] = zone.get("by") or [-1] * len(zone["cards"])
    for card, seat in zip(zone["cards"], by, strict=True):
        who = f"{_name(scene, seat)} " if seat >= 0 else ""
        yield ((f"{who}{card or '??'}", CARDS),)


def _last_to_come(scene: Data, zone: Data) -> str:
    """Which cards came last to an open pile, and who put them there."""
    by: list[int] = zone.get("by") or []
    last: int = zone.get("last", 0)
    if not last or not zone["cards"] or zone["cards"][-1] is None:
        return ""
    cards = f" {' '.join(zone['cards'][-last:])}," if 1 < last < zone["count"] else ""
    return f"  (the last{',' if cards else ''}{cards} by {scene['seats'][by[-1]]})"


def _calls(scene: Data, width: int) -> Iterator[Line]:
    """What was called in turn, such as the bids of an auction, oldest first."""
    calls = scene["calls"]
    if not calls:
        return
    last = max(_LAST_CALLS, 2 * len(scene["seats"]))
    shown = calls if len(calls) <= max(_MOST_CALLS, last) else calls[-last:]
    title = "calls: " if shown is calls else f"calls (the last {len(shown)} of {len(calls)}): "
    each: list[Line] = [((f"{_name(scene, call['seat'])} {call['text']}", CARDS),) for call in shown]
    yield from in_lines(((title, "dim"),), each, ", ", width)


def _tricks(scene: Data, width: int, *, leads: int) -> Iterator[Line]:
    """The last trick, the trick that is being played, and the card to beat."""
    last = scene["last_trick"]
    if last is not None and last["plays"]:
        winner = last["winner"]
        taken = f"; {_name(scene, winner)} took it" if winner >= 0 else ""
        yield from in_lines((("last trick: ", "dim"),), _plays(scene, last, taken), ", ", width)
    trick = scene["trick"]
    if leads >= 0 and (trick is None or not trick["plays"]):
        yield ("trick: ", "dim"), ("you lead" if leads == scene["viewer"] else f"{_name(scene, leads)} leads", "bold")
        return
    if trick is None or not trick["plays"]:
        return
    yield from in_lines((("trick: ", "dim"),), _plays(scene, trick), ", ", width)
    if trick["winning"] >= 0:
        best = trick["plays"][trick["winning"]]
        yield ("to beat: ", "dim"), (f"{best['card'] or '??'} of {_name(scene, best['seat'])}", CARDS)


def _plays(scene: Data, trick: Data, taken: str = "") -> list[Line]:
    """The plays of a trick in their order.  The first of them led.  `taken`: what is said after the last."""
    plays: list[Line] = []
    for at, play in enumerate(trick["plays"]):
        led = " led" if not at and play["seat"] == trick.get("leader", -1) else ""
        ends = taken if at + 1 == len(trick["plays"]) else ""
        said: Piece = (f"{_name(scene, play['seat'])}{led} {play['card'] or '??'}", CARDS)
        plays.append((said, (ends, "")) if ends else (said,))
    return plays


def _name(scene: Data, seat: int) -> str:
    return scene["seats"][seat] if seat >= 0 else "?"


# ---------------------------------------------------------------------------------------------------------- settlement


def settlement_lines(scene: Data, style: SceneStyle, *, width: int = 0) -> Iterator[Line]:
    """How a deal was settled: the cards laid open, and each line of the score with its words, cards and citations.

    In a `width`, numbers that are too long for a line are broken between two of them.
    """
    settled = scene["settlement"]
    over = settled.get("deal_over", True)
    deal = f"Deal {settled['deal']}" if over else "Settled"
    yield ((f"{style.rule}{deal}: what it came to" if over else f"{style.rule}{deal}", "bold"),)
    for zone in settled["laid_open"]:
        name = f"{zone['zone']} of {zone['whose']}" if zone["whose"] else zone["zone"]
        yield (f"{name}: ", "dim"), (" ".join(zone["cards"]), CARDS)
    named = settled["named"]
    for name in dict.fromkeys(one["name"] for one in named):
        each = [f"{one['whose']} {one['value']}" for one in named if one["name"] == name]
        yield from in_lines(((f"{name}: ", "dim"),), [((one, ""),) for one in each], ", ", width)
    entries = settled["entries"]
    for name in dict.fromkeys(entry["name"] for entry in entries):
        each = [f"{entry['whose']} {_settled(style, entry)}".strip() for entry in entries if entry["name"] == name]
        yield from in_lines(((f"{name}: ", "bold"),), [((one, ""),) for one in each], ", ", width)
        yield from (_reason(style, one) for one in settled["reasons"] if one["name"] == name)
    if not entries:
        yield (("nothing was scored", "dim"),)


def _settled(style: SceneStyle, entry: Data) -> str:
    change = entry["now"] - entry["before"]
    return style.number(entry["now"]) + (f" ({style.change(change)})" if change else "")


def _reason(style: SceneStyle, one: Data) -> Line:
    """One line of the score: `A and C +4: the makers take every trick  J♠ A♠ [118] (newberry_euchre.hoyle:217)`."""
    each = [" ".join([change["whose"], *map(style.change, change["by"])]).strip() for change in one["changes"]]
    who: Piece = (f"  {', '.join(each)}{': ' if one['why'] else ''}", "")
    marked = "; ".join(" ".join(cards) for cards in one["cards"])
    cards: list[Piece] = [("  " + marked, CARDS)] if marked else []
    cites: list[Piece] = [(f" [{', '.join(one['cites'])}]", "dim")] if one["cites"] else []
    at: list[Piece] = [(f" ({one['at']})", "dim")] if one["at"] else []
    return (who, (one["why"], ""), *cards, *cites, *at)
