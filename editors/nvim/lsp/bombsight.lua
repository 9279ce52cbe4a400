-- For Neovim 0.11 and later: vim.lsp.enable("bombsight")
return require("bombsight").config()
