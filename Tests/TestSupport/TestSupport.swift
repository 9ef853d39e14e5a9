// Support for tests that drive real programs.
