@_exported import PageCache
@_exported import SessionWords
@_exported import SonicProtocol
@_exported import SonicSession

import SonicProtocol

/// The way in for programs that show pages: a store, a connection, and pages that open from the one while the
/// other asks what changed.
///
/// ```swift
/// let sonic = Sonic(connection: .urlSession(), store: .folder("/var/cache/reader"))
/// for await event in try sonic.open("https://news.example/today") { show(event) }
/// ```
///
/// A value that may be copied and used from any task; sessions run beside each other.
public struct Sonic: Sendable {
    /// The account whose pages are opened; empty for none. Accounts share nothing.
    public var account = ""
    /// How long pages and redirects may get.
    public var limits = SessionLimits()
    /// The conversion of host names outside ASCII (UTS #46); nil refuses them.
    public var domainToASCII: WebURL.DomainToASCII?

    private let engine: SessionEngine
    private let headers: RequestHeaders

    /// A way to open pages.
    ///
    /// - Parameters:
    ///   - connection: What requests are sent with.
    ///   - store: Where pages are kept; by default in memory, 64 MiB of them.
    ///   - cookies: Where cookies are kept; by default nowhere.
    ///   - headers: The program's name in User-Agent, and headers that every request has.
    ///   - hashes: SHA-1 and MD5, where a library is at hand that is faster than plain Swift.
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

    /// Begins to open a page. Its events come in order and end with `.ended`; who stops reading them stops the
    /// session.
    public func open(
        _ url: WebURL, mode: SessionMode = .open, hooks: SessionHooks = SessionHooks()
    ) -> Session {
        var order = SessionOrder(url: url, account: account, mode: mode, headers: headers, hooks: hooks)
        order.limits = limits
        order.domainToASCII = domainToASCII
        return engine.open(order)
    }

    /// Begins to open the page at an absolute address.
    /// - Throws: What is wrong with the address.
    public func open(
        _ address: String, mode: SessionMode = .open, hooks: SessionHooks = SessionHooks()
    ) throws(WebURL.Failure) -> Session {
        open(try WebURL.parse(address, domainToASCII: domainToASCII), mode: mode, hooks: hooks)
    }
}
