-- Firewalls and devices also have .rules files: ours begin with a keyword of the language.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  group = vim.api.nvim_create_augroup("bombsight_detect", {}),
  pattern = "*.rules",
  callback = function(event)
    if require("bombsight").is_rules(event.buf) then
      vim.b[event.buf].did_ftplugin = nil -- Neovim may have taken it for the rules of a firewall first
      vim.b[event.buf].did_indent = nil
      vim.bo[event.buf].filetype = "bombsight"
    end
  end,
})
