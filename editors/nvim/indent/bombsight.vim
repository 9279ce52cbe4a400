" After which lines Enter goes deeper. Made by `python -m editors`; not to be edited.
if exists("b:did_indent")
  finish
endif
let b:did_indent = 1

setlocal autoindent indentexpr=BombsightIndent() indentkeys=o,O
let b:undo_indent = "setlocal autoindent< indentexpr< indentkeys<"

if exists("*BombsightIndent")
  finish
endif

let s:deeper = [
      \ '\v^%(game|state|record|table|procedure|board|luck|primer|reroll|example|errata|variant|preferences|house)>',
      \ '\v^enum>%([^":#]|"[^"]*")*%(#.*)?$',
      \ '\v^%(define|tally)>%([^"=#]|"[^"]*")*$',
      \ '\v^\s+%(if|else|for|repeat|while|step|when|natural|in|before|after)>%([^":#]|"[^"]*")*%(#.*)?$',
      \ '\v^\s+%(choose|rows|plan)>',
      \ '\v^\s+%(note|answer)\s+\w+\s+"[^"]*"',
      \ '\v^\s+%(was|now|add|remove|replace|at\s+\S.*)%(\s+%(cite|printed|reconstructed|recovered|repaired)>.*)?\s*%(#.*)?$',
      \ '\v^\s{4,}roll\s+%(%(lowest|highest)\s+of\s+)?%(d66|\d+d\d+)%(\s+%(cite|printed|reconstructed|recovered|repaired)>.*)?\s*%(#.*)?$',
      \ '\v^\s+%(\d+|\d*\.\.\d*)%(,[0-9., ]+)?%(\s+"[^"]*")?%(\s+%(cite|printed|reconstructed|recovered|repaired)>.*)?\s*%(#.*)?$'
      \ ]

function BombsightIndent()
  let above = prevnonblank(v:lnum - 1)
  let text = getline(above)
  if text =~# '\v^\s{4,}%(return|stop|end)>'
    return indent(above) - shiftwidth()
  endif
  for pattern in s:deeper
    if text =~# pattern
      return indent(above) + shiftwidth()
    endif
  endfor
  return indent(above)
endfunction
