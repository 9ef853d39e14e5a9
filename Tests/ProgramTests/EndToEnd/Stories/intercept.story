# Responses written or edited by hand.
let | filler | {40*<p>always the same #\n}
page | one | <title>News</title><body class=plain>\n<h1>News</h1>\n<!--sonicdiff-a--><p>one<!--sonicdiff-a-end-->\n{filler}
page | two | <title>News</title><body class=plain>\n<h1>News</h1>\n<!--sonicdiff-a--><p>two<!--sonicdiff-a-end-->\n{filler}
page | wide | <title>News</title><body class=wide>\n<h1>News</h1>\n<!--sonicdiff-a--><p>three<!--sonicdiff-a-end-->\n{filler}
let | head | HTTP/1.1 200 OK\nContent-Type: text/html\nCache-Offline: true\n
let | update | {head}Etag: {two.etag}\ntemplate-tag: {two.tag}\ntemplate-change: false\n\n{"data":{"{title}":"<title>News</title>","{a}":"<!--sonicdiff-a--><p>two<!--sonicdiff-a-end-->"},"diff":"","template-tag":"{two.tag}","html-sha1":"{two.etag}"}\n
let | change | {head}Etag: {wide.etag}\ntemplate-tag: {wide.tag}\ntemplate-change: true\nContent-Length: 1\n\n{wide}
let | first | {head}Etag: {one.etag}\ntemplate-tag: {one.tag}\ntemplate-change: true\nContent-Length: 1\n\n{one}
site | a.html | {one}
serve
home | first | {first}
home | update | {update}
home | change | {change}
home | same | HTTP/1.1 304 Not Modified\n\n
env | TMPDIR | {home}

## responses from files lead to each of the four outcomes, without a server
stop
sonic | get --json {site}/a.html --respond {home}/first | json outcome= firstLoad | json edited.what= answer | json edited.original= - | json edited.words~ e
sonic | cache show {site}/a.html merged | out one
sonic | get --json {site}/a.html --respond {home}/update | json outcome= dataUpdate | json edited.what= answer | json edited.original= -
sonic | cache show {site}/a.html merged | out two
sonic | get --json {site}/a.html --respond {home}/change | json outcome= templateChange | json edited.what= answer | json edited.original= -
sonic | cache show {site}/a.html merged | out wide
sonic | get --json {site}/a.html --respond {home}/same | json outcome= allCached | json edited.what= answer | json edited.original= -
sonic | cache show {site}/a.html merged | out wide
sonic | cache show {site}/a.html | count 3 edited by hand
sonic | cache list | out edited by hand
sonic | get --respond {home}/same {site}/a.html | out \n  edited:\s | out answered by: intercept

## an error in a file is reported with its line, and nothing is requested
home | answer | HTTP/1.1 200 OK\nEtag a\n\n
sonic | get --respond {home}/answer {site}/a.html | exit 1 | out= | err {home}/answer:2: “Etag a” is not a valid header: write NAME: VALUE
sonic | get --respond {home}/none {site}/a.html | err none cannot be read: No such file or directory

## responses of servers are not marked, and a request beyond the files goes to the server
home | answer | HTTP/1.1 302 Found\nLocation: {site}/a.html#x\n\n
sonic | get --json {site}/b.html --respond {home}/answer | json outcome= firstLoad | json edited.what= answer
sonic | cache list | out! edited by hand
sonic | get --json {site}/a.html | json edited=

## an intercepted 304 edited into a data update patches the page and is marked as edited
home | editor | cp "$1" {home}/before; cat {home}/update > "$1"
env | EDITOR | sh {home}/editor
browse | 40x130 | {site}/a.html
see | FIRST LOAD
keys | i
see | :intercept responses
keys | \sstatus=3xx\r
see | Intercepting responses status=3xx.
keys | r
see | intercepted for | Intercepted: response 304 Not Modified, no body.
has | \sINTERCEPTED 1\s | a forwards it, E edits it | !ALL CACHED
keys | <M-i>
see | HTTP/1.1 304 Not Modified
has | Intercepted | ▸ response 304 Not Modified
keys | E
see | template-change: false
has | Edited: a forwards it. | (edited)
file | {home}/before | ~ \nHTTP/1.1 304 Not Modified\n
keys | a
see | DATA UPDATE edited by hand | ▌two
has | ▶data◀ | the response was edited by hand; originally
keys | =
see | About this session | edited       the response was edited by hand; originally 304 Not Modified
keys | q
see | ▌two
quit
sonic | cache list | out edited by hand
# The server's own next response is not marked.
sonic | get --json {site}/a.html | json outcome= dataUpdate | json edited=
sonic | cache list | out! edited by hand

## an invalid edit keeps the response intercepted, and dropping it keeps the page
home | editor | sed -i 's/^HTTP.1.1/HTTP eleven/' "$1"
env | EDITOR | sh {home}/editor
browse | 40x130 | {site}/a.html
see | FIRST LOAD
keys | :intercept\r
see | Interception is off
keys | :intercept status=abc\r
see | “abc” is not a valid status
keys | \x15intercept responses\r
see | Intercepting responses.
keys | r
see | s: response 304
keys | E
see | Not changed: line
has | is not a valid status line | s: response 304
keys | X
see | dropped in the browser
has | OFFLINE | one
# Esc stops an intercepted session as it stops any other, and nothing stays intercepted.
keys | r
see | s: response 304
keys | <Esc>
see | !intercepted for | STOPPED | one
keys | a
see | nothing is intercepted: press i
keys | r
see | s: response 304
quit

## a response under way is intercepted if it has not started
let | answer | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: 422\r\n\r\n<title>News</title><p>{70*one\s}
reply | 0 | read | wait first | > {answer} | > {30*one\s}
reply | * | read | > {answer} | wait second | > {30*one\s}
server | raw
browse | 24x120 | {raw}/a.html
request | raw | 0
# The first session of the program waits for its response.
keys | i\r
see | Intercepting responses.
open | first
see | intercepted for
has | \sINTERCEPTED 1\s | response 200 OK,\s
keys | a
see | FIRST LOAD
keys | :intercept\r
see | Interception off.
# A response that has started continues, and a message says so.
keys | R
see | @0 RECEIVING
keys | i\r
see | Intercepting responses. The response under way is not: it has started already.
open | second
see | !@0 RECEIVING | !@0 INTERCEPTED
quit

## a file responds to the page's next request and to an intercepted one
env | EDITOR | true
browse | 40x130 | {site}/a.html
see | FIRST LOAD
keys | :respond {home}/update\r
see | The response is taken from the file.
keys | r
see | DATA UPDATE | ▌two
keys | :intercept requests\r
see | Intercepting requests.
keys | r
see | s: request GET
keys | :respond {home}/change\r
see | TEMPLATE CHANGE
has | three
keys | :respond /nowhere\r
see | /nowhere cannot be read

## an edited response has the same outcome as if the server had sent it
# Whether the page is stored before, the file that stands for the edit, the outcome, and what is shown.
for | before file outcome shown | true | first | FIRST LOAD | one
for | before file outcome shown | exec {sonic} get {site}/a.html | update | DATA UPDATE | two
for | before file outcome shown | exec {sonic} get {site}/a.html | change | TEMPLATE CHANGE | three
# To become “all cached”, the intercepted response has to be an update.
for | before file outcome shown | {sonic} get {site}/a.html; cp {home}/two.html {folder}/a.html | same | ALL CACHED | one
home | two.html | {two}
script | {before} | exit 0
home | editor | cat {home}/{file} > "$1"
env | EDITOR | sh {home}/editor
browse | 24x80
see | q quit
keys | i\r
see | Intercepting responses.
keys | o\x15{site}/a.html\r
see | intercepted for | @0^ \sINTERCEPTED 1\s
keys | E
see | Edited: a forwards it.
keys | a
see | {outcome} edited by hand | {shown}
quit
sonic | cache show {site}/a.html merged | out <p>{shown}

## explanation, clients and check are readable on a terminal
browse | 120x200 | get --explain {site}/a.html
ends | exit 0
see | Cached | Asked | Answered | Classified | Verified | Decided | Stored
browse | 24x80 | get --clients {site}/a.html
ends | exit 0
see | \s iOS has the same page | \s Android has the same page
browse | 60x200 | check {site}/a.html
ends | exit 0
see | ok 1 - complete: Each request gets a response, received in full | ok 22 - update-sha1: The merged page has the SHA-1 that `html-sha1` names, in lower | # 32 rules met, 0 broken

## a wide terminal shows an update's changes next to the page, and the inspector
let | same | {30*<p>always the same\n}
site | n.html | <title>Harbour</title><body class=plain><h1>Harbour</h1>\n<!--sonicdiff-now--><p>Rain until Wednesday</p><!--sonicdiff-now-end-->\n{same}
sonic | get {site}/n.html
site | n.html | <title>Harbour</title><body class=plain><h1>Harbour</h1>\n<!--sonicdiff-now--><p>Rain until Thursday</p><!--sonicdiff-now-end-->\n{same}
browse | 60x200 | {site}/n.html
see | DATA UPDATE | + Rain until Thursday
has | - Rain until Wednesday | ▌Rain until Thursday | ▶data update◀
keys | I4
see | ▸4 Blocks
has | @2 1 Headers | @3 Request: GET {site}/n.html → 200 OK | @4 2 blocks in a page of 698 B, 1 changed | @* 1 title & 22 B at 0 to 22 | @* ▌2 now & 70 B at 57 to 127, changed
keys | 5/thursday\r
see | 1 of 1: thursday
has | @4 Merged page: stored version 1 with the data of the update, 698 B, SHA-1\s | @6 <!--sonicdiff-now--><p>Rain until Thursday</p><!--sonicdiff-now-end-->
keys | q
see | !Inspector
quit
