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
        /// What has been read before the text of the next line.
        var breaker: LineBreaker
        /// Whether a hyphen shows if the line ends here.
        var hasHyphen = false
    }

    /// The place of the flow in front of a line and its blank lines.
    struct Before: Sendable {
        var lineCount: Int
        var runCount: Int
        var margin: Int
        var marginDepth: Int
        var hasContent: Bool
    }

    /// What is to be seen on a line.
    enum VisibleContent: Sendable {
        /// Nothing but spaces.
        case none
        /// Only what stands in front of the text.
        case marker
        case text
    }

    /// The first run of the line in the store.
    var firstRun = 0
    /// Its first run behind indents and marker.
    var textRun = 0
    /// Its first run that is no bar of a quotation.
    var firstInk = 0
    /// What there was before it, should it come to nothing.
    var before: Before?
    /// The column that the next text goes to.
    var column = 0
    /// The column that text began at.
    var start = 0
    /// Whether text has been put on it.
    var hasText = false
    /// What there is to be seen of it; only where the page is scanned.
    var ink = VisibleContent.none
    /// Whether blanks were read that count if more text follows.
    var hasSpace = false
    /// Whether all those blanks stand where the page wants no break.
    var holdsSpace = false
    /// Whether the next text begins a run of its own.
    var startsRun = false
    /// The last place where it may end.
    var lastBreak: Break?
    /// The last space where it may end if it fits in no other way.
    var lastResort: Break?
    /// A later place, where it may end if the text that follows allows it.
    var doubt: Break?
    /// What had been read before its text, and what has been by now.
    var first = LineBreaker()
    var breaker = LineBreaker()
    /// Where the text begins that is on the line but not read by `breaker`: at most one word.
    var unread = 0
    /// Where the last cluster begins; nil where nothing can join it.
    var cluster: Int?
    /// Where it begins in the source.
    var source = 0
}
