"""The rulebook written back: from a checked game and its settings to prose.

    english     words: articles, plurals, lists, numbers
    context     the `Book`: the game, its settings, what the reader has read so far
    names       symbols as noun phrases
    nouns, phrases                expressions as noun phrases
    comparisons, clauses          conditions as clauses
    actions, choices, sentences   statements as sentences and lists
    explanations, cards           what names mean; deck, ranking, values
    variations                    options, presets and rulings
    speech      a new book, with the functions that call each other across these files
    sections    a whole game as a document
    markdown, plain         a document as text (as a page: `cli/pages/rulebook.py`)
    card        "how we play it here", on one page

Everything is a pure function of the game: no ruleset is known by name, and every construct of the language has its
sentence, so the text is true for a rule file nobody has seen yet.
"""
