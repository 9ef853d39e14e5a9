import CellGrid
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
            .takeOptions, .toggleOption, .findOption, .groupTraffic, .followTraffic, .typeFilter, .map,
            .showFindings, .showClients, .chooseCopy, .chooseExport, .optionDown, .optionUp, .leaveOptions,
        ]
    }

    var ways: String { "{take-entry} inspects an exchange, {find-entry} filters, {leave-list} leaves." }

    var entering: String { "inspect" }

    func clearFilter(in model: inout Model) -> Bool {
        guard model.account.traffic?.filter != nil else { return false }
        model.showAllTraffic()
        return true
    }

    var context: KeyTable.Context { .traffic }

    func command(elsewhere key: Key, in keys: KeyTable) -> Command? {
        // Commands about the page in front are available for the exchange under the cursor.
        let command = keys.command(for: key, in: [.panes, .everywhere])
        return command.flatMap { Self.ofPanes.contains($0) ? $0 : nil }
    }

    /// The commands of the list, and those of the panes that are about a session.
    private static let ofPanes: Set<Command> = [
        .filterFolder, .groupTraffic, .followTraffic, .map, .listRules,
        .inspectHeaders, .inspectBody, .showFindings, .showFacts, .showClients, .chooseCopy, .chooseExport,
        .copyCurl, .editRequest, .toggleSecrets, .typeCommand, .typeFilter, .listIntercepted,
        .forwardIntercepted, .forwardRecomputed, .editIntercepted, .dropIntercepted,
    ]

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        if let effects = model.useMarks(command, on: model.chosenSide) { return .stays(effects) }
        switch command {
        case .takeOptions:
            model.inspectExchange()
            return .stays()
        case .findOption:
            model.typeTrafficFilter()
            return .stays()
        case let command? where Self.ofPanes.contains(command):
            return .stays(model.call(command, as: key.name) ?? [])
        case .some, nil: return .passes(command)
        }
    }

    func rows(width: Column, _ model: Model) -> Int? { nil }

    func hasFooter(width: Column) -> Bool { true }

    var headings: [ListColumn: String]? { [:] }

    var hasPreview: Bool { true }

    /// Returns why the session ended as it did, the headers that Sonic and caches use, and the findings.
    func preview(width: Column, _ model: Model) -> [StyledLine] {
        guard let row = model.chosenExchange, let exchange = row.exchange else {
            return StyledLine.paragraph(footer(model), to: width)
        }
        var lines = StyledLine.paragraph(footer(model), .text, to: width)
        if row.session != nil, let visit = model.subject {
            lines =
                StateText(visit: visit, keys: model.keys, plot: model.plot, isSpaced: false, width: width)
                .head
            lines += exchange.notes.flatMap { StyledLine.paragraph(VisibleText.line($0), .text, to: width) }
        }
        for (sign, headers) in [("→", exchange.requestHeaders), ("←", exchange.head?.headers ?? Headers())] {
            for field in headers.fields where Self.telling.contains(field.name.lowercased()) {
                let value = VisibleText.line("\(sign) \(field.name): \(field.value)")
                lines.append(StyledLine(" " + TextWidth.shortened(value, to: width - 2), .dimmed))
            }
        }
        if let visit = model.subject, !row.findings.isEmpty {
            lines += FindingsText(visit: visit, source: nil, width: width).lines
        }
        return lines
    }

    /// The headers that decide about an outcome.
    private static let telling: Set<String> = [
        "accept-diff", "if-none-match", "template-tag", "etag", "template-change", "cache-offline",
        "cache-control", "location",
    ]

    func footer(_ model: Model) -> String {
        guard let traffic = model.account.traffic else { return "" }
        if let row = model.chosenExchange {
            let age = traffic.age(of: row, at: model.uptime).map { "; for \($0.inSeconds)" } ?? ""
            return VisibleText.line(row.details + age)
        }
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
        guard let traffic = model.account.traffic else { return [StyledLine()] }
        let form = TrafficRowForm(traffic: traffic, model: model)
        let rows = traffic.shown.lines(range).map { line -> ListTable.Row in
            switch line {
            case .heading(let place):
                let group = traffic.shown.groups[place]
                return .text(form.heading(group.name, traffic.words(of: group), width: width))
            case .row(let id): return traffic.log[id].map { form.line($0, width: width) } ?? .cells([:])
            }
        }
        return ListTable(width: width, order: (.time, isFalling: false))
            .lines(rows, chosen: cursor.index - range.lowerBound)
            + (traffic.count > 0
                ? []
                : model.keys.line(VisibleText.line(traffic.emptiness), .dimmed).wrapped(to: width - 1))
    }
}
