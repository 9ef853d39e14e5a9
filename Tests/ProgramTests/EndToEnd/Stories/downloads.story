# Files that sonic get --output and the browser save, over networks and disks that fail.
let | whole | 200 OK\nContent-Type: application/zip\nETag: "v1"\n\n0123456789abcdefghij
let | rest | 206 Partial Content\nContent-Range: bytes 5-19/20\nETag: "v1"\n\n56789abcdefghij

## a download of a killed program is resumed by the next one
reply | 0 | read | > HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/zip\r\nContent-Length: 20\r\nETag: "v1"\r\n\r\n01234 | wait gate
reply | * | read | answer {rest}
server | raw
start | get {raw}/a.zip --output {home}/a.zip
# The partial file grows while the program waits for more.
script | until test "$(stat -c %s {home}/a.zip.part 2> /dev/null)" = 5; do :; done
signal | 9
finish | killed 9
mode | {home}/a.zip.part | 600
mode | {home}/a.zip.part-record | 600
sonic | get {raw}/a.zip --output {home}/a.zip | err resuming after 5 bytes
file | {home}/a.zip | = 0123456789abcdefghij
request | raw | 0 | ! \r\nRange: | ! \r\nIf-Range:
request | raw | 1 | ~ \r\nRange: bytes=5-\r\n | ~ \r\nIf-Range: "v1"\r\n
open | gate

## the file is complete whatever the response to a range request
# The response, that to any further request, and the file that is then there.
let | new | 200 OK\nContent-Type: application/zip\nETag: "v2"\n\nnew
for | first next file
with | {rest} | 500 No | 0123456789abcdefghij
# All of it, as the server knows no parts.
for | first next file
with | {whole} | 500 No | 0123456789abcdefghij
# Another version, a part that begins elsewhere, a part of another version.
for | first next file
with | 200 OK\nContent-Type: application/zip\nETag: "v2"\n\nanother file | 500 No | another file
with | 206 Partial Content\nContent-Range: bytes 9-19/20\nETag: "v1"\n\n9abcdefghij | {whole} | 0123456789abcdefghij
with | 206 Partial Content\nContent-Range: bytes 5-7/20\nETag: "v2"\n\nxyz | {new} | new
# Less than the rest, and no such part.
for | first next file
with | 206 Partial Content\nContent-Range: bytes 5-7/20\nETag: "v1"\n\n567 | 206 Partial Content\nContent-Range: bytes 8-19/20\nETag: "v1"\n\n89abcdefghij | 0123456789abcdefghij
with | 416 No\nContent-Range: bytes */3\n\n | {new} | new
reply | 0 | read | answer {first}
reply | * | read | answer {next}
server | raw
home | a.zip.part | 01234
home | a.zip.part-record | {"format":1,"url":"{raw}/a.zip","length":20,"etag":"\\"v1\\""}
sonic | get {raw}/a.zip --output {home}/a.zip | exit 0
file | {home}/a.zip | = {file}
names | {home} | ! part

## a file that is there is not overwritten, nor is a partial one without a readable record
for | record |  | { | {"format":1} | \0\0
reply | * | read | answer {whole}
server | raw
home | a.zip.part | not ours
home | a.zip.part-record | {record}
sonic | get {raw}/a.zip --output {home}/a.zip | err saved {home}/a-2.zip
file | {home}/a.zip.part | = not ours
file | {home}/a-2.zip | = 0123456789abcdefghij
home | a.zip | mine
sonic | get {raw}/a.zip --output {home}/a.zip | exit 1 | err the file {home}/a.zip exists
file | {home}/a.zip | = mine

## a resumed download sends cookies by the initiator of the original request
for | initiators relation
with |  | ~
with | ,"initiators":["https://other.test/"] | !
reply | 0 | read | answer 200 OK\nContent-Type: text/html\nSet-Cookie: sid=1; SameSite=Strict; Max-Age=9999\n\nx
reply | * | read | answer {rest}
server | raw
sonic | get {raw}/
home | a.zip.part | 01234
home | a.zip.part-record | {"format":1,"url":"{raw}/a.zip","length":20,"etag":"\\"v1\\""{initiators}}
sonic | get {raw}/a.zip --output {home}/a.zip | exit 0
request | raw | 1 | {relation} Cookie: sid=1

## a download says that its ETag cannot be sent, that no length was sent, and that the disk is full
reply | * | read | answer 200 OK\nContent-Type: application/zip\nETag: "a\x01b"\n\n0123456789abcdefghij
server | raw
sonic | get {raw}/a.zip --output {home}/a.zip | exit 0 | err ETag contains the control character 0x01
file | {home}/a.zip | = 0123456789abcdefghij
reply | * | read | > HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/zip\r\n\r\nabc
server | short
sonic | get {short}/b.zip --output {home}/b.zip | err 3 bytes; the server sent no length
file | {home}/b.zip | = abc
reply | * | read | answer 200 OK\nContent-Type: application/zip\nETag: "v1"\n\n{100000*x}
server | full
script | {unwritten}ulimit -f 16; exec "$0" get {full}/c.zip --output {home}/c.zip | exit 1 | err File too large | err the part is kept
none | {home}/c.zip
script | test -s {home}/c.zip.part | exit 0

## a download reuses the transfer of the followed link, and the page stays
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<title>Files</title><h1>Files</h1><p><a href="/a.zip">the file</a>
reply | * | read | answer 200 OK\nContent-Type: application/zip\nETag: "v1"\n\n0123456789
server | raw
home | saved/.kept |
config | { downloads: '{home}/saved', 'fresh-pages': 0 }
browse | 24x80 | {raw}/
see | the file
keys | <Tab><Enter>
see | \sas:\s
keys | <Enter>
see | Saved\s
has | the file
names | {home}/saved | = .kept a.zip
file | {home}/saved/a.zip | = 0123456789
keys | <M-w>
see | Files | 10 B, saved
keys | q
quit
# One request for the page, one for the file.
request | raw | 0 | ^ GET / HTTP
request | raw | 1 | ^ GET /a.zip HTTP

## a slow download shows its progress, can be stopped, and resumes after a restart
let | page | 200 OK\nContent-Type: text/html\n\n<title>Files</title><h1>Files</h1><p><a href="/a.bin">the file</a>
reply | 0 | read | answer {page}
reply | 1 | read | > HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: a/b\r\nContent-Length: 4096\r\nETag: "v1"\r\n\r\n{1024*x} | wait gate
reply | 2 | read | answer {page}
reply | * | read | answer 206 Partial Content\nContent-Range: bytes 1024-4095/4096\nETag: "v1"\n\n{3072*x}
server | raw
home | saved/.kept |
config | { downloads: '{home}/saved', 'fresh-pages': 0 }
browse | 24x80 | {raw}/
see | the file
keys | <Tab><Enter>
see | \sas:\s
keys | <Enter> | <M-w>
see | 1,024 of 4,096 B
keys | q | q
see | A download is running
keys | y
ends | exit 0
names | {home}/saved | = .kept a.bin.part a.bin.part-record
browse | 24x80 | {raw}/
see | the file
keys | <M-w>
see | 1,024 of 4,096 B, stopped
keys | r
see | 4 KB, saved
names | {home}/saved | = .kept a.bin
file | {home}/saved/a.bin | = {4096*x}
open | gate
keys | q
quit

## a saved file is opened with its mailcap program, on the terminal or in the pager if that says so
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<title>Files</title><h1>Files</h1><p><a href="/a.zip">the file</a>
reply | * | read | answer 200 OK\nContent-Type: application/zip\nETag: "v1"\n\ninside
server | raw
home | saved/.kept |
config | { downloads: '{home}/saved', 'fresh-pages': 0 }
home | mailcap | application/zip; cat %s && read answer; needsterminal\n
env | MAILCAPS | {home}/mailcap
browse | 24x80 | {raw}/
see | the file
keys | <Tab><Enter>
see | \sas:\s
keys | <Enter>
see | Saved\s
keys | <M-w><Enter>
see | inside | !saved
keys | <Enter>
see | Back in sonic.
home | mailcap | text/plain; cat\n
keys | <Enter>
see | No mailcap entry for application/zip
keys | q
quit
# Control characters of a text are visible in the pager.
reply | * | read | answer 200 OK\nContent-Type: text/x-foo\nContent-Disposition: attachment; filename=y.foo\n\none\e]0;two\x07\n\u{202E}three\n
server | text
home | mailcap | text/x-foo; cat %s; copiousoutput\n
env | MAILCAPS | {home}/mailcap
env | PAGER | tee {home}/paged
browse | 24x100 | {text}/
see | Save\s
keys | \r
see | Saved\s
keys | <M-w>
see | y.foo
keys | \r
see | Back in sonic.
file | {home}/paged | = one␛]0;two␇\n\u{FFFD}three\n
written | ! \e]0;two | ! \u{202E}
keys | q
quit
# Whatever its name contains.
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<title>Files</title><h1>Files</h1><p><a href="/x">the file</a>
reply | * | read | answer 200 OK\nContent-Type: application/zip\nContent-Disposition: attachment; filename="a'b \\"c\\" $(touch pwned) `touch pwned`; touch pwned &.zip"\n\ninside
server | odd
home | odd/.kept |
config | { downloads: '{home}/odd', 'fresh-pages': 0 }
home | scripts/mailcap | application/zip; wrong; test=false\napplication/zip; sh -c 'cat %s > {home}/scripts/seen'; test=test -f '%s'
env | MAILCAPS | {home}/scripts/mailcap
browse | 24x80 | {odd}/
see | the file
keys | <Tab><Enter>
see | \sas:\s
keys | <Enter>
see | Saved\s
names | {home}/odd | = .kept a'b "c" $(touch pwned) `touch pwned`; touch pwned &.zip
keys | <M-w>\r
see | Opened\s
script | until test "$(cat {home}/scripts/seen 2> /dev/null)" = inside; do :; done | exit 0
names | {home}/scripts | = mailcap seen
none | {home}/odd/pwned
none | {home}/pwned
keys | q
quit

## another browser and commands receive addresses and pages, and their output is shown without escape sequences
reply | * | read | answer 200 OK\nContent-Type: text/html\n\n<title>Files</title><h1>Files</h1><p><a href="/a?b=1&c=$(touch%20pwned);d='e'">the file</a>
server | raw
home | scripts/browser | printf '%s\\n' "$#" "$@" > {home}/scripts/seen
env | BROWSER | false:sh -c 'x %s':sh {home}/scripts/browser -x %s
browse | 24x80 | {raw}/
see | the file
keys | <Tab> | <M-g>
see | Opened in another browser:\s
file | {home}/scripts/seen | = 2\n-x\n{raw}/a?b=1&c=$(touch%20pwned);d=%27e%27\n
names | {home}/scripts | = browser seen
quit
reply | * | read | answer 200 OK\nContent-Type: text/html\n\n<title>Files</title><h1>Files</h1><p><a href="/a.zip">the file</a>
server | other
config | { 'fresh-pages': 0, commands: { count: { run: 'wc -c', input: 'page' }, words: { run: 'cat', input: 'text' } } }
browse | 24x80 | {other}/
see | the file
keys | :send count<Enter>
see | count: 66
keys | :send words<Enter>
see | ┌ words | Files
keys | q | :send printf '%s.'<Enter>
see | {other}/.
keys | :send sh -c 'exit 3'<Enter>
see | ended with status 3
keys | :send printf '\\033]0;owned\\007one\\ntwo\\n' #<Enter>
see | ┌ printf | two
written | ! \e]0;owned
keys | q
quit

## without BROWSER an address is opened with xdg-open
reply | * | read | answer 200 OK\nContent-Type: text/html\n\n<title>Files</title><h1>Files</h1><p><a href="/a?b=1">the file</a>
server | raw
home | scripts/xdg-open | #!/bin/sh\nprintf '%s\\n' "$#" "$@" > {home}/scripts/seen\n
script | chmod +x {home}/scripts/xdg-open
env | PATH | {home}/scripts:/usr/bin:/bin
browse | 24x80 | {raw}/
see | the file
keys | <Tab> | <M-g>
see | Opened in another browser:\s
file | {home}/scripts/seen | = 1\n{raw}/a?b=1\n
quit

## the name of a folder saves a download into it
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<title>Files</title><h1>Files</h1><p><a href="/a.zip">the file</a>
reply | 1 | read | answer 200 OK\nContent-Type: application/zip\nContent-Length: 4\n\nfour
server | raw
home | there/b.txt | here
browse | 24x80 | {raw}/
see | the file
keys | <Tab> | <Enter>
see | Save 4 B as: a.zip
keys | <C-u>{home}/there<Enter>
see | Saved {home}/there/a.zip: 4 B.
file | {home}/there/a.zip | = four
quit

## a download of 64 MB is not held in memory, and the screen stays responsive
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<title>Files</title><h1>Files</h1><p><a href="/a.iso">the file</a>
reply | * | read | > HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/x-iso\r\nContent-Length: 67108864\r\n\r\n | flood 64 {1048576*x}
server | raw
home | saved/.kept |
config | { downloads: '{home}/saved', 'fresh-pages': 0 }
browse | 24x80 | {raw}/
see | the file
keys | <Tab><Enter>
see | \sas:\s
keys | <Enter>
see | Saved\s
script | stat -c %s {home}/saved/a.iso | out= 67108864\n
memory | 88
quit

## a field's text is edited in a private file and read back
site | a.html | <title>A</title><form><textarea name=a cols=30>one</textarea></form>
serve
home | drafts/.kept |
home | editor | stat -c '%a' "$1" "$(dirname "$1")" > {home}/modes\ncp "$1" {home}/before\necho "the editor has the screen"\nread answer\nprintf '%s\\nthree\\n' "$answer" >> "$1"\necho draft > "$1~"\n
env | TMPDIR | {home}/drafts
env | EDITOR | sh {home}/editor
browse | 24x100 | {site}/a.html
see | FIRST LOAD
keys | <Tab><Enter><C-x>
see | the editor has the screen | !FIRST LOAD
# Keys go to the editor, whatever they mean to the browser.
keys | q:two\r
see | [one↵q:two↵three
has | FIRST LOAD | Changed.
file | {home}/modes | = 600\n700\n
file | {home}/before | = one\n
# What the editor leaves is not taken over, and the field stays.
home | editor | true
keys | <Enter><C-x>
see | Nothing was changed.
home | editor | printf '\\377\\n' > "$1"
keys | <C-x>
see | the text is not in UTF-8
has | [one
home | editor | rm "$1"
keys | <C-x>
see | No such file or directory
has | [one
home | editor | echo two > "$1"; exit 3
keys | <C-x>
see | ended with status 3
has | [one
home | editor | exit 127
keys | <C-x>
see | Editor not found
has | [one
home | editor | head -c 17000000 /dev/zero > "$1"
keys | <C-x>
see | larger than 16 MiB
has | [one
home | editor | rm "$1"; mkfifo "$1"
keys | <C-x>
see | it is no longer a file
has | [one
home | editor | stty raw -echo\nprintf '\\033[?1000h\\033[?2004l\\033[31;1mleft behind\\033]2;mine'\nkill -9 $$
keys | <C-x>
see | was killed by signal 9
has | !left behind | FIRST LOAD
home | editor | trap 'echo two > "$1"; exit 0' INT\necho ready\nwhile :; do sleep 0.05; done\n
keys | <C-x>
see | ready
# An interrupt goes to the editor.
keys | <C-c>
see | [two
# Keys are read one by one again.
keys | =
see | Session details
keys | q
quit
names | {home}/drafts | = .kept
browse | 24x100 | {site}/a.html
see | ALL CACHED
home | editor | echo $$ > {home}/number; echo ready; exec sleep 1000
keys | <Tab><Enter><C-x>
see | ready
signal | 15
ends | killed 15
restored
names | {home}/drafts | = .kept
script | timeout 10 sh -c 'while kill -0 $(cat {home}/number) 2> /dev/null; do :; done' | exit 0
env | PATH | {home}/none
env | EDITOR | 
browse | 24x100 | {site}/a.html
see | ALL CACHED
keys | <Tab><Enter><C-x>
see | No editor found: set EDITOR
keys | <C-c>
quit

## sessions continue while the editor has the terminal
let | page | 200 OK\nContent-Type: text/html\n\n<title>A</title><form><textarea name=a cols=30>one</textarea></form>
reply | 1 | read | wait gate | answer 302 Found\nLocation: /b.html
reply | * | read | answer {page}
server | raw
env | EDITOR | echo ready; read line; true
env | TMPDIR | {home}
browse | 24x100 | {raw}/a.html
see | FIRST LOAD
keys | r
request | raw | 0
request | raw | 1
keys | <Tab><Enter><C-x>
see | ready | ![one
open | gate
# The session follows the redirect while the editor runs.
request | raw | 2
keys | \r
# The message about the text may have been replaced by one about the session.
see | /b.html | [one
keys | <C-c><C-c>
ends | exit 0
