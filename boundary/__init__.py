"""The trust boundary: all untrusted input enters through here, bounded in size, shape and work."""
