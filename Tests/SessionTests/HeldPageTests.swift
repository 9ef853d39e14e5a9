import SonicProtocol
import SystemLibraries
import Testing

@testable import SessionWords
@testable import SonicSession

/// Pages that must not be written to disk.
@Suite struct HeldPageTests {
    private let held = Sample.stored(v1, sonic: false)
    private let id = PageID(account: "", digest: "d")

    @Test func `pages in memory never reach the store, and a stored page replaces them`() async throws {
        let store = MemoryStore()
        let pages = LayeredPages(store)
        #expect(try await pages.perform(.storeInMemory(held.version, .toCompare), for: id) == nil)
        var reading = try await pages.read(id)
        #expect(reading.page == nil)
        #expect(reading.compared?.version == held.version)
        #expect(try await pages.perform(.storeInMemory(held.version, .toShow), for: id) == nil)
        reading = try await pages.read(id)
        #expect(reading.page?.version == held.version)
        #expect(reading.compared == nil)
        #expect(await store.versions(of: id).isEmpty)

        let later = Play.now.adding(seconds: 1)
        let renewal = StoreWork.renewInMemory(number: 1, headers: held.version.headers, checked: later)
        #expect(try await pages.perform(renewal, for: id) == nil)
        #expect(try await pages.read(id).page?.checked == later)

        var newer = held.version
        newer.etag = "newer"
        #expect(try await pages.perform(.commit(newer), for: id) == 1)
        #expect(try await pages.read(id).page?.version == newer)
        #expect(await store.versions(of: id) == [1])
    }

    @Test func `removing a page removes its copy in memory`() async throws {
        let pages = LayeredPages(MemoryStore())
        _ = try await pages.perform(.storeInMemory(held.version, .toShow), for: id)
        _ = try await pages.perform(.remove, for: id)
        #expect(try await pages.read(id).page == nil)
    }
}
