import SonicProtocol
import Testing

@Suite struct CookieListTests {
    private static let now = Instant(milliseconds: 1_700_000_000_000)

    private func list(_ text: String) -> CookieList { CookieList(Array(text.utf8), now: Self.now) }

    private func jar(_ list: CookieList) -> CookieJar {
        var jar = CookieJar()
        for line in list.lines {
            if case .success(let answer) = line.content {
                jar.receive(answer.line, from: answer.url, now: Self.now)
            }
        }
        return jar
    }

    @Test func `a cookie file of another program is read`() throws {
        let list = list(
            """
            # Netscape HTTP Cookie File
            # a comment

            .a.test\tTRUE\t/\tTRUE\t1700000500\tsid\tone=two
            b.test\tFALSE\t/x/y\tFALSE\t99999999999\ttheme\tdark\r
            #HttpOnly_c.test\tFALSE\t/\tFALSE\t1700000500.25\th\t
            127.0.0.1\tFALSE\t/\tFALSE\t1700000500\tlocal\t1

            """)
        #expect(list.lines.map(\.number) == [4, 5, 6, 7])
        let cookies = jar(list).cookies
        #expect(
            cookies.map(\.scope) == [
                .domain("a.test"), .host("b.test"), .host("c.test"), .host("127.0.0.1"),
            ])
        #expect(cookies.map(\.name.text) == ["sid", "theme", "h", "local"])
        #expect(cookies.map(\.value.text) == ["one=two", "dark", "", "1"])
        #expect(cookies.map(\.path) == ["/", "/x/y", "/", "/"])
        #expect(cookies.map(\.demands) == [.secure, [], .httpOnly, []])
        #expect(cookies[0].expires == Self.now.adding(seconds: 501))
        // No cookie is kept for longer than 400 days.
        #expect(cookies[1].expires == Self.now.adding(seconds: 400 * 86_400))
    }

    @Test func `cookies that no server may set are not imported either`() {
        let lines = [
            "com\tTRUE\t/\tFALSE\t1900000000\tn\tv", "a.test\tFALSE\t/\tFALSE\t1900000000\t__Host-n\tv",
            "a.test\tFALSE\t/\tFALSE\t1900000000\tn\t" + String(repeating: "x", count: 5000),
        ]
        let kept = jar(list(lines.joined(separator: "\n"))).cookies
        // The host “com” itself may have a host-only cookie.
        #expect(kept.map(\.scope) == [.host("com")])
    }
}
