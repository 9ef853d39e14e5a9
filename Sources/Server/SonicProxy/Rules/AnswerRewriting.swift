import SonicProtocol

/// What a proxy changes in the head of an answer: places that name the upstream name the proxy.
public struct AnswerRewriting: Sendable {
    private let upstream: Upstream
    private let place: String

    /// Rewriting for a proxy that its client sees at a scheme and authority, such as `http://127.0.0.1:8000`.
    public init(from upstream: Upstream, to place: String) {
        self.upstream = upstream
        self.place = place
    }

    /// The fields to send on, in their order, doubled ones included, without the body's length.
    ///
    /// `Alt-Svc` goes too: it would lead the client around the proxy.
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

    /// The address at the proxy for an absolute one, or one without scheme, at the upstream; nil for others.
    private func address(_ text: String) -> String? {
        let isSchemeless = text.hasPrefix("//")
        guard let url = try? WebURL.parse(isSchemeless ? "\(upstream.url.scheme):\(text)" : text),
            // What is no absolute address leads where the client already is.
            url.origin == upstream.url.origin
        else { return nil }
        return place + url.requestTarget + (url.fragment.map { "#" + $0 } ?? "")
    }

    /// A cookie for the upstream's domain becomes one for the host that the client asked, and one that only TLS
    /// may carry is freed of that where the client speaks none.
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
