# Every fault of sonic-server, with a page that is stored: with sonic get and in the browser on a terminal.
let | start | <title>T</title>\n<!--sonicdiff-a--><p>
# Enough text around the blocks for an update to be smaller than the page.
let | end | <!--sonicdiff-a-end-->\n<!--sonicdiff-b--><p>b<!--sonicdiff-b-end-->\n{20*<p>always the same\n}

## a fault has its outcome and reason, and leaves the cache consistent
# The text that is stored then is not looked at if it depends on the time.
for | fault status outcome code stored
with | late 50ms | 0 | dataUpdate | dataUpdate | two\n
with | slow 200ms | 0 | dataUpdate | dataUpdate | two\n
with | endless | 1 | failed | tooLarge | one\n
with | silent 1m | 0 | offline | offline.timedOut | one\n
with | hang-up | 0 | offline | offline.reset | one\n
with | reset | 0 | offline | offline.truncated | one\n
with | truncated | 0 | offline | offline.truncated | one\n
# HTTP ends a body at Content-Length, and gzip detects that data is missing.
for | fault status outcome code stored
with | overrun | 0 | offline | offline.undecodable | one\n
with | unavailable | 0 | plain | plain.unavailable | one\n
with | closed | 1 | failed | errorStatus | one\n
with | error | 1 | failed | errorStatus | one\n
with | missing | 1 | failed | errorStatus | one\n
with | loop | 1 | failed | tooManyRedirects | one\n
with | lost-redirect | 1 | failed | badResponse.invalid | one\n
with | unasked-304 | 0 | allCached | notModified | one\n
with | json-first | 0 | dataUpdate | dataUpdate | two\n
with | whole | 0 | templateChange | templateChange.sameTemplate | two\n
with | plain | 0 | dataUpdate | sonicLost.blocks | two\n
with | wrong-hash | 0 | templateChange | templateChange.updateRejected | two\n
with | foreign-blocks | 0 | templateChange | templateChange.updateRejected | two\n
with | missing-blocks | 0 | dataUpdate | dataUpdate | two\n
with | bad-json | 0 | templateChange | templateChange.updateRejected | two\n
with | empty-update | 0 | templateChange | templateChange.updateRejected | two\n
with | wrong-template-tag | 0 | dataUpdate | dataUpdate | two\n
with | weak-etag | 0 | dataUpdate | dataUpdate | two\n
with | quoted-etag | 0 | dataUpdate | dataUpdate | two\n
with | etag-key | 0 | dataUpdate | dataUpdate | two\n
with | no-etag | 0 | dataUpdate | dataUpdate | two\n
with | no-template-tag | 0 | dataUpdate | dataUpdate | two\n
with | no-template-change | 0 | dataUpdate | dataUpdate | two\n
with | no-cache-offline | 0 | dataUpdate | dataUpdate | two\n
with | doubled | 0 | dataUpdate | dataUpdate | two\n
with | doubled-tags | 0 | dataUpdate | dataUpdate | two\n
with | lower-names | 0 | dataUpdate | dataUpdate | two\n
with | upper-names | 0 | dataUpdate | dataUpdate | two\n
with | offline-store | 0 | dataUpdate | dataUpdate | two\n
with | offline-false | 0 | dataUpdate | dataUpdate | 
with | offline-http | 0 | dataUpdate | dataUpdate | 
with | offline-odd | 0 | dataUpdate | dataUpdate | two\n
with | wrong-charset | 0 | dataUpdate | dataUpdate | two\n
with | bad-gzip | 0 | dataUpdate | dataUpdate | two\n
with | gzip-bomb | 1 | failed | tooLarge | one\n
with | cookies | 0 | dataUpdate | dataUpdate | two\n
site | a.html | {start}one{end}
faulty | {fault} if X-Fault: *
sonic | get --json {site}/a.html | json outcome= firstLoad
site | a.html | {start}two{end}
# Two gigabytes of address space: some 400 MB of libraries, stacks and 64 MB of reserved heap for each thread; and a body
# of 256 MiB, with a buffer of twice that size that it is about to be copied to.
script | {bounded}exec "$0" get --json --timeout 1 -H 'X-Fault: 1' {site}/a.html | exit {status} | json outcome= {outcome} | json reasonCode= {code}
sonic | cache verify | exit 0
sonic | dump --offline {site}/a.html | out^ {stored}
# R recovers, whatever was stored meanwhile.
sonic | get --json {site}/a.html --force | json outcome! failed | json outcome! offline
sonic | dump {site}/a.html | out^ two\n

## the browser shows a fault's outcome and reason and stays responsive
for | fault headline shown most
with | late 50ms | DATA UPDATE | The tide is high | 160
with | slow 200ms | DATA UPDATE | The tide is high | 160
with | endless | FAILED | The tide is low | 1024
with | silent 1m | OFFLINE | The tide is low | 160
with | hang-up | OFFLINE | The tide is low | 160
with | reset | OFFLINE | The tide is low | 160
with | truncated | OFFLINE | The tide is low | 160
with | overrun | OFFLINE | The tide is low | 160
with | unavailable | PLAIN | The tide is high | 160
with | closed | FAILED | The tide is low | 160
with | error | FAILED | The tide is low | 160
with | missing | FAILED | The tide is low | 160
with | loop | FAILED | The tide is low | 160
with | lost-redirect | FAILED | The tide is low | 160
with | unasked-304 | ALL CACHED | The tide is low | 160
with | json-first | DATA UPDATE | The tide is high | 160
with | whole | TEMPLATE CHANGE | The tide is high | 160
with | plain | DATA UPDATE | The tide is high | 160
with | wrong-hash | TEMPLATE CHANGE | The tide is high | 160
with | foreign-blocks | TEMPLATE CHANGE | The tide is high | 160
with | missing-blocks | DATA UPDATE | The tide is high | 160
with | bad-json | TEMPLATE CHANGE | The tide is high | 160
with | empty-update | TEMPLATE CHANGE | The tide is high | 160
with | wrong-template-tag | DATA UPDATE | The tide is high | 160
with | weak-etag | DATA UPDATE | The tide is high | 160
with | quoted-etag | DATA UPDATE | The tide is high | 160
with | etag-key | DATA UPDATE | The tide is high | 160
with | no-etag | DATA UPDATE | The tide is high | 160
with | no-template-tag | DATA UPDATE | The tide is high | 160
with | no-template-change | DATA UPDATE | The tide is high | 160
with | no-cache-offline | DATA UPDATE | The tide is high | 160
with | doubled | DATA UPDATE | The tide is low | 160
with | doubled-tags | DATA UPDATE | The tide is high | 160
with | lower-names | DATA UPDATE | The tide is high | 160
with | upper-names | DATA UPDATE | The tide is high | 160
with | offline-store | DATA UPDATE | The tide is low | 160
with | offline-false | DATA UPDATE | The tide is high | 160
with | offline-http | DATA UPDATE | The tide is high | 160
with | offline-odd | DATA UPDATE | The tide is high | 160
with | wrong-charset | DATA UPDATE | The tide is high | 160
with | bad-gzip | DATA UPDATE | The tide is high | 160
with | gzip-bomb | FAILED | The tide is low | 1024
with | cookies | DATA UPDATE | The tide is high | 160
site | a.html | {start}The tide is low{end}
faulty | {fault} if X-Fault: *
sonic | get --json {site}/a.html | json outcome= firstLoad
site | a.html | {start}The tide is high{end}
browse | 40x160 | --timeout 1 -H 'X-Fault: 1' {site}/a.html
# A page is on the screen whatever the server does next, and keys work meanwhile. The frame of the list is looked for:
# the start page has a heading with the same word.
see | The tide is\s
keys | ?
see | ┌ Keys\s
keys | <Esc>
see | !┌ Keys\s
see | @0 {headline} | {shown}
keys | =
see | Session details
keys | <Esc>
see | !Session details
keys | ?
see | ┌ Keys\s
keys | <Esc>
see | !┌ Keys\s
memory | {most}
quit
sonic | cache verify | exit 0

## an endless response ends with its reason and bounded memory
# A header and headers without end, an answer that never begins, and redirects in a circle.
for | first then words
with | > HTTP/1.1 200 OK\r\nX:\s | flood 100000000 {64*zzzzzzzz} | too large
with | > HTTP/1.1 200 OK\r\n | flood 100000000 {64*X-Flood: flood\r\n} | too large
with | hang | hang | longer than 1 s to begin its response
with | > HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n | hang | probably form a loop
reply | * | read | {first} | {then}
server | raw
# Wide enough for a reason in one line.
browse | 40x300 | --timeout 1 {raw}/
see | !@0=
keys | ?
see | ┌ Keys\s
keys | <Esc>
see | !┌ Keys\s | @0 FAILED
keys | =
see | Session details | {words}
keys | <Esc>
see | !Session details
keys | ?
see | ┌ Keys\s
keys | <Esc>
see | !┌ Keys\s
memory | 1024
quit

## a body without an end is stopped by Esc and shown as far as received
reply | * | read | > HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>It begins\n | flood 100000000 {500*<p>more and more\n}
server | raw
browse | 40x160 | {raw}/
see | It begins | @0 RECEIVING
keys | ?
see | ┌ Keys\s
keys | <Esc>
see | !┌ Keys\s
keys | <Esc>
see | @0 STOPPED | It begins
memory | 1024
quit

# Findings about a server's responses.

## findings about a server's responses name the fault, and sound pages have none
let | around | {20*<p>always the same\n}
site | a.html | <title>T</title>\n<!--sonicdiff-a--><p>é 1<!--sonicdiff-a-end-->\n{around}
serve
sonic | get --json {site}/a.html | json problems=
sonic | get --json {site}/a.html | json problems=
site | a.html | <title>T</title>\n<!--sonicdiff-a--><p>é 2<!--sonicdiff-a-end-->\n{around}
sonic | get --json {site}/a.html | json problems=
site | a.html | <title>T</title>\n<!--sonicdiff-a--><p>é 3<!--sonicdiff-a-end-->\n{around}
sonic | get --json {site}/a.html | json problems=
let | block | <title>T</title>\n<!--sonicdiff-a--><p>é 1<!--sonicdiff-a-end-->\n
site | a.html | <title>T</title>\n<p id="t1">\n{block}
serve
sonic | get --json {site}/a.html | json problems.rule! template-unsteady
site | a.html | <title>T</title>\n<p id="t2">\n{block}
sonic | get --json {site}/a.html | json problems.rule! template-unsteady
site | a.html | <title>T</title>\n<p id="t3">\n{block}
sonic | get --json {site}/a.html | json problems.rule~ template-unsteady | out "rule": "template-unsteady" | json problems.message~ line 2, outside the blocks,\s | json problems.message~ t2 | json problems.message~ t3 | json problems.severity~ error
site | a.html | <title>T</title>\n<!--sonicdiff-a--><p>é 1<!--sonicdiff-a-end-->\n
faulty | late 1ms | --as php
sonic | get --json {site}/a.html -H 'X-Other: 1' | json outcome= firstLoad
sonic | get --json {site}/a.html --force -H accept-diff: -H 'Accept-Diff: true' | json problems.rule~ request-names-changed | json problems.rule~ blocks-without-sonic
site | a.html | <title>T</title>\n<!--sonicdiff-a--><p>é 1<!--sonicdiff-a-end-->\n
faulty | whole
sonic | get --json {site}/a.html | json problems=
sonic | get --json {site}/a.html | json problems.rule= etag-same-page-sent
site | a.html | <title>T</title>\n<!--sonicdiff-a--><p>é 1<!--sonicdiff-a-end-->\n
faulty | wrong-hash
sonic | get {site}/a.html
site | a.html | <title>T</title>\n<!--sonicdiff-a--><p>é 2<!--sonicdiff-a-end-->\n
# The cause is known: other advice is not shown.
sonic | get {site}/a.html | out error update-wrong-hash:\s | out merged, it is byte for byte the full page received next | out \n    fix: Compute html-sha1 over the bytes of the full page | out! the page was changed in between
