# The cache command, pruning, and pages that are kept offline.

## the cache command lists, shows, finds, verifies and removes pages
demo
sonic | get --json {site}/clock | keep id sessionId
sonic | get {site}/clock
sonic | get {site}/static --account ann
# The page used last comes first.
sonic | cache list | exit 0 | lines 2 | out 1 version  {site}/static  (ann)\n | out 2 versions  {site}/clock\n | out$ 2 versions  {site}/clock\n
sonic | cache list --account ann --json | out "url": "{site}/static" | out! /clock
sonic | cache show {id} | out \s\sheader    template-change: false\n | out \s\sid        {id}\n
sonic | cache show {site}/clock | out \s\sheader    template-change: false\n | out \s\sid        {id}\n
let | stored | {home}/cache/sonic/default/pages/{id}
sonic | cache path {site}/clock | out= {stored}\n
sonic | cache path | out= {home}/cache/sonic\n
sonic | cache verify | out= 3 versions of 2 pages, 0 faults\n
home | cache/sonic/default/pages/{id}/1/temp | rotten
sonic | cache verify | exit 1 | out^ {stored}/1: temp is not what html splits into\n
home | cache/sonic/default/pages/{id}/2/html | rotten
# To look is not to repair.
sonic | cache show {id} | exit 1 | err= sonic: the newest version is damaged; see sonic cache verify\n
file | {stored}/2/html | = rotten
# One of the two is not there.
sonic | cache remove {id} {site}/nowhere | exit 1 | out= removed {site}/clock\n | err is not stored; see sonic cache list
none | {stored}
sonic | get --json {site}/clock | json outcome= firstLoad

## Sonic stays off as long as configured, or until the page is removed
demo
sonic | get {site}/offline-http
sonic | cache list | out 0 versions  {site}/offline-http  Sonic off until\s
sonic | cache remove {site}/offline-http
sonic | cache list | out= | err nothing is stored in
config | { "sonic-off": 0 }
sonic | get {site}/offline-http
sonic | get --json {site}/offline-http | json outcome= firstLoad
config | { "sonic-off": 3600 }
sonic | get {site}/offline-http
sonic | get --json {site}/offline-http | json outcome= plain

## pruning reduces the cache to a size, except what is kept offline, and the usage of each store is told
demo
sonic | get --json {site}/clock | keep id sessionId
sonic | get {site}/clock
sonic | cache prune --limit 1K | out^ removed 0 pages and 0 older versions, 0 B freed,\s | err= sonic: 1 page used within the last minute stays; try again later\n
run | /usr/bin/touch -d "1 hour ago" {home}/cache/sonic/default/pages/{id} | exit 0
sonic | cache prune --limit 1K | out^ removed 1 page and 0 older versions,\s | err=
sonic | cache list | out=
demo
browse | 24x80 | {site}/clock
see | FIRST LOAD
keys | p
see | kept offline
quit
sonic | get --json {site}/clock | json outcome= dataUpdate | keep id sessionId
sonic | get --json {site}/static | keep other sessionId
sonic | cache list | out 2 versions  {site}/clock  kept offline\n | out 1 version  {site}/static\n
sonic | cache show {site}/clock --json | out "pinned": "20
sonic | cache usage | out \sof 1 page kept offline\n
run | /usr/bin/touch -d "1 hour ago" {home}/cache/sonic/default/pages/{id} {home}/cache/sonic/default/pages/{other} | exit 0
sonic | cache prune --limit 1K | out^ removed 1 page and 0 older versions,\s | out \sfreed, 0 B left, and\s | out \sof 1 page kept offline\n | err the pages kept offline alone occupy\s | err more than the limit of 1 KB; stop keeping some in the list of bookmarks (p)
sonic | cache remove {site}/clock | exit 1 | err= sonic: {site}/clock is kept offline; sonic forget page removes it\n
sonic | forget page {site}/clock | out^ Removed 1 page,\s
sonic | cache list | out=
site | a.html | <p>one
site | b.html | <p>two
serve
config | { "cache-size": "64M", "cache-pages": 1, "resource-size": "1G" }
sonic | get {site}/a.html
sonic | get {site}/b.html
sonic | cache usage | lines 2 | out^ pages | out \sof 64.0 MB, 2 of 1 pages | out \nresources | out \sof 1.0 GB,\s | keep pages-line
sonic | cache | out /a.html | out {pages-line}\nresources
sonic | cache usage --json | out "bytesAllowed": 67108864

## a cache policy by its name selects between the stored page and the server
site | a.html | <p>one
serve
sonic | get --cache-policy returnCacheDataDontLoad {site}/a.html | exit 1
sonic | get --json {site}/a.html | json outcome= firstLoad
site | a.html | <p>two
sonic | dump --cache-policy returnCacheDataElseLoad {site}/a.html | out= one\n
sonic | dump --cache-policy NSURLRequestReturnCacheDataDontLoad {site}/a.html | out= one\n
sonic | dump --cache-policy only-if-cached {site}/a.html | out= one\n
sonic | dump --cache-policy NSURLRequestReloadIgnoringCacheData {site}/a.html | out= two\n
sonic | get {site}/a.html --cache-policy sometimes | exit 2 | err --cache-policy
sonic | get {site}/a.html --cache-policy reload --offline | exit 2 | err --cache-policy

# Forgetting pages, sites, the last hour and everything.

## pages, sites, the last hour and everything are forgotten, and the output counts what was removed
site | a.html | <title>A</title><link rel=stylesheet href=a.css><p>Page A
site | b.html | <title>B</title><p>Page B
site | a.css | p { color: red }
serve
sonic | get {site}/a.html
sonic | get {site}/a.html
sonic | get {site}/b.html
sonic | forget page {site}/a.html | exit 0 | out^ Removed 1 page, 1 version, 2 sessions,\s
sonic | cache list | lines 1 | out {site}/b.html
sonic | history | lines 1
sonic | forget page {site}/a.html | out= There was nothing to forget.\n
sonic | forget all | exit 0
demo
let | rest | ,"subdomains":false,"path":"/","expires":4102444800000,"created":1700000000000,"secure":false,"httpOnly":false
home | state/sonic/default/cookies | {"version":1,"cookies":[{"name":"a","value":"1","domain":"127.0.0.1"{rest}},{"name":"a","value":"1","domain":"other.example"{rest}}]}
sonic | get {site}/clock
sonic | get {site}/clock
sonic | get {site}/static
sonic | get {site}/clock --account ann
sonic | forget site 127.0.0.1 | out^ Removed 2 pages, 3 versions, 3 sessions, 1 cookie,\s
file | {home}/state/sonic/default/cookies | ~ other.example | ! 127.0.0.1
sonic | cache list --account ann | lines 1 | out {site}/clock
sonic | history | lines 0
sonic | forget hour --account ann | out 1 page, 1 version, 1 session
sonic | cache list --account ann | lines 0
sonic | forget all | exit 0
site | a.html | <title>A</title><link rel=stylesheet href=a.css><p>Page A
site | a.css | p { color: red }
serve
browse | 24x80 | {site}/a.html
see | FIRST LOAD
keys | <M-d>
see | Bookmarked
keys | :forget all<Enter>
see | Forget all pages, sessions, cookies and bookmarks?
keys | y
see | Removed 1 page, 1 version, 1 session
has | 1 bookmark | Page A
quit
sonic | cache list | lines 0
sonic | history | lines 0
sonic | unread | err no bookmarks
browse | 24x80
see | Press o
has | !a.html
quit
