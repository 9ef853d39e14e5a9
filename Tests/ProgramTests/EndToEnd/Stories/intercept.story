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

## responses from files lead to each of the four outcomes, without a server, and are marked as edited
home | answer | HTTP/1.1 200 OK\nEtag a\n\n
sonic | get --respond {home}/answer {site}/a.html | exit 1 | out= | err {home}/answer:2: “Etag a” is not a valid header: write NAME: VALUE
sonic | get --respond {home}/none {site}/a.html | exit 1 | err none cannot be read: No such file or directory
# Nothing was requested. A request beyond the files goes to the server, whose responses are not marked.
sonic | cache list | out=
home | answer | HTTP/1.1 302 Found\nLocation: {site}/a.html#x\n\n
sonic | get --json {site}/b.html --respond {home}/answer | json outcome= firstLoad | json edited.what= answer
sonic | cache list | out /a.html | out! edited by hand
sonic | get --json {site}/a.html | json edited=
sonic | cache remove {site}/a.html
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
has | (edited)
file | {home}/before | ~ \nHTTP/1.1 304 Not Modified\n
keys | a
see | DATA UPDATE edited by hand | ▌two
has | ▶data◀ | the response was edited by hand; originally
keys | =
see | Session details | edited       the response was edited by hand; originally 304 Not Modified
keys | q
see | ▌two
quit
sonic | cache list | out edited by hand
# The server's own next response is not marked.
sonic | get --json {site}/a.html | json outcome= dataUpdate | json edited=
sonic | cache list | out! edited by hand

## a page is answered from a file for a server's clients; a saved file is sent again, and the rule is ended
site | news.html | {one}
home | draft.html | {two}
serve | --control
terminal | 30x140 | {sonic} traffic {site}
see | Waiting for requests
sonic | get --json {site}/news.html | json outcome= firstLoad
see | first load
keys | M
see | :map
keys | {home}/draft.html\r
see | Rule 1 answers method:GET,HEAD path:"/news.html" from draft.html
sonic | get --json {site}/news.html | json outcome= dataUpdate
sonic | cache show {site}/news.html merged | out two
see | @* data update
keys | G
see | answered by rule 1: draft.html
home | draft.html | {wide}
keys | k
until | get --json {site}/news.html | json outcome= templateChange
sonic | cache show {site}/news.html merged | out wide
keys | R
see | ▸ | answers from draft.html
has | this program
keys | x
see | The server has no rules
keys | q
see | !set by
keys | q
see | !Traffic:
quit
sonic | get --json {site}/news.html | json outcome= templateChange
sonic | cache show {site}/news.html merged | out one
