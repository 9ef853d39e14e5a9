import CFribidi

/// The library that orders right-to-left text.
public enum BidiLibrary {
    /// Its name and version, such as `fribidi 1.0.8`.
    public static var version: String { "fribidi " + FRIBIDI_VERSION }
}
