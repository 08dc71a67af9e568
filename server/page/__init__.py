"""The page that browsers get: plain scripts, which need no build."""
