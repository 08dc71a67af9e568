"""All diagnostic codes, one file for each family, and the page that explains them."""
