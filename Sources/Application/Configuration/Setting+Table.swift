extension Setting {
    // Closures and no key paths: the table is made at each start that finds a configuration file, and key paths are
    // put together at run time, which took half the time of reading one.

    /// All settings in the order of the file that `sonic config --defaults` prints.
    public static let table: [Setting] = [
        Setting(
            "account", .program, { $0.account }, { $0.account = $1 }, .text(),
            "The account whose pages and cookies are used."),
        Setting(
            "theme", .program, { $0.theme }, { $0.theme = $1 }, .optional(.theme),
            "The colours of the screen; auto: as the terminal's ground is; null: those chosen last, else auto."
        ),
        Setting(
            "arrangement", .program, { $0.arrangement }, { $0.arrangement = $1 }, .optional(.word),
            "The panes at the start; null: those chosen last."),
        Setting(
            "restore", .program, { $0.restores }, { $0.restores = $1 }, .onOff,
            "Remember the tabs, and open them again when the browser is started without an address."),
        Setting(
            "key-preset", .everywhere, { $0.keyPreset }, { $0.keyPreset = $1 }, .optional(.word),
            "The keys of another program; null: our own."),
        Setting(
            "keys", .everywhere, { $0.keys }, { $0.keys = $1 }, .keys,
            "Other keys for commands: { \"open\": [\"o\", \"^O\"], \"search\": \"s\" }; see keys.md for the names."
        ),
        Setting(
            "hints", .program, { $0.hints }, { $0.hints = $1 }, .onOff,
            "Show in the bottom line what can be pressed."),
        Setting(
            "mouse", .program, { $0.mouse }, { $0.mouse = $1 }, .onOff,
            "Scroll, follow, move borders and select with the mouse; false: it stays the terminal's."),
        Setting(
            "pause-unfocused", .program, { $0.pausesUnfocused }, { $0.pausesUnfocused = $1 }, .onOff,
            "Pause a watch while another window has the keyboard, where the terminal tells."),
        Setting(
            "downloads", .everywhere, { $0.downloads }, { $0.downloads = $1 },
            .optional(.text("a folder in quotes")),
            "Save files in this folder; null: the system's folder for downloads."),
        Setting(
            "commands", .everywhere, { $0.commands }, { $0.commands = $1 }, .commands,
            "Commands for M-e: { \"get\": \"wget %s\", \"count\": { \"run\": \"wc -w\", \"input\": \"text\" } }; "
                + "see downloads.md."),
        Setting(
            "search", .everywhere, { $0.searchEngines }, { $0.searchEngines = $1 }, .searchEngines,
            "Search engines for words typed in place of an address: { \"default\": \"https://find.example/?q=%s\", "
                + "\"w\": \"https://wiki.example/%s\" }; “w tulips” goes to w."),
        Setting(
            "pictures", .program, { $0.pictures }, { $0.pictures = $1 }, .onOff,
            "Show pictures as characters in colours, where the program chafa is installed."),
        Setting(
            "text-width", .everywhere, { $0.textWidth }, { $0.textWidth = $1 },
            .optional(.count(to: 10_000, "a number of columns")),
            "The most columns of flowing text on the screen, 20 or more; null: as many as its pane has."),
        Setting(
            "text-align", .everywhere, { $0.textAlign }, { $0.textAlign = $1 }, .word,
            "Where to place text that is narrower than its pane."),
        Setting(
            "rules", .everywhere, { $0.rules }, { $0.rules = $1 }, .rules,
            "Map, block or change requests: [\"news.example => http://127.0.0.1:8420\"]; see connections.md."),
        Setting(
            "host-lists", .everywhere, { $0.hostLists }, { $0.hostLists = $1 }, .names,
            "Files and URLs that name the addresses of hosts, as --hosts takes them."),

        Setting(
            "secret-headers", .everywhere, { $0.secretHeaders }, { $0.secretHeaders = $1 }, .headerNames,
            "Headers that are secrets as Authorization is: [\"X-Api-Key\"]. They stay with the first site, "
                + "and are masked."),
        Setting(
            "cache-size", .program, { $0.cacheSize }, { $0.cacheSize = $1 }, .size,
            "The most bytes of stored pages, all accounts together; pinned ones apart."),
        Setting(
            "cache-pages", .program, { $0.cachePages }, { $0.cachePages = $1 }, .count(to: 1 << 31),
            "The most stored pages, all accounts together; pinned ones apart."),
        Setting(
            "cache-versions", .program, { $0.cacheVersions }, { $0.cacheVersions = $1 }, .count(to: 1 << 31),
            "The most stored versions of one page, and never less than two."),
        Setting(
            "resource-size", .program, { $0.resourceSize }, { $0.resourceSize = $1 }, .size,
            "The most bytes of other stored responses (style sheets, pictures), for each account."),
        Setting(
            "memory-size", .program, { $0.memorySize }, { $0.memorySize = $1 }, .size,
            "The most bytes of stored pages that are also kept in memory."),
        Setting(
            "memory-pages", .program, { $0.memoryPages }, { $0.memoryPages = $1 }, .count(to: 1 << 31),
            "The most stored pages that are also kept in memory."),

        Setting(
            "private", .page, { $0.isPrivate }, { $0.isPrivate = $1 }, .onOff,
            "Write no page and no cookie to the disk."),
        Setting(
            "styles", .page, { $0.styles }, { $0.styles = $1 }, .onOff,
            "Fetch the style sheets that pages link."),
        Setting(
            "user-styles", .page, { $0.userStyles }, { $0.userStyles = $1 }, .addedNames,
            "Your own style sheets: [\"reading.css\"], from this file's folder on; those of a site come behind those "
                + "for all."),
        Setting(
            "encoding", .page, { $0.encoding }, { $0.encoding = $1 }, .optional(.encoding),
            "Read pages in this encoding, by a label of the Encoding standard; null: as they say, else by a guess."
        ),
        Setting(
            "preload", .page, { $0.preload }, { $0.preload = $1 }, .word,
            "Load ahead, unasked, the page of a link that stays chosen; “next”: the one named rel=next too."),
        Setting(
            "sonic-off", .page, { $0.sonicOff }, { $0.sonicOff = $1 },
            .count(to: 1 << 31, "a number of seconds"),
            "Seconds for which “cache-offline: http” turns Sonic off for a page; six hours, as in VasSonic."),
        Setting(
            "meta-refresh", .page, { $0.followsRefreshes }, { $0.followsRefreshes = $1 }, .onOff,
            "Follow a page's refresh without a wait as a redirect, five in a row at most."),
        Setting(
            "watch-every", .page, { $0.watchInterval }, { $0.watchInterval = $1 }, .seconds,
            "Seconds from one look at a watched page to the next."),
        Setting(
            "watch-tolerate", .page, { $0.watchTolerance }, { $0.watchTolerance = $1 },
            .count(to: 1_000_000_000), "How many failures in a row of a watched page are not told."),
        Setting(
            "compare-here", .page, { $0.comparesHere }, { $0.comparesHere = $1 }, .onOff,
            "Compare pages whose server speaks no Sonic."),
        Setting(
            "compare-only", .page, { $0.comparedParts }, { $0.comparedParts = $1 }, .parts,
            "Only these parts of a page count: CSS selectors, or patterns such as “/Rain*/”."),
        Setting(
            "compare-ignore", .page, { $0.ignoredParts }, { $0.ignoredParts = $1 }, .parts,
            "These parts of a page do not count: “.clock”, “/Updated * ago/”."),
        Setting(
            "numbers", .page, { $0.numbers }, { $0.numbers = $1 }, .word,
            "Whether a line of which only numbers, dates and times changed counts as changed."),
        Setting(
            "user-agent", .page, { $0.userAgent }, { $0.userAgent = $1 }, .optional(.text()),
            "Send this User-Agent; null: the program's name and version."),
        Setting(
            "request-headers", .page, { $0.requestHeaders }, { $0.requestHeaders = $1 }, .headers,
            general: .headersForAll,
            "Add these headers to requests; an empty value removes a header."),
        Setting(
            "response-headers", .page, { $0.responseHeaders }, { $0.responseHeaders = $1 }, .addedHeaders,
            "Add these headers to answers that have none of their names."),
        Setting(
            "fresh-pages", .page, { $0.freshPages }, { $0.freshPages = $1 },
            .count(to: 1 << 31, "a number of seconds"),
            "Open a page without asking while max-age or Expires says so, this long at most; 0: always ask."),
        Setting(
            "max-age", .page, { $0.maxAge }, { $0.maxAge = $1 },
            .optional(.count(to: 1 << 31, "a number of seconds")),
            "Seconds for which pages and other resources are fresh whose server does not say."),
        Setting(
            "ignore-server", .page, { $0.ignoresServer }, { $0.ignoresServer = $1 }, .onOff,
            "Do not follow what the server says of freshness; max-age alone counts."),
        Setting(
            "store", .page, { $0.stores }, { $0.stores = $1 }, .onOff,
            "Store pages and other resources; false: compare pages in memory."),
        Setting(
            "ignore-parameters", .page, { $0.ignoredParameters }, { $0.ignoredParameters = $1 }, .names,
            "Addresses that differ in these query parameters alone are one page; “utm_*” names many."),
        Setting(
            "only-parameters", .page, { $0.onlyParameters }, { $0.onlyParameters = $1 }, .optional(.names),
            "Only these query parameters tell pages apart; null: all do."),

        Setting(
            "proxy", .page, { $0.proxy }, { $0.proxy = $1 }, .optional(.text("an address in quotes")),
            "Send requests through this proxy; \"\": through none, null: as the environment says."),
        Setting(
            "client-certificate", .page, { $0.clientCertificate }, { $0.clientCertificate = $1 },
            .optional(.text("the path of a file in quotes")),
            "Show the certificate in this PEM file to servers that ask for one."),
        Setting(
            "client-key", .page, { $0.clientKey }, { $0.clientKey = $1 },
            .optional(.text("the path of a file in quotes")),
            "The private key of client-certificate; null: it is in the same file."),
        Setting(
            "hosts", .page, { $0.hosts }, { $0.hosts = $1 }, .hosts,
            "Connect to another address in place of a host: { \"example.org\": \"127.0.0.1:8080\" }."),
        Setting(
            "retries", .page, { $0.retries }, { $0.retries = $1 }, .optional(.count(to: 10)),
            "How often a lost request is made again; null: once, behind a stored page twice."),
        Setting(
            "resolving-timeout", .page, { $0.resolvingTimeout }, { $0.resolvingTimeout = $1 }, .seconds,
            "Seconds to look up a name."),
        Setting(
            "connecting-timeout", .page, { $0.connectingTimeout }, { $0.connectingTimeout = $1 }, .seconds,
            "Seconds to connect."),
        Setting(
            "securing-timeout", .page, { $0.securingTimeout }, { $0.securingTimeout = $1 }, .seconds,
            "Seconds for the TLS handshake."),
        Setting(
            "waiting-timeout", .page, { $0.waitingTimeout }, { $0.waitingTimeout = $1 }, .seconds,
            "Seconds until an answer begins."),
        Setting(
            "silence-timeout", .page, { $0.silenceTimeout }, { $0.silenceTimeout = $1 }, .seconds,
            "Seconds of silence within an answer."),
        Setting(
            "max-time", .page, { $0.maxTime }, { $0.maxTime = $1 }, .seconds,
            "Seconds for a page in all, redirects and retries included; files that are saved take longer."),
    ]
}
