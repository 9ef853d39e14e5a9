import SonicProtocol

/// A date, a Set-Cookie, and the headers of a request, a stored response and a newer response, with separators between
/// them.
enum CachingInput {
    private static let now = Instant(milliseconds: 1_795_229_058_552)

    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        var reader = InputReader(bytes)
        try checkDate(reader.section())
        try checkCookie(reader.section())
        guard let url = WebURL("http://a.example/b?c") else { return }
        let query = Headers(behindFirstLineOf: reader.section())
        guard let stored = ResponseHead(raw: reader.section()) else { return }
        let newer = ResponseHead(raw: reader.everything())
        for mode in CacheMode.allCases {
            let effective = mode.effective(for: query)
            let first = CachePolicy(CacheQuery(headers: query, mode: effective), stored: [])
            guard var response = first.storable(stored, of: url, requested: now, received: now) else {
                continue
            }
            if case .whole = response.extent { response.extent = .whole(1000) }
            let policy = CachePolicy(
                CacheQuery(headers: query, mode: effective),
                stored: [StoredVariant(number: 1, response: response)])
            for age: Int64 in [0, 1, 1 << 20, 1 << 40] {
                try check(policy.decide(at: now.adding(seconds: age)), policy, newer, of: url)
            }
        }
    }

    private static func checkDate(_ bytes: [UInt8]) throws(BrokenPromise) {
        let text = Bytes.text(bytes)
        guard let moment = HTTPDate.parse(text, now: now) else { return }
        let again = HTTPDate.parse(HTTPDate.text(moment), now: now)
        try promise(again == moment, "a date written anew is the same moment: \(text)")
    }

    private static func checkCookie(_ bytes: [UInt8]) throws(BrokenPromise) {
        guard let url = WebURL("https://a.example/b/c") else { return }
        var jar = CookieJar()
        jar.receive(HeaderValue(bytes), from: url, now: now)
        for cookie in jar.cookies {
            try promise(
                cookie.name.bytes.count + cookie.value.bytes.count <= CookieJar.sizeLimit, "cookies are small"
            )
        }
        guard let line = jar.cookieLine(for: url, now: now).line else { return }
        try promise(HeaderField("Cookie", line).isWellFormed, "a cookie that is kept can be sent: \(line)")
    }

    private static func check(
        _ decision: CacheDecision, _ policy: CachePolicy, _ newer: ResponseHead?, of url: WebURL
    ) throws(BrokenPromise) {
        switch decision {
        case .use(let use), .useAndRefresh(let use):
            let range = use.storedRange
            try promise(
                range.lowerBound >= 0 && range.upperBound <= use.variant.response.extent.count,
                "what is used lies in what is stored: \(range)")
            _ = use.headers(age: 1)
        case .ask(let question):
            _ = question.headers(policy.query.headers)
            guard let newer else { return }
            _ = policy.verdict(on: newer, to: question, of: url, requested: now, received: now)
            _ = CachePolicy.invalidated(by: newer, method: "POST", url: url)
        case .notCached, .gatewayTimeout: break
        }
    }
}
