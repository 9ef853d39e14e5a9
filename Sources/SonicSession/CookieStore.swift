import SonicProtocol

/// Where cookies are kept for an account (RFC 6265).
public protocol CookieStore: Sendable {
    /// The Cookie line for a request to `url`, nil for none, and a sentence for each cookie sent or held back.
    nonisolated(nonsending) func line(for url: WebURL) async -> (line: String?, notes: [String])

    /// Takes in the Set-Cookie lines of an answer from `url`, in wire order.
    nonisolated(nonsending) func receive(_ setCookies: [String], from url: WebURL) async
}

/// A store that holds no cookies and takes none.
public struct NoCookies: CookieStore {
    /// A store without cookies.
    public init() {}

    /// No line, ever.
    nonisolated(nonsending) public func line(
        for url: WebURL
    ) async -> (line: String?, notes: [String]) { (nil, []) }

    /// Drops them.
    nonisolated(nonsending) public func receive(_ setCookies: [String], from url: WebURL) async {}
}
