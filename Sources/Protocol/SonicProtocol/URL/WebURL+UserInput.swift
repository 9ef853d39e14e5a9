extension WebURL {
    /// Parses what a person types as an address: an absolute URL as it is, otherwise a host and what may follow it,
    /// such as `news.example/today` or `localhost:8420`.
    ///
    /// Without a scheme, https is used; http if a port other than 443 is given, or if the host is an IP address or a
    /// loopback name, since servers there rarely have certificates.
    /// - Throws: The part that is invalid; `filePath` for texts such as `./page.html`, which the caller handles.
    public static func fromUserInput(
        _ text: String, domainToASCII: DomainToASCII? = nil
    ) throws(Failure) -> WebURL {
        let bytes = Bytes.trimmed(Array(text.utf8))
        guard !bytes.isEmpty else { throw .empty }
        if bytes.first == UInt8(ascii: "~") || bytes.first == UInt8(ascii: ".")
            || (bytes.first == UInt8(ascii: "/") && !bytes.starts(with: "//".utf8))
        {
            throw .filePath(text)
        }
        if namesScheme(bytes) { return try parse(text, domainToASCII: domainToASCII) }
        let host = String(decoding: bytes.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
        let plain = try parse("http://" + host, domainToASCII: domainToASCII)
        // Parsed as https, port 80 is kept and 443 dropped; parsed as http, the other way around.
        if plain.port == 443 {
            return plain.with { parts in
                parts.scheme = "https"
                parts.port = nil
            }
        }
        let withPort = try parse("https://" + host, domainToASCII: domainToASCII).port != nil
        let isPlain = withPort || plain.isLoopback || plain.hasAddressHost
        return isPlain ? plain : plain.with { $0.scheme = "https" }
    }

    /// Whether the text begins with a scheme rather than with a host and port: `http:`, `mailto:` and any other word
    /// before `://` do, `localhost:8420` does not.
    private static func namesScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = String(decoding: bytes[..<colon].map(Bytes.lowered), as: UTF8.self)
        let rest = bytes[(colon + 1)...]
        if isSpecial(scheme) || rest.starts(with: "//".utf8) { return true }
        return ["about", "blob", "data", "javascript", "mailto", "tel"].contains(scheme)
    }
}
