import SonicProtocol
import Testing

@Suite struct VaryTests {
    @Test(
        arguments: [
            // Vary, the first request, a second request, whether the response serves it.
            ("A", "A: 1", "A: 1", true), ("A", "A: 1", "A: 2", false), ("A", "A: 1", "", false),
            ("A", "", "A: 1", false), ("A", "", "", true), ("A", "A:", "", false), ("A", "A:", "A:", true),
            ("a", "A: 1", "a: 1", true), ("A", "A: 1", "A: 1\nB: 2", true),
            ("A, B", "A: 1\nB: 2", "B: 2\nA: 1", true),
            ("A, B", "A: 1\nB: 2", "A: 1\nB: 3", false), ("A, B", "A: 1", "A: 1", true),
            ("A, B", "A: 1", "A: 1\nB: 2", false), ("B\nVary: A", "A: 1\nB: 2", "A: 1\nB: 2", true),
            ("B\nVary: A", "A: 1\nB: 2", "A: 3\nB: 2", false), ("A, A", "A: 1", "A: 1", true),
            ("", "A: 1", "A: 2", true),
            (", A", "A: 1", "A: 2", false), ("*", "", "", false), ("A, *", "A: 1", "A: 1", false),
            ("*, A", "A: 1", "A: 1", false), ("*, *", "", "", false), (", *", "", "", false),
            ("\nVary: *", "", "", false),
            ("A\nVary: *", "A: 1", "A: 1", false), ("a b", "", "", false),
            ("A", "A: 1, 2", "A: 1,2", true), ("A", "A: 1 , 2", "A: 1,\t2", true),
            ("A", "A: 1\nA: 2", "A: 1, 2", true), ("A", "A: 1\nA: 2", "A: 2\nA: 1", false),
            ("A", "A: 1, 2", "A: 2, 1", false), ("A", "A: a", "A: A", false),
            ("A", "A: \"1, 2\"", "A: \"1,2\"", false), ("A", "A: e\u{301}", "A: \u{E9}", false),
            // Values that are not lists match only byte for byte.
            ("Cookie", "Cookie: a=1\nCookie: b", "Cookie: a=1, b", false),
            ("Cookie", "Cookie: a=1,b", "Cookie: a=1, b", false),
            ("User-Agent", "User-Agent: a (b,c)", "User-Agent: a (b, c)", false),
            ("Date", "Date: Sun, 1", "Date: Sun,1", false),
            ("Prefer", "Prefer: a , b", "Prefer: a,\tb", true),
            ("Prefer", "Prefer: a\nPrefer: b", "Prefer: a, b", true),
            ("Cache-Control", "Cache-Control: a=1, b", "Cache-Control: a=1,b", true),
            ("Accept-Language", "Accept-Language: en, de", "Accept-Language: de,EN", true),
            ("Accept-Language", "Accept-Language: en;q=0.5", "Accept-Language: en ; q=0.5", true),
            ("Accept-Language", "Accept-Language: en;q=0.5", "Accept-Language: en;q=0.6", false),
            ("Accept-Language", "Accept-Language: en, de", "Accept-Language: en", false),
            ("Accept-Encoding", "Accept-Encoding: gzip, br", "Accept-Encoding: br, gzip", true),
            ("Accept", "Accept: text/html, a/b", "Accept: a/b,text/html", true),
            ("Accept", "Accept: a/b;c=D", "Accept: a/b;c=d", false),
        ] as [(String, String, String, Bool)])
    func `a response serves requests with equal values in the fields named by Vary`(
        _ vary: String, _ first: String, _ second: String, _ isServed: Bool
    ) {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nVary: \(vary)", to: first)
        #expect((scene.word(second) == "use") == isServed, "\(vary) | \(first) | \(second)")
        #expect((scene.word(second, mode: .forceCache) == "use") == isServed)
        #expect((scene.word(second, mode: .onlyIfCached) == "use") == isServed)
    }

    @Test func `values with different bytes but equal text are different`() {
        func request(_ bytes: [UInt8]) -> Headers {
            Headers([HeaderField(nameBytes: Array("Cookie".utf8), valueBytes: bytes)])
        }
        let vary = CacheScene.headers("Vary: Cookie")
        let key = VaryKey(response: vary, request: request([0xE9]))
        #expect(key.matches(request([0xE9])))
        #expect(!key.matches(request([0xC3, 0xA9])))
    }

    @Test func `variants are stored side by side, and each serves its own requests`() {
        var scene = CacheScene()
        for value in ["1", "2", "3"] {
            scene.receive("Cache-Control: max-age=100\nVary: A\nX: \(value)", to: "A: \(value)")
        }
        #expect(scene.stored.count == 3)
        for value in ["1", "2", "3"] {
            guard case .use(let use) = scene.policy("A: \(value)").decide(at: CacheScene.start) else {
                Issue.record("variant \(value) is not used")
                continue
            }
            #expect(use.variant.response.headers.first("x") == value)
        }
    }

    @Test func `of several matching variants, the one with the latest Date is used`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=1000\nDate: @0@\nVary: A\nX: old", to: "A: 1\nB: 1")
        scene.receive("Cache-Control: max-age=1000\nDate: @5@\nVary: B\nX: new", to: "A: 2\nB: 2", after: 6)
        scene.stored.reverse()
        #expect(scene.policy("A: 1\nB: 2").use(at: 7)?.variant.response.headers.first("x") == "new")
    }

    @Test func `a response without Vary replaces all variants`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nVary: A", to: "A: 1")
        scene.receive("Cache-Control: max-age=100\nVary: A", to: "A: 2")
        scene.receive("Cache-Control: max-age=100", to: "A: 3", after: 1)
        #expect(scene.stored.count == 1)
    }

    @Test func `only the latest 32 variants are kept`() {
        var scene = CacheScene()
        for value in 0..<100 {
            scene.receive("Cache-Control: max-age=100\nVary: A\nX: \(value)", to: "A: \(value)")
        }
        #expect(scene.stored.map { $0.response.headers.first("x") } == (68..<100).reversed().map { "\($0)" })
    }
}

extension CachePolicy {
    /// The stored response that is used without a request; nil for none.
    func use(at seconds: Int64) -> StoredUse? {
        guard case .use(let use) = decide(at: CacheScene.start.adding(seconds: seconds)) else {
            return nil
        }
        return use
    }
}
