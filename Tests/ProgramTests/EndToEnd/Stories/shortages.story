# Disks, descriptors and memory that do not suffice; passwords and secrets; what servers may not do.

## the page is shown with a warning that it is not stored
let | run | exec "$0"
for | command message
with | {run} get --cache /proc/sonic | make of /proc/sonic failed
with | unset XDG_CACHE_HOME XDG_STATE_HOME XDG_CONFIG_HOME XDG_DATA_HOME; export HOME=/proc/none; {run} get | make of /proc/none/.cache/sonic failed
with | {run} get --cache /dev/full | /dev/full cannot be used (it is not a folder
with | {unwritten}ulimit -f 0; {run} get | failed (File too large)
site | a.html | <title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->
serve
script | {command} {site}/a.html | exit 0 | out firstLoad | out \n  warning:\s | out {message}
script | eval "$(echo '{command}' \p sed 's/ get/ dump/')" {site}/a.html | exit 0 | out Harbour

## what cannot be stored is reported by the programs and in the browser
site | a.html | <title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->
faulty | cookies
env | XDG_STATE_HOME | /proc/none
sonic | get {site}/a.html | exit 0 | err /proc/none/ | err Cookies are kept in memory only.
sonic | dump {site}/a.html | exit 0 | err /proc/none/ | err Cookies are kept in memory only.
sonic | cache verify | out 1 version of 1 page, 0 faults
site | a.html | <title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->
serve
env | XDG_STATE_HOME | /proc/none
browse | 24x120 | --cache /proc/sonic {site}/a.html
see | Harbour | FIRST LOAD
keys | !
see | make of /proc/sonic failed
keys | <Esc>
see | !Findings
quit

## a running browser reports a full disk and its recovery, and creates a deleted cache again
site | a.html | <title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->
serve
let | words | The page is not stored (! for details): write failed, File too large.
terminal | 24x120 | /bin/sh -c '{unwritten}ulimit -S -f 0; exec {sonic} {site}/a.html'
see | Harbour | FIRST LOAD | @-2 {words}
# Any key clears the message: one that appears then is new.
keys | j
see | !@-2 {words}
keys | r
see | @-2 {words}
run | /usr/bin/prlimit --pid {process} --fsize=unlimited | exit 0
keys | r
see | Pages are stored again.
sonic | cache verify | out 1 version of 1 page, 0 faults
quit
site | a.html | <title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->
serve
browse | 24x120 | {site}/a.html
see | FIRST LOAD
sonic | cache list | out /a.html
run | /bin/sh -c 'until /bin/rm -rf {home}/cache; do :; done' | exit 0
site | a.html | <title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>stormy</p><!--sonicdiff-a-end-->
keys | r
see | stormy
# The screen is drawn before the page is stored.
until | dump --offline {site}/a.html | out stormy
quit
sonic | cache verify | exit 0

## a limit too low to start is reported with a failure status
site | a.html | <p>x
serve
script | ulimit -n 5 && "$0" get {site}/a.html; status=$?; test $status -gt 0 && test $status -lt 128 && echo failed | out failed | err! cannot connect to | err :
script | ulimit -n 16 && "$0" get {site}/a.html; status=$?; test $status -gt 0 && test $status -lt 128 && echo failed | out failed | err! cannot connect to | err :
script | ulimit -v 60000 && "$0" get {site}/a.html; status=$?; test $status -gt 0 && test $status -lt 128 && echo failed | out failed | err! cannot connect to | err :
terminal | 24x200 | /bin/sh -c 'ulimit -n 16 && exec {sonic} http://127.0.0.1:1/'
see | 24 descriptors are required
ends | exit 1

## many more requests than descriptors all get a response
site | a.html | <p>x
serve
script | for n in $(seq 400); do echo '{"id":'$n',"url":"{site}/a.html?'$n'","sonic":true}'; done > {home}/asked
script | ulimit -n 64 && "$0" engine --stdio --private < {home}/asked | exit 0 | lines 400 | out! "error"

## a password is asked for without echo, and an interrupt or the end of input leaves the prompt
reply | * | read | > HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=a\r\nContent-Length: 0\r\n\r\n | read | > HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nharbour
server | raw
browse | 24x80 | get {raw}/page --user ann
see | Password for ann:
# Deletes the whole first word, later an “é” and an “x”.
keys | wrong\x15seé\x7Fax\x7F\r
ends | exit 0
restored
see | !seé
# “ann:sea”, encoded as in RFC 7617, is sent with the second request.
request | raw | *
request | raw | * | ~ Authorization: Basic YW5uOnNlYQ==
# An interrupt ends the program.
browse | 24x80 | get http://127.0.0.1:1/ --user ann
see | Password for ann:
keys | sea\x03
ends | killed 2
restored
browse | 24x80 | get http://127.0.0.1:1/ --user ann
see | Password for ann:
keys | sea\x1C
ends | killed 3
restored
browse | 24x80 | get http://127.0.0.1:1/ --user ann
see | Password for ann:
keys | \x04
see | no password was typed at a terminal; use --user NAME:PASSWORD
ends | exit 2
restored

## an explanation masks secrets unless they are requested
let | reply | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: sid=hidden-cookie; Path=/\r\nSet-Cookie : folded=1\r\n hidden-cookie\r\nContent-Length: 26\r\nConnection: close\r\n\r\n<title>T</title><p>Harbour
let | words | -H 'Authorization: Bearer hidden-token' -H 'Cookie: a=hidden-cookie'
for | option |  | --json
reply | * | read | > {reply}
server | raw
sonic | get --explain {raw}/ {words} {option} | exit 0 | out! hidden-cookie | out! hidden-token | out Authorization: Bearer *** | out Cookie: a=*** | out Set-Cookie: sid=***; Path=/
sonic | get --explain {raw}/ {words} --secrets | exit 0 | out Authorization: Bearer hidden-token | out Cookie: a=hidden-cookie | out sid=hidden-cookie
# No screen of the browser shows a secret until m is pressed.
browse | 50x140 | {raw}/ {words}
see | Harbour | response
keys | =
see | Session details
has | !hidden-cookie | !hidden-token
keys | <Esc>
see | !Session details
keys | @
see | Log of this session
has | !hidden-cookie | !hidden-token
keys | <Esc>
see | !Log of this session
keys | I
see | Bearer ***
has | !hidden-cookie | !hidden-token
keys | m
see | Bearer hidden-token | sid=hidden-cookie | SECRETS ARE SHOWN
keys | m
see | Secrets are masked again.
has | !hidden-cookie | !hidden-token
keys | <Esc>
see | !Inspector
quit

## a header that the configuration lists is a secret like Authorization
reply | * | read | answer 200 OK\nContent-Type: text/html\nX-Api-Key: hidden-token\n\nx
server | other
reply | * | read | answer 302 Found\nLocation: {other}/
server | first
config | { "secret-headers": ['x-api-key'] }
for | option | --explain | --explain --json | --har -
sonic | get {first}/ -H 'X-Api-Key: hidden-token' {option} | exit 0 | out! hidden-token | out ***
request | first | * | ~ X-Api-Key: hidden-token
request | other | * | ! X-Api-Key: hidden-token
sonic | cache show {other}/ | out *** | out! hidden-token
sonic | cache show {other}/ headers | out *** | out! hidden-token
sonic | cache show {other}/ --json | out *** | out! hidden-token

## a server cannot inject escape sequences into either output
for | words | dump --headers | get | get --json
reply | * | read | > HTTP/1.1 404 Not \e[31mFound\r\nX-Evil: \e[5m\r\nContent-Length: 0\r\n\r\n | hang
server | raw
sonic | {words} {raw}/ | exit 1 | all 404 Not | all! \e

## credentials are not sent after a redirect to another origin
reply | * | read | > HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n | hang
server | other
reply | * | read | > HTTP/1.1 302 Found\r\nLocation: {other}/\r\nContent-Length: 0\r\n\r\n | hang
server | first
sonic | get {first}/ -H 'Authorization: Bearer secret' -H 'Cookie: secret=1' -H 'X-A: kept' | exit 0
request | first | * | ~ Bearer secret | ~ secret=1
request | other | * | ~ X-A: kept | ! secret
reply | * | read | > HTTP/1.1 302 Found\r\nLocation: http://eve:s3cret@127.0.0.1:{other.port}/b\r\nContent-Length: 0\r\n\r\n
server | again
sonic | get {again}/ | all! s3cret
request | other | * | ! uthorization

## credentials in a redirect's address are neither sent nor stored
for | scheme | http | ftp
reply | * | read | answer 200 OK\n\n<p>page
server | other
reply | * | read | > HTTP/1.1 302 Found\r\nLocation: {scheme}://eve:s3cret@127.0.0.1:{other.port}/b\r\nContent-Length: 0\r\n\r\n
server | first
sonic | get {first}/ | all! s3cret
sonic | get --explain {first}/ | all! s3cret
sonic | get --json {first}/ | all! s3cret
sonic | get --log {home}/log --har {home}/har {first}/ | all! s3cret
sonic | history | all! s3cret
sonic | cache list | all! s3cret
script | test -s {home}/log && test -s {home}/har && ! grep -rq s3cret {home} | exit 0

## secrets are only in the files of the cookies and of the page that set them
reply | * | read | > HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: sid=hidden-cookie; Path=/\r\nSet-Cookie : folded=1\r\n hidden-cookie\r\nContent-Length: 26\r\nConnection: close\r\n\r\n<title>T</title><p>Harbour
server | raw
let | log | --log {home}/log --har {home}
sonic | get {log}/e.har http://hidden-user:hidden-word@127.0.0.1:{raw.port}/page | exit 0 | all! hidden- | all! aGlkZGVu
sonic | get {log}/a.har {raw}/a | exit 0 | all! hidden- | all! aGlkZGVu
sonic | get {log}/b.har {raw}/b -H 'Authorization: Bearer hidden-token' -H 'Cookie: a=hidden-cookie' | exit 0 | all! hidden- | all! aGlkZGVu
sonic | get {log}/c.har {raw}/c --user hidden-user:hidden-word | exit 0 | all! hidden-word | all! hidden-cookie | all! aGlkZGVu
browse | 30x120 | http://hidden-user:hidden-word@127.0.0.1:{raw.port}/page --log {home}/log
see | Harbour
quit
script | cd {home}; grep -rlE 'hidden-(cookie\ptoken\pword)\paGlkZGVuLXVzZXI6aGlkZGVuLXdvcmQ=' . \p grep -vE '(cookies\pcfg\pstate)$'; test $(find . -type f \p grep -vE '(cookies\pcfg\pstate)$' \p wc -l) -gt 8 && echo many | out= many\n
