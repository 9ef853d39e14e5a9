# sonic watch, with a server whose files change between the runs.
let | head | <!DOCTYPE html><html><head><meta charset="utf-8"><title>News</title></head><body class="plain">\n<!--sonicdiff-headlines--><p>
let | tail | </p><!--sonicdiff-headlines-end-->\n<!--sonicdiff-weather--><p>rain</p><!--sonicdiff-weather-end-->\n</body></html>\n

## each change is a line, unchanged runs are counted, and an interrupt prints a summary
site | a.html | {head}one{tail}
serve
start | watch --every 50ms {site}/a.html --json
line | "event":"begun"
site | a.html | {head}two{tail}
line | "outcome":"dataUpdate"
site | a.html | <!DOCTYPE html><html class=wide><!--sonicdiff-headlines--><p>two{tail}
line | "outcome":"templateChange"
signal | 2
finish | exit 0 | json event= begun,changed,changed,ended | json 1.changedBlocks= headlines | json 3.why= signal | json 3.changes= 1 | json 3.sourceChanges= 1 | json 3.runs> 2

## a change stored meanwhile by another program is still reported
site | a.html | {head}one{tail}
serve
start | watch --every 1 --json {site}/a.html
line | begun
site | a.html | {head}two{tail}
sonic | get {site}/a.html
line | "event":"changed"
signal | 2
finish | json event= begun,changed,ended

## a goal that is met ends the watch with status 0, one that is not met in time with 1
site | a.html | {head}one{tail}
site | a.json | {"n": 1}
serve
sonic | watch --every 50ms --until allCached {site}/a.html | exit 0
start | watch --every 50ms {site}/a.html --until change --json
line | begun
site | a.html | {head}two{tail}
finish | exit 0 | json why~ until
# Data that are not HTML are reported by the lines shown.
start | watch --every 50ms {site}/a.json --until change --exec cat
line | watching
site | a.json | {"n": 2}
finish | exit 0 | out +     "n": 2 | out \s1 changed
sonic | watch --every 50ms --times 2 --until failure {site}/a.html | exit 1
sonic | watch --only 'p[' {site}/a.html | exit 2 | err p[

## a command receives each change as input and environment variables, and an interrupt kills it
site | a.html | {head}one{tail}
serve
start | watch --every 50ms {site}/a.html --exec 'text=$(cat); echo "<$SONIC_OUTCOME $SONIC_BLOCKS $SONIC_URL>"; echo "$text"; echo "<end>"; case $text in *three*) trap "" TERM; echo "<begun>"; while :; do sleep 1; done;; esac'
line | watching
site | a.html | {head}two \e[31m{tail}
line | <end>
site | a.html | {head}three{tail}
line | <begun>
signal | 2
finish | exit 0 | out <dataUpdate headlines {site}/a.html>\nheadlines:\n- one\n+ two | out! \e

## a failed command is reported, and one that hangs is killed with its children
site | a.html | {head}one{tail}
serve
start | watch --every 50ms {site}/a.html --json --exec-timeout 1 --exec 'if grep -q "+ two"; then exit 3; else sleep 600 & sleep 600; fi'
line | begun
site | a.html | {head}two{tail}
line | "status":3
site | a.html | {head}three{tail}
line | took longer than 1 s
signal | 2
finish | exit 0 | err ended with status 3

## a file lists pages, one a line, and each is reported by its address
site | a.html | {head}one{tail}
site | b.html | {head}one{tail}
serve
home | list | # pages\n\n  {site}/a.html \r\n{site}/b.html\n{site}/a.html#x\n
sonic | watch {home}/list --every 50ms --times 2 --json | exit 0 | out "{site}/a.html" | out "{site}/b.html" | out! /a.html#x | out "runs":4
home | list | ok.example\n\nhttp://[::1\n
sonic | watch {home}/list | exit 2 | err list:3:\s

## failures are reported until the server recovers, those that are tolerated are not, and the exit status tells
for | tolerate status events next
with | 2 | 0 | begun,ended | = -
with | 1 | 1 | begun,failed,recovered,failed,ended | > 0
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<p>x
reply | 3 | read | answer 200 OK\nContent-Type: text/html\n\n<p>x
reply | * | read | answer 500 Oops\nContent-Type: text/html\n\noops
server | raw
sonic | watch {raw}/ --every 20ms --private --times 6 --tolerate {tolerate} --json | exit {status} | json event= {events} | json 1.next{next}

## options and settings say what of a page is compared, and whether its source counts
# The texts of the second and of the third load, what is printed, and the exit status.
for | options settings one two exec told json status
with | --exec 'echo EXEC' --only .x | {} | 1 | 2 | 0 | 0 | 0 | 0
with | --exec 'echo EXEC' --ignore '#clock' --ignore .y | {} | 1 | 2 | 0 | 0 | 0 | 0
with | --exec 'echo EXEC' | { "compare-ignore": ['#clock', '.y'] } | 1 | 2 | 0 | 0 | 0 | 0
with | --exec 'echo EXEC' --ignore .y | {} | 1 | 2 | 2 | 0 | 0 | 0
with | --exec 'echo EXEC' --only '#clock' --only .x | {} | 1 | 2 | 2 | 0 | 0 | 0
# Only the value of a hidden field changes.
for | options settings one two exec told json status
with | --exec 'echo EXEC' | {} | 0 | 0 | 0 | 2 | 0 | 0
with | --exec 'echo EXEC' --source | {} | 0 | 0 | 2 | 0 | 0 | 0
with | --until change | {} | 0 | 0 | 0 | 2 | 0 | 1
with | --until change --source | {} | 0 | 0 | 0 | 0 | 0 | 0
with | --json | {} | 0 | 0 | 0 | 0 | 2 | 0
let | page | answer 200 OK\nContent-Type: text/html\n\n<form><p class=x>0</p>
reply | 0 | read | {page}<p id=clock>0</p><p class=y>0</p><input type=hidden value=0></form>
reply | 1 | read | {page}<p id=clock>{one}</p><p class=y>{one}</p><input type=hidden value=1></form>
reply | * | read | {page}<p id=clock>{two}</p><p class=y>{two}</p><input type=hidden value=2></form>
server | raw
config | {settings}
sonic | watch {raw}/ --every 20ms --times 3 --private {options} | exit {status} | count {exec} EXEC | count {told} its text is the same | count {json} "textChanged":false

# In the browser.

## a watched page follows its file, can be paused, and survives its server
site | a.html | <title>News</title><!--sonicdiff-a--><p>Monday<!--sonicdiff-a-end--><p>The end.</p>
serve
config | { retries: 0, "watch-every": 0.1 }
browse | 24x80 | {site}/a.html
see | Monday | FIRST LOAD
keys | w
see | watching every 100 ms
site | a.html | <title>News</title><!--sonicdiff-a--><p>Tuesday<!--sonicdiff-a-end--><p>The end.</p>
see | Tuesday
keys | w
see | watch paused
keys | :watch 50ms<Enter>
see | watching every 50 ms
stop
see | OFFLINE
has | Tuesday
quit

## a watched local file is shown as soon as it is saved
home | a.html | <title>News</title><p>Monday
browse | 24x80 | {home}/a.html
see | Monday
keys | :watch 1h<Enter>
see | watching every 1 h
home | a.html | <title>News</title><p>Tuesday
see | Tuesday
home | a.html | <title>News</title><p>Wednesday
see | Wednesday
quit
