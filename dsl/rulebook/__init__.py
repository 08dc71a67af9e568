"""Writes the rulebook: from a checked game and its settings to prose.

    english     words: articles, plurals, lists, numbers
    context     the `Book`: the game, its settings, what the reader has read so far
    names       symbols as noun phrases
    expressions/                  in words: as noun phrases (nouns, phrases, arithmetic) or as
                                  clauses (comparisons, quantifiers, clauses)
    statements/                   as sentences and lists: actions, assignments, choices, tricks, sentences
    explanations, cards           explanations of names; deck, ranking, values
    variations                    options, presets and rulings
    sizes       how large an expression is and what it reads, to decide what is written out
    speech      a new book, with the functions that call each other across these files
    sections    a whole game as a document
    document    sections, paragraphs, lists and tables, in no particular format
    markdown, plain         a document as text (as a page: `cli/pages/rulebook.py`)
    card        "how we play it here", on one page

Everything is a pure function of the game.  No ruleset is known by name, and every construct of the language has its
sentence.  So the text is correct for any rule file, even one that nobody has tried before.
"""
