# What sonic dump and sonic get print of files and pages.

## a file is printed as a text, a page or data by its name or its bytes, from disk, standard input and a server
let | text | if a<b then x\n  and &amp; stays\n\n# last\n
home | a.txt | {text}
home | a.json | {text}
home | a.c | {text}
home | A.TXT | {text}
sonic | dump {home}/a.txt | out= {text}
sonic | dump --source {home}/a.txt | out= {text}
sonic | dump {home}/a.json | out= {text}
sonic | dump --source {home}/a.json | out= {text}
sonic | dump {home}/a.c | out= {text}
sonic | dump --source {home}/a.c | out= {text}
sonic | dump {home}/A.TXT | out= {text}
sonic | dump --source {home}/A.TXT | out= {text}
# Without a known extension a text is recognized by its bytes, and anything else is a page.
home | page | <p>one<p>two
sonic | dump {home}/page | out= one\n\ntwo\n
script | "$0" dump - < {home}/page | out= one\n\ntwo\n
let | notes | NOTES on it\n\n  call: it [-n] <some-name>\n        go on\n
home | NOTES | {notes}
sonic | dump {home}/NOTES | out= {notes}
script | "$0" dump - < {home}/NOTES | out= {notes}
# So is a text response without a type.
reply | * | read | answer 200 OK\nX: y\n\n{notes}
server | untyped
sonic | dump --private {untyped}/ | out= {notes}
reply | * | read | answer 200 OK\nContent-Type: */*\nX: y\n\n{notes}
server | any
sonic | dump --private {any}/ | out= {notes}
reply | * | read | answer 200 OK\nContent-Type: text\nX: y\n\n{notes}
server | half
sonic | dump --private {half}/ | out= {notes}
# XML is a page if its root element is HTML.
let | data | <?xml version='1.0'?>\n<list>a &amp; b</list>\n
site | a.xml | <?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><title/><p>one<b/></p></html>
site | b.xml | {data}
serve
sonic | dump {folder}/a.xml | out= one\n
sonic | dump {site}/a.xml | out= one\n
sonic | dump {folder}/b.xml | out= {data}
sonic | dump {site}/b.xml | out= {data}

## Markdown and feeds are printed as pages, from a file and from a server, unless a type is given
let | markdown | # Head\n\n\p a \p b \p\n\p---\p--:\p\n\p 1 \p 2 \p\n\n- [x] done\n
let | feed | <?xml version="1.0"?><rss version="2.0"><channel><title>Port</title><link>http://port.test/</link>\n<item><title>In</title><link>/1</link><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>\n<description>&lt;p&gt;A &lt;b&gt;ship&lt;/b&gt;&lt;/p&gt;</description></item></channel></rss>\n
site | a.md | {markdown}
site | a.xml | {feed}
site | a.rss | {feed}
serve
sonic | dump {folder}/a.md | out Head\n | out [x] done\n | out! \p | out! <
sonic | dump {site}/a.md | out Head\n | out [x] done\n | out! \p | out! <
sonic | dump {folder}/a.xml | out Port\n | out In\n | out 2024-01-01 00:00 UTC\n | out A ship\n | out! \p | out! <
sonic | dump {site}/a.xml | out Port\n | out In\n | out 2024-01-01 00:00 UTC\n | out A ship\n | out! \p | out! <
sonic | dump {folder}/a.rss | out Port\n | out In\n | out 2024-01-01 00:00 UTC\n | out A ship\n | out! \p | out! <
sonic | dump {site}/a.rss | out Port\n | out In\n | out 2024-01-01 00:00 UTC\n | out A ship\n | out! \p | out! <
sonic | dump --source {folder}/a.md | out= {markdown}
sonic | dump --source {folder}/a.xml | out= {feed}
sonic | dump --source {folder}/a.rss | out= {feed}
sonic | dump --type text --width 200 {folder}/a.md | out= {markdown}
sonic | dump --type text --width 200 {folder}/a.xml | out= {feed}
sonic | dump --type text --width 200 {folder}/a.rss | out= {feed}
sonic | dump --links {folder}/a.rss | out 1. http://port.test/\n2. /1\n
# A given type overrides the name and the bytes.
site | a.txt | *one* <b>two</b>\n
site | b.html | <p>one
sonic | dump --type markdown {folder}/a.txt | out= one two\n
sonic | dump --type markdown {site}/a.txt | out= one two\n
sonic | dump --type html {folder}/a.txt | out= *one* two\n
sonic | dump --type html {site}/a.txt | out= *one* two\n
sonic | dump --type text/csv {folder}/b.html | out= <p>one\n
sonic | dump --type text/csv {site}/b.html | out= <p>one\n

## binary data is written to pipes and not to a terminal, a folder as a list, and a data URL as its content
home | in/a b.txt | x
home | in/deep/<c>.html | <p>yz
sonic | dump --links {home}/in | exit 0 | out deep/ | out a b.txt | out /in/a%20b.txt\n | out /in/deep/\n
sonic | dump file://{home}/in/deep/%3Cc%3E.html | out= yz\n
sonic | dump data:text/html,<p>one%20two | out= one two\n
sonic | dump file://{home}/none | exit 1 | out= | err= sonic: no such file: {home}/none\n
home | program | \x7FELF\0\x01\x02\x03
sonic | dump {home}/program | exit 0
browse | 24x80 | dump {home}/program
see | is not text (application/octet-stream)
ends | exit 1

## a page that fails ends with status 1, what the server sent, and a message that names no keys of the browser
home | a.txt | secret
reply | * | read | answer 302 Found\nLocation: file://{home}/a.txt
server | file
sonic | dump --private {file}/ | exit 1 | out! secret | err is not followed
reply | * | read | answer 302 Found\nLocation: data:text/html,secret
server | data
sonic | dump --private {data}/ | exit 1 | out! secret | err is not followed
reply | * | read | answer 422 No\nContent-Type: text/html\n\n<h1>Two mistakes</h1><p>Name it.
server | wrong
sonic | dump {wrong}/ | exit 1 | err 422 | out Two mistakes | out Name it.
reply | * | read | hang
server | silent
sonic | dump --timeout 1 {silent}/ | exit 1 | err ; try again | err! with r
sonic | dump --offline {silent}/ | exit 1 | err open it again online

## links are listed as absolute addresses, with queries in the page's encoding
site | d/a.html | <a href='x.html'>to x.html</a> <a href='../up'>to ../up</a> <a href=''>to </a> <a href='?q'>to ?q</a> <a href='#top'>to #top</a> <a href='//b.test/'>to //b.test/</a> <a href='mailto:a@b.c'>to mailto:a@b.c</a> <a href='http://[::1/'>to http://[::1/</a>\s
site | d/b.html | <base href=/e/><a href=x>x</a>
serve
sonic | dump --links {site}/d/a.html | out$ 1. {site}/d/x.html\n2. {site}/up\n3. {site}/d/a.html\n4. {site}/d/a.html?q\n5. {site}/d/a.html#top\n6. http://b.test/\n7. mailto:a@b.c\n8. http://[::1/\n
sonic | dump --links {site}/d/b.html | out 1. {site}/e/x\n
sonic | dump --links {folder}/d/a.html | out 1. x.html\n | out 6. //b.test/\n
let | html | <meta charset=windows-1251><a href='/q?q=&#1055;&#1088;'>to</a> <a href='http://a.test/&#1055;?q=&#1055;#&#1055;'>to</a> <a href='/q?q=Pr'>to</a>\s
reply | * | read | answer 200 OK\nContent-Type: text/html\n\n{html}
server | raw
sonic | dump --links {raw}/ | out$ 1. {raw}/q?q=%CF%F0\n2. http://a.test/%D0%9F?q=%CF#%D0%9F\n3. {raw}/q?q=Pr\n
home | a.html | {html}
sonic | dump --links {home}/a.html | out 2. http://a.test/%D0%9F?q=%CF#%D0%9F\n

## a page is printed as UTF-8, in its own encoding, a given one or the detected one
home | page.html | <meta charset=gb2312><title>\xD6\xD0\xCE\xC4\xCD\xF8\xD2\xB3</title><p>1 \xD6\xD0\xCE\xC4\xCD\xF8\xD2\xB3</p><p>2 \xD6\xD0\xCE\xC4\xCD\xF8\xD2\xB3
sonic | dump {home}/page.html | out= 1 中文网页\n\n2 中文网页\n
script | "$0" dump - < {home}/page.html | out= 1 中文网页\n\n2 中文网页\n
script | "$0" dump --source {home}/page.html \p cmp - {home}/page.html | exit 0
# A given encoding overrides the page's own.
site | page.html | <meta charset=utf-8><p>\xD6\xD0\xCE\xC4\xCD\xF8\xD2\xB3
serve
sonic | dump --charset GB2312 {folder}/page.html | out= 中文网页\n
sonic | dump --charset gbk {site}/page.html | out= 中文网页\n
sonic | get --charset gbk {site}/page.html | out read as gb18030 (from --charset)
config | { sites: { "127.0.0.1": { encoding: "gbk" } } }
sonic | dump {site}/page.html | out= 中文网页\n
sonic | dump --charset auto {site}/page.html | out! 中文网页
sonic | get --json {site}/page.html | out "from": "from the setting “encoding”"
# Without a declaration the encoding is detected, and the cache stores the original bytes.
config | {}
# The server has no charset for .xhtml files, so it sends none.
site | page.xhtml | <p>\xD6\xD0\xCE\xC4\xCD\xF8\xD2\xB3</p>
sonic | dump {site}/page.xhtml | out= 中文网页\n
script | "$0" dump --offline --source {site}/page.xhtml \p cmp - {folder}/page.xhtml | exit 0

## the reader view says on standard error what it recognised, and a page that scripts build says so
home | boats.html | <nav><a href=/>Home</a></nav><h1>Boats</h1><ul><li><a href=/1>Yawl</a> for EUR 900<li><a href=/2>Ketch</a> for EUR 800<li><a href=/3>Sloop</a> for EUR 700</ul>
sonic | dump --reader {home}/boats.html | out Ketch for EUR 800\n | out! Home | err= sonic: reader view: a list of 3 entries\n
sonic | dump {home}/boats.html | out Home | err=
home | app.html | <body><noscript>Turn it on.</noscript><div id=app></div><script src=a.js></script>
sonic | dump {home}/app.html | err= sonic: this page is built by scripts: “Turn it on.” (in the browser, M-g opens it in another)\n

# sonic split and sonic merge, as server developers use them. The hashes are those of sha1sum: of the page, of its
# template, and of the page with “ONE” in it.

## split prints tags, block positions, hashes and findings
home | page.html | <title>News</title>\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n<!-- sonicdiff-b -->two\n
sonic | split {home}/page.html | exit 1 | out= page          88 bytes\netag          f94200fca0cc9f84f60915d603c6ad993301af4f  sha1 of the page\ntemplate-tag  3390ff37b2a10ebdf7f6c8899961df0265833ac8  sha1 of the template, 36 bytes\n  {title}  bytes 0 to 19, sha1 6e3a3d07ebeaed3ef8cc52ddc01b4ac7bfd279fa\n  {a}  bytes 20 to 63, sha1 9bfac87a02c36cd413f7c83e7d9b3f96919f0be5\nerror block-misspelt: <!-- sonicdiff-b --> in line 3 is not a block: spaces precede “sonicdiff”\n  why: A comment that is not spelt exactly as servers and clients search for it is not a block: its text belongs to the template, and each change of it is a template change.\n  fix: Write <!--sonicdiff-NAME--> and <!--sonicdiff-NAME-end--> without spaces, the name in ASCII letters, digits and underscores.\n
sonic | split --print template {home}/page.html | out= {title}\n{a}\n<!-- sonicdiff-b -->two\n
sonic | split --print title {home}/page.html | out= <title>News</title>
sonic | split --print block:a {home}/page.html | out= <!--sonicdiff-a-->one<!--sonicdiff-a-end-->
# The existing blocks are listed if an unknown one is requested.
sonic | split --print block:b {home}/page.html | exit 1 | err= sonic: unknown block “b”; the page has: a\n
sonic | split {home}/page.html.html | exit 1
# From sha1sum: of the block, of the block with {title} in it, and of the title.
home | titled.html | <p>\n<!--sonicdiff-h--><title>N</title>!<!--sonicdiff-h-end-->\n
sonic | split {home}/titled.html | out \n  {h}  bytes 4 to 61, sha1 df670ebe154f6d9356efec29a352de57838db1d7; as data, with {title} in it, 50bfae1ddb3ce50c71318eee575a34233297830b\n | out \n  {title}  bytes 22 to 38, sha1 35761eddc3d69b0a21e4aaedfcd32537efd7b778\n
sonic | split --json {home}/titled.html | out "dataSHA1": "50bfae1ddb3ce50c71318eee575a34233297830b"

## merge applies an update to a page or its template and verifies the hash, or says why it cannot be used
home | page.html | <title>News</title>\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n<!-- sonicdiff-b -->two\n
let | update | {"data":{"{title}":"<title>News</title>","{a}":"<!--sonicdiff-a-->ONE<!--sonicdiff-a-end-->"},\n"template-tag":"3390ff37b2a10ebdf7f6c8899961df0265833ac8","html-sha1":
home | update.json | {update}"e3df619365ff307f7a695606c749fde69b770e16","diff":""}
sonic | merge {home}/page.html {home}/update.json | exit 0 | out= merged page   88 bytes\nsha1          e3df619365ff307f7a695606c749fde69b770e16  matches html-sha1 of the update\ntemplate-tag  3390ff37b2a10ebdf7f6c8899961df0265833ac8  computed; in the update: 3390ff37b2a10ebdf7f6c8899961df0265833ac8\nchanged       a\n
script | "$0" split --print template {home}/page.html > {home}/t
sonic | merge --print merged {home}/t {home}/update.json | exit 0 | out= <title>News</title>\n<!--sonicdiff-a-->ONE<!--sonicdiff-a-end-->\n<!-- sonicdiff-b -->two\n
# It fails if the hash differs, and prints the computed one.
home | update.json | {update}"f94200fca0cc9f84f60915d603c6ad993301af4f","diff":""}
sonic | merge {home}/page.html {home}/update.json | exit 1 | out sha1          e3df619365ff307f7a695606c749fde69b770e16  but html-sha1 of the update is f94200fca0cc9f84f60915d603c6ad993301af4f\n
home | update.json | {"data":{"{z}":"1"}}
sonic | merge {home}/page.html {home}/update.json | exit 1 | out= | err does not fit | err it lacks the blocks title, a
home | update.json | {"data":
sonic | merge {home}/page.html {home}/update.json | exit 1 | out= | err cannot be used | err its body is not a data update
home | update.json |
sonic | merge {home}/page.html {home}/update.json | exit 1 | out= | err cannot be used | err its body is empty
