import CFribidi

/// The library that implements the Unicode Bidirectional Algorithm.
public enum BidiLibrary {
    /// Its name and version, such as `fribidi 1.0.8`.
    public static var version: String { "fribidi " + FRIBIDI_VERSION }
}
