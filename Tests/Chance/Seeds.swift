import Glibc

/// The seeds of random walks that take long in a debug build.
public enum Seeds {
    /// Whether all are run, as `make walks` does.
    private static let areAll = getenv("SONIC_ALL_SEEDS") != nil

    /// So many seeds; of those the first quarter, at least one, where not all are run. What a change breaks shows in the
    /// first walks nearly always; the others find what is rare, and need not be waited for with each change.
    public static func of<Number: FixedWidthInteger>(_ count: Number) -> Range<Number> {
        0..<(areAll ? count : (count + 3) / 4)
    }
}
