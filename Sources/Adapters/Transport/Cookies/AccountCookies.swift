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
    private var noted: NotedCookies
    private var stamp: FileStamp?
    /// The lasting cookies that the file held when it was read or written last. In what the jar differs from them is
    /// not in the file yet.
    private var filed: [Cookie] = []
    /// Why the cookies that came last are in memory only; nil where they are where they belong.
    public private(set) var trouble: CookieFileFailure?

    /// The cookies in this file, or in memory only for nil; the clock says which are over, the suffixes which hosts are
    /// of one site.
    public init(
        file: CookieFile?, suffixes: PublicSuffixes = .singleLabels, now: @escaping @Sendable () -> Instant
    ) {
        noted = NotedCookies(suffixes: suffixes)
        self.file = file
        self.now = now
    }

    /// The value of the Cookie line for a request, nil for none, and a sentence for each decision about a cookie of
    /// its host. What was noted since the last line comes first. Reads the file when it changed.
    public func line(for ask: CookieAsk) async -> (line: HeaderValue?, notes: [String]) {
        // A package may bear a host's name; cookies are for hosts (RFC 6265 §5.4).
        guard ask.url.isHTTP else { return (nil, []) }
        await refresh()
        return noted.line(for: ask, now: now())
    }

    /// Takes in the Set-Cookie lines of an answer to a request. What changes in the file is there on return.
    public func receive(_ setCookies: [HeaderValue], to ask: CookieAsk) async {
        guard ask.url.isHTTP else { return }
        guard let file else { return noted.receive(setCookies, to: ask, now: now()) }
        var isTaken = false
        do {
            let reading = try await file.update { kept in
                adopt(kept)
                noted.receive(setCookies, to: ask, now: now())
                isTaken = true
                kept = noted.jar.lasting
            }
            filed = noted.jar.lasting
            noted.notes += reading.notes
            trouble = nil
        } catch {
            noted.notes.append(error.description)
            trouble = error
            if !isTaken { noted.receive(setCookies, to: ask, now: now()) }
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
                receptions.append(noted.jar.receive(answer.line, from: answer.url, now: now()))
            }
            return receptions
        }
        let before = noted.jar
        do throws(CookieFileFailure) {
            try await file.update { kept in
                adopt(kept)
                for answer in answers {
                    receptions.append(noted.jar.receive(answer.line, from: answer.url, now: now()))
                }
                kept = noted.jar.lasting
            }
        } catch {
            noted.jar = before
            throw error
        }
        filed = noted.jar.lasting
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
                kept = noted.jar.lasting
            }
        } catch {
            if count == nil { _ = forgetHere(isMeant) }
            throw error
        }
        filed = noted.jar.lasting
        return count ?? 0
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

    /// Takes the cookies of the file in place of those that came from it before. What never got there stays.
    private func adopt(_ kept: [Cookie]) {
        noted.jar.adopt(kept, inPlaceOf: filed, now: now())
        filed = kept
    }
}
