; Made by `python -m hoyle.language_server.treesitter` from the grammar; do not edit.
; of the grammar 847e0bf2d610e024
(comment) @comment
(string) @string
(holed_string) @string.special
(number) @number
(rank) @constant
(relation) @operator
["add" "after" "always" "change" "deck" "define" "describe" "example" "game" "incident" "keep" "kind" "language" "main" "names" "option" "phase" "players" "preset" "ranking" "remember" "remove" "replace" "require" "ruling" "set" "shape" "source" "table" "values" "variant" "written" "zones"] @keyword
["chooses" "cut" "deal" "for" "gather" "if" "let" "move" (nothing) "otherwise" "play" "repeat" "show" "shuffle" "start" (stop) "subtract"] @keyword.control
["a" "able" "about" "again" "allow" "any" "around" "at" "be" "beats" "before" "beside" "bottom" "by" "choice" "copies" (counterclockwise) "down" "draw" "during" "each" "end" "equal" "every" "everyone" "expect" "face" "far" "first" "following" "follows" "from" "gained" "highest" "into" "jokers" "last" "least" "led" "left" "lie" "line" "lines" "lowest" "means" "middle" "more" "most" "of" "on" "one" "opposite" "order" "other" "over" "partners" "places" "played" "playing" (private) "random" "remembered" "round" "row" "rows" "rule" "secret" "see" "sequence" (shared) "size" "so" "steps" "taken" "the" "then" "they" "times" "to" "together" "top" "total" "trick" "until" "up" "value" "way" "where" "who" "wild" "wins" "with" "without" "won" "zone"] @keyword
["and" "except" "has" "in" "is" "mod" "not" "or"] @keyword.operator
["empty" "joker" "no" "none" "yes"] @constant.builtin
["card" "cards" "number" "player" "rank" "suit" "team"] @type.builtin
(ref (name) @type.builtin (#any-of? @type.builtin "card" "cards" "number" "player" "players" "rank" "ranks" "suit" "suits" "team" "teams"))
(attribute "." (name) @property)
(attribute_with "." (name) @property)
(signature (name) @function)
(apply (name) @function)
(call (name) @function)
(option (name) @type)
(kind (name) @type)
(shape (name) @type)
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," "." ":" ";"] @punctuation.delimiter
["*" "+" "-" "->" ".." "/" "="] @operator
