"""From the text of a rule file to its tree and back: lines, words, grammar, nodes, hints, printer, JSON."""
