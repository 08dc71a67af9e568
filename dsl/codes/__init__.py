"""Every diagnostic code there is, a file for each family, and the page that explains them all."""
