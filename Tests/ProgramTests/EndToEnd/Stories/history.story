# Past sessions, older versions, the inbox and the digest.

## sessions are listed latest first, with their outcomes and versions
let | bridge | <!--sonicdiff-bridge--><p>Bridge closed</p><!--sonicdiff-bridge-end-->
let | open | <!--sonicdiff-bridge--><p>Bridge open</p><!--sonicdiff-bridge-end-->
let | news | <title>News</title><h1>News</h1><!--sonicdiff-weather-->
site | a.html | {news}<p>Rain</p><!--sonicdiff-weather-end-->{bridge}
serve
sonic | get {site}/a.html
site | a.html | {news}<p>Snow</p><!--sonicdiff-weather-end-->{bridge}
sonic | get {site}/a.html
site | a.html | {news}<p>Snow</p><!--sonicdiff-weather-end-->{open}
sonic | get {site}/a.html
sonic | get {site}/none.html
sonic | history --json | json outcome= failed,dataUpdate,dataUpdate,firstLoad | json left= -,3,2,1 | json found= -,2,1,- | json 1.changedBlocks= bridge | json 1.url= {site}/a.html
sonic | history {site}/a.html --count 1 | lines 1 | out dataUpdate (200) | out v2 → v3
mode | {home}/cache/sonic/default/sessions | 600
# A recording is replayed step by step, on a terminal with Enter.
sonic | get {site}/a.html --har {home}/a.har
sonic | replay {home}/a.har --step | out^ began\n    do   enter: readingCache\n | out headReceived: 304 | out \s   now  ended\n | out allCached (304)
sonic | replay {home}/a.har --step --json | out^ {"event":"began","effects":["enter: readingCache",
browse | 24x80 | replay {home}/a.har --step
see | now  readingCache
has | !cacheRead (attempt 1)
keys | <Enter>
see | cacheRead (attempt 1): version
has | !headReceived
keys | \x04
ends | exit 0

## nothing is recorded in private or without a session, and a damaged line is reported
site | a.html | <title>News</title><p>Rain
serve
sonic | get {site}/a.html --private
sonic | history | exit 0 | err no past sessions
sonic | get {site}/a.html
run | /usr/bin/truncate -s -20 {home}/cache/sonic/default/sessions | exit 0
sonic | get {site}/a.html
sonic | history | err 1 line of the history that cannot be read | out allCached | out! firstLoad
sonic | history --count 0 | exit 2
sonic | history a b | exit 2

## changes stored unread are marked when the page is opened, and only once
let | bridge | <!--sonicdiff-bridge--><p>Bridge closed</p><!--sonicdiff-bridge-end-->
let | open | <!--sonicdiff-bridge--><p>Bridge open</p><!--sonicdiff-bridge-end-->
let | news | <title>News</title><h1>News</h1><!--sonicdiff-weather-->
site | a.html | {news}<p>Rain</p><!--sonicdiff-weather-end-->{bridge}
serve
browse | 30x120 | {site}/a.html
see | FIRST LOAD
quit
site | a.html | {news}<p>Snow</p><!--sonicdiff-weather-end-->{bridge}
sonic | get {site}/a.html
site | a.html | {news}<p>Snow</p><!--sonicdiff-weather-end-->{open}
sonic | get {site}/a.html
browse | 30x120 | {site}/a.html
see | v1 → v3: 2 lines changed
has | ▌Snow | ▌Bridge open | - Rain | + Snow
quit
# It was read.
sonic | cache show {site}/a.html | out \s\sversion 3\n
browse | 30x120 | {site}/a.html
see | ALL CACHED
has | !▌ | !since you
quit

## older versions can be browsed and compared, and sessions lead to their versions
for | size | 24x80 | 60x200
let | bridge | <!--sonicdiff-bridge--><p>Bridge closed</p><!--sonicdiff-bridge-end-->
let | open | <!--sonicdiff-bridge--><p>Bridge open</p><!--sonicdiff-bridge-end-->
let | news | <title>News</title><h1>News</h1><!--sonicdiff-weather-->
site | a.html | {news}<p>Rain</p><!--sonicdiff-weather-end-->{bridge}
serve
sonic | get {site}/a.html
site | a.html | {news}<p>Snow</p><!--sonicdiff-weather-end-->{bridge}
sonic | get {site}/a.html
site | a.html | {news}<p>Snow</p><!--sonicdiff-weather-end-->{open}
sonic | get {site}/a.html
browse | {size} | {site}/a.html
see | ALL CACHED
keys | [
see | @0 v2 of 3, stored\s
has | ▌Bridge closed | Snow
keys | -
see | @0 v1 of 3
has | ▌Rain | Bridge closed
keys | [
see | this is the oldest stored version
keys | D
see | Versions of this page
has | ▸[ ] v1•
keys | \sgD
see | ┌ Comparison
has | - v1 of\s | + v3 of\s | Rain</p> | Bridge open</p>
keys | <Esc>
see | !┌ Comparison | Versions of this page
keys | <Esc>
see | !Versions of this page
keys | <M-b>
see | Block weather is the same in all stored versions
keys | <Esc>
see | Bridge open | @0 ALL CACHED
keys | <M-b>
see | Block weather changed last in v2
has | ▌Snow | @0 v2 of 3
keys | s
see | ┌ Sessions
has | @* \s●\s & this page
keys | /first | <Enter><Enter>
see | @0 v1 of 3
keys | r
see | Bridge open | @0 ALL CACHED
quit

# Bookmarks and the inbox: two pages that were read and bookmarked.

## the inbox shows what is new, and Enter opens a page at its first new line
let | lines | {40*<p>line #</p>}
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Rain</p><!--sonicdiff-weather-end-->
site | clock.html | <title>The clock</title><h1>The clock</h1>{lines}<!--sonicdiff-weather--><p>Noon</p><!--sonicdiff-weather-end-->
serve
browse | 24x80 | {site}/news.html
see | checked
keys | <M-d>
see | Bookmarked
quit
browse | 24x80 | {site}/clock.html
see | checked
keys | <M-d>
see | Bookmarked
quit
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Snow</p><!--sonicdiff-weather-end-->
# The digest: nobody has asked yet, so there is nothing new.
sonic | unread --offline --count | exit 0 | out= 0\n
# The pages that were read are listed with their titles and filtered by letters, without being changed.
config | { restore: false }
browse | 24x80
see | 1 new | @* The clock & all cached
has | Inbox | Bookmarks | @* 1 new & The news & {host} & data update | @* - & The clock & {host}
keys | <Enter>
see | ▌Snow
# It has been read now, and nothing else is new.
keys | <M-h>
see | @* -  & The news
quit
sonic | unread | out= | err nothing new in 2 bookmarked pages

## the digest is printed as text, as JSON and as a number, also if the server is unreachable
let | lines | {40*<p>line #</p>}
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Rain</p><!--sonicdiff-weather-end-->
site | clock.html | <title>The clock</title><h1>The clock</h1>{lines}<!--sonicdiff-weather--><p>Noon</p><!--sonicdiff-weather-end-->
serve
browse | 24x80 | {site}/news.html
see | checked
keys | <M-d>
see | Bookmarked
quit
browse | 24x80 | {site}/clock.html
see | checked
keys | <M-d>
see | Bookmarked
quit
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Snow</p><!--sonicdiff-weather-end-->
sonic | unread --offline --count | exit 0 | out= 0\n
sonic | unread | exit 0 | out= 1 new    The news  {site}/news.html\n
sonic | unread --count | out= 1\n
sonic | unread --json | json news= changed,none | json lines= 1,0 | json title= The news,The clock | json outcome= allCached,allCached
# Polling is not reading: only the browser marks changes as read.
sonic | unread --offline | out= 1 new    The news  {site}/news.html\n
sonic | unread --count 3 | exit 2
sonic | unread x | exit 2
sonic | unread --json --count | exit 2
stop
sonic | unread | exit 0 | out^ 1 new    The news | err /news.html: offline:\s
sonic | forget site 127.0.0.1
# Nothing is stored any more.
sonic | unread | exit 1 | out^ unread   The news

## the inbox fits its screen, and a failure is shown in its row
for | size | 12x40 | 60x200
let | lines | {40*<p>line #</p>}
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Rain</p><!--sonicdiff-weather-end-->
site | clock.html | <title>The clock</title><h1>The clock</h1>
serve
browse | 24x80 | {site}/news.html
see | checked
keys | <M-d>
see | Bookmarked
quit
browse | 24x80 | {site}/clock.html
see | checked
keys | <M-d>
see | Bookmarked
quit
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Snow</p><!--sonicdiff-weather-end-->
run | /bin/rm {folder}/clock.html | exit 0
config | { restore: false }
browse | {size}
see | 1 new
# On the narrow screen a page takes two lines, and the failed one is further down.
keys | <Tab>
see | @* ! failed 404
quit

## the next change continues from page to page
let | lines | {40*<p>line #</p>}
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Rain</p><!--sonicdiff-weather-end-->
site | clock.html | <title>The clock</title><h1>The clock</h1>{lines}<!--sonicdiff-weather--><p>Noon</p><!--sonicdiff-weather-end-->
serve
browse | 24x80 | {site}/news.html
see | checked
keys | <M-d>
see | Bookmarked
quit
browse | 24x80 | {site}/clock.html
see | checked
keys | <M-d>
see | Bookmarked
quit
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Snow</p><!--sonicdiff-weather-end-->
site | clock.html | <title>The clock</title><h1>The clock</h1>{lines}<!--sonicdiff-weather--><p>Midnight</p><!--sonicdiff-weather-end-->
config | { restore: false }
browse | 24x80
see | @* 1 new & The news | @* 1 new & The clock | !loading
keys | }
see | ▌Snow | ALL CACHED
keys | }
see | ▌Midnight | @0 /clock.html | ALL CACHED
keys | }
see | no change further down
quit
# Pages that were read are listed with their titles and filtered by letters.
browse | 24x80 | {site}/news.html
see | ALL CACHED
keys | <M-f>
see | ★ The news | ★ The clock
keys | /clk
see | 1/2
has | @* ▸ ★ The clock & {host}/clock.
keys | <Enter><Enter>
see | @0 /clock.html
keys | othe news
see | The news | ★
keys | <Tab>
see | @-1 Open: {site}/news.html
keys | <Esc>
see | !@-1 Open:
quit

## new entries of a bookmarked feed are counted
let | old | <item><title>Entry 2</title><link>/2</link></item><item><title>Entry 1</title><link>/1</link></item>
site | news.rss | <rss version="2.0"><channel><title>The feed</title>{old}</channel></rss>
serve
browse | 24x80 | {site}/news.rss
see | checked
keys | <M-d>
see | Bookmarked
quit
site | news.rss | <rss version="2.0"><channel><title>The feed</title><item><title>Entry 4</title><link>/4</link></item><item><title>Entry 3</title><link>/3</link></item>{old}</channel></rss>
sonic | unread | out= 2 entries The feed  {site}/news.rss\n
config | { restore: false }
browse | 24x80
see | @* 2 entries & The feed
quit

## an invalid line of the bookmarks is reported and kept, and accounts have their own
site | a.html | <title>A\e[2J page</title><p>Rain
serve
home | state/sonic/default/bookmarks | no bookmark at all\n
browse | 24x80 | {site}/a.html
see | FIRST LOAD
keys | <M-d>
see | 1 other line of the file is kept.
keys | <M-m>
see | ★
has | !\e
keys | <Esc>
see | !★
quit
file | {home}/state/sonic/default/bookmarks | ^ no bookmark at all\n | ~ \s{site}/a.html A
mode | {home}/state/sonic/default/bookmarks | 600
sonic | unread --account ann | err no bookmarks
sonic | unread --offline | err 1 line

## nothing is bookmarked in private
site | a.html | <title>A</title><p>Rain
serve
browse | 24x80 | {site}/a.html --private
see | FIRST LOAD
keys | <M-d>
see | pages cannot be bookmarked
keys | p
see | Nothing is stored: pages cannot be bookmarked.
quit
none | {home}/state/sonic/default/bookmarks

# The browser without its server, and pages that are kept for offline use.

## a page is kept with its style sheet, and both are available offline
let | home-page | <title>Home</title><link rel=stylesheet href=/style.css><h1>Home</h1><p class=menu>menu</p><a href=/other.html>other</a> <a href=/third.html>third</a>
site | index.html | {home-page}
site | other.html | <title>Other</title><h1>The other page</h1>
site | style.css | .menu { display: none }
serve
sonic | get {site}/other.html
browse | 24x120 | {site}/index.html
see | FIRST LOAD | Home | !menu
keys | p
see | Bookmarked, and kept offline whatever the cache limits.
keys | =
see | , kept offline
keys | q
quit
sonic | cache show {site}/index.html | out \s\sresource  {site}/style.css\n
browse | 24x120 | --offline {site}/index.html
see | OFFLINE · as of\s | !menu
keys | <Tab><Enter>
see | The other page | OFFLINE · as of\s
quit

## a style sheet loaded later is kept, too
site | index.html | <title>Home</title><h1>Home</h1>
site | style.css | .menu { display: none }
serve
browse | 24x120 | {site}/index.html
see | FIRST LOAD
keys | p
see | kept offline
site | index.html | <title>Home</title><link rel=stylesheet href=/style.css><h1>Home</h1><p class=menu>menu</p>
keys | r
until | cache show {site}/index.html | out \s\sresource  {site}/style.css\n
quit

## a page that is not stored is requested after switching to online
site | third.html | <title>Third</title><h1>The third page</h1>
serve
browse | 24x120 | --offline {site}/third.html
see | This page is not stored | O Offline: show stored pages
keys | O
see | The third page | FIRST LOAD | !OFFLINE
stop
keys | r
see | The third page | OFFLINE · as of\s | cannot connect to
quit

# Timelines and bars of a page's last sessions.

## the state pane plots the sessions of earlier runs and of this one
for | size panes legend | 24x80 | 2 | · same ● data ▲ full | 12x40 | 2 | last | 60x200 |  | · same ● data ▲ full
let | lines | {200*<p>Line # stays as it is.</p>}
site | a.html | <title>News</title><h1>News</h1><!--sonicdiff-a--><p>Rain</p><!--sonicdiff-a-end-->{lines}
serve
sonic | get {site}/a.html
site | a.html | <title>News</title><h1>News</h1><!--sonicdiff-a--><p>Snow</p><!--sonicdiff-a-end-->{lines}
sonic | get {site}/a.html
browse | {size} | {site}/a.html
see | Snow | ALL CACHED
keys | {panes}
see | ▲●· | \sof\s
has | {legend}
quit
browse | {size} | {site}/a.html
see | Snow | ALL CACHED
keys | {panes}
see | ▲●· | \sof\s
has | {legend}
quit

## the list of sessions has a symbol and the changes for each, and a watch ends with a plot on a terminal
let | lines | {200*<p>Line # stays as it is.</p>}
site | a.html | <title>News</title><h1>News</h1><!--sonicdiff-a--><p>Rain</p><!--sonicdiff-a-end-->{lines}
serve
sonic | get {site}/a.html
site | a.html | <title>News</title><h1>News</h1><!--sonicdiff-a--><p>Snow</p><!--sonicdiff-a-end-->{lines}
sonic | get {site}/a.html
browse | 24x80 | {site}/a.html
see | Snow | ALL CACHED
keys | s
see | \s● data update | \s▲ first load
keys | <Esc>
see | !Sessions
keys | @
see | Log of this session | ▲●·
keys | <Esc>
see | !Log of this session
quit
browse | 24x80 | watch {site}/a.html --every 50ms --times 3
see | · same
has | runs     ··· | @* latency & █
ends | exit 0
sonic | watch {site}/a.html --every 50ms --times 3 | out! latency\s\s | out! ·

## plots are ASCII if the terminal has no other symbols
for | name value | TERM | linux | LANG | C | LC_ALL | de_DE.ISO-8859-1
let | lines | {200*<p>Line # stays as it is.</p>}
site | a.html | <title>News</title><h1>News</h1><!--sonicdiff-a--><p>Rain</p><!--sonicdiff-a-end-->{lines}
serve
sonic | get {site}/a.html
site | a.html | <title>News</title><h1>News</h1><!--sonicdiff-a--><p>Snow</p><!--sonicdiff-a-end-->{lines}
sonic | get {site}/a.html
env | {name} | {value}
browse | 24x80 | {site}/a.html
see | Snow | ALL CACHED
keys | 2
see | last    ^o. | __ 3 loads:\s | ^ full
has | !▁ | !▲
