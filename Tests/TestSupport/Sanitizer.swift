import CPty

/// Adjustments for tests and programs built with the thread or address sanitizer: everything is many times
/// slower, and terabytes of address space are reserved.
public enum Sanitizer {
    /// Whether a sanitizer is linked.
    public static let isWatching = cpty_has_sanitizer()

    /// The shell command before a program that is to start on a full disk: the thread sanitizer writes a file
    /// in the temporary folder, unless there is none, and ends the program if that fails.
    public static let withoutFile = isWatching ? "export TMPDIR=/dev/null; " : ""

    /// The factor for all time limits.
    static let patience = isWatching ? 10 : 1
}
