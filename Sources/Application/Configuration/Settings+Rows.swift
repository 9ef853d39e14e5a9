import HTML
import SonicProtocol
import SonicSession

// All settings: a setting is a row here, in the order of the file that `sonic config --defaults` prints, and its name in
// `table`. Code that uses it reads it from `Choices` by the row. A row is made when it is first used.
extension Settings {
    package static let account = SettingRow(
        "account", .program, "", .text(), "Use the pages and cookies of this account.")
    package static let theme = SettingRow<ThemeChoice?>(
        "theme", .program, nil, .optional(.theme),
        "Colours; auto: dark or light as the terminal's background; null: the theme chosen last, else auto.")
    package static let arrangement = SettingRow<LayoutPreset?>(
        "arrangement", .program, nil, .optional(.word), "Layout at the start; null: the one chosen last.")
    package static let restores = SettingRow(
        "restore", .program, true, .onOff,
        "Remember the tabs, and reopen them when the browser is started without an address.")
    package static let keyPreset = SettingRow<KeyPreset?>(
        "key-preset", .everywhere, nil, .optional(.word),
        "Use the keys of another program; null: the default keys.")
    package static let keys = SettingRow<[KeyChoice]>(
        "keys", .everywhere, [], .keys,
        "Change the keys of commands: { \"open\": [\"o\", \"^O\"], \"search\": \"s\" }; see keys.md for the names."
    )
    package static let hints = SettingRow(
        "hints", .program, true, .onOff, "Show available keys in the bottom line.")
    package static let mouse = SettingRow(
        "mouse", .program, true, .onOff,
        "Scroll, follow links, resize panes and select with the mouse; false: leave it to the terminal.")
    package static let pausesUnfocused = SettingRow(
        "pause-unfocused", .program, false, .onOff,
        "Pause a watch while another window has the focus, if the terminal reports it.")
    package static let watchAlert = SettingRow(
        "watch-alert", .program, WatchAlert.off, .word,
        "Announce a change of the watched page by the bell, or on the desktop if the terminal shows notifications."
    )

    package static let downloads = SettingRow<String?>(
        "downloads", .everywhere, nil, .optional(.text("a folder in quotes")),
        "Save downloads in this folder; null: the system's download folder.")
    package static let commands = SettingRow<[NamedCommand]>(
        "commands", .everywhere, [], .commands,
        "Commands for M-e: { \"get\": \"wget %s\", \"count\": { \"run\": \"wc -w\", \"input\": \"text\" } }; "
            + "see downloads.md.")
    package static let searchEngines = SettingRow<[SearchEngine]>(
        "search", .everywhere, [], .searchEngines,
        "Search engines for text typed in place of an address: { \"default\": \"https://find.example/?q=%s\", "
            + "\"w\": \"https://wiki.example/%s\" }; “w tulips” searches with w.")
    package static let pictures = SettingRow(
        "pictures", .program, false, .onOff,
        "Show pictures as coloured characters, if the program chafa is installed.")

    package static let textWidth = SettingRow<Int?>(
        "text-width", .everywhere, 100, .optional(.count(to: 10_000, "a number of columns")),
        "Maximum width of text on the screen in columns, 20 or more; null: the width of its pane.")
    package static let textAlign = SettingRow(
        "text-align", .everywhere, TextAlign.center, .word,
        "Alignment of text that is narrower than its pane.")

    package static let rules = SettingRow<[ConnectionRule]>(
        "rules", .everywhere, [], .rules,
        "Map, block or change requests: [\"news.example => http://127.0.0.1:8420\"]; see connections.md.")
    package static let hostLists = SettingRow<[String]>(
        "host-lists", .everywhere, [], .hostFiles,
        "Files that map hosts to addresses, in the format of --hosts.")

    package static let secretHeaders = SettingRow<[String]>(
        "secret-headers", .everywhere, [], .headerNames,
        "Headers to treat as secrets, like Authorization: [\"X-Api-Key\"]. They are masked, and not sent to "
            + "another site after a redirect.")
    package static let cacheSize = SettingRow(
        "cache-size", .program, 256 << 20, .size,
        "Maximum size of stored pages in bytes, all accounts together, without pages kept offline.")
    package static let cachePages = SettingRow(
        "cache-pages", .program, 2_000, .count(to: 1 << 31),
        "Maximum number of stored pages, all accounts together, without pages kept offline.")
    package static let cacheVersions = SettingRow(
        "cache-versions", .program, 20, .count(to: 1 << 31),
        "Maximum number of stored versions of one page; at least two are kept.")
    package static let resourceSize = SettingRow(
        "resource-size", .program, 128 << 20, .size,
        "Maximum size in bytes of other stored responses (style sheets, pictures), for each account.")
    package static let memorySize = SettingRow(
        "memory-size", .program, 32 << 20, .size,
        "Maximum size in bytes of stored pages that are also kept in memory.")
    package static let memoryPages = SettingRow(
        "memory-pages", .program, 8, .count(to: 1 << 31),
        "Maximum number of stored pages that are also kept in memory.")

    package static let isPrivate = SettingRow(
        "private", .page, \.site.isPrivate, .onOff, "Write no pages or cookies to disk.")
    package static let styles = SettingRow("styles", .page, true, .onOff, "Fetch linked style sheets.")
    package static let userStyles = SettingRow<[String]>(
        "user-styles", .page, [], .addedNames,
        "Your own style sheets: [\"reading.css\"], relative to this file's folder; those of a site are added "
            + "after those for all sites.")
    package static let encoding = SettingRow<CharacterEncoding?>(
        "encoding", .page, nil, .optional(.encoding),
        "Decode pages with this encoding, a label of the Encoding standard; null: as declared, else a guess.")
    package static let preload = SettingRow(
        "preload", .page, PreloadChoice.off, .word,
        "Load ahead of time the page of a link that stays chosen; “next”: also the page named by rel=next.")
    package static let sonicOff = SettingRow(
        "sonic-off", .page, \.site.sonicOff, .count(to: 1 << 31, "a number of seconds"),
        "How long “cache-offline: http” turns Sonic off for a page, in seconds; six hours, as in VasSonic.")
    package static let followsRefreshes = SettingRow(
        "meta-refresh", .page, true, .onOff,
        "Follow a page's refresh without delay like a redirect, at most five in a row.")

    package static let watchInterval = SettingRow(
        "watch-every", .page, Duration.seconds(10), .seconds,
        "Interval between polls of a watched page, in seconds.")
    package static let watchTolerance = SettingRow(
        "watch-tolerate", .page, 0, .count(to: 1_000_000_000),
        "Do not report up to this many failures in a row of a watched page.")
    package static let comparesHere = SettingRow(
        "compare-here", .page, \.comparesHere, .onOff,
        "Compare pages in the client if the server does not speak Sonic.")
    package static let comparedParts = SettingRow<[String]>(
        "compare-only", .page, [], .parts,
        "Report changes in these parts of a page only: CSS selectors, or patterns such as “/Rain*/”.")
    package static let ignoredParts = SettingRow<[String]>(
        "compare-ignore", .page, [], .parts,
        "Ignore changes in these parts of a page: “.clock”, “/Updated * ago/”.")
    package static let numbers = SettingRow(
        "numbers", .page, NumbersChoice.count, .word,
        "Whether a line counts as changed if only its numbers, dates and times changed.")

    package static let userAgent = SettingRow(
        "user-agent", .page, \.site.product, .optional(.text()),
        "Send this User-Agent; null: the program's name and version.")
    package static let requestHeaders = SettingRow(
        "request-headers", .page, \.site.headers, .headers, general: .headersForAll,
        "Add these headers to requests; an empty value removes a header.")
    package static let responseHeaders = SettingRow(
        "response-headers", .page, \.site.responseHeaders, .addedHeaders,
        "Add these headers to responses that do not have them.")
    package static let freshPages = SettingRow(
        "fresh-pages", .page, \.site.freshPages, .count(to: 1 << 31, "a number of seconds"),
        "Open a page without a request while max-age or Expires allows it, at most this long; 0: always request."
    )
    package static let maxAge = SettingRow<Int?>(
        "max-age", .page, nil, .optional(.count(to: 1 << 31, "a number of seconds")),
        "How long pages and other resources are fresh if the server does not say, in seconds.")
    package static let ignoresServer = SettingRow(
        "ignore-server", .page, false, .onOff,
        "Ignore the server's freshness information; only max-age counts.")
    package static let stores = SettingRow(
        "store", .page, \.site.isStored, .onOff,
        "Store pages and other resources; false: compare pages in memory.")
    package static let ignoredParameters = SettingRow<[String]>(
        "ignore-parameters", .page, [], .names,
        "Treat addresses that differ only in these query parameters as one page; “utm_*” matches many.")
    package static let onlyParameters = SettingRow<[String]?>(
        "only-parameters", .page, nil, .optional(.names),
        "Tell pages apart by these query parameters only; null: by all.")

    package static let proxy = SettingRow<String?>(
        "proxy", .page, nil, .optional(.text("an address in quotes")),
        "Send requests through this proxy; \"\": none; null: as set in the environment.")
    package static let clientCertificate = SettingRow<String?>(
        "client-certificate", .page, nil, .optional(.text("the path of a file in quotes")),
        "Client certificate, a PEM file, for servers that request one.")
    package static let clientKey = SettingRow<String?>(
        "client-key", .page, nil, .optional(.text("the path of a file in quotes")),
        "Private key of client-certificate; null: it is in the same file.")
    package static let hosts = SettingRow<[HostMapping]>(
        "hosts", .page, [], .hosts,
        "Connect to another address instead of a host: { \"example.org\": \"127.0.0.1:8080\" }.")
    package static let retries = SettingRow(
        "retries", .page, \.site.retries, .optional(.count(to: 10)),
        "How many times a lost request is retried; null: once, or twice while a stored page is shown.")
    package static let connectTimeout = SettingRow(
        "connect-timeout", .page, Duration.seconds(20), .seconds,
        "Timeout of connecting in seconds: DNS lookup, connection and TLS handshake together.")
    package static let silenceTimeout = SettingRow(
        "silence-timeout", .page, Duration.seconds(60), .seconds,
        "Timeout without data in seconds, until a response begins and within it.")
    package static let maxTime = SettingRow(
        "max-time", .page, Duration.seconds(3600), .seconds,
        "Time limit of a page in seconds, redirects and retries included; downloads may take longer.")

    /// The rows as a list, in order.
    package static let table: [any Setting] = [
        account, theme, arrangement, restores, keyPreset, keys, hints, mouse, pausesUnfocused, watchAlert,
        downloads,
        commands, searchEngines, pictures, textWidth, textAlign, rules, hostLists, secretHeaders, cacheSize,
        cachePages, cacheVersions, resourceSize, memorySize, memoryPages, isPrivate, styles, userStyles,
        encoding, preload, sonicOff, followsRefreshes, watchInterval, watchTolerance, comparesHere,
        comparedParts, ignoredParts, numbers, userAgent, requestHeaders, responseHeaders, freshPages, maxAge,
        ignoresServer, stores, ignoredParameters, onlyParameters, proxy, clientCertificate, clientKey, hosts,
        retries, connectTimeout, silenceTimeout, maxTime,
    ]
}
