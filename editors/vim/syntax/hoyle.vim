" Made by `python -m hoyle.language_server.highlighting` from the grammar; do not edit.
if exists("b:current_syntax")
  finish
endif
syn iskeyword @,48-57,_
syn keyword hoyleWord a able about again allow any around at be beats before beside bottom by choice copies counterclockwise down draw during each end equal every everyone expect face far first following follows from gained highest into jokers last least led left lie line lines lowest means middle more most of on one opposite order other over partners places played playing private random remembered round row rows rule secret see sequence shared size so steps taken the then they times to together top total trick until up value way where who wild wins with without won zone
syn keyword hoyleType card cards number player players rank ranks suit suits team teams
syn keyword hoyleConstant empty joker no none yes
syn keyword hoyleOperator and except has in is mod not or
syn match hoyleName /\<[a-z][a-z0-9_]*\ze(/
syn match hoyleMember /\.\zs[a-z][a-z0-9_]*/
syn match hoyleStatement /\v((^\s+)|(:\s+)|(-\>\s+)|(,\s+))\zs<(add|chooses|cut|deal|for|game|gather|if|let|move|nothing|otherwise|play|remove|repeat|replace|set|show|shuffle|start|stop|subtract)>/
syn match hoyleStatement /\v<(chooses|otherwise)>/
syn match hoyleDeclaration /\v^<(add|after|always|change|deck|define|describe|example|game|incident|keep|kind|language|main|names|not|option|phase|players|preset|ranking|remember|remove|replace|require|ruling|set|shape|source|table|values|variant|written|zones)>/
syn match hoyleRank /\<[A-Z][A-Za-z0-9]*\>/
syn match hoyleNumber /\<[0-9]\+\>/
syn region hoyleText start=/"/ end=/"\|$/ contains=hoyleHole
syn match hoyleHole /{[^}"]*}/ contained
syn match hoyleCitation /\[[a-z0-9_,; -]*[0-9][a-z0-9_,; -]*\]\ze\s*\(#.*\)\?$/
syn match hoyleComment /#.*$/ contains=@Spell
hi def link hoyleDeclaration Structure
hi def link hoyleStatement Statement
hi def link hoyleWord Keyword
hi def link hoyleOperator Operator
hi def link hoyleConstant Constant
hi def link hoyleType Type
hi def link hoyleName Function
hi def link hoyleMember Identifier
hi def link hoyleRank Constant
hi def link hoyleNumber Number
hi def link hoyleText String
hi def link hoyleHole Special
hi def link hoyleCitation SpecialComment
hi def link hoyleComment Comment
let b:current_syntax = "hoyle"
