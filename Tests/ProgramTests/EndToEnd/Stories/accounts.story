# Accounts in the browser do not share pages, cookies or passwords.

## a page is new under another account, which has neither the cookies nor the password of the first
demo
browse | 30x120 | --account ann {site}/cookies
see | ann · FIRST LOAD | Cookies: the jar
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
see | ben · FIRST LOAD | Cookies: the jar
has | !visits=
keys | u
see | Accounts
has | •  ben | \s ann\s | no account
keys | k<Enter>
see | Switched to account “ann”. | visits=1
has | @0 ann
keys | r
see | visits=2 | ann · DATA UPDATE
# Passwords.
keys | o{site}/login<Enter>
see | User for
keys | guest<Enter>
see | Password of guest
keys | guest<Enter>
see | Welcome, guest.
keys | unben<Enter>
see | Switched to account “ben”. | Cookies: the jar
keys | o{site}/login<Enter>
see | User for
has | !Welcome

## the start page lists the pages stored under its account
site | a.html | <h1>Harbour</h1>
site | b.html | <h1>Weather</h1>
serve
sonic | get --account ann {site}/a.html
sonic | get {site}/b.html
browse | 30x120
see | Recent pages | {host}/b.html | unread
has | !a.html
keys | u
see | ┌ Accounts | ann\s
keys | j<Enter>
see | /a.html | !/b.html
keys | <Tab><Enter>
see | ann · ALL CACHED | Harbour
# A name that is not a valid folder name is refused, and the page stays.
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
