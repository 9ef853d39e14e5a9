import CNettle

/// The system library for hashing.
public enum HashingLibrary {
    /// Its name and version, such as `nettle 3.8`.
    public static var version: String { "nettle \(nettle_version_major()).\(nettle_version_minor())" }
}
