/// Where the program keeps its files, by the XDG base directory rules: an absolute path in the variable, else
/// the folder below home. Nil when there is neither.
struct Folders {
    private let environment: Environment

    init(_ environment: Environment) {
        self.environment = environment
    }

    /// Stored pages.
    var cache: String? { folder("XDG_CACHE_HOME", or: ".cache") }
    /// Cookies, history, choices made on the screen.
    var state: String? { folder("XDG_STATE_HOME", or: ".local/state") }
    /// What a person put there: packages.
    var data: String? { folder("XDG_DATA_HOME", or: ".local/share") }
    /// Configuration.
    var config: String? { folder("XDG_CONFIG_HOME", or: ".config") }

    private func folder(_ variable: String, or standard: String) -> String? {
        if let path = environment[variable], path.hasPrefix("/") { return path + "/sonic" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/" + standard + "/sonic"
    }
}
