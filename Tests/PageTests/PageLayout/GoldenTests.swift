import Foundation
import PageLayout
import Testing

/// Pages with their expected text: `NAME.html`, `NAME.w40`, `NAME.w80`.
@Suite struct GoldenTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Goldens")

    static let names: [String] = {
        // Without the folder there are no golden files, and a test fails.
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
    }()

    @Test(arguments: names, [40, 80])
    func `a page renders as its golden file`(name: String, width: Int) throws {
        let html = try Data(contentsOf: Self.folder.appending(path: name + ".html"))
        var page = LaidOutPage(width: width)
        page.append([UInt8](html))
        page.finish()
        page.layOutAll()
        let text = page.text(of: 0..<page.lineCount).map { $0 + "\n" }.joined()
        let golden = Self.folder.appending(path: "\(name).w\(width)")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: golden)
        }
        let expected = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
        #expect(text == expected, "\(golden.lastPathComponent) differs")
    }

    @Test func `golden files exist`() {
        #expect(Self.names.count >= 70)
    }
}
