import CellGrid
import SonicProtocol
import SonicSession
import Workbench

/// The layout of rows of traffic. It alone defines the widths of the columns.
struct TrafficRowForm {
    /// The total width of a row.
    let width: Column
    let plot: Plot
    /// Returns the local time of a moment.
    let clock: (Instant) -> String

    /// A column next to the address and the state, the most important first.
    private enum Figure: CaseIterable {
        case bytes, findings, took, saved, client, bar

        /// Its width, and the columns that must remain for address and state.
        var columns: (width: Int, rest: Int) {
            switch self {
            case .bytes: (8, 20)
            case .findings: (4, 20)
            case .took: (8, 36)
            case .saved: (5, 36)
            case .client: (19, 60)
            case .bar: (20, 70)
            }
        }
    }

    /// The width of the cursor, of the time and a blank, and of the sign and a blank.
    private static let signs = 1 + 9 + 2

    private var figures: [Figure] {
        var room = width.value - Self.signs
        var shown: [Figure] = []
        for figure in Figure.allCases where room - figure.columns.width >= figure.columns.rest {
            room -= figure.columns.width
            shown.append(figure)
        }
        return shown
    }

    /// Returns a row.
    /// - Parameters:
    ///   - row: The row.
    ///   - span: The start and end of its page; nil if they were not measured.
    ///   - isIndented: Whether it is listed below its page.
    ///   - isMarked: Whether it is marked for a comparison.
    func line(
        _ row: TrafficRow, span: ClosedRange<Int64>?, isIndented: Bool, isChosen: Bool, isMarked: Bool
    ) -> StyledLine {
        let shown = figures
        var line = StyledLine(isChosen ? "▸" : isMarked ? "◆" : " ", .marker)
        line.append((row.exchange?.began.map(clock) ?? "").padded(to: 8) + " ", .dimmed)
        let mark = mark(row)
        line.append("\(mark.sign) ", mark.role)
        var right = StyledLine()
        if shown.contains(.client) {
            let name = TextWidth.shortened(
                VisibleText.line(row.exchange?.client?.name ?? ""),
                to: Column(Figure.client.columns.width - 2))
            right.append("  " + name, .dimmed)
            right.pad(to: Column(Figure.client.columns.width))
        }
        for figure in [Figure.bytes, .saved, .took] where shown.contains(figure) {
            right.append(text(figure, row).atRight(of: figure.columns.width), .dimmed)
        }
        if shown.contains(.findings) {
            right.append(
                worst(row).atRight(of: Figure.findings.columns.width),
                Role(row.findings.map(\.severity).max()))
        }
        if shown.contains(.bar) {
            right.append(" " + bar(row, span, columns: Figure.bar.columns.width - 1), mark.role)
        }
        let room = max(0, width.value - line.width.value - right.width.value)
        let state = state(row, room)
        let place = max(0, room - TextWidth.columns(of: state).value - 2)
        line.append(TextWidth.shortened(address(row, isIndented), to: Column(place)), .name)
        line.pad(
            to: line.width
                + max(0, Column(room) - (line.width - Column(Self.signs)) - TextWidth.columns(of: state)))
        line.append(state, row.hasError ? .outcomeFailed : .text)
        line.runs += right.runs
        return isChosen ? line.chosen(to: width) : line
    }

    /// Returns the heading of a group.
    func heading(_ name: String, _ words: String, isChosen: Bool) -> StyledLine {
        var line = StyledLine(isChosen ? "▸" : " ", .marker)
        line.append(TextWidth.shortened(VisibleText.line(name), to: max(8, width * 2 / 3)), .heading)
        let room = max(0, width - line.width - 2)
        line.append("  " + TextWidth.shortened(VisibleText.line(words), to: room), .dimmed)
        return isChosen ? line.chosen(to: width) : line
    }

    // MARK: Columns

    private func mark(_ row: TrafficRow) -> (sign: Character, role: Role) {
        guard row.exchange != nil else { return ("!", .failure) }
        switch row.reading {
        case .session, .waiting:
            let ending = row.verdict.flatMap { Plot.Ending($0) }
            return (plot.sign(ending), Role(ending))
        case .furtherRequest: return ("→", row.hasError ? .outcomeFailed : .dimmed)
        case .part, nil: return row.hasError ? (plot.sign(.failed), .outcomeFailed) : (" ", .dimmed)
        }
    }

    private func address(_ row: TrafficRow, _ isIndented: Bool) -> String {
        guard let exchange = row.exchange else { return "an entry of the file" }
        let method = exchange.method == "GET" ? "" : exchange.method + " "
        if exchange.method == "CONNECT" { return VisibleText.line(method + exchange.address) }
        let target = exchange.url.requestTarget
        // The host is shown unless a page above has it.
        let place = isIndented ? "  " + target : exchange.url.hostAndPort + target
        return VisibleText.line(method + place)
    }

    private func state(_ row: TrafficRow, _ room: Int) -> String {
        let forms = row.states.map { VisibleText.line($0) }
        let most = max(8, room / 2)
        let fitting = forms.first { TextWidth.columns(of: $0).value <= most } ?? forms.last ?? ""
        return TextWidth.shortened(fitting, to: Column(most))
    }

    private func text(_ figure: Figure, _ row: TrafficRow) -> String {
        switch figure {
        case .bytes: row.exchange == nil ? "" : row.received.byteText
        case .saved: row.savedPercent.map { $0 > 0 ? "-\($0)%" : "" } ?? ""
        case .took: row.exchange?.took?.brief ?? ""
        case .findings, .client, .bar: ""
        }
    }

    /// Returns the number of findings other than notes.
    private func worst(_ row: TrafficRow) -> String {
        let count = row.findings.count { $0.severity != .note }
        return count == 0 ? "" : "!\(min(count, 99))"
    }

    /// Returns a bar that shows its time within its page.
    private func bar(_ row: TrafficRow, _ span: ClosedRange<Int64>?, columns: Int) -> String {
        // A page without subresources has nothing to compare with.
        guard let time = row.time, let span, span != time, span.upperBound > span.lowerBound else {
            return ""
        }
        let whole = Double(span.upperBound - span.lowerBound)
        let first = Int(Double(time.lowerBound - span.lowerBound) / whole * Double(columns))
        let end = Int((Double(time.upperBound - span.lowerBound) / whole * Double(columns)).rounded(.up))
        let start = max(0, min(first, columns - 1))
        let length = max(1, min(end, columns) - start)
        return String(repeating: " ", count: start) + String(repeating: plot.bar(1, of: 2), count: length)
    }
}
