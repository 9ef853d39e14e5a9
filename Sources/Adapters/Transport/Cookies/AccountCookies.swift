import SonicProtocol
import SonicSession

/// The cookies of one account: those with an end in its file, shared with other programs, and those without in
/// memory, for this program alone.
///
/// When the file cannot be used, the notes of the next line say so and everything stays in memory, until the file
/// can be changed again: then it gets what it lacks.
public actor AccountCookies: CookieStore {
    private let file: CookieFile?
    private let now: @Sendable () -> Instant
    private var jar: CookieJar
    private var stamp: FileStamp?
    /// The lasting cookies that the file held when it was read or written last. In what `jar` differs from them is
    /// not in the file yet.
    private var filed: [Cookie] = []
    private var notes: [String] = []
    /// Why the cookies that came last are in memory only; nil where they are where they belong.
    public private(set) var trouble: CookieFileFailure?

    /// The cookies in this file, or in memory only for nil; the clock says which are over, the suffixes which hosts are
    /// of one site.
    public init(
        file: CookieFile?, suffixes: PublicSuffixes = .singleLabels, now: @escaping @Sendable () -> Instant
    ) {
        jar = CookieJar(suffixes: suffixes)
        self.file = file
        self.now = now
    }

    /// The value of the Cookie line for a request, nil for none, and a sentence for each decision about a cookie of
    /// its host. What was noted since the last line comes first. Reads the file when it changed.
    public func line(for ask: CookieAsk) async -> (line: HeaderValue?, notes: [String]) {
        // A package may bear a host's name; cookies are for hosts (RFC 6265 §5.4).
        guard ask.url.isHTTP else { return (nil, []) }
        await refresh()
        let (line, decisions) = jar.cookieLine(
            for: ask.url, causedBy: ask.cause, isSafe: ask.isSafe, now: now())
        defer { notes = [] }
        let unknown = decisions.isEmpty ? nil : jar.suffixes.note()
        return (line, notes + decisions.map(\.description) + (unknown.map { [$0] } ?? []))
    }

    /// Takes in the Set-Cookie lines of an answer to a request. What changes in the file is there on return.
    public func receive(_ setCookies: [HeaderValue], to ask: CookieAsk) async {
        guard ask.url.isHTTP else { return }
        guard let file else { return store(setCookies, to: ask) }
        var isTaken = false
        do {
            let reading = try await file.update { kept in
                adopt(kept)
                store(setCookies, to: ask)
                isTaken = true
                kept = jar.lasting
            }
            filed = jar.lasting
            notes += reading.notes
            trouble = nil
        } catch {
            notes.append(error.description)
            trouble = error
            if !isTaken { store(setCookies, to: ask) }
        }
    }

    /// Takes in cookies of another program, decided of as if servers had sent them; returns what became of each. What
    /// changes in the file is there on return; where that cannot be used, none is taken in.
    public func add(
        _ answers: [CookieList.Answer]
    ) async throws(CookieFileFailure) -> [CookieJar.Reception] {
        var receptions: [CookieJar.Reception] = []
        guard let file else {
            for answer in answers {
                receptions.append(jar.receive(answer.line, from: answer.url, now: now()))
            }
            return receptions
        }
        let before = jar
        do throws(CookieFileFailure) {
            try await file.update { kept in
                adopt(kept)
                for answer in answers {
                    receptions.append(jar.receive(answer.line, from: answer.url, now: now()))
                }
                kept = jar.lasting
            }
        } catch {
            jar = before
            throw error
        }
        filed = jar.lasting
        return receptions
    }

    /// Removes the cookies that are meant, here and in the file, and returns how many there were. What changes in the
    /// file is there on return; where it cannot be changed, they are gone here all the same.
    public func forget(_ isMeant: @Sendable (Cookie) -> Bool) async throws(CookieFileFailure) -> Int {
        guard let file else { return forgetHere(isMeant) }
        var count: Int?
        do {
            try await file.update { kept in
                adopt(kept)
                count = forgetHere(isMeant)
                kept = jar.lasting
            }
        } catch {
            if count == nil { _ = forgetHere(isMeant) }
            throw error
        }
        filed = jar.lasting
        return count ?? 0
    }

    private func forgetHere(_ isMeant: (Cookie) -> Bool) -> Int {
        let kept = jar.cookies.filter { !isMeant($0) }
        defer { jar = CookieJar(kept, suffixes: jar.suffixes) }
        return jar.cookies.count - kept.count
    }

    private func store(_ setCookies: [HeaderValue], to ask: CookieAsk) {
        for line in setCookies {
            notes.append(jar.receive(line, from: ask.url, causedBy: ask.cause, now: now()).description)
        }
    }

    private func refresh() async {
        guard let file else { return }
        do {
            guard let reading = try await file.read(unless: stamp) else { return }
            stamp = reading.stamp
            notes += reading.notes
            adopt(reading.cookies)
        } catch {
            notes.append(error.description)
        }
    }

    /// Takes the cookies of the file in place of those that came from it before. What never got there stays.
    private func adopt(_ kept: [Cookie]) {
        jar.adopt(kept, inPlaceOf: filed, now: now())
        filed = kept
    }
}
