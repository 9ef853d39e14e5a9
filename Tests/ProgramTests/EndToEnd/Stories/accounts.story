# Accounts in the browser do not share pages, cookies or passwords.

## a page is new under another account and unchanged under the first
demo
browse | 30x120 | --account ann {site}/cookies
see | ann · FIRST LOAD | Cookie jar
keys | r
# The number of visits shows which cookie the server received.
see | visits=1 | ann · DATA UPDATE
keys | un
see | Account:
keys | ben<Enter>
see | Switched to account “ben”.
has | @0 ben | !/cookies
keys | B
see | there is no page to go back to
keys | o{site}/cookies<Enter>
see | ben · FIRST LOAD | Cookie jar
has | !visits=
keys | u
see | Accounts
has | ( ) ann | (•) ben | ( ) no account
keys | k<Enter>
see | Switched to account “ann”. | visits=1
has | @0 ann
keys | r
see | visits=2 | ann · DATA UPDATE
quit

## a page stored under an account is all cached when opened under it again
site | a.html | <h1>Harbour</h1>
serve
sonic | get --account ann {site}/a.html
browse | 30x120
see | Type an address to open.
has | !a.html
keys | u
see | ( ) ann
keys | j<Enter>
see | /a.html
keys | <Tab><Enter>
see | ann · ALL CACHED | Harbour

## a password entered under one account is unknown under another
demo
browse | 30x120 | --account ann {site}/login
see | User for
keys | guest<Enter>
see | Password of guest
keys | guest<Enter>
see | Welcome, guest.
keys | unben<Enter>
see | Switched to account “ben”.
keys | o{site}/login<Enter>
see | User for
has | !Welcome

## an account name that is not a valid folder name is refused, and the page stays
site | a.html | <h1>Harbour</h1>
serve
browse | 30x120 | {site}/a.html
see | FIRST LOAD | Harbour
keys | un{300*x}<Enter>
see | too long | Harbour

## a cookie that is deleted from the list leaves the file, and the others stay
let | rest | ,"subdomains":false,"path":"/","expires":4102444800000,"created":1700000000000,"secure":false,"httpOnly":false
home | state/sonic/default/cookies | {"version":1,"cookies":[{"name":"first","value":"1","domain":"a.example"{rest}},{"name":"other","value":"1","domain":"b.example"{rest}}]}
browse | 24x80
see | Type an address to open.
keys | :cookies<Enter>
see | first | other | 2/2
keys | /fir
see | 1/2
keys | <Enter>c
see | Deleted first of a.example.
keys | q
see | !delete
quit
file | {home}/state/sonic/default/cookies | ~ other | ! first
