import SonicProtocol

/// An address to connect to instead of those of a host name, optionally with another port.
public struct HostAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address: IPv4 in four parts, or IPv6 in brackets.
    public let address: String
    /// The port; nil for the requested one.
    public let port: Int?

    /// Parses `192.0.2.1`, `192.0.2.1:8080`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:8080`; nil for anything
    /// else, including names and other spellings of addresses.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let isBare = bytes.first != UInt8(ascii: "[") && bytes.count(where: { $0 == UInt8(ascii: ":") }) > 1
        guard let place = HostPlace(isBare ? "[\(text)]" : String(text)) else { return nil }
        if place.host.utf8.first != UInt8(ascii: "[") {
            guard place.host.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }),
                place.isAsWritten, place.host.split(separator: ".").count == 4
            else { return nil }
        }
        (address, port) = (place.host, place.port)
    }

    /// `ADDRESS` or `ADDRESS:PORT`.
    public var description: String { port.map { "\(address):\($0)" } ?? address }
}

/// A host of a URL, optionally with a port.
struct HostPlace: Hashable {
    /// The host in the form of `WebURL.host`.
    let host: String
    /// The port; nil for any port.
    let port: Int?
    /// Whether the host was written in this form.
    let isAsWritten: Bool

    /// Creates a host with an optional port.
    init(host: String, port: Int?) {
        self.host = host
        self.port = port
        isAsWritten = true
    }

    /// Parses `HOST` or `HOST:PORT`; nil if it is neither.
    init?(_ text: String, domainToASCII: WebURL.DomainToASCII? = nil) {
        var host = text[...]
        var port: Int?
        if let colon = text.lastIndex(of: ":"), text[colon...].firstIndex(of: "]") == nil {
            let digits = text[text.index(after: colon)...]
            guard let number = Int(digits), (1...65535).contains(number), digits.utf8.first != 0x2B else {
                return nil
            }
            host = text[..<colon]
            port = number
        }
        // The text must not contain characters that would end the host in a URL.
        guard !host.isEmpty, !host.contains(where: { "/?#@\\:".contains($0) }) || host.first == "[",
            let url = try? WebURL.parse("http://\(host)/", domainToASCII: domainToASCII),  // nil tells enough
            url.path == "/", url.query == nil, url.fragment == nil, url.username.isEmpty
        else { return nil }
        self.host = url.host
        self.port = port
        isAsWritten = url.host == host
    }

    static func == (left: HostPlace, right: HostPlace) -> Bool {
        left.host == right.host && left.port == right.port
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(port)
    }
}
