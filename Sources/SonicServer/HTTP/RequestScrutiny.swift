import SonicProtocol

/// Forms of requests that two servers in a row may read in two ways (RFC 9112 §11.2), of those that libmicrohttpd
/// lets through. They are refused, and their connection is closed.
enum RequestScrutiny {
    /// Why a request is refused, in a sentence; nil for one that is sound.
    static func objection(_ request: ServerRequest, version: String) -> String? {
        let headers = request.headers
        let lengths = headers.all("Content-Length")
        let codings = headers.all("Transfer-Encoding")
        if !lengths.isEmpty, !codings.isEmpty {
            return "The request has both Content-Length and Transfer-Encoding."
        }
        if lengths.count > 1 { return "The request has more than one Content-Length." }
        if let length = lengths.first,
            length.isEmpty || !length.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            return "The request's Content-Length is no number."
        }
        if codings.count > 1 || codings.first.map({ $0.lowercased() != "chunked" }) == true {
            return "The request's Transfer-Encoding is not chunked."
        }
        let hosts = headers.all("Host").count
        if hosts > 1 { return "The request has more than one Host." }
        if hosts == 0, version == "HTTP/1.1" { return "The request has no Host." }
        if headers.fields.contains(where: { !$0.isWellFormed }) {
            return "A header field of the request has a name that is no token, or control characters."
        }
        return objection(toTarget: request.target, method: request.method)
    }

    private static func objection(toTarget target: String, method: String) -> String? {
        if !target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) {
            return "The request's target holds blanks or control characters."
        }
        // CONNECT names an authority (RFC 9112 §3.2.3); whoever answers it decides about it.
        if method == "CONNECT" { return nil }
        if target.utf8.first == UInt8(ascii: "/") { return nil }
        let scheme = target.prefix { $0 != "/" }.lowercased()
        let isWhole =
            (scheme == "http:" || scheme == "https:") && target.dropFirst(scheme.count).hasPrefix("//")
        guard isWhole || (target == "*" && method == "OPTIONS") else {
            return "The request's target is neither a path nor an address."
        }
        return nil
    }
}
