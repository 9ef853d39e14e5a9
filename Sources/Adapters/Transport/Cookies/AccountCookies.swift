import SonicProtocol
import SonicSession

/// The cookies of one account: persistent cookies in its file, shared with other programs, and session cookies in
/// memory, for this program only.
///
/// If the file cannot be used, the notes of the next line report it and all cookies stay in memory until the file can
/// be changed again: then the missing ones are added.
public actor AccountCookies: CookieStore {
    private let file: CookieFile?
    private let now: @Sendable () -> Instant
    private var noted: NotedCookies
    private var stamp: CookieFile.Stamp?
    /// The persistent cookies in the file when it was last read or written. The differences between the jar and them
    /// are not in the file yet.
    private var filed: [Cookie] = []
    /// The reason why the last received cookies are in memory only; nil if they are stored.
    public private(set) var trouble: CookieFileFailure?

    /// Creates the store with this file, or in memory only for nil. The clock determines which cookies have expired,
    /// the suffixes which hosts belong to one site.
    public init(
        file: CookieFile?, suffixes: PublicSuffixes = .singleLabels, now: @escaping @Sendable () -> Instant
    ) {
        noted = NotedCookies(suffixes: suffixes)
        self.file = file
        self.now = now
    }

    /// Returns the value of the Cookie field of a request, nil for none, and a sentence for each decision about a
    /// cookie of its host, preceded by the notes since the last call. Reads the file if it has changed.
    public func line(for request: CookieRequest) async -> (line: HeaderValue?, notes: [String]) {
        // A package may have a host's name, but cookies are for HTTP only (RFC 6265 §5.4).
        guard request.url.isHTTP else { return (nil, []) }
        await refresh()
        return noted.line(for: request, now: now())
    }

    /// Handles the Set-Cookie fields of the response to a request. The file is updated on return.
    public func receive(_ setCookies: [HeaderValue], to request: CookieRequest) async {
        guard request.url.isHTTP else { return }
        guard let file else { return noted.receive(setCookies, to: request, now: now()) }
        var isTaken = false
        do {
            noted.notes += try await update(file) {
                noted.receive(setCookies, to: request, now: now())
                isTaken = true
            }
            trouble = nil
        } catch {
            noted.notes.append(error.description)
            trouble = error
            if !isTaken { noted.receive(setCookies, to: request, now: now()) }
        }
    }

    /// Adds cookies of another program as if servers had sent them, and returns the result for each. The file is
    /// updated on return; if it cannot be used, none is added.
    public func add(
        _ answers: [CookieList.Answer]
    ) async throws(CookieFileFailure) -> [CookieJar.Reception] {
        guard let file else { return receive(answers) }
        let before = noted.jar
        do throws(CookieFileFailure) {
            var receptions: [CookieJar.Reception] = []
            _ = try await update(file) { receptions = receive(answers) }
            return receptions
        } catch {
            noted.jar = before
            throw error
        }
    }

    /// Returns all cookies that have not expired. Reads the file if it has changed.
    public func all() async -> [Cookie] {
        await refresh()
        noted.jar.removeExpired(now())
        return noted.jar.cookies
    }

    /// Removes the cookies for which `isMeant` returns true, in memory and in the file, and returns their number. The
    /// file is updated on return; if it cannot be changed, they are removed in memory only.
    public func forget(_ isMeant: @Sendable (Cookie) -> Bool) async throws(CookieFileFailure) -> Int {
        guard let file else { return forgetHere(isMeant) }
        var count: Int?
        do {
            _ = try await update(file) { count = forgetHere(isMeant) }
        } catch {
            if count == nil { _ = forgetHere(isMeant) }
            throw error
        }
        return count ?? 0
    }

    private func receive(_ answers: [CookieList.Answer]) -> [CookieJar.Reception] {
        answers.map { noted.jar.receive($0.line, from: $0.url, now: now()) }
    }

    /// Changes the jar and the file together.
    /// - Returns: The notes about the file.
    private func update(_ file: CookieFile, _ change: () -> Void) async throws(CookieFileFailure) -> [String]
    {
        let reading = try await file.update { kept in
            adopt(kept)
            change()
            kept = noted.jar.lasting
        }
        filed = noted.jar.lasting
        return reading.notes
    }

    private func forgetHere(_ isMeant: (Cookie) -> Bool) -> Int {
        let kept = noted.jar.cookies.filter { !isMeant($0) }
        defer { noted.jar = CookieJar(kept, suffixes: noted.jar.suffixes) }
        return noted.jar.cookies.count - kept.count
    }

    private func refresh() async {
        guard let file else { return }
        do {
            guard let reading = try await file.read(unless: stamp) else { return }
            stamp = reading.stamp
            noted.notes += reading.notes
            adopt(reading.cookies)
        } catch {
            noted.notes.append(error.description)
        }
    }

    /// Replaces the cookies that came from the file with its current ones. Cookies that were never stored there are
    /// preserved.
    private func adopt(_ kept: [Cookie]) {
        noted.jar.adopt(kept, inPlaceOf: filed, now: now())
        filed = kept
    }
}
