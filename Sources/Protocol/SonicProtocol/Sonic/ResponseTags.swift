/// The Sonic headers of a response, and the findings about them (docs/reference/protocol.md#headers).
public struct ResponseTags: Sendable, Equatable {
    /// The value of `template-change`: `false` and `0` announce data, anything else a full page. Parsed
    /// case-insensitively, unlike in VasSonic's clients, so other spellings are a finding.
    public enum TemplateChange: Sendable, Equatable {
        /// The template is the client's, and the body is data.
        case unchanged
        /// The body is a full page.
        case changed
    }

    /// The value of `cache-offline`: what to do with the page. Parsed case-insensitively; other spellings are a
    /// finding.
    public enum Offline: String, Sendable {
        /// Store and show; also if the header is missing.
        case yes = "true"
        /// Store, without changing the screen.
        case store
        /// Show, and remove the stored page.
        case no = "false"
        /// Show, remove the stored page, and do not use Sonic for six hours.
        case http
    }

    /// The validator without `W/` and quotes, from the header that `sonic-etag-key` names, otherwise from ETag.
    public let etag: String?
    /// `template-tag`, opaque.
    public let templateTag: String?
    /// `template-change`; nil if missing.
    public let templateChange: TemplateChange?
    /// `cache-offline`.
    public let offline: Offline
    /// The header `sonic-html-sha1` or `html-sha1`, with the name as sent; nil if missing.
    public let hashField: HeaderField?
    /// The value of `hashField`.
    public var htmlSHA1: String? { hashField?.value }
    /// Whether template-tag, template-change or cache-offline is present: then the server supports Sonic.
    public let isSonic: Bool
    /// The findings about these headers.
    public let findings: [Finding]

    /// Reads the Sonic headers of a response.
    public init(_ headers: Headers) {
        var findings: [Finding] = []
        let key = Self.one("sonic-etag-key", of: headers, &findings)
        let etagName = key.flatMap { HeaderField($0, "").isWellFormed ? $0 : nil } ?? "ETag"
        etag = Self.one(etagName, of: headers, &findings).map { value in
            findings += Self.oddity(of: value, named: etagName, isCoded: headers.isCoded)
            return Self.bare(value)
        }
        templateTag = Self.one("template-tag", of: headers, &findings)
        let change = Self.one("template-change", of: headers, &findings)
        templateChange = change.map { value in
            switch value.lowercased() {
            case "false", "0": .unchanged
            default: .changed
            }
        }
        if let change, !["true", "false", "0", "1"].contains(change) {
            findings.append(
                Finding(
                    .templateChangeOdd,
                    "template-change: \(change) is neither true nor false"
                        + Self.inAnotherCase(change, ["true", "false"])))
        }
        offline = Self.offline(headers.all("cache-offline"), &findings)
        hashField =
            headers.fields.first { $0.isNamed("sonic-html-sha1") }
            ?? headers.fields.first { $0.isNamed("html-sha1") }
        isSonic = ["template-tag", "template-change", "cache-offline"].contains { headers.contains($0) }
        // The date and the ETag are also used for requests without Sonic.
        let unsendable = ["ETag", etagName, "Last-Modified", "template-tag", "sonic-etag-key"]
            .compactMap(headers.unsendable)
        self.findings = (isSonic ? findings : []) + unsendable.distinct
    }

    /// Returns a validator without the weakness prefix and quotes. Real Sonic servers compare bare tags only
    /// (docs/reference/protocol.md#etag); proxies weaken and quote them.
    public static func bare(_ etag: String) -> String { String(Substring(bare(etag.utf8[...]))) }

    /// Returns the part of the bytes without the weakness prefix and quotes.
    package static func bare<Text: BidirectionalCollection<UInt8>>(_ etag: Text) -> Text
    where Text.SubSequence == Text {
        let mark = UInt8(ascii: "\"")
        var text = etag
        if text.starts(with: "W/".utf8) || text.starts(with: "w/".utf8) { text = text.dropFirst(2) }
        guard text.count >= 2, text.first == mark, text.last == mark else { return text }
        return text.dropFirst().dropLast()
    }

    /// Returns the first value that is not empty and could be sent; a second one is a finding.
    private static func one(_ name: String, of headers: Headers, _ findings: inout [Finding]) -> String? {
        let values = headers.values(name).filter { !$0.isEmpty && $0.isSendable }.map(\.text)
        if values.count > 1 {
            findings.append(
                Finding(
                    .headerDoubled,
                    "\(name) occurs \(values.count) times (\(values.joined(separator: ", "))); the first counts"
                ))
        }
        return values.first
    }

    /// Returns the finding about a validator that is weak or in quotes, also one that a coding was appended to.
    private static func oddity(of value: String, named name: String, isCoded: Bool) -> [Finding] {
        let tag = value.hasSuffix("\"") ? value.dropLast() : value[...]
        let suffix = ["-gzip", "-br", "-deflate", "-zstd", ";gzip", ";br"].first(where: tag.hasSuffix)
        let cause = suffix.map { _ in Finding.Cause.codingSuffix }
        let appended =
            suffix.map { "; it ends in \($0), which what compresses appends, as Apache's mod_deflate does" }
            ?? ""
        if value.hasPrefix("W/") || value.hasPrefix("w/") {
            let why = isCoded ? " weak, and the response is compressed, which weakens tags" : " weak"
            return [Finding(.etagWeak, "\(name): \(value) is\(why)\(appended)", cause: cause)]
        }
        guard value.hasPrefix("\"") || tag.count < value.count else { return [] }
        return [
            Finding(
                .etagQuoted, "\(name): \(value) is quoted; Sonic servers compare bare tags\(appended)",
                cause: cause)
        ]
    }

    /// Returns the text to append to a finding about a value that is a known word except for its case.
    private static func inAnotherCase(_ value: String, _ words: [String]) -> String {
        words.contains(value.lowercased()) ? ", which clients want in lower case" : ""
    }

    private static func offline(_ values: [String], _ findings: inout [Finding]) -> Offline {
        let known = values.compactMap { Offline(rawValue: $0.lowercased()) }
        for value in values where Offline(rawValue: value) == nil {
            findings.append(
                Finding(
                    .cacheOfflineUnknown,
                    "cache-offline: \(value.isEmpty ? "(empty)" : value) is none of true, store, false, http"
                        + inAnotherCase(value, ["true", "store", "false", "http"])))
        }
        if known.count > 1 {
            findings.append(
                Finding(
                    .headerDoubled,
                    "cache-offline occurs \(known.count) times (\(values.joined(separator: ", ")))"))
        }
        // If values contradict each other, the most restrictive one applies; of those that store, the last.
        if known.contains(.http) { return .http }
        if known.contains(.no) { return .no }
        return known.last ?? .yes
    }
}

/// The resources listed in a page's `sonic-link` header, which are prefetched (docs/reference/protocol.md#sonic-link).
public struct SonicLink: Sendable, Equatable {
    /// The distinct URLs, in order; http and https only, and none less secure than the page.
    public let urls: [WebURL]
    /// The freshness lifetime in seconds if the server gives none; nil if not specified.
    public let maxAge: Int64?
    /// When the response that lists them was received; nil if that does not matter.
    public var since: Instant?

    /// The maximum number of URLs read from a header.
    public static let limit = 32

    /// Parses the header; nil if it lists no resources.
    ///
    /// Items are separated by semicolons; an item `max-age=SECONDS` applies to all others.
    /// - Parameters:
    ///   - headers: The headers of the page's response.
    ///   - page: The page's URL, the base of relative ones.
    public init?(_ headers: Headers, page: WebURL) {
        var urls: [WebURL] = []
        var maxAge: Int64?
        for item in headers.all("sonic-link").joined(separator: ";").split(separator: ";") {
            let text = String(Bytes.text(Array(Bytes.trimmed(Array(item.utf8)))))
            if text.lowercased().hasPrefix("max-age=") {
                maxAge = Int64(text.dropFirst(8)).flatMap { $0 >= 0 ? $0 : nil } ?? maxAge
            } else if urls.count < Self.limit, !text.isEmpty, let url = page.resolve(text)?.withoutFragment,
                url.isHTTP, url.scheme == "https" || page.scheme != "https", !urls.contains(url)
            {
                urls.append(url)
            }
        }
        guard !urls.isEmpty else { return nil }
        self.urls = urls
        self.maxAge = maxAge
    }
}

extension [Finding] {
    /// The distinct findings, in order.
    fileprivate var distinct: [Finding] {
        var seen: [Finding] = []
        for finding in self where !seen.contains(finding) { seen.append(finding) }
        return seen
    }
}
