/// The line that is being filled.
struct OpenLine: Sendable {
    /// A place where the line may be broken.
    struct Break: Sendable {
        /// The end of its text, and the start of the text of the next line.
        var end: Int
        var resume: Int
        /// The columns of these two places.
        var endColumn: Int
        var resumeColumn: Int
        /// The state of the break rules before the text of the next line.
        var breaker: LineBreaker
        /// Whether a break here shows a hyphen.
        var hasHyphen = false
    }

    /// The state of the flow before a line and the blank lines above it.
    struct Before: Sendable {
        var lineCount: Int
        var runCount: Int
        var margin: Int
        var marginDepth: Int
        var hasContent: Bool
    }

    /// The visible content of a line.
    enum VisibleContent: Sendable {
        /// Only spaces.
        case none
        /// Only markers before the text.
        case marker
        case text
    }

    /// The first run of the line in the store.
    var firstRun = 0
    /// The first run after indents and marker.
    var textRun = 0
    /// The first run that is not the bar of a quotation.
    var firstInk = 0
    /// The state before it, to be restored if the line remains blank.
    var before: Before?
    /// The column of the next text.
    var column = 0
    /// The column where its text begins.
    var start = 0
    /// Whether the line is open.
    var hasText = false
    /// Its visible content; only used by a scan.
    var ink = VisibleContent.none
    /// Whether a blank is pending that is put if more text follows.
    var hasSpace = false
    /// Whether the page allows no break at that blank.
    var holdsSpace = false
    /// Whether the next text begins a new run.
    var startsRun = false
    /// The last place where the line may be broken.
    var lastBreak: Break?
    /// The last space to break at if there is no other way to fit.
    var lastResort: Break?
    /// A later place, where the line may be broken if the following text allows it.
    var doubt: Break?
    /// The state of the break rules before its text, and now.
    var first = LineBreaker()
    var breaker = LineBreaker()
    /// The start of the text on the line that `breaker` has not read: at most one word.
    var unread = 0
    /// The start of the last cluster; nil if nothing can join it.
    var cluster: Int?
    /// The start of the line in the source.
    var source = 0
}
