"""All diagnostic codes: a text file for each in `texts`, the table read from them, and the page that explains them."""
