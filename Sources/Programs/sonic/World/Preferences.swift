import Browser
import Configuration
import PageCache
import SonicSession

/// What the reader chose on the screen, kept in small files of the state folder for the next start. A file that cannot be
/// read at the start, such as for want of a descriptor, stays as it is.
struct Preferences {
    private enum Name: String {
        case arrangement, theme
        case unstyled = "unstyled-sites"
        case styled = "styled-sites"
    }

    /// The arrangement chosen last; nil when none was, or its name means nothing to this version.
    let arrangement: LayoutPreset?
    /// The name of the theme chosen last; nil when none was.
    let theme: String?
    /// The sites whose style sheets are not wanted, by their origins.
    let unstyledSites: Set<String>
    /// The sites whose style sheets are wanted although the configuration says otherwise.
    let styledSites: Set<String>

    /// The folder; nil when there is none, so that nothing is remembered.
    private let folder: String?
    /// Why files cannot be read.
    private let troubles: [Name: StoreFailure]

    init(_ folders: Folders) {
        folder = folders.state
        var troubles: [Name: StoreFailure] = [:]
        func words(_ name: Name) -> [String] {
            do throws(StoreFailure) {
                return try Self.words(of: name, in: folders.state)
            } catch {
                troubles[name] = error
                return []
            }
        }
        arrangement = words(.arrangement).first.flatMap(LayoutPreset.init)
        theme = words(.theme).first
        (unstyledSites, styledSites) = (Set(words(.unstyled)), Set(words(.styled)))
        self.troubles = troubles
    }

    /// What people should know; nil for nothing.
    var warning: String? {
        troubles.values.first.map { "Earlier choices cannot be read; their file is left unchanged: \($0)." }
    }

    /// Remembers what the reader chose, in place of what was remembered of it before.
    func perform(_ effect: Effect.Preferences) {
        switch effect {
        case .saveArrangement(let arrangement): save([arrangement.rawValue], as: .arrangement)
        case .saveTheme(let name): save([name], as: .theme)
        case .saveUnstyledSites(let sites): save(sites.sorted(), as: .unstyled)
        case .saveStyledSites(let sites): save(sites.sorted(), as: .styled)
        }
    }

    /// The words of a file, up to 64 KB of them.
    private static func words(of name: Name, in folder: String?) throws(StoreFailure) -> [String] {
        guard let folder else { return [] }
        return try StateFile(root: folder, name: name.rawValue).bytes(limit: 65_536)
            .split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
    }

    private func save(_ lines: [String], as name: Name) {
        guard let folder, troubles[name] == nil else { return }
        do throws(StoreFailure) {
            try StateFile(root: folder, name: name.rawValue)
                .replace(with: Array(lines.map { $0 + "\n" }.joined().utf8))
        } catch {
            // What cannot be kept is only forgotten: nobody's page depends on it.
        }
    }
}
