import SonicProtocol

/// The metadata stored next to the part of a file, so that the rest can be requested after a restart.
public struct DownloadRecord: Equatable, Sendable {
    /// The requested address, before redirects and without credentials.
    public let url: WebURL
    /// The media type declared by the server; nil for none.
    public let type: String?
    /// The length of the whole file in bytes; nil if the server did not declare it.
    public let length: Int?
    /// The validator of the bytes; nil if there is none, so that the file must be downloaded from the beginning.
    public let validator: FileValidator?
    /// The account of the request, empty for none; nil in records that predate this field.
    public var account: String?
    /// The sites that caused the request, as addresses without a path; empty for a person. They determine the cookies
    /// whenever the rest is requested.
    public var initiators: [WebURL] = []
    /// A stored validator that cannot be sent, and so is treated as missing.
    public private(set) var unsendable: Finding?

    /// Creates a record.
    public init(url: WebURL, type: String?, length: Int?, validator: FileValidator?) {
        self.url = url.withoutFragment.withoutCredentials
        self.type = type
        self.length = length
        self.validator = validator
    }

    /// Creates a record from the response with the whole file.
    /// - Parameters:
    ///   - url: The requested address.
    ///   - head: The status line and headers of the response, with status 200.
    ///   - now: The time of the wall clock.
    public init(_ url: WebURL, _ head: ResponseHead, now: Instant) {
        let isCoded = FileValidator.isCoded(head.headers)
        self.init(
            url: url, type: ResponseClassifier.mediaType(head.headers),
            length: isCoded ? nil : head.headers.first("content-length").flatMap(Self.length),
            validator: FileValidator(head.headers, now: now))
    }

    /// Returns the value of a text of digits; nil for any other text, and on overflow.
    package static func length(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    /// The maximum number of sites stored.
    private static let initiatorLimit = 20

    /// Returns the sites of the addresses that caused a request, without duplicates.
    public static func initiators(of cause: RequestCause) -> [WebURL] {
        var sites: [WebURL] = []
        for url in cause.chain {
            let site = url.origin.flatMap { WebURL($0) } ?? unknownInitiator
            if sites.count < initiatorLimit, !sites.contains(site) { sites.append(site) }
        }
        return sites
    }

    /// The substitute for a cause without a site, such as a file; it is cross-site to every site.
    private static let unknownInitiator = WebURL("about:blank")!

    // The format of a record on the disk: one JSON object.

    /// The maximum size of a record in bytes.
    public static let limit = 64 << 10

    /// The serialized record.
    public var bytes: [UInt8] {
        var members: [JSONValue.Member] = [
            .init("format", 1), .init("url", .string(url.href)), .init("type", .string(orNull: type)),
            .init("length", .integer(orNull: length)),
        ]
        if let account { members.append(.init("account", .string(account))) }
        if !initiators.isEmpty {
            members.append(.init("initiators", .array(initiators.map { .string($0.href) })))
        }
        switch validator {
        case .tag(let tag):
            members += [.init("etag", .string(tag.text)), .init("etagBytes", .bytes(unlessText: tag))]
        case .date(let date): members.append(.init("last-modified", .string(date.text)))
        case nil: break
        }
        return Array((JSONValue.record(members).text() + "\n").utf8)
    }

    /// Parses a record; nil if it is invalid, for example damaged: then the file is downloaded from the beginning.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.limit, let node = JSONNode.record(bytes) else { return nil }
        do throws(UnexpectedJSON) {
            guard try node.value("format", \.integer) == 1 else { return nil }
            let tag = try node.optional("etag", exactly: "etagBytes").map { FileValidator.tag($0) }
            let date = try node.optional("last-modified", \.string).map {
                FileValidator.date(HeaderValue($0))
            }
            let noted = tag ?? date
            // The validator is sent to a server, so it must be a valid header value.
            let refused = noted.flatMap {
                Headers([HeaderField("ETag", $0.value)]).unsendable("ETag")
            }
            let validator = refused == nil ? noted : nil
            let length = try node.optional("length", \.integer)
            guard length.map({ $0 >= 0 }) ?? true else { return nil }
            self.init(
                url: try node.value("url") { node throws(UnexpectedJSON) in
                    node.string.flatMap { WebURL($0) }.flatMap { $0.isHTTP ? $0 : nil }
                },
                type: try node.optional("type", \.string), length: length, validator: validator)
            account = try node.optional("account", \.string)
            unsendable = refused
            // An unreadable cause is still a cause: it becomes an unknown initiator.
            let nodes = node["initiators"].map { $0.elements ?? [$0] } ?? []
            initiators = nodes.map { $0.string.flatMap { WebURL($0) } ?? Self.unknownInitiator }
        } catch {
            return nil
        }
    }
}

/// A validator that identifies the exact bytes of a file, so that a range of them can be requested (RFC 9110 §13.1.5).
public enum FileValidator: Hashable, Sendable {
    /// A strong entity tag, verbatim with its quotes.
    case tag(HeaderValue)
    /// A Last-Modified date that is strong: the response was generated at least a second later (RFC 9110 §8.8.2.2).
    case date(HeaderValue)

    /// Creates the validator of a response; nil if it has no strong one, or has a content coding, because coded parts
    /// cannot be combined.
    /// - Parameters:
    ///   - headers: The headers of the response.
    ///   - now: The time of the wall clock, for dates with two-digit years.
    public init?(_ headers: Headers, now: Instant) {
        guard !Self.isCoded(headers) else { return nil }
        if let tag = headers.sendable("etag") {
            let quote = UInt8(ascii: "\"")
            // A weak tag means that the bytes may differ, which no date makes up for.
            guard tag.bytes.first == quote, tag.bytes.last == quote, tag.bytes.count >= 2 else { return nil }
            self = .tag(tag)
            return
        }
        guard let modified = headers.sendable("last-modified"), let date = headers.first("date"),
            let changed = HTTPDate.parse(modified.text, now: now), let made = HTTPDate.parse(date, now: now),
            made.milliseconds - changed.milliseconds >= 1000
        else { return nil }
        self = .date(modified)
    }

    /// Whether a body has a content coding.
    public static func isCoded(_ headers: Headers) -> Bool {
        !headers.all("content-encoding").allSatisfy { Bytes.equalIgnoringCase($0.utf8, "identity".utf8) }
    }

    /// The value of the If-Range header.
    package var value: HeaderValue {
        switch self {
        case .tag(let value), .date(let value): value
        }
    }

    /// Returns what a partial response has instead of it; nil if it has the same validator, byte for byte.
    func difference(from part: Headers) -> String? {
        let name = if case .tag = self { "ETag" } else { "Last-Modified" }
        let other = part.firstBytes(name)
        return other == value.bytes
            ? nil : (other.map { "\(name) \(Bytes.text($0))" } ?? "no \(name)") + ", not \(value)"
    }
}
