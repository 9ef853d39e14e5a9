import CUtf8proc

/// The library that this target uses.
public enum WidthLibrary {
    /// Its name and version, such as `utf8proc 2.8.0`.
    public static var version: String { "utf8proc " + String(cString: utf8proc_version()) }
}
