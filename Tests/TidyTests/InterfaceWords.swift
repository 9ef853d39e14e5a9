/// The words of the interface to other programs, files and scripts, as the source spells them: they stay the same when
/// names in the code change.
struct InterfaceWords {
    /// The raw values of enums, one enum a line.
    private(set) var cases: Set<String> = []
    /// The options of both programs.
    private(set) var options: Set<String> = []
    /// The names of JSON members that are read or written.
    private(set) var members: Set<String> = []
    /// The programs' exit statuses.
    private(set) var statuses: Set<String> = []

    init(_ files: [Repository.File]) {
        var rows: [String: [String]] = [:]
        for file in files {
            readEnums(of: file)
            for type in Self.rowTypes where !Self.isOfProgram(type) || file.target == "sonic" {
                rows[type, default: []] += Self.rows(of: type, in: file)
            }
            let writesJSON = file.mentions("JSON")
            for line in file.lines where !Self.isComment(line) {
                for literal in Self.literals(in: line) {
                    if Self.isOption(literal) { options.insert(literal) }
                }
                let isRow = (Self.rowTypes + ["Fault"]).contains { line.contains(" = \($0)(\"") }
                if writesJSON, !isRow { members.formUnion(Self.members(in: line)) }
            }
        }
        for words in rows.values where !words.isEmpty {
            cases.insert(words.sorted().joined(separator: " "))
        }
    }

    /// The text of the golden file.
    var text: String {
        let parts: [(String, Set<String>)] = [
            ("options", options), ("words that enums are", cases), ("members of JSON", members),
            ("exit statuses", statuses),
        ]
        return parts.map { title, words in "# \(title)\n" + words.sorted().joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    // MARK: Enums

    private mutating func readEnums(of file: Repository.File) {
        var open: (indent: Int, kind: String, words: [String])?
        for line in file.lines where !Self.isComment(line) {
            let indent = line.prefix { $0 == " " }.count
            if let block = open, indent <= block.indent, line.dropFirst(indent).hasPrefix("}") {
                close(block.kind, block.words)
                open = nil
            }
            if let kind = Self.rawType(of: line), open == nil {
                open = (indent, kind, [])
            } else if let block = open, indent == block.indent + 4 {
                let code = line.dropFirst(indent)
                if code.hasPrefix("case ") { open?.words += Self.rawValues(String(code.dropFirst(5))) }
            } else if let block = open, let last = block.words.last, last.hasSuffix(","),
                indent == block.indent + 8
            {
                open?.words.removeLast()
                open?.words.append(String(last.dropLast()))
                open?.words += Self.rawValues(String(line.dropFirst(indent)))
            }
        }
    }

    private mutating func close(_ kind: String, _ words: [String]) {
        // Sentences are not part of the interface.
        guard !words.isEmpty, !words.contains(where: { $0.contains(" ") }) else { return }
        if kind == "Int32" {
            statuses.formUnion(words)
        } else {
            cases.insert(words.sorted().joined(separator: " "))
        }
    }

    /// The raw type of an enum that begins on this line: a string, or an exit status.
    private static func rawType(of line: Substring) -> String? {
        let words = line.split(whereSeparator: { " :,{".contains($0) })
        guard let index = words.firstIndex(of: "enum"), index + 2 < words.count else { return nil }
        return ["String", "Int32"].first { words[(index + 2)...].contains(Substring($0)) }
    }

    /// `one, two = "2"` gives `one` and `2`; a trailing comma stays for the next line.
    private static func rawValues(_ text: String) -> [String] {
        let isOpen = text.hasSuffix(",")
        var values = text.split(separator: ",").map { part in
            let side = part.split(separator: "=", maxSplits: 1).last ?? part
            return side.drop { $0 == " " }.filter { !"`\"".contains($0) }
        }
        if isOpen, let last = values.popLast() { values.append(last + ",") }
        return values
    }

    /// The types of rows that begin with a name: the browser's commands, the rules of the lint, the faults, the
    /// subcommands and options of the program.
    private static let rowTypes = ["Command", "RuleID", "ResponseFault", "Subcommand", "Option"]

    private static func isOfProgram(_ type: String) -> Bool { ["Subcommand", "Option"].contains(type) }

    /// The names of the rows of a type: the first string of each, on its first line or the next.
    static func rows(of type: String, in file: Repository.File) -> [String] {
        let opening = file.mentions("let table: [\(type)] = [") ? "        .init(" : " = \(type)("
        guard file.mentions(opening) else { return [] }
        let lines = file.lines
        return zip(lines, lines.dropFirst()).compactMap { line, next in
            if line.hasSuffix(opening) { return literals(in: next).first }
            return line.contains(opening + "\"") ? literals(in: line).first : nil
        }
    }

    // MARK: Strings

    private static func isComment(_ line: Substring) -> Bool { line.drop { $0 == " " }.hasPrefix("//") }

    /// The string literals of a line, except those with quotes inside.
    private static func literals(in line: Substring) -> [String] {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }

    private static func isOption(_ text: String) -> Bool {
        guard text.hasPrefix("--"), text.utf8.count > 3, text.utf8.dropFirst(2).first != 0x2D else {
            return false
        }
        return text.dropFirst(2).utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    }

    /// `.init("name",`, `"name":`, `node["name"]`, `"name", in: node` and the like: strings of letters and digits that
    /// name JSON members.
    private static func members(in line: Substring) -> [String] {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { index in
            guard index % 2 == 1, index + 1 < parts.count else { return false }
            let name = parts[index]
            guard let first = name.utf8.first, first != 0x2D, name.utf8.allSatisfy(isNamePart) else {
                return false
            }
            let before = parts[index - 1]
            let after = parts[index + 1]
            return after.hasPrefix(":") || before.hasSuffix(".init(") || before.hasSuffix("[")
                || before.hasSuffix("(") && (after.hasPrefix(",") || after.hasPrefix(")"))
        }.map { String(parts[$0]) }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}
