import Testing

/// One place for the words and the colours of a session.
@Suite struct ReportWordTests {
    /// Cases of outcomes, reasons, phases and storage results that no other enum has.
    private static let cases = [
        "firstLoad", "allCached", "dataUpdate", "templateChange", "untouched", "renewed", "notStored",
        "notAllowed",
        "cacheOnly", "comparedHere", "firstHere", "rejectedTwice", "sameETag", "sameData", "sameBytes",
        "readingCache", "checkingCache",
    ]

    /// The report and its renderers, and what is not about a session of this program.
    private static let allowed = [
        "Sources/Application/SessionReports/", "Sources/Protocol/SessionWords/",
        // Names for programs.
        "Sources/Protocol/SonicSession/Machine/SessionEvent.swift",
        "Sources/Protocol/SonicSession/Machine/SessionResult.swift",
        "Sources/Protocol/SonicSession/Reasons/Reason+Code.swift",
        // What a running session does at the moment.
        "Sources/Application/Browser/Page/Visit+Words.swift",
        // What another client makes of a response.
        "Sources/Application/Workbench/ClientModels/ClientVerdict.swift",
    ]

    @Test func `only the report and its renderers turn a case of a session into words or a colour`() throws {
        var found: [String] = []
        for file in try Repository.files(below: "Sources", ending: ".swift")
        where !Self.allowed.contains(where: { file.path.hasPrefix($0) }) {
            for (index, line) in file.lines.enumerated() where Self.isCase(line) {
                let result = line.split(separator: ":", maxSplits: 1).last.map(String.init)?.trimmed ?? ""
                let next = index + 1 < file.lines.count ? String(file.lines[index + 1]).trimmed : ""
                if Self.isWordOrColour(result.isEmpty ? next : result) {
                    found.append("\(file.path): \(line)")
                }
            }
        }
        #expect(found == [])
    }

    @Test(arguments: [
        ("        case .firstLoad: \"full page received\"", true),
        ("        case .failed, .allCached?: return \"nothing changed\"", true),
        ("        case .templateChange: self = .outcomeWhole", true),
        ("        case .dataUpdate: .network", false), ("        let name = \"firstLoad\"", false),
    ])
    func `words and colours are found where a case has them`(_ line: String, _ isFound: Bool) {
        let result = line.split(separator: ":", maxSplits: 1).last.map(String.init)?.trimmed ?? ""
        #expect((Self.isCase(line) && Self.isWordOrColour(result)) == isFound)
    }

    private static func isCase(_ line: some StringProtocol) -> Bool {
        let text = String(line).trimmed
        guard text.hasPrefix("case ") || text.hasPrefix("case("), let colon = text.lastIndex(of: ":") else {
            return false
        }
        let names = text[..<colon].split { !$0.isLetter }.map(String.init)
        return cases.contains(where: names.contains)
    }

    private static func isWordOrColour(_ text: String) -> Bool {
        let result = text.hasPrefix("return ") ? text.dropFirst(7) : text[...]
        return result.hasPrefix("\"") || result.hasPrefix("[\"")
            || ["outcome", "step", "failure"].contains { result.contains(".\($0)") }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
