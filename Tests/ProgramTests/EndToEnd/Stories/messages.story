# Provokes the cause of each row of docs/guide/messages.md; {CAUSE} is the text of its row.
demo

## a command line that cannot be used is answered with what to write instead
sonic | get 'http://[::1' | all {an invalid address}
sonic | get gopher://news.example/ | all {an unsupported scheme}
sonic | get --colour x | all {an unknown option}
sonic | dump x --width | all {an option without a value}
sonic | get --width 3 x | all {an option of another command}
sonic | get -H 'no colon' x | all {a malformed header}
sonic | get --resolve news.example x | all {a malformed --resolve}
sonic | get --rule news.example x | all {a malformed rule}
sonic | get --rule 'a => b' x | all {a rule with an invalid action}
sonic | get --hosts http://127.0.0.1:1/ {site}/static | all {an address instead of a file of hosts}

## a file or folder that cannot be used is named
sonic | get --log /missing/log x | all {a log file that cannot be written}
sonic | dump ./missing.html | all {a missing file}
home | mistaken.json5 | { them: 1 }
sonic | config check {home}/mistaken.json5 | all {a mistake in the configuration}
home | hosts | news.example\n
sonic | get --hosts {home}/hosts {site}/static | all {a malformed line in a list of hosts}
home | file | not a folder
sonic | get --cache {home}/file {site}/static | all {a cache folder that is not a folder}
sonic | get --offline http://x.example/ | all {a page that is not stored, offline}
env | HOME |
env | XDG_CACHE_HOME |
env | XDG_STATE_HOME |
sonic | get http://x.example/ | all {a missing HOME}

## a page that is kept offline is not removed by a command
browse | 24x80 | {site}/static
see | FIRST LOAD
keys | p
see | kept offline
quit
sonic | cache remove {site}/static | all {removing a page that is kept offline}

## a server that cannot be reached is reported with the reason
sonic | get http://127.0.0.1:1/ | all {a refused connection}
sonic | get http://nowhere.invalid/ | all {an unknown host}
sonic | get --resolve 127.0.0.1:127.0.0.1:1 {site}/static | all {an unreachable mapped address}
sonic | get --proxy http://127.0.0.1:1 http://news.example/ | all {a failing proxy}
sonic | get --rule 'news.example => block' news.example | all {an address blocked by a rule}

## a connection without a certificate that can be trusted is reported with the way out
tls | secure
sonic | get {secure} | all {an untrusted certificate}
tls | asking | -Verify 1
sonic | get --insecure {asking} | all {a server that requires a client certificate}
# The response is read before the connection ends: closing it with unread bytes would reset the connection.
reply | * | > HTTP/1.1 400 Bad Request\r\n\r\n | hang
server | plain
sonic | get --insecure https://127.0.0.1:{plain.port}/ | all {plain HTTP at an https address}

## a response that does not arrive in full is reported with what was missing
reply | * | read | hang
server | silent
sonic | get {silent}/ --max-time 1 | all {a page that exceeds its time limit}
sonic | get {silent}/ --timeout 1 | all {no response in time}
sonic | get {site}/faults/hang-up | all {a connection closed before the response}
sonic | get {site}/faults/truncated | all {a truncated body}
sonic | get {site}/faults/bad-gzip | all {an invalid content coding}
reply | * | > SSH-2.0-OpenSSH_9.2\r\n | hang
server | ssh
sonic | get {ssh}/ | all {a server that does not speak HTTP}
reply | * | read | > HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n | flood 4915200 {64*A} | hang
server | endless
sonic | get {endless}/ | all {a response that is too large}

## a page that the server refuses is reported with what it asks for
sonic | get {site}/faults/missing | all {a missing page}
sonic | get {site}/faults/error | all {a server error}
reply | * | read | answer 401 Unauthorized\nWWW-Authenticate: Basic realm="news"
server | login
sonic | get {login}/ | all {a page that requires a login}
let | refused | > HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="news"\r\nContent-Length: 0\r\n\r\n
reply | * | read | {refused} | read | {refused}
server | strict
sonic | get {strict}/ --user ann:wrong | all {a wrong name or password}
reply | * | read | answer 401 Unauthorized\nWWW-Authenticate: Bearer realm="news"
server | token
sonic | get {token}/ | all {a page that requires a token}
reply | * | read | answer 407 Proxy Authentication Required\nProxy-Authenticate: Basic realm="news"
server | proxy
sonic | get {proxy}/ | all {a proxy that requires a login}

## a redirect that leads nowhere is reported with the reason
sonic | get {site}/faults/loop | all {a redirect loop}
sonic | get {site}/faults/lost-redirect | all {a redirect without a Location}
reply | * | read | > HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n
server | leading
sonic | get {leading}/ | all {a redirect to another scheme}

## an update that cannot be used is reported with how the page was loaded instead
sonic | get {site}/faults/unasked-304 | all {a 304 to an unconditional request}
sonic | get {site}/broken-update
sonic | get {site}/broken-update | all {an update with a wrong hash}
sonic | get {site}/faults/bad-json
sonic | get {site}/faults/bad-json | all {an update that is not JSON}
sonic | get {site}/faults/foreign-blocks
sonic | get {site}/faults/foreign-blocks | all {an update with blocks of another page}
sonic | get {site}/unavailable
sonic | get {site}/unavailable | all {an unavailable server}

## a package that cannot be imported, opened or updated is reported with the reason
sonic | get package://nowhere/ | all {a missing package}
home | up.html | up
home | leading/index.html | <p>
in | {home}/leading
run | /usr/bin/env bsdtar -P -c -f ../leading.tar index.html ../up.html | exit 0
sonic | package import {home}/leading.tar | all {an archive with paths outside its folder}
home | bare/index.html | <p>
sonic | package import {home}/bare | all {an archive without a manifest}
home | changed/index.html | <p>one
sonic | package make {home}/changed --name changed
home | changed/index.html | <p>two
sonic | package import {home}/changed | all {a file that does not match its manifest}
home | broken/manifest.json | {}
sonic | package import {home}/broken | all {an invalid manifest}
home | a.zip | text
sonic | package import {home}/a.zip | all {a file that is not an archive}
home | lost/index.html | <p>
sonic | package make {home}/lost --name lost --updates http://127.0.0.1:1/manifest.json
sonic | package import {home}/lost
sonic | package update lost | all {an update that cannot be fetched}
home | still/index.html | <p>
sonic | package make {home}/still --name still
sonic | package import {home}/still
sonic | package update still | all {a package without an update address}
env | PATH | /nowhere
sonic | package import {home}/a.zip | all {a missing bsdtar}

## the browser says what its terminal lacks, and ends with status 1
sonic | {site} | all {no terminal}
browse | 3x15 | {site}
ends | exit 1
written | ~ {a window that is too small}
env | TERM | no-such-terminal
browse | 24x80 | {site}
ends | exit 1
written | ~ {TERM is unknown}
env | TERM |
browse | 24x80 | {site}
ends | exit 1
written | ~ {TERM is missing}
