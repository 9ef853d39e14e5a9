import Glibc
import TestSupport
import Testing

/// Files uploaded by forms, in the real browser and with `sonic get`.
@Suite struct UploadTests {
    private static let form = """
        <title>Up</title><form method=post enctype=multipart/form-data action=/up>
        <input type=file name=f><button>Send</button></form>
        """

    private static func answer(_ html: String) -> RawServer.Step {
        .send(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: \(html.utf8.count)\r\n\r\n"
                + html)
    }

    /// The bodies of the first POST requests to a server, in order.
    private static func posts(_ server: RawServer, _ count: Int) async -> [String] {
        var posts: [String] = []
        for await event in server.events {
            guard case .request(let bytes, _) = event else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            if text.hasPrefix("POST"), let body = text.split(separator: "\r\n\r\n", maxSplits: 1).last {
                posts.append(String(body))
            }
            if posts.count == count { break }
        }
        return posts
    }

    @Test func `a path is completed, anything but a file is refused, and a 307 resends the upload`()
        async throws
    {
        let server = RawServer { connection in
            switch connection {
            case 0: [.readRequest, Self.answer(Self.form)]
            case 1:
                [
                    .readRequest,
                    .send(
                        "HTTP/1.1 307 There\r\nLocation: /there\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                    ),
                ]
            default: [.readRequest, Self.answer("<p>It has arrived.</p>")]
            }
        }
        let home = try TemporaryFolder()
        try home.write("harbour", to: "files/a \"b\".txt")
        #expect(mkfifo(home.path("files/pipe"), 0o600) == 0)
        let pty = try Pty(
            binary(named: "sonic"), [server.url("/")], environment: Site.environment(home), rows: 24,
            columns: 100)
        _ = try await pty.waitUntil(contains: "[ no file ")
        await pty.press(.tab, .enter)
        _ = try await pty.waitUntil(contains: "File for f:")
        await pty.send("~/files\r")
        _ = try await pty.waitUntil(contains: "is a folder")
        await pty.send("/pipe\r")
        _ = try await pty.waitUntil(contains: "is not a regular file")
        await pty.send("\u{15}~/fi\t")
        // The prompt contained a longer name before, so the blank shows that it is complete.
        _ = try await pty.waitUntil(contains: "File for f: ~/files/ ")
        await pty.send("a\t")
        _ = try await pty.waitUntil(contains: "~/files/a \"b\".txt")
        await pty.send("\r")
        _ = try await pty.waitUntil(contains: "[ a \"b\".txt (7 B)")
        await pty.send("S")
        _ = try await pty.waitUntil(contains: "It has arrived.")
        let posts = await Self.posts(server, 2)
        #expect(posts.count == 2 && posts[0] == posts[1])
        #expect(
            posts[0].contains(
                "\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a %22b%22.txt\"\r\n"
                    + "Content-Type: text/plain\r\n\r\nharbour\r\n--"))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `get sends a form of fields and files`() async throws {
        let server = RawServer([.readRequest, Self.answer("<p>ok</p>")])
        let home = try TemporaryFolder()
        let file = try home.write("harbour", to: "a.txt")
        func get(_ options: String...) async throws -> Finished {
            try await run(
                binary(named: "sonic"), ["get", server.url("/up")] + options,
                environment: Site.environment(home))
        }
        let done = try await get("-F", "a=1", "--form", "f=@\(file)")
        #expect(done.status == .exited(0), "\(done.output)")
        let body = try #require(await Self.posts(server, 1).first)
        #expect(body.contains("name=\"a\"\r\n\r\n1\r\n--"))
        #expect(
            body.contains("name=\"f\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nharbour\r\n--"))
        for options in [["-F", "a"], ["-F", "f=@\(home.path)"], ["-F", "a=1", "--body", "b"]] {
            let refused = try await run(
                binary(named: "sonic"), ["get", server.url("/up")] + options,
                environment: Site.environment(home))
            #expect(refused.status != .exited(0), "\(options)")
        }
    }
}
