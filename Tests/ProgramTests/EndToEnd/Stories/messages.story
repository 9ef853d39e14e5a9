# Provokes the cause of each row of docs/guide/messages.md; {message} is the text of the row.
demo

## an invalid address
sonic | get 'http://[::1' | all {message}

## an unsupported scheme
sonic | get gopher://news.example/ | all {message}

## an unknown option
sonic | get --colour x | all {message}

## an option without a value
sonic | dump x --width | all {message}

## an option of another command
sonic | get --width 3 x | all {message}

## a malformed header
sonic | get -H 'no colon' x | all {message}

## a malformed --resolve
sonic | get --resolve news.example x | all {message}

## a malformed rule
sonic | get --rule news.example x | all {message}

## a rule with an invalid action
sonic | get --rule 'a => b' x | all {message}

## a log file that cannot be written
sonic | get --log /missing/log x | all {message}

## a missing file
sonic | dump ./missing.html | all {message}

## a mistake in the configuration
home | mistaken.json5 | { them: 1 }
sonic | config check {home}/mistaken.json5 | all {message}

## a refused connection
sonic | get http://127.0.0.1:1/ | all {message}

## an unknown host
sonic | get http://nowhere.invalid/ | all {message}

## an untrusted certificate
tls | secure
sonic | get {secure} | all {message}

## a server that requires a client certificate
tls | secure | -Verify 1
sonic | get --insecure {secure} | all {message}

## plain HTTP at an https address
# The response is read before the connection ends: closing it with unread bytes would reset the connection.
reply | * | > HTTP/1.1 400 Bad Request\r\n\r\n | hang
server | raw
sonic | get --insecure https://127.0.0.1:{raw.port}/ | all {message}

## a page that exceeds its time limit
reply | * | read | hang
server | raw
sonic | get {raw}/ --max-time 1 | all {message}

## no response in time
reply | * | read | hang
server | raw
sonic | get {raw}/ --timeout 1 | all {message}

## a connection closed before the response
sonic | get {site}/faults/hang-up | all {message}

## a truncated body
sonic | get {site}/faults/truncated | all {message}

## a server that does not speak HTTP
reply | * | > SSH-2.0-OpenSSH_9.2\r\n | hang
server | raw
sonic | get {raw}/ | all {message}

## an invalid content coding
sonic | get {site}/faults/bad-gzip | all {message}

## an unreachable mapped address
sonic | get --resolve 127.0.0.1:127.0.0.1:1 {site}/static | all {message}

## a malformed line in a list of hosts
home | hosts | news.example\n
sonic | get --hosts {home}/hosts {site}/static | all {message}

## an address instead of a file of hosts
sonic | get --hosts http://127.0.0.1:1/ {site}/static | all {message}

## a failing proxy
sonic | get --proxy http://127.0.0.1:1 http://news.example/ | all {message}

## an address blocked by a rule
sonic | get --rule 'news.example => block' news.example | all {message}

## a missing page
sonic | get {site}/faults/missing | all {message}

## a page that requires a login
reply | * | read | answer 401 Unauthorized\nWWW-Authenticate: Basic realm="news"
server | raw
sonic | get {raw}/ | all {message}

## a wrong name or password
reply | * | read | > HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="news"\r\nContent-Length: 0\r\n\r\n | read | > HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="news"\r\nContent-Length: 0\r\n\r\n
server | raw
sonic | get {raw}/ --user ann:wrong | all {message}

## a page that requires a token
reply | * | read | answer 401 Unauthorized\nWWW-Authenticate: Bearer realm="news"
server | raw
sonic | get {raw}/ | all {message}

## a proxy that requires a login
reply | * | read | answer 407 Proxy Authentication Required\nProxy-Authenticate: Basic realm="news"
server | raw
sonic | get {raw}/ | all {message}

## a server error
sonic | get {site}/faults/error | all {message}

## a redirect loop
sonic | get {site}/faults/loop | all {message}

## a redirect without a Location
sonic | get {site}/faults/lost-redirect | all {message}

## a redirect to another scheme
reply | * | read | > HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n
server | raw
sonic | get {raw}/ | all {message}

## a 304 to an unconditional request
sonic | get {site}/faults/unasked-304 | all {message}

## an update with a wrong hash
sonic | get {site}/broken-update
sonic | get {site}/broken-update | all {message}

## an update that is not JSON
sonic | get {site}/faults/bad-json
sonic | get {site}/faults/bad-json | all {message}

## an update with blocks of another page
sonic | get {site}/faults/foreign-blocks
sonic | get {site}/faults/foreign-blocks | all {message}

## an unavailable server
sonic | get {site}/unavailable
sonic | get {site}/unavailable | all {message}

## a response that is too large
reply | * | read | > HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n | flood 4915200 {64*A} | hang
server | raw
sonic | get {raw}/ | all {message}

## a page that is not stored, offline
sonic | get --offline http://x.example/ | all {message}

## a cache folder that is not a folder
home | file | not a folder
sonic | get --cache {home}/file {site}/static | all {message}

## removing a page that is kept offline
browse | 24x80 | {site}/static
see | FIRST LOAD
keys | p
see | kept offline
quit
sonic | cache remove {site}/static | all {message}

## a missing HOME
env | HOME |
env | XDG_CACHE_HOME |
env | XDG_STATE_HOME |
sonic | get http://x.example/ | all {message}

## a missing package
sonic | get package://nowhere/ | all {message}

## an archive with paths outside its folder
home | up.html | up
home | leading/index.html | <p>
in | {home}/leading
run | /usr/bin/env bsdtar -P -c -f ../leading.tar index.html ../up.html | exit 0
sonic | package import {home}/leading.tar | all {message}

## an archive without a manifest
home | bare/index.html | <p>
sonic | package import {home}/bare | all {message}

## a file that does not match its manifest
home | changed/index.html | <p>one
sonic | package make {home}/changed --name changed
home | changed/index.html | <p>two
sonic | package import {home}/changed | all {message}

## an invalid manifest
home | broken/manifest.json | {}
sonic | package import {home}/broken | all {message}

## a file that is not an archive
home | a.zip | text
sonic | package import {home}/a.zip | all {message}

## a missing bsdtar
home | b.zip | text
env | PATH | /nowhere
sonic | package import {home}/b.zip | all {message}

## an update that cannot be fetched
home | lost/index.html | <p>
sonic | package make {home}/lost --name lost --updates http://127.0.0.1:1/manifest.json
sonic | package import {home}/lost
sonic | package update lost | all {message}

## a package without an update address
home | still/index.html | <p>
sonic | package make {home}/still --name still
sonic | package import {home}/still
sonic | package update still | all {message}

## no terminal
sonic | {site} | all {message}

## TERM is missing
env | TERM |
browse | 24x80 | {site}
ends | exit 1
written | ~ {message}

## TERM is unknown
env | TERM | no-such-terminal
browse | 24x80 | {site}
ends | exit 1
written | ~ {message}

## a window that is too small
browse | 3x15 | {site}
ends | exit 1
written | ~ {message}
