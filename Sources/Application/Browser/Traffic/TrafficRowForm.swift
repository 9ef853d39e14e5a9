import CellGrid
import Exchanges
import SonicProtocol
import SonicSession
import Workbench

/// What the list of traffic shows of its rows.
struct TrafficRowForm {
    let traffic: Traffic
    let model: Model

    /// Returns a row of the list.
    func line(_ row: TrafficRow, width: Column) -> ListTable.Row {
        guard case .gap(let start, let end) = row.content else { return .cells(cells(row)) }
        let time = "\(model.clock(start)) to \(model.clock(end))"
        return .text(heading(time, row.states[0], width: width))
    }

    private func cells(_ row: TrafficRow) -> [ListColumn: ListCell] {
        guard let exchange = row.exchange else {
            let words = row.states.map { VisibleText.line($0) }
            return [
                .path: ListCell("an entry of the file", .name),
                .outcome: ListCell(words, .failure, sign: ("!", .failure)),
            ]
        }
        let (mark, span) = (mark(row), traffic.log.span(of: row))
        let isMarked = model.isMarked(Model.sideTitle(of: row))
        let type = exchange.head?.headers.first("content-type")?.prefix { $0 != ";" } ?? ""
        var cells: [ListColumn: ListCell] = [
            .time: ListCell(exchange.began.map { model.clock($0) } ?? "", .dimmed),
            .method: ListCell(VisibleText.line(exchange.method), .dimmed),
            .status: ListCell(
                exchange.head.map { "\($0.status)" } ?? "", row.hasError ? .outcomeFailed : .dimmed),
            .path: ListCell(VisibleText.line(path(of: row, exchange)), .name),
            .outcome: ListCell(
                row.states.map { VisibleText.line($0) }, row.hasError ? .outcomeFailed : .text, sign: mark),
            .client: ListCell(VisibleText.line(exchange.client?.name ?? ""), .dimmed),
            .type: ListCell(VisibleText.line(String(type)), .dimmed),
            .size: ListCell(
                row.progress.map { $0.sent == nil } ?? false ? "" : row.received.byteText, .dimmed),
            .saved: ListCell(row.savedPercent.map { $0 > 0 ? "-\($0)%" : "" } ?? "", .dimmed),
            .took: ListCell(
                traffic.age(of: row, at: model.uptime)?.inSeconds ?? row.took?.brief ?? "", .dimmed),
            .findings: ListCell(worst(row), Role(row.findings.map(\.severity).max())),
            .bar: ListCell(bar(row, span, columns: 20), mark.role),
        ]
        if isMarked { cells[.mark] = ListCell("◆", .marker) }
        if traffic.log.hasHosts, exchange.method != "CONNECT" {
            cells[.host] = ListCell(VisibleText.line(exchange.url.hostAndPort), .name)
        }
        return cells
    }

    private func path(of row: TrafficRow, _ exchange: Exchange) -> String {
        exchange.method == "CONNECT"
            ? exchange.address : (row.owner == nil ? "" : "  ") + exchange.url.requestTarget
    }

    /// Returns the heading of a group.
    func heading(_ name: String, _ words: String, width: Column) -> StyledLine {
        var line = StyledLine(
            TextWidth.shortened(VisibleText.line(name), to: max(8, width * 2 / 3)), .heading)
        let room = max(0, width - line.width - 3)
        line.append("  " + TextWidth.shortened(VisibleText.line(words), to: room), .dimmed)
        return line
    }

    private func mark(_ row: TrafficRow) -> (character: Character, role: Role) {
        guard row.exchange != nil else { return ("!", .failure) }
        switch row.reading {
        case .session, .outline, .waiting:
            let ending = row.verdict.flatMap { Plot.Ending($0) }
            return (model.plot.sign(ending), Role(ending))
        case .running: return (">", .text)
        case .unfinished: return (model.plot.sign(.failed), .outcomeFailed)
        case .furtherRequest: return ("→", row.hasError ? .outcomeFailed : .dimmed)
        case .part, nil: return row.hasError ? (model.plot.sign(.failed), .outcomeFailed) : (" ", .dimmed)
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
        return String(repeating: " ", count: start)
            + String(repeating: model.plot.bar(1, of: 2), count: length)
    }
}
