"""Generator of editor support: the language's words in groups, and the files for VS Code and Neovim."""
