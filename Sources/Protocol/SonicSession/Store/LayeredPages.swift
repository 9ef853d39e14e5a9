import SonicProtocol
import Synchronization

/// The pages available to the sessions of one program: those of the store and, before them, those that must not be
/// written and stay in memory while the program runs.
struct LayeredPages: Sendable {
    /// The store that pages are written to; in a private session it is in memory as well.
    let store: any PageStore
    private let inMemory: MemoryOnlyPages

    init(_ store: any PageStore, _ memoryOnly: MemoryOnlyPages = MemoryOnlyPages()) {
        self.store = store
        self.inMemory = memoryOnly
    }

    /// Returns what is stored of a page.
    nonisolated(nonsending) func read(
        _ id: PageID, _ extent: PageExtent = .whole
    ) async throws(StoreFailure) -> CacheReadResult {
        // Usually nothing is in memory, and a call to another actor may switch threads.
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

    /// Records that the page was posted to, so that what is stored of it is no longer fresh.
    nonisolated(nonsending) func posted(to id: PageID, at moment: Instant) async {
        await inMemory.posted(to: id, moment)
    }

    /// Performs one change.
    /// - Returns: The number of the new version in the store; nil if none was created.
    nonisolated(nonsending) func perform(
        _ work: StoreWork, for id: PageID
    ) async throws(StoreFailure) -> Int? {
        switch work {
        case .commit(let version):
            let number = try await store.commit(version, for: id)
            await inMemory.forget(id)
            return number
        case .storeInMemory(let version, let purpose): await inMemory.store(version, purpose, for: id)
        case .renew(let number, let headers, let checked):
            if inMemory.isUsed, await inMemory.renew(id, number: number, headers: headers, checked: checked) {
                break
            }
            try await store.renew(id, number: number, headers: headers, checked: checked)
        case .renewInMemory(let number, let headers, let checked):
            _ = await inMemory.renew(id, number: number, headers: headers, checked: checked)
        case .forgetInMemory: await inMemory.forget(id)
        case .remove:
            await inMemory.forget(id)
            try await store.remove(id)
        case .setSonicOff(let url, let until): try await store.setSonicOff(id, url: url, until: until)
        case .setRedirects(let id, let url, let redirects):
            // A failure to write is ignored: the redirect is only looked up once more, and the page does not depend
            // on it.
            do { try await store.setRedirects(id, url: url, redirects) } catch {}
        }
        return nil
    }
}

/// The pages that must not be written, and when pages were posted to. Engines created with the same instance share
/// it.
public actor MemoryOnlyPages {
    /// Pages that are shown when opened again.
    private var shown = PageShelves(byteLimit: 64 << 20)
    /// Pages under `no-store`, one version each, for comparison and for going back.
    private var compared = PageShelves(byteLimit: 16 << 20)
    /// When this program last posted to each page: what was stored before that may be outdated (RFC 9111 §4.4).
    private var posts: [PageID: Instant] = [:]
    private let used = Atomic(false)

    /// Creates an empty collection.
    public init() {}

    /// Whether anything was ever put in.
    nonisolated var isUsed: Bool { used.load(ordering: .acquiring) }

    /// Returns what is in memory of a page.
    func reading(_ id: PageID) -> CacheReadResult {
        var reading = CacheReadResult()
        reading.compared = compared.load(id)
        reading.posted = posts[id]
        reading.page = shown.load(id)
        return reading
    }

    /// Records that the page was posted to.
    func posted(to id: PageID, _ moment: Instant) {
        used.store(true, ordering: .releasing)
        posts[id] = moment
    }

    /// Stores a version, replacing the one that it was compared with.
    func store(_ version: PageVersion, _ purpose: RetentionPurpose, for id: PageID) {
        used.store(true, ordering: .releasing)
        compared.remove(id)
        switch purpose {
        case .toShow: _ = shown.commit(version, for: id)
        case .toCompare: _ = compared.commit(version, for: id)
        }
    }

    /// Renews a version after a 304.
    /// - Returns: Whether the version is in memory.
    func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) -> Bool {
        guard shown.load(id)?.number == number else { return false }
        shown.renew(id, number: number, headers: headers, checked: checked)
        return true
    }

    /// Removes the page.
    func forget(_ id: PageID) {
        shown.remove(id)
        compared.remove(id)
    }
}

/// Why a version that must not be written is kept in memory.
package enum RetentionPurpose: Sendable, Equatable {
    /// It is shown when the page is opened again.
    case toShow
    /// It is compared with the next response, and can be gone back to: `no-store` allows no more than that (RFC 9111
    /// §5.2.2.5, §6).
    case toCompare
}
