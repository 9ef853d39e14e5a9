import SonicProtocol
import Synchronization

/// The pages that sessions of one program may use: those of the store and, in front of them, those that must
/// not be written and are kept in memory as long as the program runs.
struct LayeredPages: Sendable {
    /// Where pages are written; memory too in a private session.
    let store: any PageStore
    private let inMemory: MemoryOnlyPages

    init(_ store: any PageStore, _ held: MemoryOnlyPages = MemoryOnlyPages()) {
        self.store = store
        self.inMemory = held
    }

    /// What is kept of a page.
    nonisolated(nonsending) func read(
        _ id: PageID, _ extent: PageExtent = .whole
    ) async throws(StoreFailure) -> CacheReadResult {
        // Mostly nothing is held, and whoever asks another actor may change threads for it.
        var reading = inMemory.isUsed ? await inMemory.reading(id) : CacheReadResult()
        let marks: PageMarks
        if reading.page == nil {
            (marks, reading.page) = try await store.read(id, extent)
        } else {
            marks = try await store.marks(of: id)
        }
        (reading.sonicOff, reading.redirects) = (marks.sonicOff, marks.redirects)
        return reading
    }

    /// Remembers that something is posted to a page, so that what is kept of it is not fresh any more.
    nonisolated(nonsending) func posted(to id: PageID, at moment: Instant) async {
        await inMemory.posted(to: id, moment)
    }

    /// Carries out one change.
    /// - Returns: The number of a new version of the store; nil when none was made.
    nonisolated(nonsending) func perform(
        _ work: StoreWork, for id: PageID
    ) async throws(StoreFailure) -> Int? {
        switch work {
        case .commit(let version):
            let number = try await store.commit(version, for: id)
            await inMemory.forget(id)
            return number
        case .storeInMemory(let version, let purpose):
            await inMemory.store(version, purpose, for: id)
        case .renew(let number, let headers, let checked):
            if inMemory.isUsed, await inMemory.renew(id, number: number, headers: headers, checked: checked) {
                break
            }
            try await store.renew(id, number: number, headers: headers, checked: checked)
        case .renewInMemory(let number, let headers, let checked):
            _ = await inMemory.renew(id, number: number, headers: headers, checked: checked)
        case .forgetInMemory:
            await inMemory.forget(id)
        case .remove:
            await inMemory.forget(id)
            try await store.remove(id)
        case .setSonicOff(let url, let until):
            try await store.setSonicOff(id, url: url, until: until)
        case .setRedirects(let id, let url, let redirects):
            // Where it cannot be written the address is waited for once more; nothing of the page rests on it.
            do { try await store.setRedirects(id, url: url, redirects) } catch {}
        }
        return nil
    }
}

/// The pages that must not be written, and when pages were posted to. Engines that are given the same share them.
public actor MemoryOnlyPages {
    /// Pages that are shown when they are opened again.
    private var shown = PageShelves(byteLimit: 64 << 20)
    /// Pages under `no-store`, one version each: to be compared with, and to go back to.
    private var compared = PageShelves(byteLimit: 16 << 20)
    /// When this program last posted to pages: what was kept of them before may be outdated (RFC 9111 §4.4).
    private var posts: [PageID: Instant] = [:]
    private let used = Atomic(false)

    /// None yet.
    public init() {}

    /// Whether there has ever been anything.
    nonisolated var isUsed: Bool { used.load(ordering: .acquiring) }

    /// What is held of a page.
    func reading(_ id: PageID) -> CacheReadResult {
        var reading = CacheReadResult()
        reading.compared = compared.load(id)
        reading.posted = posts[id]
        reading.page = shown.load(id)
        return reading
    }

    /// The page is posted to.
    func posted(to id: PageID, _ moment: Instant) {
        used.store(true, ordering: .releasing)
        posts[id] = moment
    }

    /// Holds a version, in place of the one that it was compared with.
    func store(_ version: PageVersion, _ purpose: RetentionPurpose, for id: PageID) {
        used.store(true, ordering: .releasing)
        compared.remove(id)
        switch purpose {
        case .toShow: _ = shown.commit(version, for: id)
        case .toCompare: _ = compared.commit(version, for: id)
        }
    }

    /// Renews a version after a 304.
    /// - Returns: Whether it is held here.
    func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) -> Bool {
        guard shown.load(id)?.number == number else { return false }
        shown.renew(id, number: number, headers: headers, checked: checked)
        return true
    }

    /// Forgets what is held of a page.
    func forget(_ id: PageID) {
        shown.remove(id)
        compared.remove(id)
    }
}

/// What a version that must not be written is kept in memory for.
package enum RetentionPurpose: Sendable, Equatable {
    /// To be shown when the page is opened again.
    case toShow
    /// To be compared with the next answer, and to go back to: `no-store` allows no more (RFC 9111 §5.2.2.5,
    /// §6).
    case toCompare
}
