"""Codes for the contents of a script: its ruleset and players, chance, choices and expectations."""

from __future__ import annotations

from .base import Code

_HEAD = "hoyle play 1\ngame crazy_eights\nplayers A, B, C, D\nfirst dealer A\n"

GAME: tuple[Code, ...] = (
    # ------------------------------------------------------------------------------------------------ rules and players
    Code(
        "E1030",
        "an unknown ruleset",
        "there is no ruleset `{name}`",
        "`game` names a ruleset that comes with hoyle, or a rule file by its path relative to the script.",
        "hoyle play 1\ngame crazy_eighs\n",
        "hoyle play 1\ngame crazy_eights\n",
    ),
    Code(
        "E1031",
        "a ruleset with mistakes",
        "the rules of `{name}` cannot be used: {why}",
        "A game is only replayed on rules without mistakes. `hoyle check` shows them all.",
    ),
    Code(
        "E1032",
        "an unknown option",
        "`{name}` is not an option of {game}",
        "Options are declared by the rule file; `hoyle check` and the head of the rule file show them.",
        "hoyle play 1\ngame crazy_eights\noption targt 50\n",
        "hoyle play 1\ngame crazy_eights\noption target 50\n",
    ),
    Code(
        "E1033",
        "a value an option cannot have",
        "{why}",
        "Each option of a rule file lists the values it may have.",
        "hoyle play 1\ngame crazy_eights\noption target 5\n",
        "hoyle play 1\ngame crazy_eights\noption target 50\n",
    ),
    Code(
        "E1034",
        "the number of players",
        "{why}",
        "The rule file says how many can play.",
        "hoyle play 1\ngame crazy_eights\nplayers A\n",
        "hoyle play 1\ngame crazy_eights\nplayers A, B\n",
    ),
    Code(
        "E1035",
        "an unknown player",
        "`{name}` is not one of the players",
        "Players are called by the names of the `players` line, or by their seats: 1, 2, 3 …, clockwise in its order.",
        _HEAD + "E: draw\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "W1036",
        "other rules than then",
        "the rules of `{name}` have changed since this game was written down",
        "The script holds a hash of the rules it was recorded under. They read differently now, so the game may too.",
        "hoyle play 1\ngame crazy_eights\nrules 0123456789abcdef\n",
        "hoyle play 1\ngame crazy_eights\n",
    ),
    Code(
        "E1037",
        "another version of the rule language",
        "the script wants version {wanted} of the rule language",
        "The rules of this hoyle are written in version 1 of the rule language.",
        "hoyle play 1\ngame crazy_eights\nlanguage 2\n",
        "hoyle play 1\ngame crazy_eights\nlanguage 1\n",
    ),
    Code(
        "E1038",
        "other rules, refused",
        "the rules of `{name}` have changed since this game was written down",
        "The game was to be replayed under exactly the rules it was recorded under (`--exact`), and these are others.",
    ),
    # ------------------------------------------------------------------------------------------------ chance
    Code(
        "E1040",
        "not a card",
        "`{text}` is not a card of this deck",
        "Cards are written rank first: J♠, JS, Js, 10♦, TD. `??` is a card nobody knows.",
        _HEAD + "hand A: 1♠ 8♦ 9♠ K♥ K♦\n",
        _HEAD + "hand A: A♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1041",
        "a card dealt twice",
        "{card} is dealt twice",
        "The deck holds the card once (or as often as it has copies), so it cannot be in two places.",
        _HEAD + "hand A: 4♠ 4♠ 9♠ K♥ K♦\n",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1042",
        "a card that is not there",
        "{card} cannot be drawn: it is not in {pile}",
        "Chance can only bring a card that lies in the pile it is dealt from.",
    ),
    Code(
        "E1043",
        "more cards than are dealt",
        "{what}",
        "The script says more about chance than the rules ask of it here.",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ K♦ K♣\n",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1044",
        "fewer cards than are dealt",
        "{where} gets more than the {count} named here",
        "A deal is named whole, so that a forgotten card is noticed. Write `??` for a card you do not know.",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥\n",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ ??\n",
    ),
    Code(
        "E1045",
        "an unknown zone",
        "`{name}` is not a place for cards in {game}",
        "Zones are declared by the rule file: hands, piles, tricks.",
        _HEAD + "hadn A: 4♠ 8♦ 9♠ K♥ K♦\n",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1046",
        "two facts that cannot both be so",
        "{what}",
        "The order of a pile and the cards dealt from it must agree.",
        _HEAD + "pile stock: A♠\nhand B: 4♠ 8♦ 9♠ K♥ K♦\n",
        _HEAD + "pile stock: 4♠ 8♦\nhand B: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1047",
        "chance is not asked",
        "chance does not decide `{name}` here",
        "`first` says what chance gives when a rule reads `set … to a random player` (or card), `random` when no "
        "variable takes it. No such rule was reached before the next choice.",
        _HEAD + "first leader B\n",
        _HEAD,
    ),
    Code(
        "E1048",
        "whose is it",
        "{what}",
        "A zone or variable of each player (or team) is named with its owner: `hand of A`. A shared one is not.",
        _HEAD + "deal hand: 4♠ 8♦ 9♠ K♥ K♦\n",
        _HEAD + "deal hand of A: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1049",
        "a card that is looked at",
        "a card of {pile} is looked at before the deal is over, and the script does not say which",
        "All cards are named by where they end, but one of them is seen before it gets there (a bottom card that turns "
        "trump, say). The script must tell which.",
        "hoyle play 1\ngame whist\nplayers A, B, C, D\n"
        "hand A: 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣\nhand B: 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦ A♦\n"
        "hand C: 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥\nhand D: 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠\n",
        "hoyle play 1\ngame whist\nplayers A, B, C, D\nfirst dealer D\npile stock: A♠\n"
        "hand A: 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣\nhand B: 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦ A♦\n"
        "hand C: 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥\nhand D: 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠\n",
    ),
    # ------------------------------------------------------------------------------------------------ choices
    Code(
        "E1050",
        "out of turn",
        "it is not {name}'s turn: {turn} has to choose",
        "Every choice of a script names its player, and is made only when the rules ask that player.",
        _HEAD + "C: draw\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "E1051",
        "no such choice",
        "`{text}` is none of the choices {name} has",
        "A choice is written as the rule file words it, with cards and names filled in.",
        _HEAD + "B: discard 2♣\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "E1052",
        "not legal now",
        "{name} may not {text} now",
        "The rules know this choice, but not here; the notes show the rules that stand against it.",
        _HEAD + "B: pass\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "E1053",
        "the game is over",
        "the game is over before this",
        "The script goes on after the rules ended the game.",
    ),
    Code(
        "E1054",
        "an incident that cannot be",
        "{what}",
        "Incidents are declared by the rule file, with the time in which they may happen.",
        _HEAD + "table: earthquake\n",
        _HEAD,
    ),
    Code(
        "E1055",
        "an unfinished trick",
        "the trick is not over with this card",
        "A `trick` line with `won by` holds a card of everybody who takes part.",
    ),
    Code(
        "E1056",
        "two cards of one player",
        "{name} plays twice in this trick",
        "In a trick everybody who takes part plays one card. A line `trick:` that goes on behind the last of them has one "
        "card too many, or is two tricks in one.",
        _HEAD + "trick: B Q♣, A K♣, B 3♦\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "E1059",
        "a mistake in the rules",
        "the rules of this game break down here: {why}",
        "The rule file reached something it does not provide for. It is the rule file that has to be put right.",
    ),
    # ------------------------------------------------------------------------------------------------ positions
    Code(
        "E1070",
        "a position in the middle",
        "a position can only be where a game begins",
        "`position` says where a game stands that does not begin with its first deal, so it is the first line behind "
        "the head of the game.",
        _HEAD + "B: draw\nposition play_deal\n  turn B\n",
        "hoyle play 1\ngame crazy_eights\nplayers A, B, C, D\nposition play_deal\n  turn B\nB: draw\n",
    ),
    Code(
        "E1071",
        "a position no game reaches",
        "no game was found that gets there: {games} were played in search of a question of `{phase}` like this",
        "A position is a moment of a real game: somebody is asked in the phase named, it is the turn of the player "
        "named, and each zone named as many cards. No trick is under way: write what was played to it as choices. "
        "Say less, or say whose turn it is as the rules have it.",
        "hoyle play 1\ngame crazy_eights\nplayers A, B\nposition deal_hands\n  turn A\n",
        "hoyle play 1\ngame crazy_eights\nplayers A, B\nposition play_deal\n  turn A\n",
    ),
    Code(
        "E1072",
        "a position that cannot be",
        "this position cannot be: {why}",
        "What is given of cards and variables does not go together with the rules.",
    ),
    Code(
        "E1073",
        "a card drawn is not named",
        "the script does not say what {name} draws here, and a later line needs it",
        "What a script leaves open is drawn by chance. A later line expects, or plays, a card the player does not hold, "
        "while this choice brought one that the script does not name. Write it behind the choice: `, draws 4♥`.",
        _HEAD + "hand B: 2♣ 3♣ 4♣ 5♣ 6♣\nB: draw\nexpect hand of B: 2♣ 3♣ 4♣ 5♣ 6♣ 7♦\n",
        _HEAD + "hand B: 2♣ 3♣ 4♣ 5♣ 6♣\nB: draw, draws 7♦\nexpect hand of B: 2♣ 3♣ 4♣ 5♣ 6♣ 7♦\n",
    ),
    # ------------------------------------------------------------------------------------------------ expectations
    Code(
        "E1060",
        "it is otherwise",
        "{name} is {found}, not {said}",
        "The script expects something that did not come out when the game was played by the rules.",
        _HEAD + "expect dealer: B\n",
        _HEAD + "expect dealer: A\n",
    ),
    Code(
        "E1061",
        "another player's turn",
        "it is {found}, not {said}",
        "The script expects somebody else to have to choose.",
        _HEAD + "expect turn C\n",
        _HEAD + "expect turn B\n",
    ),
    Code(
        "E1062",
        "the game is not over",
        "the game is not over: {turn} has to choose",
        "The script expects the game to have ended, but the rules ask for another choice: the script may end "
        "too early.",
        _HEAD + "expect game over\n",
        _HEAD,
    ),
    Code(
        "E1063",
        "other winners",
        "the game is won by {found}, not by {said}",
        "The script expects another result.",
    ),
    Code(
        "E1064",
        "legal after all",
        "{name} may {text} here",
        "The script expects a choice to be against the rules, and the rules allow it.",
        _HEAD + "expect illegal B: draw\n",
        _HEAD + "expect legal B: draw\n",
    ),
    Code(
        "E1065",
        "another player takes the trick",
        "the trick goes to {found}, not to {said}",
        "The script expects somebody else to take the trick.",
    ),
    Code(
        "E1066",
        "an unknown name",
        "`{name}` is neither a variable nor a zone of {game}",
        "An expectation speaks of something the rule file remembers, or of a place for cards.",
        _HEAD + "expect pionts of A: 0\n",
        _HEAD + "expect points of A: 0\n",
    ),
    Code(
        "E1067",
        "a value it cannot have",
        "`{text}` is not {kind}",
        "The value must be of the kind the rule file declares.",
        _HEAD + "expect points of A: many\n",
        _HEAD + "expect points of A: 0\n",
    ),
    Code(
        "E1068",
        "an unknown phase",
        "`{name}` is not a phase of {game}",
        "`after` names a phase of the rule file.",
        _HEAD + "after scoring\n  expect points of A: 0\n",
        _HEAD + "after deal_hands\n  expect points of A: 0\n",
    ),
    Code(
        "E1069",
        "a phase that has not ended",
        "`{name}` did not end here",
        "The lines below `after` are about the moment a phase ended, and it must have ended because of the choice "
        "before.",
        _HEAD + "after score_deal\n  expect points of A: 0\n",
        _HEAD + "after deal_hands\n  expect points of A: 0\n",
    ),
    Code(
        "E1090",
        "a game that cannot be gone on with",
        "this game cannot be gone on with: {why}",
        "`hoyle play --resume` adds choices to the end of a script. It must be in the text form, and every card "
        "that was dealt must be known: named by a line, or given by the seed the whole game was played with.",
    ),
    Code(
        "E1091",
        "no saved game",
        "this is no saved game: {why}",
        "What `Game.to_json` gives is read back by `hoyle.from_json`, under the same rules and options.",
    ),
)
