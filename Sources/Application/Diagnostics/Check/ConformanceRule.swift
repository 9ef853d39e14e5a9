/// One thing that a server does which speaks Sonic as docs/protocol.md has it.
public struct ConformanceRule: Sendable, Hashable {
    /// How much it matters.
    public enum Level: String, Sendable {
        /// Clients lose updates, pages or trust where it is broken.
        case must = "MUST"
        /// It costs speed, or breaks some clients.
        case should = "SHOULD"
    }

    /// Its place in the table, from 1; numbers are not given anew.
    public let number: Int
    /// A stable name, such as `etag-sha1`.
    public let name: String
    /// How much it matters.
    public let level: Level
    /// The section of docs/protocol.md that it is taken from.
    public let section: String
    /// What holds, in a sentence.
    public let statement: String

    init(_ number: Int, _ name: String, _ level: Level, _ section: String, _ statement: String) {
        self.number = number
        self.name = name
        self.level = level
        self.section = section
        self.statement = statement
    }

    /// The rule of this name or number; nil for none.
    public static func named(_ text: String) -> ConformanceRule? {
        table.first { $0.name == text || "\($0.number)" == text }
    }

    /// The table in Markdown, as docs/protocol.md has it.
    public static var document: String {
        let rows = table.map { rule in
            let section = "[\(rule.section)](#\(rule.section))"
            return
                "| \(rule.number) | `\(rule.name)` | \(rule.level.rawValue) | \(rule.statement) | \(section) |"
        }
        let head = ["| | rule | | what holds | from |", "|---|---|---|---|---|"]
        return (head + rows).joined(separator: "\n")
    }
}

extension ConformanceRule {
    /// Every rule, by number.
    public static let table: [ConformanceRule] = [
        complete, status, knownTag, bareNotModified, length, sonic, etag, etagBare, etagHash, templateTag,
        templateHash, templateChange, cacheOffline, once, text, vary, cookies, notModified, update,
        updateJSON,
        updateNames, updateHash, updateTags, updateAsked, templateWanted, templateSteady, plain, plainSame,
        headerCase, head, coding, concurrent,
    ]

    static let complete = ConformanceRule(
        1, "complete", .must, "classification",
        "Each request is answered, and the body comes whole, within the limits of time and size.")
    static let status = ConformanceRule(
        2, "status", .must, "classification", "A page is answered with 200, or 304.")
    static let knownTag = ConformanceRule(
        3, "known-304", .must, "classification", "304 answers only a validator that the page has.")
    static let bareNotModified = ConformanceRule(
        4, "bare-304", .should, "quirks",
        "A 304, which has no body, names no content coding and no other tags than it was asked with.")
    static let length = ConformanceRule(
        5, "length", .must, "quirks", "Content-Length is the number of bytes that are sent.")
    static let sonic = ConformanceRule(
        6, "sonic", .must, "headers", "Who sends `accept-diff: true` is answered with Sonic's headers.")
    static let etag = ConformanceRule(7, "etag", .must, "etag", "A page and an update have an ETag.")
    static let etagBare = ConformanceRule(
        8, "etag-bare", .should, "etag", "The ETag is 40 digits, without `W/` and quotes.")
    static let etagHash = ConformanceRule(
        9, "etag-sha1", .must, "server", "The ETag is the SHA-1 of the page, content coding removed.")
    static let templateTag = ConformanceRule(
        10, "template-tag", .must, "headers", "A page and an update have a `template-tag`.")
    static let templateHash = ConformanceRule(
        11, "template-sha1", .should, "split",
        "`template-tag` is the SHA-1 of the page without its first title and its blocks.")
    static let templateChange = ConformanceRule(
        12, "template-change", .must, "classification",
        "`template-change` is `true` with a page and `false` with an update.")
    static let cacheOffline = ConformanceRule(
        13, "cache-offline", .must, "cache-offline",
        "`cache-offline` is there, and `true`, `store`, `false` or `http`.")
    static let once = ConformanceRule(
        14, "once", .must, "headers", "Each of Sonic's headers stands once in an answer.")
    static let text = ConformanceRule(
        15, "utf-8", .should, "update", "The page is UTF-8, and Content-Type names no other encoding.")
    static let vary = ConformanceRule(
        16, "vary", .should, "server",
        "Caches that serve many are told to ask: `Cache-Control: private` or `no-cache`, or `Vary` with "
            + "`accept-diff` and `template-tag`.")
    static let cookies = ConformanceRule(
        17, "cookies", .should, "headers", "A page that is to be stored sets no cookies.")
    static let notModified = ConformanceRule(
        18, "not-modified", .must, "server", "The page's own ETag in If-None-Match brings 304.")
    static let update = ConformanceRule(
        19, "update", .must, "server",
        "The page's own `template-tag`, beside another page's ETag, brings an update.")
    static let updateJSON = ConformanceRule(
        20, "update-json", .must, "update",
        "An update is a JSON object with texts under `data`, and `template-tag` and `html-sha1` beside it.")
    static let updateNames = ConformanceRule(
        21, "update-names", .must, "update", "An update has data for each block of the page and for no other."
    )
    static let updateHash = ConformanceRule(
        22, "update-sha1", .must, "update",
        "The merged page has the SHA-1 that `html-sha1` names, in lower-case digits; so has a page whose head names "
            + "one.")
    static let updateTags = ConformanceRule(
        23, "update-tags", .must, "update",
        "An update's `template-tag` is that of its header, its `html-sha1` the ETag.")
    static let updateAsked = ConformanceRule(
        24, "update-asked", .must, "server",
        "An update answers only `accept-diff: true` with the page's own `template-tag`.")
    static let templateWanted = ConformanceRule(
        25, "template-wanted", .must, "server", "An unknown `template-tag` brings the page whole.")
    static let templateSteady = ConformanceRule(
        26, "template-steady", .should, "split",
        "Of three loads, one right after the other, not each has another template.")
    static let plain = ConformanceRule(
        27, "plain", .should, "server",
        "Who does not send `accept-diff: true` gets nothing of Sonic.")
    static let plainSame = ConformanceRule(
        28, "plain-same", .should, "server", "The page without Sonic is the same, byte for byte.")
    static let headerCase = ConformanceRule(
        29, "header-case", .should, "request", "Names of request headers are read in any case.")
    static let head = ConformanceRule(
        30, "head", .should, "server", "HEAD is answered with the headers of GET.")
    static let coding = ConformanceRule(
        31, "any-coding", .should, "request", "Sonic is spoken whatever content codings a request allows.")
    static let concurrent = ConformanceRule(
        32, "concurrent", .must, "quirks", "Requests at the same time are answered alike.")
}
