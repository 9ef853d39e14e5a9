import CellGrid
import Configuration
import Glibc
import SonicProtocol
import SystemLibraries

/// `sonic config`: the effective settings, a file with the defaults, the errors in a file, and its path.
enum ConfigCommand {
    static let row = Subcommand(
        "config", "sonic config [URL]|check [FILE]|path",
        "the settings in force, all or for a URL; mistakes in the file; its path",
        options: [.defaults],
        examples: [
            ("sonic config --defaults > \"$(sonic config path)\"", "start with all settings"),
            ("sonic config check", "find mistakes"),
        ],
        verbs: [
            Subcommand(
                "", "sonic config [URL]", takes: 0...1, "one address", options: [.defaults], run: show),
            Subcommand("check", "sonic config check [FILE]", takes: 0...1, "one file") {
                (arguments) throws(CommandFailure) in
                if let file = arguments.words.first { return check(file) }
                return check(try path())
            },
            Subcommand("path", "sonic config path", takes: 0...0) { (_) throws(CommandFailure) in
                Console.printExactly(Array((try path() + "\n").utf8))
                return .done
            },
        ])

    private static func path() throws(CommandFailure) -> String {
        guard let folder = Folders(Environment()).config else {
            throw .init(message: "HOME is not set, so there is no configuration file")
        }
        return folder + "/config.json5"
    }

    /// Prints the effective settings, for an address or globally, and reports the errors.
    private static func show(_ arguments: Arguments) throws(CommandFailure) -> ExitStatus {
        if arguments.has(.defaults) {
            guard arguments.words.isEmpty else {
                throw .init(message: "--defaults takes no arguments: sonic config --defaults")
            }
            Console.print(SettingsText.defaults)
            return .done
        }
        let path = try path()
        let url = try arguments.words.first.map { (word) throws(CommandFailure) in try World.url(word) }
        let file = ConfigurationFile(path: path)
        let sites = url == nil ? SettingsText.sites(file.settings, path: path) : []
        for line in SettingsText.lines(file.settings.inForce(for: url), path: path) + sites {
            Console.print(VisibleText.line(line))
        }
        for mistake in file.mistakes { Console.complain(mistake.line) }
        return .done
    }

    private static func check(_ path: String) -> ExitStatus {
        guard access(FilePath(path).cString, F_OK) == 0 else {
            Console.print(VisibleText.line("\(path): \(String(cString: strerror(errno)))"))
            return .failed
        }
        let file = ConfigurationFile(path: path)
        let mistakes = file.mistakes.map(\.line) + missing(file.settings, in: path)
        for mistake in mistakes { Console.print(VisibleText.line(mistake)) }
        return mistakes.isEmpty ? .done : .failed
    }

    /// Returns errors about missing files and folders in settings, and about invalid addresses of proxies.
    private static func missing(_ settings: Settings, in path: String) -> [String] {
        settings.written.compactMap { written in
            if let words = refusal(ofProxy: written) { return "\(path):\(written.position): \(words)" }
            guard let target = target(of: written, in: path) else { return nil }
            let full = Environment().expanding(target)
            guard access(FilePath(full).cString, F_OK) != 0 else { return nil }
            let reason = String(cString: strerror(errno))
            return "\(path):\(written.position): “\(written.name)” names \(full): \(reason)."
        }
    }

    /// Returns the file or folder in a setting; nil for none.
    private static func target(of written: WrittenSetting, in path: String) -> String? {
        switch written.name {
        case "downloads": return written.choices[Settings.downloads]
        case "client-certificate": return written.choices[Settings.clientCertificate]
        case "client-key": return written.choices[Settings.clientKey]
        case "theme":
            guard case .file(let theme)? = written.choices[Settings.theme] else { return nil }
            // Relative to the file's folder, as in the browser.
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            return theme.hasPrefix("/") || theme.hasPrefix("~") ? theme : folder + theme
        case _: return nil
        }
    }

    /// Returns the error in the address of a proxy, as a sentence; nil if it is valid, or there is none. It is
    /// not an error of the file: such a setting would be ignored, and requests would be sent without a proxy.
    private static func refusal(ofProxy written: WrittenSetting) -> String? {
        guard written.name == "proxy", let proxy = written.choices[Settings.proxy], !proxy.isEmpty else {
            return nil
        }
        let mistake = "“proxy” is not the address of a proxy: “\(proxy)”"
        let words = proxy.contains("://") ? proxy : "http://" + proxy
        let scheme = words.prefix { $0 != ":" }.lowercased()
        guard Self.proxySchemes.contains(scheme) else {
            return mistake
                + "; use one that begins with \(Self.proxySchemes.map { $0 + "://" }.joined(separator: ", "))."
        }
        do throws(WebURL.Failure) {
            // Such addresses have the same parts as those of http.
            let url = try WebURL.parse(
                "http" + words.dropFirst(scheme.count), domainToASCII: DomainName.ascii)
            return url.path == "/" ? nil : mistake + "; use a host and a port, without a path."
        } catch {
            return mistake + ": \(error)"
        }
    }

    /// The schemes that libcurl supports.
    private static let proxySchemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
}
