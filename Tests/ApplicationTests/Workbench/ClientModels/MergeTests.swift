import Chance
import SonicProtocol
import Testing
@testable import Workbench

/// Merging is bounded, and no input traps.
@Suite struct MergeTests {
    @Test func `mutually recursive data are given up`() {
        let names = (0..<40).map { ("k\($0)", "x") }
        let old = ClientScene.page("T", names)
        // Each value contains the next name twice: 2^40 occurrences.
        let data = (0..<40).map { "\"{k\($0)}\":\"{k\($0 + 1)}{k\($0 + 1)}{k\($0 + 1)}{k\($0 + 1)}\"" }
        let body = "{\"data\":{" + data.joined(separator: ",") + "}}"
        let scene = ClientScene(old: old, new: ClientScene.page("U", names))
        let reading = scene.update(on: .ios, body: body)
        #expect(reading.outcome == .unknown)
        #expect(reading.page == nil)
        #expect(ClientVerdict(reading, ours: []).sentence.hasPrefix("iOS is not known to do anything: "))
        // Android replaces each name once, so that data cannot grow.
        #expect(scene.update(on: .android, body: body).outcome == .dataUpdate)
    }

    @Test func `a name that is everywhere does not multiply its data without bound`() {
        let text = String(repeating: "{a}", count: 20_000)
        let old = ClientScene.page("T", [("a", "1")], rest: text)
        let new = ClientScene.page("T", [("a", String(repeating: "y", count: 20_000))], rest: text)
        #expect(ClientScene(old: old, new: new).update(on: .ios).outcome == .unknown)
        #expect(ClientScene(old: old, new: new).update(on: .android).text == new)
    }

    @Test func `many blocks are merged in one pass`() {
        let old = ClientScene.page("T", (0..<3000).map { ("b\($0)", "{ \($0) }") })
        let new = ClientScene.page("T", (0..<3000).map { ("b\($0)", "{ x\($0) }") })
        for phone in ClientModel.allCases {
            #expect(ClientScene(old: old, new: new).update(on: phone).text == new)
        }
    }

    @Test(arguments: 0..<40)
    func `no input traps`(_ seed: Int) {
        var chance = SeededGenerator(seed: UInt64(seed))
        let parts = [
            "<!--sonicdiff-", "<!--sonicdiff", "-end-->", "-->", "a", "名", "{a}", "{title}", "{", "}",
            "<title>",
            "</title>", "é", "\"", "\\u", "d83d", ":", ",", "{\"data\":{\"{a}\":\"x\"}}", "\\", "null", "7",
            "<!--SonicDiff-a-->", "<!--sonicdiff-a-->", "<!--sonicdiff-a-end-->", "\u{FEFF}", "-", "_",
        ]
        func bytes() -> [UInt8] {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<30, using: &chance) {
                if Int.random(in: 0..<12, using: &chance) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &chance))
                } else {
                    bytes += (parts.randomElement(using: &chance) ?? "").utf8
                }
            }
            return bytes
        }
        let words = [
            "true", "false", "store", "http", "0", "1", "", "W/\"e\"", "text/html; charset=latin1", "x",
        ]
        func headers() -> Headers {
            var headers = Headers()
            let names = ["etag", "template-tag", "template-change", "cache-offline", "sonic-etag-key"]
            for name in names + ["content-type"] where Int.random(in: 0..<4, using: &chance) > 0 {
                headers.append(name, words.randomElement(using: &chance) ?? "")
            }
            return headers
        }
        for _ in 0..<200 {
            var held = (html: bytes(), headers: headers())
            held.headers.replace("cache-offline", "true")
            var answered = headers()
            if Bool.random(using: &chance) { answered.replace("template-change", "false") }
            if Bool.random(using: &chance) { answered.replace("cache-offline", "true") }
            let exchange = ClientExchange(
                storedPage: Int.random(in: 0..<6, using: &chance) == 0 ? nil : held,
                asked: RequestConditions(
                    etag: words.randomElement(using: &chance), templateTag: held.headers.first("template-tag")
                ),
                redirectStatus: Int.random(in: 0..<20, using: &chance) == 0 ? 301 : nil,
                status: [200, 200, 200, 304, 404].randomElement(using: &chance) ?? 200,
                headers: answered,
                body: Bool.random(using: &chance)
                    ? bytes() : Array("{\"data\":{\"{a}\":\"".utf8) + bytes() + Array("\"}}".utf8))
            for phone in ClientModel.allCases {
                let reading = exchange.reading(on: phone, hashes: .plainSwift)
                let verdict = ClientVerdict(reading, ours: bytes())
                #expect(!verdict.sentence.isEmpty)
                #expect((reading.page == nil) == (verdict.isSamePage == nil))
                _ = reading.received
                switch reading.screen {
                case .held, .patched: #expect(exchange.storedPage != nil)
                case .empty, .answer, .webView: break
                }
            }
        }
    }
}
