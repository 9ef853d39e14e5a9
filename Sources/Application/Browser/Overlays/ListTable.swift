import CellGrid

/// A column of the lists: of sessions, traffic, versions, polls, pages and tabs, in this order from left to right. Only
/// here are the columns defined.
enum ListColumn: Int, CaseIterable {
    case mark, number, time, method, status, host, title, path, outcome, client, versions, type, size, saved,
        took
    case findings, bar, read

    /// Its heading; the least width, a fair one that others leave to it, and the most; its rank among the columns that
    /// stay on a narrow screen; whether it is set at the right. A column whose least width is its most is never cut.
    fileprivate var form: (heading: String, least: Int, fair: Int, most: Int, rank: Int, isRight: Bool) {
        switch self {
        case .mark: ("", 1, 1, 1, 0, false)
        case .number: ("v", 9, 9, 9, 1, true)
        case .time: ("time", 21, 21, 21, 3, false)
        case .method: ("method", 8, 8, 8, 9, false)
        case .status: ("status", 6, 6, 6, 8, true)
        case .host: ("host", 10, 16, 28, 7, false)
        case .title: ("title", 8, 24, 48, 1, false)
        case .path: ("path", 8, 16, 60, 2, false)
        case .outcome: ("outcome", 8, 13, 44, 2, false)
        case .client: ("client", 12, 16, 20, 12, false)
        case .versions: ("version", 13, 13, 13, 9, false)
        case .type: ("type", 9, 16, 24, 13, false)
        case .size: ("size", 8, 8, 8, 4, true)
        case .saved: ("saved", 5, 5, 5, 10, true)
        case .took: ("took", 8, 8, 8, 6, true)
        case .findings: ("!", 3, 3, 3, 5, true)
        case .bar: ("", 20, 20, 20, 14, false)
        case .read: ("read", 8, 8, 8, 3, true)
        }
    }
}

/// What a list shows in a column of a row.
struct ListCell {
    /// The texts from the longest to the shortest: the longest that fits is shown.
    var forms: [String]
    var role = Role.text
    /// The sign before the text.
    var sign: (character: Character, role: Role)?

    init(_ forms: [String], _ role: Role = .text, sign: (character: Character, role: Role)? = nil) {
        self.forms = forms
        self.role = role
        self.sign = sign
    }

    init(_ text: String, _ role: Role = .text) { self.init([text], role) }

    fileprivate var width: Int {
        TextWidth.columns(of: forms.first ?? "").value + (sign == nil ? 0 : 2)
    }
}

/// The rows of a list in columns, below their headings. Columns are as wide as what is shown in them, and those that do
/// not fit are left out.
struct ListTable {
    /// A row: cells, or one text over the whole width.
    enum Row {
        case cells([ListColumn: ListCell])
        case text(StyledLine)
    }

    /// The column by which rows are sorted, and whether the greatest is first.
    typealias Order = (column: ListColumn, isFalling: Bool)

    let width: Column
    var order: Order?
    /// Headings other than the usual.
    var headings: [ListColumn: String] = [:]
    /// The words that are highlighted.
    var words: [SoughtWord] = []

    /// Returns the headings, and then the rows.
    /// - Parameter chosen: The row under the cursor; nil for none.
    func lines(_ rows: [Row], chosen: Int?) -> [StyledLine] {
        let cells = rows.compactMap { if case .cells(let cells) = $0 { cells } else { nil } }
        let columns = columns(for: cells)
        var heading = StyledLine(" ", .dimmed)
        for (index, (column, width)) in columns.enumerated() {
            append(ListCell(self.heading(of: column), .dimmed), column, width, index, to: &heading)
        }
        return [heading]
            + rows.enumerated().map { index, row in
                let isChosen = index == chosen
                var line = StyledLine(isChosen ? "▸" : " ", .marker)
                switch row {
                case .text(let text): line.runs += text.runs
                case .cells(let cells):
                    for (index, (column, width)) in columns.enumerated() {
                        append(cells[column] ?? ListCell(""), column, width, index, to: &line)
                    }
                }
                return isChosen ? line.chosen(to: width) : line
            }
    }

    private func heading(of column: ListColumn) -> String {
        let sign = order?.column != column ? "" : order?.isFalling == true ? "▾" : "▴"
        return (headings[column] ?? column.form.heading) + sign
    }

    private var gap: Int { width >= 60 ? 2 : 1 }

    /// Returns the columns that fit, with their widths: at least the narrowest of each, and then all grow alike.
    private func columns(for rows: [[ListColumn: ListCell]]) -> [(ListColumn, Int)] {
        var needs: [ListColumn: Int] = [:]
        for (column, cell) in rows.joined() where cell.width > 0 {
            needs[column] = max(needs[column] ?? 0, cell.width)
        }
        // What is left after the least width of each column, and how much of that they need to be legible.
        var room = width.value - 1 + gap
        var reserve = 0
        var shown: [(column: ListColumn, width: Int, need: Int)] = []
        for column in needs.keys.sorted(by: { ($0.form.rank, $0.rawValue) < ($1.form.rank, $1.rawValue) }) {
            let form = column.form
            let need = max(needs[column] ?? 0, TextWidth.columns(of: heading(of: column)).value)
            let least = min(need, form.least)
            guard shown.isEmpty || room - least - gap >= (form.rank > 3 ? reserve : 0) else { continue }
            room -= least + gap
            reserve += min(need, form.fair) - least
            shown.append((column, least, min(need, form.most)))
        }
        while room > 0, shown.contains(where: { $0.width < $0.need }) {
            for index in shown.indices where room > 0 && shown[index].width < shown[index].need {
                shown[index].width += 1
                room -= 1
            }
        }
        return shown.sorted { $0.column.rawValue < $1.column.rawValue }.map { ($0.column, $0.width) }
    }

    private func append(
        _ cell: ListCell, _ column: ListColumn, _ width: Int, _ index: Int, to line: inout StyledLine
    ) {
        if index > 0 { line.append(String(repeating: " ", count: gap), .text) }
        let end = line.width + Column(width)
        if let sign = cell.sign { line.append("\(sign.character) ", sign.role) }
        let room = end - line.width
        let fitting = cell.forms.first { TextWidth.columns(of: $0) <= room } ?? cell.forms.last ?? ""
        let text = TextWidth.shortened(fitting, to: max(0, room))
        if column.form.isRight { line.pad(to: end - TextWidth.columns(of: text)) }
        let isName = column == .path || column == .title || column == .host
        line.append(text, cell.role, marking: words, in: isName ? .names : .details)
        line.pad(to: end)
    }
}
