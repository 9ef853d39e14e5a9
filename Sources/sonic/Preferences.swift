import BrowserCore
import Glibc

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
        guard let folder, let file = fopen("\(folder)/\(name)", "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return bytes.prefix(count).split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file of lines. A choice that cannot be kept is only forgotten: nobody's page depends on it.
    private func save(_ lines: [String], as word: String) {
        guard let folder else { return }
        let parts = folder.split(separator: "/")
        for end in 1...parts.count { mkdir("/" + parts[..<end].joined(separator: "/"), 0o700) }
        let name = "\(folder)/\(word)"
        let draft = "\(name).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0, let file = fdopen(descriptor, "w") else { return }
        for line in lines { fputs(line + "\n", file) }
        fclose(file)
        rename(draft, name)
    }
}
