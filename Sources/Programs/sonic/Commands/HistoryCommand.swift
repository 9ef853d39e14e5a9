import BrowserValues
import CellGrid
import Configuration
import PageCache
import SessionWords
import SonicProtocol
import SonicSession

/// `sonic history [URL]`: the sessions that have ended, the latest first.
enum HistoryCommand {
    static let row = Subcommand(
        "history", "sonic history [URL]", "list past sessions, all or those of a page, latest first", .free,
        takes: 0...1, "one page, by its URL or ID",
        options: [.json, .count.described(as: "list at most N sessions (50)"), .account, .cache],
        examples: [("sonic history --count 5 news.example", "the last sessions of a page")],
        run: Program.waiting(run))

    private static let usualCount = 50

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> ExitStatus {
        guard !arguments.has(.count) else {
            throw .init(message: "history --count requires a number: --count N")
        }
        let count = try arguments.number(.count, in: 1...1_000_000) ?? usualCount
        let pages = try CacheCommand(arguments)
        var page: PageID?
        if let word = arguments.words.first { page = try pages.page(word) }
        let account =
            page?.account ?? arguments.value(.account)
            ?? ConfigurationFile(pages.folders).settings.general[Settings.account]
        let reading: SessionHistory.ReadResult
        do throws(StoreFailure) {
            reading = try await SessionHistory(root: pages.cache.root, account: account).read()
        } catch {
            throw .failed("\(error)")
        }
        let sessions = reading.sessions.filter { past in
            guard let page else { return true }
            return past.pageID == page || pages.isApart(past.pageID, past.exception, from: page, past.url)
        }.prefix(count)
        for past in sessions {
            Console.print(arguments.has(.json) ? past.json.text(.compact) : line(past))
        }
        if reading.damaged > 0 {
            let lines = String.counted(reading.damaged, "line")
            Console.complain("skipped \(lines) of the history that cannot be read")
        }
        if sessions.isEmpty { Console.complain("no past sessions") }
        return .done
    }

    private static func line(_ past: PastSession) -> String {
        let code = past.code.map { " (\($0))" } ?? ""
        let versions = past.versions ?? ""
        // JSON keeps the name, and tells the rest in `why`.
        let outcome = past.whyFresh == .cacheOnly ? "offline" : past.outcome
        return VisibleText.line(
            CacheCommand.time(past.began) + "  " + (outcome + code).padded(to: 21)
                + past.bytesReceived.byteText.atRight(of: 9)
                + "\(past.took.wholeMilliseconds) ms".atRight(of: 10) + "  " + versions.padded(to: 10)
                + " " + past.url.href + (past.exception.map { "  exception: \($0)" } ?? ""))
    }
}
