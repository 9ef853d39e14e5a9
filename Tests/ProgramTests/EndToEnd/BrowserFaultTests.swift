import FoundationEssentials
import TestSupport
import Testing

/// Every fault of `sonic-server` in the browser on a terminal: the screen shows the outcome and its reason, the stored
/// page stays, keys still work, and memory stays bounded.
@Suite struct BrowserFaultTests {
    private static let before = "The tide is low"
    private static let after = "The tide is high"

    @Test(arguments: FaultTableTests.table)
    func `the browser shows a fault's outcome and reason and stays responsive`(
        _ row: FaultTableTests.Row
    ) async throws {
        let site = try await Site.faulty(
            row.fault + " if X-Fault: *", ["a.html": FaultTableTests.page(Self.before)])
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        try site.folder.write(FaultTableTests.page(Self.after), to: "a.html")
        let pty = try Pty(
            binary(named: "sonic"), ["--timeout", "1", "-H", "X-Fault: 1", site.address + "/a.html"],
            environment: site.environment, rows: 40, columns: 160)
        // A page is on the screen whatever the server does next, and keys work meanwhile.
        try await pty.waitUntil("a page") { $0.contains(Self.before) || $0.contains(Self.after) }
        try await pty.answersKeys()
        // On a busy machine 256 MiB of an endless body take longer than anything else here.
        let ended = try await pty.waitUntil(row.headline, within: .seconds(60)) {
            $0.rows[0].contains(row.headline)
        }
        let shown = row.isScreenKept ? Self.before : Self.after
        #expect(ended.contains(shown), "\(ended)")
        await pty.send("=")
        try await pty.waitUntil(contains: "About this session")
        try await pty.leaveFacts()
        try await pty.answersKeys()
        let peak = try await pty.peakMemory
        #expect(peak < row.mostMemory, "\(peak >> 20) MiB")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
        #expect(try await site.sonic("cache", "verify").status == .exited(0))
    }

    /// A misbehaving server, opened with an empty cache.
    struct Stranger: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let server: @Sendable () -> RawServer
        let words: String
    }

    private static let line = [UInt8](repeating: 0x7A, count: 1 << 16)

    private static let strangers = [
        Stranger(
            testDescription: "a header without end",
            server: {
                RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nX: "), .flood(line, times: .max)])
            },
            words: "too large"),
        Stranger(
            testDescription: "headers without end",
            server: {
                RawServer([
                    .readRequest, .send("HTTP/1.1 200 OK\r\n"),
                    .flood(Array("X-Flood: flood\r\n".utf8), times: .max),
                ])
            }, words: "too large"),
        Stranger(
            testDescription: "an answer that never begins",
            server: { RawServer([.readRequest, .awaitHangUp]) },
            words: "longer than 1 s to begin its response"),
        Stranger(
            testDescription: "redirects in a circle",
            server: {
                RawServer([
                    .readRequest,
                    .send(
                        "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    ),
                ])
            }, words: "probably form a loop"),
    ]

    @Test(arguments: strangers)
    func `an endless response ends with its reason and bounded memory`(_ stranger: Stranger)
        async throws
    {
        let server = stranger.server()
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), ["--timeout", "1", server.url()], environment: Site.environment(home),
            rows: 40, columns: 160)
        try await pty.waitUntil("the first screen") { !$0.rows[0].isEmpty }
        try await pty.answersKeys()
        try await pty.waitUntil("FAILED", within: .seconds(60)) { $0.rows[0].contains("FAILED") }
        await pty.send("=")
        try await pty.waitUntil("the reason “\(stranger.words)”") {
            $0.contains("About this session") && $0.flat.contains(stranger.words)
        }
        try await pty.leaveFacts()
        try await pty.answersKeys()
        let peak = try await pty.peakMemory
        #expect(peak < 1 << 30 || Sanitizer.isWatching, "\(peak >> 20) MiB")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        withExtendedLifetime(server) {}
    }

    @Test func `a body without an end is stopped by Esc and shown as far as received`() async throws {
        let text = Array(String(repeating: "<p>more and more\n", count: 1000).utf8)
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>It begins\n"),
            .flood(text, times: .max),
        ])
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), [server.url()], environment: Site.environment(home), rows: 40,
            columns: 160)
        try await pty.waitUntil("the beginning") {
            $0.contains("It begins") && $0.rows[0].contains("RECEIVING")
        }
        try await pty.answersKeys()
        await pty.press(.escape)
        try await pty.waitUntil("STOPPED") { $0.rows[0].contains("STOPPED") && $0.contains("It begins") }
        let peak = try await pty.peakMemory
        #expect(peak < 1 << 30 || Sanitizer.isWatching, "\(peak >> 20) MiB")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        withExtendedLifetime(server) {}
    }
}

extension FaultTableTests.Row {
    /// The outcome as shown in the first row of the screen.
    fileprivate var headline: String {
        switch outcome {
        case "dataUpdate": "DATA UPDATE"
        case "templateChange": "TEMPLATE CHANGE"
        case "allCached": "ALL CACHED"
        case "plain": "PLAIN"
        case "offline": "OFFLINE"
        default: "FAILED"
        }
    }

    /// Whether the previous page is still on the screen.
    fileprivate var isScreenKept: Bool {
        switch outcome {
        case "offline", "failed", "allCached": true
        default: ["doubled", "offline-store"].contains(fault)
        }
    }

    /// The memory limit of a session: pages are small, and a response has at most 256 MiB.
    fileprivate var mostMemory: Int {
        if Sanitizer.isWatching { return .max }
        return ["endless", "gzip-bomb"].contains(fault) ? 1 << 30 : 160 << 20
    }
}

extension Screen {
    /// The rows of the session details as one line, without their frame, so that wrapped sentences are whole.
    fileprivate var flat: String {
        let cells = rows.map(Array.init)
        guard let top = rows.firstIndex(where: { $0.contains("┌ About this session") }),
            let left = cells[top].indices.first(where: {
                cells[top][$0...].starts(with: "┌ About this session")
            }),
            let right = cells[top][left...].firstIndex(of: "┐")
        else { return "" }
        let box = cells[top...].flatMap { row -> [Character] in
            row.count > right ? row[left...right] + [" "] : []
        }
        return box.split { " │┌┐└┘─".contains($0) }.map { String($0) }.joined(separator: " ")
    }
}

extension Pty {
    /// Opens the help and closes it again.
    fileprivate func answersKeys() throws {
        send("?")
        // Looks for the list's frame: the start page has a heading with the same word.
        try waitUntil("the keys") { $0.contains("┌ Keys ") }
        press(.escape)
        try waitUntil("the keys to be left") { !$0.contains("┌ Keys ") }
    }

    /// Closes the session details and waits until they are gone: a key right after Esc would be read as Alt with it.
    fileprivate func leaveFacts() throws {
        press(.escape)
        try waitUntil("the facts to be left") { !$0.contains("About this session") }
    }

    /// The program's peak resident memory, in bytes.
    fileprivate var peakMemory: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.filter(\.isNumber))) << 10
        }
    }
}
