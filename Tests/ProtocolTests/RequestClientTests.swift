import Testing

@testable import SonicProtocol

/// The headers of VasSonic's own clients, in their order and case.
@Suite struct RequestClientTests {
    private func lines(
        _ client: RequestClient, _ asked: RequestConditions, cookies: HeaderValue? = nil,
        custom: [HeaderField] = []
    ) -> [String] {
        RequestHeaders(product: "app/1", custom: custom, client: client)
            .headers(asked, lastModified: "a date", cookies: cookies, reload: .validate).fields
            .map { "\($0.name): \($0.value)" }
    }

    private static let known = RequestConditions(etag: "e1", templateTag: "t1", date: true)

    @Test func `requests as the Android SDK`() {
        #expect(
            lines(.android, Self.known, cookies: "a=1", custom: [HeaderField("X-App", "2")]) == [
                "accept-diff: true", "If-None-Match: e1", "template-tag: t1", "method: GET",
                "Accept-Encoding: gzip", "Accept-Language: zh-CN,zh;", "sonic-sdk-version: Sonic/2.0.0",
                "X-App: 2", "Cookie: a=1", "User-Agent: app/1 Sonic/2.0.0",
            ])
        #expect(
            lines(.android, RequestConditions()) == [
                "accept-diff: true", "If-None-Match: ", "template-tag: ", "method: GET",
                "Accept-Encoding: gzip", "Accept-Language: zh-CN,zh;", "sonic-sdk-version: Sonic/2.0.0",
                "User-Agent: app/1 Sonic/2.0.0",
            ])
    }

    @Test func `requests as the iOS framework`() {
        let load = "sonic-load-type: __SONIC_HEADER_VALUE_SONIC_LOAD__"
        #expect(
            lines(.ios, Self.known, cookies: "a=1", custom: [HeaderField("X-App", "2")]) == [
                "accept-diff: true", "method: GET", "accept-Encoding: gzip", "accept-Language: zh-CN,zh;",
                "sonic-sdk-version: Sonic/2.0.0", load, "If-None-Match: e1", "template-tag: t1",
                "User-Agent: app/1", "X-App: 2", "Cookie: a=1",
            ])
        let first = lines(.ios, RequestConditions())
        #expect(first.contains("If-None-Match: ") && first.contains("template-tag: "))
        // A missing tag of the stored page is left out.
        let half = lines(.ios, RequestConditions(templateTag: "t1"))
        #expect(half.contains("template-tag: t1") && !half.contains { $0.hasPrefix("If-None-Match") })
    }

    @Test func `a user's header replaces an SDK's in place, or removes it if empty`() {
        let custom = [
            HeaderField("accept-language", "de"), HeaderField("template-tag", ""),
            HeaderField("Cookie", "b=2"),
        ]
        #expect(
            lines(.android, RequestConditions(), cookies: "a=1", custom: custom) == [
                "accept-diff: true", "If-None-Match: ", "method: GET", "Accept-Encoding: gzip",
                "accept-language: de", "sonic-sdk-version: Sonic/2.0.0", "Cookie: b=2",
                "User-Agent: app/1 Sonic/2.0.0",
            ])
    }

    @Test func `a request without Sonic has this program's own headers, whatever the client`() {
        #expect(
            lines(.ios, RequestConditions(sonic: false)) == lines(.sonic, RequestConditions(sonic: false)))
    }

    @Test func `tags and Sonic support can be read from a request's headers`() {
        let headers = RequestHeaders(product: "app/1").headers(
            RequestConditions(etag: "e1", templateTag: "t1"), lastModified: nil, cookies: nil, reload: .none)
        #expect(RequestConditions(headers) == RequestConditions(etag: "e1", templateTag: "t1"))
        let first = RequestHeaders(product: "app/1", client: .android).headers(
            RequestConditions(), lastModified: nil, cookies: nil, reload: .none)
        #expect(RequestConditions(first) == RequestConditions())
        #expect(RequestConditions(Headers()) == RequestConditions(sonic: false))
    }

    @Test(
        arguments: [
            ("W/\"Ab\"", "ETag", "ab", "Ab", "Ab"), ("w/\"Ab\"", "ETag", "ab", "w/\"Ab\"", "Ab"),
            ("W/Ab", "eTag", "ab", "Ab", "Ab"), ("\"Ab\"", "ETag", "\"Ab\"", "\"Ab\"", "Ab"),
            ("Ab", "ETag", "Ab", "Ab", "Ab"), ("W/\"Ab\"", "X-Tag", "ab", "W/\"Ab\"", "Ab"),
            ("W/", "ETag", "", "W/", ""),
        ] as [(String, String, String, String, String)])
    func `each client changes a validator in its own way`(
        _ etag: String, _ name: String, _ android: String, _ ios: String, _ sonic: String
    ) {
        #expect(RequestClient.android.stored(etag, named: name) == android)
        #expect(RequestClient.ios.stored(etag, named: name) == ios)
        #expect(RequestClient.sonic.stored(etag, named: name) == sonic)
    }
}
