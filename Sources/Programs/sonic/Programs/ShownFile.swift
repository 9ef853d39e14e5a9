import Browser
import Glibc
import SonicProtocol

/// A file under a name that is safe for a handler: its own or, if that contains characters special to a shell
/// or lacks the required extension, a link to it in a private folder.
struct ShownFile: Sendable {
    /// The path for the handler.
    let path: String
    private let folder: String?

    /// Creates a name for the file at a path; nil if that fails.
    /// - Parameter name: The required name; nil for any without characters special to a shell.
    init?(_ path: String, named name: String?, _ environment: Environment) {
        if name == nil, ShellTemplate.isPlain(path), FilePath(path) == FilePath(path.utf8) {
            (self.path, folder) = (path, nil)
            return
        }
        let parent = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var pattern = Array("\(parent)/sonic-open.XXXXXX".utf8CString)
        guard ShellTemplate.isPlain(parent), let made = mkdtemp(&pattern) else { return nil }
        let folder = String(cString: made)
        let plain = Self.plain(name ?? path.split(separator: "/").last.map(String.init) ?? "file")
        guard symlink(FilePath(path).cString, folder + "/" + plain) == 0 else {
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

    /// Returns the name with an underscore for each character special to a shell.
    private static func plain(_ name: String) -> String {
        String(name.map { ShellTemplate.isPlain(String($0)) && $0 != "/" ? $0 : "_" })
    }
}
