"""The trust boundary: what a stranger hands in comes through here, bounded in size, shape and work."""
