"""Reports as HTML pages: charts, and the replay viewer."""
