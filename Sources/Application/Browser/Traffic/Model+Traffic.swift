import BrowserValues
import CellGrid
import Configuration
import Exchanges
import SonicLint
import SonicProtocol
import SonicSession
import Workbench

// The traffic: opening a source, navigating it, and the subject of other commands while it is shown.
extension Model {
    /// Shows the traffic that was shown before, or that of this program.
    mutating func showTraffic() -> [Effect] {
        guard account.traffic != nil else { return openTraffic(.own) }
        showTrafficAgain()
        return []
    }

    /// Shows the traffic of a source.
    mutating func openTraffic(_ source: TrafficSource) -> [Effect] {
        let number = (account.traffic?.number ?? 0) + 1
        let wasRead = account.traffic.map { $0.source != .own } ?? false
        account.traffic = Traffic(source, number: number)
        forgetServerMessages()
        prompt = nil
        showTrafficAgain()
        guard source != .own else {
            account.traffic?.state = .following
            return wasRead ? [.stopTraffic] : []
        }
        return [.readTraffic(source, number: number)]
    }

    private mutating func showTrafficAgain() {
        if let traffic = account.traffic { overlays = [TrafficOverlay(traffic)] }
    }

    /// Changes the traffic in place.
    mutating func changeTraffic(_ change: (inout Traffic) -> Void) {
        if account.traffic != nil { change(&account.traffic!) }
    }

    /// Changes the traffic if it has this number.
    mutating func changeTraffic(_ number: Int, _ change: (inout Traffic) -> Void) {
        if account.traffic?.number == number { changeTraffic(change) }
    }

    /// Handles an event of the traffic.
    mutating func handle(_ event: TrafficEvent) -> [Effect] {
        switch event {
        case .wanted(let source, let filter):
            let effects = openTraffic(source)
            changeTraffic { $0.show(filter) }
            return effects
        case .news(let news, let number):
            handleTraffic(news, number)
            guard account.traffic?.number == number else { return [] }
            for case .interception(let news) in news { report(news) }
            return orderAwaited()
        case .caughtUp(let number):
            guard account.traffic?.number == number else { return [] }
            if case .reconnecting(_, let rules) = account.traffic?.state {
                let ended = rules == 0 ? "" : "; \(String.counted(rules, "rule")) of yours ended"
                notice = .news("Connected again\(ended).")
            }
            changeTraffic { $0.state = .following }
        case .lost(let why, let number):
            guard account.traffic?.number == number else { return [] }
            changeTraffic { $0.leave(.reconnecting(why, rules: $0.control.ownRules.count)) }
            forgetServerMessages()
            notice = .failure("\(why) Reconnecting.")
        case .ended(let why, let number):
            guard account.traffic?.number == number else { return [] }
            changeTraffic { $0.leave(why.map { .ended($0) } ?? .complete) }
            forgetServerMessages()
            if let why, case .server = account.traffic?.source {
                notice = .failure(keys.line("\(why) {commands} traffic URL follows it again."))
            } else if let why {
                notice = .failure(why)
            }
        }
        return []
    }

    /// Handles reports of the traffic with this number.
    private mutating func handleTraffic(_ news: [TrafficNews], _ number: Int) {
        let removed = account.traffic?.log.droppedRows
        changeTraffic(number) { [uptime] in $0.handle(news, at: uptime) }
        guard let traffic = account.traffic, var list = overlay as? TrafficOverlay else { return }
        // Rows that come and go above the cursor leave it on its row.
        let isBelow = !traffic.follows && traffic.chosen.flatMap { traffic.shown.index(of: $0) } != nil
        guard isBelow || traffic.log.droppedRows != removed else { return }
        list.follow(traffic)
        overlay = list
    }

    /// Updates the list after changes of overlays and of the sessions of this program. Called at the end of every
    /// update.
    mutating func followTraffic() -> [Effect] {
        guard let traffic = account.traffic else { return [] }
        if overlay is TrafficOverlay {
            let chosen = chosenExchange?.id
            account.traffic?.chosen = chosen
        } else if let index = overlays.firstIndex(where: { $0 is TrafficOverlay }),
            var list = overlays[index] as? TrafficOverlay
        {
            // A covered list returns with the cursor on the same row.
            list.follow(traffic)
            overlays[index] = list
        }
        return followOwnTraffic() + readChosenAgain()
    }

    /// Reads the session of the row under the cursor if it was released.
    private mutating func readChosenAgain() -> [Effect] {
        guard let row = chosenExchange, case .outline = row.reading, let exchange = row.exchange,
            let number = account.traffic?.number, account.traffic?.rereading != row.id
        else { return [] }
        account.traffic?.rereading = row.id
        let reply: QueryReply<TrafficRow.Reading> = reply { model, reading in
            model.handleTraffic([.read(row: row.id, reading)], number)
            guard let visit = model.account.traffic?.log[row.id].flatMap(Visit.init) else { return }
            model.turnInspector { $0.follow(visit) }
        }
        return [.ask(.reading(ReadingOrder(row: row.id, exchange: exchange), reply))]
    }

    /// Adds rows for the sessions of this program that ended.
    private mutating func followOwnTraffic() -> [Effect] {
        guard let traffic = account.traffic, traffic.source == .own else { return [] }
        let new = account.journal.added - traffic.sessionsTaken
        guard new > 0 else { return [] }
        let number = traffic.number
        var effects: [Effect] = []
        for entry in account.journal.entries.suffix(new) {
            let trace = entry.trace
            guard let row = account.traffic?.add(trace, partOf: entry.page), entry.page == nil else {
                continue
            }
            let reply: QueryReply<LintReport> = reply {
                $0.handleTraffic([.read(row: row, .session(trace, $1))], number)
            }
            effects.append(.ask(.findings(FindingsOrder(visit: -row, trace: trace), reply)))
        }
        account.traffic?.sessionsTaken = account.journal.added
        return effects
    }

    // MARK: The exchange under the cursor

    /// The row under the cursor of the list, also while another overlay that was opened from it is shown; nil for a
    /// heading.
    var chosenExchange: TrafficRow? {
        guard let traffic = account.traffic else { return nil }
        guard let list = overlay as? TrafficOverlay else { return traffic.chosenRow }
        guard case .row(let id)? = traffic.shown.lines(list.cursor.index..<(list.cursor.index + 1)).first
        else { return nil }
        return traffic.log[id]
    }

    /// The subject of commands about a session: the inspected one, the exchange under the cursor of the traffic, or the
    /// session in front.
    var subject: Visit? {
        if let inspector { return inspector.visit }
        return isAboutTraffic ? chosenExchange.flatMap(Visit.init) : visit
    }

    /// The address of the subject: that of the page on the screen if it is its session's.
    var subjectURL: WebURL? {
        let subject = subject
        return subject?.opening.visit == visit?.opening.visit ? addressShown : subject?.opening.url
    }

    /// The request of the subject, for sending it again; for traffic, as it was recorded.
    var subjectRequest: Request? {
        guard let subject else { return nil }
        // Rows of the traffic are visits with negative numbers.
        guard subject.opening.visit < 0, let row = account.traffic?.log[-subject.opening.visit] else {
            return subject.trace.request
        }
        return account.traffic?.source == .own ? subject.trace.request : row.exchange?.request
    }

    /// Whether commands are about the traffic, and not about the page in front.
    var isAboutTraffic: Bool { account.traffic != nil && overlays.contains { $0 is TrafficOverlay } }

    /// Inspects the exchange under the cursor.
    mutating func inspectExchange() {
        guard let subject else { return refuseHeading() }
        overlay = Inspector(subject, .headers)
    }

    private mutating func refuseHeading() {
        notice = .refusal(keys.line("Not an exchange: {entry-down} goes to one."))
    }

    /// The exchange under the cursor, to be compared; nil for none, and before its session was read.
    var chosenSide: SideSource? {
        guard let subject, let row = chosenExchange, row.progress == nil else { return nil }
        if case .waiting = row.reading { return nil }
        return .exchange(ExchangeSide(subject.trace, title: Self.sideTitle(of: row)))
    }

    /// Returns the title of a row in a comparison.
    static func sideTitle(of row: TrafficRow) -> String {
        "exchange \(row.id), \(VisibleText.line(row.exchange?.url.requestTarget ?? ""))"
    }

    // MARK: Controlling a server

    /// The number by which the server identifies this program's stream; nil if no controllable server is shown.
    var controller: Int? { isAboutTraffic ? account.traffic?.control.controller : nil }

    /// Whether commands are about a server: also before its stream has begun, and after it has ended.
    var isAboutServer: Bool {
        if isAboutTraffic, case .server = account.traffic?.source { true } else { false }
    }

    /// Sends an order to the server whose traffic is read.
    func ask(_ order: ServerOrder) -> [Effect] {
        guard let traffic = account.traffic, case .server(let url) = traffic.source else { return [] }
        let number = traffic.number
        let reply: QueryReply<String?> = reply { model, refusal in
            guard model.account.traffic?.number == number else { return }
            if let refusal {
                model.notice = .failure(VisibleText.line(refusal))
            } else if case .force(let fault, let path) = order {
                model.notice = .news(
                    VisibleText.line("The next response for \(path) will have the fault \(fault)."))
            }
        }
        return [.ask(.control(order, at: url, reply))]
    }

    /// Makes the server in front answer with a fault, else own sessions.
    mutating func setFault(_ name: String) throws(TypingMistake) -> [Effect] {
        if isAboutServer { return try force(name) }
        guard let fault = ResponseFault.named(name) else {
            throw unknown(fault: name, among: ResponseFault.table.map(\.name))
        }
        guard !fault.needsServer else {
            throw TypingMistake(
                words:
                    "Only a server can do that: sonic-server demo --control, then :traffic and :fault \(name)."
            )
        }
        return impair(.fault, "the server of a page \(fault.meaning)") { $0.fault = fault }
    }

    private func unknown(fault: String, among names: [String]) -> TypingMistake {
        let near = NearestName.among(names, to: fault)
        return TypingMistake(
            words: "Unknown fault “\(fault)”" + (near.map { "; did you mean \($0)?" } ?? "."))
    }

    /// Makes the server answer the next request of the page under the cursor with a fault.
    func force(_ fault: String) throws(TypingMistake) -> [Effect] {
        let faults = account.traffic?.control.faults ?? []
        guard controller != nil else {
            throw TypingMistake(words: "The server's stream has not begun, or has ended.")
        }
        guard faults.contains(fault) else { throw unknown(fault: fault, among: faults) }
        guard let url = chosenExchange?.exchange?.url else {
            throw TypingMistake(
                words: "Choose an exchange first: the fault is for the next response of its page.")
        }
        return ask(.force(fault, path: url.requestTarget))
    }

    /// The rules of the followed server.
    var serverRules: [ServerRule] { account.traffic?.control.rules ?? [] }

    /// Has the server answer requests for the page under the cursor from a file, or from another address.
    func map(to source: String) throws(TypingMistake) -> [Effect] {
        let exchange = chosenExchange?.exchange
        let methods = exchange?.method == "GET" ? "GET,HEAD" : exchange?.method ?? ""
        let words = "method:\(methods) path:\"\(exchange?.url.path ?? "")\""
        // The path of an address has no quotes, and a method no blanks.
        let filter = try? ExchangeFilter(words, for: .request)
        guard let controller, case .server(let server)? = account.traffic?.source, exchange != nil, let filter
        else {
            throw TypingMistake(
                words: "Choose an exchange in a server's traffic first: requests for its page are mapped.")
        }
        if let url = WebURL(source.trimmed), url.isHTTP {
            return ask(.answer(.address(url), filter, controller: controller))
        }
        let reply: QueryReply<String> = reply { $0.notice = .failure(VisibleText.line($1)) }
        return [.ask(.answerFrom(file: source.trimmed, filter, controller: controller, at: server, reply))]
    }

    // MARK: Filter

    /// Whether rows of the visible list are still to be filtered.
    var isFilteringTraffic: Bool { overlay is TrafficOverlay && account.traffic?.isFiltering ?? false }

    mutating func typeTrafficFilter() {
        prompt = .command(
            CommandLine("\(Command.filterTraffic.rawValue) \(account.traffic?.filter?.text ?? "")"))
    }

    /// Prompts for a filter of the folder of the exchange under the cursor.
    mutating func typeFolderFilter() {
        guard let url = chosenExchange?.exchange?.url else { return refuseHeading() }
        let host = account.traffic?.log.hasHosts ?? false ? "host:\(url.hostAndPort) " : ""
        // A path may have what separates words and alternatives.
        let folder = url.folder.contains(where: ",()".contains) ? "\"\(url.folder)\"" : url.folder
        prompt = .command(CommandLine("\(Command.filterTraffic.rawValue) \(host)folder:\(folder)"))
    }

    mutating func showAllTraffic() { changeTraffic { $0.show(nil) } }

    /// Shows the rows that match a typed filter.
    mutating func filterTraffic(_ line: String) throws(TypingMistake) -> [Effect] {
        do throws(ExchangeFilter.Mistake) {
            let filter = try ExchangeFilter(line)
            changeTraffic { $0.show(filter) }
        } catch {
            throw TypingMistake(words: error.words)
        }
        return []
    }
}
