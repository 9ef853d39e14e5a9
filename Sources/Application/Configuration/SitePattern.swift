import SonicProtocol

/// The addresses that a section is for: `[scheme://]host[:port][/path]`, where `*` matches any characters.
///
/// Omitted parts match everything: `example.org` matches all its ports, paths and both schemes. A path must
/// match completely; the query is only included if the pattern has a `?`.
struct SitePattern: Sendable, Equatable {
    /// The reason why a text is not a pattern.
    enum Failure: Error, Equatable {
        /// It has no host.
        case noHost
        /// Its scheme is neither http nor https.
        case scheme(String)
        /// What follows the host is not a port.
        case port(String)
        /// Its host has non-ASCII letters that cannot be converted.
        case host(String)
        /// It contains a user name or password.
        case credentials

        /// Returns the error as a sentence.
        func sentence(_ text: String) -> String {
            switch self {
            case .noHost: "“\(text)” has no host."
            case .scheme(let scheme): "“\(scheme)” is not a supported scheme; use http or https."
            case .port(let port): "“\(port)” is not a valid port; use a number from 0 to 65535."
            case .host(let host): "“\(host)” is not a valid host name."
            case .credentials: "A pattern cannot have a user name or password."
            }
        }
    }

    /// The pattern as written.
    let text: String
    private let scheme: String?
    private let host: [UInt8]
    private let port: Int?
    private let path: [UInt8]?

    /// Parses a pattern.
    init(_ text: String, domainToASCII: WebURL.DomainToASCII?) throws(Failure) {
        self.text = text
        var rest = text[...]
        if let mark = rest.firstRange(of: "://") {
            let name = rest[..<mark.lowerBound].lowercased()
            guard name == "http" || name == "https" else { throw .scheme(name) }
            scheme = name
            rest = rest[mark.upperBound...]
        } else {
            scheme = nil
        }
        let authority = rest.prefix { $0 != "/" }
        path = authority.endIndex == rest.endIndex ? nil : Array(rest[authority.endIndex...].utf8)
        guard !authority.contains("@") else { throw .credentials }
        // The colons of an IPv6 address are in brackets.
        let bracket = authority.lastIndex(of: "]") ?? authority.startIndex
        var name = authority
        if let colon = authority[bracket...].lastIndex(of: ":") {
            let digits = authority[authority.index(after: colon)...]
            guard let number = UInt16(digits), digits.allSatisfy(\.isNumber) else {
                throw .port(String(digits))
            }
            port = Int(number)
            name = authority[..<colon]
        } else {
            port = nil
        }
        guard !name.isEmpty else { throw .noHost }
        host = try Self.host(String(name), domainToASCII)
    }

    private static func host(
        _ name: String, _ domainToASCII: WebURL.DomainToASCII?
    ) throws(Failure) -> [UInt8] {
        guard name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .host(name) }
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.utf8.map(Bytes.lowered) }
        let prefix = name.hasPrefix("*.") ? "*." : ""
        guard let ascii = domainToASCII?(String(name.dropFirst(prefix.count))) else { throw .host(name) }
        return Array((prefix + ascii).utf8)
    }

    /// Returns whether the pattern matches an address. Linear in the address for each `*`.
    func fits(_ url: WebURL) -> Bool {
        if let scheme, scheme != url.scheme { return false }
        if let port, port != url.effectivePort { return false }
        guard Wildcards.fit(host, Array(url.host.utf8)) else { return false }
        guard let path else { return true }
        let target = path.contains(UInt8(ascii: "?")) ? url.requestTarget : url.path
        return Wildcards.fit(path, Array(target.utf8))
    }
}
