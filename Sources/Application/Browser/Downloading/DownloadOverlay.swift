import CellGrid

/// The place in the list of files. What is told of each is drawn from the list as it is, so that it is live.
struct DownloadOverlay: Sendable {
    /// The file under the cursor.
    var cursor: ListCursor

    /// A sheet of this list, with the cursor on the latest file.
    init(_ list: DownloadList) {
        cursor = ListCursor(count: list.entries.count, at: list.entries.count - 1)
    }
}

extension DownloadList {
    /// The widest bar, in columns.
    private static let bar = 24

    /// The list as lines of this width: name, bar, bytes, rate and the time left of each.
    /// - Parameter uptime: The time by a clock that never jumps.
    func lines(_ sheet: DownloadOverlay, width: Column, at uptime: Duration) -> [StyledLine] {
        let facts = entries.map { $0.facts(at: uptime, isNarrow: width < 60) }
        let factWidth = min(width * 2 / 3, facts.map { TextWidth.columns(of: $0) }.max() ?? 0)
        let barWidth = width >= 60 ? Column(max(0, min(Self.bar, (width - factWidth - 24).value))) : 0
        let nameWidth = max(6, width - factWidth - (barWidth > 0 ? barWidth + 2 : 0) - 6)
        return zip(entries, facts).enumerated().map { index, told in
            let (entry, facts) = told
            let isChosen = index == sheet.cursor.index
            var line = StyledLine(isChosen ? " ▸ " : "   ", .marker)
            line.append(
                TextWidth.shortened(VisibleText.line(entry.name), to: nameWidth),
                isChosen ? .chosenLink : .text)
            line.pad(to: 3 + nameWidth)
            if barWidth > 0 {
                line.append(" " + entry.bar(columns: barWidth.value), entry.role)
                line.pad(to: 3 + nameWidth + 1 + barWidth)
            }
            line.append(" " + TextWidth.shortened(facts, to: factWidth), entry.role)
            return line
        }
    }

    /// What is said of the file under the cursor below the list.
    func words(_ sheet: DownloadOverlay) -> String {
        guard entries.indices.contains(sheet.cursor.index) else {
            return "No file yet."
        }
        let entry = entries[sheet.cursor.index]
        let reason: String =
            switch entry.state {
            case .pausing(let reason), .broken(let reason), .failed(let reason): reason
            case .saved(.unknown): "the server did not say how many bytes there are"
            case .offered: "offered, and not saved: the server waits"
            case .asked, .coming, .stopped, .saved(.counted): entry.type ?? "of no named type"
            }
        let oddity = entry.oddity.map { "; " + $0 } ?? ""
        return VisibleText.line(
            "\(entry.path) from \(entry.url.withoutCredentials.href): \(reason)\(oddity)")
    }
}

extension DownloadList.Entry {
    /// What it plays on the screen.
    var role: Role {
        switch state {
        case .failed, .broken: .failure
        case .saved: .name
        case .offered, .asked, .coming, .pausing, .stopped: .text
        }
    }

    /// How much is here, as a bar of so many columns; all dots where nobody knows how much there will be.
    func bar(columns: Int) -> String {
        guard columns > 0 else { return "" }
        guard let length, length > 0 else { return String(repeating: "·", count: columns) }
        let done = min(columns, Int(Double(received) / Double(length) * Double(columns)))
        return String(repeating: "█", count: done) + String(repeating: "░", count: columns - done)
    }

    /// Bytes, part, rate and time left, as far as they are known, or how it ended.
    /// - Parameter isNarrow: Whether there is room for a few words only.
    func facts(at uptime: Duration, isNarrow: Bool) -> String {
        let here = received.byteText
        let all = isNarrow ? here : length.map { "\(here) of \($0.byteText)" } ?? here
        switch state {
        case .offered: return (length.map { $0.byteText + ", " } ?? "") + "offered"
        case .asked: return received > 0 ? "\(all), asking" : "asking"
        case .pausing: return "\(all), again soon"
        case .stopped: return "\(all), stopped"
        case .broken: return "\(all), broke off"
        case .failed: return "failed"
        case .saved: return "\(here), saved"
        case .coming:
            var words = isNarrow && length != nil ? [] : [all]
            if let length, length > 0 { words.append("\(Int(Double(received) / Double(length) * 100))%") }
            if let rate = pace.rate(at: uptime) { words.append("\(rate.byteText)/s") }
            if let length, let left = pace.timeLeft(until: length, at: uptime) { words.append(left.clock) }
            return words.joined(separator: " · ")
        }
    }
}

extension Screen {
    /// Draws the list of files, with what is said of the one under the cursor below.
    mutating func draw(_ sheet: DownloadOverlay, in area: Rect) {
        var rows = area
        rows.rows = max(0, area.rows - 1)
        let lines = model.downloads.lines(sheet, width: area.columns, at: model.uptime)
        draw(ScrolledText(lines: lines, top: sheet.cursor.top), in: rows)
        let words = TextWidth.shortened(model.downloads.words(sheet), to: area.columns - 2)
        let place = Position(row: rows.endRow, column: area.column + 1)
        frame.put(words, at: place, style: theme[.dimmed], within: area)
    }
}
