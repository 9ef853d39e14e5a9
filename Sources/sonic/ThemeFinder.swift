import BrowserCore
import Configuration
import SonicProtocol

/// Finds the theme to begin with: what the command line names, else the configuration, else the one chosen last on the
/// screen, else one for the ground that the terminal tells of.
struct ThemeFinder {
    let environment: Environment
    /// Where the configuration file is, which a theme's path may start from; nil for nowhere.
    let folder: String?

    /// The theme, and what is wrong with its file, each with its place.
    func theme(
        _ named: String?, _ choice: ThemeChoice?, last: String?
    ) throws(Arguments.Mistake) -> (theme: Theme, mistakes: [String]) {
        if let named {
            guard let wanted = ThemeChoice(named) else {
                let names = ThemeName.allCases.map(\.rawValue).sorted().joined(separator: ", ")
                throw .init(
                    message: "there is no theme “\(named)”; there are: \(names), and files that end in .json5"
                )
            }
            return read(wanted, from: nil)
        }
        if let choice { return read(choice, from: folder) }
        return (last.flatMap(Theme.named) ?? standard, [])
    }

    private func read(_ choice: ThemeChoice, from folder: String?) -> (theme: Theme, mistakes: [String]) {
        switch choice {
        case .builtIn(let name): return (Theme.named(name.rawValue) ?? standard, [])
        case .file(let name):
            let path = place(name, in: folder)
            do throws(InputFile.Failure) {
                let (theme, problems) = Theme.read(try InputFile.bytes(path), base: standard)
                return (theme, problems.map { "\(path):\($0)" })
            } catch {
                return (standard, [error.message])
            }
        }
    }

    private func place(_ name: String, in folder: String?) -> String {
        if name.hasPrefix("~/"), let home = environment["HOME"] { return home + name.dropFirst() }
        guard !name.hasPrefix("/"), let folder else { return name }
        return folder + "/" + name
    }

    /// Terminals that tell their colours do so as `TEXT;GROUND`, entries of the palette (rxvt's convention).
    private var standard: Theme {
        switch environment["COLORFGBG"]?.split(separator: ";").last {
        case "7", "15": .light
        default: .dark
        }
    }
}
