"""Where each rule comes from: documents, citations, rulings, and hashes of the rules."""
