import SonicProtocol

/// Cookies in memory, with sentences about what became of those received: the part that all cookie stores share,
/// wherever they keep cookies.
package struct NotedCookies: Sendable {
    /// The cookies.
    package var jar: CookieJar
    /// The notes that the next call of `line` returns first.
    package var notes: [String] = []

    /// Creates a collection without cookies.
    package init(suffixes: PublicSuffixes) { jar = CookieJar(suffixes: suffixes) }

    /// Returns the value of the Cookie header for a request, nil if there is none, and all notes: the pending ones,
    /// and a sentence for each decision about a cookie of the host.
    /// - Complexity: O(*n*) in the number of cookies of the request's site.
    package mutating func line(for request: CookieRequest, now: Instant) -> (
        line: HeaderValue?, notes: [String]
    ) {
        let (line, decisions) = jar.cookieLine(
            for: request.url, causedBy: request.cause, isSafe: request.isSafe, now: now)
        defer { notes = [] }
        let unknown = decisions.isEmpty ? nil : jar.suffixes.note()
        return (line, notes + decisions.map(\.description) + (unknown.map { [$0] } ?? []))
    }

    /// Handles the values of Set-Cookie headers, in wire order, and notes what became of each.
    package mutating func receive(_ setCookies: [HeaderValue], to request: CookieRequest, now: Instant) {
        for line in setCookies {
            notes.append(jar.receive(line, from: request.url, causedBy: request.cause, now: now).description)
        }
    }
}
