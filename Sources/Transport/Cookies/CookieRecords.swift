import class FoundationEssentials.JSONDecoder
import class FoundationEssentials.JSONEncoder
import struct FoundationEssentials.Data

import SonicProtocol

/// The cookies of an account as the file holds them: JSON, so that people can read it and later versions can
/// add to it.
struct CookieRecords: Codable {
    /// The form written here. A file with a higher number is of a later program and is left alone.
    static let currentVersion = 1

    let version: Int
    private let cookies: [Record]

    /// The cookies that the records hold; those that could not have come from a server are left out.
    var valid: [Cookie] { cookies.compactMap(\.cookie) }
    /// How many records are left out of `valid`.
    var invalidCount: Int { cookies.count - valid.count }

    init(_ cookies: [Cookie]) {
        version = Self.currentVersion
        self.cookies = cookies.map(Record.init)
    }

    /// Reads the bytes of a file; nil when they are not of this form.
    init?(_ bytes: [UInt8]) {
        do {
            self = try JSONDecoder().decode(CookieRecords.self, from: Data(bytes))
        } catch {
            return nil
        }
    }

    /// The bytes of a file; nil when the encoder fails, which no cookie can make it do.
    var bytes: [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            return nil
        }
    }

    private struct Record: Codable {
        let name: String
        let value: String
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

        /// The cookie; nil when sending it could break a request.
        var cookie: Cookie? {
            let isControl: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
            guard !name.isEmpty, !domain.isEmpty, path.utf8.first == UInt8(ascii: "/"),
                !(name + value).utf8.contains(where: isControl)
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
