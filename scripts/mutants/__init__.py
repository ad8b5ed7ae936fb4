"""`make mutants`: rules broken on purpose, one place at a time, to see whether their tests notice.

`changes` finds what can be changed in a source, `pool` ties the changes of a game to its rules and draws some, `trial`
runs the tests of those rules on one changed module, `records` keeps equivalents and the baseline.
"""
