import CellGrid
import Configuration
import Glibc
import SonicProtocol

/// `sonic config`: the settings in force, the file of the defaults, the mistakes in a file, and where it is.
enum ConfigCommand {
    static func run(
        _ arguments: Arguments, words: [String], _ folders: Folders
    ) throws(Arguments.Mistake) -> ExitStatus {
        if arguments.has(.defaults) {
            guard words.isEmpty else {
                throw .init(message: "--defaults takes no arguments: sonic config --defaults")
            }
            Console.print(SettingsText.defaults)
            return .done
        }
        guard let file = folders.config.map({ $0 + "/config.json5" }) else {
            throw .init(message: "there is no HOME to look for a configuration file in")
        }
        switch (words.first, words.count) {
        case ("path", 1):
            Console.printExactly(Array((file + "\n").utf8))
            return .done
        case ("check", 1): return check(file)
        case ("check", 2): return check(words[1])
        case (nil, _): return show(ConfigurationFile(path: file), file, for: nil)
        case (let word?, 1): return show(ConfigurationFile(path: file), file, for: try World.url(word))
        case (_?, _):
            throw .init(
                message: "config takes an address, “check FILE” or “path”; see sonic config --help")
        }
    }

    /// Prints what counts, for an address or for all where it is nil, and tells the mistakes.
    private static func show(_ file: ConfigurationFile, _ path: String, for url: WebURL?) -> ExitStatus {
        for line in SettingsText.lines(file.settings.inForce(for: url), path: path) {
            Console.print(VisibleText.line(line))
        }
        if url == nil {
            for line in SettingsText.sites(file.settings, path: path) {
                Console.print(VisibleText.line(line))
            }
        }
        for mistake in file.mistakes { Console.complain(mistake.line) }
        return .done
    }

    private static func check(_ path: String) -> ExitStatus {
        guard access(path, F_OK) == 0 else {
            Console.print(VisibleText.line("\(path): \(String(cString: strerror(errno)))"))
            return .failed
        }
        let file = ConfigurationFile(path: path)
        let mistakes = file.mistakes.map(\.line) + missing(file.settings, in: path)
        for mistake in mistakes { Console.print(VisibleText.line(mistake)) }
        return mistakes.isEmpty ? .done : .failed
    }

    /// The files and folders that settings name and that are not there.
    private static func missing(_ settings: Settings, in path: String) -> [String] {
        let choices = settings.general
        var named = [
            ("downloads", choices.downloads), ("client-certificate", choices.clientCertificate),
            ("client-key", choices.clientKey),
        ]
        if case .file(let theme)? = choices.theme {
            // From the file's folder on, as the browser takes it.
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            named.append(("theme", theme.hasPrefix("/") || theme.hasPrefix("~") ? theme : folder + theme))
        }
        return settings.inForce().compactMap { setting in
            guard case .general(let position) = setting.origin,
                let target = named.first(where: { $0.0 == setting.setting.name })?.1
            else { return nil }
            let home = getenv("HOME").map { String(cString: $0) } ?? ""
            let full = target.hasPrefix("~/") ? home + target.dropFirst() : target
            guard access(full, F_OK) != 0 else { return nil }
            let reason = String(cString: strerror(errno))
            return "\(path):\(position): “\(setting.setting.name)” names \(full): \(reason)."
        }
    }
}
