-- Neovim's settings for a test: they load the plugin, go through what somebody does with rules, and write down what
-- came of it. `test_neovim.py` copies a game into a folder, starts this, and looks.
local folder, result = vim.env.RULES, vim.env.RESULT
vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.opt.swapfile = false
vim.opt.hidden = true
require("bombsight").setup({ command = vim.json.decode(vim.env.COMMAND), lenses = true })

local told = {}
local patience = 60000 -- milliseconds, for machines with much to do

local function wait(what, test)
  if not vim.wait(patience, test, 10) then
    error("waited in vain for " .. what)
  end
end

local function lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false)
end

local function place(text, behind)
  for number, line in ipairs(lines()) do
    local first, last = line:find(text, 1, true)
    if first then
      vim.api.nvim_win_set_cursor(0, { number, (behind and last or first) - 1 })
      return number, first
    end
  end
  error("there is no " .. text)
end

local function findings(buffer)
  return vim.tbl_map(function(found)
    return { code = found.code, line = found.lnum + 1, text = found.message }
  end, vim.diagnostic.get(buffer or 0))
end

local function client()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)({ name = "bombsight" })[1]
end

local function asked(method, more)
  local params = vim.lsp.util.make_position_params(0, client().offset_encoding)
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", params, more or {}), patience)
  local _, answer = next(answers or {})
  if not answer or answer.error or answer.err then
    error(method .. ": " .. vim.inspect(answers))
  end
  return answer.result
end

local function colour(text, offset)
  local number, column = place(text)
  local id = vim.fn.synID(number, column + (offset or 0), 1)
  return { vim.fn.synIDattr(id, "name"), vim.fn.synIDattr(vim.fn.synIDtrans(id), "name") }
end

local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return window
    end
  end
end

local steps = {}

function steps.colours()
  vim.cmd("edit " .. folder .. "/20-tables.rules")
  told.filetype = vim.bo.filetype
  told.indent = vim.bo.indentexpr
  told.colours = {
    item = colour("table Weather"),
    table = colour("table Weather", 6),
    origin = colour("reconstructed"),
    dice = colour("2d6"),
    text = colour('"Nobody"'),
    comment = colour("# The four"),
    statement = colour("do comes"),
    called = colour("do comes", 3),
    operator = colour("sky is clear", 4),
    part = colour("s.warned", 2),
  }
end

function steps.enter()
  place('4..6 "And a packet"')
  vim.cmd('normal! o7 "None"')
  vim.cmd("normal! onothing")
  told.enter = vim.list_slice(lines(), vim.fn.line(".") - 2, vim.fn.line("."))
  vim.cmd("normal! uu")
  vim.cmd("edit!")
end

function steps.findings()
  wait("the server", client)
  vim.cmd("edit " .. folder .. "/10-night.rules")
  told.clean = findings()
  place("take burn from oil")
  vim.cmd("normal! ccif oil == 0")
  vim.cmd("normal! otake burn from oil")
  wait("a finding", function()
    return #findings() > 0
  end)
  told.slip = findings()
  told.typed = vim.list_slice(lines(), vim.fn.line(".") - 1, vim.fn.line("."))
end

function steps.mend()
  local found = vim.diagnostic.get(0)[1]
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  vim.ui.select = function(choices, options, chosen)
    told.offered = vim.tbl_map(options.format_item, choices)
    chosen(choices[1], 1)
  end
  vim.lsp.buf.code_action()
  wait("a mend", function()
    return lines()[found.lnum + 1]:find("oil is 0")
  end)
  wait("no finding", function()
    return #findings() == 0
  end)
end

function steps.layout()
  vim.cmd("normal! gg")
  place("for n in 1..4")
  vim.cmd("normal! A   ")
  vim.cmd("s/n in/n   in/")
  local format = vim.lsp.buf.format and function()
    vim.lsp.buf.format({ timeout_ms = patience })
  end or function()
    vim.lsp.buf.formatting_sync({}, patience)
  end
  format()
  told.laid_out = lines()[vim.fn.line(".")]
end

function steps.outline()
  told.outline = vim.tbl_map(function(symbol)
    return symbol.name
  end, asked("textDocument/documentSymbol"))
end

function steps.hover()
  place("take burn")
  vim.cmd("normal! wl")
  vim.lsp.buf.hover()
  wait("what burn is", floating)
  local window = floating()
  told.hover = lines(vim.api.nvim_win_get_buf(window))
  vim.api.nvim_win_close(window, true)
end

function steps.definition()
  place("roll on Weather", true)
  vim.lsp.buf.definition()
  wait("the table", function()
    return vim.api.nvim_buf_get_name(0):match("20%-tables%.rules$")
  end)
  told.definition = vim.api.nvim_get_current_line():match("^table Weather")
end

function steps.completion()
  vim.cmd("edit " .. folder .. "/10-night.rules")
  place("take burn from oil")
  vim.cmd("normal! oset la")
  vim.cmd("normal! $")
  local number, line = vim.fn.line("."), vim.api.nvim_get_current_line()
  vim.api.nvim_win_set_cursor(0, { number, #line })
  local params = { position = { line = number - 1, character = #line } }
  local answer = asked("textDocument/completion", params)
  told.completion = vim.tbl_map(function(item)
    return item.label
  end, answer.items or answer)
  vim.cmd("normal! u")
end

function steps.rename()
  place("set sky to", false)
  vim.cmd("normal! w")
  vim.lsp.buf.rename("heaven")
  local function renamed()
    return table.concat(lines(), "\n"):find("set heaven to roll on Weather", 1, true)
  end
  wait("another name", renamed)
  local others = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local text = vim.api.nvim_buf_is_loaded(buffer) and table.concat(lines(buffer), "\n") or ""
    if text:find("heaven", 1, true) then
      table.insert(others, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":t"))
    end
  end
  table.sort(others)
  told.renamed = others
  vim.cmd("wall")
  wait("no finding after renaming", function()
    return #findings() == 0
  end)
end

function steps.run()
  vim.lsp.handlers["window/showMessage"] = function(_, message)
    told.run = message.message
  end
  vim.cmd("edit " .. folder .. "/95-examples.rules")
  place("expect tired is 1")
  vim.cmd("BombsightRun")
  wait("what came of the example", function()
    return told.run
  end)
end

function steps.lenses()
  vim.cmd("edit " .. folder .. "/20-tables.rules")
  vim.api.nvim_exec_autocmds("BufEnter", { buffer = 0 })
  local asked = (vim.uv or vim.loop).hrtime()
  wait("lenses", function()
    if (vim.uv or vim.loop).hrtime() - asked > 2e9 then -- whoever waits comes to that: the server gives up a request that is outdated
      vim.api.nvim_exec_autocmds("CursorHold", { buffer = 0 })
      asked = (vim.uv or vim.loop).hrtime()
    end
    local found = vim.lsp.codelens.get(0)
    return #found > 0 and vim.tbl_count(vim.tbl_filter(function(lens)
      return lens.command ~= nil
    end, found)) == #found
  end)
  told.lenses = vim.tbl_map(function(lens)
    return lens.command.title
  end, vim.lsp.codelens.get(0))
  place("table Weather")
  vim.lsp.codelens.run()
  wait("the places", function()
    return #vim.fn.getqflist() > 0
  end)
  told.places = #vim.fn.getqflist()
  vim.cmd("cclose")
end

function steps.odds() -- from 0.10 on
  if not vim.lsp.inlay_hint then
    return
  end
  vim.cmd("edit " .. folder .. "/20-tables.rules")
  vim.lsp.inlay_hint.enable(true)
  wait("odds", function()
    return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0
  end)
  told.odds = vim.lsp.inlay_hint.get({ bufnr = 0 })[1].inlay_hint.label
end

function steps.meant() -- from 0.9 on: colours by what names mean
  if not vim.lsp.semantic_tokens then
    return
  end
  vim.cmd("edit " .. folder .. "/10-night.rules")
  local number, column = place("do watch(h)")
  wait("colours by meaning", function()
    return #(vim.lsp.semantic_tokens.get_at_pos(0, number - 1, column + 2) or {}) > 0
  end)
  told.meant = vim.lsp.semantic_tokens.get_at_pos(0, number - 1, column + 2)[1].type
end

function steps.restart()
  vim.cmd("edit " .. folder .. "/10-night.rules")
  local old = client().id
  require("bombsight").restart()
  wait("the server again", function()
    return client() and client().id ~= old
  end)
  place("take burn from oil")
  vim.cmd("normal! ccif oil == 0")
  wait("a finding of the new server", function()
    return #findings() > 0
  end)
  told.restarted = true
end

function steps.enabled() -- the way of 0.11, without setup
  if not vim.lsp.enable then
    return
  end
  vim.api.nvim_del_augroup_by_name("bombsight_server")
  vim.lsp.stop_client(vim.lsp.get_clients())
  wait("no server", function()
    return not client()
  end)
  vim.lsp.enable("bombsight")
  vim.cmd("edit! " .. folder .. "/20-tables.rules")
  wait("the server that was enabled", client)
end

vim.api.nvim_create_autocmd("VimEnter", {
  nested = true,
  callback = function()
    local done, failure = xpcall(function()
      for _, name in ipairs(vim.split(vim.env.STEPS, " ")) do
        told.step = name
        steps[name]()
      end
    end, debug.traceback)
    told.failure = not done and failure or nil
    vim.fn.writefile({ vim.json.encode(told) }, result)
    vim.cmd("qall!")
  end,
})
