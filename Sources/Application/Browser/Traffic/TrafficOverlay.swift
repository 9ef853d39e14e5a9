import CellGrid
import Exchanges
import SonicProtocol

/// The traffic as a list. The rows belong to the account, so that they are updated while another overlay is shown.
struct TrafficOverlay: ListOverlay {
    var cursor: ListCursor
    let title: String

    /// Creates the list of some traffic, with the cursor where it was.
    init(_ traffic: Traffic) {
        let index = traffic.chosen.flatMap { traffic.shown.index(of: $0) } ?? 0
        cursor = ListCursor(count: traffic.count, at: index)
        title = VisibleText.line("Traffic: \(traffic.source.name)")
    }

    /// Keeps the cursor on its row after the oldest rows were removed; on the first row if it is among them.
    mutating func follow(_ traffic: Traffic) {
        cursor.follow(to: traffic.chosen.flatMap { traffic.shown.index(of: $0) } ?? 0, of: traffic.count)
    }

    var hints: [Command] {
        [
            .takeOptions, .findOption, .groupTraffic, .followTraffic, .typeFilter, .compareWith,
            .showFindings,
            .showClients,
            .chooseCopy,
            .chooseExport,
            .optionDown, .optionUp, .leaveOptions,
        ]
    }

    var ways: String { "{take-entry} inspects an exchange, {find-entry} filters, {leave-list} leaves." }

    var contexts: [KeyTable.Context] { [.traffic, .exchanges, .list] }

    func command(for key: Key, in keys: KeyTable) -> Command? {
        if let command = keys.command(for: key, in: contexts) { return command }
        // Commands about the page in front are available for the exchange under the cursor.
        let command = keys.command(for: key, in: [.panes, .everywhere])
        return command.flatMap { Self.ofPanes.contains($0) ? $0 : nil }
    }

    /// The commands of the panes that are about a session.
    private static let ofPanes: Set<Command> = [
        .inspectHeaders, .inspectBody, .showFindings, .showFacts, .showClients, .chooseCopy, .chooseExport,
        .copyCurl,
        .editRequest, .toggleSecrets, .typeCommand, .typeFilter, .listIntercepted, .forwardIntercepted,
        .forwardRecomputed, .editIntercepted, .dropIntercepted,
    ]
    private static let own: Set<Command> = [.groupTraffic, .followTraffic]

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        switch command {
        case .takeOptions:
            model.inspectExchange()
            return .stays()
        case .compareWith: return .stays(model.markExchange())
        case .findOption:
            model.typeTrafficFilter()
            return .stays()
        case let command? where Self.own.contains(command) || Self.ofPanes.contains(command):
            return .stays(model.call(command, as: key.name) ?? [])
        case .some, nil: return .passes(command)
        }
    }

    func rows(width: Column, _ model: Model) -> Int? { nil }

    func hasFooter(width: Column) -> Bool { true }

    // In a small area the footer gives way to the rows.
    func listHeight(in area: Rect) -> Int { area.rows.value - (area.rows >= 3 ? 1 : 0) }

    func footer(_ model: Model) -> String {
        guard let traffic = model.account.traffic else { return "" }
        if let row = model.chosenExchange { return VisibleText.line(row.details) }
        return traffic.log.rows.isEmpty ? "" : "A group: the exchanges below it belong together."
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        guard let traffic = model.account.traffic else { return false }
        let isMoved = cursor.count == traffic.count
        cursor.resize(to: traffic.count)
        if traffic.follows, !isMoved { cursor.move(to: traffic.count) }
        cursor.settle(height: max(1, listHeight(in: area)))
        return true
    }

    func figures(_ model: Model) -> String { model.account.traffic?.figures ?? "" }

    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        guard let traffic = model.account.traffic else { return [] }
        guard traffic.count > 0 else {
            return StyledLine.wrapped(traffic.emptiness, .dimmed, to: width - 1, first: " ", indent: " ")
        }
        let form = TrafficRowForm(
            width: width, plot: model.plot, clock: { model.clock($0) })
        return zip(range, traffic.shown.lines(range)).map { index, line in
            let isChosen = index == cursor.index
            switch line {
            case .heading(let place):
                let group = traffic.shown.groups[place]
                return form.heading(group.name, traffic.words(of: group), isChosen: isChosen)
            case .row(let id):
                guard let row = traffic.log[id] else { return StyledLine() }
                return form.line(
                    row, span: traffic.log.span(of: row), isIndented: row.owner != nil, isChosen: isChosen,
                    isMarked: model.account.comparedSide != nil && traffic.marked == id)
            }
        }
    }
}

// The descriptions in the list.
extension Traffic {
    /// The number of visible rows and of all rows, the filter, and the progress of reading.
    var figures: String {
        let all = log.rows.count
        let rows = all == count || shown.order != .time ? "\(all)" : "\(count)/\(all)"
        var parts = [rows]
        if let filter { parts.append(filter.text) }
        if shown.order != .time { parts.append("by \(shown.order.rawValue)") }
        if dropped > 0 { parts.append("\(dropped) missed") }
        if !control.rules.isEmpty { parts.append(.counted(control.rules.count, "rule")) }
        switch state {
        case .reading: parts.append("reading")
        case .following: parts.append(follows ? "following" : "live")
        case .complete: break
        case .ended: parts.append("ended")
        }
        return TextWidth.shortened(VisibleText.line(parts.joined(separator: ", ")), to: 60)
    }

    /// The text shown when no row is visible.
    var emptiness: String {
        if !log.rows.isEmpty { return isFiltering ? "Filtering…" : "No exchange matches the filter." }
        switch state {
        case .reading: return "Reading…"
        case .following: return source == .own ? "No sessions in this run yet." : "No exchanges yet."
        case .complete: return "It has no exchanges."
        case .ended(let why): return why
        }
    }

    /// Returns a description of a group: the copies that its client stores, or that clients store of its page, after
    /// the latest sessions.
    func words(of group: TrafficGroups.Group) -> String {
        var parts = [String.counted(group.rows.count, "exchange")]
        var seen: Set<String> = []
        // A heading is drawn at each key press, so only the last rows are read.
        for id in group.rows.suffix(Self.rowsRead).reversed() where seen.count < Self.holdersNamed {
            guard let row = log[id], let trace = row.session, let exchange = row.exchange else { continue }
            let holder =
                shown.order == .client ? exchange.url.requestTarget : exchange.client?.name ?? "a client"
            guard seen.insert(holder).inserted else { continue }
            parts.append("\(holder): " + (Exchange.heldTags(after: trace) ?? "no copy"))
        }
        return parts.joined(separator: "; ")
    }

    private static let rowsRead = 50
    private static let holdersNamed = 3
}
