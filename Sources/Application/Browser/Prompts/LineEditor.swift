/// A line of text being edited, with a cursor that moves by grapheme clusters.
struct LineEditor: Equatable, Sendable {
    enum Breaks: Equatable, Sendable {
        /// Each is replaced by a blank.
        case blanks
        /// They are kept: the text has several lines.
        case kept
    }

    let breaks: Breaks
    private(set) var before: [Character]
    /// The text from the cursor on.
    private(set) var after: [Character] = []
    /// Whether all of it is selected: what is typed replaces it, as in the address bar of every browser.
    private(set) var isSelected = false

    /// The maximum number of clusters; further ones are dropped.
    private let limit: Int

    /// The maximum number of clusters of a line.
    static let limit = 8192
    /// The maximum number of clusters of a multi-line text.
    private static let longLimit = 1 << 20

    /// Creates a line with the cursor at its end.
    init(_ text: String = "") {
        breaks = .blanks
        limit = Self.limit
        before = Array(Self.clean(text, breaks).prefix(limit))
    }

    /// Creates a line with all of its text selected.
    init(selecting text: String) {
        self.init(text)
        isSelected = !text.isEmpty
    }

    /// Creates an editor of a field's value, which is never truncated.
    init(field text: String, breaks: Breaks) {
        self.breaks = breaks
        before = Array(Self.clean(text, breaks))
        limit = max(before.count, breaks == .kept ? Self.longLimit : Self.limit)
    }

    var text: String { String(before) + String(after) }

    /// Inserts text at the cursor. Tabs and, in a single line, line breaks become spaces; other control characters are
    /// removed.
    mutating func insert(_ text: String) {
        removeSelected()
        let room = max(0, limit - before.count - after.count)
        // A combining mark joins the cluster before it, so the clusters are recomputed.
        before = Array(String(before) + String(Self.clean(text, breaks).prefix(room)))
    }

    /// Moves the cursor one cluster to the left.
    mutating func moveLeft() { move(to: before.count - 1) }

    /// Moves the cursor one cluster to the right.
    mutating func moveRight() { move(to: before.count + 1) }

    /// Moves the cursor to the start.
    mutating func moveToStart() { move(to: 0) }

    /// Moves the cursor to the end.
    mutating func moveToEnd() { move(to: .max) }

    /// Moves the cursor to an offset in clusters, or to the end.
    mutating func move(to count: Int) {
        let all = before + after
        let place = max(0, min(count, all.count))
        isSelected = false
        (before, after) = (Array(all[..<place]), Array(all[place...]))
    }

    /// Removes what is selected. Returns false if nothing is.
    @discardableResult private mutating func removeSelected() -> Bool {
        guard isSelected else { return false }
        isSelected = false
        (before, after) = ([], [])
        return true
    }

    /// Removes the cluster left of the cursor.
    mutating func deleteBackward() { if !removeSelected() { _ = before.popLast() } }

    /// Removes the cluster under the cursor.
    mutating func deleteForward() {
        if !removeSelected(), !after.isEmpty { after.removeFirst() }
    }

    /// Removes everything left of the cursor.
    mutating func deleteToStart() { (before, isSelected) = ([], false) }

    /// Removes everything from the cursor on.
    mutating func deleteToEnd() { (after, isSelected) = ([], false) }

    /// Removes the word left of the cursor and the blanks after it. Words end at blanks and at `/`, so that an address
    /// is removed part by part.
    mutating func deleteWord() {
        isSelected = false
        while let last = before.last, last == " " || last == "/" { before.removeLast() }
        while let last = before.last, last != " ", last != "/" { before.removeLast() }
    }

    private static func clean(_ text: String, _ breaks: Breaks) -> String {
        var scalars = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { last = scalar }
            switch scalar.value {
            case 0x0A where breaks == .kept: if last != "\r" { scalars.append("\n") }
            case 0x0D where breaks == .kept: scalars.append("\n")
            case 0x09, 0x0A, 0x0D: scalars.append(" ")
            case 0..<0x20, 0x7F..<0xA0: continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
