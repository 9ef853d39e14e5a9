# Command lines: wrong usage, completion, pipes, and the measuring program.

## wrong usage exits with status 2, says what is right, and prints nothing else
for | program words message
with | sonic | cache frob | unknown command “sonic cache frob”
with | sonic | cache show | show takes one page
with | sonic | cache show http://127.0.0.1:1/ update | show takes one of merged, template
with | sonic | cache remove | remove takes pages
with | sonic | cache verify x.example | verify takes no page
with | sonic | cache pin | pin is gone: in the browser, p bookmarks a page and keeps it offline
with | sonic | cache unpin x.example | unpin is gone: in the browser, p\s
with | sonic | cache remove --pinned | --pinned is gone: sonic forget page removes a page that is kept offline
with | sonic | cache prune --limit much | --limit takes bytes such as 500K, 64M or 1G
with | sonic | cache list --limit 1M | --limit is for sonic cache prune
with | sonic | cache path --account ann | sonic cache path is for all accounts; leave out --account
with | sonic | cache verify --account ann | --account is for sonic cache list|usage|show|remove|path
with | sonic | check | check takes addresses
with | sonic | check ftp://localhost/ | “ftp://localhost/” is not an http or https address
with | sonic | check http://localhost/ --allow nothing | --allow: unknown rule nothing
with | sonic | check http://localhost/ --baseline /dev/null | --baseline: /dev/null cannot be read
with | sonic | check http://localhost/ --urls /nowhere/at/all | --urls: /nowhere/at/all cannot be read
with | sonic | check http://localhost/ --junit /nowhere/at/all | the file of --junit, /nowhere/at/all, cannot be written
with | sonic | completion tcsh | bash, zsh, fish
with | sonic | cookies | cookies takes import
with | sonic | dump --color red - | auto, always or never
with | sonic | dump --charset klingon x | unknown encoding “klingon”; --charset takes one of these
with | sonic | dump --type sound x | unknown type “sound”
with | sonic | forget | forget takes page|site|hour|all
with | sonic | forget everything | use page|site|hour|all
with | sonic | forget page | page takes one URL: sonic forget page URL
with | sonic | forget all x | all takes no arguments
with | sonic | get --clients=symbian http://127.0.0.1:1/ | --clients takes [ios,android], not “symbian”
with | sonic | get http://127.0.0.1:9/ --output x --json | --output saves only the body; leave out --json
with | sonic | get http://127.0.0.1:1/ -I -o x | --output saves the response of a URL; leave out --head, --request and --curl
with | sonic | get http://127.0.0.1:1/ -I -X POST | --head sends HEAD without a body
with | sonic | get http://127.0.0.1:1/ -I -d x | --head sends HEAD without a body
with | sonic | get --cacert /missing.pem https://127.0.0.1:1/ | --cacert, /missing.pem, cannot be read
with | sonic | get --cert /missing.pem https://127.0.0.1:1/ | --cert, /missing.pem, cannot be read
with | sonic | get --user-agent 'a\r\nX: b' http://127.0.0.1:1/ | --user-agent
with | sonic | get --print soul http://127.0.0.1:1/ | --print takes one of body, template
with | sonic | get --har - --json http://127.0.0.1:1/ | --har - uses standard output; name a file
with | sonic | get --secrets http://127.0.0.1:1/ | --secrets is for --har FILE
with | sonic | get --override nonsense http://127.0.0.1:1/ | unknown override “nonsense”
with | sonic | get --request /nowhere.http | --request: /nowhere.http cannot be read
with | sonic | get -F a http://127.0.0.1:1/ | --form takes NAME=VALUE or NAME=@FILE, not “a”
with | sonic | get -F f=@{home} http://127.0.0.1:1/ | is a folder; choose a file in it\n
with | sonic | get -F a=1 --body b http://127.0.0.1:1/ | --body and --form both set the body; use one
with | sonic | manual tea | no manual of “tea”
with | sonic | replay x --expect update | data-update, template-change, plain, fresh, offline, failed, redirect\n
with | sonic | split | split takes one file
with | sonic | watch | watch takes addresses
with | sonic | watch http://127.0.0.1:1/ --every soon | --every takes a time
with | sonic | watch http://127.0.0.1:1/ --every 1ms | --every takes a time
with | sonic | watch http://127.0.0.1:1/ --until dawn | --until takes one of
with | sonic | watch http://127.0.0.1:1/ --times 0 | --times takes a number
with | sonic | watch http://127.0.0.1:1/ --exec-timeout 5 | --exec-timeout requires --exec
with | sonic | watch http://127.0.0.1:1/ --offline | sonic watch URL...|FILE|- takes no --offline
with | sonic | --charset klingon http://127.0.0.1:1/ | windows-1250, windows-1251, windows-1252
with | sonic | --theme drakula http://127.0.0.1:1/ | did you mean dracula?
with | sonic-server | completion tcsh | bash, zsh, fish
with | sonic-server | manual tea | manual takes no arguments
# A misspelt word.
with | sonic | cahce list | unknown command “cahce”; did you mean cache?
with | sonic | get --jsno x | unknown option --jsno; did you mean --json? see sonic get --help
with | sonic | --thme=dark | unknown option --thme; did you mean --theme? see sonic --help
with | sonic | cache lst | did you mean list?
with | sonic | help gte | unknown command “gte”; did you mean get?
{program} | {words} | exit 2 | err {message} | out=

## a file that cannot be read fails with status 1, and a missing one may have been a host name
# Too long for a host name, so there is no DNS query.
let | missing | {64*a}.example
sonic | dump /dev/null | exit 1 | err= sonic: /dev/null cannot be read: it is a device, not a regular file\n
sonic | dump {missing} | exit 1 | err unknown host | err no file “{missing}” either
sonic | dump http://{missing}/ | exit 1 | err unknown host | err! no file

## an argument that names a folder opens it, and the name of a file that is not there is no host
home | notes/a.txt | here
in | {home}
sonic | get --print body notes | exit 0 | out a.txt
sonic | get --print body notes/a.txt | exit 0 | out= here
for | name | no.html | ./no | ./no.html | NO.JSON
sonic | get {name} | exit 2 | err sonic: no such file: {home}/ | err! ./
sonic | {name} | exit 2 | err sonic: no such file: {home}/

## a file that cannot be replayed is reported with line and column
for | text message
with |  | 1:1:
with | {} | 1:1: A HAR file is an object
with | [1] | 1:1: A HAR file
with | {"log":{}} | 1:8: “log” requires “entries”
with | {"log":{"entries":[7]}} | 1:20: Expected “request”
with | {"log":{"entries":[\n{"request":{"method":"GET","url":"::"}}]}} | 2:
with | {100000*[} | This bracket is not closed
with | {100000*{"log":} | This bracket is not closed
home | a.har | {text}
sonic | replay {home}/a.har | exit 1 | err {message}

## bash completes words, options, their values and names with spaces
for | program line last completed
with | sonic | sonic che | 1 | check,
with | sonic | sonic get --prin | 2 | --print,
with | sonic | sonic get --print temp | 3 | template,
with | sonic | sonic config pa | 2 | path,
with | sonic | sonic --the | 1 | --theme,
with | sonic | sonic --theme li | 2 | light,
with | sonic | sonic nothing-such | 1 | ,
# A value after “=”, which bash treats as a word of its own.
with | sonic | sonic --theme = nord | 3 | nord,
with | sonic | sonic dump --color = | 3 | auto,never,always,
# A command after options and their values.
with | sonic | sonic --account work cache pru | 4 | prune,
with | sonic | sonic --theme = light con | 4 | config,
with | sonic | sonic --private con | 2 | config,
with | sonic | sonic get --override no-a | 3 | no-accept-diff,
with | sonic | sonic get --override enc | 3 | encoding=,
with | sonic | sonic help ver | 2 | ,
with | sonic | sonic help mer | 2 | merge,
with | sonic | sonic split my | 2 | my page.html,
with | sonic-server | sonic-server pro | 1 | proxy,
with | sonic-server | sonic-server --control- | 1 | --control-token,
with | sonic-server | sonic-server proxy --block | 2 | --blocks,
with | sonic-server | sonic-server --as ph | 2 | php,
home | my page.html |
home | complete | source ./script; name={program}; COMP_WORDS=({line}); COMP_CWORD={last}; _${name/-/_}; printf '%s,' "${COMPREPLY[@]}"
in | {home}
script | "${0%/*}/{program}" completion bash > script | exit 0
run | /bin/bash complete | err= | out= {completed}

## a dump in a pipe has no colours unless asked for, and ends with the pipe
script | echo '<p>Hello <b>word</b>' \p "$0" dump - | exit 0 | out= Hello word\n
script | echo '<p>Hello <b>word</b>' \p "$0" dump --color always - | out= Hello \e[1mword\e[0m\n
script | (yes '<p>word</p>' \p timeout 20 "$0" dump -; echo ended $? >&2) \p head -n 1 | out= word\n | err ended 0
# A write error is a failure.
script | echo '<p>word' \p "$0" dump - > /dev/full | exit 1 | err standard output cannot be written
script | "$0" get --offline http://x.example/ > /dev/full | exit 1 | err standard output cannot be written
script | "$0" --help > /dev/full | exit 1 | err standard output cannot be written

## the measuring program finds no fault in short forms of its runs, and refuses wrong usage with status 2
# The short forms of `make limits`, `make soak` and `make load`.
sonic-bench | limits --divisor 500 | exit 0 | out a page of 200 MB | out 100,000 links | out 100,000 blocks | out 10,000 cached pages
sonic-bench | soak --kills 12 | exit 0 | out \sprograms killed,\s | out , no faults\n
# Concurrent clients get the outcomes that the server logs.
script | "${0%/*}/sonic-bench" load --clients 8 --requests 60 --upgraded 20 --held 1 > {home}/told; echo $?; grep -c '^a table of ' {home}/told; grep -c '^a table of .* requests a second$' {home}/told; grep -cE 'in turn: 121 sessions|balancer: not tried' {home}/told | out= 0\n5\n5\n1\n
file | {home}/told | ~ 8 clients,\s | ~ , 480 requests,\s | ~ the server logged the same outcomes | ~ 20 changed connections held for | ~ the proxy logged each of them with all bytes
sonic-bench | limits --divisor | exit 2
sonic-bench | limits --divisor 0 | exit 2
sonic-bench | limits --fast | exit 2
sonic-bench | soak --kills | exit 2
sonic-bench | soak --kills 0 | exit 2
sonic-bench | soak --pages 21 | exit 2
sonic-bench | soak --fast 1 | exit 2
sonic-bench | load --clients | exit 2
sonic-bench | load --clients 0 | exit 2
sonic-bench | load --fast 1 | exit 2
sonic-bench | load --held | exit 2
sonic-bench | race | exit 2
