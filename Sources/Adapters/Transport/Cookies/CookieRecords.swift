import SonicProtocol

/// The cookies of an account as stored in the file: JSON, so that people can read it and later versions can extend it.
struct CookieRecords {
    /// The version of the format written here. A file with a higher number was written by a later program and is not
    /// changed.
    static let currentVersion = 1

    let version: Int
    private let cookies: [Record]

    /// The valid cookies of the records; those that no server could have sent are omitted.
    var valid: [Cookie] { cookies.compactMap(\.cookie) }
    /// The number of records omitted from `valid`.
    var invalidCount: Int { cookies.count - valid.count }

    init(_ cookies: [Cookie]) {
        version = Self.currentVersion
        self.cookies = cookies.map(Record.init)
    }

    /// Parses the bytes of a file; nil if they do not have this format.
    init?(_ bytes: [UInt8]) {
        guard let node = JSONNode.record(bytes) else { return nil }
        do {
            version = try node.value("version", \.integer)
            cookies = try node.values("cookies", Record.init)
        } catch {
            return nil
        }
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        let record = JSONValue.object([
            .init("cookies", .array(cookies.map(\.json))), .init("version", .integer(version)),
        ])
        return Array(record.text(.indented).utf8) + [0x0A]
    }

    private struct Record {
        let name: HeaderValue
        let value: HeaderValue
        let domain: String
        let subdomains: Bool
        let path: String
        let expires: Int64
        let created: Int64
        let secure: Bool
        let httpOnly: Bool
        let sameSite: String?

        init(_ cookie: Cookie) {
            name = cookie.name
            value = cookie.value
            domain = cookie.domain
            if case .domain = cookie.scope { subdomains = true } else { subdomains = false }
            path = cookie.path
            expires = cookie.expires?.milliseconds ?? 0
            created = cookie.created.milliseconds
            secure = cookie.demands.contains(.secure)
            httpOnly = cookie.demands.contains(.httpOnly)
            sameSite = cookie.sameSite?.rawValue
        }

        init(_ node: JSONNode) throws(UnexpectedJSON) {
            name = try node.value("name", exactly: "nameBytes")
            value = try node.value("value", exactly: "valueBytes")
            domain = try node.value("domain", \.string)
            subdomains = try node.value("subdomains", \.bool)
            path = try node.value("path", \.string)
            expires = try node.value("expires", \.wholeNumber)
            created = try node.value("created", \.wholeNumber)
            secure = try node.value("secure", \.bool)
            httpOnly = try node.value("httpOnly", \.bool)
            sameSite = try node.optional("sameSite", \.string)
        }

        var json: JSONValue {
            .record([
                .init("created", .integer(created)), .init("domain", .string(domain)),
                .init("expires", .integer(expires)), .init("httpOnly", .bool(httpOnly)),
                .init("name", .string(name.text)),
                .init("nameBytes", .bytes(unlessText: name)), .init("path", .string(path)),
                .init("sameSite", .string(orNull: sameSite)), .init("secure", .bool(secure)),
                .init("subdomains", .bool(subdomains)), .init("value", .string(value.text)),
                .init("valueBytes", .bytes(unlessText: value)),
            ])
        }

        /// The cookie; nil if sending it could break a request.
        var cookie: Cookie? {
            guard !name.isEmpty || !value.isEmpty, !domain.isEmpty, path.utf8.first == UInt8(ascii: "/"),
                name.isSendable, value.isSendable
            else { return nil }
            var demands: Cookie.Demands = []
            if secure { demands.insert(.secure) }
            if httpOnly { demands.insert(.httpOnly) }
            return Cookie(
                name: name, value: value, scope: subdomains ? .domain(domain) : .host(domain), path: path,
                expires: Instant(milliseconds: expires), created: Instant(milliseconds: created),
                demands: demands, sameSite: sameSite.flatMap(Cookie.SameSite.init))
        }
    }
}
