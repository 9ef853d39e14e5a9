import Configuration
import Glibc
import SystemLibraries

/// The reader's own style sheets, as the setting `user-styles` names them.
struct UserSheets {
    /// Their bytes, by the names in the setting.
    private(set) var sheets: [String: [UInt8]] = [:]
    /// Those that cannot be read, and why.
    private(set) var failures: [(path: String, reason: String)] = []
    /// What each file was when it was read, by its path; nil for no file.
    private var stamps: [String: FileStamp?] = [:]

    /// The longest sheet in bytes, as of a site.
    private static let limit = 1 << 20

    /// None.
    init() {}

    /// Reads the sheets that settings name.
    /// - Parameter folder: Where names without a folder are looked for, with `/` at its end.
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

    /// Whether a file is another than the one that was read.
    var areStale: Bool { stamps.contains { FileStamp(at: $0.key) != $0.value } }

    private static func path(of name: String, _ folder: String) -> String {
        if name.hasPrefix("~/") {
            return (getenv("HOME").map { String(cString: $0) } ?? "") + name.dropFirst()
        }
        return name.hasPrefix("/") ? name : folder + name
    }
}

/// By what a file that changed is known.
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

    /// That of what is at a path; nil for nothing.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
