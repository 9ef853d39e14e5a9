import BrowserCore

/// What the reader chose on the screen, kept in a small file of the state folder for the next start.
struct Preferences {
    /// The file; nil when there is no folder for it, so that nothing is remembered.
    private let folder: String?

    init(_ folders: Folders) {
        folder = folders.state
    }

    /// The arrangement chosen last; nil when none was, or its name means nothing to this version.
    var arrangement: Arrangement? { words(of: "arrangement").first.flatMap(Arrangement.init) }

    /// Remembers an arrangement.
    func save(_ arrangement: Arrangement) { save([arrangement.rawValue], as: "arrangement") }

    /// The name of the theme chosen last; nil when none was.
    var theme: String? { words(of: "theme").first }

    /// Remembers a theme by its name.
    func save(theme: String) { save([theme], as: "theme") }

    /// The sites whose style sheets are not wanted, by their origins.
    var unstyledSites: Set<String> { Set(words(of: "unstyled-sites")) }

    /// Remembers these sites in place of those remembered before.
    func save(unstyledSites: Set<String>) { save(unstyledSites.sorted(), as: "unstyled-sites") }

    /// The sites whose style sheets are wanted although the configuration says otherwise.
    var styledSites: Set<String> { Set(words(of: "styled-sites")) }

    /// Remembers these sites in place of those remembered before.
    func save(styledSites: Set<String>) { save(styledSites.sorted(), as: "styled-sites") }

    /// The lines of a file, up to 64 KB of them; none for a file that cannot be read.
    private func words(of name: String) -> [String] {
        guard let folder else { return [] }
        return StateFile(root: folder, name: name).bytes().split { $0 <= 0x20 }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func save(_ lines: [String], as name: String) {
        guard let folder else { return }
        StateFile(root: folder, name: name).replace(with: Array(lines.map { $0 + "\n" }.joined().utf8))
    }
}
