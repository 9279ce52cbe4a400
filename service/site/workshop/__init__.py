"""The workshop of a site: what a browser needs to compile rules by itself."""
