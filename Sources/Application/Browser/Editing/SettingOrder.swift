/// A change of a setting by the reader.
public struct SettingOrder: Equatable, Sendable {
    /// How long the value is in effect.
    public enum Lasting: Equatable, Sendable {
        /// Until the program ends.
        case thisRun
        /// It is written to the configuration file.
        case file
    }

    /// The name of the setting.
    public let name: String
    /// The value, as typed.
    public let value: String
    /// How long the value is in effect.
    public let lasting: Lasting
}
