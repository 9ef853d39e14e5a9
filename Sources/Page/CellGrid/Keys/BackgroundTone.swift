/// Whether the terminal's background is dark or light.
public enum BackgroundTone: String, Sendable {
    /// A background for light text.
    case dark
    /// A background for dark text.
    case light
}
