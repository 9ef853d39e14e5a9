import CPty

/// What is different where the thread or the address sanitizer watches the tests, and so the programs built with them:
/// everything is many times slower, and address space is taken by the terabyte.
public enum Sanitizer {
    /// Whether one is linked in.
    public static let isWatching = cpty_has_sanitizer()

    /// What a shell says first where a program is to start on a full disk: the thread sanitizer keeps a file of its own
    /// among the temporary ones, unless they have no folder, and ends the program when that cannot be written.
    public static let withoutFile = isWatching ? "export TMPDIR=/dev/null; " : ""

    /// How many times as long everything may take.
    static let patience = isWatching ? 10 : 1
}
