extension Setting {
    // Closures instead of key paths: the table is created at each start with a configuration file, and key
    // paths are instantiated at run time, which took half the time of reading one.

    /// All settings in the order of the file that `sonic config --defaults` prints.
    public static let table: [Setting] = [
        Setting(
            "account", .program, { $0.account }, { $0.account = $1 }, .text(),
            "Use the pages and cookies of this account."),
        Setting(
            "theme", .program, { $0.theme }, { $0.theme = $1 }, .optional(.theme),
            "Colours; auto: dark or light as the terminal's background; null: the theme chosen last, else auto."
        ),
        Setting(
            "arrangement", .program, { $0.arrangement }, { $0.arrangement = $1 }, .optional(.word),
            "Layout at the start; null: the one chosen last."),
        Setting(
            "restore", .program, { $0.restores }, { $0.restores = $1 }, .onOff,
            "Remember the tabs, and reopen them when the browser is started without an address."),
        Setting(
            "key-preset", .everywhere, { $0.keyPreset }, { $0.keyPreset = $1 }, .optional(.word),
            "Use the keys of another program; null: the default keys."),
        Setting(
            "keys", .everywhere, { $0.keys }, { $0.keys = $1 }, .keys,
            "Change the keys of commands: { \"open\": [\"o\", \"^O\"], \"search\": \"s\" }; see keys.md for the names."
        ),
        Setting(
            "hints", .program, { $0.hints }, { $0.hints = $1 }, .onOff,
            "Show available keys in the bottom line."),
        Setting(
            "mouse", .program, { $0.mouse }, { $0.mouse = $1 }, .onOff,
            "Scroll, follow links, resize panes and select with the mouse; false: leave it to the terminal."),
        Setting(
            "pause-unfocused", .program, { $0.pausesUnfocused }, { $0.pausesUnfocused = $1 }, .onOff,
            "Pause a watch while another window has the focus, if the terminal reports it."),
        Setting(
            "downloads", .everywhere, { $0.downloads }, { $0.downloads = $1 },
            .optional(.text("a folder in quotes")),
            "Save downloads in this folder; null: the system's download folder."),
        Setting(
            "commands", .everywhere, { $0.commands }, { $0.commands = $1 }, .commands,
            "Commands for M-e: { \"get\": \"wget %s\", \"count\": { \"run\": \"wc -w\", \"input\": \"text\" } }; "
                + "see downloads.md."),
        Setting(
            "search", .everywhere, { $0.searchEngines }, { $0.searchEngines = $1 }, .searchEngines,
            "Search engines for text typed in place of an address: { \"default\": \"https://find.example/?q=%s\", "
                + "\"w\": \"https://wiki.example/%s\" }; “w tulips” searches with w."),
        Setting(
            "pictures", .program, { $0.pictures }, { $0.pictures = $1 }, .onOff,
            "Show pictures as coloured characters, if the program chafa is installed."),
        Setting(
            "text-width", .everywhere, { $0.textWidth }, { $0.textWidth = $1 },
            .optional(.count(to: 10_000, "a number of columns")),
            "Maximum width of text on the screen in columns, 20 or more; null: the width of its pane."),
        Setting(
            "text-align", .everywhere, { $0.textAlign }, { $0.textAlign = $1 }, .word,
            "Alignment of text that is narrower than its pane."),
        Setting(
            "rules", .everywhere, { $0.rules }, { $0.rules = $1 }, .rules,
            "Map, block or change requests: [\"news.example => http://127.0.0.1:8420\"]; see connections.md."),
        Setting(
            "host-lists", .everywhere, { $0.hostLists }, { $0.hostLists = $1 }, .hostFiles,
            "Files that map hosts to addresses, in the format of --hosts."),

        Setting(
            "secret-headers", .everywhere, { $0.secretHeaders }, { $0.secretHeaders = $1 }, .headerNames,
            "Headers to treat as secrets, like Authorization: [\"X-Api-Key\"]. They are masked, and not sent to "
                + "another site after a redirect."),
        Setting(
            "cache-size", .program, { $0.cacheSize }, { $0.cacheSize = $1 }, .size,
            "Maximum size of stored pages in bytes, all accounts together, without pages kept offline."),
        Setting(
            "cache-pages", .program, { $0.cachePages }, { $0.cachePages = $1 }, .count(to: 1 << 31),
            "Maximum number of stored pages, all accounts together, without pages kept offline."),
        Setting(
            "cache-versions", .program, { $0.cacheVersions }, { $0.cacheVersions = $1 }, .count(to: 1 << 31),
            "Maximum number of stored versions of one page; at least two are kept."),
        Setting(
            "resource-size", .program, { $0.resourceSize }, { $0.resourceSize = $1 }, .size,
            "Maximum size in bytes of other stored responses (style sheets, pictures), for each account."),
        Setting(
            "memory-size", .program, { $0.memorySize }, { $0.memorySize = $1 }, .size,
            "Maximum size in bytes of stored pages that are also kept in memory."),
        Setting(
            "memory-pages", .program, { $0.memoryPages }, { $0.memoryPages = $1 }, .count(to: 1 << 31),
            "Maximum number of stored pages that are also kept in memory."),

        Setting(
            "private", .page, { $0.isPrivate }, { $0.isPrivate = $1 }, .onOff,
            "Write no pages or cookies to disk."),
        Setting(
            "styles", .page, { $0.styles }, { $0.styles = $1 }, .onOff,
            "Fetch linked style sheets."),
        Setting(
            "user-styles", .page, { $0.userStyles }, { $0.userStyles = $1 }, .addedNames,
            "Your own style sheets: [\"reading.css\"], relative to this file's folder; those of a site are added "
                + "after those for all sites."),
        Setting(
            "encoding", .page, { $0.encoding }, { $0.encoding = $1 }, .optional(.encoding),
            "Decode pages with this encoding, a label of the Encoding standard; null: as declared, else a guess."
        ),
        Setting(
            "preload", .page, { $0.preload }, { $0.preload = $1 }, .word,
            "Load ahead of time the page of a link that stays chosen; “next”: also the page named by rel=next."
        ),
        Setting(
            "sonic-off", .page, { $0.sonicOff }, { $0.sonicOff = $1 },
            .count(to: 1 << 31, "a number of seconds"),
            "How long “cache-offline: http” turns Sonic off for a page, in seconds; six hours, as in VasSonic."
        ),
        Setting(
            "meta-refresh", .page, { $0.followsRefreshes }, { $0.followsRefreshes = $1 }, .onOff,
            "Follow a page's refresh without delay like a redirect, at most five in a row."),
        Setting(
            "watch-every", .page, { $0.watchInterval }, { $0.watchInterval = $1 }, .seconds,
            "Interval between polls of a watched page, in seconds."),
        Setting(
            "watch-tolerate", .page, { $0.watchTolerance }, { $0.watchTolerance = $1 },
            .count(to: 1_000_000_000), "Do not report up to this many failures in a row of a watched page."),
        Setting(
            "compare-here", .page, { $0.comparesHere }, { $0.comparesHere = $1 }, .onOff,
            "Compare pages in the client if the server does not speak Sonic."),
        Setting(
            "compare-only", .page, { $0.comparedParts }, { $0.comparedParts = $1 }, .parts,
            "Report changes in these parts of a page only: CSS selectors, or patterns such as “/Rain*/”."),
        Setting(
            "compare-ignore", .page, { $0.ignoredParts }, { $0.ignoredParts = $1 }, .parts,
            "Ignore changes in these parts of a page: “.clock”, “/Updated * ago/”."),
        Setting(
            "numbers", .page, { $0.numbers }, { $0.numbers = $1 }, .word,
            "Whether a line counts as changed if only its numbers, dates and times changed."),
        Setting(
            "user-agent", .page, { $0.userAgent }, { $0.userAgent = $1 }, .optional(.text()),
            "Send this User-Agent; null: the program's name and version."),
        Setting(
            "request-headers", .page, { $0.requestHeaders }, { $0.requestHeaders = $1 }, .headers,
            general: .headersForAll,
            "Add these headers to requests; an empty value removes a header."),
        Setting(
            "response-headers", .page, { $0.responseHeaders }, { $0.responseHeaders = $1 }, .addedHeaders,
            "Add these headers to responses that do not have them."),
        Setting(
            "fresh-pages", .page, { $0.freshPages }, { $0.freshPages = $1 },
            .count(to: 1 << 31, "a number of seconds"),
            "Open a page without a request while max-age or Expires allows it, at most this long; 0: always request."
        ),
        Setting(
            "max-age", .page, { $0.maxAge }, { $0.maxAge = $1 },
            .optional(.count(to: 1 << 31, "a number of seconds")),
            "How long pages and other resources are fresh if the server does not say, in seconds."),
        Setting(
            "ignore-server", .page, { $0.ignoresServer }, { $0.ignoresServer = $1 }, .onOff,
            "Ignore the server's freshness information; only max-age counts."),
        Setting(
            "store", .page, { $0.stores }, { $0.stores = $1 }, .onOff,
            "Store pages and other resources; false: compare pages in memory."),
        Setting(
            "ignore-parameters", .page, { $0.ignoredParameters }, { $0.ignoredParameters = $1 }, .names,
            "Treat addresses that differ only in these query parameters as one page; “utm_*” matches many."),
        Setting(
            "only-parameters", .page, { $0.onlyParameters }, { $0.onlyParameters = $1 }, .optional(.names),
            "Tell pages apart by these query parameters only; null: by all."),

        Setting(
            "proxy", .page, { $0.proxy }, { $0.proxy = $1 }, .optional(.text("an address in quotes")),
            "Send requests through this proxy; \"\": none; null: as set in the environment."),
        Setting(
            "client-certificate", .page, { $0.clientCertificate }, { $0.clientCertificate = $1 },
            .optional(.text("the path of a file in quotes")),
            "Client certificate, a PEM file, for servers that request one."),
        Setting(
            "client-key", .page, { $0.clientKey }, { $0.clientKey = $1 },
            .optional(.text("the path of a file in quotes")),
            "Private key of client-certificate; null: it is in the same file."),
        Setting(
            "hosts", .page, { $0.hosts }, { $0.hosts = $1 }, .hosts,
            "Connect to another address instead of a host: { \"example.org\": \"127.0.0.1:8080\" }."),
        Setting(
            "retries", .page, { $0.retries }, { $0.retries = $1 }, .optional(.count(to: 10)),
            "How many times a lost request is retried; null: once, or twice while a stored page is shown."),
        Setting(
            "connect-timeout", .page, { $0.connectTimeout }, { $0.connectTimeout = $1 }, .seconds,
            "Timeout of connecting in seconds: DNS lookup, connection and TLS handshake together."),
        Setting(
            "silence-timeout", .page, { $0.silenceTimeout }, { $0.silenceTimeout = $1 }, .seconds,
            "Timeout without data in seconds, until a response begins and within it."),
        Setting(
            "max-time", .page, { $0.maxTime }, { $0.maxTime = $1 }, .seconds,
            "Time limit of a page in seconds, redirects and retries included; downloads may take longer."),
    ]
}
