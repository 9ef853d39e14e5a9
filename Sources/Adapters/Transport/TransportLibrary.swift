import CCurl

/// The system library of this module.
public enum TransportLibrary {
    /// Its name and version, such as `libcurl 7.88.1`; nil if it is not installed. Loads it.
    public static var version: String? {
        late_load() == nil ? "libcurl " + String(cString: late_version()) : nil
    }
}
