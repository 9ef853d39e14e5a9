/// Merging with a store of persistent cookies that other programs also change.
extension CookieJar {
    /// The persistent cookies: those with an expiry time, which outlast the program.
    package var lasting: [Cookie] { cookies.filter { $0.expires != nil } }

    /// Replaces the persistent cookies with those that the store contains now. Cookies set or removed here since the
    /// store was last read are not yet in it and stay as they are here. Linear.
    /// - Parameters:
    ///   - kept: The cookies in the store now.
    ///   - known: The cookies in the store when it was last read.
    ///   - now: The current time, for expiry.
    package mutating func adopt(_ kept: [Cookie], inPlaceOf known: [Cookie], now: Instant) {
        // Expired cookies do not count as removed here: others may have renewed them.
        removeExpired(now)
        let before = Self.byKey(known.filter { !$0.isExpired(now) })
        let here = Self.byKey(lasting)
        func isChanged(_ key: Cookie.Key) -> Bool { before[key] != here[key] }
        self = CookieJar(
            kept.filter { !isChanged($0.key) } + cookies.filter { $0.expires == nil || isChanged($0.key) },
            suffixes: suffixes)
        removeExpired(now)
    }

    private static func byKey(_ cookies: [Cookie]) -> [Cookie.Key: Cookie] {
        Dictionary(cookies.map { ($0.key, $0) }) { _, later in later }
    }
}
