import SonicProtocol

/// Cookies in memory, with sentences about what became of those that were received: what every store of cookies does,
/// wherever it keeps them.
package struct NotedCookies: Sendable {
    /// The cookies.
    package var jar: CookieJar
    /// What the next line tells first.
    package var notes: [String] = []

    /// No cookies yet.
    package init(suffixes: PublicSuffixes) { jar = CookieJar(suffixes: suffixes) }

    /// The value of the Cookie line for a request, nil for none, and all notes: those from before, and a sentence for each
    /// decision about a cookie of its host. Linear in the cookies of the request's site.
    package mutating func line(for ask: CookieAsk, now: Instant) -> (line: HeaderValue?, notes: [String]) {
        let (line, decisions) = jar.cookieLine(
            for: ask.url, causedBy: ask.cause, isSafe: ask.isSafe, now: now)
        defer { notes = [] }
        let unknown = decisions.isEmpty ? nil : jar.suffixes.note()
        return (line, notes + decisions.map(\.description) + (unknown.map { [$0] } ?? []))
    }

    /// Takes in the values of Set-Cookie lines, in wire order, and notes what became of each.
    package mutating func receive(_ setCookies: [HeaderValue], to ask: CookieAsk, now: Instant) {
        for line in setCookies {
            notes.append(jar.receive(line, from: ask.url, causedBy: ask.cause, now: now).description)
        }
    }
}
