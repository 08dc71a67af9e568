"""The origin of each rule: documents, citations, rulings, and hashes of the rules."""
