import BrowserValues
import CellGrid
import PageCache
import SessionWords
import SonicProtocol
import SonicSession

/// `sonic history [URL]`: the sessions that have ended, the latest first.
enum HistoryCommand {
    private static let usualCount = 50

    static func run(
        _ arguments: Arguments, words: [String]
    ) async throws(Arguments.Mistake) -> ExitStatus {
        let folders = Folders(Environment())
        guard words.count <= 1 else { throw .init(message: "history takes one page: sonic history [URL|ID]") }
        let count = try arguments.number(.count, in: 1...1_000_000) ?? usualCount
        let cache = try World.cache(arguments, folders)
        let pages = CacheCommand(cache: cache, arguments, folders)
        var page: PageID?
        if let word = words.first { page = try pages.page(word) }
        let account =
            page?.account ?? arguments.value(.account) ?? ConfigurationFile(folders).settings.general.account
        let reading: SessionHistory.ReadResult
        do throws(StoreFailure) {
            reading = try await SessionHistory(root: cache.root, account: account).read()
        } catch {
            Console.complain("\(error)")
            return .failed
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
