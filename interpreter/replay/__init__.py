"""A scripted game played again by the rules: chance, choices and expectations held against the engine."""
