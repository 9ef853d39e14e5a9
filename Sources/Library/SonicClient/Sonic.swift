@_exported import PageCache
@_exported import SessionWords
@_exported import SonicProtocol
@_exported import SonicSession

import SonicProtocol

/// The entry point for programs that show pages: stored pages open at once, while changes are requested over the
/// connection.
///
/// ```swift
/// let sonic = Sonic(connection: .urlSession(), store: .folder("/var/cache/reader"))
/// for await event in try sonic.open("https://news.example/today") { show(event) }
/// ```
///
/// A value type that may be copied and used from any task; sessions run concurrently.
public struct Sonic: Sendable {
    /// The account whose pages are opened; empty for none. Accounts share no data.
    public var account = ""
    /// The limits on the size of pages and the number of redirects.
    public var limits = SessionLimits()
    /// The conversion of non-ASCII host names (UTS #46); nil to reject them.
    public var domainToASCII: WebURL.DomainToASCII?

    private let engine: SessionEngine
    private let headers: RequestHeaders

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - connection: The connection that sends requests.
    ///   - store: The store of pages; by default 64 MiB in memory.
    ///   - cookies: The store of cookies; by default none are stored.
    ///   - headers: The program's name in User-Agent, and headers of every request.
    ///   - hashes: SHA-1 and MD5, if a library is available that is faster than plain Swift.
    ///   - clocks: The clocks, for tests.
    public init(
        connection: some Connection, store: some PageStore = .memory(),
        cookies: some CookieStore = NoCookies(),
        headers: RequestHeaders = RequestHeaders(product: "SonicClient/1.0"), hashes: Hashes = .plainSwift,
        clocks: SessionEngine.Clocks = .system
    ) {
        self.headers = headers
        engine = SessionEngine(
            connection: connection, store: store, cookies: cookies, hashes: hashes, clocks: clocks)
    }

    /// Opens a page. Its events are delivered in order and end with `.ended`; ending the iteration early stops the
    /// session.
    public func open(
        _ url: WebURL, mode: SessionMode = .open, hooks: SessionHooks = SessionHooks()
    ) -> Session {
        var order = SessionOrder(url: url, account: account, mode: mode, headers: headers, hooks: hooks)
        order.limits = limits
        order.domainToASCII = domainToASCII
        return engine.open(order)
    }

    /// Opens the page at an absolute URL.
    /// - Throws: What is wrong with the URL.
    public func open(
        _ address: String, mode: SessionMode = .open, hooks: SessionHooks = SessionHooks()
    ) throws(WebURL.Failure) -> Session {
        open(try WebURL.parse(address, domainToASCII: domainToASCII), mode: mode, hooks: hooks)
    }
}
