import Exchanges
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing
import Workbench

/// An edited stored page is never up to date: it is shown as edited, and the next load without edits
/// replaces it by the server's.
@Suite struct EditedPageTests {
    private static let page = "<title>N</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end-->"

    /// A scene whose stored page is an edited page of the site.
    private static func edited(_ site: ScriptedSite) async throws -> Scene {
        let scene = Scene(site)
        _ = try await scene.trace { original in
            let text = AnswerText.text(of: original)
            return Array(text.replacing("one", with: "lie").utf8)
        }
        #expect(await scene.stored?.version.isEdited == true)
        return scene
    }

    @Test(arguments: [
        ScriptedSite.page(page),
        .answer("HTTP/1.1 200 OK\nContent-Type: text/html\nCache-Control: max-age=300\nETag: \"a\"", page),
    ]) func `the next load requests the page, and replaces the edited one`(_ site: ScriptedSite) async throws
    {
        let scene = try await Self.edited(site)
        let result = await scene.trace().result
        #expect(
            result?.outcome.kind != .fresh && result?.outcome != .allCached && result?.showsEdits == false)
        let stored = try #require(await scene.stored)
        #expect(stored.version.html == Array(Self.page.utf8) && !stored.version.isEdited)
    }

    @Test func `a 304 to its tags does not confirm it, and it is requested again without tags`() async throws
    {
        let scene = try await Self.edited(.page(Self.page))
        let trace = await scene.trace()
        #expect(trace.turns.count == 2)
        let requests = await scene.requests
        #expect(
            requests[1].headers.contains("if-none-match") && !requests[2].headers.contains("if-none-match"))
    }

    @Test func `a hash that was in no header is never sent for it`() async throws {
        let head = "HTTP/1.1 200 OK\nContent-Type: text/html\ntemplate-tag: t\ntemplate-change: true"
        let scene = try await Self.edited(.answer(head, Self.page))
        await scene.trace()
        #expect(await scene.requests[1].headers.first("if-none-match") == nil)
    }

    @Test func `shown from the cache it is marked as edited`() async throws {
        let scene = try await Self.edited(.page(Self.page))
        for mode in [SessionMode.back, .cacheOnly] {
            let result = await scene.trace(mode).result
            #expect(
                result?.outcome.kind == .fresh && result?.showsEdits == true && result?.isEditedByHand == true
            )
        }
    }

    @Test(arguments: [false, true]) func `a response forwarded without storing leaves the store unchanged`(
        isStored: Bool
    ) async throws {
        let scene = Scene(.page(Self.page))
        if isStored { await scene.trace() }
        let before = await scene.stored
        await scene.turn(to: .page(Self.page.replacing("one", with: "two")))
        await scene.desk.intercept(try ExchangeFilter("responses", for: .interception))
        async let trace = scene.trace()
        for held in await scene.held() { await scene.desk.release(held.id, .unstored(.unchanged)) }
        let result = await trace.result
        #expect(result?.outcome == (isStored ? .dataUpdate : .firstLoad))
        #expect(result?.edits == [.unstored] && result?.isEditedByHand == false)
        #expect(await scene.stored == before)
    }

    @Test func `an edited cache-offline removes no page and does not turn Sonic off`() async throws {
        for word in ["false", "http"] {
            let scene = Scene(.page(Self.page))
            await scene.trace()
            await scene.turn(to: .page(Self.page.replacing("one", with: "two")))
            _ = try await scene.trace { original in
                let text = AnswerText.text(of: original)
                let edited = text.replacing("Cache-Offline: true", with: "Cache-Offline: \(word)")
                #expect(edited != text)
                return Array(edited.utf8)
            }
            #expect(await scene.stored?.version.html == Array(Self.page.utf8))
        }
    }
}
