import Browser
import Glibc

/// A file under a name that a handler can take: its own, or, where that has characters that a shell reads or not the
/// ending that is wanted, a link to it in a private folder.
struct ShownFile: Sendable {
    /// The path that the handler is given.
    let path: String
    private let folder: String?

    /// A name for the file at a path; nil where none can be made.
    /// - Parameter name: The name it must have; nil for any without characters that a shell reads.
    init?(_ path: String, named name: String?, _ environment: Environment) {
        if name == nil, ShellTemplate.isPlain(path) {
            (self.path, folder) = (path, nil)
            return
        }
        let parent = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var pattern = Array("\(parent)/sonic-open.XXXXXX".utf8CString)
        guard ShellTemplate.isPlain(parent), let made = mkdtemp(&pattern) else { return nil }
        let folder = String(cString: made)
        let plain = Self.plain(name ?? path.split(separator: "/").last.map(String.init) ?? "file")
        guard symlink(path, folder + "/" + plain) == 0 else {
            rmdir(folder)
            return nil
        }
        (self.path, self.folder) = (folder + "/" + plain, folder)
    }

    /// Removes the link, if one was made.
    func remove() {
        guard let folder else { return }
        unlink(path)
        rmdir(folder)
    }

    /// The name with a stroke for each character that a shell might read.
    private static func plain(_ name: String) -> String {
        String(name.map { ShellTemplate.isPlain(String($0)) && $0 != "/" ? $0 : "_" })
    }
}
