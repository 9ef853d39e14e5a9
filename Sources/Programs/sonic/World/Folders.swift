import CellGrid
import Glibc
import SonicProtocol
import SystemLibraries

/// The folders of the program's files, by the XDG base directory specification: an absolute path in the
/// variable, otherwise the folder below home. Nil if there is neither.
struct Folders {
    private let environment: Environment

    init(_ environment: Environment) { self.environment = environment }

    /// Stored pages.
    var cache: String? { folder("XDG_CACHE_HOME", or: ".cache") }
    /// Cookies, history, choices made on the screen.
    var state: String? { folder("XDG_STATE_HOME", or: ".local/state") }
    /// Installed data: packages.
    var data: String? { folder("XDG_DATA_HOME", or: ".local/share") }
    /// Configuration.
    var config: String? { folder("XDG_CONFIG_HOME", or: ".config") }

    /// Returns the folder for downloads: the configured one, otherwise the one in `user-dirs.dirs`, otherwise
    /// ~/Downloads if it exists, otherwise the working directory.
    /// - Parameter wanted: The configured folder; nil for none.
    func downloads(_ wanted: String?) -> String {
        let home = environment.path("HOME")
        if let wanted, !wanted.isEmpty {
            guard let home, wanted == "~" || wanted.hasPrefix("~/") else { return World.absolute(wanted) }
            return home + wanted.dropFirst()
        }
        let here = String(World.absolute(".").dropLast(2))
        guard let home else { return here }
        let config = environment.path("XDG_CONFIG_HOME") ?? home + "/.config"
        return [Self.userFolder(config + "/user-dirs.dirs", home: home), home + "/Downloads"]
            .compactMap(\.self).first { FilePath($0).isFolder } ?? here
    }

    /// Returns the value of `XDG_DOWNLOAD_DIR="$HOME/…"`; nil if it is missing.
    private static func userFolder(_ file: String, home: String) -> String? {
        do throws(InputFile.Failure) {
            let text = Bytes.text(try InputFile.bytes(file, limit: 64 << 10))
            for line in text.split(separator: "\n") where line.hasPrefix("XDG_DOWNLOAD_DIR=\"") {
                let value = line.dropFirst(18).prefix { $0 != "\"" }
                if value.hasPrefix("/") { return String(value) }
                if value.hasPrefix("$HOME/") { return home + value.dropFirst(5) }
            }
        } catch {
            // Without it, the usual folder is used.
        }
        return nil
    }

    private func folder(_ variable: String, or standard: String) -> String? {
        if let path = environment.path(variable) { return path + "/sonic" }
        return environment.path("HOME").map { "\($0)/\(standard)/sonic" }
    }
}

/// The process's environment, read one variable at a time: most commands need one or two.
struct Environment {
    /// Values that override those of the process.
    var overriding: [String: String] = [:]

    /// The value of a variable; nil if it is not set.
    subscript(name: String) -> String? {
        if let value = overriding[name] { return value }
        return getenv(name).map { FilePath(cString: $0).text }
    }

    /// The absolute path in a variable; nil if there is none.
    func path(_ name: String) -> String? {
        self[name].flatMap { FilePath($0).bytes.first == UInt8(ascii: "/") ? $0 : nil }
    }

    /// Returns a path with the home folder in place of `~`.
    func expanding(_ path: String) -> String {
        if path.hasPrefix("~/"), let home = self["HOME"] { home + path.dropFirst() } else { path }
    }

    /// The folder for temporary files.
    var temporaryFolder: String { path("TMPDIR") ?? "/tmp" }

    /// The characters for plots, by the terminal and the locale that setlocale(3) would select.
    var plotSigns: Plot.Signs {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { self[$0] }.first { !$0.isEmpty }
        return Plot.Signs(terminal: self["TERM"], locale: locale)
    }
}
