import SessionWords
import SonicProtocol

/// What is wrong with a page that was just saved, for the log of the server that serves it. Told by the page alone: nothing is
/// requested.
public struct SavedPageReport: Equatable, Sendable {
    /// The page's path on the server.
    public let path: String
    /// What is wrong, errors first. Notes are for whoever asks.
    public private(set) var findings: [Finding]

    /// A report about a page. Linear in it.
    /// - Parameters:
    ///   - path: Its path on the server, which begins with a slash.
    ///   - html: Its bytes.
    public init(path: String, html: [UInt8]) {
        self.path = path
        let found = PageLint.findings(in: html)
        findings = [Finding.Severity.error, .warning].flatMap { severity in
            found.filter { $0.severity == severity }.prefix(Self.most)
        }
    }

    /// The most findings of a severity that are told.
    private static let most = 10

    /// One line for each finding, such as `/news.html: error block-unclosed: …`; one that says so where there is none.
    public var lines: [String] {
        guard !findings.isEmpty else { return ["\(path): no errors or warnings"] }
        return findings.map { "\(path): \($0.severity.rawValue) \($0.rule.rawValue): \($0.message)" }
    }

    /// The same page without what is wrong with it, where there is no room for that.
    public var withoutFindings: SavedPageReport {
        var report = self
        report.findings = []
        return report
    }

    /// The same as one object.
    /// - Parameter time: When the page was saved, as the log writes times.
    public func json(at time: String) -> JSONValue {
        .object([
            .init("time", .string(time)),
            .init("saved", .string(path)),
            .init(
                "findings",
                .array(
                    findings.map { finding in
                        .object([
                            .init("rule", .string(finding.rule.rawValue)),
                            .init("severity", .string(finding.severity.rawValue)),
                            .init("message", .string(finding.message)),
                        ])
                    })),
        ])
    }
}
