import Exchanges
import SonicProtocol

/// A request as passed to a site: complete, and without decoding, so that a site can see it as sent.
public struct ServerRequest: Sendable, Equatable {
    /// The method as sent, such as `GET`.
    public let method: String
    /// The request target as sent: the path, percent-encoded, with the query.
    public var target: String { String(decoding: targetBytes, as: UTF8.self) }
    /// The target's bytes, which need not be UTF-8.
    public let targetBytes: [UInt8]
    /// The header fields in the order and case they were sent.
    public let headers: Headers
    /// The body; empty for none.
    public private(set) var body: [UInt8] = []
    /// Whether it came over TLS.
    public private(set) var isSecure = false
    /// The client's address without its port; empty if unknown.
    let client: String

    /// The scheme of its address.
    var scheme: String { isSecure ? "https" : "http" }

    /// Returns the same request with a body.
    func with(body: [UInt8]) -> ServerRequest {
        var request = self
        request.body = body
        return request
    }

    /// The target without its query, still percent-encoded. An absolute URL, as sent to proxies, loses scheme and host
    /// (RFC 9112 §3.2.2).
    public var path: String {
        let target = target
        // Bytes are compared, since a combining character after the question mark would hide it.
        var path = target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
        if !path.hasPrefix("/"), let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") {
            path = path[path.index(colon, offsetBy: 3)...].drop { $0 != "/" }
        }
        return path.isEmpty ? "/" : String(path)
    }

    /// The query without `?`; nil for none.
    var query: String? {
        let target = target
        return target.utf8.firstIndex(of: UInt8(ascii: "?")).map {
            String(target[target.utf8.index(after: $0)...])
        }
    }

    /// Whether the method is GET or HEAD, which is handled as GET and sent without the body.
    var isReading: Bool { method == "GET" || method == "HEAD" }
}

extension ServerRequest {
    /// Creates a request, by default a GET without body.
    public init(
        method: String = "GET", target: String, headers: Headers = Headers(), body: [UInt8] = [],
        client: String = ""
    ) {
        self.init(
            method: method, targetBytes: Array(target.utf8), headers: headers, body: body, client: client)
    }

    // What makes a request ambiguous.

    /// Returns why a request is refused, in a sentence, or nil for a valid one: two servers in a row may resolve an
    /// ambiguity about its addressee differently (RFC 9112 §11.2). The head's bytes are valid (`RequestScanner`).
    func objection(version: String) -> String? {
        let hosts = headers.fields.filter { $0.isNamed("Host") }
        if hosts.count > 1 { return "The request has more than one Host." }
        if hosts.isEmpty, version != "HTTP/1.0" { return "The request has no Host." }
        if let host = hosts.first, !Self.isAuthority(host.valueBytes) {
            return "The request's Host is not a host with an optional port."
        }
        return objectionToTarget
    }

    private var objectionToTarget: String? {
        let target = targetBytes
        // CONNECT has an authority as its target (RFC 9112 §3.2.3), which the site handles.
        if method == "CONNECT" || target.first == UInt8(ascii: "/") { return nil }
        if target == [UInt8(ascii: "*")], method == "OPTIONS" { return nil }
        guard
            let scheme = ["http://", "https://"].first(where: {
                Bytes.equalIgnoringCase(target.prefix($0.utf8.count), $0.utf8)
            })
        else {
            return "The request's target is not a path or an address."
        }
        let authority = target.dropFirst(scheme.utf8.count).prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
        guard !authority.isEmpty, Self.isAuthority(authority) else {
            return "The address in the request's target has no host, or more than a host and a port."
        }
        return nil
    }

    /// Returns whether bytes are a host and an optional port, as in `Host` and in addresses (RFC 9110 §7.2, RFC 3986
    /// §3.2), or empty. User information is not allowed.
    static func isAuthority(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = bytes[bytes.index(after: bytes.startIndex)..<end]
            return !address.isEmpty && address.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
                && isPort(bytes[bytes.index(after: end)...])
        }
        let name = bytes.prefix { $0 != UInt8(ascii: ":") }
        return name.allSatisfy(isNameByte) && isPort(bytes[name.endIndex...])
            && (!name.isEmpty || bytes.isEmpty)
    }

    /// Returns whether bytes are empty, or a colon followed by a possibly empty port number.
    private static func isPort(_ bytes: some Collection<UInt8>) -> Bool {
        guard let colon = bytes.first else { return true }
        let digits = bytes.dropFirst()
        guard colon == UInt8(ascii: ":"), digits.count <= 5,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65_535
    }

    /// Unreserved characters, sub-delimiters, and the percent sign.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }

    /// The request line as text.
    var firstLine: String { "\(method) \(target) HTTP/1.1" }

    /// Returns the edited request.
    func edited(_ edit: InterceptEdit, _ secrets: Secrets) throws(ControlFields.Mistake) -> ServerRequest {
        var method = method
        var target = targetBytes
        var fields = headers
        if let bytes = edit.head {
            let head = try EditedHead(bytes, of: headers, secrets)
            fields = head.headers
            if head.firstLine != secrets.text(firstLine) {
                let words = head.firstLine.split(separator: " ", omittingEmptySubsequences: false)
                guard words.count == 3, words[2].hasPrefix("HTTP/1."), !words[0].isEmpty,
                    HeaderField(String(words[0]), "").isWellFormed,
                    !words[1].isEmpty, words[1].utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
                else { throw .init(sentence: "The first line must be METHOD TARGET HTTP/1.1.") }
                (method, target) = (String(words[0]), Array(words[1].utf8))
            }
        }
        let body = edit.body ?? body
        for name in ["Content-Length", "Transfer-Encoding"] { fields.remove(name) }
        if !body.isEmpty || !["GET", "HEAD"].contains(method) {
            fields.append("Content-Length", String(body.count))
        }
        let request = ServerRequest(
            method: method, targetBytes: target, headers: fields, body: body, isSecure: isSecure,
            client: client)
        if let objection = request.objection(version: "HTTP/1.1") { throw .init(sentence: objection) }
        return request
    }
}
