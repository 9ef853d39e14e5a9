/// A jar whose lasting cookies are kept in a place that others change as well.
extension CookieJar {
    /// The cookies that have an end, and so outlast the program.
    package var lasting: [Cookie] { cookies.filter { $0.expires != nil } }

    /// Takes the lasting cookies that the place keeps now in place of those it kept when it was known last. What was
    /// set or removed here since then has not got there yet, and stays as it is here. Linear.
    package mutating func adopt(_ kept: [Cookie], inPlaceOf known: [Cookie], now: Instant) {
        // What is over was not removed here: others may have renewed it.
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
