import Foundation
import Testing

/// Files next to the tests and in the repository, and golden files: `UPDATE_GOLDEN=1` writes them.
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
        let url = root.appendingPathComponent(path)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            return
        }
        let known = try String(decoding: Data(contentsOf: url), as: UTF8.self)
        #expect(
            known == text, "\(path) differs:\n\(difference(known, text))\n(UPDATE_GOLDEN=1 writes it anew)",
            sourceLocation: location)
    }

    private static func difference(_ old: String, _ new: String) -> String {
        let old = old.split(separator: "\n", omittingEmptySubsequences: false)
        let new = new.split(separator: "\n", omittingEmptySubsequences: false)
        return (0..<max(old.count, new.count)).compactMap { index in
            let left = index < old.count ? old[index] : "(nothing)"
            let right = index < new.count ? new[index] : "(nothing)"
            return left == right ? nil : "\(index + 1) - \(left)\n\(index + 1) + \(right)"
        }.prefix(30).joined(separator: "\n")
    }
}
