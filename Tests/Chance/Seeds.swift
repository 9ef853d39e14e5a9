import Glibc

/// The seeds of random walks that are slow in a debug build.
public enum Seeds {
    /// Whether all seeds are run, as by `make walks`.
    private static let areAll = getenv("SONIC_ALL_SEEDS") != nil

    /// This number of seeds; without `make walks` only a quarter of them, at least one. A regression nearly always
    /// shows in the first walks; the others find rare cases, and need not run for each change.
    public static func of<Number: FixedWidthInteger>(_ count: Number) -> Range<Number> {
        0..<(areAll ? count : (count + 3) / 4)
    }
}
