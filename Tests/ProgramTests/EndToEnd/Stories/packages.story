# Offline packages, and text files compressed with gzip. The package `news` is imported from the served folder.

## a package is served without its server, under both its addresses, and with --offline without any request
site | app/index.html | <link rel=stylesheet href=p.css><p>version one<p><a href=more.html>more</a>
site | app/p.css | p {}
serve
let | made | news 1  2 files, 79 bytes  for {site}/app/  from {site}/app/manifest.json\n
sonic | package make {folder}/app {home}/news.tar.gz --name news --base {site}/app/ --updates {site}/app/manifest.json | out= {made} | err=
sonic | package import {home}/news.tar.gz | out= {made} | err=
site | app/index.html | <p>version two
sonic | package make {folder}/app
# No newer version is fetched.
sonic | dump --offline package://news/ | out= version one\n\nmore\n
sonic | dump --offline package://news/ | out= version one\n\nmore\n
sonic | dump --offline {site}/app/ | out= version one\n\nmore\n
sonic | dump --offline {site}/app/ | out= version one\n\nmore\n
sonic | get --offline package://news/other.html | exit 1 | out the request was not sent (offline, nothing is requested)
browse | 30x120 | --offline {site}/app/
see | version one | via package
keys | o{site}/elsewhere<Enter>
see | This page is not stored
quit
stop
sonic | dump package://news/ | out= version one\n\nmore\n
sonic | get {site}/app/ | exit 0 | out \n  answered by: package\n | out note: package news, version 1, answered with index.html\n

## a package is imported from an address, and a file that it lacks is fetched online
site | app/index.html | <p>version one
site | app/p.css | p {}
serve
env | TMPDIR | {home}
sonic | package make {folder}/app {folder}/news.tar.gz --name news --base {site}/app/ | exit 0
sonic | package import {site}/news.tar.gz | exit 0 | out^ news 1  2 files
sonic | package import {site}/none.tar.gz | exit 1 | err 404
sonic | package import {site}/app/p.css | exit 1
names | {home} | ! sonic-package
sonic | package list | out^ news 1
site | app/index.html | <p>version one<p><a href=more.html>more</a>
sonic | package make {folder}/app {home}/news.tar.gz --name news --base {site}/app/ | exit 0
sonic | package import {home}/news.tar.gz | exit 0
site | app/more.html | <p>more of it
sonic | get gc://news/more.html | out \s 302 from gc://news/more.html\n | out note: package news, version 2, has no more.html; requested online\n
sonic | dump package://news/more.html | out= more of it\n
# A page of a package is browsed like any other.
browse | 30x120 | package://news/
see | version one | more | FIRST LOAD via package
keys | <Tab><Enter>
see | more of it
keys | B
see | version one
quit

## the next version is fetched in the background and shown next time
site | app/index.html | <link rel=stylesheet href=p.css><p>version one<p><a href=more.html>more</a>
site | app/p.css | p {}
serve
sonic | package make {folder}/app {home}/news.tar.gz --name news --base {site}/app/ --updates {site}/app/manifest.json | exit 0
sonic | package import {home}/news.tar.gz | exit 0
site | app/index.html | <p>version two
sonic | package make {folder}/app | out^ news 2  2 files
sonic | dump --private package://news/ | out= version one\n\nmore\n
sonic | dump --private package://news/ | out= version two\n
site | app/index.html | <p>version three
sonic | package make {folder}/app
sonic | package update | out= news updated 2 → 3, 1 file fetched\n
sonic | package update news | out= news 3 is the newest\n
sonic | package list | out^ news 3  2 files
sonic | package list --json | out "version": 3
sonic | package remove news | exit 0
sonic | package list | out=

## a gzip file of a text is printed and opened as its content
for | name text printed
with | changelog.Debian | thing (1.0) <unstable>\n  * First\n | thing (1.0) <unstable>\n  * First\n
with | README.md | # Thing\n\n* one\n | Thing\n═════\n  • one\n
with | page.html | <title>t</title><p>Hello <b>you</b> | Hello you\n
with | news.rss | <rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss> | News\n════\n\nOne\n───\n
with | notes | <!DOCTYPE html><p>A page by its first bytes | A page by its first bytes\n
home | {name} | {text}
run | /usr/bin/gzip -n -S .gz {home}/{name} | exit 0
sonic | dump {home}/{name}.gz | exit 0 | out= {printed}
script | "$0" dump --source {home}/{name}.gz > {home}/source; test $(stat -c %s {home}/source) -gt 10 | exit 0
file | {home}/source | ! {printed}
sonic | dump file://{home}/{name}.gz | out= {printed}

## broken gzip data is reported, and a gzip file without text stays compressed
home | a.txt | some text
run | /usr/bin/gzip -n {home}/a.txt | exit 0
run | /usr/bin/truncate -s -12 {home}/a.txt.gz | exit 0
sonic | dump {home}/a.txt.gz | exit 1 | out= | err a.txt.gz cannot be printed: it cannot be decompressed: its gzip data is truncated
sonic | dump file://{home}/a.txt.gz | exit 1 | err cannot be shown: it cannot be decompressed
# It is not unpacked.
home | b.tar | notes\0\0\0\0ustar\0\x01\x02
run | /usr/bin/gzip -n {home}/b.tar | exit 0
script | "$0" get --print body file://{home}/b.tar.gz \p cmp - {home}/b.tar.gz | exit 0
home | c.txt.gz | not packed at all\n
sonic | dump {home}/c.txt.gz | out= not packed at all\n
