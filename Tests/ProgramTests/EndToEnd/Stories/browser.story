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
see | There are four ways this can end
# Back on the start page, the followed link is still selected.
keys | <Tab><Tab><Enter>
see | @0 /alternating | @0 FIRST LOAD | This page was requested once.
keys | r
see | TEMPLATE CHANGE
has | ▶template◀
quit

## the demo server exits when its browser is killed
browse | 30x80 | demo
see | FIRST LOAD
word | address
signal | 9
ends | killed 9
# Each run is a new request; the result changes once the server is gone.
until | get --private {address} | out cannot connect to

## a stored page is painted before the server answers
page | news | <title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->
reply | 0 | read | answer 200 OK\nEtag: {news.etag}\ntemplate-tag: t\ntemplate-change: true\nContent-Type: text/html\n\n{news}
reply | * | read | wait gate | > HTTP/1.1 304 Not Modified\r\nCache-Offline: store\r\nConnection: close\r\n\r\n
server | raw
sonic | get {raw}/
browse | 30x120 | {raw}/
see | calm
has | !ALL CACHED
open | gate
see | ALL CACHED
quit

## a large stored page is shown to its end, and rejected when the copy is damaged
site | large.html | <h1>Harbour</h1>{6000*<p># words of a long paragraph words of a long paragraph words of a long paragraph words of a long paragraph words of a long paragraph words of a long paragraph words of a long paragraph words of a long paragraph words of a long paragraph words of a long paragraph </p>\n}<p>The last words.</p>
serve
sonic | get --json {site}/large.html | keep id sessionId
stop
browse | 30x120 | {site}/large.html
see | Harbour
keys | G
see | The last words. | 100% | OFFLINE
quit
script | printf X \p dd of={home}/cache/sonic/default/pages/{id}/1/html bs=1 seek=1048576 conv=notrunc | exit 0
browse | 30x120 | {site}/large.html
see | The stored copy is incomplete
has | !Harbour
quit

## a slow page appears as it arrives
reply | * | read | > HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>The beginning.</p><p> | wait gate | > The end.</p>
server | raw
browse | 30x120 | {raw}/
see | The beginning.
has | !The end.
open | gate
see | The end. | FIRST LOAD
has | The beginning.

## a linked style sheet hides a menu once loaded, and can be switched off permanently
site | a.html | <link rel=stylesheet href=s.css><ul class=menu><li>All the menu</ul><h1>Harbour</h1>
site | s.css | .menu { display: none }
serve
browse | 30x120 | {site}/a.html
# The style sheet may arrive before the page is stored, and quitting does not wait for storing.
see | Harbour | !All the menu | FIRST LOAD
keys | V
see | All the menu
quit
browse | 30x120 | {site}/a.html
see | All the menu | ALL CACHED
keys | =
see | off for this site

## a page being preloaded is adopted when opened, and requested once
let | head | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n
reply | 0 | read | > {head}<a href=/next>onward</a>
reply | 1 | read | > {head}<p>The beginning.</p><p> | wait gate | > The end.</p>
reply | * | read | > {head}Asked for twice.
server | raw
browse | 30x120 | {raw}/
see | onward | FIRST LOAD
keys | <Tab> | P
see | Loading ahead:\s
request | raw | 1
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
see | Harbour | !All the menu

## a page of an unreachable server is shown and marked offline
site | a.html | <h1>Kept</h1>
serve
sonic | get {site}/a.html
stop
browse | 30x120 | {site}/a.html
see | OFFLINE
has | Kept | cannot connect to

## after an error the stored page stays and a key shows the response
demo
sonic | get {site}/faults/flaky-error
browse | 30x120 | {site}/faults/flaky-error
see | FAILED 500
has | !This response is meant to fail.
keys | A
see | This response is meant to fail.
keys | <Esc>
see | !This response is meant to fail.

## every screen of a browser with --insecure says so
tls | secure
sonic | get {secure} | exit 1
sonic | get --cacert {secure.certificate} {secure} | exit 0
sonic | get --insecure {secure} | err any certificate is accepted
browse | 30x120 | --insecure {secure}
see | compared here
has | @0 INSECURE
keys | ?
see | Keys
has | @0 INSECURE

## a signal ends the browser and restores the terminal
site | a.html | <h1>Here</h1>
serve
browse | 30x120 | {site}/a.html
see | Here
signal | 15
ends | killed 15
restored
see | !@alternate

## the chosen layout is remembered
site | a.html | <h1>Here</h1>
serve
browse | 30x80 | {site}/a.html
see | FIRST LOAD
keys | v
see | 2 State
quit
browse | 30x80 | {site}/a.html
see | 2 State

## without an address the start page lists recent pages
site | a.html | <h1>Here</h1>
serve
sonic | get {site}/a.html
browse | 30x120
see | Recent pages | {host}/a.html | unread
keys | <Tab><Enter>
see | ALL CACHED

# Help, the list of commands and themes; searching; commands by name.

## help lists the current key bindings, finds one by its description, and runs it
for | size | 24x80 | 12x40 | 60x200
site | log.html | <title>Log</title><h1>Log</h1><p><a href=pier.html>The pier</a></p>{99*<p>Entry #.</p>}
serve
browse | {size} | {site}/log.html
see | The pier | LOAD
keys | ?
see | Keys | Page pane
keys | /last line
see | Go to the last line
keys | <Enter><Enter>
see | Entry 99.
quit

## commands are listed with their keys, and an unavailable one states the reason
for | size | 24x80 | 12x40 | 60x200
site | log.html | <title>Log</title><h1>Log</h1><p><a href=pier.html>The pier</a></p>{99*<p>Entry #.</p>}
serve
browse | {size} | {site}/log.html
see | The pier | LOAD
keys | :
see | Commands | @* next-link & Tab
keys | forward<Enter>
see | here is no page to go forward | \sforward: there is no page to go f
keys | <Esc>
see | !Commands
keys | :end<Enter>
see | Entry 99.

## commands are chosen by name and do what their keys do
for | size | 24x80 | 12x40
site | a.html | <title>A</title><h1>Harbour</h1>{200*<p>Line #.}
site | b.html | <title>B</title><h1>Lighthouse</h1><p><a href=a.html>to the harbour</a>
serve
browse | {size} | {site}/a.html
see | Harbour | FIRST LOAD
keys | :
see | Commands | next-link
keys | op {site}/b.html
see | ▸ open URL | !next-link
keys | <Enter>
see | Lighthouse | FIRST LOAD
# An error is reported and can be corrected.
keys | :layout wide<Enter>
see | Unknown layout
keys | <C-w>read<Enter>
see | Layout read
# Previous commands are in the history.
keys | :<Up><Up>
see | @-1 :open
keys | <Esc>
see | !@-1 :open
keys | :back<Enter>
see | Harbour
keys | :50%<Enter>
see | Line 10 | !Harbour
keys | :forward<Enter>
see | Lighthouse
keys | :forward<Enter>
see | there is no page to go
keys | <Esc>
see | !@-1 :forward
keys | :quit<Enter>
ends | exit 0
restored

## help can be searched and runs a command
site | a.html | <title>A</title><h1>Harbour</h1>{200*<p>Line #.}
serve
browse | 24x80 | {site}/a.html
see | FIRST LOAD
keys | ?/reload without
see | ▸R | !One line down
keys | <Enter><Enter>
see | Harbour | FIRST LOAD

## an address is completed from the stored pages
site | a.html | <title>A</title><h1>Harbour</h1>
site | b.html | <title>B</title><h1>Lighthouse</h1>
serve
sonic | get {site}/b.html
browse | 24x80 | {site}/a.html
see | FIRST LOAD
keys | ob.html
see | Pages | /b.html
keys | <Tab><Enter>
see | Lighthouse

## a link that stays selected is preloaded if the configuration says so
let | head | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n
reply | 0 | read | > {head}<p><a href=/logout rel=nofollow>out</a> <a href=/next>onward</a>
reply | 1 | read | > {head}<p>The page on 1.</p>
server | raw
config | { "preload": "chosen" }
browse | 24x80 | {raw}/
see | onward | FIRST LOAD
keys | <Tab><Tab>
request | raw | 1 | ^ GET /next HTTP/1.1
see | Loaded ahead:\s
keys | @
see | its link stays chosen
keys | <Esc>
see | !its link stays chosen
keys | <Enter>
see | The page on 1.

## the next page is preloaded if the site's section says so, and any page by its address
let | head | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n
reply | 0 | read | > {head}<link rel=next href=/page/2><p>Page one
reply | * | read | > {head}<p>Another page</p>
server | raw
config | { "sites": { "127.0.0.1": { "preload": "next" } } }
browse | 24x80 | {raw}/
request | raw | 1 | ^ GET /page/2 HTTP/1.1
see | Loaded ahead:\s
keys | :preload {raw}/x<Enter>
request | raw | 2 | ^ GET /x HTTP/1.1

## a text is found, its matches can be visited, and the position is restored
for | size | 24x80 | 12x40 | 60x200
site | log.html | <title>Log</title>{249*<p>Entry #: the white boat was out.</p>}<p>Entry 250: the white boat was seen from the pier.</p>{50*<p>Later entry #: the white boat was out.</p>}
serve
browse | {size} | {site}/log.html
see | Entry 1: | FIRST LOAD
keys | /seen from the p
see | Entry 250 | 1 of 1
keys | <Esc>
see | Entry 1: | !/seen
keys | /boat<Enter>
see | 1 of 300: boat
keys | N
see | 300 of 300 | Later entry 50
keys | ''
see | Entry 1:
quit

## headings, links and marks are jumped to
site | log.html | <title>Log</title><h2>Day 1</h2>{99*<p>First entry #</p>}<h2>Day 2</h2><h2>Day 3</h2><h2>Day 4</h2>{99*<p>Second entry #</p>}<h2>Day 5</h2><p>Entry 201</p>{48*<p>Third entry #</p>}<p><a href=/pier.html>The pier</a></p><h2>Day 6</h2>{40*<p>Last entry #</p>}
site | pier.html | <h1>The long pier</h1>
serve
browse | 24x80 | {site}/log.html
see | First entry 1 | FIRST LOAD
keys | H
see | Day 4 | 6/6
keys | day 5<Enter>
see | Entry 201
keys | mA
see | Mark A set
keys | Lpier
see | 1/1 | /pier.html
keys | <Enter>
see | The long pier
keys | 'A
see | Entry 201 | Day 5
quit

# The loader's log shows whether libraries' finalizers ran while libcurl's thread was ending: when they did, one quit in
# fifty ended with a signal (docs/decisions/0310-an-end-without-clean-up.md).

## the browser exits without finalizers of libraries whose threads may still run
site | a.html | <title>Harbour</title><h1>Harbour</h1>
serve
env | LD_DEBUG | files
env | LD_DEBUG_OUTPUT | {home}/loader
browse | 24x80 | {site}/a.html
see | FIRST LOAD
quit
env | LD_DEBUG |
script | cat {home}/loader.* > {home}/all; ls {home}/loader.* \p wc -l | out= 1\n
file | {home}/all | ~ calling init:\s | ! calling fini:\s

## a command exits without finalizers too, with complete output
site | a.html | <title>Harbour</title><h1>Harbour</h1>
serve
env | LD_DEBUG | files
env | LD_DEBUG_OUTPUT | {home}/loader
sonic | get --print body {site}/a.html | exit 0 | out^ <title>Harbour</title><h1>Harbour</h1>
env | LD_DEBUG |
script | cat {home}/loader.* > {home}/all; ls {home}/loader.* \p wc -l | out= 1\n
file | {home}/all | ~ calling init:\s | ! calling fini:\s
