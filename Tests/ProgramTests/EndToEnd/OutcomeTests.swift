import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

/// A page of two blocks.
private func page(_ headline: String, weather: String = "rain", style: String = "plain") -> String {
    """
    <!DOCTYPE html><html><head><meta charset="utf-8"><title>News</title></head><body class="\(style)">
    <h1>News</h1>
    <!--sonicdiff-headlines--><p>\(headline)</p><!--sonicdiff-headlines-end-->
    <!--sonicdiff-weather--><p>\(weather)</p><!--sonicdiff-weather-end-->
    </body></html>
    """
}

@Suite struct OutcomeTests {
    @Test func `a page edited between runs goes through all outcomes`() async throws {
        let site = try await Site.serving(["news.html": page("Bridge closed")])

        let first = try await site.get("/news.html")
        #expect(first.outcome == "firstLoad")
        #expect(first.code == 1000)
        #expect(first.status == 200)

        let second = try await site.get("/news.html")
        #expect(second.outcome == "allCached")
        #expect(second.code == 304)
        #expect(second.status == 304)
        #expect(second.by == "server")

        try site.folder.write(page("Bridge reopens"), to: "news.html")
        let third = try await site.get("/news.html")
        #expect(third.outcome == "dataUpdate")
        #expect(third.callback.sonicStatus == 3)
        #expect(third.callback.received?.code == 200)
        #expect(third.callback.received?.result?.contains("<!--sonicdiff-") == true)
        #expect(third.code == 200)
        #expect(third.changedBlocks == ["headlines"])
        #expect(third.problems.map(\.rule) == ["update-larger-than-page"])
        #expect(third.reasonCode == "dataUpdate")

        try site.folder.write(page("Bridge reopens", style: "wide"), to: "news.html")
        let fourth = try await site.get("/news.html")
        #expect(fourth.outcome == "templateChange")
        #expect(fourth.code == 2000)

        try await site.stop()
        let last = try await site.get("/news.html")
        #expect(last.outcome == "offline")
        #expect(last.code == nil)
        #expect(last.reasonCode == "offline.unreachable")
        let dumped = try await site.sonic("dump", site.address + "/news.html")
        #expect(dumped.status == .exited(0))
        #expect(dumped.output.contains("Bridge reopens"))
        #expect(!dumped.errors.isEmpty)
        #expect(first.sessionId == last.sessionId)
    }

    @Test func `an update transfers fewer bytes than the page`() async throws {
        // The server compresses pages, so repeated text would hardly count.
        let filler = (0..<400).map { "<p>\(Hashes.nettle.sha1(Array("\($0)".utf8)))</p>\n" }.joined()
        let site = try await Site.serving(["a.html": page("one") + filler])
        let whole = try await site.get("/a.html")
        try site.folder.write(page("two") + filler, to: "a.html")
        let update = try await site.get("/a.html")
        #expect(update.outcome == "dataUpdate")
        #expect(update.bytesReceived * 10 < whole.bytesReceived)
    }

    @Test func `pages that differ only in their query are different pages`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let one = try await site.get("/a.html?id=1")
        let two = try await site.get("/a.html?id=2")
        #expect(one.outcome == "firstLoad")
        #expect(two.outcome == "firstLoad")
        #expect(one.sessionId != two.sessionId)
    }

    @Test func `accounts and caches are independent of each other`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let other = try TemporaryFolder()
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        #expect(try await site.get("/a.html", "--account", "ann").outcome == "firstLoad")
        #expect(try await site.get("/a.html", "--account", "ann").outcome == "allCached")
        #expect(try await site.get("/a.html", "--cache", other.path).outcome == "firstLoad")
        #expect(try await site.get("/a.html").outcome == "allCached")
    }

    @Test func `a private session writes nothing`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        #expect(try await site.get("/a.html", "--private").outcome == "firstLoad")
        #expect(try await site.get("/a.html", "--private").outcome == "firstLoad")
        #expect(site.home.names.isEmpty)
    }

    @Test func `offline pages are shown without a request`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        #expect(try await site.get("/a.html", "--offline").outcome == "failed")
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        try await site.stop()
        #expect(try await site.get("/a.html", "--offline").outcome == "fresh")
    }

    @Test func `concurrent processes that open the same page all get the full page`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 { group.addTask { try await site.get("/a.html").outcome } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 == "firstLoad" || $0 == "allCached" })
        #expect(try await site.get("/a.html").outcome == "allCached")
    }
}

@Suite struct DemoOutcomeTests {
    @Test func `every page of the demo has the outcomes it describes`() async throws {
        let site = try await Site.demo()
        func outcomes(_ path: String, _ count: Int) async throws -> [String] {
            var outcomes: [String] = []
            for _ in 0..<count { outcomes.append(try await site.get(path).outcome) }
            return outcomes
        }
        #expect(try await outcomes("/clock", 3) == ["firstLoad", "dataUpdate", "dataUpdate"])
        #expect(try await outcomes("/alternating", 3) == ["firstLoad", "templateChange", "templateChange"])
        #expect(try await outcomes("/static", 3) == ["firstLoad", "allCached", "allCached"])
        #expect(try await outcomes("/plain", 2) == ["firstLoad", "allCached"])
        #expect(try await outcomes("/offline-store", 2) == ["firstLoad", "dataUpdate"])
        let kept = try await site.get("/offline-store").callback
        #expect(kept.received?.srcCode == 200)
        #expect(kept.received?.code == 304)
        #expect(try await outcomes("/offline-false", 2) == ["firstLoad", "firstLoad"])
        #expect(try await outcomes("/offline-http", 2) == ["firstLoad", "plain"])
        #expect(try await outcomes("/slow", 1) == ["firstLoad"])
        #expect(try await outcomes("/large", 2) == ["firstLoad", "dataUpdate"])
        #expect(try await outcomes("/chinese", 1) == ["firstLoad"])
        #expect(try await outcomes("/broken-update", 2) == ["firstLoad", "templateChange"])
        #expect(try await outcomes("/unavailable", 2) == ["firstLoad", "plain"])
    }

    @Test func `a news page changes one block of several`() async throws {
        let site = try await Site.demo()
        #expect(try await site.get("/news").outcome == "firstLoad")
        let update = try await site.get("/news")
        #expect(update.outcome == "dataUpdate")
        #expect(update.changedBlocks.count == 1)
    }

    @Test func `a broken update is reported and the full page requested`() async throws {
        let site = try await Site.demo()
        _ = try await site.get("/broken-update")
        let broken = try await site.get("/broken-update")
        #expect(broken.problems.map(\.rule).contains("update-wrong-hash"))
        #expect(broken.reasonCode == "templateChange.updateRejected")
        // After two failures with the same template no tags are sent, so nothing can fail.
        _ = try await site.get("/broken-update")
        let third = try await site.get("/broken-update")
        #expect(!third.problems.map(\.rule).contains("update-wrong-hash"))
    }
}
