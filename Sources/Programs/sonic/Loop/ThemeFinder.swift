import Browser
import CellGrid
import Configuration
import SonicProtocol

/// Finds the theme to begin with: what the command line names, else the configuration, else the one chosen last on the
/// screen, else one for the ground that the environment tells of, which is a guess where it tells of none.
struct ThemeFinder {
    let environment: Environment
    /// Where the configuration file is, which a theme's path may start from; nil for nowhere.
    let folder: String?

    /// What was found: the theme, how, and what is wrong with its file, each with its place.
    struct Found {
        var theme: Theme
        var origin = Setup.ThemeOrigin.chosen
        var mistakes: [String] = []
    }

    /// The theme to begin with.
    func theme(
        _ named: String?, _ choice: ThemeChoice?, last: String?
    ) throws(Arguments.Mistake) -> Found {
        if let named {
            guard let wanted = ThemeChoice(named) else {
                let words = ThemeChoice.words.joined(separator: ", ")
                let near = NearestName.among(ThemeChoice.words, to: named).map { "did you mean \($0)? There" }
                throw .init(
                    message:
                        "unknown theme “\(named)”; \(near ?? "there") are: \(words), and files that end in .json5"
                )
            }
            return read(wanted, from: nil)
        }
        if let choice { return read(choice, from: folder) }
        return last.flatMap(Theme.named).map { Found(theme: $0) } ?? automatic
    }

    private func read(_ choice: ThemeChoice, from folder: String?) -> Found {
        switch choice {
        case .automatic: return automatic
        case .builtIn(let name): return Found(theme: Theme.named(name.rawValue) ?? standard)
        case .file(let name):
            let path = place(name, in: folder)
            do throws(InputFile.Failure) {
                let (theme, problems) = Theme.read(try InputFile.bytes(path), base: standard)
                return Found(theme: theme, mistakes: problems.map { "\(path):\($0)" })
            } catch {
                return Found(theme: standard, mistakes: [error.message])
            }
        }
    }

    private func place(_ name: String, in folder: String?) -> String {
        if name.hasPrefix("~/"), let home = environment["HOME"] { return home + name.dropFirst() }
        guard !name.hasPrefix("/"), let folder else { return name }
        return folder + "/" + name
    }

    /// What goes with the ground that the environment tells of; where it does not, the terminal may correct it.
    private var automatic: Found {
        Found(theme: standard, origin: background == nil ? .assumed : .chosen)
    }

    private var standard: Theme { background == .light ? .light : .dark }

    /// The ground, of terminals that tell their colours as `TEXT;GROUND`, entries of the palette (rxvt's convention).
    private var background: BackgroundTone? {
        switch environment["COLORFGBG"]?.split(separator: ";").last {
        case nil, "default": nil
        case "7", "15": .light
        default: .dark
        }
    }
}
