# Certificates, forms, copies, exports, edited requests and findings on real screens.

## a certificate is checked, its details are shown, and every screen of a browser with --insecure says so
tls | secure
sonic | get {secure} | exit 1
sonic | get --json --private --cacert {secure.certificate} {secure} | exit 0 | json requests.0.certificate.subject= CN=localhost | json requests.0.certificate.verdict= ok. | json requests.0.timings.securing> -1
sonic | get --insecure {secure} | err any certificate is accepted
browse | 30x100 | --insecure {secure}
see | compared here
has | @0 INSECURE
keys | I7
# The last line of the overlay means that all of it is drawn.
see | ▸7 Connection | Tab view
has | @0 INSECURE | @* │ TLS          TLSv1.3 / TLS_ | │ for          CN=localhost\s | │ issued by    CN=localhost\s | @* │ valid until & GMT | │ checked      result: self

## a certificate that cannot be verified is accepted by a key, without stored cookies and passwords, and apart
tls | secure
home | cookies.txt | 127.0.0.1\tFALSE\t/\tTRUE\t99999999999\tkept\tbiscuit\n
sonic | cookies import {home}/cookies.txt | exit 0
home | .netrc | machine 127.0.0.1 login ann password secret
config | { sites: { '127.0.0.1': { 'request-headers': { 'X-Plain': 'quay', 'Authorization': 'Bearer stored' } } } }
# What is stored goes to the verified server.
sonic | get --explain --secrets --cacert {secure.certificate} {secure}a | out biscuit | out Bearer stored
browse | 30x100 | -H 'Authorization: Bearer given' {secure}
see | This page cannot be shown | self-signed | CN=localhost | SHA-256
has | !--insecure | !--cacert
keys | <Enter>
keys | %
see | s_server | FIRST LOAD | under an exception
keys | I
see | X-Plain\s | quay
has | !Authorization | !Cookie | !biscuit
keys | q=
see | accepted certificate SHA-256
keys | q
quit
# It was for one run, and what was stored meanwhile is no page of the site.
browse | 30x100 | {secure}
see | This page cannot be shown | SHA-256

## a form is filled in and posted, and posted again only after confirmation, and a search is sent by its number
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
see | Sent by POST | PLAIN
has | @* name & Ann Lee | @* password & secret | @* lens & third order | @* gift & yes | @* by & boat | @* words & one | @* from & demo | @* act & order | two & three
keys | r
see | again?
keys | n
see | Nothing was sent.
keys | ry
see | !again? | Sent by POST
keys | B
see | [Ann Lee_____________]
# The response to a POST is not in the cache.
sonic | cache list | out /form\n | out! /form/answer
keys | f
see | Follow:\s
keys | 2
see | \sa word or two:
keys | fresnel lens\r
see | [fresnel lens____________]
keys | f3
see | /form/answer?q=fresnel+lens | Sent by GET | fresnel lens
quit

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

## a page is saved as sent and as text, and its sessions as files that replay with the same outcomes
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n
serve
browse | 30x160 | {site}/a.html -H 'Cookie: a=hidden'
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
quit

## the bytes of an encoded body are printed as received or decoded, and the request as sent
site | long.html | <title>Long</title>\n{200*<p>the same words again</p>\n}
serve
sonic | get --private --print body {site}/long.html | out= <title>Long</title>\n{200*<p>the same words again</p>\n}
script | "$0" get --private --print wire {site}/long.html > {home}/wire && test $(stat -c %s {home}/wire) -lt 1000 | exit 0
sonic | get --private --print request {site}/long.html | out^ GET /long.html HTTP/1.1\r\nHost:\s | out$ \r\n\r\n

## a request is overridden, edited by line and in an editor, resent, and its response stored
let | tail | <!--sonicdiff-a-end--><p>end
site | a.html | <title>News</title><!--sonicdiff-a--><p>one{tail}
serve
sonic | get --json {site}/a.html | json outcome= firstLoad
site | a.html | <title>News</title><!--sonicdiff-a--><p>two words{tail}
sonic | get --json {site}/a.html | json outcome= dataUpdate
home | editor | sed -i 's/^Accept:.*/Accept: text\\/x-mine/' "$1"\n
env | EDITOR | sh {home}/editor
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
keys | w
see | Stored as version 3. | three | of an edited request
keys | ei
see | Method and address: GET\s
keys | <C-u>HEAD {site}/a.html\r
see | ▸  HEAD {site}/a.html
keys | e
see | Edited: Enter sends the request
has | Accept: text/x-mine
keys | <Enter>
see | Response to the resent request
has | HEAD {site}/a.html | Body, 0 B
keys | w
see | This response has nothing to store
home | editor | echo nonsense > "$1"\n
keys | ee
see | Not changed: line 1: “nonsense”

## two addresses are compared on the screen, and the title shows whose headers are sent
site | a.html | <title>News</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end--><p>end
site | b.html | <title>News</title><!--sonicdiff-a--><p>other<!--sonicdiff-a-end--><p>end
serve
browse | 30x100 | {site}/a.html --as ios
see | FIRST LOAD
has | @0^ \sAS IOS\s
keys | :compare {site}/b.html\r
see | page, source: 1 difference
has | @* 1+<title> & <p>other
keys | q:compare http://127.0.0.1:1/\r
see | 127.0.0.1:1
keys | q
quit

# The walk-through of docs/guide/debugging.md, key by key.

## a phone that still shows the old text is explained by the page's own script
demo
browse | 40x120 | {site}/forgotten
see | FIRST LOAD | 1 Bft from the west
keys | r
see | DATA UPDATE | 2 Bft from the west
keys | I
see | Inspector
keys | 8
see | passes it to the page's own script
keys | r
see | patched 1 of 2 changed blocks: a phone still shows the old text
has | {wind}: the callback never reads this key of the result | 1 Bft from the west” → “2 Bft from the west
keys | <Esc>
see | !Esc close | !Esc leave
quit

## a page that is always a template change is traced to the bytes that differ
demo
browse | 40x120 | {site}/visitors
see | FIRST LOAD | You are visitor number 41001.
has | !TEMPLATE CHANGE
# 1. Nothing relevant changed, yet the full page is received.
keys | r
see | TEMPLATE CHANGE | You are visitor number 41002.
has | outside the blocks line
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
see | Session details
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
