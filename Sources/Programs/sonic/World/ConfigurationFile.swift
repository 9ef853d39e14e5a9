import Browser
import Configuration
import Glibc
import PageCache
import SonicSession
import SonicProtocol
import SystemLibraries

/// The configuration file, `config.json5` in the folder for configuration, and what it said when it was read last.
struct ConfigurationFile {
    /// Where it is, whether or not there is one; nil without a folder for it.
    let path: String?
    /// What it says; the defaults where there is none.
    private(set) var settings = Settings()
    /// The keys in force.
    private(set) var keys = KeyTable.standard
    /// Its mistakes in its order, or why it cannot be read.
    private(set) var mistakes: [Mistake] = []
    /// What the reader has set for this run, over what the file says.
    private var changes: [SettingChange] = []
    /// By what a file that changed is known; nil for no file.
    private var stamp: FileStamp?
    /// The reader's own style sheets.
    private(set) var sheets = UserSheets()

    /// Reads the file; where there is none that costs one look.
    init(_ folders: Folders) {
        self.init(path: folders.config.map { $0 + "/config.json5" })
    }

    /// Reads the file at a path.
    init(path: String?) {
        self.path = path
        read()
    }

    /// Reads the file again if it is another than before; says whether it was.
    mutating func refresh() -> Bool {
        guard let path else { return false }
        guard FileStamp(at: path) != stamp || sheets.areStale else { return false }
        let before = self
        read()
        // What nobody can read now says nothing: what it said before counts, until it can be read.
        if case .unreadable(path, _)? = mistakes.first, stamp == nil {
            settings = before.settings
            keys = before.keys
            stamp = before.stamp
            sheets = before.sheets
            return mistakes.map(\.line) != before.mistakes.map(\.line)
        }
        return true
    }

    /// The first mistake in words for a line of the screen; nil for none.
    var warning: String? {
        guard let first = mistakes.first else { return nil }
        return first.sentence
            + (mistakes.count > 1 ? " sonic config check shows all \(mistakes.count) mistakes." : "")
    }

    /// Makes the table of keys where the file says anything of them; returns what is wrong with that.
    private mutating func readKeys() -> [TextProblem] {
        let choices = settings.general
        keys = .standard
        guard choices.keyPreset != nil || !choices.keys.isEmpty else { return [] }
        let (table, problems) = KeyTable.read(choices.keyPreset, choices.keys)
        keys = table
        return problems
    }

    private mutating func read() {
        readFile()
        for change in changes { settings.apply(change) }
        // What is wrong with keys of this run was told when they were set.
        if !changes.isEmpty { _ = readKeys() }
        readSheets()
    }

    /// Reads the style sheets that settings name.
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

    /// Gives a setting a value for this run. Keys that clash where none did are refused.
    mutating func apply(_ change: SettingChange) throws(Failure) {
        var next = self
        let clashes = Set(next.readKeys().map(\.message))
        next.changes.append(change)
        next.settings.apply(change)
        if let clash = next.readKeys().first(where: { !clashes.contains($0.message) }) {
            throw Failure(words: clash.message)
        }
        next.readSheets()
        self = next
    }

    /// Why the file cannot be read or written, in a sentence.
    struct Failure: Error {
        let words: String
    }

    /// Its text; nil where there is none yet.
    func text() throws(Failure) -> String? {
        let path = try place()
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) {
            bytes = try RegularFile(path).bytes(limit: Self.limit)
        } catch {
            if error == .system(ENOENT) || error == .system(ENOTDIR) { return nil }
            throw Failure(words: "\(path) cannot be read: \(error.reason).")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(words: "\(path) is not in UTF-8.")
        }
        return text
    }

    /// Writes a text in its place, whole or not at all; nil where what is there could not be changed.
    func write(_ text: String?) throws(Failure) {
        guard let text else {
            throw Failure(words: "The configuration file has mistakes: edit it with :config.")
        }
        var path = try place()
        // A link to the file of somebody who keeps settings elsewhere stays one.
        if let target = realpath(path, nil) {
            path = String(cString: target)
            free(target)
        }
        let parts = path.split(separator: "/")
        let folder = "/" + parts.dropLast().joined(separator: "/")
        do throws(StoreFailure) {
            try StateFile(root: folder, name: String(parts.last ?? "")).replace(with: Array(text.utf8))
        } catch {
            throw Failure(words: "\(path) cannot be written: \(error).")
        }
    }

    /// Writes a setting's value into the file, where it counts from then on over what was set for this run.
    mutating func save(_ change: SettingChange) throws(Failure) {
        try write(change.written(in: try text() ?? ""))
        changes.removeAll { $0.setting.name == change.setting.name }
    }

    /// Writes keys of commands into the file; where others were set for this run, these count with them.
    mutating func save(_ keyChanges: [KeyChange]) throws(Failure) {
        try write(KeyChange.write(keyChanges, in: try text() ?? ""))
        guard changes.contains(where: { $0.setting.name == "keys" }) else { return }
        let all = KeyChange.apply(keyChanges, to: settings.general.keys)
        let change: SettingChange
        do throws(SettingChange.Mistake) {
            change = try SettingChange("keys", to: KeyChange.text(of: all))
        } catch {
            throw Failure(words: error.words)
        }
        try apply(change)
    }

    private func place() throws(Failure) -> String {
        guard let path else { throw Failure(words: "HOME is not set, so there is no configuration file.") }
        return path
    }

    /// The longest file that is read, in bytes.
    private static let limit = 1 << 20
}

extension ConfigurationFile {
    /// Something wrong with the file.
    enum Mistake {
        /// A mistake in the text of the file at this path.
        case problem(String, TextProblem)
        /// The file at this path cannot be read, and why.
        case unreadable(String, String)

        /// `FILE:LINE:COLUMN: message`, as compilers write.
        var line: String {
            switch self {
            case .problem(let path, let problem): "\(path):\(problem)"
            case .unreadable(let path, let reason): "\(path): it cannot be read: \(reason)."
            }
        }

        /// For the bottom line of the screen.
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
