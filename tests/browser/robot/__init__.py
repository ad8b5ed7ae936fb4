"""A robot that plays by what a person sees: it finds controls by role and name, and presses where they are."""
