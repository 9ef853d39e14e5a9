import Browser
import BrowserValues
import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

@testable import BrowserServices

@MainActor @Suite struct WatchLoopTests {
    private nonisolated static let first = ScriptedServer.Response(body: "<p>one</p>")
    private nonisolated static let second = ScriptedServer.Response(body: "<p>two</p>")
    private nonisolated static let lost = ScriptedServer.Response.none

    private final class Printed {
        var lines: [String] = []
        var complaints: [String] = []
    }

    /// Runs a watch of one page until it ends; returns whether it succeeded, and what it printed.
    private func run(
        _ plan: WatchPlan, _ responses: [ScriptedServer.Response], until signals: [Int32] = [],
        page: WebURL = StoredPages.url, every interval: Duration = .milliseconds(10),
        opening: @escaping @MainActor () -> Void = {}
    ) async -> (isSuccess: Bool, printed: Printed) {
        let start = ContinuousClock.now
        let clocks = SessionEngine.Clocks(now: { StoredPages.now }, uptime: { ContinuousClock.now - start })
        let engine = SessionEngine(
            connection: ScriptedConnection(server: ScriptedServer(responses)), store: MemoryStore(),
            hashes: .nettle, clocks: clocks)
        let findings: @Sendable (SessionTrace) async -> [Finding] = { trace in
            trace.result.map { [Finding(.titleMissing, "of \($0.url.href): \($0.outcome.name)")] } ?? []
        }
        let session: @MainActor (WebURL) -> NextSession = { page in
            var order = SessionOrder(url: page, headers: RequestHeaders(product: "test"))
            order.terms = { _ in SiteTerms { ($0.freshPages, $0.retries) = (0, 0) } }
            opening()
            return (
                comparison: .everything, compare: { ChangeText(from: $0, to: $1, $2, charsets: .iconv) },
                open: { [order] in engine.open(order) }
            )
        }
        let printed = Printed()
        let output: WatchOutput = (
            print: { printed.lines.append($0) }, complain: { printed.complaints.append($0) },
            localTime: { CalendarTime($0) }
        )
        let loop = WatchLoop(
            [page], plan, settings: { _ in (interval, 0) }, (clocks, findings, session), output)
        let (numbers, continuation) = AsyncStream<Int32>.makeStream()
        for signal in signals { continuation.yield(signal) }
        return (await loop.run(until: numbers), printed)
    }

    @Test func `a watch ends when its goal is met and prints a summary`() async throws {
        let (isSuccess, printed) = await run(
            WatchPlan { $0.goal = .change }, [Self.first, Self.first, Self.second])
        #expect(isSuccess)
        try #require(printed.lines.count == 3)
        #expect(printed.lines[0].hasSuffix("watching every 10 ms"))
        #expect(printed.lines[1].hasSuffix("changed; before that 1 unchanged"))
        #expect(printed.lines[2].hasPrefix("3 polls in "))
        #expect(printed.lines[2].contains(": 1 changed, 1 unchanged, 0 failed; "))
    }

    @Test func `with JSON output each event is an object`() async throws {
        let (_, printed) = await run(
            WatchPlan { ($0.times, $0.isJSON) = (2, true) }, [Self.first, Self.second])
        let events = printed.lines.map { line in
            JSONNode.read(Array(line.utf8)).node?["event"]?.string ?? line
        }
        #expect(events == ["begun", "changed", "ended"])
        #expect(
            printed.lines[1].hasSuffix(
                #""findings":[{"rule":"title-missing","message":"of https://news.example/: templateChange"}]}"#
            ),
            "\(printed.lines[1])")
    }

    @Test(arguments: [
        (WatchGoal?.none, [Self.first], true), (nil, [Self.lost], false), (.failure, [Self.first], false),
        (.failure, [Self.lost], true), (.outcome(.firstLoad), [Self.first], true),
        (.outcome(.dataUpdate), [Self.first], false),
    ])
    func `a limited number of runs succeeds depending on the goal`(
        _ goal: WatchGoal?, _ responses: [ScriptedServer.Response], _ isSuccess: Bool
    ) async {
        #expect(await run(WatchPlan { ($0.times, $0.goal) = (1, goal) }, responses).isSuccess == isSuccess)
    }

    @Test(arguments: [WatchGoal?.none, .change])
    func `a signal ends a watch, which fails if it has a goal`(_ goal: WatchGoal?) async {
        let (isSuccess, printed) = await run(WatchPlan { $0.goal = goal }, [Self.first], until: [SIGINT])
        #expect(isSuccess == (goal == nil))
        #expect(printed.lines.last?.contains("failed; ") == true)
    }

    @Test func `a command receives the change that meets the goal, and its failure is reported`() async throws
    {
        let folder = try TemporaryFolder()
        let command = ShellCommand(
            line: "cat > \(folder.path("change")); echo $SONIC_RUN >> \(folder.path("change")); exit 3",
            limit: .seconds(60), output: STDERR_FILENO)
        let (isSuccess, printed) = await run(
            WatchPlan { ($0.times, $0.command) = (2, command) }, [Self.first, Self.second])
        #expect(isSuccess)
        let change = String(decoding: try #require(folder.read("change")), as: UTF8.self)
        #expect(change.contains("one") && change.contains("two") && change.hasSuffix("\n2\n"))
        #expect(printed.complaints == ["the command of --exec ended with status 3"])
    }

    @Test(arguments: [true, false])
    func `a saved file is requested at once`(isMoved: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("<p>one</p>", to: "a b.html")
        let page = try #require(WebURL("file://" + path.replacing(" ", with: "%20")))
        var sessions = 0
        // In the first session the folder is watched already, so a save from now on is noticed.
        let (isSuccess, printed) = await run(
            WatchPlan { $0.goal = .change }, [Self.first, Self.second], page: page, every: .seconds(3600)
        ) {
            sessions += 1
            guard sessions == 1 else { return }
            do {
                try folder.write("<p>two</p>", to: isMoved ? "new" : "a b.html")
            } catch {
                Issue.record(error)
            }
            if isMoved { #expect(rename(folder.path("new"), path) == 0) }
        }
        #expect(isSuccess && sessions == 2, "\(printed.lines)")
    }

    @Test func `saves of other files and unfinished writes are ignored`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("one", to: "a.html")
        let link = folder.path("link.html")
        #expect(symlink(path, link) == 0)
        var saves = SavedFiles.saves(of: [FilePath(link)]).makeAsyncIterator()
        try folder.write("x", to: "b.html")
        let file = open(path, O_WRONLY)
        #expect(write(file, "two", 3) == 3)
        try folder.write("x", to: "link.html.part")
        close(file)
        // The first save reported is the one of this file, by the path that was given.
        #expect(await saves.next() == FilePath(link))
        #expect(rename(folder.path("b.html"), path) == 0)
        #expect(await saves.next() == FilePath(link))
    }

    @Test func `a missing folder reports no saves`() async {
        let saves = SavedFiles.saves(of: [FilePath("/nowhere/at/all.html")])
        let ending = Task {
            var count = 0
            for await _ in saves { count += 1 }
            return count
        }
        ending.cancel()
        #expect(await ending.value == 0)
    }
}
