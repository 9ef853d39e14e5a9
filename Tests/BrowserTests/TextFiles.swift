import Foundation
import TestSupport
import Testing

/// Files next to the tests and in the repository, and golden files.
enum TextFiles {
    /// The repository's folder.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of these tests.
    static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The bytes of a file in the repository.
    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appendingPathComponent(path)))
    }

    /// The names of the files below a folder of these tests, in order.
    static func names(in folder: String) -> [String] {
        let url = here.appendingPathComponent(folder)
        // No folder, no files: the test that counts them reports it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.sorted()
    }

    /// Compares a text with a file of the repository, or writes it there when asked to.
    static func check(_ text: String, isAt path: String, location: SourceLocation = #_sourceLocation) throws {
        let difference = try GoldenFile.difference(text, at: path)
        #expect(difference == nil, "\(difference ?? "")", sourceLocation: location)
    }
}
