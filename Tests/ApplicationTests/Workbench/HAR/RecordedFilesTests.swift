import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Exchanges
@testable import Workbench

/// Recordings of real traffic, replayed: docs/guide/debugging.md says how they were made.
@Suite struct RecordedFilesTests {
    @Test func `a recording of mitmproxy is replayed as its sessions`() async throws {
        let traces = await Recorded.traces(try Recorded.recording("mitmproxy.har"))
        // The last request is curl's, without Sonic, and it got the same page.
        #expect(traces.compactMap { $0.result?.outcome.name } == ["firstLoad", "dataUpdate", "allCached"])
        #expect(traces[1].result?.changedBlocks == ["tide"])
        let page = String(decoding: traces[1].page ?? [], as: UTF8.self)
        #expect(page.contains("High water at 14:27.") && page.contains("“high” is high water"))
        #expect(traces[1].page == traces[2].page)
    }

    @Test func `a recording of sonic is written again with the same entries`() async throws {
        let recording = try Recorded.recording("sonic-update.har")
        let trace = try #require(await Recorded.traces(recording).first)
        var log = HARLog(version: "1")
        log.add(trace)
        let again = try Recording(har: Array(log.value.text().utf8))
        #expect(again.exchanges.count == 1)
        let (old, new) = (recording.exchanges[0], again.exchanges[0])
        #expect(
            old.url == new.url && old.content == new.content && old.session?.outcome == new.session?.outcome)
        #expect(old.head?.headers == new.head?.headers && old.began == new.began)
        #expect(old.cache?.page?.version == new.cache?.page?.version)
    }
}
