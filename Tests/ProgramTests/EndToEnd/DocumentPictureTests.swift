import FoundationEssentials
import TestSupport
import Testing

/// The pictures of the README: screens of the demo site. `scripts/pictures` writes them.
@Suite struct DocumentPictureTests {
    /// A scene: keys on a page of the demo site, and the words to wait for.
    struct Scene: Sendable, CustomTestStringConvertible {
        let name: String
        let path: String
        let rows: Int, columns: Int
        /// The keys to press, and the words to wait for after them.
        let acts: [(keys: String, words: [String])]
        /// What the picture must show, wherever it was made.
        let shows: [String]

        var testDescription: String { name }
    }

    private static let scenes = [
        Scene(
            name: "update", path: "/large", rows: 28, columns: 118,
            acts: [
                ("", ["FIRST LOAD"]), ("r", ["DATA UPDATE", "v1 → v2"]),
                ("}", ["▌Reading: 10 degrees."]),
            ],
            shows: [
                "DATA UPDATE", "▶data◀", "▸1 Page", "2 State", "3 Diff", "last", "received 38 KB of 1.0 MB",
                "10 degrees",
            ]),
        Scene(
            name: "findings", path: "/visitors", rows: 28, columns: 118,
            acts: [
                ("", ["FIRST LOAD"]), ("r", ["v1 → v2"]), ("r", ["TEMPLATE CHANGE", "v2 → v3"]),
                ("!", ["template-unsteady"]),
            ],
            shows: [
                "TEMPLATE CHANGE", "▶template◀", "outside the blocks line 10 differs", "41002", "Findings",
                "why:", "fix:",
            ]),
    ]

    @Test(arguments: scenes)
    func `a picture matches what the program shows`(_ scene: Scene) async throws {
        let site = try await Site.demo()
        let pty = try Pty(
            binary(named: "sonic"), ["--theme", "dark", site.address + scene.path],
            environment: site.environment,
            rows: scene.rows, columns: scene.columns)
        var screen = await pty.screen
        for act in scene.acts {
            await pty.send(act.keys)
            screen = try await pty.waitUntil(act.words.joined(separator: ", ")) { screen in
                act.words.allSatisfy { screen.contains($0) }
            }
        }
        screen = try await pty.waitUntil("all that the picture shows") { screen in
            scene.shows.allSatisfy { screen.contains($0) }
        }
        await pty.send("qq")
        let svg = screen.svg.replacing(site.address, with: "http://127.0.0.1:8420")
        #expect(svg.utf8.count < 60_000)
        let path = Self.root + "docs/pictures/\(scene.name).svg"
        if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] != nil {
            try Data(svg.utf8).write(to: URL(filePath: path))
        }
        let kept = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        for words in scene.shows {
            #expect(Self.text(of: kept).contains(words), "\(path) shows no “\(words)”: run scripts/pictures")
        }
    }

    /// The text of a picture, without its graphics.
    private static func text(of svg: String) -> String {
        svg.split(separator: "<").map { $0.split(separator: ">", maxSplits: 1).dropFirst().first ?? "" }
            .joined().replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    private static let root = String(
        #filePath.dropLast("Tests/ProgramTests/EndToEnd/DocumentPictureTests.swift".count))
}
