-- A client of `bombsight server`, which has all knowledge of rules, and its commands.
local M = {}

local items = require("bombsight.items")

local defaults = {
  command = { "bombsight" }, -- the program, then words that stand before those of a command
  path = {}, -- folders to look for games in, besides those beside the file
  lenses = false, -- whether examples have a word that runs them, and declarations say how often they are named
}
local options = defaults

-- Whether a buffer holds our rules: its first line in column 0 begins an item, or it is empty.
function M.is_rules(buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 200, false)) do
    local word = line:match("^([^%s#]+)")
    if word then
      return items[word] == true
    end
  end
  return not vim.api.nvim_buf_get_name(buffer):match("/rules%.d/") -- that of devices
end

-- The command line of `bombsight` with further arguments, as a list of words.
local function command_line(...)
  local words = vim.deepcopy(options.command)
  vim.list_extend(words, { ... })
  return words
end

local function absolute_path(path)
  return vim.fn.fnamemodify(path, ":p")
end

-- Whether a running client is our server, so that one serves all files.
local function is_same_server(client, config)
  return client.name == config.name
end

-- The server's configuration, for vim.lsp.config or any plugin that starts servers.
function M.config()
  return {
    name = "bombsight",
    cmd = command_line("server"),
    filetypes = { "bombsight" },
    init_options = { path = vim.tbl_map(absolute_path, options.path), references = "bombsight.references" },
    reuse_client = is_same_server, -- it finds the game of each file by itself
  }
end

local started

-- Start the server in Neovim 0.7, which has no vim.lsp.start, or attach the current buffer to it.
local function start_by_old_api(config)
  if not (started and vim.lsp.get_client_by_id(started)) then
    started = vim.lsp.start_client(config)
  end
  if started then
    vim.lsp.buf_attach_client(0, started)
    vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
  end
end

-- Start the server for the current buffer, or attach the buffer to the running one.
function M.start()
  if vim.fn.executable(options.command[1]) == 0 then
    local text = "bombsight: there is no program " .. options.command[1]
    vim.notify(text .. "; it comes with `pip install 'bombsight[server]'`", vim.log.levels.WARN)
    return
  end
  local config = M.config()
  config.root_dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":p:h")
  config.on_attach, config.capabilities = options.on_attach, options.capabilities
  if vim.lsp.start then
    vim.lsp.start(config, { reuse_client = is_same_server })
  else
    start_by_old_api(config)
  end
end

-- --- commands

local function current_path()
  return vim.api.nvim_buf_get_name(0)
end

-- Find the table that a roll at the cursor names, or the one around the cursor.
local function table_at_cursor()
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  for _, word in ipairs({ "roll on ", "modifiers on ", "look up ", "results of " }) do
    for first, id, last in line:gmatch("()" .. word .. "([%w_-]+)()") do
      if first <= column + 1 and column + 1 < last then
        return id
      end
    end
  end
  for number = row, 1, -1 do
    local text = vim.fn.getline(number)
    if text:match("^%l") then
      return text:match("^table ([%w_-]+)")
    end
  end
end

-- Run a command line in a terminal in a new window.
local function run_in_terminal(words)
  vim.cmd("botright new")
  vim.fn.termopen(words)
end

-- Run `bombsight lint` on the current file in a terminal.
function M.lint()
  run_in_terminal(command_line("lint", current_path()))
end

-- Show the odds of the table with an id, or of the one at the cursor, in a terminal.
function M.odds(id)
  id = id ~= "" and id or table_at_cursor()
  if not id then
    vim.notify("No table stands at the cursor, nor around it.", vim.log.levels.WARN)
    return
  end
  run_in_terminal(command_line("odds", vim.fn.fnamemodify(current_path(), ":h"), id))
end

-- Roll dice, or throw if there are none, on the table at the cursor, in a terminal.
function M.roll(dice)
  local id = table_at_cursor()
  if not id then
    vim.notify("No table stands at the cursor, nor around it.", vim.log.levels.WARN)
    return
  end
  run_in_terminal(command_line("roll", vim.fn.fnamemodify(current_path(), ":h"), id, unpack(dice)))
end

-- Run the example around the cursor; the server shows its result.
function M.run()
  for number = vim.api.nvim_win_get_cursor(0)[1], 1, -1 do
    local text = vim.fn.getline(number)
    if text:match("^example%f[%W]") then
      local command = { command = "bombsight.run", arguments = { vim.uri_from_bufnr(0), number } }
      vim.lsp.buf_request(0, "workspace/executeCommand", command, function() end)
      return
    elseif text:match("^%l") then
      break
    end
  end
  vim.notify("No example stands at the cursor.", vim.log.levels.WARN)
end

-- Execute the command of a reference lens: list the locations in the quickfix window.
vim.lsp.commands["bombsight.references"] = function(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  local items = vim.lsp.util.locations_to_items(command.arguments[3], client and client.offset_encoding or "utf-16")
  vim.fn.setqflist({}, " ", { title = command.title, items = items })
  vim.cmd("botright copen")
end

-- Request code lenses of the current buffer now and after changes.
local function refresh_lenses()
  vim.api.nvim_create_autocmd({ "BufEnter", "CursorHold", "InsertLeave" }, {
    buffer = vim.api.nvim_get_current_buf(),
    callback = function()
      vim.lsp.codelens.refresh({ bufnr = 0 })
    end,
  })
end

-- List the running clients of our server.
local function server_clients()
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return vim.tbl_filter(function(client)
    return client.name == "bombsight"
  end, get())
end

-- Restart the server for all loaded buffers of rules.
function M.restart()
  vim.lsp.stop_client(server_clients())
  local gone = vim.wait(5000, function()
    return #server_clients() == 0
  end, 50)
  if not gone then
    vim.lsp.stop_client(server_clients(), true)
  end
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == "bombsight" then
      vim.api.nvim_buf_call(buffer, M.start)
    end
  end
end

-- --- setting up

-- Start the server for each file of rules, and define the user commands.
-- `command`, `path`, `lenses`: see above. `on_attach`, `capabilities`: as vim.lsp has them.
function M.setup(given)
  options = vim.tbl_extend("force", defaults, given or {})
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("bombsight_server", {}),
    pattern = "bombsight",
    callback = function()
      M.start()
      if options.lenses then
        refresh_lenses()
      end
    end,
  })
  vim.api.nvim_create_user_command("BombsightLint", M.lint, { desc = "Lint the game of this file" })
  vim.api.nvim_create_user_command("BombsightRestart", M.restart, { desc = "Restart the server" })
  vim.api.nvim_create_user_command("BombsightRun", M.run, { desc = "Run the example at the cursor" })
  vim.api.nvim_create_user_command("BombsightOdds", function(call)
    M.odds(call.args)
  end, { nargs = "?", desc = "The odds of a table: of the one at the cursor, where none is named" })
  vim.api.nvim_create_user_command("BombsightRoll", function(call)
    M.roll(call.fargs)
  end, { nargs = "*", desc = "What comes of dice on the table at the cursor, thrown where none are named" })
end

return M
