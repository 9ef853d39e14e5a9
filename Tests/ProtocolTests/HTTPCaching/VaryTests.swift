import SonicProtocol
import TestSupport
import Testing

@Suite struct VaryTests {
    @Test(arguments: CachingTable.rows(below: "a response serves"))
    func `a response serves requests with equal values in the fields named by Vary`(row: TableRow) throws {
        try CachingTable.check(row)
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
