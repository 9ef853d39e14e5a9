import Glibc

/// A path to a file that was typed where an address belongs.
enum TypedPath {
    /// Whether a text without a scheme names a regular file from here. A folder is none: mirrors of sites have the names
    /// of hosts.
    static func isFile(_ text: String) -> Bool {
        guard !text.contains(":"), !text.contains("\0") else { return false }
        var status = stat()
        return stat(text, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
