"""`make native`: a compiled copy of the package, its sources rewritten so that mypyc makes C of them."""
