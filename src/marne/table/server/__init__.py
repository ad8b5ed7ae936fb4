"""What comes in and goes out: connections, sockets, sizes, packing, worker processes."""
