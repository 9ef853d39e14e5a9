import CellGrid

/// A line of text outside of the page: in the state, diff and headers panes, and in overlays.
struct StyledLine: Equatable, Sendable {
    /// A run of text with one role.
    struct Run: Equatable, Sendable {
        /// The text.
        var text: String
        /// The role that determines its style.
        var role: Role
    }

    /// The runs from left to right.
    var runs: [Run]

    /// Creates a line of runs.
    init(_ runs: [Run] = []) { self.runs = runs }

    /// Creates a line of one run.
    init(_ text: String, _ role: Role = .text) { runs = [Run(text: text, role: role)] }

    /// Appends a run.
    mutating func append(_ text: String, _ role: Role) { runs.append(Run(text: text, role: role)) }

    /// Appends blanks up to a width.
    mutating func pad(to width: Column, _ role: Role = .text) {
        append(String(repeating: " ", count: max(0, width - self.width).value), role)
    }

    /// Appends a character to the last run if that has the role, otherwise as a new run.
    mutating func extend(with character: Character, _ role: Role) {
        if runs.last?.role == role {
            runs[runs.count - 1].text.append(character)
        } else {
            append(String(character), role)
        }
    }

    /// The text without roles.
    var text: String { runs.map(\.text).joined() }

    /// The width of the line.
    var width: Column { runs.reduce(0) { $0 + TextWidth.columns(of: $1.text) } }

    /// Returns a label with a value, which is wrapped at blanks in its own column.
    /// - Parameters:
    ///   - name: The label.
    ///   - value: The value; it must not contain control characters.
    ///   - nameWidth: The columns of the labels.
    static func fact(_ name: String, _ value: String, nameWidth: Int, to columns: Column) -> [StyledLine] {
        let label = " " + name.padded(to: nameWidth) + " "
        let indent = String(repeating: " ", count: label.count)
        var lines = wrapped(value, .text, to: columns, first: indent, indent: indent)
        if let first = lines.first?.text {
            lines[0] = StyledLine([
                Run(text: label, role: .name), Run(text: String(first.dropFirst(label.count)), role: .text),
            ])
        }
        return lines
    }

    /// Returns text wrapped at blanks into lines of at most `columns`; words that are too long are cut. Linear.
    /// - Parameters:
    ///   - first: The prefix of the first line.
    ///   - indent: The prefix of every other line.
    static func wrapped(
        _ text: String, _ role: Role, to columns: Column, first: String = "", indent: String = ""
    ) -> [StyledLine] {
        var lines: [StyledLine] = []
        var current = first
        var isEmpty = true
        func width(_ text: String) -> Column { TextWidth.columns(of: text) }
        func breakLine() {
            lines.append(StyledLine(current, role))
            current = indent
            isEmpty = true
        }
        for word in text.utf8.split(separator: 0x20, omittingEmptySubsequences: false) {
            let bytes = Array(word)
            /// Returns the length of the part of the word that fits, reading no more of it than that.
            func fitting(from start: Int, _ room: Column) -> Int {
                TextWidth.prefix(of: bytes.span.extracting(start..<bytes.count), fitting: max(room, 0)).length
            }
            if !isEmpty, fitting(from: 0, columns - width(current) - 1) < bytes.count { breakLine() }
            if !isEmpty { current += " " }
            var start = 0
            while start < bytes.count {
                let room = columns - width(current)
                var length = fitting(from: start, room)
                // Even in a column that is too narrow for a character, the text must become shorter.
                if length == 0 { length = max(1, fitting(from: start, 2)) }
                current += String(decoding: bytes[start..<(start + length)], as: UTF8.self)
                start += length
                isEmpty = false
                if start < bytes.count { breakLine() }
            }
        }
        if !isEmpty || lines.isEmpty { lines.append(StyledLine(current, role)) }
        return lines
    }
}

/// Lines with a scroll position.
struct ScrolledText: Equatable, Sendable {
    /// All lines.
    var lines: [StyledLine] = [] {
        didSet { if search != nil, lines != oldValue { searchAgain() } }
    }
    /// The first line on the screen.
    var top = 0
    /// The search in them; nil for none.
    var search: IncrementalSearch<InspectedContent>?

    /// Creates a text of lines that is scrolled to a line.
    init(lines: [StyledLine] = [], top: Int = 0) {
        self.lines = lines
        self.top = top
    }

    /// Clamps the scroll position for a screen of this height.
    mutating func clamp(height: Int) {
        top = max(0, min(top, lines.count - height))
    }
}
