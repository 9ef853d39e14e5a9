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
    var arrangement: Arrangement? {
        guard let folder, let file = fopen(folder + "/arrangement", "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = fread(&bytes, 1, bytes.count, file)
        return Arrangement(
            rawValue: String(decoding: bytes.prefix(count).filter { $0 > 0x20 }, as: UTF8.self))
    }

    /// Remembers an arrangement. A choice that cannot be kept is only forgotten: nobody's page depends on it.
    func save(_ arrangement: Arrangement) {
        guard let folder else { return }
        let parts = folder.split(separator: "/")
        for end in 1...parts.count { mkdir("/" + parts[..<end].joined(separator: "/"), 0o700) }
        let name = folder + "/arrangement"
        let draft = "\(name).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0, let file = fdopen(descriptor, "w") else { return }
        fputs(arrangement.rawValue + "\n", file)
        fclose(file)
        rename(draft, name)
    }
}
