import FoundationEssentials
import Glibc
import Testing

/// The files of this repository.
enum Repository {
    /// The folder of Package.swift.
    static let root = String(#filePath.dropLast("/Tests/TidyTests/Repository.swift".utf8.count))

    /// A file: its path relative to the root, and its text.
    struct File: Sendable, CustomTestStringConvertible {
        let path: String
        let text: String
        var testDescription: String { path }

        /// Its lines. The C library finds their ends: a debug build would be slow on ten million characters.
        var lines: [Substring] {
            var ends: [Int] = []
            var text = text
            text.withUTF8 { bytes in
                guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
                var begin = 0
                while let end = memchr(base + begin, 10, bytes.count - begin) {
                    ends.append(UnsafeRawPointer(end) - base)
                    begin = (ends.last ?? 0) + 1
                }
            }
            let places = (ends + [text.utf8.count]).map { text.utf8.index(text.startIndex, offsetBy: $0) }
            var begin = text.startIndex
            return places.map { end in
                defer { if end < text.endIndex { begin = text.utf8.index(after: end) } }
                return text[begin..<end]
            }
        }

        /// Whether the text contains the word: a fast check before lines are read one by one.
        func mentions(_ word: String) -> Bool { strstr(text, word) != nil }

        /// The folder of the file's target, such as `Sources/Page/HTML` or `Tests/PageTests/HTML`.
        var folder: String {
            path.split(separator: "/").prefix(path.hasPrefix("Sources/") ? 3 : 2).joined(separator: "/")
        }
        /// The name of that folder.
        var target: String { String(folder.split(separator: "/").last ?? "") }
        /// The name of the layer's folder, such as `Page`.
        var layer: String { String(path.split(separator: "/").dropFirst().first ?? "") }
    }

    /// All files in a folder and below whose names have this suffix, in order; empty if the folder is missing.
    static func files(below folder: String, ending suffix: String) throws -> [File] {
        let layer = String(folder.prefix { $0 != "/" })
        guard suffix == ".swift", let all = swift[layer] else {
            return try read(below: folder, ending: suffix)
        }
        return try all.get().filter { $0.path.hasPrefix(folder + "/") }
    }

    /// The files that most rules check, read only once.
    private static let swift = Dictionary(
        uniqueKeysWithValues: ["Sources", "Tests"].map { folder in
            (folder, Result { try read(below: folder, ending: ".swift") })
        })

    private static func read(below folder: String, ending suffix: String) throws -> [File] {
        guard exists(folder) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").sorted()
            .filter { $0.hasSuffix(suffix) }
            .map { try file("\(folder)/\($0)") }
    }

    /// One file.
    static func file(_ path: String) throws -> File {
        File(path: path, text: try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
    }

    /// Whether a file or folder of this name exists.
    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

    /// All our Swift files.
    static func swiftFiles() throws -> [File] {
        try files(below: "Sources", ending: ".swift") + files(below: "Tests", ending: ".swift")
    }
}

/// A line of a file that breaks a rule, in the format of compiler messages.
struct Finding: Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String
    var description: String { "\(path):\(line): \(message)" }
}
