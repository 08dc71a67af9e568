"""Reports for programs and as plain text: JSON, SARIF, JUnit, CSV."""
