import Glibc
import SonicProtocol
import SystemLibraries

/// A path to a file or folder, typed instead of an address.
enum PathArgument {
    /// Whether a text without a scheme is the path of a regular file. Folders do not count: mirrors of sites
    /// have the names of hosts.
    static func isFile(_ text: String) -> Bool {
        guard !text.contains(":"), !text.contains("\0") else { return false }
        var status = stat()
        return stat(FilePath(text.utf8).cString, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the address of an existing file or folder: a file by its name, a folder by a path that begins
    /// with `/`, `.` or `~`. Nil for any other text.
    static func url(_ text: String, home: String?) -> WebURL? {
        let isPath = text.hasPrefix("/") || text.hasPrefix(".") || text == "~" || text.hasPrefix("~/")
        guard isPath && !text.hasPrefix("//") && !text.contains("\0") || isFile(text) else { return nil }
        let path = text.hasPrefix("~") ? (home ?? "~") + text.dropFirst() : text
        return FilePath(path).real.flatMap { WebURL($0.address) }
    }
}
