import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

@Suite struct SessionLogTests {
    private func records(
        stored: StoredPage?, mode: SessionMode, _ replies: [Reply]
    ) throws -> [SessionRecord] {
        var play = Play(stored: stored, replies)
        play.terms = SiteTerms { $0.localServer = .off }
        _ = play.run(mode)
        var trace = SessionTrace(Play.url, mode: mode)
        for event in play.events { trace.handle(event, at: .milliseconds(3)) }
        trace.handle(.ended(try #require(play.result)), at: .microseconds(12_345))
        return trace.log
    }

    @Test func `a record is a line of JSON with the wall-clock time and the session's time`() throws {
        let records = try records(stored: nil, mode: .open, [Sample.full(v1)])
        let saved = try #require(records.first { $0.event == .didSaveCache })
        #expect(
            saved.json(at: Instant(milliseconds: 1_700_000_000_045)).text()
                == "{\"time\":\"2023-11-14T22:13:20.045Z\",\"at\":12.345,\"event\":\"SessionDidSaveCache\","
                + "\"url\":\"http://news.example/\",\"message\":\"\(saved.message)\",\"version\":8}")
    }

    @Test func `times before 1970 and far from it are formatted too`() throws {
        let record = SessionRecord(event: .step, at: .zero, url: Play.url, content: .beside(""), figures: [])
        for (milliseconds, text) in [
            (Int64(-1), "1969-12-31T23:59:59.999Z"), (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_007, "2000-02-29T00:00:00.007Z"), (253_402_300_800_000, "10000-01-01T00:00:00.000Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (-62_167_219_200_001, "-0001-12-31T23:59:59.999Z"),
            (-99_999_999_999_999, "-1199-02-15T14:13:20.001Z"),
        ] {
            let line = record.json(at: Instant(milliseconds: milliseconds)).text()
            #expect(line.contains("\"\(text)\""))
        }
        #expect(record.json(at: Instant(milliseconds: .min)).text().hasPrefix("{\"time\":\""))
    }

    @Test func `a redirect changes the log's address`() throws {
        let records = try records(
            stored: nil, mode: .open,
            [.answer("302 Found\nLocation: /next", body: ""), Sample.full(v1)])
        let next = try WebURL.parse("http://news.example/next")
        #expect(records.contains { $0.content == .redirected(next, status: 302) })
        #expect(records.last?.url.href == "http://news.example/next")
    }
}
