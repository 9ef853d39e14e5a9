import Browser
import PageScripts
import SonicProtocol
import TestSupport
import Testing
import Workbench

@testable import SonicSession

/// Pages whose scripts handle an update in many manners, right and wrong, with the verdicts about them.
///
/// In a page `[[old|new]]` is what the update changes; its first line says what a reader of its source sees.
@Suite struct CallbackPageTests {
    private static let folder = "Tests/ProgramTests/PageScripts/"
    private static let rows = TableRow.all(in: folder + "Callbacks.table")

    @Test(arguments: rows)
    func `the verdict about a page is that of the row, for the causes in it`(row: TableRow) async throws {
        let page = try GoldenFile.text(Self.folder + "Pages/\(row[0]).html")
        let run = try #require(ScriptPage.run(String(page.drop { $0 != "\n" }.dropFirst())))
        let verdict = CallbackVerdict(run, await ScriptPage.reports(run))
        #expect(verdict.judgement.rawValue == row[1])
        #expect(verdict.changed.filter { !verdict.patched.contains($0) }.joined(separator: " ") == row[2])
        #expect(verdict.causes.map { "\($0)" } == row.lines(3))
    }
}

/// Runs the scripts of pages in the program.
enum ScriptPage {
    /// Returns the run of a page with `[[old|new]]` in it; nil if no block changes.
    static func run(_ page: String, as client: ClientModel = .android) -> CallbackRun? {
        let place = #/\[\[([^|]*?)\|(.*?)\]\]/#.dotMatchesNewlines()
        let old = Array(page.replacing(place) { $0.1 }.utf8)
        let new = Array(page.replacing(place) { $0.2 }.utf8)
        let changes = PageSplit(html: old).changes(in: old, to: PageSplit(html: new), in: new) ?? []
        let update = DiffCallback.Update(
            blocks: changes.map { .init(name: "{\($0.name)}", text: Bytes.text(new[$0.new])) },
            localRefreshTime: 3)
        let extra = DiffCallback.Extra(etag: nil, templateTag: nil, cacheOffline: nil, isReload: false)
        guard let url = WebURL("http://tides.example/today") else { return nil }
        return CallbackRun(
            DiffCallback(code: 200, srcCode: 200, update: update, extra: extra), url: url, from: old, to: new,
            as: client)
    }

    static func reports(_ run: CallbackRun) async -> Result<CallbackRun.Reports, ScriptFailure> {
        do {
            return await ScriptProcess.run(run, program: try binary(named: "sonic"))
        } catch {
            return .failure(.system("\(error)"))
        }
    }
}
