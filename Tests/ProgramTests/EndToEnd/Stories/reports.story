# What sonic get, check, replay and diff report about sessions.

## a session is explained from the cache to the screen
let | tail | <!--sonicdiff-a-end-->\n
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->one{tail}
serve
sonic | get {site}/a.html --explain | exit 0 | out no copy is stored\n | out \n  yes  sonic-page:\s
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->two{tail}
# The page is smaller than any update of it.
script | "$0" get {site}/a.html --explain > {home}/told; grep -v '^ ' {home}/told \p grep . | out= Cached\nRequested\nReceived\nClassified\nVerified\nDecided\nStored\nShown\nOutcome\nFound\n
file | {home}/told | ~ \n  warning update-larger-than-page:\s | ~ \n  HTTP/1.1 200 OK\n | ~ \n  accept-diff: true\n      ^ servers use Sonic | ~ \n  yes  data-update:\s | ~ \s     ^ html-sha1 in the update:\s | ~ \s the blocks that changed: a\n
# Without --explain the tags of the request are told.
sonic | get {site}/a.html | out \n  request:\s
# A refused update is explained with both requests.
demo
sonic | get {site}/faults/wrong-hash
sonic | get {site}/faults/wrong-hash --explain | out what the update claims: 0000000000000000000000000000000000000000 differs\n | out \nRequested (request 2)\n

## each part of a page is printed byte for byte, and nothing else
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n
let | two | <title>News</title>\n<p>x\n<!--sonicdiff-a-->two<!--sonicdiff-a-end-->\n
serve
sonic | get {site}/a.html --print body | out= <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n | err=
site | a.html | {two}
sonic | get {site}/a.html --print update | out^ {"data":{"{title}": | out$ }
# Now the stored page is up to date.
sonic | get {site}/a.html --print merged | out= {two}
sonic | get {site}/a.html --print template | out= {title}\n<p>x\n{a}\n
sonic | get {site}/a.html --print data | out= {"{title}":"<title>News</title>","{a}":"<!--sonicdiff-a-->two<!--sonicdiff-a-end-->"}
sonic | get {site}/a.html --print headers | out^ HTTP/1.1 304\s | out$ \r\n\r\n
sonic | get {site}/a.html --print body | exit 1 | out= | err a 304 has no body
sonic | get {site}/a.html --print update | exit 1 | out= | err no update received (allCached)
# A difference can be applied with patch.
site | a.html | <title>News</title>\n<p>y\n<!--sonicdiff-a-->three<!--sonicdiff-a-end-->\n
sonic | get {site}/a.html --print diff | out= --- version 2\n+++ templateChange\n@@ -1,3 +1,3 @@\n <title>News</title>\n-<p>x\n-<!--sonicdiff-a-->two<!--sonicdiff-a-end-->\n+<p>y\n+<!--sonicdiff-a-->three<!--sonicdiff-a-end-->\n
sonic | get {site}/a.html --print diff | out=
# The body of an error is printed, with exit status 1.
sonic | get {site}/none --print body | exit 1 | out < | err 404

## the same parts are available for stored versions
let | one | <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n
let | two | <title>News</title>\n<p>x\n<!--sonicdiff-a-->two<!--sonicdiff-a-end-->\n
site | a.html | {one}
serve
sonic | get {site}/a.html
site | a.html | {two}
sonic | get {site}/a.html
sonic | cache show {site}/a.html merged | out= {two}
sonic | cache show {site}/a.html merged --version 1 | out= {one}
sonic | cache show {site}/a.html template --version 1 | out= {title}\n<p>x\n{a}\n
sonic | cache show {site}/a.html data | out two<!--sonicdiff-a-end-->
sonic | cache show {site}/a.html headers | out template-tag:\s
sonic | cache show {site}/a.html diff | out^ --- version 1\n+++ version 2\n@@\s
sonic | cache show {site}/a.html diff --version 1 | exit 1 | err no version before
sonic | cache show {site}/a.html merged --version 9 | exit 1 | out= | err version 9

## what the clients of Android and iOS make of a changed title is reported in JSON and in text
site | a.html | <title>One</title><!--sonicdiff-a--><p>1<!--sonicdiff-a-end-->
serve
sonic | get {site}/a.html --json --clients | json clients= ios+android | json clients.android.outcome= firstLoad | json clients.android.copy= stored | json clients.ios.outcome= firstLoad | json clients.ios.copy= stored
site | a.html | <title>Two</title><!--sonicdiff-a--><p>2<!--sonicdiff-a-end-->
sonic | get --clients {site}/a.html --json | json clients.android.page.same= true | json clients.android.verdict= Android has the same page | json clients.android.sonicStatus= 3 | json clients.ios.page.same= false | json clients.ios.page.block= title | json clients.ios.copy= useless | json clients.ios.screen= patched
sonic | get --clients ios {site}/a.html | out \n  iOS has the same page\n | out! Android
sonic | get {site}/a.html --json | json clients= -

# sonic check.

## a correct page passes the check, with the results for VasSonic's clients, and before its DNS entry exists
# A page that changes with each request, one that does not, and one with uncompressed responses.
demo
sonic | check {site}/static | exit 0 | out! not ok | out^ TAP version 14\n1..32\n# {site}/static\nok 1 - complete:\s
sonic | check {site}/clock | exit 0 | out! not ok | out^ TAP version 14\n1..32\n# {site}/clock\nok 1 - complete:\s
sonic | check {site}/news | exit 0 | out! not ok | out^ TAP version 14\n1..32\n# {site}/news\nok 1 - complete:\s
sonic | check {site}/clock --clients ios,android | exit 0 | out \n# clients:  iOS\s | out \n# clients:  Android has the same page
sonic | check --resolve pages.example:127.0.0.1 http://pages.example:{port}/static | exit 0 | out # http://pages.example:{port}/static\n
sonic | check --rule 'http://pages.example:{port}/static => {site}/faults/wrong-hash' --json http://pages.example:{port}/static | exit 1 | json pages.rules.21.rule= update-sha1 | json pages.rules.21.result= broken

## the faults of several pages are summed up, and rules are allowed by name, number and baseline
demo
home | urls | # pages\n{site}/faults/weak-etag\n\n{site}/faults/no-etag\n
sonic | check {site}/static --urls {home}/urls --junit {home}/junit.xml | exit 1 | out \n1..96\n | out$ \n# 3 pages, 1 fail the check\n | out \nnot ok 40 - etag-bare:\s
script | grep -o '<testcase ' {home}/junit.xml \p wc -l; grep -o '<failure ' {home}/junit.xml \p wc -l | out= 96\n1\n
sonic | check {site}/faults/ | exit 1 | count 1 not ok | out \nnot ok 6 - sonic | out # SKIP the server does not speak Sonic here\n
script | "$0" check {site}/faults/no-etag --json > {home}/baseline.json | exit 1
sonic | check {site}/faults/no-etag --allow etag | exit 0 | out \s# todo allowed by --allow\n
sonic | check {site}/faults/no-etag --allow 7 | exit 0 | out \s# todo allowed by --allow\n
sonic | check {site}/faults/no-etag --json --baseline {home}/baseline.json | exit 0 | json pages.rules.6.rule= etag | json pages.rules.6.result= broken | json pages.rules.6.forgiven= baseline

## a fault of the transfer is found promptly by a check
# Faults below HTTP or with timeouts, which a server in the same process cannot produce. The pages change with each request.
for | fault rules
with | endless | complete
with | silent | complete
with | hang-up | complete
with | reset | complete
with | truncated | complete
with | bad-gzip | complete
with | gzip-bomb | complete
with | overrun | etag-sha1 template-sha1 update-json
with | loop | status
with | lost-redirect | status
demo
script | "$0" check {site}/faults/{fault} --timeout 2 > {home}/told; echo $?; grep '^not ok' {home}/told \p sed 's/^not ok [0-9]* - //; s/:.*//' \p xargs | out= 1\n{rules}\n

# sonic get --har and --log, sonic replay.

## a session is recorded without secrets in a file private to its owner, or on standard output alone
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n
serve
sonic | get {site}/a.html --har {home}/a.har | exit 0 | out firstLoad
mode | {home}/a.har | 600
names | {home} | ! a.har.
script | cat {home}/a.har | json log.entries.response.status= 200 | json log.entries.response.content.text= <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n | json log.entries.request.headers.name~ Host
sonic | get {site}/a.html --har - | exit 0 | out^ {\n  "log": {
sonic | get {site}/a.html --har {home}/none/a.har | exit 1 | err cannot be written
# Secrets are recorded only on request.
let | words | -H 'Cookie: a=hidden' -H 'Authorization: Basic opened' --har -
sonic | get {site}/a.html {words} | out! hidden | out! opened | out a=*** | out Basic ***
sonic | get {site}/a.html {words} --secrets | out a=hidden | out Basic opened

## a recorded session replays with the same outcome, which is held against an expectation
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n
serve
sonic | get {site}/a.html --har {home}/first
sonic | get {site}/a.html --har {home}/same
site | a.html | <title>News</title>\n<p>x\n<!--sonicdiff-a-->two<!--sonicdiff-a-end-->\n
sonic | get {site}/a.html --har {home}/update
site | a.html | <title>News</title>\n<p>other\n<!--sonicdiff-a-->two<!--sonicdiff-a-end-->\n
sonic | get {site}/a.html --har {home}/template
sonic | get {site}/a.html --har {home}/force --force
sonic | get {site}/a.html --har {home}/gone
stop
sonic | get {site}/a.html --har {home}/offline
sonic | replay {home}/first | out^ firstLoad (1000) | out! recorded:
sonic | replay {home}/same | out^ allCached (304) | out! recorded:
sonic | replay {home}/update | out^ dataUpdate (200) | out! recorded: | out \s\schanged: a\n
sonic | replay {home}/template | out^ templateChange (2000) | out! recorded:
sonic | replay {home}/force | out! recorded:
sonic | replay {home}/gone | out! recorded:
sonic | replay {home}/offline | out^ offline | out! recorded:
sonic | replay {home}/update --json | out "outcome":"dataUpdate","code":200, | out "recorded":"dataUpdate"
sonic | replay {home}/update --expect data-update --changed a --expect-status 200 | exit 0 | err=
sonic | replay {home}/update --expect firstLoad --changed b | exit 1 | out^ dataUpdate (200) | err^ sonic: expected outcome:firstLoad, found dataUpdate with status 200; expected to change: b; changed unexpectedly: a (
sonic | replay {home}/update --expect-status 304 | exit 1 | err expected status:304, found dataUpdate
sonic | replay {home}/update --expect 'outcome:data-update,all-cached and not (has:error or status:404)' | exit 0

## of another program's sessions the last one is judged, and entries that are not pages are skipped
let | tail | "statusText": "", "httpVersion": "HTTP/1.1"
let | timings | "cache": {}, "timings": {"send": 1, "wait": 1, "receive": 1}
let | gone | {"startedDateTime": "2026-01-02T03:04:01Z", "time": 3, "request": {"method": "GET", "url": "http://news.example/a", "headers": []}, "response": {"status": 404, {tail}, "headers": [{"name": "content-type", "value": "text/html"}], "content": {"size": 9, "mimeType": "text/html", "text": "<p>Hello."}}, {timings}}
let | good | {"startedDateTime": "2026-01-02T03:04:02Z", "time": 3, "request": {"method": "GET", "url": "http://news.example/b", "headers": []}, "response": {"status": 200, {tail}, "headers": [{"name": "content-type", "value": "text/html"}], "content": {"size": 9, "mimeType": "text/html", "text": "<p>Hello."}}, {timings}}
let | sheet | {"startedDateTime": "2026-01-02T03:04:01Z", "time": 3, "request": {"method": "GET", "url": "http://news.example/c.css", "headers": []}, "response": {"status": 200, {tail}, "headers": [{"name": "content-type", "value": "text/css"}], "content": {"size": 9, "mimeType": "text/css", "text": "<p>Hello."}}, {timings}}
home | a.har | {"log": {"entries": [{gone},{good}]}}
sonic | replay {home}/a.har --expect-status 200 | exit 0
home | b.har | {"log": {"entries": [{good},{gone}]}}
sonic | replay {home}/b.har --expect-status 404 | exit 1 | err expected status:404, found
home | c.har | {"log": {"entries": [{sheet}]}}
sonic | replay {home}/c.har --expect-status 200 | exit 1 | err no page is recorded
# Of HTTP/2, with another time zone and a body in Base64.
let | start | {"startedDateTime": "2026-01-02T03:04:05.678901+01:00", "time": 3, "request": {"method": "GET", "headers": [], "url":
let | middle | "statusText": "", "httpVersion": "HTTP/2.0", "headers": [{"name": ":status", "value": "200"}, {"name": "location", "value": "/b"}, {"name": "content-type", "value":
let | end | "encoding": "base64"}}, "cache": {}, "timings": {"send": 1, "wait": 1, "receive": 1}}
let | moved | {start} "http://news.example/a"}, "response": {"status": 302, {middle} "text/html"}], "content": {"size": 1, "mimeType": "text/html", "text": "", {end}
let | shown | {start} "http://news.example/b"}, "response": {"status": 200, {middle} "text/html"}], "content": {"size": 1, "mimeType": "text/html", "text": "PHRpdGxlPk48L3RpdGxlPnBhZ2U=", {end}
let | style | {start} "http://news.example/c.css"}, "response": {"status": 200, {middle} "text/css"}], "content": {"size": 1, "mimeType": "text/css", "text": "PHRpdGxlPk48L3RpdGxlPnBhZ2U=", {end}
let | odd | {start} "http://news.example/b"}, "response": {"status": 200, {middle} "text/html"}], "content": {"size": 1, "mimeType": "text/html", "text": "!!", {end}
home | d.har | {"log": {"entries": [{moved},{shown},{style},{shown}]}}
sonic | replay {home}/d.har --json | exit 0 | lines 2 | json 0.url= http://news.example/a | json 0.outcome= firstLoad | json 1.url= http://news.example/b
home | bad.har | {"log": {"entries": [{odd}]}}
sonic | replay {home}/bad.har | exit 1 | err not valid Base64

## sessions are appended to the log, which only its owner can read from then on
site | a.html | <title>A</title><p>one
serve
sonic | get {site}/a.html --log {home}/log.jsonl
sonic | get {site}/a.html --log {home}/log.jsonl
script | grep -v '"EventLog"' {home}/log.jsonl | json event= SessionRecvResponse,SessionFirstLoad,SessionDidSaveCache,SessionDestroy,SessionDidLoadLocalCache,SessionRecvResponse,SessionHitCache,SessionDestroy
script | grep -vc '"url":"{site}/a.html"' {home}/log.jsonl; grep -vc '"time":"[^"]*Z"' {home}/log.jsonl; grep -vc '"at":[0-9]' {home}/log.jsonl | out= 0\n0\n0\n
mode | {home}/log.jsonl | 600
# A log that others could read is private from now on.
home | log.jsonl |
run | /bin/chmod 644 {home}/log.jsonl | exit 0
sonic | get {site}/a.html --log {home}/log.jsonl
file | {home}/log.jsonl | ~ "event"
mode | {home}/log.jsonl | 600

# Edited requests: overrides, other methods, forms, sonic diff.

## a request with overrides gets the server's response, and leaves neither a version nor a session
site | a.html | <title>News</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end--><p>end
serve
sonic | get --json {site}/a.html | json outcome= firstLoad
site | a.html | <title>News</title><!--sonicdiff-a--><p>two words<!--sonicdiff-a-end--><p>end
sonic | get --json {site}/a.html | json outcome= dataUpdate
sonic | get --json {site}/a.html --no-store | json outcome= allCached | json status= 304
sonic | get --json {site}/a.html --override no-tags | json status= 200
sonic | get --json {site}/a.html --override old-tags=1 | json outcome= dataUpdate | json changedBlocks= a
sonic | get --json {site}/a.html --override old-tags | json outcome= dataUpdate
sonic | get --json {site}/a.html --override wrong-tag | json status= 200
sonic | get --json {site}/a.html --override no-tags --override no-accept-diff | json by= client
# The options' former names are accepted and not documented.
sonic | get --json {site}/a.html --aside | json outcome= allCached
sonic | get --json {site}/a.html --lie no-tags | json status= 200
sonic | get --help | out --override | out! --lie | out! --aside
# The stored page is unchanged.
sonic | cache list | out 2 versions
sonic | get --json {site}/a.html | json outcome= allCached
# The history has the three requests that were not resent.
sonic | history --json | lines 3 | json outcome= allCached,dataUpdate,firstLoad

## a HEAD request and the requests of a file are sent without storing
site | a.html | <title>News</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end--><p>end
serve
script | "$0" get -I {site}/a.html \p tr -d '\r' \p tr A-Z a-z | exit 0 | out^ http/1.1 200 ok\n | out \ncontent-type: text/html | out! <p>
home | site.http | GET {site}/a.html\nAccept: text/html\n\n### missing\nGET {site}/b.html\n
script | "$0" get --request {home}/site.http#1 --print request \p tr -d '\r' \p tr A-Z a-z | out^ get /a.html http/1.1\n | out \naccept: text/html\n | out! \nif-none-match | out! \ntemplate-tag
sonic | get --request {home}/site.http#2 | exit 1
sonic | get --request {home}/site.http | exit 2 | err #1 GET {site}/a.html, #2 missing
sonic | get --request {home}/site.http#1 {site} | exit 2 | err the address is in what --request or --curl names
sonic | cache list | exit 0 | out! a.html

## a request is sent as edited, and the response to any other method than GET is plain
reply | * | read | > HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi
server | raw
sonic | get {raw}/x --method PUT --body a=1 --override encoding=br --without accept | exit 0 | out not stored | out overrides: encoding br
request | raw | * | ^ PUT /x HTTP/1.1\r\n | $ \r\na=1 | ~ \r\nAccept-Encoding: br\r\n | ~ \r\naccept-diff: true\r\n | ! \nAccept: | ! \naccept:
# After the request line and Host, which is set by the connection.
sonic | get {raw}/x --as android
request | raw | * | ^ GET /x HTTP/1.1\r\nHost: 127.0.0.1:{raw.port}\r\naccept-diff: true\r\nIf-None-Match:\r\ntemplate-tag:\r\nmethod: GET\r\n
sonic | get {raw}/x --as ios
request | raw | * | ^ GET /x HTTP/1.1\r\nHost: 127.0.0.1:{raw.port}\r\naccept-diff: true\r\nmethod: GET\r\naccept-Encoding: gzip\r\naccept-Language: zh-CN,zh;\r\n
# A form of fields and files.
home | a.txt | harbour
sonic | get {raw}/up -F a=1 --form f=@{home}/a.txt | exit 0
request | raw | * | ^ POST\s | ~ name="a"\r\n\r\n1\r\n-- | ~ name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nharbour\r\n--
# The reason is the method.
sonic | get --json {raw}/x --method PUT --body a=1 | json reasonCode= plain.post
sonic | get --json {raw}/x --method HEAD | json reasonCode= plain.post
sonic | get --json {raw}/x --method OPTIONS | json reasonCode= plain.post
sonic | get --json {raw}/x --body a=1 | json reasonCode= plain.post

## two addresses are compared by headers and body
site | a.html | <title>News</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end--><p>end
site | b.html | <title>News</title><!--sonicdiff-a--><p>other<!--sonicdiff-a-end--><p>end
serve
sonic | diff {site}/a.html {site}/a.html | exit 0 | out=
script | "$0" diff {site}/a.html {site}/b.html > {home}/told; echo $?; grep -c '^-.*<p>one' {home}/told; grep -c '^+.*<p>other' {home}/told | out= 1\n1\n1\n
file | {home}/told | ~ --- {site}/a.html headers\n
sonic | cache list | out! a.html

## imported cookies are sent, and skipped lines are reported
reply | * | read | answer 200 OK\n\nx
server | raw
home | cookies.txt | # Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t9999999999\tsid\tone\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\ttwo\nnonsense\n
sonic | cookies import {home}/cookies.txt | exit 0 | out= 1 cookie imported, 2 skipped\n | err cookies.txt:3:\s | err cookies.txt:4:\s | err! one | err! two\n
sonic | get {raw}/
request | raw | * | ~ \r\nCookie: sid=one\r\n
sonic | cookies import {home}/none | exit 1
home | page | <html>
sonic | cookies import {home}/page | exit 1

## the page's own script is run with an update, with the files that are named, and a check fails unless it shows it
site | a.js | function show(text) { var data = JSON.parse(text); if (data.code == 200) tideContent.innerHTML = JSON.parse(data.result)["{tide}"] }
site | a.html | <p id=tideContent><!--sonicdiff-tide-->1 m<!--sonicdiff-tide-end--></p><script src=a.js></script><script>sonic.getDiffData2("show")</script>
serve
sonic | get {site}/a.html
sonic | get {site}/a.js
site | a.html | <p id=tideContent><!--sonicdiff-tide-->2 m<!--sonicdiff-tide-end--></p><script src=a.js></script><script>sonic.getDiffData2("show")</script>
sonic | get --json --run-callback {site}/a.html | json outcome= dataUpdate | json callback.run.verdict= notJudged
site | a.html | <p id=tideContent><!--sonicdiff-tide-->3 m<!--sonicdiff-tide-end--></p><script src=a.js></script><script>sonic.getDiffData2("show")</script>
sonic | get --expect-callback --script a.js {site}/a.html | exit 0 | out the page's script patched 1 of 1 changed block: the update is shown
site | a.html | <p id=tideContent><!--sonicdiff-tide-->4 m<!--sonicdiff-tide-end--></p><script src=a.js></script><script>sonic.getDiffData2("show")</script>
sonic | get --expect-callback --script b.js {site}/a.html | exit 1 | err --script b.js: the cache has no such script of the page's site
sonic | get --expect-callback {site}/a.html | exit 1 | out this session has no changed blocks for a callback: all cached
