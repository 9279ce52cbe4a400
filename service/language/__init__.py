"""Editor features of the rules language (completion, hover, rename ...): pure functions over a workspace."""
