import SonicProtocol

// Which requests a stored page is the response to (RFC 9111 §4.1).
extension PageVersion {
    /// Returns the names of the fields listed in its Vary in which a request differs from the one that it is the
    /// response to, `*` for any; empty if it is the response to that request as well.
    func unselected(by request: Headers, _ hashes: Hashes) -> [String] {
        let key = VaryKey(page: headers, request: request, hashes)
        guard case .fields(let fields) = key, case .fields(let own) = vary else { return ["*"] }
        return fields.filter { !own.contains($0) }.map(\.name)
    }
}

extension SessionEngine {
    /// Reads what is stored of a page, and how the request that a session would send differs from the page's own.
    nonisolated(nonsending) func read(
        _ id: PageID, _ extent: PageExtent, for machine: SessionMachine
    ) async throws(StoreFailure) -> CacheReadResult {
        var reading = try await pages.read(id, extent)
        // Usually, no field matters, and the cookies need not be read.
        guard let page = machine.shown(reading)?.version,
            VaryKey(page: page.headers, request: Headers(), hashes) != .fields([])
        else { return reading }
        let order = machine.order
        let line = await cookies.line(for: CookieRequest(page.url, causedBy: order.cause)).line
        let headers = order.headers.at(page.url, order.terms(page.url), secretsOrigin: order.secretsOrigin)
        let request = headers.headers(RequestConditions(), lastModified: nil, cookies: line, reload: .none)
        reading.unselected = page.unselected(by: request, hashes)
        return reading
    }
}

extension VaryKey {
    /// The fields that select a form of one page: with which tags and codings it is sent, which are gone once it is
    /// stored.
    private static let ofForm: Set = ["accept-diff", "template-tag", "if-none-match", "accept-encoding"]

    /// Creates the key of a page. Values are hashed: cookies are stored only in the cookie store.
    init(page response: Headers, request: Headers, _ hashes: Hashes) {
        self = VaryKey(response: response, request: request)
        guard case .fields(let fields) = self else { return }
        self = .fields(
            fields.filter { !Self.ofForm.contains($0.name) }.map { field in
                Field(name: field.name, value: field.value.map { hashes.sha1(Array($0.utf8)) })
            })
    }
}
