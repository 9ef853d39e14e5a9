/// The set of folded objects and arrays of a tree.
public struct TreeFolds: Hashable, Sendable {
    /// The depth from which objects and arrays are folded by default; the outermost is at 0.
    public static let standardDepth = 3

    /// The depth from which they are folded.
    private var depth: Int
    /// The keys of those that differ from the rule for their depth.
    private var exceptions: Set<UInt64> = []

    /// Folds everything from a depth on; the outermost is at 0.
    public init(from depth: Int = TreeFolds.standardDepth) { self.depth = depth }

    /// Folds nothing.
    public static let allOpen = TreeFolds(from: .max)

    /// Whether the object or array with a key is folded at its depth.
    public func folds(_ key: UInt64, at depth: Int) -> Bool {
        (depth >= self.depth) != exceptions.contains(key)
    }

    /// Folds an object or array that is unfolded, and vice versa.
    public mutating func toggle(_ key: UInt64) {
        if exceptions.remove(key) == nil { exceptions.insert(key) }
    }

    /// Whether nothing is folded.
    public var areAllOpen: Bool { self == .allOpen }

    // MARK: The link that folds and unfolds an object or array; no page can be opened at its address

    static let scheme: StaticString = "fold:"

    /// Returns the key in an address of a tree; nil for any other address.
    public static func key(ofLink href: String) -> UInt64? {
        guard href.hasPrefix("\(scheme)") else { return nil }
        return UInt64(
            href.utf8.dropFirst(scheme.utf8CodeUnitCount).reduce(into: "") {
                $0.unicodeScalars.append(Unicode.Scalar($1))
            }, radix: 16)
    }
}
