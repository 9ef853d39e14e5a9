import Browser
import CellGrid
import Exchanges
import Glibc
import SessionReports
import SonicProtocol
import SonicSession
import Workbench

/// `sonic traffic SOURCE`: the exchanges of a HAR file or of a running `sonic-server`, on the screen as in the
/// browser, otherwise one line each.
@MainActor enum TrafficCommand {
    nonisolated static let row = Subcommand(
        "traffic", "sonic traffic FILE|URL",
        "list the exchanges of a HAR file or of a sonic-server, live or as lines", .files,
        takes: 1...1, "a HAR file or the address of a server",
        options: [.json, .filter, .reconnect, .theme, .color] + Option.opening,
        examples: [
            ("sonic traffic --filter has:error phone.har | less", "what went wrong in a recording")
        ], isOneRun: false, run: Program.waiting(run))

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> ExitStatus {
        let source = TrafficSource(arguments.words[0])
        if case .server = source {
            try arguments.refuse([.offline], "the exchanges of a server are requested from it")
        } else {
            try arguments.refuse([.reconnect], "a file has no connection to a server")
        }
        let filter: ExchangeFilter
        do throws(ExchangeFilter.Mistake) {
            filter = try ExchangeFilter(arguments.value(.filter) ?? "")
        } catch {
            throw .init(message: error.clause)
        }
        guard arguments.has(.json) || isatty(STDOUT_FILENO) == 0 else {
            return try await BrowseCommand.browse(
                arguments, beginningWith: [.traffic(.wanted(source, filter))])
        }
        let unused: [Option] =
            switch source {
            case .server: [.account, .cache, .isPrivate, .responseHeader]
            case .own, .file: Option.opening.filter { $0 != .offline }
            }
        try arguments.refuse(unused + [.theme], "traffic prints lines here and opens no pages")
        _ = try BrowseCommand.noColor(arguments)
        let world = try World(arguments)
        let printer = TrafficPrinter(filter, json: arguments.has(.json))
        await TrafficFeed.read(source, world, TrafficFeed.clients, reconnects: arguments.has(.reconnect)) {
            report in
            await printer.handle(report(1))
        }
        return await printer.status
    }
}

/// Prints rows in order, as soon as they are complete.
private actor TrafficPrinter {
    private let filter: ExchangeFilter
    private let isJSON: Bool
    private var rows = TrafficQueue()
    /// The running exchanges that were printed.
    private var printed: Set<Int> = []
    /// The exit status of the command.
    private(set) var status = ExitStatus.done

    init(_ filter: ExchangeFilter, json: Bool) {
        self.filter = filter
        isJSON = json
    }

    /// Handles a report. Always returns true, since everything is read.
    func handle(_ report: TrafficEvent) -> Bool {
        switch report {
        case .news(let news, _): for news in news { note(news) }
        case .caughtUp, .wanted: break
        case .lost(let why, _): Console.complain(VisibleText.line("\(why) Reconnecting."))
        case .ended(let why, _):
            print(all: true)
            if let why {
                Console.complain(VisibleText.line(why))
                status = .failed
            }
        }
        return true
    }

    private func note(_ news: TrafficNews) {
        if case .dropped(let count) = news {
            Console.complain("\(count) exchanges were missed, as this reader was too slow")
        }
        for row in rows.note(news) where isJSON || row.isLong && printed.insert(row.id).inserted {
            print(row)
        }
        print(all: false)
    }

    private func print(all: Bool) {
        while let row = rows.next(all: all) {
            printed.remove(row.id)
            print(row)
        }
    }

    private func print(_ row: TrafficRow) {
        if row.matches(filter) { Console.print(isJSON ? row.json.text() : VisibleText.line(row.line)) }
    }
}

extension TrafficRow {
    /// Whether it has been running for so long that a reader of lines wants to know: longer than most exchanges.
    fileprivate var isLong: Bool { took ?? .zero >= .seconds(1) }

    /// All data of the row, on one line.
    fileprivate var line: String {
        if case .gap(let start, let end) = content {
            return "\(CalendarTime.timestamp(start)) to \(CalendarTime.timestamp(end))  \(states[0])"
        }
        guard let exchange else { return states.first ?? "" }
        var parts = [exchange.began.map(CalendarTime.timestamp) ?? "-", exchange.client?.name ?? "-"]
        parts.append("\(exchange.method) \(exchange.address)")
        parts.append(states.first ?? "")
        parts.append(received.byteText + (savedPercent.map { $0 > 0 ? ", \($0)% saved" : "" } ?? ""))
        if let took { parts.append(took.brief) }
        if let count = report?.count { parts.append(count) }
        return parts.joined(separator: "  ")
    }

    private static func time(_ time: Instant) -> JSONValue { .string(CalendarTime.timestamp(time)) }

    fileprivate var json: JSONValue {
        if case .gap(let start, let end) = content {
            return ["gap": ["from": Self.time(start), "to": Self.time(end)]]
        }
        guard let exchange else { return ["error": .string(states.first ?? "")] }
        return [
            "row": .integer(id), "running": progress.map { .object($0.members) } ?? .null,
            "began": exchange.began.map(Self.time) ?? .null,
            "client": .string(orNull: exchange.client?.name), "method": .string(exchange.method),
            "url": .string(exchange.address), "status": .integer(orNull: exchange.head?.status),
            "outcome": .string(orNull: outcome?.rawValue),
            "recorded": .string(orNull: exchange.session?.outcome),
            "reason": .string(orNull: session?.result?.reason.words ?? undetermined),
            "partOf": .integer(orNull: owner),
            "bytesReceived": .integer(received), "pageBytes": .integer(orNull: session?.result?.pageBytes),
            "took": took.map { .number($0.milliseconds) } ?? .null,
            "changedBlocks": .array((session?.result?.changedBlocks ?? []).map { .string($0) }),
            "problems": FindingText.json(findings), "notes": .array(exchange.notes.map { .string($0) }),
        ]
    }
}
