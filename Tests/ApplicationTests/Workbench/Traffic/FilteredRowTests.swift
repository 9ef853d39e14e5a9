import Exchanges
import SonicProtocol
import SonicSession
import Testing

@testable import Workbench

/// What a filter knows of the rows of the traffic.
@Suite struct FilteredRowTests {
    private static func rows() async throws -> [TrafficRow] {
        typealias Scene = TrafficScene
        var style = Scene.Entry(
            at: 10, agent: "Mozilla/5.0 (X11) Firefox/133.0", url: "http://quay.example/a.css")
        style.headers = [("Content-Type", "text/css"), ("Set-Cookie", "a=1")]
        style.body = String(repeating: "p{}", count: 4000)
        var moved = Scene.Entry(at: 20, url: "http://quay.example/old?x=1", status: 301)
        moved.headers = [("Location", "http://quay.example/nowhere")]
        var post = Scene.Entry(at: 30, method: "POST", url: "http://other.example/send", status: 503)
        post.headers = [("Content-Type", "text/html"), ("Retry-After", "9")]
        return try await Scene.rows(
            Scene.har([
                Scene.whole("low"), style, moved, post, Scene.update(from: "low", to: "high", at: 50),
            ]))
    }

    @Test func `a filter shows the rows that match all of its terms`() async throws {
        let rows = try await Self.rows()
        let cases: [(String, [Int])] = [
            ("", [1, 2, 3, 4, 5]), ("   ", [1, 2, 3, 4, 5]),
            ("outcome:dataUpdate", [5]), ("outcome:data-update,first-load", [1, 5]),
            ("client:firefox", [2]), ("client:CURL", [1, 3, 4, 5]), ("-client:curl", [2]),
            ("status:2xx", [1, 2, 5]), ("status:301,503", [3, 4]), ("-status:2xx -status:301", [4]),
            ("path:/tides", [1, 5]), ("path:/old*", [3]), ("path:*.css", [2]),
            ("header:set-cookie", [2]), ("header:retry-after:9", [4]),
            ("header:\"Content-Type: text/css\"", [2]),
            ("body:sonicdiff", [1, 5]), ("-body:sonicdiff", [2, 3, 4]), ("body:SONICDIFF", []),
            ("has:error", [4]), ("has:cookie", [2]), ("has:redirect", [3]), ("has:update", [5]),
            ("size:>10k", [2]), ("size:<10k has:body", [1, 5]), ("method:post", [4]),
            ("time:<3600s", [1, 2, 3, 4, 5]), ("time:>3600s", []), ("-has:finding", [1, 2, 3]),
            ("outcome:redirect or method:POST", [3, 4]), ("-outcome:firstLoad,dataUpdate", [2, 3, 4]),
            ("quay", [1, 2, 3, 5]), ("QUAY -css", [1, 3, 5]), ("other.example/send", [4]),
        ]
        for (line, expected) in cases {
            let filter = try ExchangeFilter(line)
            #expect(rows.filter { $0.matches(filter) }.map(\.id) == expected, "\(line)")
        }
    }
}
