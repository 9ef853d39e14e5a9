import Testing

/// Things to have fewer of. Each number is the current count: a higher one is a finding, and a lower one has to be
/// recorded here, so that it does not grow again.
@Suite struct CountTests {
    /// The number of `default:` cases in each target; they hide new cases from the compiler.
    private static let defaults: [String: Int] = [
        "Browser": 13, "BrowserValues": 2, "BrowserServices": 8, "CSS": 23, "CellGrid": 12, "CurlSockets": 2,
        "Exchanges": 2,
        "HTML": 55, "PageCache": 4, "PageLayout": 68, "SonicLint": 4, "SonicProtocol": 38, "SonicProxy": 6,
        "SonicServer": 21,
        "SessionReports": 2, "SessionWords": 1, "SonicSession": 6, "SystemLibraries": 1, "Terminal": 9,
        "Transport": 5,
        "URLSessionConnection": 1, "Workbench": 16,
        "sonic": 6,
    ]

    /// The number of files that declare or extend a type, if there are more than a dozen.
    private static let spread: [String: Int] = [
        "Browser.Model": 42, "PageLayout.Flow": 21,
    ]

    /// The number of functions with one base name in one type, if there are more than ten.
    private static let overloads: [String: Int] = [:]

    @Test func `no target has more default cases than before`() throws {
        var counts: [String: Int] = [:]
        for file in try Repository.files(below: "Sources", ending: ".swift") where file.mentions("default:") {
            let count = file.lines.count { $0.drop { $0 == " " }.hasPrefix("default:") }
            if count > 0 { counts[file.target, default: 0] += count }
        }
        #expect(Self.changes(counts, Self.defaults) == [])
    }

    @Test func `no further type is spread over more than a dozen files`() throws {
        var files: [String: Set<String>] = [:]
        for file in try Repository.files(below: "Sources", ending: ".swift") {
            for line in file.lines {
                guard let name = Self.opened(by: line) else { continue }
                files["\(file.target).\(name)", default: []].insert(file.path)
            }
        }
        #expect(Self.changes(files.mapValues(\.count).filter { $0.value > 12 }, Self.spread) == [])
    }

    @Test func `no further type has more than ten functions of one base name`() throws {
        var overloads: [String: Int] = [:]
        var takes: [String] = []
        for file in try Repository.files(below: "Sources", ending: ".swift") {
            var type = ""
            for line in file.lines {
                type = Self.opened(by: line) ?? type
                guard let name = Self.function(in: line) else { continue }
                overloads["\(file.target).\(type).\(name)", default: 0] += 1
                if name == "take" { takes.append(file.path) }
            }
        }
        #expect(Self.changes(overloads.filter { $0.value > 10 }, Self.overloads) == [])
        // The name does not say what happens to the argument.
        #expect(takes == [])
    }

    @Test func `only a few properties of the browser's model can be set outside its file`() throws {
        let model = try Repository.file("Sources/Application/Browser/Model.swift")
        let stored = model.lines.filter { $0.hasPrefix("    var ") && $0.last != "{" && $0.last != "}" }
        #expect((1...8).contains(stored.count))
    }

    @Test func `no tuple is assigned to more than two names`() throws {
        var places: [String] = []
        for file in try Repository.files(below: "Sources", ending: ".swift") where file.mentions(") = (") {
            for (index, line) in file.lines.enumerated() where Self.namesAssigned(by: line) > 2 {
                places.append("\(file.path):\(index + 1)")
            }
        }
        // It is hard to see which value belongs to which name: write a line for each.
        #expect(places == [])
    }

    @Test func `a count that differs in either direction is reported`() {
        #expect(Self.changes(["a": 2, "b": 1], ["a": 1, "b": 1]) == ["a: 2, was 1: make it fewer"])
        #expect(
            Self.changes(["b": 1], ["a": 1, "b": 2]) == [
                "a: 0, was 1: write it down", "b: 1, was 2: write it down",
            ])
        #expect(Self.opened(by: "extension Model.Row: Sendable {") == "Model.Row")
        #expect(Self.opened(by: "package struct Model {") == "Model")
        #expect(Self.opened(by: "    struct Inner {") == nil && Self.opened(by: "let extension1 = 2") == nil)
        #expect(Self.function(in: "    mutating func take(_ event: Event) {") == "take")
        #expect(Self.namesAssigned(by: "    let (a, b, c) = (1, f(2, 3), 4)") == 3)
        #expect(Self.namesAssigned(by: "(self.a, b.c) = (1, 2)") == 2)
        #expect(Self.namesAssigned(by: "        let (a, b, c) = f(1)") == 0)
        #expect(Self.namesAssigned(by: "if (a, b, c) == (1, 2, 3) {") == 0)
        #expect(
            Self.function(in: "    /// as func does") == nil
                && Self.function(in: "    static func == (") == nil)
    }

    private static func changes(_ now: [String: Int], _ before: [String: Int]) -> [String] {
        Set(now.keys).union(before.keys).sorted().compactMap { name in
            let (count, old) = (now[name] ?? 0, before[name] ?? 0)
            return count == old
                ? nil : "\(name): \(count), was \(old): \(count > old ? "make it fewer" : "write it down")"
        }
    }

    /// The type whose top-level declaration or extension begins on this line.
    private static func opened(by line: Substring) -> String? {
        guard line.last == "{", line.first != " ", line.first != "/" else { return nil }
        let words = line.split { $0 == " " || $0 == ":" || $0 == "<" || $0 == "{" }
        guard let keyword = words.firstIndex(where: Self.keywords.contains), keyword + 1 < words.count else {
            return nil
        }
        return String(words[keyword + 1])
    }

    private static let keywords: Set<Substring> = [
        "struct", "class", "enum", "actor", "protocol", "extension",
    ]

    /// The number of names that a tuple literal is assigned to on this line; 0 if there is none.
    private static func namesAssigned(by line: Substring) -> Int {
        var code = line.drop { $0 == " " }
        for keyword in ["let ", "var "] where code.hasPrefix(keyword) { code = code.dropFirst(4) }
        guard code.first == "(", let end = code.firstIndex(of: ")"), code[end...].hasPrefix(") = (") else {
            return 0
        }
        return code[..<end].split(separator: ",").count
    }

    /// The base name of the function declared on this line.
    private static func function(in line: Substring) -> String? {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("/") else { return nil }
        let words = code.split(separator: " ")
        guard let keyword = words.firstIndex(of: "func"), keyword + 1 < words.count else { return nil }
        let name = words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.isEmpty ? nil : String(name)
    }
}
