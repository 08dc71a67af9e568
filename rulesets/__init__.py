"""Rule files (`*.hoyle`), their variants (`variants/`) and scripted games (`games/`): data only."""
