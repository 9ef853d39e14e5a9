/// The link that folds and unfolds an object or array: its address is none that any page can be opened at.
public enum FoldLink {
    static let scheme: StaticString = "fold:"

    /// The key that an address of a tree stands for; nil for any other address.
    public static func key(of href: String) -> UInt64? {
        guard href.hasPrefix("\(scheme)") else { return nil }
        return UInt64(
            href.utf8.dropFirst(scheme.utf8CodeUnitCount).reduce(into: "") {
                $0.unicodeScalars.append(Unicode.Scalar($1))
            }, radix: 16)
    }

    /// The id of the line that is sought.
    public static func id(_ key: UInt64) -> String { "fold-" + String(key, radix: 16) }
}
