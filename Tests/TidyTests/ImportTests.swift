import Testing

@Suite struct ImportTests {
    @Test func `every target imports only what the table allows`() throws {
        var findings: [Finding] = []
        for file in try Repository.files(below: "Sources", ending: ".swift") {
            guard let allowed = ImportTable.allowed(in: file) else {
                findings.append(
                    Finding(path: file.path, line: 1, message: "“\(file.target)” is not in the table"))
                continue
            }
            var (isStandIn, isText) = (false, false)
            for (index, line) in file.lines.enumerated() {
                // A text of several lines may be code in another language.
                if line.contains("\"\"\"") { isText.toggle() }
                if isText { continue }
                isStandIn = Self.standsIn(line) ?? isStandIn
                guard let name = Self.imported(by: line), !allowed.contains(name) else { continue }
                if isStandIn, ImportTable.isStandIn(name, for: allowed) { continue }
                findings.append(
                    Finding(
                        path: file.path, line: index + 1, message: "\(file.target) may not import \(name)"))
            }
        }
        #expect(findings == [])
    }

    @Test func `the libraries import Glibc only if it is available`() throws {
        let libraries: Set = [
            "SonicProtocol", "SonicSession", "SessionWords", "HTML", "SonicLint", "SonicClient",
            "PageCache", "URLSessionConnection",
        ]
        var findings: [Finding] = []
        for file in try Repository.files(below: "Sources", ending: ".swift")
        where libraries.contains(file.target) {
            var before: Substring = ""
            for (index, line) in file.lines.enumerated() {
                if Self.imported(by: line) == "Glibc", !before.hasPrefix("#if canImport(Glibc)") {
                    findings.append(
                        Finding(path: file.path, line: index + 1, message: "other systems have no Glibc"))
                }
                before = line
            }
        }
        #expect(findings == [])
    }

    @Test func `the table contains only targets that exist`() {
        for target in Array(ImportTable.pure.keys) + Array(ImportTable.impure.keys)
            + Array(ImportTable.pureFolders.keys)
        {
            #expect(ImportTable.layers.contains { Repository.exists("Sources/\($0)/\(target)") }, "\(target)")
        }
    }

    @Test func `no layer imports from one above it`() throws {
        let files = try Repository.files(below: "Sources", ending: ".swift")
        let layers = Dictionary(files.map { ($0.target, $0.layer) }, uniquingKeysWith: { first, _ in first })
        for (target, allowed) in ImportTable.pure.merging(ImportTable.impure, uniquingKeysWith: { $1 }) {
            let height = ImportTable.layers.firstIndex(of: layers[target] ?? "")
            for lower in allowed {
                guard let layer = layers[lower] else { continue }
                #expect(
                    (ImportTable.layers.firstIndex(of: layer) ?? .max) <= (height ?? -1),
                    "\(target): \(lower)")
            }
        }
    }

    @Test func `no folder of a target has more than thirty files`() throws {
        let files = try Repository.files(below: "Sources", ending: ".swift")
        let folders = Dictionary(grouping: files) {
            $0.path.split(separator: "/").dropLast().joined(separator: "/")
        }
        for (folder, files) in folders { #expect(files.count <= 30, "\(folder): \(files.count)") }
    }

    @Test func `no pure target imports an impure one, and no two import each other`() {
        for (target, allowed) in ImportTable.pure {
            #expect(allowed.isDisjoint(with: ImportTable.impure.keys), "\(target) is pure")
            for lower in allowed { #expect(ImportTable.pure[lower]?.contains(target) != true, "\(target)") }
        }
    }

    @Test func `a substitute is allowed only for the module that it replaces`() {
        #expect(ImportTable.isStandIn("Musl", for: ["Glibc"]))
        #expect(!ImportTable.isStandIn("Musl", for: ["SonicProtocol"]))
        #expect(ImportTable.isStandIn("struct Foundation.Date", for: []))
        #expect(!ImportTable.isStandIn("Foundation", for: ["FoundationEssentials"]))
        #expect(Self.standsIn("#else") == true && Self.standsIn("    #elseif canImport(Musl)") == true)
        #expect(Self.standsIn("#if canImport(Glibc)") == false && Self.standsIn("#endif") == false)
        #expect(Self.standsIn("    import Musl") == nil)
    }

    @Test func `an import is found in all its forms`() {
        #expect(Self.imported(by: "import Glibc") == "Glibc")
        #expect(Self.imported(by: "  import Glibc.stdio // why") == "Glibc")
        #expect(Self.imported(by: "@preconcurrency import Glibc") == "Glibc")
        #expect(Self.imported(by: "@_implementationOnly public import Glibc") == "Glibc")
        #expect(
            Self.imported(by: "import struct FoundationEssentials.Date")
                == "struct FoundationEssentials.Date")
        #expect(Self.imported(by: "import struct Glibc.stat") == "struct Glibc.stat")
        #expect(Self.imported(by: "// import Glibc") == nil)
        #expect(Self.imported(by: "let importance = 1") == nil)
    }

    /// Whether the lines after this one are in an `#else` branch; nil for lines that do not change it.
    private static func standsIn(_ line: Substring) -> Bool? {
        let word = line.drop { $0 == " " }
        if word.hasPrefix("#else") { return true }
        return word.hasPrefix("#if") || word.hasPrefix("#endif") ? false : nil
    }

    /// The module that a line imports, or the kind and full name of a scoped import; nil for other lines.
    private static func imported(by line: Substring) -> String? {
        var words = line.split(separator: " ")[...]
        let modifiers = ["public", "package", "internal", "fileprivate", "private"]
        while let word = words.first, word.hasPrefix("@") || modifiers.contains(String(word)) {
            words = words.dropFirst()
        }
        guard words.popFirst() == "import", let first = words.popFirst() else { return nil }
        let kinds = ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"]
        if kinds.contains(String(first)), let name = words.first { return "\(first) \(name)" }
        return first.split(separator: ".").first.map(String.init)
    }
}
