"""Plays a scripted game again by the rules and compares its chance, choices and expectations with the engine."""
