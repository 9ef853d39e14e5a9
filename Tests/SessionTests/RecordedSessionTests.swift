import SessionWords
import SonicProtocol
@testable import SonicSession
import SystemLibraries
import Testing

/// A session as it was recorded.
@Suite struct RecordedSessionTests {
    @Test func `the session does what it did when it was recorded`() throws {
        let url = try #require(WebURL("http://127.0.0.1:8427/tides.html"))
        let readings: [CacheReadResult] = [
            CacheReadResult(
                page: StoredPage(
                    number: 1,
                    version: PageVersion(
                        url: url,
                        html: Array(
                            """
                            <!doctype html>
                            <title>Harbour</title>
                            <h1>Harbour</h1>
                            <p>What comes in and goes out, as the harbour master has it.
                            <!--sonicdiff-tide-->
                            <p>High water at 14:02.
                            <!--sonicdiff-tide-end-->
                            <p>All times are those of the harbour; “high” is high water.

                            """.utf8),
                        sha1: "1bcaf3144687c738557b6e2b08e281bbc3a2fa64",
                        etag: "1bcaf3144687c738557b6e2b08e281bbc3a2fa64",
                        templateTag: "4ecb30b59f2a20e44c8df824b560dfa955f6be7e",
                        headers: Headers([
                            HeaderField("Date", "Sun, 22 Nov 2026 08:55:40 GMT"),
                            HeaderField("Content-Type", "text/html; charset=utf-8"),
                            HeaderField("Cache-Control", "private, no-cache"),
                            HeaderField("Vary", "accept-diff, Accept-Encoding"),
                            HeaderField("Etag", "1bcaf3144687c738557b6e2b08e281bbc3a2fa64"),
                            HeaderField("template-tag", "4ecb30b59f2a20e44c8df824b560dfa955f6be7e"),
                            HeaderField("template-change", "true"),
                            HeaderField("Cache-Offline", "true"),
                            HeaderField("Content-Encoding", "gzip"),
                            HeaderField("Content-Length", "189"),
                        ]),
                        stored: Instant(milliseconds: 1795337740775), updateFailures: 0),
                    checked: Instant(milliseconds: 1795337740775)))
        ]
        let replies: [SessionPlay.Reply] = [
            .answered(
                head: """
                    200 OK
                    Date: Sun, 22 Nov 2026 08:55:40 GMT
                    Content-Type: text/html; charset=utf-8
                    Cache-Control: private, no-cache
                    Vary: accept-diff, Accept-Encoding
                    Etag: 08616daff023cbd70eb882a431548760793a2ea3
                    template-tag: 4ecb30b59f2a20e44c8df824b560dfa955f6be7e
                    template-change: false
                    Cache-Offline: true
                    Content-Encoding: gzip
                    Content-Length: 202
                    """,
                body: Array(
                    """
                    {"data":{"{title}":"<title>Harbour</title>","{tide}":"<!--sonicdiff-tide-->\\n<p\
                    >High water at 14:27.\\n<!--sonicdiff-tide-end-->"},"template-tag":"4ecb30b59f2a\
                    20e44c8df824b560dfa955f6be7e","html-sha1":"08616daff023cbd70eb882a431548760793a2\
                    ea3","diff":""}
                    """.utf8))
        ]
        var play = SessionPlay(readings, now: Instant(milliseconds: 1795337740861), hashes: .nettle, replies)
        let order = SessionOrder(url: url, mode: .open, headers: RequestHeaders(product: "sonic"))
        #expect(
            play.run(order)
                == """
                show version 1
                ask http://127.0.0.1:8427/tides.html accept-diff etag=1bcaf314… \
                tag=4ecb30b5…
                patch tide
                write commit 254 bytes
                end dataUpdate 200: dataUpdate(etag: changed(old: 1bcaf314…, new: 08616daf…), templateTag: \
                same(4ecb30b5…), announcement: declared(false), changed: 1, slots: 2, proof: \
                htmlSHA1(08616daf…))
                """)
    }
}
