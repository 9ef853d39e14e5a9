import SonicProtocol
import Testing

private func head(_ text: String) -> ResponseHead {
    let lines = text.split(separator: "\n").map { $0 + "\r\n" }.joined()
    return ResponseHead(raw: Array(("HTTP/1.1 " + lines + "\r\n").utf8))!
}

private func kind(_ text: String, _ asked: RequestConditions = RequestConditions()) -> AnswerKind {
    let head = head(text)
    return ResponseClassifier.classify(head, tags: ResponseTags(head.headers), asked: asked)
}

@Suite struct ResponseClassifierTests {
    @Test func `a 304 is valid only for a request with a validator`() {
        #expect(kind("304 Not Modified", RequestConditions(etag: "x")) == .notModified)
        #expect(kind("304 Not Modified", RequestConditions(date: true)) == .notModified)
        guard case .invalid = kind("304 Not Modified") else { return #expect(Bool(false)) }
    }

    @Test(arguments: [
        "*/*", "unknown/unknown", "application/unknown; a=b", "text", "/html", "text/", "a b/c", "",
    ])
    func `a meaningless Content-Type counts as missing`(_ type: String) {
        #expect(kind("200 OK\nContent-Type: \(type)") == .page(.plain))
    }

    @Test func `false and 0 announce an update, and anything else a page`() {
        for value in ["false", "FALSE", "0"] { #expect(kind("200 OK\ntemplate-change: \(value)") == .update) }
        for value in ["true", "1", "no", "garbage"] {
            #expect(kind("200 OK\ntemplate-change: \(value)") == .page(.sonic))
        }
    }

    @Test func `any of three headers makes a response a Sonic response`() {
        for name in ["template-tag", "TEMPLATE-CHANGE", "Cache-Offline"] {
            #expect(kind("200 OK\n\(name): x") == .page(.sonic))
        }
        #expect(kind("200 OK\nETag: x\nsonic-etag-key: ETag") == .page(.plain))
        #expect(kind("200 OK\nContent-Type: image/png") == .page(.notHTML))
        #expect(kind("200 OK\nContent-Type: Text/HTML;charset=x") == .page(.plain))
    }

    @Test func `a 503 is unavailable for a Sonic request and an error for any other`() {
        #expect(kind("503 Busy") == .unavailable)
        #expect(kind("503 Busy", RequestConditions(sonic: false)) == .error(503))
    }

    @Test func `redirects require a Location`() {
        #expect(kind("302 Found\nLocation: /a") == .redirect(location: "/a"))
        #expect(kind("302 Found") == .invalid(.redirectWithoutLocation(status: 302, isEmpty: false)))
        #expect(
            kind("302 Found\nLocation:") == .invalid(.redirectWithoutLocation(status: 302, isEmpty: true)))
    }

    @Test(arguments: [200, 201, 202, 203, 207, 210, 299, 300])
    func `a successful status has a page`(_ status: Int) {
        #expect(kind("\(status) Done") == .page(.plain))
        #expect(kind("\(status) Done\nContent-Type: image/png") == .page(.notHTML))
    }

    @Test(arguments: [
        (204, InvalidResponse.Content.nothing), (205, .nothing), (206, .part), (226, .changes),
        (305, .nothing),
        (600, .nothing),
    ])
    func `a status without a page is classified by its content`(
        _ status: Int, _ content: InvalidResponse.Content
    ) {
        #expect(kind("\(status) Done") == .invalid(.noPage(status: status, content)))
    }
}

@Suite struct ResponseTagsTests {
    private func tags(_ lines: String...) -> ResponseTags {
        ResponseTags(head("200 OK\ntemplate-tag: t\n" + lines.joined(separator: "\n")).headers)
    }

    @Test func `weak and quoted validators are unquoted and reported`() {
        #expect(tags("ETag: W/\"abc\"").etag == "abc")
        #expect(tags("ETag: w/\"abc\"").findings.map(\.rule) == [.etagWeak])
        #expect(tags("ETag: \"abc\"").etag == "abc")
        #expect(tags("ETag: \"abc\"").findings.map(\.rule) == [.etagQuoted])
        #expect(tags("Etag: abc").findings.isEmpty)
    }

    @Test(
        arguments: [
            (["ETag: W/\"a\""], "ETag: W/\"a\" is weak"),
            (
                ["ETag: W/\"a\"", "Content-Encoding: br"],
                "ETag: W/\"a\" is weak, and the response is compressed, which weakens tags"
            ),
            (["ETag: W/\"a\"", "Content-Encoding: identity"], "ETag: W/\"a\" is weak"),
            (
                ["ETag: \"a-gzip\""],
                "ETag: \"a-gzip\" is quoted; Sonic servers compare bare tags; it ends in -gzip, which what "
                    + "compresses appends, as Apache's mod_deflate does"
            ),
            (
                ["ETag: a;br\""],
                "ETag: a;br\" is quoted; Sonic servers compare bare tags; it ends in ;br, which what compresses "
                    + "appends, as Apache's mod_deflate does"
            ),
            (["ETag: \"gzip\""], "ETag: \"gzip\" is quoted; Sonic servers compare bare tags"),
        ] as [([String], String)])
    func `what the headers show about a weak or quoted validator is said, and nothing else`(
        _ lines: [String], _ message: String
    ) {
        #expect(tags(lines.joined(separator: "\n")).findings.map(\.message) == [message])
    }

    @Test func `sonic-etag-key names the validator's header in any case`() {
        #expect(tags("sonic-etag-key: x-tag", "X-Tag: abc", "ETag: other").etag == "abc")
        #expect(tags("sonic-etag-key: Etag", "ETAG: abc").etag == "abc")
        #expect(tags("sonic-etag-key:", "ETag: abc").etag == "abc")
        #expect(tags("sonic-etag-key: x-tag", "ETag: abc").etag == nil)
    }

    @Test func `duplicate headers count once and are reported`() {
        let doubled = tags("template-change: false", "template-change: true")
        #expect(doubled.templateChange == .unchanged)
        #expect(doubled.findings.map(\.rule) == [.headerDoubled])
    }

    @Test(arguments: ["True", "False", "FALSE", "TRUE"])
    func `a template-change in another case is accepted and quoted as received`(value: String) {
        let tags = tags("template-change: \(value)")
        #expect(tags.templateChange == (value.lowercased() == "false" ? .unchanged : .changed))
        #expect(
            tags.findings.map(\.message) == [
                "template-change: \(value) is neither true nor false, which clients want in lower case"
            ])
    }

    @Test(arguments: ["True", "HTTP", "Store", "FALSE"])
    func `a cache-offline in another case is accepted and quoted as received`(value: String) {
        let tags = tags("cache-offline: \(value)")
        #expect(tags.offline.rawValue == value.lowercased())
        #expect(tags.findings.map(\.rule) == [.cacheOfflineUnknown])
        #expect(tags.findings.first?.message.hasPrefix("cache-offline: \(value) is none of") == true)
    }

    @Test func `the most restrictive of several cache-offline values counts`() {
        #expect(tags().offline == .yes)
        #expect(tags("cache-offline: TRUE").offline == .yes)
        #expect(tags("cache-offline: true", "cache-offline: store").offline == .store)
        #expect(tags("cache-offline: false", "cache-offline: true").offline == .no)
        #expect(tags("cache-offline: http", "cache-offline: false").offline == .http)
        #expect(tags("cache-offline: maybe").offline == .yes)
        #expect(tags("cache-offline: maybe").findings.map(\.rule) == [.cacheOfflineUnknown])
    }

    @Test func `a head is parsed with and without a space after the colon`() {
        let raw = Array(
            "HTTP/1.1 200 \r\nContent-Length:363\r\nA: b\r\nA: c\r\n folded\r\nnonsense\r\n\r\n".utf8)
        let head = ResponseHead(raw: raw)
        #expect(head?.status == 200)
        #expect(head?.reason == "")
        #expect(head?.headers.first("content-length") == "363")
        #expect(head?.headers.all("a") == ["b", "c folded"])
        #expect(ResponseHead(raw: Array("SSH-2.0-x\r\n".utf8)) == nil)
    }
}
