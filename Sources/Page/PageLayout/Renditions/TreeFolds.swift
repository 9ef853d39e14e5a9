/// Which objects and arrays of a tree are folded.
public struct TreeFolds: Hashable, Sendable {
    /// How deep objects and arrays stand that are folded unless the reader says otherwise; the outermost is at 0.
    public static let standardDepth = 3

    /// From which depth on they are folded.
    private var depth: Int
    /// Those that are not as their depth says.
    private var exceptions: Set<UInt64> = []

    /// Folded from a depth on; the outermost is at 0.
    public init(from depth: Int = TreeFolds.standardDepth) { self.depth = depth }

    /// Nothing is folded.
    public static let allOpen = TreeFolds(from: .max)

    /// Whether what has this key is folded at its depth.
    public func folds(_ key: UInt64, at depth: Int) -> Bool {
        (depth >= self.depth) != exceptions.contains(key)
    }

    /// Folds what is unfolded, and the other way about.
    public mutating func toggle(_ key: UInt64) {
        if exceptions.remove(key) == nil { exceptions.insert(key) }
    }

    /// Whether nothing is folded.
    public var areAllOpen: Bool { self == .allOpen }
}
