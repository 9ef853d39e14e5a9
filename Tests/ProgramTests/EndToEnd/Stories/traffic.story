# Following the traffic of a server.

## a slow response is seen while it runs, and the list goes on when its server was killed and started again
reply | 0 | read | wait gate | answer 200 OK\nContent-Type: text/html\n\n<title>A</title><p>late
reply | 1 | read | hang
reply | * | read | answer 200 OK\nContent-Type: text/html\n\n<title>B</title><p>soon
server | raw
proxy | 127.0.0.1:{raw.port} | tide = #tide\n | --control
browse | 30x120 | traffic {site}/
see | following | Waiting for requests
start | get {site}/slow
see | @* /slow & > waiting for the upstream | ; for | !for 0 s
open | gate
see | @* /slow & first load | !> waiting
finish | exit 0
start | get --max-time 5 {site}/hanging
see | @* /hanging & > waiting for the upstream
kill
see | @* /slow & first load | @* /hanging & unfinished | reconnecting
restart
see | @* /hanging & unfinished: the server stopped | no connection to the server | following
finish
sonic | get {site}/later | exit 0
see | @* /slow & first load | no connection to the server | @* /later & first load | Traffic: {site}/

## the lines of a server's traffic have slow exchanges twice, and end with the server
reply | 0 | read | wait gate | answer 200 OK\nContent-Type: text/html\n\n<title>A</title><p>late
server | raw
proxy | 127.0.0.1:{raw.port} | tide = #tide\n | --control
browse | 24x100 | get {site}/slow
start | traffic {site}/
line | /slow  waiting for the upstream
open | gate
line | /slow  first load: full page
kill
finish | exit 1 | out /slow  waiting for the upstream | out /slow  first load | err was lost

## with --reconnect the lines go on behind the time without the server
site | a.html | <title>A</title><p>served
serve | --control
start | traffic --json --reconnect {site}/
sonic | get {site}/a.html | exit 0
line | "outcome":"firstLoad"
kill
restart
line | {"gap":{"from":
sonic | get --reload {site}/a.html | exit 0
line | "row":3
signal | 2
finish
