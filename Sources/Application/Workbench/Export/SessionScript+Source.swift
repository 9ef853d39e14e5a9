import Exchanges
import SessionWords
import SonicProtocol
import SonicSession

extension SessionScript {
    /// The source code of a test.
    struct Source {
        let result: SessionResult
        let mode: SessionMode
        let now: Instant
        let readings: [CacheReadResult]
        let replies: [SessionPlay.Reply]
        /// The steps of the session, one per line.
        let course: String
        let secrets: Secrets

        func text() throws(SessionScript.NotWritable) -> String {
            let address = secrets.text(result.requested.href)
            return """
                \(Self.imports)

                /// A session as it was recorded.
                @Suite struct RecordedSessionTests {
                    @Test func `the session does what it did when it was recorded`() throws {
                        let url = try #require(WebURL(\(SwiftLiteral.line(address))))
                        let readings: [CacheReadResult] = [
                \(try listed(readings) { reading throws(SessionScript.NotWritable) in try source(reading) })
                        ]
                        let replies: [SessionPlay.Reply] = [
                \(try listed(replies) { reply throws(SessionScript.NotWritable) in try source(reply) })
                        ]
                        var play = SessionPlay(readings, now: \(source(now)), hashes: .nettle, replies)
                        let order = SessionOrder(url: url, mode: .\(mode), headers: RequestHeaders(product: "sonic"))
                        #expect(
                            play.run(order)
                                == \(SwiftLiteral.lines(secrets.text(course), margin: Self.margin(4))))
                    }
                }

                """
        }

        /// The imports of a test.
        private static let imports = [
            "SessionWords", "SonicProtocol", "SonicSession", "SystemLibraries", "Testing",
        ]
        .map { "import \($0)" }.joined(separator: "\n")

        private static func margin(_ depth: Int) -> String { String(repeating: "    ", count: depth) }

        /// Returns the entries of an array, each on separate lines.
        private func listed<Entry>(
            _ entries: [Entry], _ source: (Entry) throws(SessionScript.NotWritable) -> String
        ) throws(SessionScript.NotWritable) -> String {
            var lines: [String] = []
            for entry in entries { lines.append(Self.margin(3) + (try source(entry))) }
            return lines.joined(separator: ",\n")
        }

        private func source(_ moment: Instant) -> String { "Instant(milliseconds: \(moment.milliseconds))" }

        private func source(_ reading: CacheReadResult) throws(SessionScript.NotWritable) -> String {
            var parts: [String] = []
            if let page = reading.page { parts.append("page: " + (try source(page))) }
            if let page = reading.compared { parts.append("compared: " + (try source(page))) }
            if let until = reading.sonicOff { parts.append("sonicOff: " + source(until)) }
            if !reading.redirects.isEmpty {
                let hops = reading.redirects.map(source).joined(separator: ", ")
                parts.append("redirects: [\(hops)]")
            }
            if let failure = reading.failure { parts.append("failure: ." + source(failure)) }
            guard !parts.isEmpty else { return "CacheReadResult()" }
            let separator = ",\n" + Self.margin(4)
            return "CacheReadResult(\n\(Self.margin(4))\(parts.joined(separator: separator)))"
        }

        private func source(_ hop: SessionResult.Redirect) -> String {
            let ends = [hop.from, hop.to].map {
                "#require(WebURL(\(SwiftLiteral.line(secrets.text($0.href)))))"
            }
            return "try SessionResult.Redirect(from: \(ends[0]), to: \(ends[1]), status: \(hop.status))"
        }

        private func source(_ page: StoredPage) throws(SessionScript.NotWritable) -> String {
            let version = page.version
            let margin = Self.margin(5)
            func text(_ value: String?) -> String { value.map(SwiftLiteral.line) ?? "nil" }
            let address = secrets.text(version.url.href)
            let isSame = address == secrets.text(result.requested.href)
            let url = isSame ? "url" : "#require(WebURL(\(SwiftLiteral.line(address))))"
            return """
                StoredPage(
                \(margin)number: \(page.number),
                \(margin)version: \(isSame ? "" : "try ")PageVersion(
                \(margin)    url: \(url),
                \(margin)    html: \(try source(version.html, depth: 6)),
                \(margin)    sha1: \(text(version.sha1)),
                \(margin)    etag: \(text(version.etag)),
                \(margin)    templateTag: \(text(version.templateTag)),
                \(margin)    headers: \(source(version.headers, depth: 6)),
                \(margin)    stored: \(source(version.stored)), updateFailures: \(version.updateFailures)),
                \(margin)checked: \(source(page.checked)))
                """
        }

        private func source(_ headers: Headers, depth: Int) -> String {
            let margin = Self.margin(depth)
            let fields = headers.fields.map { field in
                let (name, value) = (field.name, secrets.value(of: field))
                return "\(margin)    HeaderField(\(SwiftLiteral.line(name)), \(SwiftLiteral.line(value))),\n"
            }
            return fields.isEmpty ? "Headers()" : "Headers([\n\(fields.joined())\(margin)])"
        }

        private func source(_ bytes: [UInt8], depth: Int) throws(SessionScript.NotWritable) -> String {
            guard !bytes.isEmpty else { return "[]" }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .noText }
            let margin = Self.margin(depth + 1)
            return "Array(\n\(margin)\(SwiftLiteral.lines(text, margin: margin)).utf8)"
        }

        private func source(_ reply: SessionPlay.Reply) throws(SessionScript.NotWritable) -> String {
            func parts(_ head: String, _ body: [UInt8]) throws(SessionScript.NotWritable) -> String {
                let margin = Self.margin(4)
                return "\n\(margin)head: \(SwiftLiteral.lines(head, margin: Self.margin(5))),\n"
                    + "\(margin)body: \(try source(body, depth: 4))"
            }
            switch reply {
            case .answered(let head, let body): return ".answered(\(try parts(head, body)))"
            case .cut(let head, let body, let failure):
                return ".cut(\(try parts(head, body)), .\(source(failure)))"
            case .lost(let failure): return ".lost(.\(source(failure)))"
            }
        }

        private func source(_ failure: StoreFailure) -> String {
            func text(_ value: String) -> String { SwiftLiteral.line(value) }
            return switch failure {
            case .unusable(let path, let reason): "unusable(path: \(text(path)), reason: \(text(reason)))"
            case .full(let path): "full(path: \(text(path)))"
            case .failed(let operation, let path, let reason):
                "failed(operation: \(text(operation)), path: \(text(path)), reason: \(text(reason)))"
            }
        }

        private func source(_ failure: ConnectionFailure) -> String {
            func text(_ value: String) -> String { SwiftLiteral.line(secrets.text(value)) }
            return switch failure {
            case .unsupportedScheme(let scheme): "unsupportedScheme(\(text(scheme)))"
            case .unknownHost(let host): "unknownHost(\(text(host)))"
            case .unreachable(let host, let port, let detail):
                "unreachable(host: \(text(host)), port: \(port), detail: \(text(detail)))"
            case .insecure(let host, let detail): "insecure(host: \(text(host)), detail: \(text(detail)))"
            case .certificateWanted(let host, let detail):
                "certificateWanted(host: \(text(host)), detail: \(text(detail)))"
            case .withoutTLS(let port, let detail): "withoutTLS(port: \(port), detail: \(text(detail)))"
            case .timedOut(let phase, let after):
                "timedOut(.\(phase), after: .milliseconds(\(after.wholeMilliseconds)))"
            case .overdue(let limit): "overdue(limit: .milliseconds(\(limit.wholeMilliseconds)))"
            case .truncated(let received, let expected):
                "truncated(received: \(received), expected: \(expected.map(String.init) ?? "nil"))"
            case .reset(let detail): "reset(detail: \(text(detail)))"
            case .proxy(let detail): "proxy(detail: \(text(detail)))"
            case .malformed(let detail): "malformed(detail: \(text(detail)))"
            case .undecodable(let detail): "undecodable(detail: \(text(detail)))"
            case .refused(let name, let detail):
                "refused(by: ConnectionName(rawValue: \(text(name.rawValue))), detail: \(text(detail)))"
            case .cancelled: "cancelled"
            case .withheld(let reason): "withheld(reason: \(text(reason)))"
            case .unsendable(let detail): "unsendable(detail: \(text(detail)))"
            case .exhausted(let detail): "exhausted(detail: \(text(detail)))"
            case .libraryMissing(let detail): "libraryMissing(detail: \(text(detail)))"
            case .other(let code, let detail): "other(code: \(code), detail: \(text(detail)))"
            }
        }
    }
}
