/// The link that folds and unfolds an object or array. No page can be opened at its address.
public enum FoldLink {
    static let scheme: StaticString = "fold:"

    /// Returns the key in an address of a tree; nil for any other address.
    public static func key(of href: String) -> UInt64? {
        guard href.hasPrefix("\(scheme)") else { return nil }
        return UInt64(
            href.utf8.dropFirst(scheme.utf8CodeUnitCount).reduce(into: "") {
                $0.unicodeScalars.append(Unicode.Scalar($1))
            }, radix: 16)
    }

    /// Returns the id of the line of the object or array with a key.
    public static func id(_ key: UInt64) -> String { "fold-" + String(key, radix: 16) }
}
