# The browser on a terminal, with real servers.

## a new user sees first load, data update and template change in the demo
browse | 40x120 | demo
see | FIRST LOAD
keys | <Tab><Enter>
# The title says that the page is stored once its session has ended; the state pane may still show the previous text.
see | @0 /clock | @0 FIRST LOAD | This page was requested once.
keys | r
see | DATA UPDATE
has | ▶data◀ | ▌This page was requested twice | - This page was requested once. | + This page was requested twice.
keys | B
see | There are four outcomes
# Back on the start page, the followed link is still selected.
keys | <Tab><Tab><Enter>
see | @0 /alternating | @0 FIRST LOAD | This page was requested once.
keys | r
see | TEMPLATE CHANGE
has | ▶template◀
quit

## a signal restores the terminal, and the server of the demo ends with its browser, however that is killed
browse | 30x80 | demo
see | FIRST LOAD
word | address
signal | 15
ends | killed 15
restored
see | !@alternate
# Each run is a new request; the result changes once the server is gone.
until | get --private {address} | out cannot connect to
browse | 30x80 | demo
# At the same address, the page may be stored.
see | There are four outcomes
word | address
signal | 9
ends | killed 9
until | get --private {address} | out cannot connect to

## a page of a slow server appears as it arrives, and the stored one before the server answers
let | head | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: "1"\r\nConnection: close\r\n\r\n
reply | 0 | read | > {head}<p>The beginning.</p><p> | wait rest | > The end.</p>
reply | * | read | wait answer | > HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nConnection: close\r\n\r\n
server | raw
browse | 30x120 | {raw}/
see | The beginning.
has | !The end.
open | rest
see | The end. | FIRST LOAD
has | The beginning.
quit
browse | 30x120 | {raw}/
see | The end.
has | !ALL CACHED
open | answer
see | ALL CACHED
quit

## the chosen layout, and that a site has no style sheets, apply to the next run
site | a.html | <link rel=stylesheet href=s.css><ul class=menu><li>All the menu</ul><h1>Harbour</h1>
site | s.css | .menu { display: none }
serve
browse | 30x80 | {site}/a.html
# The style sheet may arrive before the page is stored, and quitting does not wait for storing.
see | Harbour | !All the menu | FIRST LOAD
keys | v
see | 2 State
keys | V
see | All the menu
quit
browse | 30x80 | {site}/a.html
see | All the menu | 2 State | ALL CACHED
keys | =
see | off for this site

## a page that was preloaded from a selected link is adopted when opened, and requested once
let | head | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n
reply | 0 | read | > {head}<p><a href=/logout rel=nofollow>out</a> <a href=/next>onward</a>
reply | 1 | read | > {head}<p>The beginning.</p><p> | wait gate | > The end.</p>
reply | * | read | > {head}Asked for twice.
server | raw
config | { "preload": "chosen" }
browse | 30x120 | {raw}/
see | onward | FIRST LOAD
keys | <Tab><Tab>
request | raw | 1 | ^ GET /next HTTP/1.1
see | Loading ahead:\s
keys | <Enter>
see | The beginning.
open | gate
see | The end.
has | !Asked for twice.
keys | =
see | before it was opened

## Sonic-Link resources are fetched before the page has arrived, and once
reply | 0 | read | > HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSonic-Link: /s.css;max-age=600\r\nConnection: close\r\n\r\n | wait gate | > <link rel=stylesheet href=/s.css><p class=menu>All the menu</p><h1>Harbour</h1>
reply | 1 | read | answer 200 OK\nContent-Type: text/css\n\n.menu { display: none }\n
reply | * | read | > HTTP/1.1 500 Asked twice\r\nConnection: close\r\n\r\n
server | raw
browse | 30x120 | {raw}/
request | raw | 1 | ^ GET /s.css\s
open | gate
see | Harbour | !All the menu | FIRST LOAD
# What was fetched for the page, and what the page then took from the cache, are below its session.
keys | :traffic<Enter>
see | @* first load | @* 200 & /s.css | @* /s.css & from the cache

## what the next request of a page does, and where its files are in the cache
site | a.html | <title>Harbour</title><h1>Harbour</h1>
serve
browse | 30x120 | {site}/a.html
see | FIRST LOAD | next: at r (no-cache)
keys | =
see | next request at r (no-cache) | files  | pages/
keys | q:files<Enter>
see | cfg | data | html | temp

# The loader's log shows whether libraries' finalizers ran while libcurl's thread was ending: when they did, one quit in
# fifty ended with a signal.

## the browser and a command exit without finalizers of libraries whose threads may still run, with complete output
site | a.html | <title>Harbour</title><h1>Harbour</h1>
serve
env | LD_DEBUG | files
env | LD_DEBUG_OUTPUT | {home}/loader
browse | 24x80 | {site}/a.html
see | FIRST LOAD
quit
env | LD_DEBUG_OUTPUT | {home}/second
sonic | get --private --print body {site}/a.html | exit 0 | out^ <title>Harbour</title><h1>Harbour</h1>
env | LD_DEBUG |
script | for log in loader second; do ls {home}/$log.* \p wc -l; cat {home}/$log.* > {home}/$log; done | out= 1\n1\n
file | {home}/loader | ~ calling init:\s | ! calling fini:\s
file | {home}/second | ~ calling init:\s | ! calling fini:\s
