import TestSupport
import Testing

/// The interface to other programs, files and scripts stays the same when names in the code change. Commands with their
/// keys, settings and rules are in docs/guide/keys.md, docs/guide/configuration.md and docs/reference/lint.md, which
/// are compared as well.
struct InterfaceTests {
    @Test func `options, words, JSON members and exit statuses match the golden file`() throws {
        let path = "Tests/TidyTests/Goldens/interface.txt"
        let text = InterfaceWords(try Repository.files(below: "Sources", ending: ".swift")).text
        let difference = try GoldenFile.difference(text, at: path)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `every setting is in the list of settings, in order`() throws {
        // There is no other list of settings: reading, printing, checking, documenting and completing use it.
        let lines = try Repository.file("Sources/Application/Configuration/Settings+Rows.swift").lines
        let start = try #require(lines.firstIndex { $0.contains(" let table") })
        let rows = lines[..<start].compactMap { line in
            line.firstRange(of: " static let ").map { line[$0.upperBound...].prefix { $0.isLetter } }
        }
        let listed = lines[(start + 1)...].flatMap { $0.split { !$0.isLetter } }
        #expect(rows == listed && rows.count > 50)
    }

    @Test func `words are read from enums, options and members`() {
        let file = Repository.File(
            path: "Sources/A/B.swift",
            text: """
                enum Shape: String, Sendable {
                    case round, square = "4-sided"
                    case long,
                        short
                    func f() { switch self { case .round: JSONValue("x") } }
                }
                enum Status: Int32 { case zero = 0 }
                    let a: JSONValue = ["color": .init("size", node["depth"]), "no name"]
                // "--never"
                let o = "--width"
                """)
        let rows = Repository.File(
            path: "Sources/Programs/sonic/C.swift",
            text: """
                static let row = Subcommand(
                    "fly", "wren fly", "flies")
                static let help = Option("--help", short: "-h", "help")
                static let loud = Option(
                    "--loud", "so many times", takes: "N")
                """)
        let words = InterfaceWords([file, rows])
        #expect(words.cases == ["4-sided long round short", "fly", "--help --loud"])
        #expect(words.options == ["--width", "--help", "--loud"])
        #expect(words.members == ["color", "size", "depth", "x"])
    }
}
