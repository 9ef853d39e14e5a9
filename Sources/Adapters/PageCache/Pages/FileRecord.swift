import SonicProtocol
import SonicSession

/// The contents of a file of the cache as JSON.
protocol FileRecord {
    /// Parses the record.
    init(_ node: JSONNode) throws(UnexpectedJSON)
    /// The record as JSON; members are ordered by name.
    var json: JSONValue { get }
}

extension FileRecord {
    /// Parses the bytes of a file; nil if they are not a valid record.
    init?(bytes: [UInt8]) {
        guard let node = JSONNode.record(bytes) else { return nil }
        do { try self.init(node) } catch { return nil }
    }

    /// The file's bytes, which end with a line feed.
    var bytes: [UInt8] { Array(json.text(.indented).utf8) + [0x0A] }
}

/// The `cfg` file of a version: everything except its bytes (docs/reference/cache-format.md#cfg).
struct VersionRecord: FileRecord, Equatable {
    var url: String
    var length: Int
    var sha1: String
    var etag: String?
    var templateTag: String?
    /// Milliseconds since 1970.
    var stored: Int64
    /// The number of consecutive updates that failed their hash with this template; missing for none.
    var updateFailures: Int?
    /// Whether it is the result of an exchange that was edited by hand; missing if not.
    var edited: Bool?
    /// The exception to the origin of the response, as text; missing if the site itself responded.
    var exception: String?
    /// The hashed values of the request in the fields that Vary names; missing for none.
    var vary: [VaryKey.Field] = []
    var headers: HeaderLines

    /// Creates the record of a version.
    init(_ version: PageVersion) {
        url = version.url.href
        length = version.html.count
        sha1 = version.sha1
        etag = version.etag
        templateTag = version.templateTag
        stored = version.stored.milliseconds
        updateFailures = version.updateFailures == 0 ? nil : version.updateFailures
        edited = version.isEdited ? true : nil
        exception = version.exception
        if case .fields(let fields) = version.vary { vary = fields }
        headers = HeaderLines(version.headers)
    }

    init(_ node: JSONNode) throws(UnexpectedJSON) {
        url = try node.value("url", \.string)
        length = try node.value("length", \.integer)
        sha1 = try node.value("sha1", \.string)
        etag = try node.optional("etag", \.string)
        templateTag = try node.optional("templateTag", \.string)
        stored = try node.value("stored", \.wholeNumber)
        updateFailures = try node.optional("updateFailures", \.integer)
        edited = try node.optional("edited", \.bool)
        exception = try node.optional("exception", \.string)
        vary = try node.optional("vary", ResponseRecord.fields) ?? []
        headers = try node.value("headers", HeaderLines.init)
    }

    var json: JSONValue {
        .record([
            .init("edited", edited.map { .bool($0) } ?? .null), .init("etag", .string(orNull: etag)),
            .init("exception", .string(orNull: exception)), .init("headers", headers.json),
            .init("length", .integer(length)), .init("sha1", .string(sha1)),
            .init("stored", .integer(stored)), .init("templateTag", .string(orNull: templateTag)),
            .init("updateFailures", .integer(orNull: updateFailures)), .init("url", .string(url)),
            .init("vary", vary.isEmpty ? .null : ResponseRecord.json(vary)),
        ])
    }

    /// Returns the version of this record with these bytes; nil if the address is invalid.
    func version(html: [UInt8]) -> PageVersion? {
        guard let url = WebURL(url) else { return nil }
        return PageVersion(
            url: url, html: html, sha1: sha1, etag: etag, templateTag: templateTag, headers: headers.headers,
            stored: Instant(milliseconds: stored), updateFailures: updateFailures ?? 0,
            isEdited: edited ?? false, exception: exception, vary: .fields(vary))
    }
}

/// The `state` file of a page: the part that changes without a new version (docs/reference/cache-format.md#state).
struct PageState: FileRecord, Equatable {
    /// The fields renewed by a 304; valid only for the version of this number.
    struct Renewal: Equatable {
        var number: Int
        /// Milliseconds since 1970.
        var checked: Int64
        var headers: HeaderLines

        var json: JSONValue {
            .object([
                .init("checked", .integer(checked)), .init("headers", headers.json),
                .init("number", .integer(number)),
            ])
        }
    }

    /// One redirect of the address; it begins where the previous one ends.
    struct Hop: Equatable {
        var status: Int
        var to: String

        var json: JSONValue { .object([.init("status", .integer(status)), .init("to", .string(to))]) }
    }

    var url: String
    var renewal: Renewal?
    /// Milliseconds since 1970; nil if Sonic is on.
    var sonicOffUntil: Int64?
    /// The redirects of the address; empty if it has a page itself.
    var hops: [Hop] = []

    /// Creates an empty state for the page at an address.
    init(url: String) { self.url = url }

    init(_ node: JSONNode) throws(UnexpectedJSON) {
        url = try node.value("url", \.string)
        renewal = try node.optional("renewal") { node throws(UnexpectedJSON) in
            Renewal(
                number: try node.value("number", \.integer),
                checked: try node.value("checked", \.wholeNumber),
                headers: try node.value("headers", HeaderLines.init))
        }
        sonicOffUntil = try node.optional("sonicOffUntil", \.wholeNumber)
        hops =
            try node.optional("redirects") { node throws(UnexpectedJSON) in
                var hops: [Hop] = []
                for hop in node.elements ?? [] {
                    hops.append(
                        Hop(status: try hop.value("status", \.integer), to: try hop.value("to", \.string)))
                }
                return hops
            } ?? []
    }

    var json: JSONValue {
        .record([
            .init("redirects", hops.isEmpty ? .null : .array(hops.map(\.json))),
            .init("renewal", renewal?.json ?? .null),
            .init("sonicOffUntil", .integer(orNull: sonicOffUntil)), .init("url", .string(url)),
        ])
    }

    /// The marks of the address. If a redirect has an invalid address, all of them are ignored.
    var marks: PageMarks {
        PageMarks(
            sonicOff: sonicOffUntil.map { Instant(milliseconds: $0) }, redirects: redirects ?? [])
    }

    /// Whether the address has any marks.
    var hasMarks: Bool { sonicOffUntil != nil || !hops.isEmpty }

    private var redirects: [SessionResult.Redirect]? {
        guard var from = WebURL(url) else { return nil }
        var redirects: [SessionResult.Redirect] = []
        for hop in hops {
            guard let to = WebURL(hop.to) else { return nil }
            redirects.append(SessionResult.Redirect(from: from, to: to, status: hop.status))
            from = to.withoutFragment
        }
        return redirects
    }
}

/// Header fields as JSON: one string per field, `NAME: VALUE`, in which each byte is the character of the same number,
/// so that bytes of any encoding are preserved. Set-Cookie fields are not included: cookies are stored only in the
/// cookie store, and such fields in existing files are ignored.
struct HeaderLines: Equatable {
    var headers: Headers

    init(_ headers: Headers) {
        guard headers.fields.contains(where: Self.setsCookie) else {
            self.headers = headers
            return
        }
        self.headers = Headers(headers.fields.filter { !Self.setsCookie($0) })
    }

    /// Creates the fields from an array of strings; nil if one is not a valid field.
    init?(_ node: JSONNode) {
        var fields: [HeaderField] = []
        for element in node.elements ?? [] {
            guard let field = element.string.flatMap(Self.field) else { return nil }
            fields.append(field)
        }
        guard node.elements != nil else { return nil }
        self.init(Headers(fields))
    }

    var json: JSONValue {
        .array(
            headers.fields.map { field in
                .string(Bytes.latin1(field.nameBytes + [0x3A, 0x20] + field.valueBytes))
            })
    }

    /// Whether a field sets a cookie; a blank before the colon, a server's mistake, is ignored.
    private static func setsCookie(_ field: HeaderField) -> Bool {
        let name = Bytes.trimmed(field.nameBytes)
        return ["set-cookie", "set-cookie2"].contains { Bytes.equalIgnoringCase(name, $0.utf8) }
    }

    private static func field(_ line: String) -> HeaderField? {
        guard let bytes = Bytes.bytes(ofLatin1: line), let colon = bytes.firstIndex(of: 0x3A) else {
            return nil
        }
        return HeaderField(nameBytes: bytes[..<colon], valueBytes: bytes[(colon + 1)...])
    }
}
