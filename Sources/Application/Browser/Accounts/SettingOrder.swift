/// A value that the reader gives a setting on the screen.
public struct SettingOrder: Equatable, Sendable {
    /// For how long it counts.
    public enum Lasting: Equatable, Sendable {
        /// Until the program ends.
        case thisRun
        /// It is written into the configuration file.
        case file
    }

    /// The name of the setting.
    public let name: String
    /// The value, as it was typed.
    public let value: String
    /// For how long it counts.
    public let lasting: Lasting
}

/// A setting as the `:` line knows it.
public struct SettingSummary: Equatable, Sendable {
    /// Its name.
    let name: String
    /// What it does, in a line.
    let summary: String
    /// The words that it takes; empty where they are too many.
    let words: [String]

    /// A setting.
    public init(name: String, summary: String, words: [String]) {
        self.name = name
        self.summary = summary
        self.words = words
    }
}
