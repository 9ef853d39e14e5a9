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
    private var isPage: Bool { head.status == 200 && tags.isSonic }

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
            findings.append(
                Finding(
                    .headerWithoutBlank,
                    "no space after the colon of \(tight.joined(separator: ", "))"))
        }
        if let etag = tags.etag, let hash = tags.hashField, etag.utf8.count == 40,
            !Bytes.equalIgnoringCase(etag.utf8, hash.value.utf8)
        {
            findings.append(Finding(.etagUnlikeHTMLSHA1, "ETag is \(etag), \(hash.name) is \(hash.value)"))
        }
        return findings
    }

    /// Missing Sonic headers; a request without Sonic misses none.
    private var missing: [Finding] {
        guard isPage, RequestConditions(request).sonic else { return [] }
        var findings: [Finding] = []
        if tags.etag == nil {
            findings.append(
                absentKey ?? Finding(.etagMissing, "the response has no ETag" + dropper))
        }
        if tags.templateTag == nil {
            findings.append(Finding(.templateTagMissing, "the response has no template-tag"))
        }
        if tags.templateChange == nil {
            findings.append(Finding(.templateChangeMissing, "the response has no template-change"))
        }
        if !headers.contains("cache-offline") {
            findings.append(Finding(.cacheOfflineMissing, "the response has no cache-offline"))
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
        let coding = headers.first("content-encoding").flatMap { $0 == "identity" ? nil : $0 }
        guard server.lowercased().contains("nginx") || headers.contains("via") else {
            return coding.map {
                "; it is compressed (\($0)), and what compresses in between may drop an ETag"
            } ?? ""
        }
        let name =
            server.lowercased().contains("nginx") ? "Server: \(server)" : "Via: \(headers.first("via") ?? "")"
        let how = coding.map { ", and is compressed (\($0))" } ?? ""
        return
            "; it came through \(name)\(how): nginx drops an ETag without quotes when it compresses or changes a response"
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
        if control.has("no-store"), headers.contains("cache-offline"), tags.offline != .no,
            tags.offline != .http
        {
            findings.append(
                Finding(
                    .noStoreAgainstOffline,
                    "Cache-Control: \(lines) beside cache-offline: "
                        + headers.all("cache-offline").joined(separator: ", ")))
        }
        if !control.has("no-cache"), !control.has("no-store"), let lifetime = lifetime(control) {
            findings.append(Finding(.lifetimeOnSonicPage, lifetime))
        }
        if !isUnshared, !keepsVariantsApart {
            let vary = headers.all("vary").joined(separator: ", ").lowercased()
            let said = vary.isEmpty ? "no Vary" : "Vary: \(vary)"
            findings.append(
                Finding(
                    .varyMissing,
                    "the response has \(said), and Cache-Control does not say private"))
        }
        if RequestConditions(request).sonic, !keepsVariantsApart, let signs = SharedCacheSigns(headers) {
            findings.append(Finding(.answeredByCache, signs.words))
        }
        if headers.contains("set-cookie"), tags.offline == .yes || tags.offline == .store {
            let names = headers.all("set-cookie").map { String($0.prefix { $0 != "=" }) }
            findings.append(Finding(.cookieOnPage, "Set-Cookie: \(names.joined(separator: ", "))"))
        }
        return findings
    }

    /// Whether a cache that honours Vary separates the responses for different tags.
    private var keepsVariantsApart: Bool {
        let vary = headers.all("vary").joined(separator: ", ").lowercased()
        return vary.contains("*") || vary.contains("accept-diff") && vary.contains("template-tag")
    }

    private func lifetime(_ control: CacheDirectives) -> String? {
        switch control.seconds("max-age") {
        case .count(let seconds): seconds > 0 ? "Cache-Control: max-age=\(seconds)" : nil
        case .absent, .invalid:
            headers.first("expires").flatMap { Self.isPast($0) ? nil : "Expires: \($0)" }
        }
    }

    /// Whether an Expires value is one of those that mean “never fresh”.
    private static func isPast(_ expires: String) -> Bool {
        ["0", "-1"].contains(expires) || expires.contains(" 1970 ")
    }

    /// Tags of a 304 that differ from those of the page that it confirms.
    private var otherTags: [Finding] {
        var others: [String] = []
        if let asked = request.first("If-None-Match"), !asked.isEmpty, let etag = tags.etag,
            !Bytes.equalIgnoringCase(ResponseTags.bare(asked).utf8, etag.utf8)
        {
            others.append(
                "ETag \(etag) to If-None-Match: \(asked)" + Self.apart(etag, ResponseTags.bare(asked)))
        }
        if let asked = request.first("template-tag"), !asked.isEmpty, let tag = tags.templateTag, tag != asked
        {
            others.append("template-tag \(tag) to template-tag: \(asked)" + Self.apart(tag, asked))
        }
        return others.isEmpty
            ? []
            : [
                Finding(
                    .notModifiedOtherTags,
                    "status 304 received with \(others.joined(separator: ", "))")
            ]
    }

    private static func apart(_ came: String, _ asked: String) -> String {
        TextDifference.words(came, asked).map { " (\($0))" } ?? ""
    }

    // MARK: Lengths

    private var lengths: [Finding] {
        var findings: [Finding] = []
        let coding = headers.first("content-encoding").flatMap { $0 == "identity" ? nil : $0 }
        if head.status == 304 {
            findings += otherTags
            if let count = bodyBytes, count > 0 {
                findings.append(
                    Finding(.notModifiedWithBody, "status 304 with a body of \(count) bytes"))
            } else if let framing = headers.first("transfer-encoding") {
                findings.append(
                    Finding(.notModifiedWithBody, "status 304 with Transfer-Encoding: \(framing)"))
            }
            if let coding {
                findings.append(
                    Finding(.notModifiedWithCoding, "status 304 with Content-Encoding: \(coding)"))
            }
            return findings
        }
        guard tags.isSonic, let count = bodyBytes else { return findings }
        let accepts = request.all("accept-encoding").joined(separator: ",").lowercased()
        if coding == nil, count > Self.worthPacking, accepts.contains("gzip") {
            findings.append(
                Finding(
                    .compressionMissing,
                    "\(count) bytes received uncompressed, and the request allowed gzip"))
        }
        if coding == nil, !headers.contains("transfer-encoding"),
            let said = headers.first("content-length").flatMap({ Int($0) }), said != count
        {
            findings.append(
                Finding(.contentLengthWrong, "Content-Length is \(said), and \(count) bytes were received"))
        }
        if tags.templateChange == .unchanged, let stored = storedBytes, count > stored {
            findings.append(
                Finding(.updateLargerThanPage, "the update has \(count) bytes, the page \(stored)"))
        }
        return findings
    }

    /// Below this size a single packet contains everything anyway.
    private static let worthPacking = 1400
}
