" The rules of table games. Made of the language's grammar by `python -m editors`; not to be edited.
if exists("b:current_syntax")
  finish
endif
syn iskeyword @,48-57,_

syn match bombsightType /\v<[A-Z]\w*>/
syn match bombsightName /\v<[A-Za-z]\w*\ze\(/
syn match bombsightTable /\v<[A-Z]\w*-\w+>/
syn match bombsightNumber /\v<(\d+|d66|\d+d\d+)>/
syn match bombsightSign /\v\.\.|[<>=+*\/-]/
syn match bombsightBar /\v\|/
syn match bombsightOrigin /\v<(cite|printed|reconstructed|recovered|repaired)>/
syn match bombsightItem /\v<(board|chapter|define|enum|errata|example|game|house|modifier|option|procedure|record|reroll|state|table|tally|variant)>/
syn match bombsightConstant /\v<(natural|no|none|yes)>/
syn match bombsightStatement /\v<(add|again|choose|do|end|for|if|let|look|note|nothing|remove|repeat|reset|return|roll|say|set|step|stop|take|treat|while)>/
syn match bombsightOperator /\v<(and|in|is|not|or)>/
syn match bombsightFunction /\v<(any|count|first|modifiers)>/
syn match bombsightLine /\v<(after|answer|ask|at|base|before|beside|by|confirms|each|else|every|except|expect|given|gives|now|on|prefer|replace|routine|short|was|when)>/
syn match bombsightJoining /\v<(as|column|deep|from|full|list|most|of|over|row|start|subrow|times|to|unless|up|where|with)>/
syn match bombsightFunction /\v<(abs|max|min|next|previous|sum)>\ze\(/
syn match bombsightType /\v<yes\/no>/
syn match bombsightFunction /\v<(lowest|highest)(\s+[0-9]+)?\s+of>/
syn match bombsightJoining /\v<added\s+up>/
syn match bombsightJoining /\v<down\s+to>/
syn match bombsightJoining /\v<over\s+all>/
syn match bombsightJoining /\v<results\s+of>/
syn match bombsightJoining /\v<seen\s+by>/
syn match bombsightJoining /\v<seen\s+by\s+all>/
syn match bombsightLine /\v<after\s+others>/
syn match bombsightLine /\v<leads\s+to>/
syn match bombsightLine /\v<leave\s+out>/
syn match bombsightOperator /\v<in\s+(tenths|hundredths|thousandths)>/
syn match bombsightOperator /\v<or\s+else>/
syn match bombsightOperator /\v<or\s+none>/
syn match bombsightOperator /\v<rounded\s+(up|down)>/
syn match bombsightStatement /\v<nothing\s+else\s+changed>/
syn match bombsightFunction /\v(\/\s*|CMP\s+|\(\s*|\*\s*|\+\s*|\,\s*|\-\s*|\..\s*|\:\s*|\=\s*|\[\s*|\{\s*|\|\s*|add\s+|and\s+|at\s+|by\s+|count\s+|down to\s+|else\s+|expect\s+|from\s+|gives\s+|if\s+|in\s+|is\s+|natural\s+|not\s+|or else\s+|or\s+|prefer\s+|radius\s+|repeat\s+|return\s+|seen by\s+|take\s+|to\s+|turned\s+|unless\s+|when\s+|where\s+|while\s+|with\s+)@<=(all)>(\s*\..|\s+[-+]\d|\s+\d)@=/
syn match bombsightLine /\v(^\s+|add\s+|now\s+|remove\s+|was\s+)@<=(arc)>(\s+[-+]\d|\s+\d)@=/
syn match bombsightJoining /\v("\s+|<((add|after|again|and|answer|any|as|ask|at|base|before|beside|board|by|chapter|choose|cite|column|confirms|count|d66|deep|define|do|each|else|end|enum|errata|every|example|except|expect|first|for|from|full|game|given|gives|house|if|in|is|let|list|look|modifier|modifiers|most|natural|no|none|not|note|nothing|now|of|on|option|or|over|prefer|printed|procedure|reconstructed|record|recovered|remove|repaired|repeat|replace|reroll|reset|return|roll|routine|row|say|set|short|start|state|step|stop|subrow|table|take|tally|times|to|treat|unless|up|variant|was|when|where|while|with|yes)>)@!\w+\s+|DICE\s+|DIE\s+|ID\s+|INT\s+|SIGNED\s+|\)\s*|\KEPT_LIST\s+|\]\s*|\yes\/no\s+|\}\s*|natural\s+|no\s+|none\s+|or none\s+|rounded down\s+|rounded up\s+|yes\s+)@<=(beat)>(\s*($|#)|\s+at|\s+cite|\s+printed|\s+reconstructed|\s+recovered|\s+repaired|\s+seen by|\s+seen by all)@=/
syn match bombsightFunction /\v(\(\s*|\,\s*|\:\s*|\=\s*|\[\s*|\{\s*|\|\s*|add\s+|at\s+|by\s+|count\s+|else\s+|expect\s+|from\s+|if\s+|in\s+|prefer\s+|radius\s+|repeat\s+|return\s+|seen by\s+|take\s+|to\s+|turned\s+|unless\s+|when\s+|where\s+|while\s+|with\s+)@<=(lowest|highest)>(\s+\a)@=/
syn match bombsightFunction /\v(row\s+)@<=(lowest|highest)>(\s*($|#))@=/
syn match bombsightStatement /\v("\s+|^\s+)@<=(chronicle)>(\s*($|#)|\s+"|\s+cite|\s+headline|\s+printed|\s+reconstructed|\s+recovered|\s+repaired|\s+seen by|\s+seen by all)@=/
syn match bombsightStatement /\v(\:\s*|^\s+|add\s+|after others\s+|now\s+|remove\s+|was\s+)@<=(chronicle)>(\s+"|\s+headline)@=/
syn match bombsightStatement /\v(bad\s+|good\s+)@<=(chronicle)>(\s*($|#)|\s+cite|\s+printed|\s+reconstructed|\s+recovered|\s+repaired|\s+seen by|\s+seen by all)@=/
syn match bombsightLine /\v(^\s+|add\s+|now\s+|remove\s+|was\s+)@<=(circle)>(\s+[-+]\d|\s+\d)@=/
syn match bombsightJoining /\v(row\s+)@<=(counted)>(\s*($|#))@=/
syn match bombsightJoining /\v(<((add|after|again|and|answer|any|as|ask|at|base|before|beside|board|by|chapter|choose|cite|column|confirms|count|d66|deep|define|do|each|else|end|enum|errata|every|example|except|expect|first|for|from|full|game|given|gives|house|if|in|is|let|list|look|modifier|modifiers|most|natural|no|none|not|note|nothing|now|of|on|option|or|over|prefer|printed|procedure|reconstructed|record|recovered|remove|repaired|repeat|replace|reroll|reset|return|roll|routine|row|say|set|short|start|state|step|stop|subrow|table|take|tally|times|to|treat|unless|up|variant|was|when|where|while|with|yes)>)@!\w+\s+)@<=(ended)>(\s*($|#))@=/
syn match bombsightJoining /\v(explain\s+)@<=(field)>(\s+\a)@=/
syn match bombsightItem /\v(^\s+|add\s+|confirms\s+|in\s+|now\s+|remove\s+|was\s+)@<=(forecast)>(\s+\a)@=/
syn match bombsightLine /\v("\s+|^\s+)@<=(grave)>(\s*($|#)|\s+prefer|\s+when)@=/
syn match bombsightLine /\v(chronicle\s+)@<=(headline)>(\s+")@=/
syn match bombsightLine /\v(^\s+)@<=(headline)>(\s*($|#))@=/
syn match bombsightJoining /\v(after\s+|before\s+)@<=(line)>(\s+add|\s+again|\s+choose|\s+chronicle|\s+do|\s+draw|\s+end|\s+for|\s+if|\s+let|\s+look|\s+move|\s+note|\s+nothing|\s+remove|\s+repeat|\s+reset|\s+return|\s+roll|\s+say|\s+set|\s+step|\s+stop|\s+take|\s+treat|\s+while)@=/
syn match bombsightLine /\v(^\s+|now\s+|remove\s+|was\s+)@<=(rows|columns)>(\s+\a)@=/
syn match bombsightItem /\v(add\s+|now\s+|remove\s+|was\s+)@<=(luck)>(\s+\a)@=/
syn match bombsightLine /\v(^\s+|now\s+|remove\s+|was\s+)@<=(map)>(\s+[-+]\d|\s+\d)@=/
syn match bombsightLine /\v(^\s+|add\s+|now\s+|remove\s+|was\s+)@<=(mark)>(\s+")@=/
syn match bombsightJoining /\v(natural\s+)@<=(matches)>(\s*\..|\s+[-+]\d|\s+\d)@=/
syn match bombsightJoining /\v("\s+|<((add|after|again|and|answer|any|as|ask|at|base|before|beside|board|by|chapter|choose|cite|column|confirms|count|d66|deep|define|do|each|else|end|enum|errata|every|example|except|expect|first|for|from|full|game|given|gives|house|if|in|is|let|list|look|modifier|modifiers|most|natural|no|none|not|note|nothing|now|of|on|option|or|over|prefer|printed|procedure|reconstructed|record|recovered|remove|repaired|repeat|replace|reroll|reset|return|roll|routine|row|say|set|short|start|state|step|stop|subrow|table|take|tally|times|to|treat|unless|up|variant|was|when|where|while|with|yes)>)@!\w+\s+|DICE\s+|DIE\s+|ID\s+|INT\s+|SIGNED\s+|\)\s*|\..\s*|\KEPT_LIST\s+|\]\s*|\}\s*|natural\s+|no\s+|none\s+|rounded down\s+|rounded up\s+|yes\s+)@<=(good|bad)>(\s*($|#)|\s*\:|\s+as|\s+chronicle|\s+cite|\s+printed|\s+reconstructed|\s+recovered|\s+repaired|\s+required|\s+seen by|\s+seen by all|\s+when)@=/
syn match bombsightJoining /\v(mirrored\s+)@<=(good|bad)>(\s*($|#)|\s+when)@=/
syn match bombsightJoining /\v("\s+)@<=(mirrored)>(\s*($|#)|\s+"|\s+bad|\s+good|\s+when)@=/
syn match bombsightLine /\v(^\s+)@<=(never)>(\s+leads to)@=/
syn match bombsightLine /\v(^\s+|add\s+|now\s+|remove\s+|was\s+)@<=(north)>(\s+\d)@=/
syn match bombsightLine /\v(^\s+)@<=(offered)>(\s*\(|\s*\||\s+[-+]\d|\s+\a|\s+\d)@=/
syn match bombsightLine /\v(\|\s*)@<=(offered)>(\s*\|)@=/
syn match bombsightJoining /\v(each\s+)@<=(once)>(\s*($|#)|\s+cite|\s+printed|\s+reconstructed|\s+recovered|\s+repaired)@=/
syn match bombsightLine /\v(^\s+|add\s+|now\s+|remove\s+|was\s+)@<=(outline)>(\s+")@=/
syn match bombsightJoining /\v(given\s+)@<=(without|variant)>(\s+\OVERLAY_ITEM|\s+\a)@=/
syn match bombsightLine /\v(^\s+|now\s+|remove\s+|was\s+)@<=(picture)>(\s+[-+]\d|\s+\a|\s+\d)@=/
syn match bombsightLine /\v(^\s+)@<=(plan)>(\s+\a)@=/
syn match bombsightJoining /\v(explain\s+)@<=(question)>(\s+[A-Za-z0-9_-]+\/)@=/
syn match bombsightJoining /\v(INT\s+|SIGNED\s+|ring\s+)@<=(radius)>(\s*\(|\s*\-|\s*\{|\s+"|\s+DICE|\s+[-+]\d|\s+\KEPT_LIST|\s+\a|\s+\d|\s+all|\s+any|\s+count|\s+first|\s+highest|\s+highest of|\s+look|\s+lowest|\s+lowest of|\s+max|\s+min|\s+modifiers|\s+natural|\s+no|\s+none|\s+not|\s+option|\s+roll|\s+sum|\s+yes)@=/
syn match bombsightLine /\v(^\s+)@<=(needs|excludes)>(\s+\a)@=/
syn match bombsightJoining /\v("\s+|bad\s+|good\s+)@<=(required)>(\s*\:)@=/
syn match bombsightLine /\v(^\s+|now\s+|remove\s+|was\s+)@<=(ring)>(\s+radius)@=/
syn match bombsightLine /\v(^\s+|add\s+|now\s+|remove\s+|was\s+)@<=(scale)>(\s+\d)@=/
syn match bombsightLine /\v(^\s+|add\s+|now\s+|remove\s+|was\s+)@<=(text)>(\s+")@=/
syn match bombsightJoining /\v(<((add|after|again|and|answer|any|as|ask|at|base|before|beside|board|by|chapter|choose|cite|column|confirms|count|d66|deep|define|do|each|else|end|enum|errata|every|example|except|expect|first|for|from|full|game|given|gives|house|if|in|is|let|list|look|modifier|modifiers|most|natural|no|none|not|note|nothing|now|of|on|option|or|over|prefer|printed|procedure|reconstructed|record|recovered|remove|repaired|repeat|replace|reroll|reset|return|roll|routine|row|say|set|short|start|state|step|stop|subrow|table|take|tally|times|to|treat|unless|up|variant|was|when|where|while|with|yes)>)@!\w+\s+)@<=(turned)>(\s*($|#)|\s*\(|\s*\-|\s*\{|\s+"|\s+DICE|\s+[-+]\d|\s+\KEPT_LIST|\s+\a|\s+\d|\s+all|\s+any|\s+cite|\s+count|\s+first|\s+highest|\s+highest of|\s+look|\s+lowest|\s+lowest of|\s+max|\s+min|\s+modifiers|\s+natural|\s+no|\s+none|\s+not|\s+option|\s+printed|\s+reconstructed|\s+recovered|\s+repaired|\s+roll|\s+sum|\s+yes)@=/
syn match bombsightJoining /\v(again\s+)@<=(twice)>(\s*\,)@=/
syn match bombsightStatement /\v(^\s+|add\s+|after others\s+|now\s+|remove\s+|was\s+)@<=(draw)>(\s+\a)@=/
syn match bombsightLine /\v(^\s+)@<=(drawn)>(\s+[-+]\d|\s+[A-Za-z0-9_-]+\/|\s+\a|\s+\d)@=/
syn match bombsightLine /\v(\|\s*)@<=(drawn)>(\s+[A-Za-z0-9_-]+\/)@=/
syn match bombsightStatement /\v(\:\s*|^\s+|add\s+|after others\s+|now\s+|remove\s+|was\s+)@<=(move)>(\s+\a)@=/
syn match bombsightLine /\v(^\s+)@<=(together)>(\s+")@=/
syn match bombsightHeadingNamed /\v[A-Za-z]\w*/ contained
hi def link bombsightHeadingNamed bombsightHeading
syn match bombsightLabelNamed /\v[A-Za-z]\w*/ contained
hi def link bombsightLabelNamed bombsightLabel
syn match bombsightNameNamed /\v[A-Za-z]\w*/ contained
hi def link bombsightNameNamed bombsightName
syn match bombsightTableNamed /\v\w+(-\w+)?/ contained
hi def link bombsightTableNamed bombsightTable
syn match bombsightTypeNamed /\v[A-Za-z]\w*/ contained
hi def link bombsightTypeNamed bombsightType
syn match bombsightVariableNamed /\v[A-Za-z]\w*/ contained
hi def link bombsightVariableNamed bombsightVariable
syn match bombsightItem /\v<table>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightTableNamed skipwhite
syn match bombsightJoining /\v<subrow\s+of>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightTableNamed skipwhite
syn match bombsightJoining /\v<row\s+of>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightTableNamed skipwhite
syn match bombsightStatement /\v<roll\s+on>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightTableNamed skipwhite
syn match bombsightJoining /\v<results\s+of>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightTableNamed skipwhite
syn match bombsightFunction /\v<modifiers\s+on>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightTableNamed skipwhite
syn match bombsightStatement /\v<look\s+up>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightTableNamed skipwhite
syn match bombsightLine /\v<leads\s+to>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightTableNamed skipwhite
syn match bombsightLine /\v<after>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightLabelNamed skipwhite
syn match bombsightLine /\v<before>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightLabelNamed skipwhite
syn match bombsightLine /\v<except>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightLabelNamed skipwhite
syn match bombsightLine /\v<answer>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightLabelNamed skipwhite
syn match bombsightStatement /\v<note>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightLabelNamed skipwhite
syn match bombsightStatement /\v<step>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightLabelNamed skipwhite
syn match bombsightStatement /\v<for>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightVariableNamed skipwhite
syn match bombsightStatement /\v<for\s+each>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightVariableNamed skipwhite
syn match bombsightStatement /\v<let>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightVariableNamed skipwhite
syn match bombsightStatement /\v<move>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightVariableNamed skipwhite
syn match bombsightStatement /\v<draw>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightVariableNamed skipwhite
syn match bombsightStatement /\v<choose>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightVariableNamed skipwhite
syn match bombsightItem /\v<option>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightVariableNamed skipwhite
syn match bombsightStatement /\v<end>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightNameNamed skipwhite
syn match bombsightStatement /\v<do>(\s+((natural|no|none|yes)>|line\s+\w|others>))@!/ nextgroup=bombsightNameNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsboard>/ nextgroup=bombsightHeadingNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsdefine>/ nextgroup=bombsightNameNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsenum>/ nextgroup=bombsightTypeNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zserrata>/ nextgroup=bombsightHeadingNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsforecast>/ nextgroup=bombsightHeadingNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsgame>/ nextgroup=bombsightHeadingNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zshouse>/ nextgroup=bombsightHeadingNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsluck>/ nextgroup=bombsightHeadingNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsoption>/ nextgroup=bombsightVariableNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zspreferences>/ nextgroup=bombsightHeadingNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsprocedure>/ nextgroup=bombsightNameNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsrecord>/ nextgroup=bombsightTypeNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsreroll>/ nextgroup=bombsightNameNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsstate>/ nextgroup=bombsightHeadingNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zstable>/ nextgroup=bombsightTableNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zstally>/ nextgroup=bombsightNameNamed skipwhite
syn match bombsightItem /\v^(\s+(add|confirms|explain|in|now|remove|was))?\s*\zsvariant>/ nextgroup=bombsightHeadingNamed skipwhite
syn match bombsightVariable /\v[[:alnum:]_\])]@1<=\.\zs[A-Za-z]\w*/
syn match bombsightLabel /\v^(\s+(was|now|add|remove))?\s*(modifier)?\s*[+-](\d+|\([^()]*(\([^()]*\)[^()]*)*\))\s+\zs[A-Za-z]\w*/
syn region bombsightHole matchgroup=bombsightHole start=/{/ end=/}/ end=/\ze"/ oneline contained contains=TOP
syn region bombsightText start=/"/ end=/"/ oneline contains=bombsightHole,@Spell
syn match bombsightAllow /\v#\s*\zsallow:[^#]*\ze--/ contained
syn match bombsightComment /\v#.*$/ contains=bombsightAllow,@Spell

hi def link bombsightOrigin StorageClass
hi def link bombsightItem Structure
hi def link bombsightConstant Boolean
hi def link bombsightStatement Statement
hi def link bombsightOperator Operator
hi def link bombsightFunction Function
hi def link bombsightLine Keyword
hi def link bombsightJoining Keyword
hi def link bombsightComment Comment
hi def link bombsightAllow SpecialComment
hi def link bombsightText String
hi def link bombsightHole Special
hi def link bombsightNumber Number
hi def link bombsightSign Operator
hi def link bombsightBar Delimiter
hi def link bombsightType Type
hi def link bombsightName Function
hi def link bombsightTable Function
hi def link bombsightLabel Label
hi def link bombsightVariable Identifier
hi def link bombsightHeading Title

let b:current_syntax = "bombsight"
