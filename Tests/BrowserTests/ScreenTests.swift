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

    @Test func `each role has a letter of its own`() {
        #expect(Set(Script.letters.keys) == Set(Role.allCases))
        #expect(Set(Script.letters.values).count == Role.allCases.count)
    }
}
