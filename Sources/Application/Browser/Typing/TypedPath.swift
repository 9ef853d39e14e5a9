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
        let whole: String
        if path.hasPrefix("/") {
            whole = path
        } else if path == "~" || path.hasPrefix("~/") {
            guard let home = folders.home else { return nil }
            whole = home + path.dropFirst()
        } else if path == "." || path == ".." || path.hasPrefix("./") || path.hasPrefix("../") {
            whole = folders.current + "/" + path
        } else {
            return nil
        }
        // These characters are literal in a path; in a URL they would end the path or begin an escape.
        let escaped = whole.replacing("%", with: "%25").replacing("?", with: "%3F").replacing(
            "#", with: "%23")
        return WebURL("file://" + escaped)
    }
}
