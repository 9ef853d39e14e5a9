# Wrong usage: a message that says what is right, the exit status of usage errors, and no output.

## an error in a cache command exits with the usage status and says what is right
for | words message | frob | unknown command “sonic cache frob” | show | show takes one page
for | words message | remove | remove takes pages | verify x.example | verify takes no page
for | words message | pin | pin is gone: in the browser, p bookmarks a page and keeps it offline
for | words message | unpin x.example | unpin is gone: in the browser, p\s
for | words message | remove --pinned | --pinned is gone: sonic forget page removes a page that is kept offline
for | words message | prune --limit much | --limit takes bytes such as 500K, 64M or 1G
for | words message | list --limit 1M | --limit is for sonic cache prune
for | words message | path --account ann | sonic cache path is for all accounts; leave out --account
for | words message | verify --account ann | --account is for sonic cache list|usage|show|remove|path
sonic | cache {words} | exit 2 | err {message} | out=

## a usage error of a check is reported before any request
for | words |  | ftp://localhost/ | http://localhost/ --allow nothing | http://localhost/ --baseline /dev/null | http://localhost/ --urls /nowhere/at/all | http://localhost/ --junit /nowhere/at/all
sonic | check {words} | exit 2 | out=

## invalid arguments of forget are reported
for | words message |  | forget takes page|site|hour|all | everything | use page|site|hour|all
for | words message | page | page takes one URL: sonic forget page URL | all x | all takes no arguments
sonic | forget {words} | exit 2 | err {message}

## a misspelt word is reported with a suggestion
for | words message | cahce list | unknown command “cahce”; did you mean cache?
for | words message | get --jsno x | unknown option --jsno; did you mean --json? see sonic get --help
for | words message | --thme=dark | unknown option --thme; did you mean --theme? see sonic --help
for | words message | cache lst | did you mean list?
for | words message | help gte | unknown command “gte”; did you mean get?
for | words message | --theme drakula http://127.0.0.1:1/ | did you mean dracula?
sonic | {words} | exit 2 | err {message}

## usage errors of watch say what to do
for | words message | --every soon | --every takes a time | --every 1ms | --every takes a time
for | words message | --until dawn | --until takes one of | --times 0 | --times takes a number
for | words message | --exec-timeout 5 | --exec-timeout requires --exec
for | words message | --offline | sonic watch URL...|FILE|- takes no --offline
sonic | watch http://127.0.0.1:1/ {words} | exit 2 | err {message}
sonic | watch | exit 2

## wrong usage of the measuring program exits with status 2
for | words | limits --divisor | limits --divisor 0 | limits --fast | soak --kills | soak --kills 0 | soak --pages 21 | soak --fast 1
for | words | load --clients | load --clients 0 | load --fast 1 | race
sonic-bench | {words} | exit 2

## an unknown client is a usage error
sonic | get --clients=symbian http://127.0.0.1:1/ | exit 2 | err --clients takes [ios,android], not “symbian”

## options about sessions are refused with --output
sonic | get http://127.0.0.1:9/ --output x --json | exit 2 | err --output saves only the body; leave out --json

## an unreadable certificate file is a usage error, not a server error
for | option | --cacert | --cert
sonic | get {option} /missing.pem https://127.0.0.1:1/ | exit 2 | err {option}, /missing.pem, cannot be read

## a user agent that is not a valid header is a usage error
sonic | get --user-agent 'a\r\nX: b' http://127.0.0.1:1/ | exit 2 | err --user-agent

## arguments cannot inject escape sequences
for | words | get 'ht\e[31mtp://x' | dump './\e[31m' | get -H '\e' x
sonic | {words} | err sonic: | err! \e

## an unreadable file is reported, and a missing one may have been a host name
# Too long for a host name, so there is no DNS query.
let | missing | {64*a}.example
sonic | dump /dev/null | exit 1 | err= sonic: /dev/null cannot be read: it is a device, not a regular file\n
sonic | dump {missing} | exit 1 | err has no address | err no file “{missing}” either
sonic | dump http://{missing}/ | err has no address | err! no file

## an argument that names a folder opens it, and the name of a file that is not there is no host
home | notes/a.txt | here
in | {home}
sonic | get --print body notes | exit 0 | out a.txt
sonic | get --print body notes/a.txt | exit 0 | out= here
for | name | no.html | ./no | ./no.html | NO.JSON
sonic | get {name} | exit 2 | err sonic: no such file: {home}/ | err! ./
sonic | {name} | exit 2 | err sonic: no such file: {home}/

## a file that cannot be replayed is reported with line and column
for | text message |  | 1:1: | {} | 1:1: A HAR file is an object | [1] | 1:1: A HAR file
for | text message | {"log":{}} | 1:8: “log” requires “entries” | {"log":{"entries":[7]}} | 1:20: Expected “request”
for | text message | {"log":{"entries":[\n{"request":{"method":"GET","url":"::"}}]}} | 2:
for | text message | {100000*[} | This bracket is not closed | {100000*{"log":} | This bracket is not closed
home | a.har | {text}
sonic | replay {home}/a.har | exit 1 | err {message}

## bash completes words, options and their values
for | line last completed | sonic che | 1 | check | sonic get --prin | 2 | --print | sonic get --print temp | 3 | template
for | line last completed | sonic config pa | 2 | path | sonic --the | 1 | --theme | sonic --theme li | 2 | light | sonic nothing-such | 1 |
# A value after “=”, which bash treats as a word of its own.
for | line last completed | sonic --theme = nord | 3 | nord | sonic dump --color = | 3 | auto never always
# A command after options and their values.
for | line last completed | sonic --account work cache pru | 4 | prune | sonic --theme = light con | 4 | config
for | line last completed | sonic --private con | 2 | config | sonic get --override no-a | 3 | no-accept-diff
for | line last completed | sonic get --override enc | 3 | encoding= | sonic help ver | 2 |  | sonic help mer | 2 | merge
script | "$0" completion bash > {home}/script | exit 0
run | /bin/bash -c "source {home}/script; COMP_WORDS=({line}); COMP_CWORD={last}; _sonic; echo ${COMPREPLY[@]}" | err= | out= {completed}\n

## bash completes the server's commands, and options before them
for | line last completed | sonic-server pro | 1 | proxy | sonic-server --control- | 1 | --control-token
for | line last completed | sonic-server proxy --block | 2 | --blocks | sonic-server --as ph | 2 | php
script | "$0-server" completion bash > {home}/script | exit 0
run | /bin/bash -c "source {home}/script; COMP_WORDS=({line}); COMP_CWORD={last}; _sonic_server; echo ${COMPREPLY[@]}" | err= | out= {completed}\n

## bash completes names with spaces as one word
home | my page.html |
in | {home}
script | "$0" completion bash > script | exit 0
home | complete | source ./script; COMP_WORDS=(sonic split my); COMP_CWORD=2; _sonic; printf '%s|' "${COMPREPLY[@]}"
run | /bin/bash complete | out= my page.html|

## an unknown shell or manual is an error
for | program | sonic | sonic-server
script | "${0%/*}/{program}" completion tcsh | exit 2 | err bash, zsh, fish
script | "${0%/*}/{program}" manual tea | exit 2

## a dump without an end stops when its pipe is closed
script | (yes '<p>word</p>' \p timeout 20 "$0" dump -; echo ended $? >&2) \p head -n 1 | out= word\n | err ended 0

## a write error on standard output is reported as a failure
for | words | dump - | get --offline http://x.example/ | --help
script | echo '<p>word' \p "$0" {words} > /dev/full | exit 1 | err standard output cannot be written

## a dump has colours on request, and none in a pipe
script | echo '<p>a <b>word</b>' \p "$0" dump - | out= a word\n
script | echo '<p>a <b>word</b>' \p "$0" dump --color always - | out= a \e[1mword\e[0m\n
script | echo '<p>a <b>word</b>' \p "$0" dump --color red - | exit 2 | err auto, always or never

## standard input may be a pipe
script | echo '<p>Hello' \p "$0" dump - | out Hello

# The short forms of `make limits`, `make soak` and `make load`.

## pages that are large in every way can be stored, searched, printed and shown
sonic-bench | limits --divisor 500 | exit 0 | out a page of 200 MB | out 100,000 links | out 100,000 blocks | out 10,000 cached pages

## programs killed while storing leave every page intact
sonic-bench | soak --kills 12 | exit 0 | out \sprograms killed,\s | out , no faults\n

## concurrent clients get the outcomes that the server logs
script | "${0%/*}/sonic-bench" load --clients 8 --requests 60 > {home}/told; echo $?; grep -c '^a table of ' {home}/told; grep -c '^a table of .* requests a second$' {home}/told | out= 0\n5\n5\n
file | {home}/told | ~ 8 clients,\s | ~ , 480 requests,\s | ~ the server logged the same outcomes
