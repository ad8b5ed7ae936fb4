"""The rules of the training game at work, one file per chapter; each test is marked with the rules it shows."""
