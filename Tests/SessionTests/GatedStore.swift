import SonicProtocol

@testable import SonicSession

/// A gate that is closed until it is opened, permanently.
actor Door {
    private enum State {
        case shut([CheckedContinuation<Void, Never>])
        case open
    }

    private var state: State
    private(set) var arrivals = 0

    init(isOpen: Bool) { state = isOpen ? .open : .shut([]) }

    func pass() async {
        arrivals += 1
        guard case .shut = state else { return }
        await withCheckedContinuation { continuation in
            if case .shut(let waiting) = state { state = .shut(waiting + [continuation]) }
        }
    }

    func open() {
        if case .shut(let waiting) = state { for continuation in waiting { continuation.resume() } }
        state = .open
    }

    /// Returns once a task waits at the gate or has passed it.
    func untilReached() async {
        while arrivals == 0 { await Task.yield() }
    }
}

/// A store whose reads and writes can be blocked.
struct GatedStore: PageStore {
    let pages = MemoryStore()
    let reading: Door
    let writing: Door

    func load(_ id: PageID) async -> StoredPage? {
        await reading.pass()
        return await pages.load(id)
    }
    func load(_ id: PageID, number: Int) async -> StoredPage? { await pages.load(id, number: number) }
    func versions(of id: PageID) async -> [Int] { await pages.versions(of: id) }
    func verify(_ page: StoredPage, of id: PageID) async -> StoredPage? { page }
    func commit(_ version: PageVersion, for id: PageID) async -> Int {
        await writing.pass()
        return await pages.commit(version, for: id)
    }
    func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) async {
        await pages.renew(id, number: number, headers: headers, checked: checked)
    }
    func remove(_ id: PageID) async { await pages.remove(id) }
    func marks(of id: PageID) async -> PageMarks { await pages.marks(of: id) }
    func setRedirects(_ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]) async {
        await pages.setRedirects(id, url: url, redirects)
    }
    func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) async {
        await pages.setSonicOff(id, url: url, until: until)
    }
}
