import Glibc
import SonicProtocol
import SystemLibraries

/// A body in a separate file next to the HAR file, as Playwright writes with `_file`.
enum RecordedFile {
    /// Returns the bytes of a file in the HAR file's folder or below it; nil if there is none, and for a name
    /// outside that folder. Symbolic links are not followed.
    static func bytes(_ name: String, beside har: String) -> [UInt8]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard har != "-", !parts.contains(where: { ["", ".", ".."].contains($0) || $0.contains("\0") }),
            let last = parts.last
        else { return nil }
        let path = har.lastIndex(of: "/").map { $0 == har.startIndex ? "/" : String(har[..<$0]) } ?? "."
        var folder = open(FilePath(path).cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        for part in parts.dropLast() where folder >= 0 {
            let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            close(folder)
            folder = next
        }
        guard folder >= 0 else { return nil }
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(FilePath(last.utf8), in: folder, followingLinks: false)
            return try file.bytes(limit: InputFile.limit)
        } catch {
            return nil
        }
    }
}
