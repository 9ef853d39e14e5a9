import Browser
import Configuration
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// The configuration file, `config.json5` in the configuration folder, and its content when it was last read.
struct ConfigurationFile {
    /// Its path, whether or not it exists; nil without a folder for it.
    let path: String?
    /// Its settings; the defaults if it does not exist.
    private(set) var settings = Settings()
    /// The effective keys.
    private(set) var keys = KeyTable.standard
    /// Its errors in order, or why it cannot be read.
    private(set) var mistakes: [Mistake] = []
    /// The settings changed for this run, which override the file.
    private var changes: [SettingChange] = []
    /// Identifies the version of the file; nil for no file.
    private var stamp: FileStamp?
    /// The user's style sheets.
    private(set) var sheets = UserSheets()

    /// Reads the file; without one, this costs one system call.
    init(_ folders: Folders) { self.init(path: folders.config.map { $0 + "/config.json5" }) }

    /// Reads the file at a path.
    init(path: String?) {
        self.path = path
        read()
    }

    /// Reads the file again if it has changed; returns whether it has.
    mutating func refresh() -> Bool {
        guard let path else { return false }
        guard FileStamp(at: path) != stamp || sheets.areStale else { return false }
        let before = self
        read()
        // If the file cannot be read now, its previous content applies until it can.
        if case .unreadable(path, _)? = mistakes.first, stamp == nil {
            let unread = mistakes
            self = before
            mistakes = unread
            return unread.map(\.line) != before.mistakes.map(\.line)
        }
        return true
    }

    /// The first error as a line for the screen; nil for none.
    var warning: String? {
        guard let first = mistakes.first else { return nil }
        return first.sentence
            + (mistakes.count > 1 ? " sonic config check shows all \(mistakes.count) mistakes." : "")
    }

    /// Builds the table of keys if the file has settings for them; returns the errors in those.
    private mutating func readKeys() -> [TextProblem] {
        let choices = settings.general
        keys = .standard
        guard choices[Settings.keyPreset] != nil || !choices[Settings.keys].isEmpty else { return [] }
        let (table, problems) = KeyTable.read(choices[Settings.keyPreset], choices[Settings.keys])
        keys = table
        return problems
    }

    private mutating func read() {
        readFile()
        for change in changes { settings.apply(change) }
        // Errors in the keys of this run were reported when they were set.
        if !changes.isEmpty { _ = readKeys() }
        readSheets()
    }

    /// Reads the style sheets in the settings.
    private mutating func readSheets() {
        let folder = path.map { String($0[...($0.lastIndex(of: "/") ?? $0.startIndex)]) } ?? "/"
        sheets = UserSheets(settings, folder: folder)
        mistakes += sheets.failures.map { .unreadable($0.path, $0.reason) }
    }

    private mutating func readFile() {
        settings = Settings()
        keys = .standard
        mistakes = []
        stamp = nil
        guard let path else { return }
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(path)
            stamp = FileStamp(file.status)
            let (settings, problems) = Settings.read(
                try file.bytes(limit: Self.limit), domainToASCII: DomainName.ascii)
            self.settings = settings
            let unfit = readKeys()
            mistakes = (problems + unfit).sorted { $0.position < $1.position }.map { .problem(path, $0) }
        } catch {
            if case .notRegular = error { stamp = FileStamp(at: path) }
            guard error != .system(ENOENT), error != .system(ENOTDIR) else { return }
            mistakes = [.unreadable(path, error.reason)]
        }
    }

    /// Sets a value for this run. New conflicts between keys are refused.
    mutating func apply(_ change: SettingChange) throws(CommandFailure) {
        var next = self
        let clashes = Set(next.readKeys().map(\.message))
        next.changes.append(change)
        next.settings.apply(change)
        if let clash = next.readKeys().first(where: { !clashes.contains($0.message) }) {
            throw .failed(clash.message)
        }
        next.readSheets()
        self = next
    }

    /// Returns its text; nil if it does not exist yet.
    func text() throws(CommandFailure) -> String? {
        let path = try place()
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) {
            bytes = try RegularFile(path).bytes(limit: Self.limit)
        } catch {
            if error == .system(ENOENT) || error == .system(ENOTDIR) { return nil }
            throw .failed("\(path) cannot be read: \(error.reason).")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .failed("\(path) is not in UTF-8.")
        }
        return text
    }

    /// Replaces its text atomically; throws for nil, which means that the old text could not be edited.
    func write(_ text: String?) throws(CommandFailure) {
        guard let text else { throw .failed("The configuration file has mistakes: edit it with :config.") }
        var path = try place()
        // A link to a file elsewhere remains a link.
        if let target = FilePath(path).real { path = target.text }
        let parts = path.split(separator: "/")
        let folder = "/" + parts.dropLast().joined(separator: "/")
        do throws(StoreFailure) {
            try StateFile(root: folder, name: String(parts.last ?? "")).replace(with: Array(text.utf8))
        } catch {
            throw .failed("\(path) cannot be written: \(error).")
        }
    }

    /// Writes the value of a setting to the file; it replaces the one set for this run.
    mutating func save(_ change: SettingChange) throws(CommandFailure) {
        try write(change.written(in: try text() ?? ""))
        changes.removeAll { $0.setting.name == change.setting.name }
    }

    /// Writes keys of commands to the file; they are also added to keys that were set for this run.
    mutating func save(_ keyChanges: [KeyChange]) throws(CommandFailure) {
        try write(KeyChange.write(keyChanges, in: try text() ?? ""))
        guard changes.contains(where: { $0.setting.name == "keys" }) else { return }
        let all = KeyChange.apply(keyChanges, to: settings.general[Settings.keys])
        let change: SettingChange
        do throws(SettingChange.Mistake) {
            change = try SettingChange("keys", to: KeyChange.text(of: all))
        } catch {
            throw .failed(error.words)
        }
        try apply(change)
    }

    private func place() throws(CommandFailure) -> String {
        guard let path else { throw .failed("HOME is not set, so there is no configuration file.") }
        return path
    }

    /// The maximum length of the file, in bytes.
    private static let limit = 1 << 20

    /// An error in the file.
    enum Mistake {
        /// An error in the text of the file at this path.
        case problem(String, TextProblem)
        /// The file at this path cannot be read, with the reason.
        case unreadable(String, String)

        /// The error as `FILE:LINE:COLUMN: message`, like those of compilers.
        var line: String {
            switch self {
            case .problem(let path, let problem): "\(path):\(problem)"
            case .unreadable(let path, let reason): "\(path): it cannot be read: \(reason)."
            }
        }

        /// The error as a sentence for the bottom line of the screen.
        var sentence: String {
            switch self {
            case .problem(_, let problem):
                "config.json5, line \(problem.position.line), column \(problem.position.column): "
                    + problem.message
            case .unreadable(let path, let reason):
                "\(path.split(separator: "/").last ?? "config.json5") cannot be read: \(reason)."
            }
        }
    }
}

/// The user's style sheets, from the setting `user-styles`.
struct UserSheets {
    /// Their bytes, by the names in the setting.
    private(set) var sheets: [String: [UInt8]] = [:]
    /// The sheets that cannot be read, with the reasons.
    private(set) var failures: [(path: String, reason: String)] = []
    /// The stamp of each file when it was read, by its path; nil for no file.
    private var stamps: [String: FileStamp?] = [:]

    /// The maximum length of a sheet in bytes, the same as for a site's.
    private static let limit = 1 << 20

    /// Creates an empty set.
    init() {}

    /// Reads the sheets in the settings.
    /// - Parameter folder: The folder of relative names, with a trailing `/`.
    init(_ settings: Settings, folder: String) {
        for name in settings.written.flatMap({ $0.choices[Settings.userStyles] }) where sheets[name] == nil {
            let named = Environment().expanding(name)
            let path = named.hasPrefix("/") ? named : folder + named
            stamps[path] = FileStamp(at: path)
            do throws(RegularFile.Refusal) {
                sheets[name] = try RegularFile(path).bytes(limit: Self.limit)
            } catch {
                failures.append((path, error.reason))
            }
        }
    }

    /// Whether a file has changed since it was read.
    var areStale: Bool { stamps.contains { FileStamp(at: $0.key) != $0.value } }
}
