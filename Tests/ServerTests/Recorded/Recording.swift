import Glibc
import SonicProtocol
import Testing

/// The four recorded exchanges for one page of one server.
struct Recording: Sendable, CustomTestStringConvertible {
    /// The server and the page, such as `php/basic`.
    let name: String
    /// The page, requested without tags.
    let first: Transcript
    /// The changed page, requested without tags.
    let changed: Transcript
    /// The changed page, requested with the tags of `first`.
    let update: Transcript
    /// The unchanged page, requested with the tags of `first`.
    let same: Transcript

    var testDescription: String { name }

    /// The folder of the recordings: SONIC_VECTORS, or the one beside this file.
    static let folder: String = {
        if let named = getenv("SONIC_VECTORS") { return String(cString: named) }
        return #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/Vectors"
    }()

    /// Every recording in the folder's subfolders, and the errors.
    static let found: (recordings: [Recording], problems: [String]) = {
        var recordings: [Recording] = []
        var problems: [String] = []
        for server in names(in: folder) {
            let pages = Set(names(in: "\(folder)/\(server)").compactMap { $0.split(separator: ".").first })
            for page in pages.sorted() {
                let path = "\(folder)/\(server)/\(page)"
                do {
                    recordings.append(try Recording(name: "\(server)/\(page)", path: path))
                } catch {
                    problems.append("\(path): \(error)")
                }
            }
        }
        return (recordings, problems)
    }()

    private init(name: String, path: String) throws {
        self.name = name
        first = try Transcript(Self.contents(path + ".1-first-v1.txt"))
        changed = try Transcript(Self.contents(path + ".2-full-v2.txt"))
        update = try Transcript(Self.contents(path + ".3-update-v2.txt"))
        same = try Transcript(Self.contents(path + ".4-same-v1.txt"))
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let name = String(decoding: bytes, as: UTF8.self)
            if !name.hasPrefix("."), name != "README.md" { names.append(name) }
        }
        return names.sorted()
    }

    private static func contents(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Transcript.Malformed(reason: "\(path) is missing") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return bytes
    }
}
