import Exchanges
import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing
import Workbench

/// A response of one kind is intercepted and edited into that of a real server: the engine has the same outcome
/// as with that server's response.
@Suite struct EditedOutcomeTests {
    private static let filler = String(repeating: "<p>always the same\n", count: 40)

    private static func page(_ block: String, class name: String = "plain") -> String {
        "<title>News</title><body class=\(name)>\n<!--sonicdiff-a--><p>\(block)<!--sonicdiff-a-end-->\n"
            + filler
    }

    /// A way to one of the outcomes.
    struct Way: Sendable, CustomTestStringConvertible {
        /// The outcome.
        let outcome: Outcome
        /// The page stored before; nil for none.
        let stored: String?
        /// The site of a real server.
        let real: ScriptedSite
        /// The site whose response is edited, and its announced outcome.
        let other: (site: ScriptedSite, kind: Outcome.Kind)

        var testDescription: String { "\(other.kind.rawValue) to \(outcome.name)" }
    }

    private static let ways = [
        Way(
            outcome: .firstLoad, stored: nil, real: .page(page("one")),
            other: (.answer("HTTP/1.1 500 Oh\nContent-Type: text/html", "<p>broken"), .failed)),
        Way(
            outcome: .dataUpdate, stored: page("one"), real: .page(page("two")),
            other: (.page(page("one")), .allCached)),
        Way(
            outcome: .templateChange, stored: page("one"), real: .page(page("two", class: "wide")),
            other: (.page(page("two")), .dataUpdate)),
        Way(
            outcome: .allCached, stored: page("one"), real: .page(page("one")),
            other: (.page(page("two", class: "wide")), .templateChange)),
    ]

    @Test(arguments: ways) func `an edited response has the same outcome as a real server's`(_ way: Way)
        async throws
    {
        let (real, edited) = (Scene(way.real), Scene(way.other.site))
        for scene in [real, edited] {
            guard let page = way.stored else { continue }
            let site = await scene.site
            await scene.turn(to: .page(page))
            await scene.trace()
            await scene.turn(to: site)
        }
        let expected = await real.trace()
        let sent = try #require(expected.turns.last?.head)
        let body = expected.turns.last?.body ?? []
        #expect(expected.result?.outcome == way.outcome && expected.result?.edits == [])

        var announced: Outcome.Kind?
        var original: AnswerEdit.Original?
        let request = try #require(expected.turns.last?.request)
        let trace = try await edited.trace { held in
            original = held
            announced = Outcome.Kind(announcedBy: held.head, to: request)
            return Array(AnswerText.text(of: AnswerEdit.Original(head: sent, body: body)).utf8)
        }
        #expect(announced == way.other.kind)
        #expect(trace.result?.outcome == way.outcome)
        #expect(trace.result?.reason == expected.result?.reason)
        #expect(trace.result?.changedBlocks == expected.result?.changedBlocks)
        #expect(trace.page == expected.page)
        #expect(trace.turns.last?.screen == expected.turns.last?.screen)
        #expect(trace.turns.last?.judgements == expected.turns.last?.judgements)

        let edit = HandEdit.answer(AnswerEdit(original: original, means: .editing))
        #expect(trace.result?.edits == [edit] && trace.turns.last?.edits == [edit])
        let (kept, page) = (await edited.stored, await real.stored)
        #expect(kept?.version.html == page?.version.html)
        #expect(
            kept?.version.etag == page?.version.etag && kept?.version.templateTag == page?.version.templateTag
        )
        // An edited 304 confirms the server's page, which is left unchanged.
        #expect(kept?.version.isEdited == (way.outcome != .allCached))
        #expect(kept?.number == page?.number)
    }

    @Test func `an invalid edited update is reported, and the next page is the server's`()
        async throws
    {
        let scene = Scene(.page(Self.page("one")))
        await scene.trace()
        await scene.turn(to: .page(Self.page("two")))
        let trace = try await scene.trace { held in
            let text = AnswerText.text(of: held)
            return Array(text.replacing("two", with: "lie").utf8)
        }
        #expect(trace.turns.count == 2 && trace.turns[0].edits.count == 1 && trace.turns[1].edits == [])
        #expect(trace.result?.outcome == .dataUpdate || trace.result?.outcome == .templateChange)
        #expect(trace.result?.edits.count == 1)
        #expect(trace.result?.findings.map(\.rule).contains(.updateWrongHash) == true)
        let stored = try #require(await scene.stored)
        #expect(stored.version.html == Array(Self.page("two").utf8))
        #expect(!stored.version.isEdited && stored.version.updateFailures == 0)
    }

    @Test func `a verified update removes the edited mark, and an unverified one keeps it`()
        async throws
    {
        for isProven in [true, false] {
            let scene = Scene(.page(Self.page("zero")))
            _ = try await scene.trace { _ in
                // The response of a server with this page.
                let page = Array(Self.page("one").utf8)
                let split = PageSplit(html: page)
                let tags = [
                    "ETag: \(Hashes.nettle.sha1(page))",
                    "template-tag: \(Hashes.nettle.sha1(split.templateBytes(of: page)))",
                    "template-change: true",
                ]
                return Array(("HTTP/1.1 200 OK\n" + tags.joined(separator: "\n") + "\n\n").utf8) + page
            }
            #expect(await scene.stored?.version.isEdited == true)
            await scene.turn(to: .page(Self.page("two")))
            if !isProven {
                let block = "<!--sonicdiff-a--><p>two<!--sonicdiff-a-end-->"
                let json: JSONValue = ["data": ["{title}": "<title>News</title>", "{a}": .string(block)]]
                let page = Array(Self.page("two").utf8)
                let tag = Hashes.nettle.sha1(PageSplit(html: page).templateBytes(of: page))
                await scene.turn(
                    to: .answer("HTTP/1.1 200 OK\ntemplate-tag: \(tag)\ntemplate-change: false", json.text()))
            }
            let result = await scene.trace().result
            #expect(result?.outcome == .dataUpdate && result?.edits == [])
            #expect(await scene.stored?.version.html == Array(Self.page("two").utf8))
            #expect(await scene.stored?.version.isEdited == !isProven)
        }
    }

    @Test func `an explicit Content-Length truncates the body, or makes it incomplete`() async throws {
        for (length, outcome) in [(3, "plain"), (900, "failed")] {
            let scene = Scene(.page("<p>whole"))
            await scene.desk.intercept(try ExchangeFilter("", for: .interception))
            async let trace = scene.open(terms: SiteTerms { ($0.localServer, $0.retries) = (.off, 0) })
                .trace()
            let held = await scene.held()
            let text = "# length: as written\nHTTP/1.1 200 OK\nContent-Length: \(length)\n\n<p>whole"
            let reading = try AnswerText.read(
                Array(text.utf8), inPlaceOf: held.first?.answer, means: .editing)
            await scene.desk.release(held[0].id, .answer(reading.answer))
            let result = await trace.result
            #expect(result?.outcome.name == outcome)
            if length == 3 { #expect(await trace.page == Array("<p>".utf8)) }
            if length == 900 {
                #expect(result?.reason.code?.hasSuffix(".truncated") == true)
            }
        }
    }
}
