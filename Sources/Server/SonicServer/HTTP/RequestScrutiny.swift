import SonicProtocol

/// Detects ambiguities about the addressee of a request (RFC 9112 §11.2) that two servers in a row may resolve
/// differently, in a head whose bytes are valid (`RequestScanner`). Such a request is refused, and its connection is
/// closed.
enum RequestScrutiny {
    /// Returns why a request is refused, in a sentence, or nil for a valid one.
    static func objection(_ request: ServerRequest, version: String) -> String? {
        let headers = request.headers
        let hosts = headers.fields.filter { $0.isNamed("Host") }
        if hosts.count > 1 { return "The request has more than one Host." }
        if hosts.isEmpty, version != "HTTP/1.0" { return "The request has no Host." }
        if let host = hosts.first, !Authority.isValid(host.valueBytes) {
            return "The request's Host is not a host with an optional port."
        }
        return objection(toTarget: request.targetBytes, method: request.method)
    }

    private static func objection(toTarget target: [UInt8], method: String) -> String? {
        // CONNECT has an authority as its target (RFC 9112 §3.2.3), which the site handles.
        if method == "CONNECT" || target.first == UInt8(ascii: "/") { return nil }
        if target == [UInt8(ascii: "*")], method == "OPTIONS" { return nil }
        guard let scheme = ["http://", "https://"].first(where: { Bytes.has(target, prefix: $0) }) else {
            return "The request's target is not a path or an address."
        }
        let authority = target.dropFirst(scheme.utf8.count).prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
        guard !authority.isEmpty, Authority.isValid(authority) else {
            return "The address in the request's target has no host, or more than a host and a port."
        }
        return nil
    }
}

extension Bytes {
    /// Returns whether bytes begin with a text, ignoring ASCII case.
    fileprivate static func has(_ bytes: [UInt8], prefix: String) -> Bool {
        equalIgnoringCase(bytes.prefix(prefix.utf8.count), prefix.utf8)
    }
}
