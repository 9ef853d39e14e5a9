import SonicProtocol

extension ResponseHead {
    /// Whether the body is chunked (RFC 9112 §6.1).
    public var isChunked: Bool {
        headers.all("transfer-encoding").contains { $0.lowercased().hasSuffix("chunked") }
    }
}
