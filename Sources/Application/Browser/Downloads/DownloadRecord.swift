import SonicProtocol

/// What is remembered beside the part of a file, so that the rest can be asked for after a restart.
public struct DownloadRecord: Equatable, Sendable {
    /// The address that was asked for, before redirects and without credentials.
    public let url: WebURL
    /// The media type that the server named; nil where it named none.
    public let type: String?
    /// How many bytes the whole file has; nil where the server did not say.
    public let length: Int?
    /// What names the bytes; nil where nothing does, and the file has to come anew.
    public let validator: FileValidator?
    /// The account that it was asked for under, empty for none; nil in records of before there was this.
    public var account: String?
    /// The sites that caused the request, as addresses without a path; empty where a person asked. Cookies go by them
    /// whenever the rest is asked for.
    public var initiators: [WebURL] = []
    /// A validator that was noted and cannot be sent: it counts as missing.
    public private(set) var unsendable: Finding?

    /// A record of these facts.
    public init(url: WebURL, type: String?, length: Int?, validator: FileValidator?) {
        self.url = url.withoutFragment.withoutCredentials
        self.type = type
        self.length = length
        self.validator = validator
    }

    /// What an answer with the whole file says of it.
    /// - Parameters:
    ///   - url: The address that was asked for.
    ///   - head: The answer's head, with status 200.
    ///   - now: The wall clock.
    public init(_ url: WebURL, _ head: ResponseHead, now: Instant) {
        let isCoded = head.headers.all("content-encoding").contains {
            !Bytes.equalIgnoringCase($0.utf8, "identity".utf8)
        }
        self.init(
            url: url, type: ResponseClassifier.mediaType(head.headers),
            length: isCoded ? nil : head.headers.first("content-length").flatMap(Self.length),
            validator: FileValidator(head.headers, now: now))
    }

    /// The number that a text of digits is; nil for every other text, and for more than there can be.
    static func length(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

extension DownloadRecord {
    /// The most sites that are noted.
    private static let initiatorLimit = 20

    /// The sites of the addresses that caused a request, each once.
    public static func initiators(of cause: RequestCause) -> [WebURL] {
        var sites: [WebURL] = []
        for url in cause.chain {
            let site = url.origin.flatMap { WebURL($0) } ?? unknownInitiator
            if sites.count < initiatorLimit, !sites.contains(site) { sites.append(site) }
        }
        return sites
    }

    /// Stands for what has no site, such as a file, and so is of another than any.
    private static let unknownInitiator = WebURL("about:blank")!

    private static func initiator(_ node: JSONNode) -> WebURL {
        node.string.flatMap { WebURL($0) } ?? unknownInitiator
    }
}

// A record on the disk: one JSON object.
extension DownloadRecord {
    /// The most bytes of a record.
    public static let limit = 64 << 10

    /// The record as it is written.
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

    /// Reads a record; nil for what is none, such as one that was damaged: then the file comes anew.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.limit, let node = JSONNode.record(bytes) else { return nil }
        do throws(UnexpectedJSON) {
            guard try node.value("format", \.integer) == 1 else { return nil }
            let tag = try node.optional("etag", exactly: "etagBytes").map { FileValidator.tag($0) }
            let date = try node.optional("last-modified", \.string).map {
                FileValidator.date(HeaderValue($0))
            }
            let noted = tag ?? date
            // What is sent to a server must be a header's value.
            let refused = noted.flatMap {
                Headers.Unsendable("ETag", in: Headers([HeaderField("ETag", $0.value)]))
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
            unsendable = refused?.finding
            // Of a cause that cannot be read it is known that there was one: an address of nobody's.
            initiators = node["initiators"].map { ($0.elements ?? [$0]).map(Self.initiator) } ?? []
        } catch {
            return nil
        }
    }
}
