"""Generator of the browser program's TypeScript from Python classes."""
