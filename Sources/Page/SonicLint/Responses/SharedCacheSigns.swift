import SonicProtocol

/// The signs in a response's headers that an intermediary cache responded instead of the server.
struct SharedCacheSigns {
    /// The headers with these signs, joined to a clause.
    let words: String

    /// Finds the signs; nil if there are none. Age is set only by caches, and is 0 for responses that some just
    /// received from the server (RFC 9111, section 5.1); Cache-Status is RFC 9211; the other names are those of
    /// products.
    init?(_ headers: Headers) {
        var signs: [String] = []
        if let age = headers.first("age"), let seconds = Int(age), seconds > 0 { signs.append("Age: \(age)") }
        for field in headers.fields where Self.names.contains(where: { field.isNamed($0) }) {
            if Self.saysHit(field.value) { signs.append("\(field.name): \(field.value)") }
        }
        // The second number is that of the request that fetched what was stored.
        signs += headers.all("x-varnish").filter { $0.split(separator: " ").count == 2 }
            .map { "X-Varnish: \($0)" }
        for status in headers.all("cache-status") where Self.isHit(cacheStatus: status) {
            signs.append("Cache-Status: \(status)")
        }
        guard !signs.isEmpty else { return nil }
        let via = headers.all("via")
        words =
            "\(signs.joined(separator: ", ")): an intermediate cache responded"
            + (via.isEmpty ? "" : " (Via: \(via.joined(separator: ", ")))")
    }

    /// Headers in which caches write HIT or MISS, some with a location after it.
    private static let names = [
        "x-cache", "x-cache-status", "x-proxy-cache", "x-cache-lookup", "cf-cache-status", "x-varnish-cache",
        "x-nginx-cache", "x-drupal-cache", "x-litespeed-cache",
    ]

    /// Whether the last of several words is a hit: the cache nearest to the client comes last.
    private static func saysHit(_ value: String) -> Bool {
        let last = value.split(separator: ",").last ?? ""
        let words = last.lowercased().split { !$0.isLetter && $0 != "_" }
        return words.contains { ["hit", "tcp_hit", "tcp_mem_hit", "stale", "updating"].contains($0) }
            && !words.contains("miss")
    }

    /// Whether one of the caches in a Cache-Status responded.
    private static func isHit(cacheStatus: String) -> Bool {
        cacheStatus.split(separator: ",").contains { cache in
            cache.split(separator: ";").dropFirst().contains { $0.lowercased().filter { $0 != " " } == "hit" }
        }
    }
}
