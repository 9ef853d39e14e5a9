import SonicProtocol

/// A path of a local file or folder, typed instead of an address.
public enum TypedPath {
    /// The base folders of relative paths.
    public struct Folders: Sendable {
        /// The folder for `~`; nil if there is none.
        let home: String?
        /// The folder for `.`.
        let current: String

        /// Creates the folders of two absolute paths.
        public init(home: String?, current: String) {
            self.home = home
            self.current = current
        }
    }

    /// Returns the URL of a path, whether or not it exists, or nil for a text that does not begin with `/`, `./`, `../`
    /// or `~/`.
    static func url(_ text: String, _ folders: Folders) -> WebURL? {
        let path = text.trimmed
        guard !path.hasPrefix("//") else { return nil }
        let whole: FilePath
        if path.hasPrefix("/") {
            whole = FilePath(path)
        } else if path == "~" || path.hasPrefix("~/") {
            guard let home = folders.home else { return nil }
            whole = FilePath(FilePath(home).bytes + path.utf8.dropFirst())
        } else if path == "." || path == ".." || path.hasPrefix("./") || path.hasPrefix("../") {
            whole = FilePath(FilePath(folders.current).bytes + "/".utf8 + path.utf8)
        } else {
            return nil
        }
        return WebURL(whole.address)
    }
}
