import SonicProtocol

/// The pages that sessions of one program may use: those of the store and, in front of them, those that must
/// not be written and are kept in memory as long as the program runs.
struct KeptPages: Sendable {
    /// Where pages are written; memory too in a private session.
    let store: any PageStore
    private let shown: MemoryStore
    private let compared: MemoryStore
    private let posts: PostMoments

    init(_ store: any PageStore, _ held: HeldPages = HeldPages()) {
        self.store = store
        shown = held.shown
        compared = held.compared
        posts = held.posts
    }

    /// How much of a page is read.
    enum Extent {
        /// All of it.
        case whole
        /// All of it, or of a large one its beginning.
        case beginning
    }

    /// What is kept of a page.
    func read(_ id: PageID, _ extent: Extent = .whole) async throws(StoreFailure) -> CacheReading {
        var reading = CacheReading()
        reading.compared = await compared.load(id)
        reading.posted = await posts.last(to: id)
        let marks = try await store.marks(of: id)
        (reading.sonicOff, reading.redirects) = (marks.sonicOff, marks.redirects)
        reading.page = await shown.load(id)
        guard reading.page == nil else { return reading }
        switch extent {
        case .whole: reading.page = try await store.load(id)
        case .beginning: reading.page = try await store.begin(id)
        }
        return reading
    }

    /// Remembers that something is posted to a page, so that what is kept of it is not fresh any more.
    func posted(to id: PageID, at moment: Instant) async { await posts.take(id, moment) }

    /// Carries out one change.
    /// - Returns: The number of a new version of the store; nil when none was made.
    func perform(_ work: StoreWork, for id: PageID) async throws(StoreFailure) -> Int? {
        switch work {
        case .commit(let version):
            let number = try await store.commit(version, for: id)
            await forget(id)
            return number
        case .hold(let version, .toShow):
            await compared.remove(id)
            _ = await shown.commit(version, for: id)
        case .hold(let version, .toCompare):
            await compared.remove(id)
            _ = await compared.commit(version, for: id)
        case .renew(let number, let headers, let checked):
            if await shown.load(id)?.number == number {
                await shown.renew(id, number: number, headers: headers, checked: checked)
            } else {
                try await store.renew(id, number: number, headers: headers, checked: checked)
            }
        case .renewHeld(let number, let headers, let checked):
            await shown.renew(id, number: number, headers: headers, checked: checked)
        case .forgetHeld:
            await forget(id)
        case .remove:
            await forget(id)
            try await store.remove(id)
        case .setSonicOff(let url, let until):
            try await store.setSonicOff(id, url: url, until: until)
        case .setRedirects(let id, let url, let redirects):
            // Where it cannot be written the address is waited for once more; nothing of the page rests on it.
            do { try await store.setRedirects(id, url: url, redirects) } catch {}
        }
        return nil
    }

    /// Forgets what memory holds of a page.
    private func forget(_ id: PageID) async {
        await shown.remove(id)
        await compared.remove(id)
    }
}

/// The pages that must not be written. Engines that are given the same share them.
public struct HeldPages: Sendable {
    /// Pages that are shown when they are opened again.
    let shown = MemoryStore()
    /// Pages under `no-store`, one version each: to be compared with, and to go back to.
    let compared = MemoryStore(byteLimit: 16 << 20)
    /// When pages were posted to.
    let posts = PostMoments()

    /// None yet.
    public init() {}
}

/// When this program last posted to pages: what was kept of them before may be outdated (RFC 9111 §4.4).
actor PostMoments {
    private var moments: [PageID: Instant] = [:]

    /// When the page was last posted to; nil for never.
    func last(to id: PageID) -> Instant? { moments[id] }

    /// The page is posted to.
    func take(_ id: PageID, _ moment: Instant) { moments[id] = moment }
}

/// What a version that must not be written is kept in memory for.
enum Holding: Sendable, Equatable {
    /// To be shown when the page is opened again.
    case toShow
    /// To be compared with the next answer, and to go back to: `no-store` allows no more (RFC 9111 §5.2.2.5,
    /// §6).
    case toCompare
}
