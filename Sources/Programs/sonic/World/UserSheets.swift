import Configuration
import Glibc
import SonicProtocol
import SystemLibraries

/// The user's style sheets, from the setting `user-styles`.
struct UserSheets {
    /// Their bytes, by the names in the setting.
    private(set) var sheets: [String: [UInt8]] = [:]
    /// The sheets that cannot be read, with the reasons.
    private(set) var failures: [(path: String, reason: String)] = []
    /// The stamp of each file when it was read, by its path; nil for no file.
    private var stamps: [String: FileStamp?] = [:]

    /// The maximum length of a sheet in bytes, the same as for a site's.
    private static let limit = 1 << 20

    /// Creates an empty set.
    init() {}

    /// Reads the sheets in the settings.
    /// - Parameter folder: The folder of relative names, with a trailing `/`.
    init(_ settings: Settings, folder: String) {
        for name in settings.written.flatMap(\.choices.userStyles) where sheets[name] == nil {
            let path = Self.path(of: name, folder)
            stamps[path] = FileStamp(at: path)
            do throws(RegularFile.Refusal) {
                sheets[name] = try RegularFile(path).bytes(limit: Self.limit)
            } catch {
                failures.append((path, error.reason))
            }
        }
    }

    /// Whether a file has changed since it was read.
    var areStale: Bool { stamps.contains { FileStamp(at: $0.key) != $0.value } }

    private static func path(of name: String, _ folder: String) -> String {
        if name.hasPrefix("~/") {
            return (getenv("HOME").map { String(cString: $0) } ?? "") + name.dropFirst()
        }
        return name.hasPrefix("/") ? name : folder + name
    }
}

/// Identifies a version of a file.
struct FileStamp: Equatable {
    let device: UInt
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Creates the stamp of the file at a path; nil if it does not exist.
    init?(at path: String) {
        var status = stat()
        guard stat(FilePath(path).cString, &status) == 0 else { return nil }
        self.init(status)
    }
}
