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
