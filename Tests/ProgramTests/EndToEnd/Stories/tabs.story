# Several tabs, with real servers.
site | a.html | <title>Harbour</title><h1>Harbour</h1><p><a href=b.html>Weather</a> <a href=c.html>Library</a>
site | b.html | <title>Weather</title><h1>Weather</h1><!--sonicdiff-now--><p>Rain until Wednesday</p><!--sonicdiff-now-end-->
site | c.html | <title>Library</title><h1>Library</h1>{90*<p>Shelf #</p>}
serve
let | tabs | {home}/state/sonic/default/tabs

## links opened in the background appear in the tab bar, with a mark on a changed page
sonic | get {site}/b.html
site | b.html | <title>Weather</title><h1>Weather</h1><!--sonicdiff-now--><p>Rain until Thursday</p><!--sonicdiff-now-end-->
browse | 24x80 | {site}/a.html
see | FIRST LOAD
keys | <Tab>,<Tab>,
see | @0= ▸1 Harbour                 2●Weather                 3 Library | @2= \s Harbour | @3= \s ═══════ | @4= \s Weather Library | @5= | @6=
keys | >
see | Thursday | @0= \s1 Harbour                ▸2●Weather                 3 Library | @1 DATA UPDATE | @2= \s Weather | @3= \s ═══════ | @4= \s▌Rain until Thursday
keys | <M-3>
see | Shelf 9
keys | l
see | ┌ Tabs
has | \s1   Harbour\s | \s2 ● Weather\s | ▸ 3•  Library\s | @* 2 ● Weather & data update, 1 changed
keys | q
see | !┌ Tabs
keys | c
see | !@0 Library | Thursday
keys | U
see | Shelf 9
quit

## the tab bar fits small and large screens
for | size line | 12x40 | ▸1 Harbour    2 Weather    3 Library
for | size line | 60x200 | ▸1 Harbour                     2 Weather                     3 Library
browse | {size} | {site}/a.html
see | FIRST LOAD
keys | <Tab>,<Tab>,
see | @0= {line}
quit

## two tabs on one page share one session, and both get its page
let | html | HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n
reply | 0 | read | > {html}<title>One</title><a href=/x>x</a>
reply | 1 | read | > {html}<title>Shared</title><p>Be | wait gate | > ginning.</p>
reply | * | read | > {html}<title>Asked for twice</title>
server | raw
browse | 24x80 | {raw}/
see | FIRST LOAD
keys | <Tab>,
see | @0 2▶Shared
keys | ,
see | @0 3▶Shared
open | gate
see | @0 2 Shared | @0 3 Shared
keys | >
see | @0 ▸2 Shared | Beginning.
keys | >
see | @0 ▸3 Shared | Beginning.
quit

## tabs are restored after a restart, with their scroll positions, and written only if restoring is on
browse | 24x80 | {site}/a.html
see | FIRST LOAD
keys | <Tab>,<Tab>,
see | @0 2 Weather | @0 3 Library
keys | K
see | Shelf 2
keys | \s\s
see | Shelf 20
quit
mode | {tabs} | 600
browse | 24x80
see | ALL CACHED | Shelf 20 | @0= \s1○Harbour                 2○Weather                ▸3 Library
keys | <M-1>
see | Weather Library
quit
script | cp {tabs} {home}/before; wc -l < {tabs} | out 4
# Nothing is restored or written with --private or without restoring.
browse | 24x80 | --private
see | Visited pages
has | !@0 Weather
quit
script | cmp {tabs} {home}/before | exit 0
config | { restore: false }
browse | 24x80
see | Recent pages
has | !@0 Weather
quit
script | cmp {tabs} {home}/before | exit 0

## a run with an address saves its tab, and the tabs of the previous run can be reopened
home | state/sonic/default/tabs | 1\n0 {site}/a.html Harbour\n0 {site}/b.html Weather\n
browse | 24x80 | {site}/c.html
see | FIRST LOAD
has | !Weather | !Harbour
quit
file | {tabs} | = 0\n0 {site}/c.html Library\nclosed 0 {site}/a.html Harbour\nclosed 0 {site}/b.html Weather\n
browse | 24x80
see | Shelf 1
keys | U
# The tab that was in front is reopened first.
see | @0 ▸2 Weather
keys | U
see | @0 ▸3 Harbour
quit
file | {tabs} | ! closed

# What the terminal sends: the mouse, pastes, and replies.

## scrolling and following a link work with the mouse
for | size | 24x80 | 12x40 | 60x200
site | news.html | <title>News</title><h1>News</h1><p>Read <a href=pier.html>about the pier</a> today.</p>{200*<p>Entry #.</p>}
site | pier.html | <title>Pier</title><h1>The long pier</h1><p>It is long.</p>
browse | {size} | {site}/news.html
see | about the pier | LOAD | @mouse
wheel | down | Read
wheel | down | Entry
see | !about the pier
wheel | up | Entry
wheel | up | Entry
see | about the pier
click | about the pier
see | The long pier
keys | B
see | about the pier
quit
see | !@mouse

## M releases the mouse to the terminal, and so does the configuration
browse | 24x80 | {site}/b.html
see | FIRST LOAD | @mouse
keys | M
see | !@mouse | M captures it again
keys | M
see | @mouse
quit
config | { "mouse": false }
browse | 24x80 | {site}/b.html
see | ALL CACHED
has | !@mouse
written | ! \e[?1002h

## a pasted address is inserted in the prompt, and other text does nothing
browse | 24x80 | {site}/b.html
see | FIRST LOAD
paste | qqq\r:quit\r
see | The pasted text is not an address
paste | {site}/c.html\n
see | @-1 Open: http:// | @-1 c.html
keys | <Enter>
see | Shelf 1

## a paste without an end does not block the keyboard
browse | 24x80 | {site}/b.html
see | FIRST LOAD
keys | \e[200~half
see | The pasted text is not an address
quit

## the background colour is not queried if it is known, not used or not supported, or if a theme was chosen
for | name value | COLORFGBG | 15;0 | NO_COLOR | 1 | TERM | linux | TERM | vt100 | THEME | chosen
home | config/sonic/config.json5 | {"theme": "dark"}
script | test {name} = THEME \p\p rm {home}/config/sonic/config.json5
env | {name} | {value}
browse | 24x80 | {site}/b.html
see | Rain | LOAD
quit
written | ! \e]11;
