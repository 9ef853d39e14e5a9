# The configuration file and the programs that read it.
let | file | {home}/config/sonic/config.json5

## the defaults can be saved as a file and change nothing
sonic | config | exit 0
script | "$0" config \p grep -v '// default$' | out=
script | "$0" config \p sed 's|//.*||; s/ //g' > {home}/standard; mkdir -p {home}/config/sonic; "$0" config --defaults > {file} | exit 0
sonic | config check | exit 0 | out=
script | "$0" config \p sed 's|//.*||; s/ //g' \p diff - {home}/standard | exit 0 | out=
sonic | config | out! // default
sonic | config path | out= {file}\n

## a mistake is reported by file, line and column, is not fatal, and fails the check
site | a.html | <p>Hello
serve
config | {\n  them: 'dark',\n  styles: 'no',\n}\n
let | one | {file}:2:3: Unknown setting “them”. Did you mean “theme”?
let | two | {file}:3:11: “styles” takes true or false, not a string.
sonic | config check | exit 1 | out= {one}\n{two}\n
sonic | config check {file} | out= {one}\n{two}\n
sonic | dump {site}/a.html | exit 0 | out= Hello\n | err= sonic: {one}\nsonic: {two}\n
# A file needs no settings.
sonic | dump {folder}/a.html | err=
# Keys may not clash.
config | {\n  'key-preset': 'lynx',\n  keys: {\n    'search': ['&'],\n    'reload': ['g'],\n  },\n}\n
sonic | config check | exit 1 | out= {file}:5:16: “g” is a key of “reload” and of “open”; assign other keys to the latter.\n
config | {\n  'key-preset': 'lynx',\n  keys: {\n    'search': ['&'],\n    'reload': ['F5'],\n  },\n}\n
sonic | config check | exit 0 | out=
# Addresses of proxies.
config | { sites: {\n  'a.example': { proxy: 'htp://proxy.example' },\n  'b.example': { proxy: 'http://proxy.example:99999' },\n  'c.example': { proxy: 'proxy.example/path' },\n} }
let | no | “proxy” is not the address of a proxy: “
sonic | config check | exit 1 | lines 3 | out^ {file}:2:18: {no}htp://proxy.example”; use one that begins with http://, https://, socks4://, socks4a://, socks5://, socks5h://. | out {file}:3:18: {no}http://proxy.example:99999”: Port 99999 is too large | out {file}:4:18: {no}proxy.example/path”; use a host and a port, without a path.
config | { sites: { 'a.example': { proxy: '127.0.0.1:8080' }, 'b.example': { proxy: 'http://proxy.example:3128' }, 'c.example': { proxy: 'socks5h://[::1]:9050' }, 'd.example': { proxy: '' } } }
sonic | config check | exit 0 | out=
# What cannot be read is a mistake, too.
sonic | config check /nowhere | exit 1
config | {1048576*\s}{}
sonic | dump {site}/a.html | exit 0 | out= Hello\n | err config.json5: it cannot be read: it is longer than 1 MiB.
sonic | config check | exit 1

## a section applies to its site, and the command line takes precedence
reply | * | read | answer 200 OK\nContent-Type: text/html\nCache-Control: no-store\n\n<p>Hello
server | raw
config | { "user-agent": "general/1", "request-headers": { "X-General": "1" }, "response-headers": { 'cache-offline': 'true' }, sites: { "127.0.0.1:{raw.port}/news/*": { "user-agent": "news/1", "request-headers": { "Authorization": "Bearer x", Accept: "" } }, "test.example": { hosts: { "test.example": "127.0.0.1:{raw.port}" } } } }
sonic | get {raw}/ | exit 0
request | raw | * | ~ User-Agent: general/1 | ~ X-General: 1 | ~ \r\nAccept:\s | ! Authorization
sonic | get {raw}/news/a | exit 0
request | raw | * | ~ User-Agent: news/1 | ~ X-General: 1 | ! \r\nAccept:\s | ~ Authorization: Bearer x
sonic | get --user-agent mine/1 -H 'X-General: 2' {raw}/news/a | exit 0
request | raw | * | ~ User-Agent: mine/1 | ~ X-General: 2 | ! X-General: 1
sonic | get http://test.example/x | exit 0
request | raw | * | ~ Host: test.example\r\n
# Headers that are added to responses.
sonic | get --force {raw}/ | out^ firstLoad (1000) | out added: cache-offline: true
sonic | get --force {raw}/ --response-header 'cache-offline: false' | out^ firstLoad (1000) | out added: cache-offline: false
sonic | get --response-header 'ETag: x' {raw}/ | exit 2 | err ETag cannot be added

## a private site leaves nothing on the disk, and ignored parameters lead to one stored page
site | a.html | <p>Hello
site | b.html | <p>There
serve
config | { "ignore-parameters": ['utm_*'], sites: { '127.0.0.1/a*': { private: true } } }
sonic | get --json {site}/a.html | json outcome= firstLoad
sonic | get --json {site}/a.html | json outcome= firstLoad
sonic | get --json {site}/b.html?utm_source=x | json outcome= firstLoad
sonic | get --json {site}/b.html?utm_source=y | json outcome= allCached
sonic | cache show {site}/b.html | exit 0
sonic | cache list | lines 1 | out /b.html

## the browser reports an error, and reads a changed file before the next page
reply | * | read | answer 200 OK\nContent-Type: text/html\nCache-Control: no-store\n\n<p>Hello
server | raw
config | { them: 'light', "user-agent": 'one/1' }
browse | 30x120 | {raw}/
see | Did you mean “theme”? | Hello | FIRST LOAD
has | config.json5, line 1, column 3: Unknown setting “them”.
config | { sites: { '127.*': { "user-agent": 'second/2' } } }
keys | r
request | raw | 0 | ~ User-Agent: one/1
request | raw | 1 | ~ User-Agent: second/2
quit

## user style sheets apply to the pages they are for, and a missing one is reported
site | a.html | <style>.ad{display:block}</style><p class=ad>Buy</p><p class=note>Note</p><p>Text
serve
home | config/sonic/all.css | .ad { display: none !important }
home | config/sonic/site.css | .note { display: none }
config | { 'user-styles': ['all.css'], sites: { '127.0.0.1': { 'user-styles': ['site.css'] } } }
sonic | dump {site}/a.html | out= Text\n
sonic | dump --no-css {site}/a.html | out= Buy\n\nNote\n\nText\n
config | { 'user-styles': ['all.css'], sites: { 'b.example': { 'user-styles': ['site.css'] } } }
sonic | dump {site}/a.html | out= Note\n\nText\n
config | { 'user-styles': ['gone.css'], sites: { '127.0.0.1': { 'user-styles': ['site.css'] } } }
sonic | dump {site}/a.html | out= Buy\n\nText\n | err gone.css: it cannot be read:\s
sonic | config check | exit 1

## keys and settings are read from the file and saved in it, whose comments stay
site | a.html | <p>Hello
serve
config | {\n  // mine\n  keys: {\n    'search': '&', // as ever\n  },\n}\n
browse | 24x80 | {site}/a.html
see | FIRST LOAD
keys | & | hello
see | 1 of 1
keys | <Esc>
see | !&hello | !/hello
keys | ?/reload without<Enter>
see | ▸R\s
keys | r
see | New key for force-reload:
keys | ~
see | ▸~\s | Saved: ~ runs force-reload.
file | {file} | = {\n  // mine\n  keys: {\n    "force-reload": "~",\n    'search': '&', // as ever\n  },\n}\n
# It also applies with a setting of this run, which a saved key then overrides.
keys | q
see | Hello | !▸~\s
keys | :set keys { search: '^' }<Enter>
see | "^"
keys | ?/reload without<Enter>
see | ▸R\s
keys | a
see | Additional key for force-reload:
keys | ~
see | ▸R ~\s
keys | q
see | Hello | !▸R\s
# A saved setting overrides one of this run.
keys | :set watch-every 7<Enter>
see | watch-every: 7\s
keys | :set! watch-every 9<Enter>
see | Saved: watch-every: 9\s
keys | :set text-width 70<Enter>
see | text-width: 70\s
keys | :set watch-every<Enter>
see | watch-every: 9 (set
keys | :set text-width<Enter>
see | text-width: 70 (set
keys | :set keys { search: 'o' }<Enter>
see | “o” is a key of “search” and of “open”
keys | :set key-preset lynx<Enter>
see | key-preset: "lynx" (set
# The keys of lynx apply at once.
keys | g
see | Open:
keys | <Esc>
see | !Open:
quit
file | {file} | = {\n  "watch-every": 9,\n  // mine\n  keys: {\n    "force-reload": ["R", "~"],\n    'search': '&', // as ever\n  },\n}\n
