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
finish | exit 0 | json event= begun,changed,changed,ended | json 1.changedBlocks= headlines | json 3.why= signal | json 3.changes= 2 | json 3.runs> 2

## a server that goes away and comes back is reported once each
# The second to the tenth connection are reset, including those of the engine's own retries.
for | page | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>one
reply | 1 | read | reset
reply | 2 | read | reset
reply | 3 | read | reset
reply | 4 | read | reset
reply | 5 | read | reset
reply | 6 | read | reset
reply | 7 | read | reset
reply | 8 | read | reset
reply | 9 | read | reset
reply | * | read | > {page}
server | raw
config | { retries: 0 }
start | watch --every 50ms {raw}/ --json
line | "event":"recovered"
signal | 2
finish | json event= begun,failed,recovered,ended | json 2.failures= 9

## a goal that is met ends the watch with status 0
site | a.html | {head}one{tail}
serve
sonic | watch --every 50ms --until allCached {site}/a.html | exit 0
start | watch --every 50ms {site}/a.html --until change --json
line | begun
site | a.html | {head}two{tail}
finish | exit 0 | json why~ until
# A goal that is not met in time is a failure.
sonic | watch --every 50ms --times 2 --until failure {site}/a.html | exit 1

## a command receives each change as input and environment variables
site | a.html | {head}one{tail}
serve
start | watch --every 50ms {site}/a.html --exec 'echo "<$SONIC_OUTCOME $SONIC_BLOCKS $SONIC_URL>"; cat; echo "<end>"'
line | watching
site | a.html | {head}two \e[31m{tail}
line | <end>
signal | 2
finish | out <dataUpdate headlines {site}/a.html>\nheadlines:\n- one\n+ two | out! \e

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

## an interrupt kills a running command as well
site | a.html | {head}one{tail}
serve
start | watch --every 50ms {site}/a.html --exec 'trap "" TERM; echo "<begun>"; while :; do sleep 1; done'
line | watching
site | a.html | {head}two{tail}
line | <begun>
signal | 2
finish | exit 0

## a file lists pages, one a line, and each is reported by its address
site | a.html | {head}one{tail}
site | b.html | {head}one{tail}
serve
home | list | # pages\n\n  {site}/a.html \r\n{site}/b.html\n{site}/a.html#x\n
sonic | watch {home}/list --every 50ms --times 2 --json | exit 0 | out "{site}/a.html" | out "{site}/b.html" | out! /a.html#x | out "runs":4
home | list | ok.example\n\nhttp://[::1\n
sonic | watch {home}/list | exit 2 | err list:3:\s

## a change of data that is not HTML is reported by the lines shown
site | a.json | {"n": 1}
serve
start | watch --every 50ms {site}/a.json --exec 'cat; echo "<end>"'
line | watching
site | a.json | {"n": 2}
line | <end>
signal | 2
finish | out +     "n": 2 | out \s1 changed

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

## a change that the configuration ignores is not reported
config | { "compare-ignore": ["/Updated */"], "watch-every": 0.05 }
site | a.html | {head}one</p><p>Updated 1{tail}
serve
start | watch {site}/a.html --json --until dataUpdate
line | begun
site | a.html | {head}one</p><p>Updated 2{tail}
finish | json event= begun,met,ended | json 2.changes= 0
start | watch {site}/a.html --json --until change
line | begun
site | a.html | {head}two</p><p>Updated 2{tail}
finish | json event= begun,changed,ended | json 2.changes= 1

# In the browser.

## a watched page follows its file, can be paused, and survives its server
for | size | 24x80 | 60x200
site | a.html | <title>News</title><!--sonicdiff-a--><p>Monday<!--sonicdiff-a-end--><p>The end.</p>
serve
config | { retries: 0, "watch-every": 0.1 }
browse | {size} | {site}/a.html
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

# What a watch counts as a change, and when it polls.

## a command runs if the text changes, and with --source if the source does
let | form | answer 200 OK\nContent-Type: text/html\n\n<form><p>the same text<input type=hidden value=
for | options exec told status | --times 3 --exec 'echo EXEC' | 0 | 2 | 0 | --times 3 --exec 'echo EXEC' --source | 2 | 0 | 0
for | options exec told status | --times 3 --until change | 0 | 2 | 1 | --until change --source | 0 | 0 | 0
reply | 0 | read | {form}0></form>
reply | 1 | read | {form}1></form>
reply | * | read | {form}2></form>
server | raw
sonic | watch {raw}/ --every 20ms --private {options} | exit {status} | count {exec} EXEC | count {told} its text is the same

## a change that is not in the text is marked in JSON
let | form | answer 200 OK\nContent-Type: text/html\n\n<form><p>the same text<input type=hidden value=
reply | 0 | read | {form}0></form>
reply | * | read | {form}1></form>
server | raw
sonic | watch {raw}/ --every 20ms --private --times 2 --json | count 1 "textChanged":false

## selectors on the command line select what is compared
for | options runs | --only .x | 0 | --ignore '#clock' --ignore .y | 0 | --ignore .y | 2 | --only '#clock' --only .x | 2
let | page | answer 200 OK\nContent-Type: text/html\n\n
reply | 0 | read | {page}<p id=clock>0</p><p class=x>0</p><p class=y>0</p>
reply | 1 | read | {page}<p id=clock>1</p><p class=x>0</p><p class=y>1</p>
reply | * | read | {page}<p id=clock>2</p><p class=x>0</p><p class=y>2</p>
server | raw
sonic | watch {raw}/ --every 20ms --private --times 3 --exec 'echo EXEC' {options} | count {runs} EXEC
sonic | watch {raw}/ --every 20ms --private --only 'p[' | exit 2 | err p[

## Retry-After is respected as a date and in seconds
for | wait | Fri, 31 Dec 2094 23:59:59 GMT | 40
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<p>x
reply | * | read | answer 503 Busy\nContent-Type: text/html\nRetry-After: {wait}\n\nbusy
server | raw
start | watch {raw}/ --every 20ms --json
line | "event":"failed"
signal | 2
finish | out "runs":2 | json 1.next> 38999

## tolerated failures are neither reported nor counted as failures
for | tolerate status failed | 2 | 0 | 0 | 1 | 1 | 2
reply | 0 | read | answer 200 OK\nContent-Type: text/html\n\n<p>x
reply | 3 | read | answer 200 OK\nContent-Type: text/html\n\n<p>x
reply | * | read | answer 500 Oops\nContent-Type: text/html\n\noops
server | raw
sonic | watch {raw}/ --every 20ms --private --times 6 --tolerate {tolerate} --json | exit {status} | count {failed} "event":"failed"
