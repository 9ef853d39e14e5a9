import SonicProtocol

/// The findings about a page that was just saved, for the log of its server. Based on the page alone: nothing is
/// requested.
package struct SavedPageReport: Equatable, Sendable {
    /// The page's path on the server.
    package let path: String
    /// The errors and warnings, errors first. Notes are omitted.
    package private(set) var findings: [Finding]

    /// Creates a report about a page. Linear in it.
    /// - Parameters:
    ///   - path: Its path on the server, which begins with a slash.
    ///   - html: Its bytes.
    package init(path: String, html: [UInt8]) {
        self.path = path
        let found = PageLint.findings(in: html)
        findings = [Finding.Severity.error, .warning].flatMap { severity in
            found.filter { $0.severity == severity }.prefix(Self.most)
        }
    }

    /// The maximum number of findings of one severity.
    private static let most = 10

    /// One line for each finding, such as `/news.html: error block-unclosed: …`; a line that says so if there is none.
    package var lines: [String] {
        guard !findings.isEmpty else { return ["\(path): no errors or warnings"] }
        return findings.map { "\(path): \($0.severity.rawValue) \($0.rule.rawValue): \($0.message)" }
    }

    /// The same report without its findings, if there is no room for them.
    package var withoutFindings: SavedPageReport {
        var report = self
        report.findings = []
        return report
    }

    /// Returns the report as one JSON object.
    /// - Parameter time: When the page was saved, in the log's format.
    package func json(at time: String) -> JSONValue {
        [
            "time": .string(time), "saved": .string(path),
            "findings": .array(
                findings.map { finding in
                    [
                        "rule": .string(finding.rule.rawValue),
                        "severity": .string(finding.severity.rawValue), "message": .string(finding.message),
                    ]
                }),
        ]
    }
}
