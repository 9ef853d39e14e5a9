# Tabs that the next run restores, and what the terminal sends.
site | a.html | <title>Harbour</title><h1>Harbour</h1><p><a href=b.html>Weather</a> <a href=c.html>Library</a>
site | b.html | <title>Weather</title><h1>Weather</h1><!--sonicdiff-now--><p>Rain until Wednesday</p><!--sonicdiff-now-end-->
site | c.html | <title>Library</title><h1>Library</h1>{90*<p>Shelf #</p>}
serve
let | tabs | {home}/state/sonic/default/tabs

## tabs are restored by the next run with their scroll positions, or reopened if that has a page, and only if allowed
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
# A run with an address saves its tab, and can reopen those of the previous run.
config | {}
home | state/sonic/default/tabs | 1\n0 {site}/a.html Harbour\n0 {site}/b.html Weather\n
browse | 24x80 | {site}/c.html
see | Shelf 1 | ALL CACHED
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

## the mouse scrolls and follows a link unless M or the configuration releases it to the terminal
site | news.html | <title>News</title><h1>News</h1><p>Read <a href=pier.html>about the pier</a> today.</p>{200*<p>Entry #.</p>}
site | pier.html | <title>Pier</title><h1>The long pier</h1><p>It is long.</p>
browse | 24x80 | {site}/news.html
see | about the pier | LOAD | @mouse
wheel | down | Read
wheel | down | Entry
see | !about the pier
wheel | up | Entry
wheel | up | Entry
see | about the pier
click | about the pier
see | The long pier
keys | M
see | !@mouse | M captures it again
keys | M
see | @mouse
quit
see | !@mouse
config | { "mouse": false }
browse | 24x80 | {site}/b.html
see | Rain | LOAD
has | !@mouse
quit
written | ! \e[?1002h

## the background colour is not queried if it is known, not used or not supported, or if a theme was chosen
for | name value
with | COLORFGBG | 15;0
with | NO_COLOR | 1
with | TERM | linux
with | TERM | vt100
with | THEME | chosen
home | config/sonic/config.json5 | {"theme": "dark"}
script | test {name} = THEME \p\p rm {home}/config/sonic/config.json5
env | {name} | {value}
browse | 24x80 | {site}/b.html
see | Rain | LOAD
quit
written | ! \e]11;
