import SonicProtocol
import SystemLibraries
import Testing

@testable import SessionWords
@testable import SonicSession

/// The server's side of Sonic, done locally.
@Suite struct LocalServerTests {
    private func plain(_ body: String, _ more: String = "") -> Reply {
        .answer("200 OK\nContent-Type: text/html\nETag: \"q\"\(more)", body: body)
    }

    @Test func `a page never seen is a first load without a comparison`() {
        var play = Play([plain("<p>hello")])
        #expect(
            play.run() == """
                ask http://news.example/ accept-diff
                piece of 4 bytes
                piece of 4 bytes
                show page of 8 bytes
                write commit 8 bytes
                end firstLoad 1000: firstHere(noCopy, isSonicRequested: true, sha1: \
                \(Words.short(Sample.sha1("<p>hello"))))
                """)
        #expect(play.result?.by == .nobody)
        #expect(play.commits.first?.etag == "\"q\"")
        #expect(play.commits.first?.templateTag == nil)
    }

    @Test func `the same bytes are all cached, by the locally computed hash`() {
        var play = Play(stored: Sample.stored("<p>hello", sonic: false), [plain("<p>hello")])
        #expect(
            play.run() == """
                show version 3
                ask http://news.example/ accept-diff etag="plain-1"
                write renew 3
                end allCached 304: comparedHere(isSonicRequested: true, lostVersion: -, isWithMemory: \
                false, oldSHA1: \(Words.short(Sample.sha1("<p>hello"))), newSHA1: \
                \(Words.short(Sample.sha1("<p>hello"))), difference: same)
                """)
        #expect(play.result?.by == .client)
        #expect(play.result?.findings.isEmpty == true)
    }

    @Test func `changed blocks of the same template are patched, and local tags are not stored`() {
        var play = Play(stored: Sample.stored(v1, sonic: false), [plain(v2)])
        #expect(
            play.run()
                == """
                show version 3
                ask http://news.example/ accept-diff etag="plain-1"
                patch a
                write commit 100 bytes
                end dataUpdate 200: comparedHere(isSonicRequested: true, lostVersion: -, isWithMemory: \
                false, oldSHA1: X1, newSHA1: X2, difference: blocks(1, of: 3, template: T1))
                """.filled)
        #expect(play.result?.by == .client)
        #expect(play.result?.changedBlocks == ["a"])
        #expect(play.commits.first?.etag == "\"q\"")
        #expect(play.commits.first?.templateTag == nil)
    }

    @Test func `another template is a template change`() {
        var play = Play(stored: Sample.stored(v1, sonic: false), [plain(other)])
        #expect(
            play.run()
                == """
                show version 3
                ask http://news.example/ accept-diff etag="plain-1"
                show page of 100 bytes
                write commit 100 bytes
                end templateChange 2000: comparedHere(isSonicRequested: true, lostVersion: -, \
                isWithMemory: false, oldSHA1: X1, newSHA1: X3, difference: template(oldSHA1: T1, newSHA1: \
                T3, hasBlocks: true))
                """.filled)
        #expect(play.result?.by == .client)
    }

    @Test func `a page without blocks is all template except its title`() {
        var text = Play(
            stored: Sample.stored("<title>1</title>a", sonic: false), [plain("<title>1</title>b")])
        _ = text.run()
        #expect(text.result?.outcome == .templateChange)
        #expect(text.reasonCase.contains("hasBlocks: false"))
        var title = Play(
            stored: Sample.stored("<title>1</title>a", sonic: false), [plain("<title>2</title>a")])
        _ = title.run()
        #expect(title.result?.outcome == .dataUpdate)
        #expect(title.result?.changedBlocks == ["title"])
    }

    @Test func `a 304 counts as the server's comparison`() {
        var play = Play(
            stored: Sample.stored("<p>hello", sonic: false), [.answer("304 Not Modified", body: "")])
        _ = play.run()
        #expect(play.result?.outcome == .allCached)
        #expect(play.result?.by == .server)
    }

    @Test func `a page that stopped using Sonic is reported as an error, and still compared`() {
        var play = Play(stored: Sample.stored(v1), [plain(v2)])
        #expect(
            play.run()
                == """
                show version 3
                ask http://news.example/ accept-diff etag=X1 tag=T1
                patch a
                write commit 100 bytes
                end dataUpdate 200: comparedHere(isSonicRequested: true, lostVersion: 3, isWithMemory: \
                false, oldSHA1: X1, newSHA1: X2, difference: blocks(1, of: 3, template: T1))
                """.filled)
        #expect(play.result?.findings.map(\.rule) == [.sonicLost])
        // Unchanged bytes are stored again too: the server no longer sends their tags.
        var same = Play(stored: Sample.stored(v1), [plain(v1)])
        #expect(same.run().contains("write commit"))
        #expect(same.result?.outcome == .allCached)
        #expect(same.commits.first?.isSonic == false)
    }

    @Test func `with local comparison off for the site, a page is plain`() {
        var play = Play(stored: Sample.stored(v1, sonic: false), [plain(v2)])
        play.terms.localServer = .off
        #expect(
            play.run() == """
                show version 3
                ask http://news.example/ accept-diff etag="plain-1"
                show page of 100 bytes
                write commit 100 bytes
                end plain -: plain(notSonic(isRequested: true), isStoredCopy: false)
                """)
        #expect(play.result?.outcome == .plain(.notSonic))
        #expect(play.result?.by == .nobody)
    }

    @Test func `content other than HTML is plain`() {
        var play = Play([.answer("200 OK\nContent-Type: text/plain", body: "words")])
        _ = play.run()
        #expect(play.result?.outcome == .plain(.notHTML))
        #expect(play.result?.by == .nobody)
    }
}

/// Pages that must not be written to disk.
@Suite struct HeldPageTests {
    private let held = Sample.stored(v1, sonic: false)
    private let noStore = "200 OK\nContent-Type: text/html\nCache-Control: no-store"

    @Test func `a page under no-store is kept in memory for comparison`() {
        var play = Play([.answer(noStore, body: v1)])
        #expect(play.run().contains("write hold 100 bytes to compare"))
        #expect(play.result?.outcome == .firstLoad)
        #expect(play.result?.storage == .notAllowed(.noStore))
    }

    @Test func `it is neither shown nor used for a conditional request when opened again`() {
        var play = Play([.answer(noStore, body: v2)])
        play.compared = held
        #expect(
            play.run()
                == """
                ask http://news.example/ accept-diff
                piece of 50 bytes
                piece of 50 bytes
                show page of 100 bytes
                write hold 100 bytes to compare
                end dataUpdate 200: comparedHere(isSonicRequested: true, lostVersion: -, isWithMemory: \
                true, oldSHA1: X1, newSHA1: X2, difference: blocks(1, of: 3, template: T1))
                """.filled)
        #expect(play.result?.by == .client)
    }

    @Test func `on a reload it stays on the screen until the new page is complete`() {
        var play = Play([.answer(noStore, body: v2)])
        play.compared = held
        #expect(!play.run(.reload).contains("piece"))
        var forced = Play([.answer(noStore, body: v2)])
        forced.compared = held
        _ = forced.run(.forceReload)
        #expect(forced.result?.outcome == .firstLoad)
    }

    @Test func `only going back shows it`() {
        var back = Play([])
        back.compared = held
        #expect(back.run(.back).hasPrefix("show version 3\nend fresh"))
        var offline = Play([])
        offline.compared = held
        _ = offline.run(.cacheOnly)
        #expect(offline.result?.outcome == .failed(.notStored))
    }

    @Test func `an unchanged page under no-store renews nothing in the store`() {
        var play = Play(stored: held, [.answer(noStore, body: v1)])
        #expect(play.run().contains("write renew 3 in memory"))
        #expect(play.result?.outcome == .allCached)
        #expect(play.result?.storage == .notAllowed(.noStore))
    }

    @Test func `pages of a private site are kept in memory and can be shown`() {
        for reply in [Sample.full(v1), .answer("200 OK\nContent-Type: text/html", body: v1)] {
            var play = Play([reply])
            play.terms.isPrivate = true
            #expect(play.run().contains("write hold 100 bytes to show"))
            #expect(play.commits.isEmpty)
            #expect(play.result?.storage == .notAllowed(.privateSite))
        }
    }

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
