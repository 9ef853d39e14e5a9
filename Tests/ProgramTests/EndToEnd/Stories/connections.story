# Hosts, rules and proxies: who answers, and whether it is retried.

## hosts and rules say who answers, on the command line and in the configuration
site | index.html | <p>at the new machine
serve
sonic | dump --resolve news.invalid:80:127.0.0.1:{port} http://news.invalid/ | out= at the new machine\n
home | hosts | {host} news.invalid\n
sonic | get --hosts {home}/hosts http://news.invalid/ | out \n  answered by: hosts\n | out note: news.invalid is at {host}, from {home}/hosts\n
sonic | get --json --hosts {home}/hosts {site} | out "via": "network"
site | app/index.html | <p>from the server
serve
home | app/index.html | <p>from a file
sonic | dump --rule 'news.invalid => {site}' http://news.invalid/app/ | out= from the server\n
sonic | get --private --rule 'news.invalid/app/* => ~/app/*' --rule 'news.invalid => {site}' http://news.invalid/app/ | out \n  answered by: rules\n | out note: the rule “news.invalid/app/* => ~/app/*” answered with the file ~/app/index.html\n
site | index.html | <p>at the new machine
serve
home | hosts | {host} news.invalid\n
config | { rules: ['old.invalid => http://news.invalid'], "host-lists": ['~/hosts'] }
sonic | dump http://old.invalid/ | out= at the new machine\n
sonic | get --rule 'old.invalid => block' http://old.invalid/x | out blocks this address
sonic | get --body x --rule 'old.invalid => block' http://old.invalid/x | out \n  0 bytes received\n
site | a.html | <p>Hello
serve
config | { hosts: { '127.0.0.1': '127.0.0.1:1' } }
sonic | get --json {site}/a.html | json outcome= firstLoad | json problems.0.message= 127.0.0.1:1, where the configuration has 127.0.0.1, does not answer (Connection refused): DNS was used instead
# The command line beats the file.
sonic | get --json {site}/a.html --resolve 127.0.0.1:{host} | json problems.0.rule= host-mapped | json problems.message! DNS was used

## a proxy from the environment is used for remote hosts only, except those in no_proxy
reply | * | read | answer 200 OK\nContent-Type: text/html\n\nfrom the proxy
server | proxy
reply | * | read | answer 200 OK\nContent-Type: text/html\n\ndirect
server | near
env | http_proxy | {proxy}
env | no_proxy | spared.invalid
sonic | dump http://example.invalid/ | out= from the proxy\n
sonic | dump {near}/ | out= direct\n
sonic | dump http://spared.invalid/ | out=

## a failed connection is retried, unless retries are off or Esc cancels it; r retries at once
demo
sonic | get --json {site}/faults/flaky-connection | json outcome= firstLoad
sonic | get --json {site}/faults/flaky-connection | json outcome= dataUpdate | json problems.rule= retried | json timings.pausing! -
config | { sites: { '127.0.0.1/faults/*': { retries: 0 } } }
sonic | get --json {site}/faults/flaky-connection | json outcome= offline | json timings.pausing= -
reply | 0 | read | answer 503 Busy\nRetry-After: 10\nContent-Type: text/html
reply | 1 | read | answer 503 Busy\nRetry-After: 10\nContent-Type: text/html
reply | * | read | answer 200 OK\nCache-Control: no-store\nContent-Type: text/html\n\n<p>Here it is
server | busy
browse | 30x120 | {busy}/
see | RETRY IN 10 S (1 OF 1)
keys | <Esc>
see | STOPPED
keys | o{busy}/<Enter>
see | RETRY IN 10 S (1 OF 1)
keys | r
see | Here it is | FIRST LOAD
quit

## a site with store false leaves no pages, and cookies still work
site | a.html | <link rel=stylesheet href=s.css><p>Hello
site | s.css | p {}
serve
config | { sites: { '127.0.0.1': { store: false } } }
sonic | get --json {site}/a.html | json outcome= firstLoad
browse | 30x120 | {site}/a.html
see | Hello | FIRST LOAD
keys | r
see | ALL CACHED
quit
sonic | cache list | out! /a.html

## changed rules and host lists apply from the next page on
site | a.html | <p>From the site
site | b.html | <p>From elsewhere
serve
browse | 30x120 | {site}/a.html
see | From the site | FIRST LOAD
config | { rules: ['{site}/a.html => {site}/b.html'] }
keys | r
see | From elsewhere
config | { rules: ['*/a.html => block'] }
keys | r
see | blocks this address
home | hosts | {host} news.invalid\n
config | { "host-lists": ['~/hosts'] }
keys | ohttp://news.invalid/a.html<Enter>
see | From the site | via hosts
quit

## a fresh page is shown without a request, whoever is mapped elsewhere, and a reload sends one
let | head | 200 OK\nContent-Type: text/html\nCache-Control: max-age=200
reply | * | read | answer {head}\nETag: "one"\n\n<p>by the one
server | one
reply | * | read | answer {head}\nETag: "other"\n\n<p>by the other
server | other
let | url | http://localhost:{one.port}/
let | own | --resolve localhost:{one.port}:127.0.0.1:{other.port}
let | foreign | --resolve elsewhere.invalid:127.0.0.9
sonic | get --json {url} | json outcome= firstLoad
sonic | get --json {url} {foreign} | json outcome= fresh
sonic | get --json {url} {own} | json outcome= firstLoad
sonic | get --json {url} {foreign} {own} | json outcome= fresh
sonic | get --json {url} {own} {foreign} | json outcome= fresh
reply | * | read | answer 200 OK\nCache-Control: max-age=1000\nContent-Type: text/html\n\n<p>Fresh
server | raw
sonic | get --json {raw}/ | json outcome= firstLoad
sonic | get --json {raw}/ | json outcome= fresh | json status= - | json reasonCode= fresh | json why= lifetime
sonic | get --json {raw}/ --reload | json outcome= allCached
config | { sites: { '127.*': { "fresh-pages": 0 } } }
sonic | get --json {raw}/ | json outcome= allCached
config | { sites: { '127.*': { "ignore-server": true } } }
sonic | get --json {raw}/ | json outcome= allCached
config | { sites: { '127.*': { "ignore-server": true, "max-age": 60 } } }
sonic | get --json {raw}/ | json outcome= fresh

## a page with an unverified certificate is not shown when certificates are checked
tls | secure
sonic | get --json {secure} --insecure | json status= 200
sonic | get --json {secure} --offline | json outcome= failed
sonic | get --json {secure} | json outcome= failed
sonic | get --json {secure} --offline --insecure | json outcome= fresh
sonic | get --json {secure} --offline --cacert {secure.certificate} | json outcome= failed
sonic | get --json {secure} --cacert {secure.certificate} | json status= 200
sonic | get --json {secure} --offline --cacert {secure.certificate} | json outcome= fresh
# Its certificate was verified by a CA that the user named: the page is the site's own.
sonic | get --json {secure} --offline | json outcome= fresh

## a page or input without an end is stopped at the limit, and the stored page stays
pipe | {home}/pipe
script | exec "$0" dump --max-time 1 - 0<>{home}/pipe | exit 1 | err --max-time
script | exec "$0" replay --max-time 1 - 0<>{home}/pipe | exit 1 | err --max-time
let | head | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n
reply | 0 | read | > {head}5\r\nfirst\r\n0\r\n\r\n
reply | * | read | > {head}{20*5\r\nhello\r\n} | hang
server | endless
sonic | get {endless}/ | exit 0
sonic | get --max-time 1 {endless}/ | all --max-time
sonic | dump --offline {endless}/ | out first | out! hello
in | {home}
env | XDG_CACHE_HOME | {home}/other
sonic | dump --max-time 1 {endless}/ | exit 1 | err --max-time
# Other commands that send requests are stopped as well.
sonic | check --max-time 1 {endless}/ | all --max-time
sonic | diff --max-time 1 {endless}/a {endless}/b | all --max-time
sonic | watch --until failed --max-time 1 {endless}/ | all --max-time
# The limit applies to each request of the engine.
input | {"id": 1, "url": "{endless}/1"}\n{"id": 2, "url": "{endless}/2"}\n
sonic | engine --stdio --max-time 1 | exit 0 | lines 2 | count 2 --max-time
input | {"id": 1, "url": "{endless}/1", "sonic": true}\n{"id": 2, "url": "{endless}/2", "sonic": true}\n
sonic | engine --stdio --max-time 1 | exit 0 | lines 2 | count 2 --max-time
reply | * | hang
server | silent
config | { "securing-timeout": 1, retries: 0 }
sonic | get --json https://127.0.0.1:{silent.port}/ | exit 1 | err “securing-timeout” is read as “connect-timeout” | json reasonCode= failed.timedOut
