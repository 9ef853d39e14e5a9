extension Setting {
    /// All settings in the order of the file that `sonic config --defaults` prints.
    public static let table: [Setting] = [
        Setting("account", .program, \.account, .text(), "The account whose pages and cookies are used."),
        Setting("theme", .program, \.theme, .word, "The colours of the screen."),
        Setting(
            "arrangement", .program, \.arrangement, .optional(.word),
            "The panes at the start; null: those chosen last."),
        Setting(
            "rules", .program, \.rules, .rules,
            "Map, block or change requests: [\"news.example => http://127.0.0.1:8420\"]; see connections.md."),
        Setting(
            "host-lists", .program, \.hostLists, .names,
            "Files and URLs that name the addresses of hosts, as --hosts takes them."),

        Setting("private", .page, \.isPrivate, .onOff, "Write no page and no cookie to the disk."),
        Setting("styles", .page, \.styles, .onOff, "Fetch the style sheets that pages link."),
        Setting(
            "compare-here", .page, \.comparesHere, .onOff, "Compare pages whose server speaks no Sonic."),
        Setting(
            "compare-only", .page, \.comparedParts, .parts,
            "Only these parts of a page count: CSS selectors, or patterns such as “/Rain*/”."),
        Setting(
            "compare-ignore", .page, \.ignoredParts, .parts,
            "These parts of a page do not count: “.clock”, “/Updated * ago/”."),
        Setting(
            "user-agent", .page, \.userAgent, .optional(.text()),
            "Send this User-Agent; null: the program's name and version."),
        Setting(
            "request-headers", .page, \.requestHeaders, .headers, general: .headersForAll,
            "Add these headers to requests; an empty value removes a header."),
        Setting(
            "response-headers", .page, \.responseHeaders, .addedHeaders,
            "Add these headers to answers that have none of their names."),
        Setting(
            "ignore-parameters", .page, \.ignoredParameters, .names,
            "Addresses that differ in these query parameters alone are one page; “utm_*” names many."),
        Setting(
            "only-parameters", .page, \.onlyParameters, .optional(.names),
            "Only these query parameters tell pages apart; null: all do."),

        Setting(
            "proxy", .page, \.proxy, .optional(.text("an address in quotes")),
            "Send requests through this proxy; \"\": through none, null: as the environment says."),
        Setting(
            "hosts", .page, \.hosts, .hosts,
            "Connect to another address in place of a host: { \"example.org\": \"127.0.0.1:8080\" }."),
        Setting("resolving-timeout", .page, \.resolvingTimeout, .seconds, "Seconds to look up a name."),
        Setting("connecting-timeout", .page, \.connectingTimeout, .seconds, "Seconds to connect."),
        Setting("securing-timeout", .page, \.securingTimeout, .seconds, "Seconds for the TLS handshake."),
        Setting("waiting-timeout", .page, \.waitingTimeout, .seconds, "Seconds until an answer begins."),
        Setting(
            "silence-timeout", .page, \.silenceTimeout, .seconds, "Seconds of silence within an answer."),
    ]
}
