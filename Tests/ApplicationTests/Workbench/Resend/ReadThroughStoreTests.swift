import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Workbench

/// A store that reads from another one and keeps writes to itself.
@Suite struct ReadThroughStoreTests {
    private let url: WebURL
    private let id: PageID
    private let base = MemoryStore()

    init() async throws {
        url = try #require(WebURL("http://a.example/"))
        id = PageIdentity(for: url).id(of: url, account: "", hashes: .nettle)
        _ = await base.commit(version("one"), for: id)
        _ = await base.commit(version("two"), for: id)
    }

    private func version(_ text: String) -> PageVersion {
        PageVersion(
            url: url, html: Array(text.utf8), sha1: text, etag: "e-" + text, templateTag: "t",
            headers: Headers(), stored: Instant(milliseconds: 0))
    }

    @Test func `a write is visible here at once, and in the base store only after settling`() async throws {
        let store = ReadThroughStore(over: base)
        #expect(try await store.load(id)?.number == 2)
        #expect(try await store.commit(version("three"), for: id) == 3)
        #expect(try await store.load(id)?.version.sha1 == "three")
        #expect(try await store.versions(of: id) == [3, 2, 1])
        #expect(try await store.load(id, number: 3)?.version.sha1 == "three")
        #expect(await base.load(id)?.number == 2)
        #expect(try await store.settle() == 3)
        #expect(await base.load(id)?.version.sha1 == "three")
        // Settling twice has no further effect.
        #expect(await !store.hasWritings)
        #expect(try await store.settle() == nil)
        #expect(await base.versions(of: id) == [3, 2, 1])
    }

    @Test func `an older version counts as the current one`() async throws {
        let store = ReadThroughStore(over: base, asOf: 1)
        #expect(try await store.load(id)?.version.sha1 == "one")
        #expect(try await ReadThroughStore(over: base, asOf: 7).load(id)?.number == 2)
    }

    @Test func `removing, renewing and marking are kept from the base store, too`() async throws {
        let store = ReadThroughStore(over: base)
        let checked = Instant(milliseconds: 9)
        try await store.renew(id, number: 2, headers: Headers([HeaderField("A", "1")]), checked: checked)
        #expect(try await store.load(id)?.checked == checked)
        try await store.renew(id, number: 1, headers: Headers(), checked: Instant(milliseconds: 99))
        #expect(try await store.load(id)?.checked == checked)
        try await store.setSonicOff(id, url: url, until: checked)
        #expect(try await store.marks(of: id).sonicOff == checked)
        #expect(await base.marks(of: id).sonicOff == nil)
        let way = SessionResult.Redirect(from: url, to: url, status: 302)
        try await store.setRedirects(id, url: url, [way])
        #expect(try await store.marks(of: id) == PageMarks(sonicOff: checked, redirects: [way]))
        #expect(await base.marks(of: id) == PageMarks())
        await store.remove(id)
        #expect(try await store.load(id) == nil)
        #expect(try await store.versions(of: id) == [])
        #expect(await base.load(id)?.checked == Instant(milliseconds: 0))
        _ = try await store.settle()
        #expect(await base.load(id) == nil)
        #expect(await base.marks(of: id) == PageMarks(sonicOff: checked, redirects: [way]))
    }
}
