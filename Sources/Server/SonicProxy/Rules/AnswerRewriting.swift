import SonicProtocol

/// The changes of a proxy to response headers: addresses at the upstream become addresses at the proxy.
public struct AnswerRewriting: Sendable {
    private let upstream: Upstream
    private let place: String

    /// Creates the rewriting for a proxy that its client addresses by a scheme and authority, such as
    /// `http://127.0.0.1:8000`.
    public init(from upstream: Upstream, to place: String) {
        self.upstream = upstream
        self.place = place
    }

    /// Returns the fields to send, in order, duplicates included, without the body's length.
    ///
    /// `Alt-Svc` is removed, too: it would lead the client around the proxy.
    public func fields(of headers: Headers) -> Headers {
        Headers(
            headers.withoutConnectionFields.fields.compactMap { field in
                switch field.name.lowercased() {
                case "content-length", "alt-svc": nil
                case "location", "content-location": rewritten(field)
                case "set-cookie": cookie(field)
                default: field
                }
            })
    }

    private func rewritten(_ field: HeaderField) -> HeaderField {
        guard let address = address(field.value) else { return field }
        return HeaderField(nameBytes: field.nameBytes, valueBytes: Array(address.utf8))
    }

    /// Returns the address at the proxy for an absolute or scheme-relative one at the upstream, or nil for any other.
    private func address(_ text: String) -> String? {
        let isSchemeless = text.hasPrefix("//")
        guard let url = try? WebURL.parse(isSchemeless ? "\(upstream.url.scheme):\(text)" : text),
            // A relative address already resolves to the proxy.
            url.origin == upstream.url.origin
        else { return nil }
        return place + url.requestTarget + (url.fragment.map { "#" + $0 } ?? "")
    }

    /// Rewrites a cookie: `Domain` of the upstream is removed, so that the cookie is for the requested host, and
    /// `Secure` is removed if the client does not use TLS.
    private func cookie(_ field: HeaderField) -> HeaderField {
        let losesSecure = upstream.isSecure && place.hasPrefix("http:")
        let parts = field.valueBytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let kept = parts.enumerated().filter { index, part in
            guard index > 0 else { return true }
            let name = Bytes.trimmed(part.prefix { $0 != UInt8(ascii: "=") })
            if Bytes.equalIgnoringCase(name, "secure".utf8) { return !losesSecure }
            guard Bytes.equalIgnoringCase(name, "domain".utf8) else { return true }
            var domain = Bytes.trimmed(part.drop { $0 != UInt8(ascii: "=") }.dropFirst()).map(Bytes.lowered)
            if domain.first == UInt8(ascii: ".") { domain.removeFirst() }
            return !upstream.isWithin(String(decoding: domain, as: UTF8.self))
        }
        guard kept.count < parts.count else { return field }
        return HeaderField(
            nameBytes: field.nameBytes,
            valueBytes: Array(kept.map(\.element).joined(separator: CollectionOfOne(UInt8(ascii: ";")))))
    }
}
