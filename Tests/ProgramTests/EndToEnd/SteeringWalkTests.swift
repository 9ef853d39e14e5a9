import Glibc
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

/// The walk-through docs/guide/debugging.md#from-a-phone-to-an-edited-response: two phones, a script and a browser use
/// one `sonic-server proxy`, and a response to one of the phones is edited.
@Suite struct SteeringWalkTests {
    private static func page(_ tide: String) -> String {
        "<!doctype html><title>Quay</title>\n<p>Tide table, the same for weeks</p>\n<p id=tide>\(tide)</p>\n"
    }

    /// A server without Sonic; from the fifth request on the tide is different.
    private static func quay() -> RawServer {
        RawServer { number in
            let page = page(number < 4 ? "low" : "high")
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
            return [.readRequest, .send(head + "Content-Length: \(page.utf8.count)\r\n\r\n" + page)]
        }
    }

    /// The headers of VasSonic's framework for iOS, with the User-Agent of a web view.
    private static func phone(etag: String, template: String) -> [(String, String)] {
        [
            ("accept-diff", "true"), ("method", "GET"), ("accept-Language", "zh-CN,zh;"),
            ("sonic-sdk-version", "Sonic/2.0.0"), ("sonic-load-type", "__SONIC_HEADER_VALUE_SONIC_LOAD__"),
            ("If-None-Match", etag), ("template-tag", template),
            (
                "User-Agent",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3 like Mac OS X) AppleWebKit/603.1.30 Mobile/14E269 Sonic/2.0.0"
            ),
        ]
    }

    /// The headers of VasSonic's SDK for Android for a page without a stored copy, with the User-Agent of a web view.
    private static let android = [
        ("accept-diff", "true"), ("If-None-Match", ""), ("template-tag", ""), ("method", "GET"),
        ("Accept-Language", "zh-CN,zh;"), ("sonic-sdk-version", "Sonic/2.0.0"),
        (
            "User-Agent",
            "Mozilla/5.0 (Linux; Android 7.0; Nexus 5X) AppleWebKit/537.36 Chrome/58.0.3029.83 Mobile Sonic/2.0.0"
        ),
    ]

    /// Sends a GET over a connection of its own.
    private static func get(
        _ site: Site, _ fields: [(String, String)]
    ) async throws -> (head: ResponseHead, body: [UInt8]) {
        let port = try #require(site.address.split(separator: ":").last.flatMap { UInt16($0) })
        let lines = [("Host", "127.0.0.1:\(port)"), ("Connection", "close")] + fields
        let request =
            "GET / HTTP/1.1\r\n" + lines.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
        let bytes = await withCheckedContinuation { continuation in
            startThread { continuation.resume(returning: exchanged(Array(request.utf8), port)) }
        }
        let found = ByteFinder("\r\n\r\n").first(in: bytes.span, from: 0)
        let end = try #require(found) + 4
        return (try #require(ResponseHead(raw: Array(bytes[..<end]))), Array(bytes[end...]))
    }

    private static func exchanged(_ request: [UInt8], _ port: UInt16) -> [UInt8] {
        let line = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(line) }
        guard withLoopback(port: port, { connect(line, $0, $1) }) == 0,
            send(line, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
        else { return [] }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(line, &buffer, buffer.count, 0)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    @Test
    func `two phones, a script and a browser are watched, and a response to one of the phones is edited`()
        async throws
    {
        let upstream = Self.quay()
        let site = try await Site.proxying(upstream, blocks: "tide = #tide\n", "--control")
        let scripts = try TemporaryFolder()
        var environment = site.environment
        environment["EDITOR"] = "sh \(try scripts.write("sed -i s/high/spring/ \"$1\"\n", to: "editor"))"
        environment["TERM"] = "xterm-256color"
        environment["LANG"] = "C.UTF-8"
        let pty = try Pty(
            binary(named: "sonic"), ["traffic", site.address], environment: environment, rows: 30,
            columns: 140)
        _ = try await pty.waitUntil(contains: "following")
        // 1. Four clients, each with its outcome.
        let first = try await Self.get(site, Self.phone(etag: "", template: ""))
        _ = try await Self.get(site, Self.android)
        _ = try await Self.get(site, [("User-Agent", "curl/8.5.0"), ("Accept", "*/*")])
        #expect(try await site.get("/").outcome == "firstLoad")
        let list = try await pty.waitUntil("four rows") {
            $0.contains("VasSonic, iPhone") && $0.contains("VasSonic, Android") && $0.contains("curl 8.5.0")
                && $0.contains("sonic 0")
        }
        #expect(list.contains("first load"))
        // 2. The phone's responses are intercepted.
        await pty.send("i header=User-Agent:*iPhone*\r")
        _ = try await pty.waitUntil(contains: "The server intercepts responses header=User-Agent:*iPhone*")
        let tags = ResponseTags(first.head.headers)
        let (etag, template) = (try #require(tags.etag), try #require(tags.templateTag))
        async let second = Self.get(site, Self.phone(etag: etag, template: template))
        _ = try await pty.waitUntil(contains: "Intercepted: response 200")
        // 3. The data update is edited, and forwarded with recomputed hashes.
        await pty.send("E")
        _ = try await pty.waitUntil(contains: "Edited: ")
        await pty.send("#")
        _ = try await pty.waitUntil(contains: "recomputed: ")
        let edited = try await second
        let update = try DataUpdate(json: edited.body)
        let merged = try PageSplit(html: first.body).merging(
            update, into: first.body, claimed: nil, hashes: .nettle)
        #expect(ResponseTags(edited.head.headers).etag == merged.sha1)
        #expect(update.htmlSHA1 == merged.sha1)
        #expect(String(decoding: edited.body, as: UTF8.self).contains("spring"))
        // 4. What the phone does with the response.
        _ = try await pty.waitUntil(contains: "data update")
        await pty.send("G")
        await pty.press(.alt("y"))
        let clients = try await pty.waitUntil(contains: "Clients")
        #expect(clients.contains("iOS"))
        try await pty.leaveTraffic()
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
