"""What editors need of the language: its words in groups, and the files for VS Code and Neovim made of them."""
