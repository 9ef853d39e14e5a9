# The inspector, forms, copies, exports and edited requests on real screens.

## an update is inspected: headers, body, template, blocks, page, timing and connection
let | start | <title>Harbour</title><h1>Harbour</h1>\n<!--sonicdiff-now--><p>Rain until
site | n.html | {start} Wednesday</p><!--sonicdiff-now-end-->\n
serve
sonic | get {site}/n.html
site | n.html | {start} Thursday</p><!--sonicdiff-now-end-->\n
browse | 24x80 | {site}/n.html
see | DATA UPDATE
keys | I
see | ▸1 Headers
has | │ GET /n.html HTTP/1.1␍\s | │ accept-diff: true␍\s | @3 /n.html → 200 OK | @3$ raw, x: table │
keys | x
see | table, x: raw
has | │ accept-diff              true\s | · servers use Sonic for requests with this header
keys | \\
see | ▸2 Body
has | @3 pretty, x: raw | │   "data": { | "{now}": "<!--sonicdiff-now--><p>Rain until Thursday</p>
keys | x
see | raw, x: hex
has | {"data":{"{
keys | 3
see | ▸3 Template
has | │ {title}<h1>Harbour</h1>\s | │ {now}\s
keys | 4
see | ▸4 Blocks
has | 1 Headers 2 Body 3 Template▸4 Blocks 5 Merged 6 Timing 7 Conn 8 Callback | \s2 blocks in a page of 110 B, 1 changed | \s 1 title                            22 B at 0 to 22 | \s▌2 now                              70 B at 39 to 109, changed
keys | ))
see | Block 2 of 2, now: 70 B at 39 to 109, changed
has | │ <!--sonicdiff-now--><p>Rain until Thursday</p><!--sonicdiff-now-end-->\s
keys | 5
see | ▸5 Merged
has | │ Merged page: stored version 1 with the data of the update, 110 B | │ <title>Harbour</title><h1>Harbour</h1>\s
keys | 6
see | ▸6 Timing
has | @* │ cache\s & \sms\s | @* │ wait\s & \sms\s | @* │ receive\s & \sms\s | @* │ verify\s & \sms\s | @* │ store\s & \sms\s | @* │ painted\s & \sms\s
keys | 7
see | ▸7 Conn
has | │ protocol     HTTP/1.1\s | │ opened       for this request\s | │ TLS          none: the connection is not encrypted\s
keys | <Esc>
see | !Inspector | Thursday
quit
# A page shown without a request says so, and is shown from the cache.
stop
browse | 14x60 | --offline {site}/n.html
see | Rain until Thursday
keys | I
see | ▸1 Headers
has | │ No request\s | │ No request was made:\s
keys | 5
see | ▸5 Merged
has | │ The page: stored version 2,\s | <p>Rain until Thursday</p>

## an encoded body has two sizes, and is printed either way
site | long.html | <title>Long</title>\n{200*<p>the same words again</p>\n}
serve
browse | 24x80 | --private {site}/long.html
see | FIRST LOAD
keys | \\
see | ▸2 Body
has | @4 \son the wire ( | @4 ), 5,620 B decoded | │ <p>the same words again</p>\s
keys | xxx
see | wire, x: highlighted
has | │ 00000000:\s
sonic | get --private --print body {site}/long.html | out= <title>Long</title>\n{200*<p>the same words again</p>\n}
script | "$0" get --private --print wire {site}/long.html > {home}/wire && test $(stat -c %s {home}/wire) -lt 1000 | exit 0
sonic | get --private --print request {site}/long.html | out^ GET /long.html HTTP/1.1\r\nHost:\s | out$ \r\n\r\n

## a text is searched for in headers, body and bytes
for | size | 24x80 | 60x200
let | boat | {999*<p>line #</p>\n}<p>line 1000 has a Boat</p>\n
site | boats.html | {boat}{boat}{boat}{boat}{boat}{boat}{boat}{boat}{999*<p>line #</p>\n}<p>line 9000 has a Boat</p>\n
serve
browse | {size} | {site}/boats.html
see | FIRST LOAD
keys | \\/a boat
see | <p>line 1000 has a Boat</p> | 1 of 9 | @-1^ \s/a boat
keys | <Enter>
see | 1 of 9: a boat
keys | N
see | <p>line 9000 has a Boat</p> | 9 of 9, continued at the end: a boat
keys | x
see | raw, x:\s
keys | x
see | hex, x:\s
keys | /6c69 6e65 2039\r
see | 1 of\s
has | line 9
keys | 1/content-length\r
see | ▸1 Headers | 1 of 1: content-length
# The first Esc clears the highlighting; a key right after Esc would be read as Alt with it.
keys | <Esc>
see | Esc close | Inspector
keys | <Esc>
see | !Inspector
quit

## a large body can be scrolled to its end and back
site | large.html | {12000*<p>line # of many that are all alike</p>\n}
serve
browse | 30x100 | {site}/large.html
see | FIRST LOAD
keys | \\
see | │ <p>line 1 of many that are all alike</p>\s
keys | G
see | │ <p>line 12000 of many that are all alike</p>\s | \s12000/12000 ┐
keys | b
see | line 11960 of many
keys | g
see | │ <p>line 1 of many

## protocol, cipher, certificate and verification of a TLS connection are shown
tls | secure
browse | 30x100 | --insecure {secure}
see | checked\s
keys | I7
# The last line of the overlay means that all of it is drawn.
see | ▸7 Connection | Tab view
has | @* │ TLS          TLSv1.3 / TLS_ | │ for          CN=localhost\s | │ issued by    CN=localhost\s | @* │ valid until & GMT | │ checked      result: self
sonic | get --json --private --cacert {secure.certificate} {secure} | json requests.0.certificate.subject= CN=localhost | json requests.0.certificate.verdict= ok. | json requests.0.timings.securing> -1

## a form is filled in and posted, and posted again only after confirmation
demo
browse | 30x100 | {site}/form
see | FIRST LOAD
# The link back, the search field and its button come first.
keys | <Tab><Tab><Tab><Tab><Enter>
see | \sname:
keys | Ann Lee\r
see | [Ann Lee_____________]
keys | <Tab><Enter> | secret\r
see | [••••••____]
keys | <Tab><Enter>
see | (•) second order
keys | j\r
see | [third order  ▾]
keys | <Tab><Enter><Tab><Tab><Enter><Tab><Enter>
see | \swords:
keys | one\x0Ftwo & three\r
see | [one↵two & three | is accepted
keys | q
see | q was not added
keys | <Esc>
see | !is accepted
keys | S
see | It came by POST | PLAIN
has | @* name & Ann Lee | @* password & secret | @* lens & third order | @* gift & yes | @* by & boat | @* words & one | @* from & demo | @* act & order | two & three
keys | r
see | again?
keys | n
see | Nothing was sent.
keys | ry
see | !again? | It came by POST
keys | B
see | [Ann Lee_____________]
quit
# The response to a POST is not in the cache.
sonic | cache list | out! /form/answer

## a search is submitted with its button, selected by number
demo
browse | 30x100 | {site}/form
see | FIRST LOAD
keys | f
see | Follow:\s
keys | 2
see | \sa word or two:
keys | fresnel lens\r
see | [fresnel lens____________]
keys | f3
see | /form/answer?q=fresnel+lens | It came by GET | fresnel lens

## link numbers are shown and hidden again
site | a.html | <p>{150*<a href="p#.html">link #</a>\s}
site | p107.html | <h1>Page 107</h1>
serve
browse | 30x100 | {site}/a.html
see | FIRST LOAD
keys | f
see | [150]
has | [1]
keys | <Esc>
see | ![150] | link 150
keys | f107
see | Page 107

## a path is completed, anything but a file is refused, and a 307 resends the upload
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<title>Up</title><form method=post enctype=multipart/form-data action=/up>\n<input type=file name=f><button>Send</button></form>
reply | 1 | read | answer 307 There\nLocation: /there
reply | * | read | answer 200 OK\nContent-Type: text/html\n\n<p>It has arrived.</p>
server | raw
home | files/a "b".txt | harbour
pipe | {home}/files/pipe
browse | 24x100 | {raw}/
see | [ no file\s
keys | <Tab><Enter>
see | File for f:
keys | ~/files\r
see | is a folder
keys | /pipe\r
see | is not a regular file
keys | \x15~/fi\t
# The prompt contained a longer name before, so the blank shows that it is complete.
see | File for f: ~/files/\s
keys | a\t
see | ~/files/a "b".txt
keys | \r
see | [ a "b".txt (7 B)
keys | S
see | It has arrived.
let | part | \r\nContent-Disposition: form-data; name="f"; filename="a %22b%22.txt"\r\nContent-Type: text/plain\r\n\r\nharbour\r\n--
request | raw | 1 | ^ POST /up\s | ~ {part}
request | raw | 2 | ^ POST /there\s | ~ {part}
quit

## everything in the copy menu is sent to the terminal as Base64
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n
serve
browse | 30x120 | {site}/a.html -H 'Cookie: a=hidden'
see | FIRST LOAD
keys | yy
see | The address was copied
keys | yc
see | The request for curl was
keys | yh
see | The headers were
keys | yb
see | The block “a” was
keys | yx
see | The session explained was
keys | Y
see | The request for curl was
copied | 0 | = {site}/a.html
copied | 1 | ^ curl --noproxy '*' '{site}/a.html' -H ' | ~ Cookie: a=*** | ! hidden
copied | 2 | ^ GET /a.html HTTP/1.1\n | ~ \n\nHTTP/1.1 200 OK\n | ! hidden
copied | 3 | = <!--sonicdiff-a-->one<!--sonicdiff-a-end-->
copied | 4 | ^ {site}/a.html: first load, code 1000\n | ~ \nBody, 69 bytes, text/html | ~ \s Cookie: a=*** | ! hidden
copied | 5 | ^ curl --noproxy '*' '{site}/a.html' -H ' | ! hidden

## saved sessions replay with the same outcomes
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n
serve
browse | 30x120 | {site}/a.html -H 'Cookie: a=hidden'
see | FIRST LOAD
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->two<!--sonicdiff-a-end-->\n
keys | r
see | DATA UPDATE
keys | xs
see | File for\s
keys | <C-u>{home}/one.har<Enter>
see | 1 session, secrets masked.
keys | xa
see | File for\s
keys | <C-u>~/all.har<Enter>
see | 2 sessions, secrets masked.
sonic | replay {home}/one.har | out^ dataUpdate (200) | out! recorded:
sonic | replay {home}/all.har | out^ firstLoad (1000) | out \ndataUpdate (200) | out! recorded:
file | {home}/all.har | ~ a=*** | ! hidden
mode | {home}/all.har | 600
keys | xms
see | File for\s
keys | <C-u>{home}/one.har<Enter>
see | Replace the file\s
keys | n
see | Nothing was saved.
file | {home}/one.har | ~ a=***
keys | xms
see | File for\s
keys | <C-u>{home}/one.har<Enter>
see | Replace the file\s
keys | y
see | 1 session, secrets included.
file | {home}/one.har | ~ a=hidden

## a page is saved byte for byte and as text
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n
serve
browse | 24x160 | {site}/a.html
see | FIRST LOAD
keys | xh
see | File for\s
keys | <C-u>{home}/a.html<Enter>
see | the page as sent.
file | {home}/a.html | = <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n
keys | xt
see | File for\s
keys | <C-u>{home}/a.txt<Enter>
see | the page as text.
file | {home}/a.txt | = x one\n
keys | xt
see | File for\s
keys | <C-u>{home}/none/a.txt<Enter>
see | cannot be written: No such file or directory
names | {home} | ^ a.html a.txt cache\s

## a request is overridden, resent, compared and stored
let | tail | <!--sonicdiff-a-end--><p>end
site | a.html | <title>News</title><!--sonicdiff-a--><p>one{tail}
serve
sonic | get --json {site}/a.html | json outcome= firstLoad
site | a.html | <title>News</title><!--sonicdiff-a--><p>two words{tail}
sonic | get --json {site}/a.html | json outcome= dataUpdate
browse | 30x100 | {site}/a.html
see | ALL CACHED
keys | e
see | those of version 1
has | ▸  GET {site}/a.html | accept-diff: true | 1 [ ] no tags
# The server has a third version now.
site | a.html | <title>News</title><!--sonicdiff-a--><p>three{tail}
keys | 2
see | 2 [x] old tags
keys | <Enter>
see | Response to the resent request
has | data update, code 200 | compared with stored version 1 | HTTP/1.1 200 OK
keys | G
see | 304
# Nothing was stored.
sonic | cache list | out 2 versions
keys | e1\r
see | overrides: no tags
keys | <M-a>
see | ┌ Comparison
keys | qe1\r
see | overrides: no tags
keys | w
see | Stored as version 3. | three | of an edited request
quit

## lines are changed, added and removed, and invalid ones can be corrected
site | a.html | <title>News</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end--><p>end
serve
browse | 30x100 | {site}/a.html
see | FIRST LOAD
keys | ei
see | Method and address: GET\s
keys | <C-u>HEAD\r
see | “HEAD” is not a valid address
keys | <C-u>HEAD {site}/a.html\r
see | ▸  HEAD {site}/a.html
keys | aX-Mine: 1\r
see | X-Mine: 1
keys | jx
see | !accept-diff: true
keys | <Enter>
see | Response to the resent request
has | HEAD {site}/a.html | Body, 0 B
keys | w
see | This response has nothing to store

## the whole request is edited in an editor
site | a.html | <title>News</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end--><p>end
serve
home | editor | sed -i 's/^Accept:.*/Accept: text\\/x-mine/' "$1"\n
env | EDITOR | sh {home}/editor
browse | 30x100 | {site}/a.html
see | FIRST LOAD
keys | ee
see | Edited: Enter sends the request
has | Accept: text/x-mine
keys | <Enter>
see | Response to the resent request
home | editor | echo nonsense > "$1"\n
keys | ee
see | Not changed: line 1: “nonsense”

## a request without a response can be cancelled
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<title>News</title><p>end
reply | * | read | wait gate
server | raw
browse | 30x100 | {raw}/a
see | FIRST LOAD
keys | e
see | no older version is stored
keys | <Enter>
see | Sending…
keys | <Esc>
see | Cancelled.
open | gate
# The first one closes the overlay.
keys | <C-c><C-c>
ends | exit 0

## two addresses are compared on the screen, and the title shows whose headers are sent
site | a.html | <title>News</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end--><p>end
site | b.html | <title>News</title><!--sonicdiff-a--><p>other<!--sonicdiff-a-end--><p>end
serve
browse | 30x100 | {site}/a.html --as ios
see | FIRST LOAD
has | @0^ \sAS IOS\s
keys | <M-a>
see | There are no two responses of this page yet: e sends
keys | :compare {site}/b.html\r
see | page, source: 1 difference
has | @* 1+<title> & <p>other
keys | q:compare http://127.0.0.1:1/\r
see | 127.0.0.1:1
keys | q
quit

# The walk-through of docs/guide/debugging.md, key by key, and the overlays that it uses.

## a page that is always a template change is traced to the bytes that differ
demo
browse | 40x120 | {site}/visitors
see | FIRST LOAD | You are visitor number 41001.
has | !TEMPLATE CHANGE
# 1. Nothing relevant changed, yet the full page is received.
keys | r
see | TEMPLATE CHANGE | You are visitor number 41002.
has | full page received
# 2. What is wrong: the finding names the bytes.
keys | !
see | template-drifts
has | had “41001” and has “41002” | fix: If it differs on each load, put it into a block
# 3. After another reload the finding is certain.
keys | <Esc>
see | !Esc close | !Esc leave
keys | r
see | You are visitor number 41003.
keys | !
see | error template-unsteady
has | differs on each of the last three loads | !template-drifts
# 4. Why the server sent the full page, in the details of the session.
keys | <Esc>
see | !Esc close | !Esc leave
keys | =
see | About this session
keys | G
see | Shown
has | Verified
# 5. Everything for a report.
keys | <Esc>
see | !Esc close | !Esc leave
keys | yx
see | The session explained was
copied | -1 | ~ : template change, code 2000\n | ~ \n  error template-unsteady:\s
quit

## findings are shown on the screen with the reason and the fix
demo
browse | 40x120 | {site}/faults/weak-etag
see | FIRST LOAD
keys | !
see | warning etag-weak
has | why: Sonic servers compare the bare tag | fix: Name another header in sonic-etag-key

# Data, Markdown and texts.

## JSON opens as a tree, folds with Enter, and shows what changed
for | size | 24x80 | 12x40 | 60x200
let | rest | , "depth": 12.50, "berths": [{"name": "A1", "ship": {"flag": {"code": "NO"}}}]}
site | data.json | {"port": "Harbour"{rest}
serve
browse | {size} | {site}/data.json
see | ▸ "ship": {… 1 name }
has | \s\s\s\s"depth": 12.50,
keys | <Tab><Tab><Tab><Tab><Enter>
see | ▸ "flag": {… 1 name }
site | data.json | {"port": "Anchorage"{rest}
keys | r
see | ▌    "port": "Anchorage", | ▸ "flag": {… 1 name }
keys | <M-r>
see | {"port": "Anchorage"
quit

## Markdown opens as a page whose links can be followed
site | README.md | # The pier\n\nSee the *long* [log](log.txt).\n
site | log.txt | line one\n
serve
browse | 24x80 | {site}/README.md
see | See the long log. | ════
keys | <Tab><Enter>
see | line one
quit

## a text is shown as it arrives, and is available offline afterwards
reply | * | read | > HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nfirst words\n | wait gate | > last words\n
server | raw
browse | 24x80 | {raw}/log
see | first words
open | gate
see | last words | PLAIN
quit
browse | 24x80 | --offline {raw}/log
see | first words | last words | OFFLINE · as of\s
quit

# Pages whose server does not speak Sonic, compared by the client.

## a reloaded plain page shows that the client compared it, and what changed
reply | 0 | read | answer 200 OK\nContent-Type: text/html; charset=utf-8\n\n<title>Plain</title><h1>Plain</h1>\n<p>Bridge closed</p>\n<p>The same as ever.</p>\n
reply | * | read | answer 200 OK\nContent-Type: text/html; charset=utf-8\n\n<title>Plain</title><h1>Plain</h1>\n<p>Bridge open</p>\n<p>The same as ever.</p>\n
server | raw
browse | 30x120 | {raw}/
see | FIRST LOAD
keys | r
see | TEMPLATE CHANGE, compared here
has | Bridge open | + Bridge open | - Bridge closed | !- The same
quit
