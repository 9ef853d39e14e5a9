import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicServer

@Suite struct ControlTests {
    private final class World {
        let journal = Journal()
        let plan = FaultPlan()
        var site: ControlSite

        init(_ token: ControlToken? = nil) {
            let responder = SonicResponder(hashes: .nettle)
            let demo = DemoSite(hashes: .nettle) { Instant(milliseconds: 0) }
            site = ControlSite(
                FaultySite(demo, plan: plan, responder: responder), journal: journal, plan: plan,
                token: token)
        }

        func ask(
            _ target: String, method: String = "GET", host: String = "localhost:8420",
            client: String = "127.0.0.1", _ fields: [(String, String)] = [], body: String = "",
            isSecure: Bool = false
        ) -> ServerResponse? {
            let headers = [HeaderField("Host", host)] + fields.map { HeaderField($0.0, $0.1) }
            let answer = site.answer(
                ServerRequest(
                    method: method, targetBytes: Array(target.utf8), headers: Headers(headers),
                    body: Array(body.utf8), isSecure: isSecure, client: client))
            if case .response(let response) = answer { return response }
            return nil
        }

        func order(
            _ body: String, host: String = "localhost:8420", _ fields: [(String, String)]
        ) -> Int? {
            ask("/__sonic/next", method: "POST", host: host, fields, body: body)?.status
        }
    }

    private static let ours = [("Origin", "http://localhost:8420")]

    private func text(_ response: ServerResponse?) -> String {
        String(decoding: response?.bytes ?? [], as: UTF8.self)
    }

    @Test func `the control page has a form with every fault, and cannot be framed`() {
        let page = World().ask("/__sonic/")
        for fault in Fault.allCases { #expect(text(page).contains("<option value=\"\(fault.rawValue)\">")) }
        #expect(page?.headers.first("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
        #expect(page?.headers.first("Cache-Control") == "no-store")
    }

    @Test func `other paths are served by the site`() {
        #expect(text(World().ask("/static")).contains("All cached: stone"))
        #expect(World().ask("/__sonic")?.headers.first("Location") == "/__sonic/")
        #expect(World().ask("/__sonic/other")?.status == 404)
        #expect(World().ask("/__sonic/", method: "POST")?.status == 405)
        #expect(World().ask("/__sonic/next")?.status == 405)
    }

    @Test(arguments: [
        ("closed", 503), ("unasked-304", 304), ("whole", 200), ("json-first", 200),
    ])
    func `an ordered fault applies to the next response of its page`(_ fault: String, _ status: Int) {
        let world = World()
        #expect(world.order("path=%2Fstatic&fault=\(fault)", Self.ours) == 303)
        #expect(text(world.ask("/__sonic/")).contains("<li>/static: \(fault)</li>"))
        #expect(world.ask("/clock")?.status == 200)
        let answer = world.ask("/static", [("accept-diff", "true")])
        #expect(answer?.status == status)
        #expect(answer?.headers.first("template-change") == ["whole": "true", "json-first": "false"][fault])
        #expect(world.ask("/static", [("accept-diff", "true")])?.headers.first("template-change") == "true")
    }

    @Test(arguments: ["path=static&fault=closed", "path=%2F&fault=clsed", "fault=closed", "path=%2F", ""])
    func `an incomplete order is refused`(_ body: String) {
        #expect(World().order(body, Self.ours) == 400)
    }

    @Test(arguments: [
        [("Origin", "http://evil.example")], [("Origin", "null")], [("Origin", "https://localhost:8420")],
        [("Origin", "http://localhost:8421")], [("Referer", "http://evil.example/")],
        [("Sec-Fetch-Site", "cross-site")],
        [("Origin", "http://localhost:8420"), ("Origin", "http://evil.example")],
    ])
    func `a cross-origin form cannot order a fault`(_ fields: [(String, String)]) {
        let world = World()
        #expect(world.order("path=%2Fstatic&fault=closed", fields) == 403)
        #expect(world.plan.waiting.isEmpty)
    }

    @Test(arguments: [
        (["cross-site"], false), (["same-site"], false), (["none", "cross-site"], false), ([""], false),
        (["Cross-Site"], false), (["none"], true), (["same-origin"], true), ([], true),
    ])
    func `nothing is read by a page of another site`(_ sites: [String], _ isAllowed: Bool) {
        let world = World()
        let fields = sites.map { ("Sec-Fetch-Site", $0) }
        for path in ["", "sessions.json", "traffic", "intercept", "held/1", "other"] {
            let status = world.ask("/__sonic/\(path)", fields)?.status
            #expect((status != 403) == isAllowed, "\(path)")
        }
        #expect(world.ask("/static", fields)?.status == 200)
        #expect(world.order("path=%2Fstatic&fault=closed", Self.ours + fields) == (isAllowed ? 303 : 403))
    }

    @Test func `a client that is not a browser may order without an Origin`() {
        #expect(World().order("path=%2Fstatic&fault=closed", []) == 303)
    }

    @Test func `other machines and other host names are refused`() {
        let world = World()
        for client in ["192.0.2.1", "", "::2", "1127.0.0.1"] {
            #expect(world.ask("/__sonic/", client: client)?.status == 403, "\(client)")
        }
        for host in ["evil.example:8420", "localhost.evil.example", "127.0.0.2", ""] {
            #expect(world.ask("/__sonic/", host: host)?.status == 403, "\(host)")
        }
        for (client, host) in [
            ("::1", "[::1]:80"), ("127.0.0.2", "127.0.0.1"), ("::ffff:127.0.0.1", "LOCALHOST:1"),
        ] {
            #expect(world.ask("/__sonic/", host: host, client: client)?.status == 200, "\(host)")
        }
    }

    @Test(arguments: [false, true]) func `a token shows, and changes nothing`(isSecure: Bool) throws {
        let word = "0123456789abcdef"
        let world = World(ControlToken(word))
        for claim in [("X-Forwarded-For", "127.0.0.1"), ("Forwarded", "for=127.0.0.1"), ("X", "y")] {
            let fields = [("Authorization", "Bearer \(word)"), claim]
            func status(_ path: String, _ method: String) -> Int? {
                world.ask(
                    "/__sonic/\(path)", method: method, client: "192.0.2.1", fields,
                    body: "path=%2Fstatic&fault=closed", isSecure: isSecure)?.status
            }
            #expect(status("sessions.json", "GET") == 200)
            for path in ["next", "intercept", "held/1"] { #expect(status(path, "POST") == 403, "\(path)") }
        }
        #expect(world.plan.waiting.isEmpty)
    }

    @Test func `the last requests are listed, and untrusted text is escaped`() throws {
        let world = World()
        var record = RecordTests.record
        record.target = "/<b>\u{1B}[2J\u{202E}"
        world.journal.note(record)
        let page = text(world.ask("/__sonic/"))
        #expect(page.contains("GET /&lt;b&gt;\\u{1b}[2J\\u{202e}") && page.contains("dataUpdate"))
        let json = text(world.ask("/__sonic/sessions.json"))
        #expect(json.contains(#""target": "/<b>\u001b[2J\u202e""#))
    }
}
