import Browser
import Configuration
import PageCache
import SonicSession

/// The user's choices on the screen, stored in small files of the state folder for the next start. A file that
/// cannot be read at the start, for example for lack of a descriptor, remains unchanged.
struct Preferences {
    private enum Name: String {
        case arrangement, theme
        case unstyled = "unstyled-sites"
        case styled = "styled-sites"
    }

    /// The layout chosen last; nil if there is none, or this version does not have it.
    let arrangement: LayoutPreset?
    /// The name of the theme chosen last; nil if there is none.
    let theme: String?
    /// The origins of sites whose style sheets are disabled.
    let unstyledSites: Set<String>
    /// The origins of sites whose style sheets are enabled contrary to the configuration.
    let styledSites: Set<String>

    /// The folder; nil if there is none, so that nothing is saved.
    private let folder: String?
    /// The reasons why files cannot be read.
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

    /// A warning for the user; nil for none.
    var warning: String? {
        troubles.values.first.map { "Earlier choices cannot be read; their file is left unchanged: \($0)." }
    }

    /// Saves a choice, replacing the previous one.
    func save(_ preference: Preference) {
        switch preference {
        case .arrangement(let arrangement): save([arrangement.rawValue], as: .arrangement)
        case .theme(let name): save([name], as: .theme)
        case .unstyledSites(let sites): save(sites.sorted(), as: .unstyled)
        case .styledSites(let sites): save(sites.sorted(), as: .styled)
        }
    }

    /// Returns the words of a file, up to 64 KB of them.
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
            // A choice that cannot be saved is only lost: no page depends on it.
        }
    }
}
