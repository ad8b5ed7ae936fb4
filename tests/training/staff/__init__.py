"""The staff: a scripted player for both sides."""
