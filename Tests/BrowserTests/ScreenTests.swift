import CellGrid
import Testing

@testable import Browser

struct ScreenTests {
    @Test(arguments: TextFiles.names(in: "Screens"))
    func `a screen matches its file`(name: String) async throws {
        let path = "Tests/BrowserTests/Screens/\(name)"
        let text = String(decoding: try TextFiles.bytes(path), as: UTF8.self)
        try TextFiles.check(try await Script.run(text), isAt: path)
    }

    @Test func `there are screens to compare, and each has its pictures`() throws {
        let names = TextFiles.names(in: "Screens")
        #expect(names.count >= 20)
        for name in names {
            let text = String(
                decoding: try TextFiles.bytes("Tests/BrowserTests/Screens/\(name)"), as: UTF8.self)
            #expect(text.split(separator: "\n").count { $0 == "----" } == 3, "\(name)")
        }
    }

    @Test func `the page, the traffic, the inspector and the keys are shown at five sizes`() {
        let names = TextFiles.names(in: "Screens")
        for subject in ["data-update", "traffic", "inspector-sonic", "help"] {
            for size in ["20x5", "40x12", "80x24", "120x40", "200x60"] {
                #expect(names.contains("\(subject)-\(size).txt"))
            }
        }
    }

    /// Words in camel case that are names for people, or what a script of a page gets.
    private static let names: Set<String> = [
        "iOS", "iPhone", "iPhon", "iPad", "macOS", "sonicStatus", "srcCode", "isReload", "eTag", "pubDate",
    ]

    /// Questions of plays whose answers are what stands on the screen.
    private static let questions = [
        "screen", "row", "rows", "top", "bottom", "has", "popup", "notice", "titles",
    ]

    @Test func `no name of a JSON member stands on a screen`() throws {
        var shown: [(file: String, line: Substring)] = []
        for name in TextFiles.names(in: "Screens") {
            let text = String(
                decoding: try TextFiles.bytes("Tests/BrowserTests/Screens/\(name)"), as: UTF8.self)
            let parts = text.split(separator: "\n----\n")
            shown += (parts.dropFirst().first ?? "").split(separator: "\n").map { (name, $0) }
        }
        for name in TextFiles.names(in: "Plays") {
            let text = String(
                decoding: try TextFiles.bytes("Tests/BrowserTests/Plays/\(name)"), as: UTF8.self)
            var isShown = false
            for line in text.split(separator: "\n") {
                if line.hasPrefix("see ") {
                    isShown = Self.questions.contains(String(line.dropFirst(4).prefix { $0 != " " }))
                } else if line.hasPrefix("| "), isShown {
                    shown.append((name, line.dropFirst(2)))
                }
            }
        }
        #expect(shown.count > 5000)
        for (file, line) in shown {
            // Addresses and pages may contain anything.
            for word in line.split(whereSeparator: { !$0.isLetter && !"/.=\"<-_".contains($0) }) {
                let isName =
                    word.first?.isLowercase ?? false && word.allSatisfy(\.isLetter)
                    && word.contains(where: \.isUppercase)
                #expect(!isName || Self.names.contains(String(word)), "\(file): \(line)")
            }
        }
    }

    @Test func `each role has a letter of its own`() {
        #expect(Set(Script.letters.keys) == Set(Role.allCases))
        #expect(Set(Script.letters.values).count == Role.allCases.count)
    }
}
