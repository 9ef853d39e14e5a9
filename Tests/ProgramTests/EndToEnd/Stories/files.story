# Files whose names are not UTF-8 (`$n`), as arguments of the programs, and files that reach a limit.

## a file whose name is not UTF-8 may be given as an argument
for | script | printf '<p>here' > $n.html; $0 dump $n.html
for | script | printf '<p>here' > $n.html; $0 dump ./$n.html
for | script | printf '<p>here' > $n.html; $0 dump "$PWD/$n.html"
for | script | mkdir $n; printf '<p>here' > $n/a.html; cd $n; $0 dump a.html; $0 get --print body ./a.html
for | script | mkdir $n; printf '<p>here' > $n/a.html; $0 get --print body $n/a.html
for | script | printf '<p>here' > $n.html; $0 get --print body $n.html
for | script | printf '<p>one' > a.html; printf '<p>here' > $n; $0 diff a.html ./$n \p\p true
for | script | printf '<title>here</title>' > $n; $0 split --print title $n
for | script | printf 'HTTP/1.1 200 OK\\n\\nhere' > $n; $0 get --respond $n --print body $u
for | script | $0 get $u --har $n > told; $0 replay $n \p sed s/firstLoad/here/
for | script | $0 get $u --har=$n.har > told; $0 traffic $n.har \p sed s/a.html/here/
for | script | $0 get $u --log $n > told; test -s $n && echo here
for | script | $0 get $u -o$n 2> told; sed s/served/here/ $n
for | script | $0 get $u --cache $n > told; ls $n/* > told && echo here
for | script | echo $u > $n; $0 check --urls $n --junit $n.xml > told; grep -q a.html $n.xml && echo here
for | script | echo '<p>one' > $n; $0 watch --json --times 1 $n \p sed s/%FF%C3/here/
for | script | printf '{}' > $n; $0 config check $n && echo here
for | script | cd $(mkdir $n; echo $n); $0 get $u -o saved 2> told; sed s/served/here/ saved
for | script | export XDG_CACHE_HOME="$PWD/$n"; $0 get $u > told; ls $n/sonic/* > told && echo here
for | script | mkdir $n; echo '<p>here' > $n/a.html; mkfifo first; $0-server serve $n --har $n.har --record $n.txt > first &\nread -r listening on address < first; $0 get --print body $address/a.html; kill $!; wait $!\ntest -s $n.har && grep -q here $n.txt
site | a.html | <title>A</title><p>served</p>
serve
in | {home}
script | n=$(printf '\\377\\303'); u={site}/a.html; {script} | exit 0 | out here

## other arguments that are not UTF-8 are refused
for | script | $0 dump -H "X: $n" $u
for | script | $0 get --body "$n" $u
for | script | $0 get --account $n $u
for | script | $0 get --request $n
for | script | $0-server demo --limit $n
site | a.html | <title>A</title><p>served</p>
serve
in | {home}
script | n=$(printf '\\377\\303'); u={site}/a.html; {script} | exit 2 | err takes text in UTF-8

## a file at the limit of file sizes ends no program
for | script | head -c 4000 /dev/zero > log; ulimit -f 1; $0 get --print body $u --log log --private
for | script | ulimit -f 1; $0 get --print body $u
for | script | mkfifo first; mkdir served; echo '<p>served' > served/a.html; ulimit -f 2\n$0-server serve served --har har --record record --log > first 2> errors &\nread -r listening on address < first; for i in 1 2 3 4; do $0 get --private --print body $address/a.html; done\nkill $!; wait $! && grep -q 'har: an exchange could not be written: File too large' errors
site | a.html | <title>A</title><p>served</p>
serve
in | {home}
script | n=$(printf '\\377\\303'); u={site}/a.html; {script} | exit 0 | out served

# Permissions of the files that the programs create.

## files and folders are private to their owner, whatever the umask
for | mask | 000 | 022 | 077
site | a.html | <title>N</title><link rel=stylesheet href=s.css><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->
site | s.css | p {}
serve
# A persistent cookie, so that the file of cookies is created.
reply | * | read | > HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Max-Age=9999\r\nContent-Length: 0\r\n\r\n
server | lasting
script | umask {mask}; exec "$0" get {site}/a.html --har {home}/session.har --log {home}/log | exit 0
script | umask {mask}; exec "$0" check {site}/a.html --junit {home}/junit.xml | exit !2
script | umask {mask}; exec "$0" package make {folder} {home}/news.tar.gz --name news --base http://elsewhere.example/ | exit 0
script | umask {mask}; exec "$0" package import {home}/news.tar.gz | exit 0
script | umask {mask}; exec "$0" get --account ann {site}/a.html | exit 0
script | umask {mask}; exec "$0" get {lasting}/ | exit 0
script | umask {mask}; exec "$0" cache prune | exit 0
# Tabs are saved only by a browser that was started without an address.
terminal | 30x120 | /bin/sh -c 'umask {mask}; exec {sonic} --log {home}/log'
see | Type an address
keys | o{site}/a.html\r
see | Harbour | ALL CACHED
keys | p
see | kept offline
keys | v
see | Layout\s
keys | t
see | Theme\s
keys | xs
see | File for\s
keys | <C-u>{home}/own.har\r
see | Saved\s
keys | xh
see | File for\s
keys | <C-u>{home}/page.html\r
see | Saved\s | page.html
keys | V
quit
script | umask {mask}; cd {home}; mkfifo -m 600 first; "$0-server" serve {folder} --listen 127.0.0.1:0 --record {home}/recording > first & read -r listening on address < {home}/first; rm {home}/first; "$0" get $address/a.html; kill $!; wait $! | out firstLoad
# Folders are 700 and files 600, except what is for others to read: a report for CI, a package to be served.
script | cd {home}; find . ! -name . -type d ! -perm 700; find . -type f ! -perm 600 ! -name junit.xml ! -name news.tar.gz; find . -type f '(' -name junit.xml -o -name news.tar.gz ')' -perm /133 | out=
# Each kind of file was created.
script | for name in html temp data cfg current lock read pin bookmarks sessions cookies tabs arrangement theme session.har own.har page.html log recording junit.xml news.tar.gz; do test -n "$(find {home} -name $name)" \p\p echo $name; done | out=

## a page from standard input is shown, keys come from the terminal, and a reload shows it again
terminal | 24x80 | /bin/sh -c 'echo "<title>Piped</title><p>Piped in" \p {sonic} -'
see | Piped in
keys | r
see | Piped in
quit
