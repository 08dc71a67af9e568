"""Help for tests of rule files: the plugin of pytest that takes scripted games for tests."""
