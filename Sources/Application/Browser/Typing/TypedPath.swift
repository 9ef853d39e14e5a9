import SonicProtocol

/// A path to a file or folder of this machine that is typed in an address's place.
public enum TypedPath {
    /// Where paths begin that do not begin with `/`.
    public struct Folders: Sendable {
        /// What `~` stands for; nil for nothing.
        let home: String?
        /// What `.` stands for.
        let current: String

        /// Folders by their whole paths.
        public init(home: String?, current: String) {
            self.home = home
            self.current = current
        }
    }

    /// The address of what a path names, whether or not it is there; nil for a text that does not begin as a path does:
    /// with `/`, `./`, `../` or `~/`.
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
        // In a path these are letters; in an address they would end it or begin an escape.
        let escaped = whole.replacing("%", with: "%25").replacing("?", with: "%3F").replacing(
            "#", with: "%23")
        return WebURL("file://" + escaped)
    }
}
