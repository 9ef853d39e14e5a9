/// The line being filled.
struct OpenLine: Sendable {
    /// A place where the line may end.
    struct Break: Sendable {
        /// Where its text ends, and where that of the next line begins.
        var end: Int
        var resume: Int
        /// The columns of the two places.
        var endColumn: Int
        var resumeColumn: Int
        /// Whether a hyphen shows if the line ends here.
        var hasHyphen = false
    }

    /// The first run of the line in the store.
    var firstRun = 0
    /// The column that the next text goes to.
    var column = 0
    /// The column that text began at.
    var start = 0
    /// Whether text has been put on it.
    var hasText = false
    /// Whether blanks were read that count if more text follows.
    var hasSpace = false
    /// Whether the next text begins a run of its own.
    var startsRun = false
    /// The last place where it may end.
    var lastBreak: Break?
    /// How the last text behaves where lines break.
    var previous = LineBreakClass.ordinary
    /// Where it begins in the source.
    var source = 0
}
