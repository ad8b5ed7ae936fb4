"""Speed and memory, measured next to well-known libraries in the same run. Nothing here is asserted."""
