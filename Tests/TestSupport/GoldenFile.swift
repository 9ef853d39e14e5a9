import Foundation

/// Files of the repository that tests compare with what the program makes.
///
/// `UPDATE_GOLDEN` is a list of names, separated by blanks; what it names is written instead of compared. A name is that of
/// a file, with or without its ending, or of the folder it is in.
public enum GoldenFile {
    /// The repository's folder.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The bytes of a file in the repository.
    public static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appendingPathComponent(path)))
    }

    /// The text of a file in the repository.
    public static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    /// The names of the files in a folder of the repository that have an ending, in order; an empty list for no folder.
    public static func names(in folder: String, ending: String = "") -> [String] {
        let path = root.appendingPathComponent(folder).path
        // No folder, no files: the test that counts them reports it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted()
    }

    /// Compares a text with a file, or writes it there if the file is named for that.
    /// - Returns: The lines that differ; nil for none.
    public static func difference(_ text: String, at path: String) throws -> String? {
        if isNamed(path) {
            let url = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            return nil
        }
        let known = try self.text(path)
        guard known != text else { return nil }
        let old = known.split(separator: "\n", omittingEmptySubsequences: false)
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let lines = new.difference(from: old).map { change in
            switch change {
            case .remove(let line, let text, _): "\(path):\(line + 1): - \(text)"
            case .insert(let line, let text, _): "\(path):\(line + 1): + \(text)"
            }
        }
        return lines.prefix(40).joined(separator: "\n") + "\n(UPDATE_GOLDEN writes it anew)"
    }

    private static func isNamed(_ path: String) -> Bool {
        let named = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] ?? ""
        let url = URL(fileURLWithPath: path)
        let names = [
            url.lastPathComponent, url.deletingPathExtension().lastPathComponent,
            url.deletingLastPathComponent().lastPathComponent,
        ]
        return named.split(separator: " ").contains { names.contains(String($0)) }
    }
}
