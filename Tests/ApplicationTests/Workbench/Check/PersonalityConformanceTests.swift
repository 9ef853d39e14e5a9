import SonicProtocol
import Testing

@testable import SonicServer

/// The findings for each server: their known deviations (docs/reference/protocol.md#quirks), and nothing else.
@Suite struct PersonalityConformanceTests {
    private static let page = """
        <title>T</title><p>Fixed</p>
        <!--sonicdiff-a-->one<!--sonicdiff-a-end-->
        <!--sonicdiff-b-->zwölf<!--sonicdiff-b-end-->
        """

    /// On a well-formed page:
    /// - PHP reads the names of request headers by case.
    /// - Node sends no Cache-Control and no Vary, names gzip in its 304, treats `accept-diff: false` as a request, with
    ///   an update if a template-tag is sent, and does not respond without gzip or to HEAD.
    /// - Java answers HEAD with 304, repeats Cache-Offline in a 304, sends tags to clients that did not ask, and an
    ///   update if such a client sends a template-tag.
    private static let known: [(Dialect, Set<String>)] = [
        (.sonic, []),
        (.php, ["header-case"]),
        (.node, ["vary", "bare-304", "plain", "update-asked", "head", "any-coding"]),
        (.java, ["known-304", "head", "once", "plain", "update-asked"]),
    ]

    @Test(arguments: known) func `each server shows its known deviations and no others`(
        _ personality: Dialect, _ expected: Set<String>
    ) throws {
        let site = OnePage(Self.page, as: personality)
        #expect(try InProcess.broken(site.answer) == expected)
    }

    @Test func `every rule is tested on our own server, except those about changes`() throws {
        let site = OnePage(Self.page)
        for verdict in try InProcess.run(site.answer) {
            guard case .held(let answers) = verdict.result else {
                Issue.record("\(verdict.rule.name): \(verdict.result)")
                continue
            }
            #expect(answers > 0)
        }
    }

    /// Two titles outside blocks: PHP replaces both in the template, and so in its tag.
    @Test(
        arguments: [
            (Dialect.sonic, Set<String>()), (.php, ["header-case", "template-sha1"]),
        ] as [(Dialect, Set<String>)])
    func `a second title affects the template-tag`(
        _ personality: Dialect, _ expected: Set<String>
    ) throws {
        let site = OnePage(Self.page + "<svg><title>S</title></svg>", as: personality)
        #expect(try InProcess.broken(site.answer) == expected)
    }

    /// PHP sends an empty update; our own server sends the whole page.
    @Test(
        arguments: [
            (Dialect.sonic, Set(["utf-8"])), (.php, ["header-case", "utf-8", "update-json"]),
        ] as [(Dialect, Set<String>)])
    func `a page that is not UTF-8`(_ personality: Dialect, _ expected: Set<String>) throws {
        let page =
            Array("<title>T</title><!--sonicdiff-a-->".utf8) + [0xC4, 0xE3] + "<!--sonicdiff-a-end-->".utf8
        let site = OnePage(page, as: personality)
        #expect(try InProcess.broken(site.answer) == expected)
    }

    @Test func `a server without Sonic is reported once`() throws {
        let verdicts = try InProcess.run { _ in .response(.html("<p>Hello</p>")) }
        for verdict in verdicts {
            switch verdict.result {
            case .broken(let evidence):
                #expect(verdict.rule.name == "sonic")
                #expect(
                    evidence.map(\.sentence) == [
                        "none of Sonic's headers received with text/html: the server does not speak Sonic here"
                    ])
            case .unseen(let reason): #expect(reason == "the server does not speak Sonic here")
            case .held:
                #expect(["complete", "status", "known-304", "length", "plain"].contains(verdict.rule.name))
            }
        }
    }

    @Test func `a page that changes on each load is not a fault`() throws {
        var visits = 0
        let broken = try InProcess.broken { request in
            visits += 1
            return OnePage("<title>\(visits)</title><!--sonicdiff-a-->\(visits)<!--sonicdiff-a-end-->")
                .answer(request)
        }
        #expect(broken == [])
    }

    @Test func `a template edited once between the loads is not a fault`() throws {
        for turn in 1...3 {
            var visits = 0
            let broken = try InProcess.broken { request in
                visits += 1
                let words = visits > turn ? "edited" : "as before"
                return OnePage("<title>T</title><p>\(words)</p><!--sonicdiff-a-->1<!--sonicdiff-a-end-->")
                    .answer(request)
            }
            #expect(!broken.contains("template-steady"), "edited after load \(turn)")
        }
    }

    @Test func `a template-tag that changes on each load is a fault, but not if it changes once`() throws {
        for (limit, expected) in [(Int.max, true), (2, false)] {
            var visits = 0
            let broken = try InProcess.broken { request in
                visits += 1
                guard case .response(var response) = OnePage(Self.page).answer(request) else {
                    return .silence(.zero)
                }
                let tag = "\(min(visits, limit))"
                if response.headers.contains("template-tag") { response.headers.replace("template-tag", tag) }
                return .response(response)
            }
            #expect(broken.contains("template-steady") == expected)
        }
    }

    @Test func `Java sends no 304 for a blank page`() throws {
        #expect(try InProcess.broken(OnePage(" \n", as: .java).answer) == ["known-304", "once"])
    }

    @Test func `four concurrent responses must be equal`() throws {
        var requests = 0
        let site = OnePage(Self.page)
        let broken = try InProcess.broken { request in
            requests += 1
            // The last request is one of the concurrent ones.
            let isLast = requests == 15
            return isLast ? site.answer(request, with: .foreignBlocks) : site.answer(request)
        }
        #expect(requests == 15)
        #expect(broken == ["update-names", "concurrent"])
    }

    @Test func `a server that never responds ends the run soon`() throws {
        var requests = 0
        let broken = try InProcess.broken { _ in
            requests += 1
            return .silence(.seconds(600))
        }
        #expect(broken == ["complete"])
        #expect(requests == 2)
    }
}
