/// One line of text being typed, with a cursor. Editing moves by grapheme clusters.
struct LineEditor: Equatable, Sendable {
    /// The text before the cursor.
    private(set) var before: [Character]
    /// The text from the cursor on.
    private(set) var after: [Character] = []

    /// The most clusters that a line holds; more are not taken.
    static let limit = 8192

    /// A line with the cursor at its end.
    init(_ text: String = "") {
        before = Array(Self.clean(text).prefix(Self.limit))
    }

    /// The whole line.
    var text: String { String(before) + String(after) }

    /// Inserts text at the cursor. Line ends and tabs become spaces, other control characters are left out.
    mutating func insert(_ text: String) {
        let room = Self.limit - before.count - after.count
        // Joined anew, because a combining mark belongs to the cluster before it.
        before = Array(String(before) + String(Self.clean(text).prefix(room)))
    }

    /// Moves the cursor one cluster to the left.
    mutating func moveLeft() {
        if let last = before.popLast() { after.insert(last, at: 0) }
    }

    /// Moves the cursor one cluster to the right.
    mutating func moveRight() {
        if !after.isEmpty { before.append(after.removeFirst()) }
    }

    /// Moves the cursor before the first cluster.
    mutating func moveToStart() {
        after = before + after
        before = []
    }

    /// Moves the cursor behind the last cluster.
    mutating func moveToEnd() {
        before += after
        after = []
    }

    /// Removes the cluster left of the cursor.
    mutating func deleteBackward() { _ = before.popLast() }

    /// Removes the cluster under the cursor.
    mutating func deleteForward() {
        if !after.isEmpty { after.removeFirst() }
    }

    /// Removes everything left of the cursor.
    mutating func deleteToStart() { before = [] }

    /// Removes everything from the cursor on.
    mutating func deleteToEnd() { after = [] }

    /// Removes the word left of the cursor and the blanks after it. Words end at blanks and at `/`, so that
    /// an address goes away part by part.
    mutating func deleteWord() {
        while let last = before.last, last == " " || last == "/" { before.removeLast() }
        while let last = before.last, last != " ", last != "/" { before.removeLast() }
    }

    private static func clean(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: scalars.append(" ")
            case 0..<0x20, 0x7F..<0xA0: continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
