import CellGrid

/// One line of words outside the page: in the state, diff and headers panes, and in overlays.
struct StyledLine: Equatable, Sendable {
    /// A stretch with one role.
    struct Run: Equatable, Sendable {
        /// The text.
        var text: String
        /// What it plays.
        var role: Role
    }

    /// The stretches from left to right.
    var runs: [Run]

    /// A line of stretches.
    init(_ runs: [Run] = []) { self.runs = runs }

    /// A line of one stretch.
    init(_ text: String, _ role: Role = .text) { runs = [Run(text: text, role: role)] }

    /// Adds a stretch at the end.
    mutating func append(_ text: String, _ role: Role) { runs.append(Run(text: text, role: role)) }

    /// Adds blanks up to a width.
    mutating func pad(to width: Column, _ role: Role = .text) {
        append(String(repeating: " ", count: max(0, width - self.width).value), role)
    }

    /// Adds a character at the end, to the last stretch where that has its role.
    mutating func extend(with character: Character, _ role: Role) {
        if runs.last?.role == role {
            runs[runs.count - 1].text.append(character)
        } else {
            append(String(character), role)
        }
    }

    /// The text without roles.
    var text: String { runs.map(\.text).joined() }

    /// The columns the line takes.
    var width: Column { runs.reduce(0) { $0 + TextWidth.columns(of: $1.text) } }

    /// A name with what there is to say of it, which is broken at blanks and stands in a column of its own.
    /// - Parameters:
    ///   - name: What is told of.
    ///   - value: What is said; it may hold nothing that commands a terminal.
    ///   - nameWidth: The columns of the names.
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

    /// Text broken at blanks into lines of at most `columns`; words too long are cut. Linear.
    /// - Parameters:
    ///   - first: What stands before the first line.
    ///   - indent: What stands before every other line.
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
            /// How much of the word from a place on fits; of a long one no more than that is looked at.
            func fitting(from start: Int, _ room: Column) -> Int {
                TextWidth.prefix(of: bytes.span.extracting(start..<bytes.count), fitting: max(room, 0)).length
            }
            if !isEmpty, fitting(from: 0, columns - width(current) - 1) < bytes.count { breakLine() }
            if !isEmpty { current += " " }
            var start = 0
            while start < bytes.count {
                let room = columns - width(current)
                var length = fitting(from: start, room)
                // Even a column too narrow for anything must make the text shorter.
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

/// Lines with the place being read among them.
struct ScrolledText: Equatable, Sendable {
    /// All lines.
    var lines: [StyledLine] = [] {
        didSet { if search != nil, lines != oldValue { searchAgain() } }
    }
    /// The first line on the screen.
    var top = 0
    /// What is looked for in them; nil for nothing.
    var search: IncrementalSearch<InspectedContent>?

    /// Lines with one of them at the top of the screen.
    init(lines: [StyledLine] = [], top: Int = 0) {
        self.lines = lines
        self.top = top
    }

    /// Puts the place back inside the text for a screen of this height.
    mutating func clamp(height: Int) {
        top = max(0, min(top, lines.count - height))
    }
}
