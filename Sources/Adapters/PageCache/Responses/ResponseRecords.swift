import SonicProtocol

/// The `index` file of a key: every response stored under it, without the bodies
/// (docs/reference/cache-format.md#index).
struct ResponseIndex: Equatable {
    /// The key, whose digest is the folder's name.
    var key: String
    /// The largest number that was ever assigned.
    var last: Int
    /// The responses, latest first.
    var entries: [Entry]

    /// Every assigned number that the file contains.
    var numbers: [Int] { [last] + entries.map(\.number) }

    /// One response.
    struct Entry: Equatable {
        var number: Int
        /// The SHA-1 of the stored body.
        var sha1: String
        var response: ResponseRecord
    }
}

extension ResponseIndex: FileRecord {
    init(_ node: JSONNode) throws(UnexpectedJSON) {
        key = try node.value("key", \.string)
        last = try node.value("last", \.integer)
        entries = try node.values("entries") { node throws(UnexpectedJSON) in
            Entry(
                number: try node.value("number", \.integer), sha1: try node.value("sha1", \.string),
                response: try node.value("response", ResponseRecord.init))
        }
    }

    var json: JSONValue {
        .object([
            .init(
                "entries",
                .array(
                    entries.map { entry in
                        .object([
                            .init("number", .integer(entry.number)), .init("response", entry.response.json),
                            .init("sha1", .string(entry.sha1)),
                        ])
                    })),
            .init("key", .string(key)), .init("last", .integer(last)),
        ])
    }
}

/// A stored response as JSON.
struct ResponseRecord: FileRecord, Equatable {
    var url: String
    var status: Int
    var reason: String
    var version: String
    var headers: HeaderLines
    /// The values that each request had in the fields that Vary names; null for one that no other request matches.
    var requests: [[VaryKey.Field]?]
    /// Milliseconds since 1970.
    var requested: Int64
    /// Milliseconds since 1970.
    var received: Int64
    /// The number of bytes of the body that are stored.
    var length: Int
    /// The offset of those bytes in the body; nil if they are the whole body.
    var start: Int?
    /// The length of a partially stored body, if known.
    var whole: Int?
    var assignedLifetime: Int64?

    /// Creates the record of a response.
    init(_ response: StoredResponse) {
        url = response.url.href
        status = response.status
        reason = response.reason
        version = response.version
        headers = HeaderLines(response.headers)
        requests = response.requests.map { request in
            switch request {
            case .any: nil
            case .fields(let fields): fields
            }
        }
        requested = response.requested.milliseconds
        received = response.received.milliseconds
        length = response.extent.count
        if case .part(let range, let total) = response.extent {
            start = range.lowerBound
            whole = total
        }
        assignedLifetime = response.assignedLifetime
    }

    init(_ node: JSONNode) throws(UnexpectedJSON) {
        url = try node.value("url", \.string)
        status = try node.value("status", \.integer)
        reason = try node.value("reason", \.string)
        version = try node.value("version", \.string)
        headers = try node.value("headers", HeaderLines.init)
        requests = try node.values("requests", Self.request)
        requested = try node.value("requested", \.wholeNumber)
        received = try node.value("received", \.wholeNumber)
        length = try node.value("length", \.integer)
        start = try node.optional("start", \.integer)
        whole = try node.optional("whole", \.integer)
        assignedLifetime = try node.optional("assignedLifetime", \.wholeNumber)
    }

    /// Parses the fields of one request. The result has another optional, since nil is a valid value here.
    private static func request(_ node: JSONNode) throws(UnexpectedJSON) -> [VaryKey.Field]?? {
        node.value == .null ? .some(nil) : try fields(node)
    }

    /// Parses the fields of a request.
    static func fields(_ node: JSONNode) throws(UnexpectedJSON) -> [VaryKey.Field]? {
        var fields: [VaryKey.Field] = []
        for field in node.elements ?? [] {
            fields.append(
                VaryKey.Field(
                    name: try field.value("name", \.string), value: try field.optional("value", \.string)))
        }
        return node.elements == nil ? nil : fields
    }

    /// Returns the fields of a request as JSON.
    static func json(_ fields: [VaryKey.Field]) -> JSONValue {
        .array(
            fields.map {
                .record([.init("name", .string($0.name)), .init("value", .string(orNull: $0.value))])
            })
    }

    var json: JSONValue {
        .record([
            .init("assignedLifetime", .integer(orNull: assignedLifetime)), .init("headers", headers.json),
            .init("length", .integer(length)), .init("reason", .string(reason)),
            .init("received", .integer(received)), .init("requested", .integer(requested)),
            .init("requests", .array(requests.map { $0.map(Self.json) ?? .null })),
            .init("start", .integer(orNull: start)), .init("status", .integer(status)),
            .init("url", .string(url)), .init("version", .string(version)),
            .init("whole", .integer(orNull: whole)),
        ])
    }

    /// The response of this record; nil if it is invalid.
    var response: StoredResponse? {
        guard let url = WebURL(url), length >= 0, (start ?? 0) >= 0, !requests.isEmpty else { return nil }
        let extent: BodyExtent
        if let start {
            let (end, overflow) = start.addingReportingOverflow(length)
            guard !overflow, whole.map({ $0 >= end }) ?? true else { return nil }
            extent = .part(start..<end, of: whole)
        } else {
            extent = .whole(length)
        }
        return StoredResponse(
            url: url, status: status, reason: reason, version: version, headers: headers.headers,
            requests: requests.map { fields in fields.map { .fields($0) } ?? .any },
            requested: Instant(milliseconds: requested), received: Instant(milliseconds: received),
            extent: extent, assignedLifetime: assignedLifetime)
    }
}
