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
        "`game` names a ruleset that comes with Hoyle, or a rule file by its path, relative to the script.",
        "hoyle play 1\ngame crazy_eighs\n",
        "hoyle play 1\ngame crazy_eights\n",
    ),
    Code(
        "E1031",
        "a ruleset with mistakes",
        "the rules of `{name}` cannot be used: {why}",
        "Hoyle replays a game only if its rules have no mistakes. `hoyle check` shows all mistakes.",
    ),
    Code(
        "E1032",
        "an unknown option",
        "`{name}` is not an option of {game}",
        "The rule file declares the options. `hoyle show` lists them.",
        "hoyle play 1\ngame crazy_eights\noption targt 50\n",
        "hoyle play 1\ngame crazy_eights\noption target 50\n",
    ),
    Code(
        "E1033",
        "a value an option cannot have",
        "{why}",
        "The rule file says which values each option may have.",
        "hoyle play 1\ngame crazy_eights\noption target 5\n",
        "hoyle play 1\ngame crazy_eights\noption target 50\n",
    ),
    Code(
        "E1034",
        "a wrong number of players",
        "{why}",
        "The rule file says how many people can play.",
        "hoyle play 1\ngame crazy_eights\nplayers A\n",
        "hoyle play 1\ngame crazy_eights\nplayers A, B\n",
    ),
    Code(
        "E1035",
        "an unknown player",
        "`{name}` is not one of the players",
        "Name a player as in the `players` line, or by the seat: 1, 2, 3 …, clockwise in the order of this line.",
        _HEAD + "E: draw\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "W1036",
        "changed rules",
        "the rules of `{name}` have changed since this game was written down",
        "The script contains a hash of the rules under which the game was recorded. The rules are different now, so"
        " the game may be different, too.",
        "hoyle play 1\ngame crazy_eights\nrules 0123456789abcdef\n",
        "hoyle play 1\ngame crazy_eights\n",
    ),
    Code(
        "E1037",
        "another version of the rule language",
        "the script wants version {wanted} of the rule language",
        "The rules of this Hoyle are written in version 1 of the rule language.",
        "hoyle play 1\ngame crazy_eights\nlanguage 2\n",
        "hoyle play 1\ngame crazy_eights\nlanguage 1\n",
    ),
    Code(
        "E1038",
        "changed rules in an exact replay",
        "the rules of `{name}` have changed since this game was written down",
        "With `--exact`, Hoyle replays a game only under exactly the rules under which it was recorded. These rules"
        " are different.",
    ),
    # ------------------------------------------------------------------------------------------------ chance
    Code(
        "E1040",
        "not a card",
        "`{text}` is not a card of this deck",
        "A card is written with its rank first: J♠, JS, Js, 10♦, TD. `??` is a card that nobody knows.",
        _HEAD + "hand A: 1♠ 8♦ 9♠ K♥ K♦\n",
        _HEAD + "hand A: A♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1041",
        "a card dealt twice",
        "{card} is dealt twice",
        "The deck has this card only once (or as often as it has copies), so the card cannot be in two places.",
        _HEAD + "hand A: 4♠ 4♠ 9♠ K♥ K♦\n",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1042",
        "a card that is not there",
        "{card} cannot be drawn: it is not in {pile}",
        "Only a card that lies in the pile can be dealt from it.",
    ),
    Code(
        "E1043",
        "more cards than are dealt",
        "{what}",
        "The script says more about chance than the rules need here.",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ K♦ K♣\n",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1044",
        "fewer cards than are dealt",
        "{where} gets more than the {count} named here",
        "A script names all cards of a deal, so that nobody forgets a card without noticing. Write `??` for a card"
        " that you do not know.",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥\n",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ ??\n",
    ),
    Code(
        "E1045",
        "an unknown zone",
        "`{name}` is not a place for cards in {game}",
        "The rule file declares the zones: hands, piles, tricks.",
        _HEAD + "hadn A: 4♠ 8♦ 9♠ K♥ K♦\n",
        _HEAD + "hand A: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1046",
        "two facts that contradict each other",
        "{what}",
        "The order of a pile must agree with the cards that are dealt from it.",
        _HEAD + "pile stock: A♠\nhand B: 4♠ 8♦ 9♠ K♥ K♦\n",
        _HEAD + "pile stock: 4♠ 8♦\nhand B: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1047",
        "chance is not asked",
        "chance does not decide `{name}` here",
        "`first` says what chance gives when a rule says `set … to a random player` (or card). `random` is for a"
        " value that no variable takes. The game reached no such rule before the next choice.",
        _HEAD + "first leader B\n",
        _HEAD,
    ),
    Code(
        "E1048",
        "an owner that is missing or wrong",
        "{what}",
        "If each player (or team) has a zone or variable, name it with its owner: `hand of A`. Name a shared one"
        " without an owner.",
        _HEAD + "deal hand: 4♠ 8♦ 9♠ K♥ K♦\n",
        _HEAD + "deal hand of A: 4♠ 8♦ 9♠ K♥ K♦\n",
    ),
    Code(
        "E1049",
        "a card that is looked at",
        "a card of {pile} is looked at before the deal is over, and the script does not say which",
        "The script names every card by the place where it ends. But the rules look at one of these cards before it"
        " gets there, for example at a bottom card that turns trump. The script must say which card this is.",
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
        "Every choice in a script names its player. A player can choose only when the rules ask this player.",
        _HEAD + "C: draw\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "E1051",
        "no such choice",
        "`{text}` is not one of the choices that {name} has",
        "Write a choice with the words of the rule file, with cards and names filled in.",
        _HEAD + "B: discard 2♣\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "E1052",
        "a choice that is not allowed now",
        "{name} may not {text} now",
        "The rules have this choice, but do not allow it here. The notes show the rules that forbid it.",
        _HEAD + "B: pass\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "E1053",
        "the game is over",
        "the game is over before this",
        "The script continues after the end of the game.",
    ),
    Code(
        "E1054",
        "an impossible incident",
        "{what}",
        "The rule file declares the incidents, and says when each of them may happen.",
        _HEAD + "table: earthquake\n",
        _HEAD,
    ),
    Code(
        "E1055",
        "an unfinished trick",
        "the trick is not over with this card",
        "A `trick` line with `won by` contains a card of every player who takes part.",
    ),
    Code(
        "E1056",
        "two cards of one player",
        "{name} plays twice in this trick",
        "In a trick, every player who takes part plays one card. If a line `trick:` continues after the last player,"
        " it has one card too many, or it contains two tricks.",
        _HEAD + "trick: B Q♣, A K♣, B 3♦\n",
        _HEAD + "B: draw\n",
    ),
    Code(
        "E1059",
        "a mistake in the rules",
        "the rules of this game break down here: {why}",
        "The game reached a case for which the rule file has no rule. Correct the rule file.",
    ),
    # ------------------------------------------------------------------------------------------------ positions
    Code(
        "E1070",
        "a position in the middle",
        "a position can only be where a game begins",
        "If a game does not begin with its first deal, `position` says where it begins. So it is the first line"
        " after the head of the game.",
        _HEAD + "B: draw\nposition play_deal\n  turn B\n",
        "hoyle play 1\ngame crazy_eights\nplayers A, B, C, D\nposition play_deal\n  turn B\nB: draw\n",
    ),
    Code(
        "E1071",
        "a position no game reaches",
        "no game was found that gets there: {games} were played in search of a question of `{phase}` like this",
        "A position is a moment of a real game. The named phase asks a question, it is the turn of the named player,"
        " and each named zone has the given number of cards. No trick is in progress: write the cards that were"
        " already played to it as choices. Say less about the position, or name the player whose turn it is by the"
        " rules.",
        "hoyle play 1\ngame crazy_eights\nplayers A, B\nposition deal_hands\n  turn A\n",
        "hoyle play 1\ngame crazy_eights\nplayers A, B\nposition play_deal\n  turn A\n",
    ),
    Code(
        "E1072",
        "an impossible position",
        "this position cannot be: {why}",
        "The cards and variables of the position contradict the rules.",
    ),
    Code(
        "E1073",
        "a card drawn is not named",
        "the script does not say what {name} draws here, and a later line needs it",
        "Chance draws everything that a script leaves open. A later line expects, or plays, a card that the player"
        " does not hold, and this choice drew a card that the script does not name. Write this card after the"
        " choice: `, draws 4♥`.",
        _HEAD + "hand B: 2♣ 3♣ 4♣ 5♣ 6♣\nB: draw\nexpect hand of B: 2♣ 3♣ 4♣ 5♣ 6♣ 7♦\n",
        _HEAD + "hand B: 2♣ 3♣ 4♣ 5♣ 6♣\nB: draw, draws 7♦\nexpect hand of B: 2♣ 3♣ 4♣ 5♣ 6♣ 7♦\n",
    ),
    # ------------------------------------------------------------------------------------------------ expectations
    Code(
        "E1060",
        "an unexpected value",
        "{name} is {found}, not {said}",
        "The script expects a result that the game, played by the rules, does not have.",
        _HEAD + "expect dealer: B\n",
        _HEAD + "expect dealer: A\n",
    ),
    Code(
        "E1061",
        "an unexpected turn",
        "it is {found}, not {said}",
        "The script expects that another player has to choose.",
        _HEAD + "expect turn C\n",
        _HEAD + "expect turn B\n",
    ),
    Code(
        "E1062",
        "the game is not over",
        "the game is not over: {turn} has to choose",
        "The script expects that the game has ended, but the rules ask for another choice. Perhaps the script ends"
        " too early.",
        _HEAD + "expect game over\n",
        _HEAD,
    ),
    Code(
        "E1063",
        "unexpected winners",
        "the game is won by {found}, not by {said}",
        "The script expects that others win.",
    ),
    Code(
        "E1064",
        "a choice that is allowed after all",
        "{name} may {text} here",
        "The script expects that the rules forbid this choice, but they allow it.",
        _HEAD + "expect illegal B: draw\n",
        _HEAD + "expect legal B: draw\n",
    ),
    Code(
        "E1065",
        "an unexpected winner of a trick",
        "the trick goes to {found}, not to {said}",
        "The script expects that another player takes the trick.",
    ),
    Code(
        "E1066",
        "an unknown name",
        "`{name}` is neither a variable nor a zone of {game}",
        "An expectation is about a value that the rule file remembers, or about a zone.",
        _HEAD + "expect pionts of A: 0\n",
        _HEAD + "expect points of A: 0\n",
    ),
    Code(
        "E1067",
        "an impossible value",
        "`{text}` is not {kind}",
        "The value must be of the kind that the rule file declares.",
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
        "The lines below `after` are about the moment at which a phase ended. The choice before them must have ended"
        " this phase.",
        _HEAD + "after score_deal\n  expect points of A: 0\n",
        _HEAD + "after deal_hands\n  expect points of A: 0\n",
    ),
    Code(
        "E1090",
        "a game that cannot be continued",
        "this game cannot be continued: {why}",
        "`hoyle play --resume` adds choices to the end of a script. The script must be in the text form, and every"
        " card that was dealt must be known: a line names it, or it follows from the seed of the whole game.",
    ),
    Code(
        "E1091",
        "not a saved game",
        "this is not a saved game: {why}",
        "`hoyle.from_json` reads what `Game.to_json` gives, under the same rules and options.",
    ),
)
