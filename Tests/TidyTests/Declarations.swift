/// The declarations of a source file, read line by line: enough to tell whether a symbol in a document exists.
struct Declarations {
    /// The names of types, members and cases.
    private(set) var names: Set<String> = []
    /// The types that may have members: those declared and those extended.
    private(set) var owners: Set<String> = []

    private static let types: Set<String> = ["struct", "enum", "class", "actor", "protocol"]
    private static let members: Set<String> = ["func", "var", "let", "typealias"]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "private(set)", "fileprivate(set)",
        "static", "final", "nonisolated", "nonisolated(nonsending)",
        "mutating", "indirect", "override", "lazy", "weak",
    ]

    init(_ file: Repository.File) {
        for line in file.lines { read(line) }
    }

    /// Whether a symbol such as `PageCache` or `PageCache.load` is declared, its last part in the types before it.
    func have(_ symbol: String) -> Bool {
        let parts = symbol.split(separator: ".").map(String.init)
        guard let last = parts.last else { return false }
        return names.contains(last) && parts.dropLast().allSatisfy(owners.contains)
    }

    private mutating func read(_ line: Substring) {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { return }
        let words = code.split(separator: " ")
        guard let index = words.firstIndex(where: Self.opens), index + 1 < words.count,
            words[..<index].allSatisfy({ $0.hasPrefix("@") || Self.modifiers.contains(String($0)) })
        else { return }
        let rest = words[(index + 1)...].joined(separator: " ")
        switch words[index] {
        case "extension":
            owners.formUnion(rest.prefix { $0 != ":" && $0 != " " }.split(separator: ".").map(String.init))
        case "case":
            // `case one, two(Int)` declares two names; `case .one:` declares none.
            for part in Self.pieces(of: rest) where Self.name(part) != "" { names.insert(Self.name(part)) }
        case let kind:
            let name = Self.name(rest)
            names.insert(name)
            if Self.types.contains(String(kind)) { owners.insert(name) }
        }
    }

    /// Whether this word introduces a declaration.
    private static func opens(_ word: Substring) -> Bool {
        types.contains(String(word)) || members.contains(String(word)) || word == "case"
            || word == "extension"
    }

    /// The name at the start of a text, without the backticks of an escaped keyword.
    private static func name(_ text: some StringProtocol) -> String {
        String(text.drop { $0 == " " || $0 == "`" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }

    /// The parts between top-level commas.
    private static func pieces(of text: String) -> [Substring] {
        var depth = 0
        return text.split { letter in
            if letter == "(" || letter == "[" { depth += 1 }
            if letter == ")" || letter == "]" { depth -= 1 }
            return letter == "," && depth == 0
        }
    }
}
