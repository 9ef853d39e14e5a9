/// One chunk of a page, about 64 KB that begin and end between two lines.
///
/// It is independent of the others: a change elsewhere only moves it; a change of width discards its lines, and they
/// are laid out again from its checkpoint.
struct Chunk: Sendable {
    /// The offset in the source where it begins.
    var start: Int
    /// The state from which it is laid out.
    let checkpoint: Checkpoint
    /// Its lines at the current width; nil if they are not laid out.
    var lines: LineStore?
    /// The value of `start` when it was laid out; offsets in `lines` are based on it.
    private var laidOutAt: Int
    /// The number of its links, the same at any width.
    let linkCount: Int
    /// The metadata of the page found in it.
    let head: PageHead
    /// The names that are assigned to its lines.
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

    /// The difference between an offset in the source and one in `lines`.
    var shift: Int { start - laidOutAt }

    /// Replaces the lines with ones laid out at the chunk's current position.
    mutating func replaceLines(_ lines: LineStore) {
        self.lines = lines
        laidOutAt = start
    }
}
