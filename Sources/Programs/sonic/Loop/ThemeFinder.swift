import Browser
import CellGrid
import Configuration

/// Finds the initial theme: the one on the command line, otherwise in the configuration, otherwise the one last
/// chosen on the screen, otherwise one for the background in the environment, which is assumed if the
/// environment does not have it.
struct ThemeFinder {
    let environment: Environment
    /// The folder of the configuration file, which a theme's path may be relative to; nil for none.
    let folder: String?

    /// The theme, its origin, and the errors in its file, each with its position.
    struct Found {
        var theme: Theme
        var origin = Setup.ThemeOrigin.chosen
        var mistakes: [String] = []
    }

    /// Returns the initial theme.
    func theme(_ named: String?, _ choice: ThemeChoice?, last: String?) throws(CommandFailure) -> Found {
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
            let named = environment.expanding(name)
            let path = named.hasPrefix("/") ? named : (folder.map { $0 + "/" } ?? "") + named
            do throws(InputFile.Failure) {
                let (theme, problems) = Theme.read(try InputFile.bytes(path), base: standard)
                return Found(theme: theme, mistakes: problems.map { "\(path):\($0)" })
            } catch {
                return Found(theme: standard, mistakes: [error.message])
            }
        }
    }

    /// The theme for the background in the environment; if that is unknown, the terminal may correct it.
    private var automatic: Found { Found(theme: standard, origin: background == nil ? .assumed : .chosen) }

    private var standard: Theme { background == .light ? .light : .dark }

    /// The background of terminals that export their colours as `TEXT;BACKGROUND`, entries of the palette
    /// (rxvt's convention).
    private var background: BackgroundTone? {
        switch environment["COLORFGBG"]?.split(separator: ";").last {
        case nil, "default": nil
        case "7", "15": .light
        default: .dark
        }
    }
}
