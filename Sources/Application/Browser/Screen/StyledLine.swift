import SonicProtocol
import SessionReports
import CellGrid

/// A line of text outside of the page: in the state, diff and headers panes, and in overlays.
struct StyledLine: Equatable, Sendable {
    /// A run of text with one role.
    struct Run: Equatable, Sendable {
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

    mutating func append(_ text: String, _ role: Role) { runs.append(Run(text: text, role: role)) }

    /// Appends a key, which has one look everywhere, and what follows it.
    mutating func append(key: String, _ words: String, _ role: Role) {
        append(key, .key)
        append(words, role)
    }

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

    /// Gives the beginning of a run a role of its own.
    mutating func mark(_ prefix: String, ofRun index: Int, _ role: Role) {
        guard runs[index].text.hasPrefix(prefix) else { return }
        runs[index].text.removeFirst(prefix.count)
        runs.insert(Run(text: prefix, role: role), at: index)
    }

    /// The text without roles.
    var text: String { runs.map(\.text).joined() }

    var width: Column { runs.reduce(0) { $0 + TextWidth.columns(of: $1.text) } }

    /// Returns a label with a value, which is wrapped at blanks in its own column.
    /// - Parameters:
    ///   - name: The label.
    ///   - value: The value; it must not contain control characters.
    ///   - nameWidth: The columns of the labels.
    static func fact(_ name: String, _ value: String, nameWidth: Int, to columns: Column) -> [StyledLine] {
        let label = " " + name.padded(to: nameWidth) + " "
        return labelled(label, .name, value, indent: label.count, to: columns)
    }

    /// Returns a label with a text, which is wrapped in its own column; below the label if that is too long.
    static func labelled(
        _ label: String, _ role: Role, _ text: String, indent: Int, to columns: Column
    ) -> [StyledLine] {
        let blanks = String(repeating: " ", count: indent)
        var lines = wrapped(text, .text, to: columns, first: blanks, indent: blanks)
        let first = String(lines[0].text.dropFirst(indent))
        if label.count > indent {
            lines.insert(StyledLine(label, role), at: 0)
        } else {
            lines[0] = StyledLine([Run(text: label, role: role), Run(text: first, role: .text)])
        }
        return lines
    }

    /// Returns a paragraph of a pane or an overlay, wrapped; control characters are shown as signs.
    /// - Parameters:
    ///   - lead: The beginning of the first line.
    ///   - hanging: The additional indentation of the other lines.
    static func paragraph(
        _ text: String, _ role: Role = .dimmed, to width: Column, lead: String = " ", hanging: Int = 0
    ) -> [StyledLine] {
        wrapped(
            VisibleText.line(text), role, to: width, first: lead,
            indent: String(repeating: " ", count: lead.count + hanging))
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

    /// Returns the line wrapped at blanks; its runs keep their roles.
    /// - Parameters:
    ///   - lead: The beginning of the first line.
    ///   - indent: The number of blanks before the others; nil for as many as the characters of `lead`.
    func wrapped(to columns: Column, lead: String = " ", indent: Int? = nil) -> [StyledLine] {
        let base = runs.first?.role ?? .text
        let all = [Run(text: lead, role: base)] + runs
        var roles = all.flatMap { run in run.text.filter { $0 != " " }.map { _ in run.role } }[...]
        let blanks = String(repeating: " ", count: indent ?? lead.count)
        return Self.wrapped(text, base, to: columns, first: lead, indent: blanks).map { line in
            var result = StyledLine()
            for character in line.text {
                result.extend(with: character, character == " " ? base : roles.popFirst() ?? base)
            }
            return result
        }
    }

    /// Returns the line shortened to a width; text without a role of its own has this one.
    func shortened(to columns: Column, _ role: Role) -> StyledLine {
        var line = self
        if width > columns, columns > 1 {
            line = cut(to: columns - 1, indent: "")[0]
            line.append("…", role)
        }
        for index in line.runs.indices where line.runs[index].role == .text { line.runs[index].role = role }
        return line
    }

    // Highlighting of the letters that match a search in a list.

    /// The text in which words are searched for.
    enum MarkedText: Sendable {
        /// A name, where letters may be scattered.
        case names
        /// A description, where a word is contiguous.
        case details
    }

    /// Appends a run with the letters of words highlighted. Linear in the text for each word.
    mutating func append(_ text: String, _ role: Role, marking words: [SoughtWord], in kind: MarkedText) {
        guard !words.isEmpty else { return append(text, role) }
        let characters = Array(text)
        // The character of each folded byte: folding may change the number of bytes.
        var folded: [UInt8] = []
        var owners: [Int] = []
        for (index, character) in characters.enumerated() {
            let bytes = SoughtWord.folded(String(character))
            folded += bytes
            owners += bytes.map { _ in index }
        }
        var marked = Set<Int>()
        for word in words {
            guard let fit = word.fit(in: folded), fit != .scattered || kind == .names else { continue }
            marked.formUnion(word.places(in: folded).map { owners[$0] })
        }
        var start = 0
        while start < characters.count {
            let isMarked = marked.contains(start)
            var end = start + 1
            while end < characters.count, marked.contains(end) == isMarked { end += 1 }
            append(String(characters[start..<end]), isMarked ? .match : role)
            start = end
        }
    }

    /// Returns the line with the letters of words highlighted in its plain text.
    func marking(_ words: [SoughtWord], in kind: MarkedText) -> StyledLine {
        guard !words.isEmpty else { return self }
        var line = StyledLine()
        for run in runs {
            line.append(run.text, run.role, marking: run.role == .text ? words : [], in: kind)
        }
        return line
    }

    /// Returns the line highlighted over its whole width, as that under the cursor. Search matches stay highlighted.
    func chosen(to width: Column) -> StyledLine {
        var line = self
        for index in line.runs.indices where line.runs[index].role != .match {
            line.runs[index].role = .chosenLink
        }
        line.pad(to: width, .chosenLink)
        return line
    }

    /// The separator of two texts side by side.
    private static let columnRule = " │ "

    /// Returns the columns of each of two texts side by side.
    static func roomBeside(in width: Column) -> Column { (width - Column(columnRule.count)) / 2 }

    /// Returns two texts side by side, with a rule between them.
    static func beside(_ left: [StyledLine], _ right: [StyledLine], room: Column) -> [StyledLine] {
        (0..<max(left.count, right.count)).map { row in
            var line = row < left.count ? left[row] : StyledLine()
            line.pad(to: room)
            line.append(columnRule, .border)
            if row < right.count { line.runs += right[row].runs }
            return line
        }
    }

    /// Returns the line wrapped to a width; all rows but the first are indented.
    func cut(to width: Column, indent: String) -> [StyledLine] {
        guard self.width > width else { return [self] }
        var (rows, row) = ([StyledLine](), StyledLine())
        var columns: Column = 0
        for run in runs {
            for character in run.text {
                let wide = TextWidth.columns(of: String(character))
                if columns + wide > width, columns > Column(indent.count) {
                    rows.append(row)
                    row = StyledLine(indent, .text)
                    columns = Column(indent.count)
                }
                row.extend(with: character, run.role)
                columns += wide
            }
        }
        return rows + [row]
    }
}

struct ScrolledText: Equatable, Sendable {
    var lines: [StyledLine] = [] {
        didSet { if search != nil, lines != oldValue { searchAgain() } }
    }
    /// The first line on the screen.
    var top = 0
    /// The search in them; nil for none.
    var search: IncrementalSearch<InspectedContent>?

    /// Clamps the scroll position for a screen of this height.
    mutating func clamp(height: Int) { top = max(0, min(top, lines.count - height)) }
}

// The lines of a report on the screen.
extension StyledLine {
    /// Returns facts as lines of a pane or an overlay.
    static func lines(_ facts: [SessionFact], _ secrets: Secrets, to width: Column) -> [StyledLine] {
        facts.flatMap { $0.lines(secrets) }.flatMap { lines($0, to: width) }
    }

    /// Returns a line of a report, wrapped at a width.
    static func lines(_ line: ReportLine, to width: Column) -> [StyledLine] {
        switch line {
        case .fact(let name, let value):
            return fact(
                VisibleText.line(name), VisibleText.line(value),
                nameWidth: min(max(12, name.count), max(3, width.value / 3)), to: width)
        case .wire(let text):
            guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains(" ") else {
                return labelled("", text, .text, indent: 3, to: width)
            }
            let value = String(text[text.index(after: colon)...])
            return labelled(String(text[...colon]), value, .name, indent: 3, to: width)
        case .why(let text): return paragraph(text, to: width, lead: "     · ")
        // A word as well as the colour shows whether a rule applies.
        case .trial(true, let rule, let words):
            return labelled("yes \(rule): ", words, .stepDone, indent: 5, to: width)
        case .trial(false, let rule, let words):
            return labelled("no  \(rule): ", words, .dimmed, indent: 5, rest: .dimmed, to: width)
        case .words(let text): return paragraph(text, .text, to: width, hanging: 2)
        }
    }

    /// Returns text after a label of another colour, wrapped as one text.
    private static func labelled(
        _ label: String, _ words: String, _ role: Role, indent: Int, rest: Role = .text, to width: Column
    ) -> [StyledLine] {
        var line = StyledLine(VisibleText.line(label), role)
        line.append(VisibleText.line(words), rest)
        return line.wrapped(to: width, indent: indent)
    }
}
