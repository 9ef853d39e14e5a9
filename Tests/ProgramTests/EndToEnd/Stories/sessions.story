# Outcomes of sessions: with a real server, with one that does not speak Sonic, behind the proxy, and in the engine.
let | style | </p><!--sonicdiff-headlines-end-->\n<!--sonicdiff-weather--><p>rain</p><!--sonicdiff-weather-end-->\n</body></html>
let | plain | <!DOCTYPE html><html><head><meta charset="utf-8"><title>News</title></head><body class="plain">\n<!--sonicdiff-headlines--><p>
let | wide | <!DOCTYPE html><html><head><meta charset="utf-8"><title>News</title></head><body class="wide">\n<!--sonicdiff-headlines--><p>

## a page edited between runs goes through all outcomes, and stays readable without its server
site | news.html | {plain}Bridge closed{style}
serve
sonic | get --json {site}/news.html --offline | json outcome= failed
sonic | get --json {site}/news.html | json outcome= firstLoad | json code= 1000 | json status= 200 | keep id sessionId
sonic | get --json {site}/news.html | json outcome= allCached | json code= 304 | json status= 304 | json by= server
site | news.html | {plain}Bridge reopens{style}
sonic | get --json {site}/news.html | json outcome= dataUpdate | json code= 200 | json callback.sonicStatus= 3 | json callback.received.code= 200 | json callback.received.result~ <!--sonicdiff- | json changedBlocks= headlines | json problems.rule= update-larger-than-page | json reasonCode= dataUpdate
site | news.html | {wide}Bridge reopens{style}
sonic | get --json {site}/news.html | json outcome= templateChange | json code= 2000
stop
sonic | get --json {site}/news.html --offline | json outcome= fresh
sonic | get --json {site}/news.html | json outcome= offline | json code= - | json reasonCode= offline.unreachable | json sessionId= {id}
sonic | dump {site}/news.html | exit 0 | out Bridge reopens | err sonic:

## pages are separate by their query, account and cache, and a private session writes nothing
site | a.html | {plain}one{style}
serve
sonic | get --json {site}/a.html --private | json outcome= firstLoad
sonic | get --json {site}/a.html --private | json outcome= firstLoad
names | {home} | =
sonic | get --json {site}/a.html?id=1 | json outcome= firstLoad | keep id sessionId
sonic | get --json {site}/a.html?id=2 | json outcome= firstLoad | json sessionId! {id}
sonic | get --json {site}/a.html?id=1 --account ann | json outcome= firstLoad
sonic | get --json {site}/a.html?id=1 --account ann | json outcome= allCached
sonic | get --json {site}/a.html?id=1 --cache {home}/other | json outcome= firstLoad
sonic | get --json {site}/a.html?id=1 | json outcome= allCached

## every page of the demo has the outcomes it describes
for | path outcomes
with | clock | firstLoad dataUpdate dataUpdate
with | alternating | firstLoad templateChange templateChange
with | static | firstLoad allCached allCached
with | plain | firstLoad allCached
with | offline-store | firstLoad dataUpdate
with | offline-false | firstLoad firstLoad
with | offline-http | firstLoad plain
with | slow | firstLoad
with | large | firstLoad dataUpdate
with | chinese | firstLoad
with | broken-update | firstLoad templateChange
with | unavailable | firstLoad plain
demo
script | for outcome in {outcomes}; do "$0" get --json {site}/{path} \p grep -c "^  .outcome.: .$outcome.,"; done \p sort -u | out= 1\n

## pages of the demo show an update that is only stored, one of a single block, and a broken one, which is tried twice
demo
sonic | get {site}/offline-store
sonic | get {site}/offline-store
sonic | get --json {site}/offline-store | json callback.received.srcCode= 200 | json callback.received.code= 304
sonic | get --json {site}/news | json outcome= firstLoad
sonic | get --json {site}/news | json outcome= dataUpdate | json changedBlocks! ,
sonic | get {site}/broken-update
sonic | get --json {site}/broken-update | json problems.rule~ update-wrong-hash | json reasonCode= templateChange.updateRejected
# After two failures with the same template no tags are sent, so nothing can fail.
sonic | get {site}/broken-update
sonic | get --json {site}/broken-update | json problems.rule! update-wrong-hash

## a page of a server without Sonic is compared by the client, unless the configuration says otherwise
let | head | 200 OK\nContent-Type: text/html; charset=utf-8
reply | 0 | read | answer {head}\n\n{plain}one{style}
reply | 1 | read | answer {head}\n\n{plain}one{style}
reply | 2 | read | answer {head}\n\n{plain}two{style}
reply | 3 | read | answer {head}\n\n{wide}two{style}
reply | 4 | read | answer {head}\n\n{wide}two{style}
reply | * | read | answer {head}\n\n{plain}three{style}
server | raw
# The page has a block, and nobody speaks of it.
sonic | get --json {raw}/ | json outcome= firstLoad | json code= 1000 | json by= nobody | json why= - | json problems.rule= blocks-without-sonic
sonic | get --json {raw}/ | json outcome= allCached | json code= 304 | json by= client | json why= - | json problems.rule= blocks-without-sonic
sonic | get --json {raw}/ | json outcome= dataUpdate | json code= 200 | json by= client | json why= - | json changedBlocks= headlines | json problems.rule= blocks-without-sonic
sonic | get --json {raw}/ | json outcome= templateChange | json code= 2000 | json by= client | json why= - | json problems.rule= blocks-without-sonic
browse | 30x120 | {raw}/
see | two | ALL CACHED
keys | r
see | TEMPLATE CHANGE, compared here
has | three | + three | - two | !- rain
quit
sonic | get {raw}/ | out compared by: this program
config | { sites: { "127.0.0.1": { "compare-here": false } } }
sonic | get --json --account ann {raw}/ | json outcome= plain | json why= notSonic | json by= nobody
sonic | get --json --account ann {raw}/ | json outcome= plain | json why= notSonic | json by= nobody

## a plain page goes through all outcomes behind the proxy, and stays readable when its server is gone
let | page | 200 OK\nContent-Type: text/html\n\n<!DOCTYPE html><title>Board</title><h1>
reply | 0 | read | answer {page}a</h1><p id=hour>1</p>
reply | 1 | read | answer {page}a</h1><p id=hour>1</p>
reply | 2 | read | answer {page}a</h1><p id=hour>2</p>
reply | 3 | read | answer {page}b</h1><p id=hour>2</p>
reply | * | read
server | raw
proxy | 127.0.0.1:{raw.port} | hour = #hour\n
sonic | get --json {site}/ | json outcome= firstLoad | json status= 200 | json problems.rule=
# The page is so small that its update is larger.
sonic | get --json {site}/ | json outcome= allCached | json status= 304 | json by= server | json problems.rule=
sonic | get --json {site}/ | json outcome= dataUpdate | json status= 200 | json by= server | json changedBlocks= hour | json problems.rule= update-larger-than-page
sonic | get --json {site}/ | json outcome= templateChange | json status= 200 | json by= server | json problems.rule=
sonic | get --json {site}/ | json outcome= failed | json status= 502
sonic | dump --offline --source {site}/ | out= <!DOCTYPE html><title>Board</title><h1>b</h1><!--sonicdiff-hour--><p id=hour>2</p><!--sonicdiff-hour-end-->

# sonic engine --stdio.

## sessions of the engine use the settings of their sites, and headers are added to their responses
for | path first second
with | private | firstLoad | firstLoad
with | here | plain | plain
with | other | firstLoad | allCached
reply | * | read | answer 200 OK\nContent-Type: text/html\n\n<p>page
server | raw
config | { sites: { '127.*/private': { private: true }, '127.*/here': { "compare-here": false } } }
input | {"id":1,"url":"{raw}/{path}","sonic":true}\n
sonic | engine --stdio | exit 0 | json outcome= {first}
input | {"id":1,"url":"{raw}/{path}","sonic":true}\n
sonic | engine --stdio | exit 0 | json outcome= {second}
input | {"id":1,"url":"{raw}/more","sonic":true}\n
sonic | engine --stdio --response-header 'cache-offline: false' --account ann | exit 0 | json addedHeaders= cache-offline,false | json outcome= firstLoad

## a process of the engine uses what an earlier one stored: fresh and stale responses, and pages with their updates
reply | 0 | read | answer 200 OK\nCache-Control: max-age=1000\n\nfresh
reply | 1 | read | answer 200 OK\nCache-Control: max-age=1000\n\nfresh
reply | 2 | read | answer 200 OK\nCache-Control: no-cache\nETag: "1"\n\nold
reply | * | read | > HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nConnection: close\r\n\r\n
server | raw
input | {"id":1,"url":"{raw}/"}\n
sonic | engine --stdio | exit 0 | json from= network | json body= ZnJlc2g=
input | {"id":1,"url":"{raw}/"}\n
sonic | engine --stdio | exit 0 | json from= cache | json body= ZnJlc2g=
input | {"id":1,"url":"{raw}/"}\n
sonic | engine --stdio --private | exit 0 | json from= network | json body= ZnJlc2g=
input | {"id":1,"url":"{raw}/other","cache":"only-if-cached"}\n
sonic | engine --stdio | exit 0 | json error~ not in the cache
input | {"id":1,"url":"{raw}/stale"}\n
sonic | engine --stdio | exit 0 | json from= network | json body= b2xk
input | {"id":1,"url":"{raw}/stale"}\n
sonic | engine --stdio | exit 0 | json from= revalidated | json body= b2xk
demo
input | {"id":1,"url":"{site}/clock","sonic":true,"events":true}\n
sonic | engine --stdio | exit 0 | json event$ outcome | json outcome$ firstLoad
input | {"id":1,"url":"{site}/clock","sonic":true,"events":true}\n
script | "$0" engine --stdio > {home}/told; grep '"body"' {home}/told \p sed 's/.*"body":"//; s/".*//' \p base64 -d; tail -n 1 {home}/told | out This page was requested twice. | out "outcome":"dataUpdate" | out visit
file | {home}/told | ~ "event":"cached" | ~ "event":"update" | ~ "status":200

## the engine reports a retry, and passes status, reason and repeated headers on unchanged, without cookies of its own
reply | 0 | read | reset
reply | * | read | > HTTP/1.1 299 Odd enough\r\nSet-Cookie: a=1\r\nX-A:  one \r\nX-A: é\r\nContent-Length: 0\r\nConnection: close\r\n\r\n
server | raw
input | {"id":1,"url":"{raw}/","sonic":true,"events":true}\n
sonic | engine --stdio | exit 0 | out "event":"retry" | json number~ 1 | json of~ 1 | json after~ 500
request | raw | 0
request | raw | 1
let | ask | "url":"{raw}/","cache":"no-store","headers":[["X-B","b"]]}\n
input | {"id":1,{ask}{"id":2,{ask}
# The UTF-8 bytes of é, one character a byte.
sonic | engine --stdio | exit 0 | json status= 299,299 | json reason= Odd enough,Odd enough | json 0.headers~ X-A,one,X-A,Ã©
request | raw | * | ~ X-B: b\r\n | ! ookie: | ! accept-diff
request | raw | * | ~ X-B: b\r\n | ! ookie: | ! accept-diff

# What is stored under an exception (an option or setting that changes which server responds) is used only under the
# same exception, and what is stored without one only without it.

## an exception's pages and cookies are used and recorded under that exception only
let | head | 200 OK\nContent-Type: text/html\nCache-Control: max-age=200\nETag:
reply | * | read | answer {head} "one"\nSet-Cookie: by=one; Max-Age=900; Path=/\n\n<title>one</title><p>by the one
server | one
reply | * | read | answer {head} "other"\nSet-Cookie: by=other; Max-Age=900; Path=/\n\n<title>other</title><p>by the other
server | other
let | url | http://localhost:{one.port}/
home | hosts | localhost:{one.port} 127.0.0.1:{other.port}\n
for | options settings
with | --resolve localhost:{one.port}:127.0.0.1:{other.port} | {}
with | --hosts {home}/hosts | {}
with | --rule 'localhost:{one.port} => http://127.0.0.1:{other.port}' | {}
with | --proxy http://127.0.0.1:{other.port} | {}
with |  | { rules: ['localhost:{one.port} => http://127.0.0.1:{other.port}'] }
# Under the exception: stored, fresh the next time, and requested with its own cookies and validators.
config | {settings}
sonic | get --json {url} {options} --har {home}/a.har | json outcome= firstLoad | json exception! -
file | {home}/a.har | ~ "exception": "
request | other | * | ! ookie:
sonic | get --json {url} {options} | json outcome= fresh
# Without it the site is requested as if nothing had been stored, also after a replay.
config | {}
sonic | replay {home}/a.har | exit 0
sonic | get --json --offline {url} | exit 1 | json outcome= failed
sonic | get --json {url} --har {home}/b.har | json outcome= firstLoad | json exception= -
file | {home}/b.har | ! "exception"
request | one | * | ! ookie: | ! f-None-Match:
# Each has its own page and cookies.
config | {settings}
sonic | dump {url} {options} | out by the other
config | {}
sonic | dump --offline {url} | out by the one
config | {settings}
sonic | get --reload {url} {options}
request | other | * | ~ \r\nCookie: by=other\r\n | ~ \r\nIf-None-Match: "other"\r\n
config | {}
sonic | get --reload {url}
request | one | * | ~ \r\nCookie: by=one\r\n | ~ \r\nIf-None-Match: "one"\r\n
# Both are listed separately, and removed together.
sonic | cache list | lines 2 | count 1 exception:\s
sonic | history | out exception:\s
sonic | cache verify | exit 0
sonic | cache remove {url} | exit 0
sonic | cache list | out=

## no way of opening a page under an exception leaves anything to use without it
let | head | 200 OK\nContent-Type: text/html\nCache-Control: max-age=200\nETag:
reply | * | read | answer {head} "one"\nSet-Cookie: by=one; Max-Age=900; Path=/\n\n<title>one</title><p>by the one
server | one
reply | * | read | answer {head} "other"\nSet-Cookie: by=other; Max-Age=900; Path=/\n\n<title>other</title><p>by the other
server | other
let | url | http://localhost:{one.port}
home | hosts | localhost:{one.port} 127.0.0.1:{other.port}\n
for | options settings
with | --resolve localhost:{one.port}:127.0.0.1:{other.port} | {}
with | --hosts {home}/hosts | {}
with | --rule 'localhost:{one.port} => http://127.0.0.1:{other.port}' | {}
with | --proxy http://127.0.0.1:{other.port} | {}
with |  | { rules: ['localhost:{one.port} => http://127.0.0.1:{other.port}'] }
# Each way has its own address, so that no page of one hides what another leaves.
# The page of the one, in Base64.
let | body | PHRpdGxlPm9uZTwvdGl0bGU+PHA+YnkgdGhlIG9uZQ==
config | {settings}
sonic | watch {url}/watch --times 2 --every 10ms --json {options} | out "exception":
request | other | * | ! ookie:
input | {"id":1,"url":"{url}/session","sonic":true}\n
sonic | engine --stdio {options} | out "exception":
input | {"id":1,"url":"{url}/fetch","sonic":false}\n
sonic | engine --stdio {options} | out "id"
browse | 24x150 | {url}/page {options}
see | by the other | FIRST LOAD | under an exception
quit
config | {}
sonic | watch {url}/watch --times 2 --every 10ms --json | out! by the other | out! "exception":
request | one | * | ^ GET /watch\s | ! by=other | ! "other"
# The second load of the watch.
request | one | *
input | {"id":1,"url":"{url}/session","sonic":true}\n
sonic | engine --stdio | json body= {body} | out! "exception":
request | one | * | ^ GET /session\s | ! by=other | ! "other"
input | {"id":1,"url":"{url}/fetch","sonic":false}\n
sonic | engine --stdio | json body= {body}
request | one | * | ^ GET /fetch\s | ! by=other | ! "other"
browse | 24x150 | {url}/page
see | by the one | FIRST LOAD
has | !by the other | !under an exception
quit
request | one | * | ^ GET /page\s | ! by=other | ! "other"
# A response that the engine fetched is not a page.
script | for page in watch session fetch page; do "$0" dump --offline {url}/$page; done | count 3 by the one | out! by the other
