/// What kind of background there is behind the text.
public enum BackgroundTone: String, Sendable {
    /// Light text on it.
    case dark
    /// Dark text on it.
    case light
}
