# Past sessions, bookmarks with the inbox and the digest, and pages that are kept for offline use.

## the sessions of a page are listed, replayed step by step, and their changes marked once when the page is opened
let | bridge | <!--sonicdiff-bridge--><p>Bridge closed</p><!--sonicdiff-bridge-end-->
let | open | <!--sonicdiff-bridge--><p>Bridge open</p><!--sonicdiff-bridge-end-->
let | news | <title>News</title><h1>News</h1><!--sonicdiff-weather-->
site | a.html | {news}<p>Rain</p><!--sonicdiff-weather-end-->{bridge}
serve
sonic | get {site}/a.html --private
sonic | history | exit 0 | err no past sessions
browse | 30x120 | {site}/a.html
see | FIRST LOAD
quit
site | a.html | {news}<p>Snow</p><!--sonicdiff-weather-end-->{bridge}
sonic | get {site}/a.html
site | a.html | {news}<p>Snow</p><!--sonicdiff-weather-end-->{open}
sonic | get {site}/a.html
sonic | get {site}/none.html
sonic | history --json | json outcome= failed,dataUpdate,dataUpdate,firstLoad | json left= -,3,2,1 | json found= -,2,1,- | json 1.changedBlocks= bridge | json 1.url= {site}/a.html
sonic | history {site}/a.html --count 1 | lines 1 | out dataUpdate (200) | out v2 → v3
sonic | history --count 0 | exit 2
sonic | history a b | exit 2
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
# Changes stored unread are marked when the page is opened, and it has been read then.
browse | 30x120 | {site}/a.html
see | v1 → v3: 2 lines changed
has | ▌Snow | ▌Bridge open | - Rain | + Snow
quit
sonic | cache show {site}/a.html | out \s\sversion 3\n
browse | 30x120 | {site}/a.html
see | ALL CACHED
has | !▌ | !since you
quit
# A damaged line is reported, and the others are listed.
run | /usr/bin/truncate -s -20 {home}/cache/sonic/default/sessions | exit 0
sonic | get {site}/b.html
sonic | history | err 1 line of the history that cannot be read | out firstLoad | out /b.html

## what is new in bookmarked pages and feeds is in the digest and in the inbox, until it was read
let | lines | {40*<p>line #</p>}
let | old | <item><title>Entry 2</title><link>/2</link></item><item><title>Entry 1</title><link>/1</link></item>
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Rain</p><!--sonicdiff-weather-end-->
site | clock.html | <title>The clock\e[2J</title><h1>The clock</h1>{lines}<!--sonicdiff-weather--><p>Noon</p><!--sonicdiff-weather-end-->
site | feed.rss | <rss version="2.0"><channel><title>The feed</title>{old}</channel></rss>
serve
home | state/sonic/default/bookmarks | no bookmark at all\n
browse | 24x80 | {site}/news.html
see | response
keys | <M-d>
see | 1 other line of the file is kept.
quit
browse | 24x80 | {site}/clock.html
see | response
keys | <M-d>
see | Bookmarked
quit
browse | 24x80 | {site}/feed.rss
see | response
keys | <M-d>
see | Bookmarked
quit
file | {home}/state/sonic/default/bookmarks | ^ no bookmark at all\n | ~ \s{site}/news.html The news | ! \e
mode | {home}/state/sonic/default/bookmarks | 600
sonic | unread --account ann | err no bookmarks
site | news.html | <title>The news</title><h1>The news</h1>{lines}<!--sonicdiff-weather--><p>Snow</p><!--sonicdiff-weather-end-->
site | feed.rss | <rss version="2.0"><channel><title>The feed</title><item><title>Entry 4</title><link>/4</link></item><item><title>Entry 3</title><link>/3</link></item>{old}</channel></rss>
# The digest: nobody has asked yet, so there is nothing new.
sonic | unread --offline --count | exit 0 | out= 0\n | err 1 line
sonic | unread | exit 0 | lines 2 | out 1 new    The news  {site}/news.html\n | out 2 entries The feed  {site}/feed.rss\n
sonic | unread --count | out= 2\n
sonic | unread --json | json news= changed,none,changed | json lines= 1,0,- | json entries= -,-,2 | json outcome= allCached,allCached,allCached
# Polling is not reading: only the browser marks changes as read.
sonic | unread --offline | out 1 new    The news  {site}/news.html\n
sonic | unread --count 3 | exit 2
sonic | unread x | exit 2
sonic | unread --json --count | exit 2
# The inbox.
config | { restore: false }
browse | 24x80
see | 1 new | @* The clock & all cached
has | Inbox | Bookmarks | @* 1 new & The news & {host} | @* - & The clock & {host} | @* 2 entries & The feed
keys | <Enter>
see | ▌Snow
keys | <M-h>
see | @* -  & The news
quit
sonic | unread | out= 2 entries The feed  {site}/feed.rss\n
stop
sonic | unread | exit 0 | out^ 2 entries The feed | err /news.html: offline:\s
# Nothing is stored any more.
sonic | forget site 127.0.0.1
sonic | unread | exit 1 | out unread   The news

## pages that are kept are read without their server, and others once it is online
site | index.html | <title>Home</title><link rel=stylesheet href=/style.css><h1>Home</h1><p class=menu>menu</p><a href=/other.html>other</a> <a href=/third.html>third</a>
site | other.html | <title>Other</title><h1>The other page</h1>
site | third.html | <title>Third</title><h1>The third page</h1>
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
keys | o<C-u>{site}/third.html<Enter>
see | This page is not stored | O Offline: show stored pages
keys | O
see | The third page | FIRST LOAD | !OFFLINE
stop
keys | r
see | The third page | OFFLINE · as of\s | cannot connect to
quit

# Timelines and bars of a page's last sessions.

## sessions of earlier runs and of this one are plotted with the symbols that the terminal has
for | name value past legend same runs
with | TERM | linux | ^o. | ^ full | . same | ...
with | LANG | C | ^o. | ^ full | . same | ...
with | LC_ALL | de_DE.ISO-8859-1 | ^o. | ^ full | . same | ...
with | TERM | xterm-256color | ▲●· | · same ● data ▲ full | · same | ···
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
see | last    {past} | all loads (3) | {legend}
quit
browse | 24x80 | watch {site}/a.html --every 50ms --times 3
see | {same}
has | runs     {runs} | latency\s
ends | exit 0
sonic | watch {site}/a.html --every 50ms --times 3 | out! latency\s\s | out! {same}
