import CCurl

/// The library behind this target.
public enum TransportLibrary {
    /// Its name and version, such as `libcurl 7.88.1`; nil where it is not installed. Opens it.
    public static var version: String? {
        late_load() == nil ? "libcurl " + String(cString: late_version()) : nil
    }
}
