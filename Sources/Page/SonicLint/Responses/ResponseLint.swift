import SonicProtocol

/// Checks the headers of a response by the rules. A response without any signs of Sonic has no findings.
public struct ResponseLint {
    /// The request's headers as sent.
    private let request: Headers
    /// The status line and headers of the response.
    private let head: ResponseHead
    /// The length of the body in bytes, content coding removed; nil if unknown.
    private let bodyBytes: Int?
    /// The length of the client's stored page; nil for none.
    private let storedBytes: Int?
    private let tags: ResponseTags
    private var headers: Headers { head.headers }
    private var isStored: Bool { tags.offline == .yes || tags.offline == .store }
    private var isPage: Bool { [200, 203].contains(head.status) && tags.isSonic }
    private var coding: String? { headers.first("content-encoding").flatMap { $0 == "identity" ? nil : $0 } }
    private var vary: String { headers.all("vary").joined(separator: ", ").lowercased() }

    private init(_ request: Headers, _ head: ResponseHead, bodyBytes: Int?, storedBytes: Int?) {
        self.request = request
        self.head = head
        self.bodyBytes = bodyBytes
        self.storedBytes = storedBytes
        tags = ResponseTags(head.headers)
    }

    /// Returns the findings in the order of the rules. Linear in the headers.
    /// - Parameters:
    ///   - head: The status line and headers of the response.
    ///   - request: The request's headers as sent.
    ///   - bodyBytes: The length of the body in bytes, content coding removed; nil if unknown.
    ///   - storedBytes: The length of the client's stored page; nil for none.
    public static func findings(
        in head: ResponseHead, to request: Headers, bodyBytes: Int?, storedBytes: Int?
    ) -> [Finding] {
        let lint = ResponseLint(request, head, bodyBytes: bodyBytes, storedBytes: storedBytes)
        return lint.tags.findings + lint.spelling + lint.missing + lint.charset + lint.caching + lint.lengths
    }

    // MARK: Names and values

    private var spelling: [Finding] {
        guard tags.isSonic || head.status == 304 else { return [] }
        var findings: [Finding] = []
        let lines = head.raw.split(separator: 0x0A).dropFirst()
        let tight = lines.compactMap { line -> String? in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon + 1 < line.endIndex else {
                return nil
            }
            let next = line[colon + 1]
            return next == 0x20 || next == 0x09 || next == 0x0D ? nil : Bytes.text(line[..<colon])
        }
        if !tight.isEmpty {
            findings.add(.headerWithoutBlank, "no space after the colon of \(tight.joined(separator: ", "))")
        }
        if let etag = tags.etag, let hash = tags.hashField, etag.utf8.count == 40,
            !Bytes.equalIgnoringCase(etag.utf8, hash.value.utf8)
        {
            findings.add(.etagUnlikeHTMLSHA1, "ETag is \(etag), \(hash.name) is \(hash.value)")
        }
        return findings
    }

    /// Missing Sonic headers; a request without Sonic misses none.
    private var missing: [Finding] {
        guard isPage, RequestConditions(request).sonic else { return [] }
        var findings: [Finding] = []
        if tags.etag == nil {
            findings.append(absentKey ?? Finding(.etagMissing, "the response has no ETag" + dropper))
        }
        if tags.templateTag == nil { findings.add(.templateTagMissing, "the response has no template-tag") }
        if tags.templateChange == nil {
            findings.add(.templateChangeMissing, "the response has no template-change")
        }
        if !headers.contains("cache-offline") {
            findings.add(.cacheOfflineMissing, "the response has no cache-offline")
        }
        return findings
    }

    /// The finding about a tag that should be in a header which is missing.
    private var absentKey: Finding? {
        guard let key = headers.first("sonic-etag-key"), !key.isEmpty, HeaderField(key, "").isWellFormed,
            !headers.contains(key)
        else { return nil }
        let other = headers.first("etag").map { "; its ETag is \($0), which clients then ignore" } ?? ""
        return Finding(.etagKeyAbsent, "sonic-etag-key is \(key), and the response has no \(key)" + other)
    }

    /// A clause about what may have dropped the ETag on the way; empty if nothing indicates it.
    private var dropper: String {
        let server = headers.first("server") ?? ""
        let isNginx = server.lowercased().contains("nginx")
        guard let name = isNginx ? "Server: \(server)" : headers.first("via").map({ "Via: \($0)" }) else {
            return coding.map {
                "; it is compressed (\($0)), and what compresses in between may drop an ETag"
            } ?? ""
        }
        let how = coding.map { ", and is compressed (\($0))" } ?? ""
        return "; it came through \(name)\(how)"
            + (isNginx ? ": nginx drops an ETag without quotes when it compresses or changes a response" : "")
    }

    /// A Sonic page declared as an encoding other than UTF-8.
    private var charset: [Finding] {
        guard isPage, tags.templateChange != .unchanged, let type = headers.first("content-type") else {
            return []
        }
        let parameters = type.lowercased().split(separator: ";").dropFirst().map {
            $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
        }
        guard let charset = parameters.first(where: { $0.hasPrefix("charset=") })?.dropFirst(8),
            !["utf-8", "utf8", "us-ascii", "ascii"].contains(charset)
        else { return [] }
        return [Finding(.charsetNotUTF8, "Content-Type: \(type)")]
    }

    // MARK: Caching

    private var caching: [Finding] {
        guard isPage else { return [] }
        var findings: [Finding] = []
        let lines = headers.all("cache-control").joined(separator: ", ")
        let control = CacheDirectives(response: headers)
        let isUnshared = ["private", "no-store", "no-cache"].contains(where: control.has)
        let offline = headers.all("cache-offline").joined(separator: ", ")
        if control.has("no-store"), !offline.isEmpty, isStored {
            findings.add(.noStoreAgainstOffline, "Cache-Control: \(lines) beside cache-offline: \(offline)")
        }
        if !control.has("no-cache"), !control.has("no-store"), let lifetime = lifetime(control) {
            findings.add(.lifetimeOnSonicPage, lifetime)
        }
        if !isUnshared, !keepsVariantsApart {
            let said = vary.isEmpty ? "no Vary" : "Vary: \(vary)"
            findings.add(.varyMissing, "the response has \(said), and Cache-Control does not say private")
        }
        if RequestConditions(request).sonic, !keepsVariantsApart, let signs = cacheSigns {
            findings.add(.answeredByCache, signs)
        }
        if headers.contains("set-cookie"), isStored {
            let names = headers.all("set-cookie").map { String($0.prefix { $0 != "=" }) }
            let isBalanced = names.allSatisfy { name in Self.balancerCookies.contains(where: name.hasPrefix) }
            findings.append(
                Finding(
                    .cookieOnPage, "Set-Cookie: \(names.joined(separator: ", "))",
                    cause: isBalanced ? .balancerCookie : nil))
        }
        return findings
    }

    /// The beginnings of the names of cookies that load balancers set by default: those of Amazon, Azure, Google,
    /// Cloudflare, F5, HAProxy's and Apache's manuals, and the ingress of Kubernetes.
    private static let balancerCookies = [
        "AWSALB", "AWSELB", "ARRAffinity", "GCLB", "__cflb", "BIGipServer", "SERVERID", "ROUTEID",
        "INGRESSCOOKIE",
    ]

    /// Whether a cache that honours Vary separates the responses for different tags.
    private var keepsVariantsApart: Bool {
        vary.contains("*") || vary.contains("accept-diff") && vary.contains("template-tag")
    }

    private func lifetime(_ control: CacheDirectives) -> String? {
        switch control.seconds("max-age") {
        case .count(let seconds): seconds > 0 ? "Cache-Control: max-age=\(seconds)" : nil
        case .absent, .invalid: headers.first("expires").flatMap { Self.isPast($0) ? nil : "Expires: \($0)" }
        }
    }

    /// Whether an Expires value is one of those that mean “never fresh”.
    private static func isPast(_ expires: String) -> Bool {
        ["0", "-1"].contains(expires) || expires.contains(" 1970 ")
    }

    /// Tags of a 304 that differ from those of the page that it confirms.
    private var otherTags: [Finding] {
        let asked = (request.first("If-None-Match") ?? "", request.first("template-tag") ?? "")
        let bare = ResponseTags.bare(asked.0)
        var others: [String] = []
        if !bare.isEmpty, let etag = tags.etag, !Bytes.equalIgnoringCase(bare.utf8, etag.utf8) {
            others.append("ETag \(etag) to If-None-Match: \(asked.0)" + Self.apart(etag, bare))
        }
        if !asked.1.isEmpty, let tag = tags.templateTag, tag != asked.1 {
            others.append("template-tag \(tag) to template-tag: \(asked.1)" + Self.apart(tag, asked.1))
        }
        guard !others.isEmpty else { return [] }
        return [Finding(.notModifiedOtherTags, "status 304 received with \(others.joined(separator: ", "))")]
    }

    private static func apart(_ came: String, _ asked: String) -> String {
        TextDifference.words(came, asked).map { " (\($0))" } ?? ""
    }

    // MARK: Lengths

    private var lengths: [Finding] {
        var findings: [Finding] = []
        if head.status == 304 {
            findings += otherTags
            if let count = bodyBytes, count > 0 {
                findings.add(.notModifiedWithBody, "status 304 with a body of \(count) bytes")
            }
            if let coding {
                findings.add(.notModifiedWithCoding, "status 304 with Content-Encoding: \(coding)")
            }
            return findings
        }
        guard tags.isSonic, let count = bodyBytes else { return findings }
        let accepts = request.all("accept-encoding").joined(separator: ",").lowercased()
        if coding == nil, count > Self.worthPacking, accepts.contains("gzip") {
            findings.add(
                .compressionMissing, "\(count) bytes received uncompressed, and the request allowed gzip")
        }
        let said = Set(headers.all("content-length")).sorted()
        if let first = said.first, !headers.contains("transfer-encoding"),
            said.count > 1 || (coding == nil ? Int(first) != count : Int(first) == nil)
        {
            let lengths = said.joined(separator: " and ")
            findings.add(
                .contentLengthWrong, "Content-Length is \(lengths), and \(count) bytes were received")
        }
        if tags.templateChange == .unchanged, let stored = storedBytes, count > stored {
            findings.add(.updateLargerThanPage, "the update has \(count) bytes, the page \(stored)")
        }
        return findings
    }

    /// Below this size a single packet contains everything anyway.
    private static let worthPacking = 1400

    // MARK: Caches

    /// The headers with signs that an intermediary cache responded instead of the server, as a clause; nil for none. Age
    /// is set only by caches, and is 0 for responses that some just received from the server (RFC 9111, section 5.1);
    /// Cache-Status is RFC 9211; the other names are those of products.
    private var cacheSigns: String? {
        var signs: [String] = []
        if let age = headers.first("age"), let seconds = Int(age), seconds > 0 { signs.append("Age: \(age)") }
        for field in headers.fields where Self.cacheHeaders.contains(where: { field.isNamed($0) }) {
            if Self.saysHit(field.value) { signs.append("\(field.name): \(field.value)") }
        }
        // The second number is that of the request that fetched what was stored.
        signs += headers.all("x-varnish").filter { $0.split(separator: " ").count == 2 }
            .map { "X-Varnish: \($0)" }
        for status in headers.all("cache-status") where Self.isHit(cacheStatus: status) {
            signs.append("Cache-Status: \(status)")
        }
        guard !signs.isEmpty else { return nil }
        let via = headers.all("via")
        return
            "\(signs.joined(separator: ", ")): an intermediate cache responded"
            + (via.isEmpty ? "" : " (Via: \(via.joined(separator: ", ")))")
    }

    /// Headers in which caches write HIT or MISS, some with a location after it.
    private static let cacheHeaders = [
        "x-cache", "x-cache-status", "x-proxy-cache", "x-cache-lookup", "cf-cache-status", "x-varnish-cache",
        "x-nginx-cache", "x-drupal-cache", "x-litespeed-cache",
    ]

    /// Whether the last of several words is a hit: the cache nearest to the client comes last.
    private static func saysHit(_ value: String) -> Bool {
        let last = value.split(separator: ",").last ?? ""
        let words = last.lowercased().split { !$0.isLetter && $0 != "_" }
        return words.contains { ["hit", "tcp_hit", "tcp_mem_hit", "stale", "updating"].contains($0) }
            && !words.contains("miss")
    }

    /// Whether one of the caches in a Cache-Status responded.
    private static func isHit(cacheStatus: String) -> Bool {
        cacheStatus.split(separator: ",").contains { cache in
            cache.split(separator: ";").dropFirst().contains { $0.lowercased().filter { $0 != " " } == "hit" }
        }
    }
}
