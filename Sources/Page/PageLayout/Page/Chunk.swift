/// One chunk of a page, some 64 KB that begin and end between two lines.
///
/// It stands for itself: a change elsewhere moves it, a change of width takes its lines, and its checkpoint gives them
/// back.
struct Chunk: Sendable {
    /// Where in the source it begins.
    var start: Int
    /// How to read it.
    let checkpoint: Checkpoint
    /// Its lines at the present width; nil when they are not laid out.
    var lines: LineStore?
    /// Where it began when it was laid out; offsets in `lines` count as if it still did.
    private var laidOutAt: Int
    /// The number of its links, the same at any width.
    let linkCount: Int
    /// What it says of the whole page.
    let head: PageHead
    /// The names that lead to its lines.
    let names: [[UInt8]]

    /// - Parameter isScanned: Whether it was only scanned and has no lines yet.
    init(start: Int, checkpoint: Checkpoint, lines: LineStore, isScanned: Bool = false) {
        self.start = start
        self.checkpoint = checkpoint
        self.lines = isScanned ? nil : lines
        laidOutAt = start
        linkCount = isScanned ? lines.passedLinks : lines.links.count
        head = lines.head
        names = lines.anchors.map(\.name)
    }

    /// How much is added to an offset in `lines` to give one in the source.
    var shift: Int { start - laidOutAt }

    /// Takes lines laid out where the chunk stands now.
    mutating func replaceLines(_ lines: LineStore) {
        self.lines = lines
        laidOutAt = start
    }
}
