import Testing

/// A member is found by the name of its type: an extension stands in a file that is named after the type.
@Suite struct ExtensionTests {
    /// The number of extensions with shared members that stand elsewhere, without those that only conform.
    private static let most = 20

    @Test func `extensions with shared members stand in files of their types' names`() throws {
        var strays: [Finding] = []
        for file in try Repository.files(below: "Sources", ending: ".swift") {
            let path = file.path.split(separator: "/").map(String.init)
            let name = path.last.map { String($0.prefix { $0 != "+" && $0 != "." }) }
            for (index, type) in Self.extensions(in: file.lines)
            where !type.split(separator: ".").contains(where: { String($0) == name })
                // The ids of rules stand beside the rules.
                && !(name == "Rule" && type == "RuleID")
            {
                strays.append(Finding(path: file.path, line: index + 1, message: "extends \(type)"))
            }
        }
        #expect(strays.count <= Self.most, "\(strays.map(\.description).joined(separator: "\n"))")
    }

    @Test func `private extensions, conformances and private members are left out`() {
        let lines: [Substring] = [
            "extension Page.Line {", "    func a() {}", "}", "private extension Page {", "    func b() {}",
            "}",
            "extension Page: Sendable {", "    func c() {}", "}", "extension Page {",
            "    private func d() {}",
            "    static let e = 1", "}", "extension [Page] {", "    fileprivate var f: Int { 1 }", "}",
        ]
        let found = Self.extensions(in: lines)
        #expect(found.map(\.type) == ["Page.Line", "Page"])
        #expect(found.map(\.index) == [0, 9])
    }

    /// Returns the extensions with members that other files use, with the indices of their lines.
    private static func extensions(in lines: [Substring]) -> [(index: Int, type: String)] {
        var found: [(index: Int, type: String)] = []
        var open: (index: Int, type: String)?
        for (index, line) in lines.enumerated() {
            if line == "}" { open = nil }
            let words = line.split(separator: " ").map(String.init)
            if !line.hasPrefix(" "), let place = words.firstIndex(of: "extension"), words.count > place + 1 {
                let isShared = !words[..<place].contains { $0.hasSuffix("private") } && !line.contains(": ")
                open = isShared ? (index, words[place + 1].filter { !"[]".contains($0) }) : nil
            }
            guard let (start, type) = open, line.hasPrefix("    "), !line.hasPrefix("     "),
                words.contains(where: Self.openers.contains), !words[0].hasSuffix("private"),
                !words[0].hasPrefix("//")
            else { continue }
            found.append((start, type))
            open = nil
        }
        return found
    }

    private static let openers: Set = [
        "func", "var", "let", "subscript", "struct", "enum", "class", "actor", "protocol", "typealias",
    ]
}
